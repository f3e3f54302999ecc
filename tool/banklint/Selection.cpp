//===- Selection.cpp - Which findings are reported ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Selection.h"
#include "Files/Changes.h"
#include "Files/Paths.h"
#include "Files/ReadFile.h"
#include "Files/WholeFile.h"
#include "Finding/Baseline.h"
#include "Finding/Finding.h"
#include "Finding/Fingerprint.h"
#include "Source/Place.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

using namespace banklint;
using namespace llvm;

static Expected<Baseline> readBaseline(StringRef File) {
  auto Buffer = readNamedFile(File);
  if (!Buffer)
    return createStringError("cannot read the baseline '" + shownPath(File) +
                             "': " + toString(Buffer.takeError()));
  return Baseline::parse(File, (*Buffer)->getBuffer());
}

static Error writeBaselineFile(StringRef File, const Report &R) {
  std::string Text;
  raw_string_ostream OS(Text);
  writeBaseline(OS, R);
  return writeWholeFile(File, Text);
}

Expected<Selection> Selection::create(const SelectionOptions &Options) {
  Selection Result;
  if (!Options.BaselineFile.empty()) {
    Expected<Baseline> Old = readBaseline(Options.BaselineFile);
    if (!Old)
      return Old.takeError();
    Result.Old.push_back(std::move(*Old));
  }
  Result.IsOldNamed =
      !Options.BaselineFile.empty() || !Options.WriteBaselineFile.empty();
  Result.WriteBaselineFile = Options.WriteBaselineFile;
  Result.HasLibraryStorage = Options.HasLibraryStorage;
  if (!Options.DiffBase.empty()) {
    Expected<Changes> Changed = Changes::since(Options.DiffBase);
    if (!Changed)
      return Changed.takeError();
    Result.Changed = std::move(*Changed);
  }
  return Result;
}

Error Selection::addBaselines(const std::set<std::string> &Files) {
  if (IsOldNamed)
    return Error::success();
  for (const std::string &File : Files) {
    Expected<Baseline> Named = readBaseline(File);
    if (!Named)
      return Named.takeError();
    Old.push_back(std::move(*Named));
  }
  return Error::success();
}

/// True if the access, the declaration of its array or a place that a note
/// names, as a launch, stands on a changed line.
static bool isTouched(const Finding &F, const Changes &Changed) {
  auto Touches = [&](const SourceSpan &Span) {
    const SourcePoint &Begin = Span.Begin;
    return Begin.Line &&
           Changed.touches(Begin.File,
                           {Begin.Line, std::max(Begin.Line, Span.EndLine)});
  };
  return Touches(F.Span) || Touches({F.Declared, F.DeclaredEndLine, 0}) ||
         any_of(F.Notes, [&](const Note &N) { return Touches(N.Span); });
}

Error Selection::apply(Report &R) const {
  computeFingerprints(R);
  if (!HasLibraryStorage)
    R.Totals.InLibraries += silence(R, Silence::Library, [](const Finding &F) {
      return F.IsInLibraryStorage;
    });
  if (!WriteBaselineFile.empty()) {
    if (Error E = writeBaselineFile(WriteBaselineFile, R))
      return E;
    Baseline::of(R).apply(R);
  }
  for (const Baseline &Known : Old)
    Known.apply(R);
  if (Changed) {
    size_t Before = R.Findings.size();
    erase_if(R.Findings,
             [&](const Finding &F) { return !isTouched(F, *Changed); });
    R.Totals.OutsideDiff += Before - R.Findings.size();
  }
  return Error::success();
}
