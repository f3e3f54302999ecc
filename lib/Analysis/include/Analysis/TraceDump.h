//===- TraceDump.h - Traces and requests for developers ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_ANALYSIS_TRACEDUMP_H
#define BANKLINT_ANALYSIS_TRACEDUMP_H

#include "Analysis/Kernel.h"
#include "llvm/Support/GlobPattern.h"

namespace banklint {

/// Prints what the walks of kernels record, and the requests that come of it,
/// group by group. Globs are held against a kernel's own name, the qualified
/// one and that of reports, as those of `--block-dim` are.
class TraceDump : public TraceObserver {
public:
  struct Options {
    /// Kernels whose traces are printed (Trace/TraceText.h): as recorded, and
    /// again where regions or the end of the budget change them.
    std::optional<llvm::GlobPattern> Traces;
    /// Kernels whose requests are printed, each with what it costs.
    std::optional<llvm::GlobPattern> Requests;
  };

  TraceDump(llvm::raw_ostream &OS, Options Asked)
      : OS(OS), Asked(std::move(Asked)) {}

  void recorded(const WalkedKernel &Walked, const Trace &Group) override;
  void prepared(const WalkedKernel &Walked, const Trace &Group) override;

  /// Whether a kernel matched, so that something was printed of it.
  bool hasTraces() const { return HasTraces; }
  bool hasRequests() const { return HasRequests; }

private:
  void printHeading(const WalkedKernel &Walked, llvm::StringRef What);
  void printRequests(const WalkedKernel &Walked, const Trace &Group);

  llvm::raw_ostream &OS;
  Options Asked;
  bool HasTraces = false, HasRequests = false;
  bool IsChanged = false; ///< the last recorded trace, as it is prepared
};

} // namespace banklint

#endif // BANKLINT_ANALYSIS_TRACEDUMP_H
