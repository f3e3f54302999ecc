//===- Proof.cpp - What was proved of a layout ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Proof.h"

using namespace banklint;

/// Wavefronts for each request that there was before: a layout that splits
/// requests pays for all parts.
static double meanOf(const SiteCost &Cost, const SiteCost &Before) {
  return Before.Requests ? Cost.Wavefronts / Before.Requests : 0;
}

std::vector<Loser> Proof::losers(const LayoutCost &Before) const {
  std::vector<Loser> Result;
  for (const auto &[Where, Was] : Before.SitesByUse) {
    auto Found = Cost.SitesByUse.find(Where);
    SiteCost Is = Found == Cost.SitesByUse.end() ? SiteCost() : Found->second;
    if (Is.Wavefronts > Was.Wavefronts + 1e-9 ||
        Is.UnknownRequests > Was.UnknownRequests)
      Result.push_back({Where.second, meanOf(Was, Was), meanOf(Is, Was)});
  }
  return Result;
}
