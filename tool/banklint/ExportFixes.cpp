//===- ExportFixes.cpp - Fixes for clang-apply-replacements ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format is that of Clang's tooling library, which clang-apply-replacements
// reads it back with. Its YAML traits are the definition, so this file uses
// them and stands with the tool: lib/Edit does without Clang.
//
//===----------------------------------------------------------------------===//

#include "ExportFixes.h"
#include "Edit/FixPlan.h"
#include "Files/Paths.h"
#include "Finding/Finding.h"
#include "Finding/Note.h"
#include "Finding/Wording.h"
#include "Source/Place.h"
#include "Source/SourceTexts.h"
#include "clang/Tooling/Core/Diagnostic.h"
#include "clang/Tooling/Core/Replacement.h"
#include "clang/Tooling/DiagnosticsYaml.h" // IWYU pragma: keep
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/YAMLTraits.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <set>
#include <string>
#include <utility>

using namespace llvm;
using namespace banklint;
using clang::tooling::Diagnostic;
using clang::tooling::DiagnosticMessage;

static DiagnosticMessage messageAt(const SourcePoint &Where,
                                   const std::string &Text,
                                   SourceTexts &Texts) {
  DiagnosticMessage Message(Text);
  if (std::optional<unsigned> Offset = Texts.offset(Where)) {
    Message.FilePath = realPath(Where.File);
    Message.FileOffset = *Offset;
  }
  return Message;
}

/// Edits that stand at an earlier finding as well are left out.
static void addEdits(const Fix &F, StringMap<std::set<Edit>> &Known,
                     DiagnosticMessage &Message) {
  for (const Edit &E : F.Edits) {
    std::string File = realPath(E.File);
    if (!Known[File].insert(E).second)
      continue;
    clang::tooling::Replacement New(File, E.OffsetBytes, E.LengthBytes, E.Text);
    // The plan holds no two edits that overlap.
    cantFail(Message.Fix[File].add(New));
  }
}

void banklint::writeExportedFixes(raw_ostream &OS, ArrayRef<Finding> Findings,
                                  const FixPlan &Plan, SourceTexts &Texts) {
  clang::tooling::TranslationUnitDiagnostics All;
  StringMap<std::set<Edit>> Known;
  for (auto [F, Chosen] : zip(Findings, Plan.Chosen)) {
    Diagnostic D(F.Rule, F.IsError ? Diagnostic::Error : Diagnostic::Warning,
                 /*BuildDirectory=*/"");
    D.Message = messageAt(F.Span.Begin, F.Message, Texts);
    for (const Note &N : F.Notes)
      D.Notes.push_back(messageAt(N.Span.Begin, noteText(N), Texts));
    if (Chosen)
      addEdits(*Chosen, Known, D.Message);
    All.Diagnostics.push_back(std::move(D));
  }
  yaml::Output Out(OS);
  Out << All;
}
