//===- Json.cpp - The report as one JSON object ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Json.h"
#include "CounterJson.h"
#include "Finding/Finding.h"
#include "Finding/Note.h"
#include "Finding/Obstacle.h"
#include "Finding/Wording.h"
#include "JsonText.h"
#include "Nvcc/Rules/Rules.h"
#include "Source/AccessKey.h"
#include "Source/Place.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <optional>
#include <set>

using namespace llvm;
using namespace banklint;

namespace {
/// One method a kind of object, in the order of the format.
class Writer {
public:
  explicit Writer(raw_ostream &OS) : J(OS, /*IndentSize=*/2) {}

  void report(const Report &R, bool AllAccesses, bool WithKernels);

private:
  void text(StringRef Key, StringRef Value);
  void textOrNull(StringRef Key, StringRef Value);
  void texts(StringRef Key, ArrayRef<std::string> Values);
  void numberOrNull(StringRef Key, std::optional<double> Value);
  void place(const SourcePoint &Point);
  void access(const Access &A);
  void finding(const Finding &F);
  void other(const Finding &F);
  void fix(const Fix &X);
  void gap(const NotAnalysed &Gap);
  void summary(const Summary &S);

  json::OStream J;
};
} // namespace

/// A sum of quotients, without what floating point adds to it.
static double rounded(double Value) { return std::round(Value * 1e6) / 1e6; }

static std::optional<double> rounded(std::optional<double> Value) {
  return Value ? std::optional(rounded(*Value)) : std::nullopt;
}

/// Of all accesses that it stands for; not set where that of one is not known.
static std::optional<double> wholeExcess(const Finding &F) {
  auto IsKnown = [](const Finding &One) {
    return One.ExcessPerBlock.has_value();
  };
  if (!IsKnown(F) || !all_of(F.Others, IsKnown))
    return std::nullopt;
  return rounded(F.knownExcess());
}

void Writer::text(StringRef Key, StringRef Value) {
  J.attribute(Key, jsonText(Value));
}

void Writer::textOrNull(StringRef Key, StringRef Value) {
  if (Value.empty())
    J.attribute(Key, nullptr);
  else
    text(Key, Value);
}

void Writer::texts(StringRef Key, ArrayRef<std::string> Values) {
  J.attributeArray(Key, [&] {
    for (const std::string &Value : Values)
      J.value(jsonText(Value));
  });
}

void Writer::numberOrNull(StringRef Key, std::optional<double> Value) {
  if (Value)
    J.attribute(Key, *Value);
  else
    J.attribute(Key, nullptr);
}

void Writer::place(const SourcePoint &Point) {
  text("file", Point.File);
  J.attribute("line", Point.Line);
  J.attribute("column", Point.Column);
}

void Writer::access(const Access &A) {
  place(A.Span.Begin);
  text("kernel", A.Kernel);
  text("kernel_short", A.ShortKernel);
  text("array", arrayField(A.Arrays));
  text("operation", operationName(A.Operation));
  J.attribute("bytes", A.BytesPerLane);
  J.attributeArray("block", [&] {
    for (unsigned Extent : A.Block)
      J.value(Extent);
  });
  text("block_source", toText(A.BlockFrom));
  text("verdict", verdictName(A.Judgement));
  textOrNull("reason", reasonText(A.Reason));
  numberOrNull("wavefronts", A.Wavefronts);
  numberOrNull("ideal", A.Ideal);
  numberOrNull("worst", A.Worst);
  numberOrNull("in_any_layout", A.InAnyLayout);
  J.attribute("exact", A.isExact());
  J.attributeArray("inexact_because", [&] {
    A.InexactBy.forEach([&](ModelRule R) { J.value(infoOf(R).Id); });
  });
  if (A.RequestsPerBlock)
    J.attribute("requests", *A.RequestsPerBlock);
  else
    J.attribute("requests", nullptr);
  J.attribute("conditional", A.IsConditional);
  J.attribute("at_call", A.IsAtCall);
  textOrNull("library", A.Library);
  text("fingerprint", A.Fingerprint);
}

void Writer::fix(const Fix &X) {
  text("description", fixText(X));
  J.attribute("safe", X.IsSafe);
  J.attribute("wavefronts", X.Proposed.Effect.Wavefronts);
  J.attribute("extra_bytes", X.extraBytes());
  J.attributeArray("edits", [&] {
    for (const Edit &E : X.Edits)
      J.object([&] {
        text("file", E.File);
        J.attribute("offset", E.OffsetBytes);
        J.attribute("length", E.LengthBytes);
        text("text", E.Text);
      });
  });
}

void Writer::finding(const Finding &F) {
  text("rule", F.Rule);
  place(F.Span.Begin);
  J.attribute("end_line", F.Span.EndLine);
  J.attribute("end_column", F.Span.EndColumn);
  text("message", F.Message);
  text("fingerprint", F.Fingerprint);
  if (F.Operation) {
    text("array", arrayField(F.Arrays));
    texts("kernels", F.Kernels);
    numberOrNull("ways", F.Ways);
    numberOrNull("excess", wholeExcess(F));
    J.attribute("excess_least", rounded(F.knownExcess()));
    text("severity", severityName(F.severity()));
    const std::optional<Cure> Best = F.cure();
    textOrNull("cure", Best ? cureName(*Best) : "");
    const Obstacle *Why = F.obstacle();
    textOrNull("obstacle", Why ? obstacleName(Why->Kind) : "");
    J.attributeArray("others", [&] {
      for (const Finding &Other : F.Others)
        J.object([&] { other(Other); });
    });
  }
  J.attributeArray("notes", [&] {
    for (const Note &N : F.Notes)
      J.object([&] {
        place(N.Span.Begin);
        text("message", noteText(N));
      });
  });
  J.attributeArray("fixes", [&] {
    for (const Fix &X : F.Fixes)
      J.object([&] { fix(X); });
  });
}

/// An access that the finding stands for.
void Writer::other(const Finding &F) {
  place(F.Span.Begin);
  J.attribute("end_line", F.Span.EndLine);
  J.attribute("end_column", F.Span.EndColumn);
  text("message", F.Message);
  text("fingerprint", F.Fingerprint);
  numberOrNull("ways", F.Ways);
  numberOrNull("excess", rounded(F.ExcessPerBlock));
}

void Writer::gap(const NotAnalysed &Gap) {
  text("file", Gap.Span.Begin.File);
  J.attribute("line", Gap.Span.Begin.Line);
  text("what", gapSubject(Gap));
  text("reason", gapReason(Gap));
  J.attribute("error", Gap.IsError);
  texts("missing_headers", Gap.Headers);
  texts("kernels", Gap.Kernels);
  J.attributeArray("found_at", [&] {
    for (const FoundHeader &Place : Gap.FoundAt)
      J.object([&] {
        text("file", Place.File);
        text("folder", Place.Folder);
      });
  });
}

void Writer::summary(const Summary &S) {
  J.attribute("files", S.Files);
  J.attribute("kernels", S.Kernels);
  J.attribute("accesses", S.Accesses);
  J.attribute("conflicts", S.Conflicts);
  J.attribute("findings", S.Findings);
  J.attribute("possible", S.Possible);
  J.attribute("unknown", S.Unknown);
  J.attribute("by_hardware", S.ByHardware);
  J.attribute("by_lines", S.ByLines);
  J.attribute("suppressed", S.Suppressed);
  J.attribute("below_threshold", S.BelowThreshold);
  J.attribute("in_baseline", S.InBaseline);
  J.attribute("in_libraries", S.InLibraries);
  J.attribute("outside_diff", S.OutsideDiff);
}

void Writer::report(const Report &R, bool AllAccesses, bool WithKernels) {
  std::set<SourcePoint> Found;
  for (const Finding &F : R.Findings) {
    Found.insert(F.Span.Begin);
    for (const Finding &Other : F.Others)
      Found.insert(Other.Span.Begin);
  }
  J.object([&] {
    J.attribute("version", 1);
    J.attributeObject("tool", [&] {
      text("name", "banklint");
      text("version", BANKLINT_VERSION);
    });
    J.attributeArray("accesses", [&] {
      for (const Access &A : R.Accesses)
        if (AllAccesses || Found.count(A.Span.Begin))
          J.object([&] { access(A); });
    });
    J.attributeArray("findings", [&] {
      for (const Finding &F : R.Findings)
        J.object([&] { finding(F); });
    });
    J.attributeArray("not_analysed", [&] {
      for (const NotAnalysed &Gap : R.Gaps)
        J.object([&] { gap(Gap); });
    });
    if (WithKernels)
      J.attribute("kernels", countersAsJson(R));
    J.attributeObject("summary", [&] { summary(R.Totals); });
  });
}

void banklint::writeJson(raw_ostream &OS, const Report &R, bool AllAccesses,
                         bool WithKernels) {
  Writer(OS).report(R, AllAccesses, WithKernels);
  OS << '\n';
}
