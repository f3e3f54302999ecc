//===- Text.cpp - Diagnostics in Clang's form -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Text.h"
#include "Finding/Finding.h"
#include "Finding/Note.h"
#include "Finding/Wording.h"
#include "Source/AccessKey.h"
#include "Source/Place.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/FileEntry.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceLocation.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/TextDiagnostic.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

using namespace llvm;
using namespace banklint;

//===----------------------------------------------------------------------===//
// Findings.
//===----------------------------------------------------------------------===//

namespace {
/// Clang's renderer over sources of its own: findings are plain data, and
/// their trees are gone.
class Renderer {
public:
  Renderer(raw_ostream &OS, bool UseColors);

  void print(clang::DiagnosticsEngine::Level Level, const SourceSpan &Span,
             StringRef Message, ArrayRef<Edit> Edits = {});

private:
  clang::FileID open(const std::string &File);
  clang::SourceLocation locate(const std::string &File, unsigned Line,
                               unsigned Column);
  std::vector<clang::FixItHint> hints(ArrayRef<Edit> Edits,
                                      const SourceSpan &Shown);

  raw_ostream &OS;
  clang::LangOptions Language;
  clang::DiagnosticOptions Options;
  clang::DiagnosticsEngine Engine;
  clang::FileManager Files;
  clang::SourceManager Sources;
  clang::TextDiagnostic Text;
  StringMap<clang::FileID> Opened;
};
} // namespace

Renderer::Renderer(raw_ostream &OS, bool UseColors)
    : OS(OS), Engine(clang::DiagnosticIDs::create(), Options,
                     new clang::IgnoringDiagConsumer),
      Files(clang::FileSystemOptions()), Sources(Engine, Files),
      Text(OS, Language, Options) {
  Options.ShowColors = UseColors;
}

clang::FileID Renderer::open(const std::string &File) {
  auto [Entry, IsNew] = Opened.try_emplace(File);
  if (!IsNew)
    return Entry->second;
  if (clang::OptionalFileEntryRef Found = Files.getOptionalFileRef(File))
    Entry->second = Sources.createFileID(*Found, clang::SourceLocation(),
                                         clang::SrcMgr::C_User);
  return Entry->second;
}

clang::SourceLocation Renderer::locate(const std::string &File, unsigned Line,
                                       unsigned Column) {
  clang::FileID Id = open(File);
  if (Id.isInvalid() || Line == 0)
    return clang::SourceLocation();
  return Sources.translateLineCol(Id, Line, std::max(Column, 1u));
}

/// Of the edits, those on the lines that are shown: the others would bring
/// their lines, and all between, along.
std::vector<clang::FixItHint> Renderer::hints(ArrayRef<Edit> Edits,
                                              const SourceSpan &Shown) {
  std::vector<clang::FixItHint> Result;
  for (const Edit &E : Edits) {
    clang::FileID Id = open(E.File);
    if (Id.isInvalid() ||
        E.OffsetBytes + E.LengthBytes > Sources.getFileIDSize(Id))
      continue;
    clang::SourceLocation Begin =
        Sources.getLocForStartOfFile(Id).getLocWithOffset(E.OffsetBytes);
    unsigned Line = Sources.getSpellingLineNumber(Begin);
    if (E.File != Shown.Begin.File || Line < Shown.Begin.Line ||
        Line > std::max(Shown.Begin.Line, Shown.EndLine))
      continue;
    Result.push_back(clang::FixItHint::CreateReplacement(
        clang::CharSourceRange::getCharRange(
            Begin, Begin.getLocWithOffset(E.LengthBytes)),
        E.Text));
  }
  return Result;
}

void Renderer::print(clang::DiagnosticsEngine::Level Level,
                     const SourceSpan &Span, StringRef Message,
                     ArrayRef<Edit> Edits) {
  const SourcePoint &Begin = Span.Begin;
  clang::SourceLocation Where = locate(Begin.File, Begin.Line, Begin.Column);
  if (Where.isInvalid()) {
    if (Begin.Line)
      OS << Begin.File << ':' << Begin.Line << ':' << Begin.Column << ": ";
    clang::TextDiagnostic::printDiagnosticLevel(OS, Level, Options.ShowColors);
    clang::TextDiagnostic::printDiagnosticMessage(
        OS, Level == clang::DiagnosticsEngine::Note, Message, 0, 0,
        Options.ShowColors);
    return;
  }
  SmallVector<clang::CharSourceRange, 1> Ranges;
  Options.ShowCarets = Span.EndLine != 0;
  if (Span.EndLine)
    Ranges.push_back(clang::CharSourceRange::getCharRange(
        Where, locate(Begin.File, Span.EndLine, Span.EndColumn)));
  Text.emitDiagnostic(clang::FullSourceLoc(Where, Sources), Level, Message,
                      Ranges, hints(Edits, Span));
}

void banklint::writeFindings(raw_ostream &OS, ArrayRef<Finding> Findings,
                             bool UseColors) {
  using Level = clang::DiagnosticsEngine::Level;
  Renderer Out(OS, UseColors);
  for (const Finding &F : Findings) {
    Out.print(F.IsError ? Level::Error : Level::Warning, F.Span,
              F.Message + " [" + F.Rule + "]");
    for (const Note &N : F.Notes)
      Out.print(Level::Note, N.Span, noteText(N));
    for (const Fix &X : F.Fixes)
      Out.print(Level::Note, X.Where, fixText(X), X.Edits);
  }
}

//===----------------------------------------------------------------------===//
// Accesses.
//===----------------------------------------------------------------------===//

/// At most four significant digits before decimals are cut: 47, 1.5, 3.917.
static std::string number(double Value) {
  std::string Text;
  bool IsWhole = Value == std::round(Value) || std::fabs(Value) >= 1000;
  raw_string_ostream(Text) << format(IsWhole ? "%.0f" : "%.4g", Value);
  return Text;
}

static std::string numberOrUnknown(std::optional<double> Value) {
  return Value ? number(*Value) : "?";
}

void banklint::writeOperation(raw_ostream &OS, const Access &A) {
  OS << operationName(A.Operation);
  if (A.BytesPerLane)
    OS << " of " << A.BytesPerLane
       << (A.BytesPerLane == 1 ? " byte" : " bytes");
  OS << ' ' << operationPreposition(A.Operation) << ' ';
  OS << arrayText(A.Arrays);
}

static void writeAccess(raw_ostream &OS, const Access &A) {
  const SourcePoint &Place = A.Span.Begin;
  OS << Place.File << ':' << Place.Line << ':' << Place.Column << ": remark: ";
  writeOperation(OS, A);
  OS << ": " << numberOrUnknown(A.Wavefronts) << '/' << numberOrUnknown(A.Ideal)
     << " wavefronts, " << verdictName(A.Judgement);
  if (std::string Reason = reasonText(A.Reason); !Reason.empty())
    OS << " (" << Reason << ')';
  if (!A.IsExact)
    OS << ", inexact";
  if (A.Worst && A.Wavefronts && A.Ideal && *A.Ideal > 0 &&
      number(*A.Worst) != number(*A.Wavefronts / *A.Ideal))
    OS << ", worst " << number(*A.Worst) << 'x';
  if (A.Block[0])
    OS << ", block " << A.Block[0] << 'x' << A.Block[1] << 'x' << A.Block[2];
  if (A.RequestsPerBlock)
    OS << ", " << *A.RequestsPerBlock
       << (*A.RequestsPerBlock == 1 ? " request" : " requests");
  OS << " [" << A.ShortKernel << "]\n";
}

void banklint::writeAccesses(raw_ostream &OS, ArrayRef<Access> Accesses) {
  for (const Access &A : Accesses)
    if (!A.IsAtCall)
      writeAccess(OS, A);
}
