//===- AccessSums.cpp - What a kernel does at each place ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost/AccessSums.h"
#include "Compiler/Merging.h"

using namespace banklint;

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Odds from which a conflict of half a request's lanes is reported: one
/// request in twenty may be free of it, and few kernels make so few.
static constexpr double NearlyCertain = 0.95;

/// Rounds that may run without being unrolled count for nothing, but they may
/// conflict where the others do not.
static void tallyLeftOver(const Trace &Group, const AccessRecord &Record,
                          const CostEstimate &Cost, AccessSum &T) {
  bool IsKnown = Cost.How != CostEstimate::NotKnown;
  if (IsKnown && Cost.hasExcess() &&
      (!T.LeftOver || Cost.Worst > T.LeftOver->Worst))
    T.LeftOver = estimateCost(*Group.Values, Record, Group.Warps);
}

static void tally(const Trace &Group, const AccessRecord &Record,
                  const CostEstimate &Cost, AccessSum &T) {
  if (Record.IsLeftOver)
    return tallyLeftOver(Group, Record, Cost, T);
  uint64_t Warps = Group.Warps.size();
  auto Kind = Record.Share == 0  ? AccessSum::NoRequest
              : !Record.IsPartOf ? AccessSum::OfItsOwn
                                 : AccessSum::PartOf;
  if (T.Site != NoSite && Kind < T.Kind)
    return;
  if (Kind > T.Kind)
    T = {};
  T.Kind = Kind;
  if (T.Site == NoSite) {
    T.Site = Record.Site;
    T.ShownAt = Record.ShownAt;
    T.Array = Record.Where ? Record.Where->Array : nullptr;
  }
  T.BytesPerLane = std::max(T.BytesPerLane, Record.BytesPerLane);
  if (Kind == AccessSum::NoRequest) {
    T.KnownRequests += double(Warps);
    T.WorstCost.Example = Cost.Example;
    return;
  }
  T.Requests += Kind == AccessSum::OfItsOwn ? Warps : 0;
  T.IsExact &= Cost.IsExact && Record.How <= Certainty::Whole &&
               !Record.IsRepeated && !Record.IsUncertain;
  T.IsCounted &= !Record.IsRepeated && Record.How < Certainty::Even;
  bool IsGuarded =
      Record.How == Certainty::Guarded || Record.How == Certainty::Even;
  if (IsGuarded && Record.Guard != NoSite)
    T.Guard = Record.Guard;
  if (Cost.How == CostEstimate::NotKnown) {
    if (T.UnknownReason.empty())
      T.UnknownReason = Cost.Reason;
    return;
  }
  bool IsFirstKnown = T.KnownRequests == 0;
  const double Weight = double(Warps) * Cost.Share;
  T.KnownRequests += Weight;
  T.FewestWavefronts =
      IsFirstKnown ? Cost.Fewest : std::min(T.FewestWavefronts, Cost.Fewest);
  T.MostWavefronts = std::max(T.MostWavefronts, Cost.Most);
  T.IsMeanKnown &= Cost.IsMeanKnown;
  T.Wavefronts += Weight * Cost.Wavefronts;
  T.Ideal += Weight * Cost.Ideal;
  bool IsOpen = Cost.How == CostEstimate::Depends;
  bool IsHalf = Record.How == Certainty::Even && Cost.hasExcess() &&
                Record.Operation != AccessOperation::Atomic &&
                oddsOfExcessInHalf(Cost.Example) >= NearlyCertain;
  T.IsHalf |= IsHalf;
  bool IsPartly = Record.How >= Certainty::Even && !IsHalf && Cost.hasExcess();
  if (Cost.Worst > T.WorstWays || IsFirstKnown) {
    T.WorstWays = std::max(T.WorstWays, Cost.Worst);
    T.WorstCost = estimateCost(*Group.Values, Record, Group.Warps);
  }
  if (IsOpen)
    T.PossibleReason = Cost.Reason;
  else if (IsPartly)
    T.PossibleReason = "conflicts when all lanes that a condition on data may "
                       "let through are active";
  else if (!Record.Doubt.empty() && Cost.hasExcess())
    T.PossibleReason = Record.Doubt.str();
  else
    T.HasConflict |= Cost.hasExcess();
}

void AccessSums::add(const Trace &Group) {
  AddressShapes Shapes;
  RequestCosts Costs(*Group.Values, Shapes, Group.Warps);
  MergePlan Plan(Group.Records, Group.Pieces);
  for (const MachineRequest &Request :
       mergeAccesses(Shapes, Plan, Group.Records)) {
    AccessRecord Record = Request.record(*Group.Values);
    const CostEstimate &Cost = Costs.of(Request);
    auto Add = [&](SumsBySite &To, SiteId Site) {
      tally(Group, Record, Cost, To[{Site, Record.Operation}]);
    };
    Add(Sites, Record.Site);
    for (SiteId Call : Record.Calls)
      Add(Sites, Call);
    if (Record.LaterView != NoSite)
      Add(Later, Record.LaterView);
  }
}

/// Places that show no access of their own may show copies of others, of which
/// nobody knows how many.
void AccessSums::addLaterViews() {
  for (auto &[Key, Sum] : Later) {
    if (std::exchange(Sum.HasConflict, false))
      Sum.PossibleReason = "some copies of another line's accesses may be "
                           "shown here";
    Sites.insert({Key, std::move(Sum)});
  }
}

AccessSums::SumsBySite AccessSums::take() && {
  addLaterViews();
  return std::move(Sites);
}
