//===- Merge.cpp - Reports of several sources in one ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Merge.h"
#include "Finding/Grouping.h"
#include "Source/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cmath>
#include <cstdlib>

using namespace llvm;
using namespace banklint;

const std::string &ReportMerger::realFile(const std::string &File) {
  auto [Entry, IsNew] = Files->RealNames.try_emplace(File, File);
  SmallString<128> Real;
  sys::fs::UniqueID Id;
  if (IsNew && !File.empty() && !sys::fs::real_path(File, Real)) {
    Entry->second = Real.str().str();
    // Hard links of one file are edited together.
    if (!sys::fs::getUniqueID(Real, Id))
      Entry->second =
          Files->FirstNames.try_emplace(Id, Entry->second).first->second;
  }
  return Entry->second;
}

SourcePoint ReportMerger::realPlace(const SourcePoint &Point) {
  return {realFile(Point.File), Point.Line, Point.Column};
}

//===----------------------------------------------------------------------===//
// Fixes that are proved for all sources
//===----------------------------------------------------------------------===//

FileEdits ReportMerger::realEdits(llvm::ArrayRef<Edit> Edits) {
  FileEdits Result;
  for (const Edit &E : Edits)
    Result.emplace(realFile(E.File), E);
  return Result;
}

void ReportMerger::note(const CompiledText &Text) {
  const size_t Number = Sources.size();
  Source &New = Sources.emplace_back();
  New.Name = Text.Source;
  New.Build = Text.Build;
  New.HasErrors = Text.HasErrors;
  New.IsKnown = Text.IsKnown;
  New.Files.push_back(Text.Source);
  for (const CompiledFile &File : Text.Files)
    New.Files.push_back(File.Name);
  MainFiles.insert(realFile(Text.Source));
  if (!Text.IsKnown)
    Unknown.push_back(Number);
  for (const CompiledFile &File : Text.Files) {
    std::vector<TextRange> &Unused = Readers[realFile(File.Name)][Number];
    // With errors, what seems to be used by nothing may be used by lost code.
    if (!Text.HasErrors)
      llvm::append_range(Unused, File.Unused);
  }
  for (const std::string &Symbol : Text.Undefined)
    Callers.try_emplace(Symbol, Number);
  for (const ProvedEdits &Proved : Text.Proposed) {
    New.Proposed.push_back({realEdits(Proved.Edits), Proved.IsSafe, &Proved});
    for (const auto &Made : New.Proposed.back().Edits)
      New.ByEdit[Made].push_back(New.Proposed.size() - 1);
  }
}

const ReportMerger::Source::Fix *
ReportMerger::Source::proposalOf(const FileEdits &Edits) const {
  const Fix *Best = nullptr;
  auto Known = ByEdit.find(*Edits.begin());
  if (Known == ByEdit.end())
    return nullptr;
  for (size_t Number : Known->second) {
    const Fix &Proposal = Proposed[Number];
    if ((!Best || (Proposal.IsSafe && !Best->IsSafe)) &&
        llvm::includes(Proposal.Edits, Edits))
      Best = &Proposal;
  }
  return Best;
}

/// Which of the edits lie in text that each source compiles.
std::map<size_t, FileEdits>
ReportMerger::seenBySource(const FileEdits &Edits) const {
  std::map<size_t, FileEdits> Seen;
  for (const auto &Made : Edits) {
    auto File = Readers.find(Made.first);
    if (File == Readers.end())
      continue;
    const unsigned Offset = Made.second.OffsetBytes;
    for (const auto &[Number, Unused] : File->second)
      if (none_of(Unused, [&](const TextRange &Range) {
            return Range.Begin <= Offset && Offset < Range.End;
          }))
        Seen[Number].insert(Made);
  }
  return Seen;
}

const StringSet<> &ReportMerger::wordsOf(const Source &S) const {
  if (S.Words)
    return *S.Words;
  S.Words.emplace();
  for (const std::string &File : S.Files) {
    if (const auto Text = MemoryBuffer::getFile(File))
      addWords((*Text)->getBuffer(), *S.Words);
  }
  return *S.Words;
}

/// The name of a function without what is around it: `f` of `_ZN1n1fIiEEvv`.
static std::string baseNameOf(const std::string &Symbol) {
  ItaniumPartialDemangler Demangler;
  if (Demangler.partialDemangle(Symbol.c_str()))
    return Symbol; // of C
  size_t Length = 0;
  char *Name = Demangler.getFunctionBaseName(nullptr, &Length);
  const std::string Result = Name ? Name : Symbol;
  std::free(Name);
  return Result;
}

/// A launch in code that Clang rejects, or of a kernel that is declared with a
/// type which is not found, is in no list.
bool ReportMerger::mayBeNamed(const std::vector<std::string> &Symbols,
                              const std::map<size_t, FileEdits> &Seen) const {
  return any_of(llvm::enumerate(Sources), [&](const auto &Each) {
    const Source &S = Each.value();
    return (S.HasErrors || !S.IsKnown) && !Seen.count(Each.index()) &&
           any_of(Symbols, [&](const std::string &Symbol) {
             return wordsOf(S).contains(baseNameOf(Symbol));
           });
  });
}

/// Edits that lie in text of several sources belong together with all that each
/// of these needs beside them, and are one fix.
std::optional<Obstacle> ReportMerger::complete(Fix &X, Finding &Of) {
  FileEdits All = realEdits(X.Edits);
  // Names of files become real ones, so that a kernel of a header is one.
  std::set<KernelGrowth> Kernels;
  for (const KernelGrowth &K : X.Kernels)
    Kernels.insert({K.Kernel, realPlace(K.Where), K.ExtraBytes, K.RoomBytes});
  StringSet<> Symbols;
  for (const std::string &Symbol : X.Symbols)
    Symbols.insert(Symbol);
  bool IsGrown = true, IsSafe = true;
  const Source *Asking = nullptr; // for edits beside
  while (IsGrown) {
    IsGrown = false;
    IsSafe = true;
    for (const auto &[Number, Seen] : seenBySource(All)) {
      const Source &S = Sources[Number];
      const Source::Fix *Own = S.proposalOf(Seen);
      if (!Own) {
        const Source &Other = S.Build.empty() && Asking ? *Asking : S;
        return Other.Build.empty()
                   ? Obstacle{ObstacleKind::UsedByOtherSource, Other.Name}
                   : Obstacle{ObstacleKind::OtherBuild, Other.Build};
      }
      IsSafe &= Own->IsSafe;
      Of.IsHalfRead |= Own->Of->IsHalfRead;
      for (const Edit &E : Own->Of->Edits)
        if (All.emplace(realFile(E.File), E).second) {
          X.Edits.push_back(E);
          IsGrown = true;
          Asking = &S;
        }
      for (const std::string &Symbol : Own->Of->Symbols)
        if (Symbols.insert(Symbol).second)
          X.Symbols.push_back(Symbol);
      for (const KernelGrowth &K : Own->Of->Kernels)
        Kernels.insert(
            {K.Kernel, realPlace(K.Where), K.ExtraBytes, K.RoomBytes});
    }
  }
  for (const std::string &Symbol : X.Symbols)
    if (auto Caller = Callers.find(Symbol); Caller != Callers.end()) {
      const Source &S = Sources[Caller->second];
      return S.Build.empty()
                 ? Obstacle{ObstacleKind::CalledByOtherSource, S.Name}
                 : Obstacle{ObstacleKind::OtherBuild, S.Build};
    }
  for (size_t Number : Unknown)
    for (const auto &[File, Made] : All) {
      if (!MainFiles.contains(File) || File == realFile(Sources[Number].Name))
        return Obstacle{ObstacleKind::UnknownSource, Sources[Number].Name};
    }
  IsSafe &= !X.IsSafe || !mayBeNamed(X.Symbols, seenBySource(All));
  X.Kernels.assign(Kernels.begin(), Kernels.end());
  X.IsDisputed |= X.IsSafe && !IsSafe;
  X.IsSafe &= IsSafe;
  return std::nullopt;
}

void ReportMerger::judgeFixes(Finding &F) {
  std::optional<Note> Refusal;
  std::vector<Fix> Kept;
  for (Fix &X : F.Fixes) {
    Fix Completed = X;
    if (std::optional<Obstacle> Why = complete(Completed, F)) {
      if (!Refusal)
        Refusal = Note{X.Where, note::NoFix{arrayField(F.Arrays), *Why, {}}};
    } else {
      Kept.push_back(std::move(Completed));
    }
  }
  F.Fixes = std::move(Kept);
  if (F.IsHalfRead)
    F.keepHalfRead();
  if (Refusal && F.Fixes.empty())
    F.Notes.push_back(std::move(*Refusal));
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
  if (isCostlier(Other, Kept))
    std::swap(Kept, Other);
  if (Other.IsHalfRead || Kept.IsHalfRead)
    Kept.keepHalfRead();
  for (std::string &Kernel : Other.Kernels)
    if (!is_contained(Kept.Kernels, Kernel))
      Kept.Kernels.push_back(std::move(Kernel));
  for (Note &N : Kept.Notes)
    if (auto *Launch = N.getAs<note::Launch>())
      Launch->Kernels = Kept.Kernels;
  for (Note &N : Other.Notes)
    if (const auto *Launch = N.getAs<note::OtherLaunch>();
        Launch && !namesLaunch(Kept, *Launch))
      Kept.Notes.push_back(std::move(N));
}

ReportMerger::Meaning ReportMerger::meaningOf(const Finding &F) {
  return {realPlace(F.Span.Begin), F.Rule, F.Operation, F.Arrays,
          realPlace(F.Declared)};
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
          A.InAnyLayout,
          A.WorstOfLayout,
          A.InexactBy,
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

static void addOnce(std::vector<std::string> &Names,
                    const std::vector<std::string> &New) {
  append_range(Names, New);
  sort(Names);
  Names.erase(llvm::unique(Names), Names.end());
}

/// Adds to a gap what another source says of it. Where one misses no header,
/// none is the cause.
static void join(NotAnalysed &Gap, const NotAnalysed &Same) {
  Gap.IsError |= Same.IsError;
  Gap.IsExpected &= Same.IsExpected;
  addOnce(Gap.Kernels, Same.Kernels);
  if (!Gap.isOfHeaders() || !Same.isOfHeaders())
    Gap.Headers.clear();
  else
    addOnce(Gap.Headers, Same.Headers);
}

void ReportMerger::add(Report &&Other) {
  Whole.Totals.Files += Other.Totals.Files;
  Whole.Totals.Kernels += Other.Totals.Kernels;
  Whole.Totals.Suppressed += Other.Totals.Suppressed;
  Whole.Totals.BelowThreshold += Other.Totals.BelowThreshold;
  for (Finding &F : Other.Findings)
    add(std::move(F));
  for (Finding &F : Other.Silenced)
    addSilenced(std::move(F));
  add(std::move(Other.Accesses));
  for (NotAnalysed &Gap : Other.Gaps) {
    auto [Known, IsNew] = Gaps.try_emplace(
        {realPlace(Gap.Span.Begin), Gap.Kind, Gap.Name, Gap.Detail, Gap.ErrorAt,
         Gap.ErrorCount, Gap.KernelCount, Gap.IsTried},
        Whole.Gaps.size());
    if (IsNew)
      Whole.Gaps.push_back(std::move(Gap));
    else
      join(Whole.Gaps[Known->second], Gap);
  }
  for (FoundHeader &Header : Other.Assumed)
    if (llvm::none_of(Whole.Assumed, [&](const FoundHeader &Known) {
          return Known.File == Header.File && Known.Folder == Header.Folder;
        }))
      Whole.Assumed.push_back(std::move(Header));
  // A header's kernels are those of each source.
  for (KernelCount &K : Other.Kernels) {
    std::vector<size_t> &Known = KernelsByName[K.Kernel];
    if (llvm::any_of(Known, [&](size_t I) { return Whole.Kernels[I] == K; }))
      continue;
    Known.push_back(Whole.Kernels.size());
    Whole.Kernels.push_back(std::move(K));
  }
  llvm::append_range(Whole.Texts, std::move(Other.Texts));
}

Report ReportMerger::take() {
  for (const CompiledText &Text : Whole.Texts)
    note(Text);
  for (auto *Judged : {&Whole.Findings, &Whole.Silenced})
    for (Finding &F : *Judged)
      judgeFixes(F);
  erase_if(Whole.Silenced, [&](const Finding &F) {
    bool IsShown = Findings.count(meaningOf(F));
    if (IsShown)
      uncount(Whole.Totals, F);
    return IsShown;
  });
  return std::move(Whole);
}
