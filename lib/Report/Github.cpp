//===- Github.cpp - The report as GitHub's workflow commands --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Github.h"
#include "Files/Paths.h"
#include "Files/Shown.h"
#include "Finding/Finding.h"
#include "Finding/Note.h"
#include "Finding/Wording.h"
#include "Report/ShownNames.h"
#include "Source/Place.h"
#include "Source/SourceTexts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

using namespace llvm;
using namespace banklint;

/// What would end a command, or one of its properties, is written as a URI
/// would.
static std::string escaped(StringRef Text, StringRef Special) {
  std::string Result;
  for (char C : Text) {
    if (Special.contains(C))
      Result += "%" + utohexstr(uint8_t(C), /*LowerCase=*/false, /*Width=*/2);
    else
      Result += C;
  }
  return Result;
}

static std::string data(StringRef Text) { return escaped(Text, "%\r\n"); }
static std::string property(StringRef Text) { return escaped(Text, "%\r\n:,"); }

static void writeCommand(raw_ostream &OS, StringRef Command, StringRef Title,
                         const SourceSpan &Span, StringRef Text,
                         const RepositoryPaths &Paths, SourceTexts &Texts) {
  const SourcePoint &Begin = Span.Begin;
  OS << "::" << Command << " title=" << property(Title)
     << ",file=" << property(shownText(Paths.name(Begin.File)));
  if (Begin.Line)
    OS << ",line=" << Begin.Line;
  if (Span.EndLine)
    OS << ",endLine=" << Span.EndLine;
  // Columns are refused where the lines differ.
  if (Begin.Line && Span.EndLine == Begin.Line)
    OS << ",col=" << Texts.utf16Column(Begin.File, Begin.Line, Begin.Column)
       << ",endColumn="
       << Texts.utf16Column(Begin.File, Span.EndLine, Span.EndColumn);
  OS << "::" << data(Text) << '\n';
}

static std::string textOf(const Finding &F, const RepositoryPaths &Paths) {
  std::string Text = shownText(F.Message);
  auto Add = [&](const SourceSpan &Span, const std::string &Message) {
    std::string Place;
    if (Span.Begin.Line)
      Place = Paths.name(Span.Begin.File) + ":" +
              std::to_string(Span.Begin.Line) + ": ";
    Text += "\n" + shownText(Place + Message);
  };
  for (const Note &N : F.Notes)
    Add(N.Span, noteText(named(N, Paths)));
  for (const Fix &X : F.Fixes)
    Add(X.Where, fixText(X));
  return Text;
}

void banklint::writeGithub(raw_ostream &OS, const Report &R,
                           const RepositoryPaths &Paths, SourceTexts &Texts) {
  for (const Finding &F : R.Findings)
    writeCommand(OS,
                 F.IsError                       ? "error"
                 : F.severity() == Severity::Low ? "notice"
                                                 : "warning",
                 F.Rule, F.Span, textOf(F, Paths), Paths, Texts);
  for (const NotAnalysed &Gap : R.Gaps)
    // What a missing header costs has no annotations of its own.
    if (Gap.IsError &&
        (Gap.Kind == GapKind::MissingHeader || !Gap.isOfHeaders()))
      writeCommand(OS, "error", "banklint", Gap.Span,
                   shownText(gapSentence(named(Gap, Paths))), Paths, Texts);
}
