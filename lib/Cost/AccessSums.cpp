//===- AccessSums.cpp - What a kernel does at each place ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost/AccessSums.h"
#include "AccessCounter.h"
#include "Bank/BankModel.h"
#include "Nvcc/Passes/Pipeline.h"
#include "Nvcc/Rules/Modes.h"
#include "Nvcc/Rules/Rules.h"
#include "llvm/ADT/DenseSet.h"
#include <cmath>

using namespace banklint;

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Odds from which a conflict of half a request's lanes is reported: one
/// request in twenty may be free of it, and few kernels make so few.
static constexpr double NearlyCertain = 0.95;

static const SharedArray *arrayOf(const AccessRecord &Record) {
  return Record.Where ? Record.Where->Array : nullptr;
}

namespace {
/// Adds one request to the sum of a place.
class Tally {
public:
  /// `SourceBytes` are those that the source accesses at the place.
  Tally(const Trace &Group, const AccessRecord &Record, unsigned SourceBytes,
        const CostEstimate &Cost, llvm::BumpPtrAllocator &Reasons,
        AccessSum &To)
      : Group(Group), Record(Record), SourceBytes(SourceBytes), Cost(Cost),
        Reasons(Reasons), To(To) {}

  void run();

private:
  bool isKnown() const { return Cost.Confidence != CostEstimate::NotKnown; }
  void addLeftOver();
  bool begin(AccessSum::RequestKinds Kind);
  void addCertainty();
  void addWavefronts();
  void judge();
  void keep(const Reason &Why, Reason &Kept) {
    if (Kept != Why)
      Kept = Why.copy(Reasons);
  }
  CostEstimate example() const {
    CostEstimate Result = estimateCost(*Group.Values, Record, Group.Warps);
    Result.Why = Result.Why.copy(Reasons);
    Result.Limit = Result.Limit.copy(Reasons);
    return Result;
  }

  const Trace &Group;
  const AccessRecord &Record;
  const unsigned SourceBytes;
  const CostEstimate &Cost;
  llvm::BumpPtrAllocator &Reasons;
  AccessSum &To;
};
} // namespace

/// Iterations that may run without being unrolled count for nothing, but they
/// may conflict where the others do not.
void Tally::addLeftOver() {
  if (isKnown() && Cost.hasExcess() &&
      (!To.LeftOver || Cost.Worst > To.LeftOver->Worst))
    To.LeftOver = example();
}

static AccessSum::RequestKinds kindOf(const AccessRecord &Record) {
  assert((Record.Share > 0 || Record.IsPartOf) &&
         "what makes no request is part of another");
  if (Record.Share == 0)
    return AccessSum::NoRequest;
  return Record.IsPartOf ? AccessSum::PartOf : AccessSum::OfItsOwn;
}

/// False where a better kind was met: the request does not count then. Where it
/// is the best itself, the sum starts anew.
bool Tally::begin(AccessSum::RequestKinds Kind) {
  if (To.Site != NoSite && Kind < To.Kind)
    return false;
  if (Kind > To.Kind) {
    const Count Wavefronts = To.TotalWavefronts, Ideal = To.TotalIdeal;
    To = {};
    To.TotalWavefronts = Wavefronts;
    To.TotalIdeal = Ideal;
  }
  To.Kind = Kind;
  if (To.Site == NoSite) {
    To.Site = Record.Site;
    To.ShownAt = Record.ShownAt;
    To.Array = arrayOf(Record);
  }
  To.BytesPerLane = std::max(To.BytesPerLane, Record.BytesPerLane);
  To.SourceBytes = std::max(To.SourceBytes, SourceBytes);
  return true;
}

void Tally::addCertainty() {
  const Reason &Limit = Record.Limit ? Record.Limit : Cost.Limit;
  To.InexactBy |= Record.InexactBy |
                  ModelRules(ModelRule::Numbers).onlyIf(!Cost.IsExact) |
                  ModelRules(ModelRule::Repeats).onlyIf(Record.IsRepeated) |
                  ModelRules(ModelRule::Limit).onlyIf(bool(Limit));
  if (Record.Confidence > Certainty::Whole)
    To.InexactBy |= Record.Confidence == Certainty::Guarded
                        ? ModelRule::Guard
                        : ModelRule::DataCondition;
  To.IsLeast |= Cost.IsLeast;
  if (!To.Limit)
    keep(Limit, To.Limit);
  const bool IsOpen = Record.Confidence >= Certainty::Even;
  To.IsCounted &= !Record.IsRepeated && !IsOpen;
  To.IsOvercounted |= IsOpen;
  bool IsGuarded = Record.Confidence == Certainty::Guarded ||
                   Record.Confidence == Certainty::Even;
  if (IsGuarded && Record.Guard != NoSite)
    To.Guard = Record.Guard;
}

void Tally::addWavefronts() {
  bool IsFirstKnown = To.KnownRequests == 0;
  const double Weight = double(Group.Warps.size()) * Cost.Share;
  To.KnownRequests += Weight;
  To.FewestWavefronts =
      IsFirstKnown ? Cost.Fewest : std::min(To.FewestWavefronts, Cost.Fewest);
  To.MostWavefronts = std::max(To.MostWavefronts, Cost.Most);
  To.IsMeanKnown &= Cost.IsMeanKnown;
  To.Wavefronts += Weight * Cost.Wavefronts;
  const bool IsOpen = Record.Confidence == Certainty::Whole;
  (IsOpen ? To.OpenRequests : To.SureRequests) += Weight;
  (IsOpen ? To.OpenWavefronts : To.SureWavefronts) += Weight * Cost.Wavefronts;
  To.Ideal += Weight * Cost.Ideal;
  To.InAnyLayout += Weight * Cost.InAnyLayout;
  if (IsFirstKnown || std::pair(Cost.WorstOfLayout, Cost.Worst) >
                          std::pair(To.WorstOfLayout, To.WorstWays))
    To.WorstCost = example();
  To.WorstWays = std::max(To.WorstWays, Cost.Worst);
  To.WorstOfLayout = std::max(To.WorstOfLayout, Cost.WorstOfLayout);
}

/// Whether the sum has a conflict, or why there may be one.
void Tally::judge() {
  bool IsHalf = Record.Confidence == Certainty::Even && Cost.hasExcess() &&
                Record.Operation != AccessOperation::Atomic &&
                oddsOfExcessInHalf(Cost.Example) >= NearlyCertain;
  To.IsHalf |= IsHalf;
  bool IsPartly =
      Record.Confidence >= Certainty::Even && !IsHalf && Cost.hasExcess();
  if (Cost.Confidence == CostEstimate::Depends)
    keep(Cost.Why, To.PossibleReason);
  else if (IsPartly)
    keep(Record.Limit.kind() == ReasonKind::ManyConditionNumbers
             ? Record.Limit
             : Reason(ReasonKind::LanesOfCondition),
         To.PossibleReason);
  else if (Record.Doubt && Cost.hasExcess())
    keep(Record.Doubt, To.PossibleReason);
  else if (Cost.hasExcess()) {
    To.HasConflict = true;
    To.HasConflictOfLayout |= Cost.WorstOfLayout > 1;
  }
}

void Tally::run() {
  if (Record.IsLeftOver)
    return addLeftOver();
  AccessSum::RequestKinds Kind = kindOf(Record);
  if (!begin(Kind))
    return;
  uint64_t Warps = Group.Warps.size();
  if (Kind == AccessSum::NoRequest) {
    To.KnownRequests += double(Warps);
    To.WorstCost.Example = Cost.Example;
    return;
  }
  To.Requests += Kind == AccessSum::OfItsOwn ? Warps : 0;
  addCertainty();
  if (!isKnown()) {
    // What is not known for another reason is the whole that is said.
    if (!To.UnknownReason || (isByHardware(To.UnknownReason.kind()) &&
                              !isByHardware(Cost.Why.kind())))
      keep(Cost.Why, To.UnknownReason);
    return;
  }
  addWavefronts();
  judge();
}

/// Adds a request to all arms that it lies on.
void AccessSums::addArms(ArmSums &Arms, SiteKey Key, const AccessRecord &Record,
                         const CostEstimate &Cost) {
  if (Record.Confidence != Certainty::Whole || Record.Share == 0 ||
      Record.IsLeftOver || Cost.Confidence == CostEstimate::NotKnown)
    return;
  auto Add = [&](unsigned Arm) {
    ArmSum &To = Arms[{Key, Arm}];
    To.Requests += Cost.Share;
    To.Wavefronts += Cost.Share * Cost.Wavefronts;
    To.Lanes |= Record.Active;
  };
  Add(Record.Arm);
  for (unsigned Arm : Record.OuterArms)
    if (Arm)
      Add(Arm);
}

/// Nobody knows on which arms a warp is, so that the mean of a place that has
/// requests on several is known where they all take the same, as those of a
/// function that two independent branches call. Of two arms that the same lanes
/// would be on, the warp takes one: the sum has too many requests.
void AccessSums::doubtArms(const ArmSums &Arms) {
  llvm::DenseMap<SiteKey, const ArmSum *> Firsts;
  for (const auto &[Place, One] : Arms) {
    const auto &[Key, Arm] = Place;
    const ArmSum &First = *Firsts.try_emplace(Key, &One).first->second;
    if (std::abs(One.Wavefronts * First.Requests -
                 First.Wavefronts * One.Requests) >=
        1e-6 * One.Requests * First.Requests)
      Sites[Key].InexactBy |= ModelRule::Arms;
    if (Arm == 0 || isElseArm(Arm))
      continue;
    const auto *Found = Arms.find({Key, Arm + 1});
    if (Found == Arms.end() || !(One.Lanes & Found->second.Lanes))
      continue;
    AccessSum &Sum = Sites[Key];
    Sum.IsCounted = false;
    Sum.IsOvercounted = true;
  }
}

void AccessSums::add(const Trace &Group) {
  assert(Group.Regions.empty() && "the regions have been applied");
  AddressShapes Shapes;
  ArmSums Arms;
  CostEstimator Costs(*Group.Values, Shapes, Group.Warps);
  const MergePlan Plan(Group.Records, Group.Unrolls);
  std::optional<AccessCounter> Counter;
  if (!Group.Times.empty())
    Counter.emplace(Group, Plan);
  for (const MachineRequest &Request :
       mergeAccesses(Shapes, Plan, Group.Records)) {
    AccessRecord Record = Request.record(*Group.Values);
    const CostEstimate &Cost = Costs.of(Request);
    auto Add = [&](SumsBySite &To, const SiteKey &Key) {
      AccessSum &Sum = To[Key];
      Tally(Group, Record, Request.Part->BytesPerLane, Cost, Reasons, Sum)
          .run();
      const bool IsOwn = std::get<SiteId>(Key) == Record.Site;
      const SiteId Here =
          IsOwn ? Request.Part->shownSite() : std::get<SiteId>(Key);
      const SiteId At =
          IsOwn ? Request.CarriedBy->shownSite() : Request.Part->shownSite();
      if (!Record.IsLeftOver && kindOf(Record) == Sum.Kind && At != Here &&
          !llvm::is_contained(Sum.Elsewhere, At))
        Sum.Elsewhere.push_back(At);
    };
    auto KeyAt = [&](SiteId Site) {
      return SiteKey(Site, Record.Operation, arrayOf(Record));
    };
    Add(Sites, KeyAt(Record.Site));
    if (Counter)
      Counter->add(Request, Record, Cost);
    addArms(Arms, KeyAt(Record.Site), Record, Cost);
    for (SiteId Call : Record.Calls) {
      Add(Sites, KeyAt(Call));
      addArms(Arms, KeyAt(Call), Record, Cost);
    }
    if (Record.LaterView == NoSite)
      continue;
    if (applies(ModelRule::LineTable))
      Add(Later, KeyAt(Record.LaterView));
    Sites[KeyAt(Record.Site)].InexactBy |= doubtOnly(ModelRule::LineTable);
  }
  doubtArms(Arms);
  if (Counter)
    Counter->finish([&](const AccessRecord &Record) -> AccessSum & {
      return Sites[{Record.Site, Record.Operation, arrayOf(Record)}];
    });
}

/// Places that show no access of their own may show copies of others, of which
/// nobody knows how many.
void AccessSums::addLaterViews() {
  llvm::DenseSet<std::pair<SiteId, AccessOperation>> Shown;
  for (const auto &[Key, Sum] : Sites)
    Shown.insert({std::get<SiteId>(Key), std::get<AccessOperation>(Key)});
  for (auto &[Key, Sum] : Later) {
    if (Shown.contains({std::get<SiteId>(Key), std::get<AccessOperation>(Key)}))
      continue;
    if (std::exchange(Sum.HasConflict, false))
      Sum.PossibleReason = ReasonKind::OtherLine;
    Sites.insert({Key, Sum});
  }
}

/// Warps of which some surely make their requests, and others all of theirs or
/// none: `if (n > 2 || warp == 3)`.
void AccessSums::doubtMixedSums() {
  for (auto &[Key, Sum] : Sites)
    if (Sum.OpenRequests != 0 && Sum.SureRequests != 0 &&
        std::abs(Sum.OpenWavefronts * Sum.SureRequests -
                 Sum.SureWavefronts * Sum.OpenRequests) >=
            1e-6 * Sum.OpenRequests * Sum.SureRequests)
      Sum.InexactBy |= ModelRule::Arms;
}

AccessSums::SumsBySite AccessSums::take() && {
  doubtMixedSums();
  addLaterViews();
  return std::move(Sites);
}
