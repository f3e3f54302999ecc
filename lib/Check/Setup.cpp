//===- Setup.cpp - What the settings make of a check ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/Setup.h"
#include "Config/Keys.h"
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
  Thresholds Least{Settings.MinWays.value_or(DefaultThreshold),
                   Settings.MinExcess.value_or(DefaultThreshold)};
  return CheckSetup{std::move(*Excluded),
                    std::move(Analysis),
                    std::move(*Rules),
                    Least,
                    {Settings.MissingHeaders}};
}

ParseOptions banklint::withSettings(ParseOptions Options,
                                    const Configuration &Settings) {
  Options.GpuArch = Settings.GpuArch;
  Options.CudaPath = Settings.CudaPath;
  Options.ExtraArguments = Settings.ExtraArguments;
  Options.ExtraFolder = Settings.folder().str();
  return Options;
}

namespace {
/// Takes away what concerns excluded files, which are headers then.
class Exclusion {
public:
  explicit Exclusion(const PathGlobs &Excluded) : Excluded(Excluded) {}

  void apply(Report &R);

private:
  bool holds(StringRef File);
  void refuseFixes(Finding &F);

  const PathGlobs &Excluded;
  StringMap<bool> Known;
};
} // namespace

bool Exclusion::holds(StringRef File) {
  auto [Entry, IsNew] = Known.try_emplace(File);
  if (IsNew)
    Entry->second = Excluded.match(File);
  return Entry->second;
}

/// A fix is whole or none: an edit in an excluded file forbids the others.
void Exclusion::refuseFixes(Finding &F) {
  std::vector<Note> Refusals;
  erase_if(F.Fixes, [&](const Fix &X) {
    auto Forbidden =
        find_if(X.Edits, [&](const Edit &E) { return holds(E.File); });
    if (Forbidden == X.Edits.end())
      return false;
    // One note, on a line that is not excluded.
    if (Refusals.empty())
      Refusals.push_back(
          {holds(X.Where.Begin.File) ? F.Span : X.Where,
           note::NoFix{arrayField(F.Arrays),
                       {ObstacleKind::ExcludedFile, Forbidden->File},
                       std::nullopt}});
    return true;
  });
  append_range(F.Notes, std::move(Refusals));
}

void Exclusion::apply(Report &R) {
  auto IsExcluded = [&](const auto &Item) {
    return holds(Item.Span.Begin.File);
  };
  erase_if(R.Findings, IsExcluded);
  erase_if(R.Silenced, [&](const Finding &F) {
    bool IsDropped = IsExcluded(F);
    R.Totals.Suppressed -= IsDropped && F.SilencedBy == Silence::Comment;
    return IsDropped;
  });
  erase_if(R.Accesses, IsExcluded);
  erase_if(R.Gaps, [&](const NotAnalysed &Gap) {
    return (!Gap.IsError || Gap.Kind == GapKind::LostCode) && IsExcluded(Gap);
  });
  for (std::vector<Finding> *All : {&R.Findings, &R.Silenced})
    for (Finding &F : *All)
      refuseFixes(F);
}

void CheckSetup::select(Report &R) const {
  if (!Excluded.empty())
    Exclusion(Excluded).apply(R);
  allowHeaders(R, Missing);
  applyRules(R, Rules);
  applyThresholds(R, Least);
}
