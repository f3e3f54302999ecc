//===- Selection.cpp - Which findings the settings ask for ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Selection.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"

using namespace banklint;

void banklint::applyRules(Report &R, const RuleSet &Rules) {
  auto IsOff = [&](const Finding &F) { return !Rules.contains(F.Rule); };
  llvm::erase_if(R.Findings, IsOff);
  llvm::erase_if(R.Silenced, [&](const Finding &F) {
    bool IsCounted = F.SilencedBy == Silence::Comment;
    R.Totals.Suppressed -= IsOff(F) && IsCounted;
    return IsOff(F);
  });
}

void banklint::applyThresholds(Report &R, const Thresholds &Least) {
  auto IsBelow = [&](const Finding &F) {
    return (F.Ways && *F.Ways < Least.Ways) ||
           (F.ExcessPerBlock && *F.ExcessPerBlock < Least.Excess);
  };
  R.Totals.BelowThreshold += silence(R, Silence::Threshold, IsBelow);
}

void banklint::allowHeaders(Report &R, const AllowedHeaders &Allowed) {
  std::vector<llvm::GlobPattern> Globs;
  for (llvm::StringRef Text : Allowed.Expected) {
    auto Glob = llvm::GlobPattern::create(Text);
    if (Glob)
      Globs.push_back(std::move(*Glob));
    else // which whoever reads settings refuses
      llvm::consumeError(Glob.takeError());
  }
  auto IsExpected = [&](llvm::StringRef Header) {
    return llvm::any_of(Globs, [&](const llvm::GlobPattern &Glob) {
      return Glob.match(Header);
    });
  };
  for (NotAnalysed &Gap : R.Gaps) {
    if (!Gap.isOfHeaders())
      continue;
    Gap.IsExpected = llvm::all_of(Gap.Headers, IsExpected);
    Gap.IsError &= !Gap.IsExpected && !Allowed.AreAll;
  }
}
