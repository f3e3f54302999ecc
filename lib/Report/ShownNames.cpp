//===- ShownNames.cpp - One name for each file of a report ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/ShownNames.h"
#include "Config/BlockDims.h"
#include "Finding/Finding.h"
#include "Finding/Obstacle.h"
#include "Source/Place.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <string>

using namespace llvm;
using namespace banklint;

namespace {
class Namer {
public:
  using NameOf = function_ref<std::string(StringRef)>;
  explicit Namer(NameOf Of) : Of(Of) {}

  void name(Report &R);
  void name(Note &N);
  void name(NotAnalysed &Gap);

private:
  void name(std::string &File);
  void name(SourcePoint &Point) { name(Point.File); }
  void name(SourceSpan &Span) { name(Span.Begin); }
  void name(Access &A);
  void name(KernelCount &Kernel);
  void name(Fix &X);
  void name(Finding &F);

  NameOf Of;
  StringMap<std::string> Names;
};
} // namespace

void Namer::name(std::string &File) {
  if (File.empty())
    return;
  auto [Entry, IsNew] = Names.try_emplace(File);
  if (IsNew)
    Entry->second = Of(File);
  File = Entry->second;
}

void Namer::name(Access &A) {
  name(A.Span);
  for (SourcePoint &At : A.Elsewhere)
    name(At);
  name(A.Inside);
  name(A.Launch);
  name(A.Guard);
  name(A.Declared);
  if (A.BlockFrom.Kind == BlockSource::Launch && A.Launch.Begin.Line)
    A.BlockFrom.Name = A.Launch.Begin.File;
}

void Namer::name(KernelCount &Kernel) {
  name(Kernel.Launch);
  for (AccessCount &A : Kernel.Accesses)
    name(A.At);
  if (Kernel.BlockFrom.Kind == BlockSource::Launch && Kernel.Launch.Begin.Line)
    Kernel.BlockFrom.Name = Kernel.Launch.Begin.File;
}

/// Whether what it names is a file.
static bool isOfFile(const Obstacle &What) {
  return What.Kind == ObstacleKind::UsedByOtherSource ||
         What.Kind == ObstacleKind::CalledByOtherSource ||
         What.Kind == ObstacleKind::UnknownSource ||
         What.Kind == ObstacleKind::ExcludedFile;
}

void Namer::name(Note &N) {
  name(N.Span);
  auto *Refusal = N.getAs<note::NoFix>();
  if (Refusal && isOfFile(Refusal->What))
    name(Refusal->What.Name);
}

void Namer::name(Fix &X) {
  name(X.Where);
  for (Edit &E : X.Edits)
    name(E.File);
  for (KernelGrowth &K : X.Kernels)
    name(K.Where);
  if (X.Proposed.Worsened)
    name(X.Proposed.Worsened->Which.At);
}

void Namer::name(Finding &F) {
  name(F.Span);
  name(F.Declared);
  for (Note &N : F.Notes)
    name(N);
  for (Fix &X : F.Fixes)
    name(X);
  for (Finding &Other : F.Others)
    name(Other);
}

void Namer::name(NotAnalysed &Gap) {
  name(Gap.Span);
  name(Gap.ErrorAt);
  for (FoundHeader &Place : Gap.FoundAt)
    name(Place.File);
  if (Gap.Kind == GapKind::UnreadFile || Gap.Kind == GapKind::BrokenSource)
    name(Gap.Name);
}

void Namer::name(Report &R) {
  for (Access &A : R.Accesses)
    name(A);
  for (KernelCount &Kernel : R.Kernels)
    name(Kernel);
  for (auto *Findings : {&R.Findings, &R.Silenced})
    for (Finding &F : *Findings)
      name(F);
  for (NotAnalysed &Gap : R.Gaps)
    name(Gap);
}

void banklint::nameFiles(Report &R) { Namer(shownPath).name(R); }

Note banklint::named(Note N, const RepositoryPaths &Paths) {
  Namer([&](StringRef File) { return Paths.name(File); }).name(N);
  return N;
}

NotAnalysed banklint::named(NotAnalysed Gap, const RepositoryPaths &Paths) {
  Namer([&](StringRef File) { return Paths.name(File); }).name(Gap);
  return Gap;
}
