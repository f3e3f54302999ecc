//===- Sarif.cpp - The report as SARIF 2.1.0 ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Written with LLVM's JSON alone: Clang's own writer of SARIF
// (clang/Basic/Sarif.h) knows neither fixes nor fingerprints nor suppressions.
//
//===----------------------------------------------------------------------===//

#include "Report/Sarif.h"
#include "Config/Homepage.h"
#include "Config/Rules.h"
#include "Files/Paths.h"
#include "Finding/Finding.h"
#include "Finding/Note.h"
#include "Finding/Wording.h"
#include "JsonText.h"
#include "Report/ShownNames.h"
#include "Source/Place.h"
#include "Source/SourceTexts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

static constexpr StringLiteral RootId = "%SRCROOT%";

namespace {
/// One method a kind of object, which it returns.
class SarifWriter {
public:
  SarifWriter(const RepositoryPaths &Paths, SourceTexts &Texts)
      : Paths(Paths), Texts(Texts) {}

  json::Object log(const Report &R);

private:
  json::Object run(const Report &R);
  json::Object driver();
  json::Object invocation(const Report &R);
  json::Object result(const Finding &F);
  json::Object fix(const Fix &X);
  json::Object replacement(const Edit &E);
  json::Object artifactLocation(StringRef File);
  json::Object region(const SourceSpan &Span);
  json::Object location(const SourceSpan &Span);

  const RepositoryPaths &Paths;
  SourceTexts &Texts;
};
} // namespace

static json::Object message(StringRef Text) {
  return json::Object{{"text", jsonText(Text)}};
}

/// A sentence of a message, which may hold links: one that leads to a related
/// location or, with an id of 0, one that holds none.
static std::string sentence(StringRef Text, size_t Id) {
  std::string Escaped;
  for (char C : Text) {
    if (StringRef("[]\\").contains(C) && (Id || Text.contains("](")))
      Escaped += '\\';
    Escaped += C;
  }
  return Id ? "[" + Escaped + "](" + std::to_string(Id) + ")" : Escaped;
}

json::Object SarifWriter::artifactLocation(StringRef File) {
  std::string Real = realPath(File);
  StringRef Below = pathBelow(Paths.root(), Real);
  if (Below.empty())
    return json::Object{{"uri", "file://" + uriOf(Real)}};
  return json::Object{{"uri", uriOf(Below)}, {"uriBaseId", RootId}};
}

json::Object SarifWriter::region(const SourceSpan &Span) {
  const SourcePoint &Begin = Span.Begin;
  json::Object Region{
      {"startLine", Begin.Line},
      {"startColumn", Texts.utf16Column(Begin.File, Begin.Line, Begin.Column)}};
  if (Span.EndLine) {
    Region["endLine"] = Span.EndLine;
    Region["endColumn"] =
        Texts.utf16Column(Begin.File, Span.EndLine, Span.EndColumn);
  }
  return Region;
}

json::Object SarifWriter::location(const SourceSpan &Span) {
  json::Object Physical{
      {"artifactLocation", artifactLocation(Span.Begin.File)}};
  if (Span.Begin.Line)
    Physical["region"] = region(Span);
  return json::Object{{"physicalLocation", std::move(Physical)}};
}

json::Object SarifWriter::replacement(const Edit &E) {
  SourcePoint End = Texts.point(E.File, E.OffsetBytes + E.LengthBytes);
  return json::Object{
      {"deletedRegion",
       region({Texts.point(E.File, E.OffsetBytes), End.Line, End.Column})},
      {"insertedContent", message(E.Text)}};
}

json::Object SarifWriter::fix(const Fix &X) {
  std::vector<std::pair<std::string, json::Array>> ByFile;
  for (const Edit &E : X.Edits) {
    auto Known =
        find_if(ByFile, [&](auto &Entry) { return Entry.first == E.File; });
    if (Known == ByFile.end())
      Known = ByFile.insert(Known, {E.File, json::Array()});
    Known->second.push_back(replacement(E));
  }
  json::Array Changes;
  for (auto &[File, Replacements] : ByFile)
    Changes.push_back(json::Object{{"artifactLocation", artifactLocation(File)},
                                   {"replacements", std::move(Replacements)}});
  return json::Object{{"description", message(fixText(X))},
                      {"artifactChanges", std::move(Changes)},
                      {"properties", json::Object{{"safe", X.IsSafe}}}};
}

static StringRef levelName(bool IsError) {
  return IsError ? "error" : "warning";
}

static StringRef levelName(const Finding &F) {
  return F.severity() == Severity::Low ? "note" : levelName(F.IsError);
}

/// Of one finding alone; where it is not known what else there is to go by.
static double excessOf(const Finding &F) {
  return F.ExcessPerBlock.value_or(
      std::max(F.LeastExcess, F.Ways.value_or(1) - 1));
}

/// What compares findings, from 0 to 100: each doubling of the wavefronts above
/// the ideal is five points.
static double rankOf(const Finding &F) {
  double Excess = excessOf(F);
  for (const Finding &Other : F.Others)
    Excess += excessOf(Other);
  return std::min(std::round(5 * std::log2(1 + std::max(0.0, Excess))), 100.0);
}

/// The kernels that make the access.
static json::Array kernels(const Finding &F) {
  json::Array Kernels;
  for (const std::string &Kernel : F.Kernels)
    Kernels.push_back(json::Object{{"fullyQualifiedName", jsonText(Kernel)},
                                   {"kind", "function"}});
  return Kernels;
}

static StringRef justification(Silence By) {
  switch (By) {
  case Silence::None:
    break;
  case Silence::Comment:
    return "a NOLINT comment";
  case Silence::Threshold:
    return "below the thresholds";
  case Silence::Baseline:
    return "in the baseline";
  case Silence::Library:
    return "a library makes the access to storage of its own";
  }
  llvm_unreachable("a finding that is reported needs no justification");
}

static json::Array suppressions(Silence By) {
  return json::Array{
      json::Object{{"kind", By == Silence::Comment ? "inSource" : "external"},
                   {"justification", justification(By)}}};
}

json::Object SarifWriter::result(const Finding &F) {
  const auto *Rule =
      find_if(allRules(), [&](const auto &R) { return R.Name == F.Rule; });
  assert(Rule != allRules().end() && "every finding is one of a known rule");
  json::Object Where = location(F.Span);
  if (!F.Kernels.empty())
    Where["logicalLocations"] = kernels(F);
  json::Object Result{{"ruleId", F.Rule},
                      {"ruleIndex", std::distance(allRules().begin(), Rule)},
                      {"level", levelName(F)},
                      {"rank", rankOf(F)},
                      {"locations", json::Array{std::move(Where)}},
                      {"partialFingerprints",
                       json::Object{{"banklintAccess/v1", F.Fingerprint}}}};
  // Code scanning shows the message alone, and links where it names a place.
  std::string Text = sentence(F.Message, 0);
  json::Array Related;
  auto Relate = [&](const SourceSpan &Span, StringRef Sentence) {
    json::Object Place = location(Span);
    Place["id"] = int64_t(Related.size() + 1);
    Place["message"] = message(Sentence);
    Related.push_back(std::move(Place));
    Text += "\n" +
            sentence(Sentence, Span.Begin == F.Span.Begin ? 0 : Related.size());
  };
  for (const Note &N : F.Notes)
    if (!N.getAs<note::Likewise>())
      Relate(N.Span, noteText(named(N, Paths)));
  for (const Finding &Other : F.Others)
    Relate(Other.Span, otherText(Other));
  for (const Fix &X : F.Fixes)
    Text += "\n" + sentence(fixText(X), 0);
  Result["message"] = message(Text);
  if (!Related.empty())
    Result["relatedLocations"] = std::move(Related);
  // An empty list would say that the tool does not know.
  if (F.SilencedBy != Silence::None)
    Result["suppressions"] = suppressions(F.SilencedBy);
  // What is kept from the reader is not edited either.
  json::Array Fixes;
  for (const Fix &X : F.Fixes)
    if (F.SilencedBy == Silence::None && !X.Edits.empty())
      Fixes.push_back(fix(X));
  if (!Fixes.empty())
    Result["fixes"] = std::move(Fixes);
  return Result;
}

static json::Object ruleObject(const Rule &R) {
  json::Object Result{
      {"id", R.Name},
      {"shortDescription", message(R.summary())},
      {"fullDescription", message(R.summary())},
      {"help", json::Object{{"text", R.page()}, {"markdown", R.page()}}},
      {"defaultConfiguration", json::Object{{"enabled", R.IsOnByDefault},
                                            {"level", levelName(R.IsError)}}},
      {"properties",
       json::Object{{"precision", "very-high"},
                    {"problem.severity", levelName(R.IsError)},
                    {"tags", json::Array{"cuda", "performance"}}}}};
  if (std::string Page = pageAddress(homepage(), R.Name); !Page.empty())
    Result["helpUri"] = std::move(Page);
  return Result;
}

json::Object SarifWriter::driver() {
  json::Array Rules;
  for (const Rule &R : allRules())
    Rules.push_back(ruleObject(R));
  json::Object Result{{"name", "banklint"},
                      {"version", BANKLINT_VERSION},
                      {"rules", std::move(Rules)}};
  if (!homepage().empty())
    Result["informationUri"] = homepage();
  return Result;
}

json::Object SarifWriter::invocation(const Report &R) {
  bool IsWhole =
      none_of(R.Gaps, [](const NotAnalysed &G) { return G.IsError; });
  json::Array Notifications;
  for (const NotAnalysed &Gap : R.Gaps)
    Notifications.push_back(
        json::Object{{"level", Gap.IsError ? "error" : "note"},
                     {"message", message(gapSentence(named(Gap, Paths)))},
                     {"locations", json::Array{location(Gap.Span)}}});
  return json::Object{{"executionSuccessful", IsWhole},
                      {"toolExecutionNotifications", std::move(Notifications)}};
}

json::Object SarifWriter::run(const Report &R) {
  json::Array Results;
  for (const Finding &F : R.Findings)
    Results.push_back(result(F));
  for (const Finding &F : R.Silenced)
    Results.push_back(result(F));
  json::Object Root{{"uri", "file://" + uriOf(Paths.root())}};
  return json::Object{
      {"tool", json::Object{{"driver", driver()}}},
      {"originalUriBaseIds", json::Object{{RootId, std::move(Root)}}},
      {"columnKind", "utf16CodeUnits"},
      {"invocations", json::Array{invocation(R)}},
      {"results", std::move(Results)}};
}

json::Object SarifWriter::log(const Report &R) {
  return json::Object{
      {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/"
                  "schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", json::Array{run(R)}}};
}

void banklint::writeSarif(raw_ostream &OS, const Report &R,
                          const RepositoryPaths &Paths, SourceTexts &Texts) {
  OS << formatv("{0:2}\n", json::Value(SarifWriter(Paths, Texts).log(R)));
}
