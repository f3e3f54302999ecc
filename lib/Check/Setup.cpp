//===- Setup.cpp - What the settings make of a check ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/Setup.h"
#include "Finding/Selection.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace banklint;
using namespace llvm;

static Expected<RuleSet> rulesOf(const Configuration &Settings) {
  std::vector<std::string> Enabled, Disabled;
  for (const auto &[Rule, IsOn] : Settings.Rules)
    (IsOn ? Enabled : Disabled).push_back(Rule);
  return RuleSet::create(Enabled, Disabled);
}

Expected<CheckSetup> CheckSetup::create(const Configuration &Settings) {
  Expected<RuleSet> Rules = rulesOf(Settings);
  if (!Rules)
    return Rules.takeError();
  Expected<PathGlobs> Excluded = PathGlobs::create(Settings.Exclude);
  if (!Excluded)
    return Excluded.takeError();
  AnalysisOptions Analysis;
  Analysis.BlockDims = Settings.BlockDims;
  Analysis.FindsUselessPadding = Rules->contains(UselessPaddingRule);
  Thresholds Least{Settings.MinWays.value_or(0),
                   Settings.MinExcess.value_or(0)};
  return CheckSetup{std::move(*Excluded), std::move(Analysis),
                    std::move(*Rules), Least};
}

ParseOptions banklint::withSettings(ParseOptions Options,
                                    const Configuration &Settings) {
  Options.GpuArch = Settings.GpuArch;
  Options.CudaPath = Settings.CudaPath;
  Options.ExtraArguments = Settings.ExtraArguments;
  Options.ExtraFolder = Settings.folder().str();
  return Options;
}

/// Drops what is said of code in excluded files, which are headers then.
static void dropExcluded(Report &R, const PathGlobs &Excluded) {
  if (Excluded.empty())
    return;
  StringMap<bool> Known;
  auto IsExcluded = [&](const auto &Item) {
    StringRef File = Item.Span.Begin.File;
    auto [Entry, IsNew] = Known.try_emplace(File);
    if (IsNew)
      Entry->second = Excluded.match(File);
    return Entry->second;
  };
  erase_if(R.Findings, IsExcluded);
  erase_if(R.Silenced, [&](const Finding &F) {
    bool IsDropped = IsExcluded(F);
    R.Totals.Suppressed -= IsDropped && F.SilencedBy == Silence::Comment;
    return IsDropped;
  });
  erase_if(R.Accesses, IsExcluded);
  erase_if(R.Gaps, [&](const NotAnalysed &Gap) {
    return !Gap.IsError && IsExcluded(Gap);
  });
}

void CheckSetup::select(Report &R) const {
  dropExcluded(R, Excluded);
  applyRules(R, Rules);
  applyThresholds(R, Least);
}
