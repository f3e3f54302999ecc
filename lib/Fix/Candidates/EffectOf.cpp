//===- EffectOf.cpp - What a layout leaves of an access -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/EffectOf.h"
#include "Candidates/DeclaredArray.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <set>

using namespace banklint;

/// The kernels and block shapes among which the mean differs; none where it is
/// the same in all.
static std::optional<MeanOver>
meanOver(const AccessKey &Where, const LayoutCost &Cost,
         const std::vector<ArrayInKernel> &Uses) {
  std::set<const clang::FunctionDecl *> Kernels;
  std::set<const clang::FunctionTemplateDecl *> Templates;
  std::set<std::array<unsigned, 3>> Shapes;
  double Least = std::numeric_limits<double>::max(), Most = 0;
  for (size_t Use = 0; Use != Uses.size(); ++Use) {
    const auto Found = Cost.SitesByUse.find({Use, Where});
    if (Found == Cost.SitesByUse.end() || Found->second.Requests == 0)
      continue;
    const SiteCost &OfUse = Found->second;
    const WalkedKernel &Walk = walkOf(Uses[Use]);
    Kernels.insert(Walk.Kernel);
    Templates.insert(Walk.Kernel->getPrimaryTemplate());
    Shapes.insert(Walk.Block);
    Least = std::min(Least, OfUse.Wavefronts / OfUse.Requests);
    Most = std::max(Most, OfUse.Wavefronts / OfUse.Requests);
  }
  if (Most <= Least + 1e-9)
    return std::nullopt;
  return MeanOver{unsigned(Kernels.size()), unsigned(Shapes.size()),
                  Templates.size() == 1 && *Templates.begin()};
}

LayoutEffect banklint::effectOn(const AccessKey &Where,
                                const LayoutCost &Before,
                                const LayoutCost &Cost,
                                const std::vector<ArrayInKernel> &Uses) {
  LayoutEffect Effect;
  auto Found = Cost.Sites.find(Where);
  if (Found == Cost.Sites.end() || Found->second.Requests == 0)
    return Effect;
  const SiteCost &Sum = Found->second;
  Effect.Wavefronts = Sum.Wavefronts / Sum.Requests;
  Effect.HasExcess = Sum.Wavefronts > Sum.Ideal + 1e-9;
  Effect.Over = meanOver(Where, Cost, Uses);
  auto Was = Before.Sites.find(Where);
  if (Was != Before.Sites.end() && Was->second.Requests > Sum.Requests + 1e-9)
    Effect.RequestRatio = Was->second.Requests / Sum.Requests;
  if (auto Worst = Cost.Worst.find(Where); Worst != Cost.Worst.end())
    Effect.Example = std::make_shared<const Request>(Worst->second);
  return Effect;
}
