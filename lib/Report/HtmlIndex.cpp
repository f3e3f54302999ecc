//===- HtmlIndex.cpp - What the parts of a page know of each other --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HtmlIndex.h"
#include "Finding/Finding.h"
#include "Finding/Grouping.h"
#include "Finding/Note.h"
#include "HtmlText.h"
#include "Source/Place.h"
#include "Source/SourceTexts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace llvm;
using namespace banklint;

/// Lines that are shown around those that are spoken of.
static constexpr unsigned ContextLines = 3;

HtmlIndex::HtmlIndex(const Report &R, SourceTexts &Texts) : R(R), Texts(Texts) {
  for (const Finding &F : R.Findings)
    Findings.push_back(&F);
  // Among equals, in the order of the report.
  sort(Findings, [](const Finding *A, const Finding *B) {
    return isCostlier(*A, *B) || (!isCostlier(*B, *A) && A < B);
  });
  auto AddFile = [&](const SourcePoint &Where) -> File & {
    auto [Known, IsNew] = FileNumbers.try_emplace(Where.File, Files.size());
    if (IsNew)
      Files.push_back({Where.File, {}, {}, Texts.lineCount(Where.File)});
    return Files[Known->second];
  };
  for (const Access &A : R.Accesses) {
    addKernel(A.ShortKernel);
    if (A.IsAtCall)
      continue;
    ByPlace[A.ofArray()].push_back(&A);
    AddFile(A.Span.Begin).Accesses.push_back(&A);
  }
  for (const KernelCount &Each : R.Kernels)
    if (!Each.Accesses.empty())
      addKernel(Each.ShortKernel);
  for (size_t I = 0; I != Findings.size(); ++I) {
    auto Add = [&](const Finding &F) {
      AddFile(F.Span.Begin);
      if (std::optional<ArrayAccess> Key = F.ofArray())
        FindingNumbers.try_emplace(*Key, I);
    };
    Add(*Findings[I]);
    for_each(Findings[I]->Others, Add);
  }
  openLines();
}

void HtmlIndex::addKernel(const std::string &ShortName) {
  if (KernelNumbers.try_emplace(ShortName, Kernels.size()).second)
    Kernels.push_back(ShortName);
}

HtmlIndex::File *HtmlIndex::fileAt(const SourcePoint &Where) {
  auto Known = FileNumbers.find(Where.File);
  return Known == FileNumbers.end() ? nullptr : &Files[Known->second];
}

void HtmlIndex::open(const SourceSpan &Span) {
  File *In = fileAt(Span.Begin);
  if (!In || Span.Begin.Line == 0)
    return;
  const unsigned Last = std::min(
      std::max(Span.Begin.Line, Span.EndLine) + ContextLines, In->LineCount);
  for (unsigned Line =
           Span.Begin.Line - std::min(Span.Begin.Line - 1, ContextLines);
       Line <= Last; ++Line)
    In->Open.insert(Line);
}

void HtmlIndex::openLines() {
  for (const File &In : Files)
    for (const Access *A : In.Accesses)
      open(A->Span);
  for (const Finding *F : Findings) {
    open(F->Span);
    for (const Note &N : F->Notes)
      open(N.Span);
    for (const Finding &Other : F->Others)
      open(Other.Span);
    for (const Fix &X : F->Fixes)
      open(X.Where);
  }
  // A fold of a few lines costs more than it saves.
  for (File &In : Files) {
    unsigned Before = 0;
    for (unsigned Line : std::set<unsigned>(In.Open)) {
      if (Line - Before <= 2 * ContextLines)
        for (unsigned Between = Before + 1; Between < Line; ++Between)
          In.Open.insert(Between);
      Before = Line;
    }
    if (Before &&
        In.LineCount - std::min(Before, In.LineCount) < 2 * ContextLines)
      for (unsigned Line = Before + 1; Line <= In.LineCount; ++Line)
        In.Open.insert(Line);
  }
}

std::vector<const Access *> HtmlIndex::accessesOf(const Finding &F) const {
  std::optional<ArrayAccess> Key = F.ofArray();
  auto Known = Key ? ByPlace.find(*Key) : ByPlace.end();
  return Known == ByPlace.end() ? std::vector<const Access *>() : Known->second;
}

std::optional<size_t> HtmlIndex::findingOf(const Access &A) const {
  auto Known = FindingNumbers.find(A.ofArray());
  if (Known == FindingNumbers.end())
    return std::nullopt;
  return Known->second;
}

bool HtmlIndex::hasLine(const File &Of, unsigned Line) const {
  if (Line == 0 || Line > Of.LineCount)
    return false;
  auto Next = Of.Open.lower_bound(Line);
  if (Next != Of.Open.end() && *Next == Line)
    return true;
  const unsigned End = Next == Of.Open.end() ? Of.LineCount + 1 : *Next;
  const unsigned Begin = Next == Of.Open.begin() ? 0 : *std::prev(Next);
  return holdsText(End - Begin - 1);
}

std::string HtmlIndex::linkTo(const SourcePoint &Where) const {
  std::string Text = htmlText(Where.File);
  if (Where.Line)
    Text += ":" + utostr(Where.Line);
  if (Where.Line && Where.Column)
    Text += ":" + utostr(Where.Column);
  auto Known = FileNumbers.find(Where.File);
  if (Known == FileNumbers.end() || !hasLine(Files[Known->second], Where.Line))
    return "<span class=\"at\">" + Text + "</span>";
  return "<a class=\"at\" href=\"#s" + utostr(Known->second) + "L" +
         utostr(Where.Line) + "\">" + Text + "</a>";
}
