//===- Text.cpp - Diagnostics in Clang's form -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Text.h"
#include "Files/RegularFiles.h"
#include "Files/Shown.h"
#include "Finding/Finding.h"
#include "Finding/Note.h"
#include "Finding/Wording.h"
#include "Source/AccessKey.h"
#include "Source/EditedFiles.h"
#include "Source/Place.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticOptions.h"
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
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
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
  Renderer(raw_ostream &OS, bool UseColors, const EditedFiles &Edited);

  /// With the source below it, unless the span has no end.
  void print(clang::DiagnosticsEngine::Level Level, const SourceSpan &Span,
             StringRef Sentence);
  /// With the line as it would be.
  void printFix(const Fix &X);

private:
  /// A line, and below it marks under what is new.
  struct EditedLine {
    unsigned Number = 0;
    std::string Text, Marks;
    void add(StringRef Piece, bool IsNew);
  };
  clang::FileID open(const std::string &File);
  clang::SourceLocation locate(const std::string &File, unsigned Line,
                               unsigned Column);
  std::optional<EditedLine> editedLine(ArrayRef<Edit> Edits);

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

Renderer::Renderer(raw_ostream &OS, bool UseColors, const EditedFiles &Edited)
    : OS(OS), Engine(clang::DiagnosticIDs::create(), Options,
                     new clang::IgnoringDiagConsumer),
      Files(clang::FileSystemOptions(), overlayFiles(regularFiles(), Edited)),
      Sources(Engine, Files), Text(OS, Language, Options) {
  Options.ShowColors = UseColors;
}

clang::FileID Renderer::open(const std::string &File) {
  auto [Entry, IsNew] = Opened.try_emplace(File);
  if (!IsNew)
    return Entry->second;
  // Clang prints the name of a buffer as it is.
  if (auto Found = Files.getBufferForFile(File))
    Entry->second = Sources.createFileID(
        MemoryBuffer::getMemBufferCopy((*Found)->getBuffer(), shownText(File)));
  return Entry->second;
}

clang::SourceLocation Renderer::locate(const std::string &File, unsigned Line,
                                       unsigned Column) {
  clang::FileID Id = open(File);
  if (Id.isInvalid() || Line == 0)
    return clang::SourceLocation();
  return Sources.translateLineCol(Id, Line, std::max(Column, 1u));
}

/// The line that all edits stand on, as it is after them; nothing where they
/// stand on several.
std::optional<Renderer::EditedLine> Renderer::editedLine(ArrayRef<Edit> Edits) {
  if (Edits.empty())
    return std::nullopt;
  std::vector<Edit> Sorted(Edits);
  sort(Sorted);
  clang::FileID Id = open(Sorted.front().File);
  if (Id.isInvalid())
    return std::nullopt;
  StringRef Source = Sources.getBufferData(Id);
  size_t At = std::min<size_t>(Sorted.front().OffsetBytes, Source.size());
  EditedLine Result;
  Result.Number = Sources.getLineNumber(Id, unsigned(At));
  const size_t Begin = Source.rfind('\n', At) + 1; // npos is none
  const size_t End = std::min(Source.find_first_of("\r\n", At), Source.size());
  At = Begin;
  for (const Edit &E : Sorted) {
    const size_t Behind = size_t(E.OffsetBytes) + E.LengthBytes;
    if (E.File != Sorted.front().File || E.OffsetBytes < At || Behind > End ||
        StringRef(E.Text).contains('\n'))
      return std::nullopt;
    Result.add(Source.slice(At, E.OffsetBytes), /*IsNew=*/false);
    Result.add(E.Text, /*IsNew=*/true);
    At = Behind;
  }
  Result.add(Source.slice(At, End), /*IsNew=*/false);
  return Result;
}

void Renderer::EditedLine::add(StringRef Piece, bool IsNew) {
  const std::string Shown = shownCode(Piece);
  Text += Shown;
  for (char C : Shown)
    if ((uint8_t(C) & 0xC0) != 0x80) // one a character of UTF-8
      Marks += IsNew ? '~' : C == '\t' ? '\t' : ' ';
}

void Renderer::printFix(const Fix &X) {
  std::optional<EditedLine> Line = editedLine(X.Edits);
  std::string Message = fixText(X);
  if (!Line && !X.Edits.empty())
    Message += "; " + std::to_string(X.Edits.size()) +
               (X.Edits.size() == 1 ? " edit" : " edits") +
               "; see --format=diff" + (X.IsSafe ? "" : " --unsafe-fixes");
  print(clang::DiagnosticsEngine::Note, {X.Where.Begin, 0, 0}, Message);
  if (!Line)
    return;
  OS << format("%5u | ", Line->Number) << Line->Text << "\n      | ";
  if (Options.ShowColors)
    OS.changeColor(raw_ostream::GREEN, /*Bold=*/false);
  OS << StringRef(Line->Marks).rtrim();
  if (Options.ShowColors)
    OS.resetColor();
  OS << '\n';
}

void Renderer::print(clang::DiagnosticsEngine::Level Level,
                     const SourceSpan &Span, StringRef Sentence) {
  const std::string Message = shownText(Sentence);
  const SourcePoint &Begin = Span.Begin;
  clang::SourceLocation Where = locate(Begin.File, Begin.Line, Begin.Column);
  if (Where.isInvalid()) {
    if (Begin.Line)
      OS << shownText(Begin.File) << ':' << Begin.Line << ':' << Begin.Column
         << ": ";
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
                      Ranges, {});
}

void banklint::writeFindings(raw_ostream &OS, ArrayRef<Finding> Findings,
                             bool UseColors, const EditedFiles &Edited) {
  using Level = clang::DiagnosticsEngine::Level;
  std::string Written;
  raw_string_ostream Lines(Written);
  // Clang's renderer has a stream of its own, which takes that over.
  Lines.enable_colors(UseColors);
  Renderer Out(Lines, UseColors, Edited);
  for (const Finding &F : Findings) {
    Out.print(F.IsError ? Level::Error : Level::Warning, F.Span,
              F.Message + " [" + F.Rule + "]");
    for (const Note &N : F.Notes) {
      // The source of the warning stands there already.
      bool IsShown = N.Span.Begin == F.Span.Begin;
      Out.print(Level::Note, IsShown ? SourceSpan{N.Span.Begin, 0, 0} : N.Span,
                noteText(N));
    }
    for (const Fix &X : F.Fixes)
      Out.printFix(X);
  }
  OS << withoutCommands(Written);
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

/// "load of 4 bytes from 'tile'", "store of 8 bytes to shared memory".
static void writeOperation(raw_ostream &OS, const Access &A) {
  OS << operationName(A.Operation);
  if (A.BytesPerLane)
    OS << " of " << A.BytesPerLane
       << (A.BytesPerLane == 1 ? " byte" : " bytes");
  OS << ' ' << operationPreposition(A.Operation) << ' ';
  OS << shownText(arrayText(A.Arrays));
}

static void writeAccess(raw_ostream &OS, const Access &A) {
  const SourcePoint &Place = A.Span.Begin;
  OS << shownText(Place.File) << ':' << Place.Line << ':' << Place.Column
     << ": remark: ";
  writeOperation(OS, A);
  OS << ": " << numberOrUnknown(A.Wavefronts) << '/' << numberOrUnknown(A.Ideal)
     << " wavefronts, " << verdictText(A);
  if (std::string Reason = reasonText(A.Reason); !Reason.empty())
    OS << " (" << shownText(Reason) << ')';
  if (!A.isExact())
    OS << ", inexact";
  if (A.Worst && A.Wavefronts && A.Ideal && *A.Ideal > 0 &&
      number(*A.Worst) != number(*A.Wavefronts / *A.Ideal))
    OS << ", worst " << number(*A.Worst) << 'x';
  if (A.Block[0])
    OS << ", block " << A.Block[0] << 'x' << A.Block[1] << 'x' << A.Block[2];
  if (A.RequestsPerBlock)
    OS << ", " << *A.RequestsPerBlock
       << (*A.RequestsPerBlock == 1 ? " request" : " requests");
  OS << " [" << shownText(A.ShortKernel) << "]\n";
}

void banklint::writeAccesses(raw_ostream &OS, ArrayRef<Access> Accesses) {
  for (const Access &A : Accesses)
    if (!A.IsAtCall)
      writeAccess(OS, A);
}
