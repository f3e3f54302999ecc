//===- Counters.h - What a profiler will count ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_COUNTERS_H
#define BANKLINT_REPORT_COUNTERS_H

#include "Finding/Finding.h"
#include "Formulas/Count.h"
#include "Source/AccessKey.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace banklint {

/// Names of the profiler: summed over the instructions of a kernel.
inline constexpr llvm::StringLiteral WavefrontsCounter =
    "memory_l1_wavefronts_shared";
inline constexpr llvm::StringLiteral IdealCounter =
    "memory_l1_wavefronts_shared_ideal";

/// The two counters, and by how much the first is above the second.
struct Counters {
  Count Wavefronts, Ideal, Excess;

  void add(const AccessCount &Access);
  /// Excess for each wavefront, where both are numbers above 0.
  std::optional<double> excessShare() const;
};

/// Those of a kernel under one launch shape.
struct KernelCounters {
  const KernelCount *Of = nullptr;
  Counters Block;
  std::optional<Counters> Launch; ///< where the grid is known
  /// Of a block, by operation, in the order of `AccessOperation`.
  std::vector<std::pair<AccessOperation, Counters>> Operations;
  /// The accesses with excess, the costliest first.
  std::vector<std::pair<const AccessCount *, Counters>> Costliest;

  /// Where the launch is more than one block that is known.
  bool isLaunchMore() const;
  /// What formulas need, and why a number is none, a sentence each: "for n ≥
  /// 1", "not exact, as at line 7: a loop may be left early".
  std::vector<std::string> terms() const;
};

/// Formulas are ranked by what they are where each unknown is this number.
inline constexpr int64_t RankedUnknown = 256;
int64_t rankOf(const Count &C);

KernelCounters countersOf(const KernelCount &Kernel);

/// Of a grid, without extents of 1 at its end: "64x2".
std::string extentsText(llvm::ArrayRef<int64_t> Extents);

/// "31·n + 4", "at least 12", "at least 12, at most 40", "unknown"; each bound
/// as `TextOf` writes it.
std::string countText(const Count &C,
                      llvm::function_ref<std::string(const Formula &)> TextOf);

} // namespace banklint

#endif // BANKLINT_REPORT_COUNTERS_H
