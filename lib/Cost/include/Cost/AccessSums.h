//===- AccessSums.h - What a kernel does at each place ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From requests to accesses: all that the warps of a block ask for at one place
// of the source, of one array, is summed up.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_COST_ACCESSSUMS_H
#define BANKLINT_COST_ACCESSSUMS_H

#include "Cost/Requests.h"
#include "Trace/Trace.h"
#include "llvm/ADT/MapVector.h"

namespace banklint {

/// A place of the source, what is done there, and to which array, null where
/// that is not known. A function that is called with several arrays makes an
/// access to each of them.
using SiteKey = std::tuple<SiteId, AccessOperation, const SharedArray *>;

/// The sum over all requests of one operation of the source to one array.
struct AccessSum {
  /// Of the first request: where it was recorded, where line tables put it if
  /// that is not there, and to what.
  SiteId Site = NoSite;
  SiteId ShownAt = NoSite;
  const SharedArray *Array = nullptr;
  CostEstimate WorstCost;
  unsigned BytesPerLane = 0;
  unsigned SourceBytes = 0; ///< as `BytesPerLane`, before accesses are merged
  uint64_t Requests = 0;    ///< that were walked, of all warps
  double KnownRequests = 0; ///< of those, with a known cost
  double Wavefronts = 0, Ideal = 0;
  double InAnyLayout = 0; ///< as `RequestCost::InAnyLayout`
  double WorstWays = 1;
  double WorstOfLayout = 1; ///< as `CostEstimate::WorstOfLayout`
  double FewestWavefronts = 0, MostWavefronts = 0; ///< of any known request
  bool IsMeanKnown = true;
  ModelRules InexactBy; ///< the rules that some request is inexact by
  bool IsCounted = true;
  bool IsLeast = false; ///< some request may take more
  /// Not all of `Requests` are made for certain: a condition on data decides,
  /// or a warp makes those of one of two arms.
  bool IsOvercounted = false;
  /// The mean of the requests that are made whatever is not known, and that of
  /// those that whole warps make or not. Where they differ, so may the sum.
  double SureWavefronts = 0, SureRequests = 0;
  double OpenWavefronts = 0, OpenRequests = 0;
  bool HasConflict = false;
  bool HasConflictOfLayout = false; ///< that another one may take away
  /// What the profiler counts at this place, over all warps, where the traces
  /// say how often accesses are made.
  Count TotalWavefronts, TotalIdeal;
  /// The requests that are summed up: those of the best kind that was met.
  enum RequestKinds {
    NoRequest, ///< what was just stored is loaded from a register
    PartOf,    ///< none stands here: those of other accesses carry it out
    OfItsOwn,
  } Kind = NoRequest;
  /// Where its requests stand, if not here, each once: where the accesses stand
  /// of which a call shows the sum, or those that carry this one out.
  llvm::SmallVector<SiteId, 2> Elsewhere;
  /// Some conflict is that of a request with about half of its lanes.
  bool IsHalf = false;
  Reason PossibleReason, UnknownReason;
  /// The first limit that made some request inexact.
  Reason Limit;
  SiteId Guard = NoSite;
  /// The worst of the iterations that an unrolled loop may leave over, if they
  /// conflict.
  std::optional<CostEstimate> LeftOver;

  /// "4 bytes of s, at #3, of its own, 32 requests, ...".
  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

/// The sums over the accesses of one kernel with one block shape.
class AccessSums {
public:
  using SumsBySite = llvm::MapVector<SiteKey, AccessSum>;

  /// The reasons of the sums are kept in `Reasons`.
  explicit AccessSums(llvm::BumpPtrAllocator &Reasons) : Reasons(Reasons) {}

  /// Adds what the machine makes of a group's accesses. Their regions have been
  /// applied (Nvcc/Passes/Pipeline.h).
  void add(const Trace &Group);

  /// All that was added, by place and array, in the order in which these were
  /// met.
  SumsBySite take() &&;

private:
  /// What the requests of one operation take on an arm of a branch that whole
  /// warps take or not.
  struct ArmSum {
    double Requests = 0, Wavefronts = 0;
    LaneMask Lanes = 0;
  };
  using ArmSums = llvm::MapVector<std::pair<SiteKey, unsigned>, ArmSum>;

  static void addArms(ArmSums &Arms, SiteKey Key, const AccessRecord &Record,
                      const CostEstimate &Cost);
  void doubtArms(const ArmSums &Arms);
  void doubtMixedSums();
  void addLaterViews();

  llvm::BumpPtrAllocator &Reasons;
  SumsBySite Sites;
  SumsBySite Later; ///< by `AccessRecord::LaterView`
};

} // namespace banklint

#endif // BANKLINT_COST_ACCESSSUMS_H
