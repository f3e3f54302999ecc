//===- AccessCounter.h - What the profiler counts of accesses ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each request costs its wavefronts as often as its record says that it is
// made. Where that or the cost is not known for certain, what is proved of it
// are bounds: a request with fewer lanes than recorded takes no more.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_COST_ACCESSCOUNTER_H
#define BANKLINT_COST_ACCESSCOUNTER_H

#include "Cost/AccessSums.h"

namespace banklint {

/// Counts what one group of warps does.
class AccessCounter {
public:
  explicit AccessCounter(const Trace &Group);

  /// One of the requests that are made of the trace, and what it costs. `Place`
  /// is where the access stands that makes it.
  void add(const MachineRequest &Request, const CostEstimate &Cost);
  /// Adds what the requests are worth all together to the sums of their sites.
  void finish(llvm::function_ref<AccessSum &(const AccessRecord &)> SumOf);

private:
  struct Made {
    AccessRecord Whole;
    CostEstimate Cost;
    bool IsPart = false;
  };
  struct OfRecord {
    llvm::SmallVector<Made, 1> Requests;
    /// The compiler may do otherwise in some iterations.
    bool IsMixed = false;
  };
  Count overWarps(const Count &Each) const;
  Formula overWarps(const Formula &Each) const;
  std::optional<Formula> stridedWavefronts(const AccessRecord &Record) const;
  void addRequest(const Made &Request, AccessSum &To) const;
  bool isSameForAll(const AccessRecord &Record) const;

  const Trace &Group;
  std::vector<unsigned> Copies; ///< of each record, in the unrolled code
  llvm::MapVector<const AccessRecord *, OfRecord> Records;
};

} // namespace banklint

#endif // BANKLINT_COST_ACCESSCOUNTER_H
