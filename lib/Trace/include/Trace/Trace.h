//===- Trace.h - What a walk leaves -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TRACE_TRACE_H
#define BANKLINT_TRACE_TRACE_H

#include "Formulas/Count.h"
#include "Trace/AccessRecord.h"
#include "Trace/Region.h"
#include "Trace/SharedLayout.h"
#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace banklint {

/// How often a warp does something: with some of the lanes that do it, and with
/// all of them. Unknowns whose names begin with '#' are where the warp stands:
/// "#x" is how far its `threadIdx.x` lies from the least of the group.
struct ExecutionCount {
  Count Some, All;
  friend bool operator==(const ExecutionCount &A, const ExecutionCount &B) {
    return A.Some == B.Some && A.All == B.All;
  }
};

/// A number that a walk comes to and that counts beside where shared memory is
/// accessed: a condition, where other memory is accessed, what is stored.
struct CountedNumber {
  Value Number;
  LaneMask Lanes = 0; ///< that come to it
  SiteId At = NoSite; ///< of a condition none
};

/// What one walk leaves: the accesses of a group of warps, which differ only in
/// what all lanes share.
struct Trace {
  std::unique_ptr<Pool> Values;
  llvm::SmallVector<Assignment, 8> Warps;
  /// The accesses of the source, in program order.
  std::vector<AccessRecord> Records;
  std::vector<UnrollBlock> Unrolls; ///< what the records' `Unroll` counts
  /// What the records' `Times` counts: the first is once. Empty where nobody
  /// asks how often.
  std::vector<ExecutionCount> Times = {{Formula(1), Formula(1)}};
  /// In the order of the walk; null where nobody asks. No part of its text.
  std::optional<std::vector<CountedNumber>> Counted;
  /// In the order in which the walk left them: inner ones before those around
  /// them. Empty once Nvcc/Passes has made use of them.
  std::vector<Region> Regions;
  /// The step budget ended the walk in the middle of the last record's block.
  bool IsTorn = false;
  /// By how many units the strides are longer, where that is a symbol.
  const Variable *StrideUnits = nullptr;

  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

/// The traces of all groups of warps of one kernel in one block shape.
struct KernelTraces {
  std::array<unsigned, 3> Block = {1, 1, 1}; ///< threads
  std::vector<Trace> Groups;
  const SharedLayout *Arrays = nullptr; ///< what the records' places lie in
  const SiteTable *Sites = nullptr;     ///< what the records' sites number

  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

/// The same with a pool of its own, which holds nothing else: most of what a
/// walk computes no access depends on. Of a trace without regions.
Trace compact(const Trace &Group);

} // namespace banklint

#endif // BANKLINT_TRACE_TRACE_H
