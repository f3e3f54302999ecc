//===- CostSums.cpp - What requests cost, added up by access --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostSums.h"

using namespace banklint;

/// A bound proves nothing: it may be lower where more is taken.
static bool isKnown(const CostEstimate &Cost) {
  return Cost.Confidence != CostEstimate::NotKnown && !Cost.IsLeast;
}

static void addCost(SiteCost &To, const CostEstimate &Cost, double Requests) {
  if (!isKnown(Cost)) {
    To.UnknownRequests += Requests;
    return;
  }
  const bool Depends = Cost.Confidence == CostEstimate::Depends;
  const double Wavefronts = Depends ? Cost.Worst * Cost.Ideal : Cost.Wavefronts;
  To.Wavefronts += Wavefronts * Requests;
  To.Ideal += (Depends ? Cost.Ideal : Cost.InAnyLayout) * Requests;
  To.Requests += Requests;
}

size_t CostSums::numberOf(const SiteTable &Sites, const AccessRecord &Access) {
  SiteId Shown = Access.shownSite();
  auto [Known, IsNew] =
      NumberOfSite.try_emplace({Shown, unsigned(Access.Operation)});
  if (!IsNew)
    return Known->second;
  AccessKey Key{Sites[Shown].Span.Begin, Access.Operation};
  Known->second = NumberOfKey.try_emplace(Key, Keys.size()).first->second;
  if (Known->second == Keys.size())
    Keys.push_back(std::move(Key));
  assert(Keys.size() == NumberOfKey.size() && "each key has one number");
  return Known->second;
}

void CostSums::addTo(std::vector<Sum> &Sums, size_t Number,
                     const CostEstimate &Cost, double Requests) {
  if (Sums.size() <= Number)
    Sums.resize(Number + 1);
  Sums[Number].HasRequest = true;
  addCost(Sums[Number].Cost, Cost, Requests);
}

void CostSums::add(size_t Use, const SiteTable &Sites,
                   const MachineRequest &Request, const CostEstimate &Cost,
                   double Requests) {
  size_t Number = numberOf(Sites, *Request.Part);
  if (OfUse.size() <= Use)
    OfUse.resize(Use + 1);
  addTo(OfAll, Number, Cost, Requests);
  if (Sum &OfSite = OfAll[Number];
      isKnown(Cost) && Cost.Worst > OfSite.WorstWays) {
    OfSite.WorstWays = Cost.Worst;
    OfSite.Worst = Cost.Example;
  }
  addTo(OfUse[Use], Number, Cost, Requests);
  addCost(Total, Cost, Requests);
}

LayoutCost CostSums::take() const {
  LayoutCost Result;
  Result.Total = Total;
  for (size_t I = 0; I != OfAll.size(); ++I)
    if (OfAll[I].HasRequest) {
      Result.Sites[Keys[I]] = OfAll[I].Cost;
      if (OfAll[I].Worst)
        Result.Worst[Keys[I]] = *OfAll[I].Worst;
    }
  for (size_t Use = 0; Use != OfUse.size(); ++Use)
    for (size_t I = 0; I != OfUse[Use].size(); ++I)
      if (OfUse[Use][I].HasRequest)
        Result.SitesByUse[{Use, Keys[I]}] = OfUse[Use][I].Cost;
  return Result;
}
