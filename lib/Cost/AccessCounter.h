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
#include <deque>
#include <optional>
#include <vector>

namespace banklint {

/// Counts what one group of warps does.
class AccessCounter {
public:
  /// `Plan` is that of the group's records.
  AccessCounter(const Trace &Group, const MergePlan &Plan);

  /// One of the requests that are made of the trace, all of it in one record,
  /// and what it costs.
  void add(const MachineRequest &Request, const AccessRecord &Whole,
           const CostEstimate &Cost);
  /// Adds what the requests are worth all together to the sums of their sites.
  void finish(llvm::function_ref<AccessSum &(const AccessRecord &)> SumOf);

private:
  struct Made {
    AccessRecord Whole;
    CostEstimate Cost;
  };
  struct OfRecord {
    const AccessRecord *Record = nullptr;
    const Made *First = nullptr; ///< of its own; null where there is none
    unsigned Own = 0, Parts = 0; ///< how many requests of either kind
    /// In some iterations it may make other requests.
    bool IsMixed = false;
  };
  OfRecord &ofRecord(const AccessRecord &Record);
  const ExecutionCount &overWarps(unsigned Times);
  Count overWarps(const Count &Each) const;
  Formula overWarps(const Formula &Each) const;
  std::optional<Formula> stridedWavefronts(const AccessRecord &Record) const;
  void addRequest(const Made &Request, AccessSum &To);
  bool isSameForAll(const AccessRecord &Record) const;

  const Trace &Group;
  std::vector<unsigned> Copies;   ///< of each record, in the unrolled code
  std::vector<OfRecord> Records;  ///< in the order in which they were met
  std::vector<unsigned> NumberOf; ///< of each record, from 1, in `Records`
  std::deque<Made> Firsts;
  /// How often all warps do what `Group.Times` counts for each.
  std::vector<std::optional<ExecutionCount>> OfWarps;
};

} // namespace banklint

#endif // BANKLINT_COST_ACCESSCOUNTER_H
