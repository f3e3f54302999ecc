//===- Merge.cpp - Reports of several sources in one ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Merge.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include <cmath>

using namespace llvm;
using namespace banklint;

std::string ReportMerger::realFile(const std::string &File) {
  auto [Entry, IsNew] = RealFiles.try_emplace(File, File);
  SmallString<128> Real;
  sys::fs::UniqueID Id;
  if (IsNew && !File.empty() && !sys::fs::real_path(File, Real)) {
    Entry->second = Real.str().str();
    // Hard links of one file are edited together.
    if (!sys::fs::getUniqueID(Real, Id))
      Entry->second = FirstNames.try_emplace(Id, Entry->second).first->second;
  }
  return Entry->second;
}

SourcePoint ReportMerger::realPlace(const SourcePoint &Point) {
  return {realFile(Point.File), Point.Line, Point.Column};
}

//===----------------------------------------------------------------------===//
// Fixes that all sources agree on
//===----------------------------------------------------------------------===//

ReportMerger::EditSet ReportMerger::editsOf(const Fix &X) {
  EditSet Result;
  for (const Edit &E : X.Edits)
    Result.insert({realFile(E.File), E.OffsetBytes, E.LengthBytes, E.Text});
  return Result;
}

/// Names of files become real ones, so that a kernel of a header is one.
void ReportMerger::noteGrowth(const Finding &F) {
  for (const Fix &X : F.Fixes) {
    std::set<KernelGrowth> &All = Growth[{realPlace(F.Declared), editsOf(X)}];
    for (const KernelGrowth &K : X.Kernels)
      All.insert({K.Kernel, realPlace(K.Where), K.Bytes, K.ExtraBytes});
  }
}

/// A source that uses an array counts whether or not it has a finding there.
void ReportMerger::noteFixes(const Report &Other) {
  std::map<SourcePoint, std::set<EditSet>> Offered;
  for (const Access &A : Other.Accesses)
    if (A.Declared.Line)
      Offered[realPlace(A.Declared)];
  for (const auto *Judged : {&Other.Findings, &Other.Silenced})
    for (const Finding &F : *Judged) {
      noteGrowth(F);
      std::set<EditSet> &OfArray = Offered[realPlace(F.Declared)];
      for (const Fix &X : F.Fixes)
        if (X.IsSafe)
          OfArray.insert(editsOf(X));
    }
  for (auto &[Array, Fixes] : Offered) {
    auto [Known, IsNew] = Agreed.try_emplace(Array, Fixes);
    if (!IsNew)
      for (auto I = Known->second.begin(); I != Known->second.end();)
        I = Fixes.count(*I) ? std::next(I) : Known->second.erase(I);
  }
}

void ReportMerger::judgeFixes(Finding &F) {
  auto Array = Agreed.find(realPlace(F.Declared));
  for (Fix &X : F.Fixes) {
    const std::set<KernelGrowth> &Kernels =
        Growth[{realPlace(F.Declared), editsOf(X)}];
    X.Kernels.assign(Kernels.begin(), Kernels.end());
    if (X.IsSafe &&
        (Array == Agreed.end() || !Array->second.count(editsOf(X)))) {
      X.IsSafe = false;
      X.IsDisputed = true;
    }
  }
}

//===----------------------------------------------------------------------===//
// Findings and accesses
//===----------------------------------------------------------------------===//

/// Of one block, at costs that read the same.
static bool isSame(const note::OtherLaunch &A, const note::OtherLaunch &B) {
  constexpr double Shown = 0.0005; // a report shows three decimals
  return A.Block == B.Block && std::abs(A.Wavefronts - B.Wavefronts) < Shown &&
         std::abs(A.Ideal - B.Ideal) < Shown;
}

static bool namesLaunch(const Finding &F, const note::OtherLaunch &Launch) {
  return any_of(F.Notes, [&](const Note &N) {
    const auto *Known = N.getAs<note::OtherLaunch>();
    return Known && isSame(*Known, Launch);
  });
}

/// What is to be known of both is kept of `Other`.
static void takeOver(Finding &Kept, Finding &&Other) {
  if (Other.Ways > Kept.Ways)
    std::swap(Kept, Other);
  Kept.ExcessPerBlock = std::max(Kept.ExcessPerBlock, Other.ExcessPerBlock);
  Kept.IsEditable &= Other.IsEditable;
  for (Note &N : Other.Notes)
    if (const auto *Launch = N.getAs<note::OtherLaunch>();
        Launch && !namesLaunch(Kept, *Launch))
      Kept.Notes.push_back(std::move(N));
}

ReportMerger::Meaning ReportMerger::meaningOf(const Finding &F) {
  return {realPlace(F.Span.Begin), F.Rule, F.Operation};
}

void ReportMerger::add(Finding &&F) {
  auto [Known, IsNew] =
      Findings.try_emplace(meaningOf(F), Whole.Findings.size());
  if (IsNew)
    Whole.Findings.push_back(std::move(F));
  else
    takeOver(Whole.Findings[Known->second], std::move(F));
}

static void uncount(Summary &Totals, const Finding &Silenced) {
  Totals.Suppressed -= Silenced.SilencedBy == Silence::Comment;
  Totals.BelowThreshold -= Silenced.SilencedBy == Silence::Threshold;
}

void ReportMerger::addSilenced(Finding &&F) {
  if (Silenced.insert(meaningOf(F)).second)
    Whole.Silenced.push_back(std::move(F));
  else
    uncount(Whole.Totals, F);
}

ReportMerger::ShownAccess ReportMerger::shownOf(const Access &A) {
  return {{realPlace(A.Span.Begin), A.Operation},
          A.Kernel,
          A.Arrays,
          A.BytesPerLane,
          A.Block,
          A.BlockFrom,
          A.Judgement,
          A.Reason,
          A.Wavefronts,
          A.Ideal,
          A.Worst,
          A.IsExact,
          A.IsPartOf,
          A.IsAtCall,
          A.RequestsPerBlock};
}

void ReportMerger::add(std::vector<Access> &&New) {
  // Only what other sources said counts: within one source nothing is repeated.
  std::vector<ShownAccess> Added;
  for (Access &A : New) {
    ShownAccess Shown = shownOf(A);
    if (Accesses.count(Shown))
      continue;
    Added.push_back(std::move(Shown));
    Whole.Accesses.push_back(std::move(A));
  }
  Accesses.insert(Added.begin(), Added.end());
}

void ReportMerger::add(Report &&Other) {
  noteFixes(Other);
  Whole.Totals.Files += Other.Totals.Files;
  Whole.Totals.Kernels += Other.Totals.Kernels;
  Whole.Totals.Suppressed += Other.Totals.Suppressed;
  Whole.Totals.BelowThreshold += Other.Totals.BelowThreshold;
  for (Finding &F : Other.Findings)
    add(std::move(F));
  for (Finding &F : Other.Silenced)
    addSilenced(std::move(F));
  add(std::move(Other.Accesses));
  for (NotAnalysed &Gap : Other.Gaps)
    if (Gaps.insert({realPlace(Gap.Span.Begin), Gap.Kind, Gap.Name, Gap.Detail,
                     Gap.ErrorAt, Gap.ErrorCount, Gap.KernelCount, Gap.IsTried})
            .second)
      Whole.Gaps.push_back(std::move(Gap));
}

Report ReportMerger::take() {
  for (Finding &F : Whole.Findings)
    judgeFixes(F);
  erase_if(Whole.Silenced, [&](const Finding &F) {
    bool IsShown = Findings.count(meaningOf(F));
    if (IsShown)
      uncount(Whole.Totals, F);
    return IsShown;
  });
  return std::move(Whole);
}
