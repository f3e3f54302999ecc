//===- Rdjson.cpp - The report for reviewdog ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Rdjson.h"
#include "Files/Paths.h"
#include "Finding/Finding.h"
#include "Finding/Note.h"
#include "Finding/Wording.h"
#include "JsonText.h"
#include "Report/ShownNames.h"
#include "Source/Place.h"
#include "Source/SourceTexts.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <set>
#include <string>
#include <utility>

using namespace llvm;
using namespace banklint;

static json::Object position(unsigned Line, unsigned Column) {
  return json::Object{{"line", Line}, {"column", Column}};
}

static json::Object range(const SourceSpan &Span) {
  json::Object Range{{"start", position(Span.Begin.Line, Span.Begin.Column)}};
  if (Span.EndLine)
    Range["end"] = position(Span.EndLine, Span.EndColumn);
  return Range;
}

static json::Object location(const SourceSpan &Span,
                             const RepositoryPaths &Paths) {
  json::Object Location{{"path", jsonText(Paths.name(Span.Begin.File))}};
  if (Span.Begin.Line)
    Location["range"] = range(Span);
  return Location;
}

static json::Object diagnostic(StringRef Message, const SourceSpan &Span,
                               StringRef Severity, StringRef Rule,
                               const RepositoryPaths &Paths) {
  return json::Object{{"message", jsonText(Message)},
                      {"location", location(Span, Paths)},
                      {"severity", Severity},
                      {"code", json::Object{{"value", Rule}}}};
}

static json::Object findingObject(const Finding &F,
                                  const RepositoryPaths &Paths) {
  json::Object Result = diagnostic(F.Message, F.Span,
                                   F.IsError                       ? "ERROR"
                                   : F.severity() == Severity::Low ? "INFO"
                                                                   : "WARNING",
                                   F.Rule, Paths);
  json::Array Related;
  for (const Note &N : F.Notes)
    Related.push_back(
        json::Object{{"message", jsonText(noteText(named(N, Paths)))},
                     {"location", location(N.Span, Paths)}});
  if (!Related.empty())
    Result["related_locations"] = std::move(Related);
  return Result;
}

static json::Object suggestion(const Fix &X, StringRef Rule,
                               const RepositoryPaths &Paths,
                               SourceTexts &Texts) {
  const Edit &E = X.Edits.front();
  SourcePoint End = Texts.point(E.File, E.OffsetBytes + E.LengthBytes);
  SourceSpan Span{Texts.point(E.File, E.OffsetBytes), End.Line, End.Column};
  json::Object Result = diagnostic(fixText(X), Span, "INFO", Rule, Paths);
  Result["suggestions"] = json::Array{
      json::Object{{"range", range(Span)}, {"text", jsonText(E.Text)}}};
  return Result;
}

void banklint::writeRdjson(raw_ostream &OS, const Report &R,
                           const RepositoryPaths &Paths, SourceTexts &Texts) {
  json::Array Diagnostics;
  std::set<std::pair<std::string, Edit>> Suggested;
  for (const Finding &F : R.Findings) {
    Diagnostics.push_back(findingObject(F, Paths));
    for (const Fix &X : F.Fixes)
      if (X.IsSafe && X.Edits.size() == 1 &&
          Suggested.insert({X.Edits[0].File, X.Edits[0]}).second)
        Diagnostics.push_back(suggestion(X, F.Rule, Paths, Texts));
  }
  OS << formatv("{0:2}\n", json::Value(json::Object{
                               {"source", json::Object{{"name", "banklint"}}},
                               {"severity", "WARNING"},
                               {"diagnostics", std::move(Diagnostics)}}));
}
