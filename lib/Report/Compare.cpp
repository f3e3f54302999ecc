//===- Compare.cpp - Two reports held against each other ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Compare.h"
#include "Files/Shown.h"
#include "Finding/Finding.h"
#include "Finding/Wording.h"
#include "JsonNames.h" // IWYU pragma: keep
#include "ReportFile.h"
#include "Source/AccessKey.h"
#include "Source/Place.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

//===----------------------------------------------------------------------===//
// Reading.
//===----------------------------------------------------------------------===//

static bool readAccess(const json::Value &Value, json::Path Path,
                       ReportedAccess &A, bool &IsAtCall) {
  json::ObjectMapper Map(Value, Path);
  SourcePoint &At = A.Where.At;
  ReportedNumber<0> Line, Column;
  std::optional<ReportedAmount> Wavefronts, Ideal;
  if (!Map || !Map.map("file", At.File) || !Map.map("line", Line) ||
      !Map.map("column", Column) || !Map.map("kernel", A.Kernel) ||
      !Map.map("array", A.Array) || !Map.map("operation", A.Where.Operation) ||
      !Map.map("verdict", A.Judgement) || !mapBlock(Map, Path, A.Block) ||
      !Map.map("wavefronts", Wavefronts) || !Map.map("ideal", Ideal) ||
      !Map.map("fingerprint", A.Fingerprint) || !Map.map("at_call", IsAtCall))
    return false;
  At.Line = Line.Number;
  At.Column = Column.Number;
  if (Wavefronts)
    A.Wavefronts = Wavefronts->Number;
  if (Ideal)
    A.Ideal = Ideal->Number;
  return true;
}

static bool readAccesses(const json::Array &List, json::Path Path,
                         std::vector<ReportedAccess> &Accesses) {
  for (auto [I, Value] : enumerate(List)) {
    ReportedAccess A;
    bool IsAtCall = false;
    if (!readAccess(Value, Path.index(I), A, IsAtCall))
      return false;
    // The second view of an access that the report has at its own place.
    if (!IsAtCall)
      Accesses.push_back(std::move(A));
  }
  return true;
}

Expected<std::vector<ReportedAccess>> banklint::readReport(StringRef File,
                                                           StringRef Text) {
  std::vector<ReportedAccess> Accesses;
  if (Error E = readReportFile(
          File, Text,
          [&](const json::Object &, json::Path, const json::Array &List,
              json::Path Path) { return readAccesses(List, Path, Accesses); }))
    return std::move(E);
  return Accesses;
}

//===----------------------------------------------------------------------===//
// Comparing.
//===----------------------------------------------------------------------===//

bool ComparedAccess::isChanged() const {
  if (!Old || !New)
    return true;
  if (!Old->Wavefronts || !New->Wavefronts)
    return Old->Wavefronts.has_value() != New->Wavefronts.has_value();
  return std::abs(*Old->Wavefronts - *New->Wavefronts) > 1e-9;
}

bool ComparedAccess::isWorse() const {
  if (!New || !isChanged())
    return false;
  if (!Old || !Old->Wavefronts)
    return New->Judgement == Verdict::Conflict;
  return New->Wavefronts && *New->Wavefronts > *Old->Wavefronts;
}

namespace {
/// Pairs accesses whose keys are the same, in the order of the reports.
class Matcher {
public:
  Matcher(const std::vector<ReportedAccess> &Old,
          const std::vector<ReportedAccess> &New);

  template <typename Function> void match(Function KeyOf);

  std::vector<ComparedAccess> Pairs;
  std::vector<const ReportedAccess *> OldLeft;
};
} // namespace

Matcher::Matcher(const std::vector<ReportedAccess> &Old,
                 const std::vector<ReportedAccess> &New) {
  for (const ReportedAccess &A : New)
    Pairs.push_back({nullptr, &A});
  for (const ReportedAccess &A : Old)
    OldLeft.push_back(&A);
}

template <typename Function> void Matcher::match(Function KeyOf) {
  using Key = std::invoke_result_t<Function, const ReportedAccess &>;
  std::map<Key, std::vector<ComparedAccess *>> Unmatched;
  for (ComparedAccess &Pair : reverse(Pairs))
    if (!Pair.Old)
      Unmatched[KeyOf(*Pair.New)].push_back(&Pair);
  erase_if(OldLeft, [&](const ReportedAccess *Old) {
    std::vector<ComparedAccess *> &Same = Unmatched[KeyOf(*Old)];
    if (Same.empty())
      return false;
    Same.back()->Old = Old;
    Same.pop_back();
    return true;
  });
}

std::vector<ComparedAccess>
banklint::compareReports(const std::vector<ReportedAccess> &Old,
                         const std::vector<ReportedAccess> &New) {
  Matcher M(Old, New);
  M.match([](const ReportedAccess &A) {
    return std::tuple(A.Fingerprint, A.Kernel, A.Block);
  });
  M.match([](const ReportedAccess &A) {
    return std::tuple(A.Kernel, A.Block, A.Array, A.Where.Operation);
  });
  for (const ReportedAccess *Gone : M.OldLeft)
    M.Pairs.push_back({Gone, nullptr});
  return std::move(M.Pairs);
}

static std::string wavefronts(const ReportedAccess &A) {
  return A.Wavefronts ? wavefrontText(*A.Wavefronts) : verdictName(A.Judgement);
}

/// "32 -> 1 wavefronts".
static std::string changeText(const ComparedAccess &C) {
  if (C.Old && C.New)
    return wavefronts(*C.Old) + " -> " + wavefronts(*C.New) + " wavefronts";
  return C.New
             ? "new, " + wavefronts(*C.New) + " wavefronts"
             : "no longer reported, was " + wavefronts(*C.Old) + " wavefronts";
}

void banklint::writeComparison(raw_ostream &OS,
                               const std::vector<ComparedAccess> &Compared) {
  for (const ComparedAccess &C : Compared) {
    if (!C.isChanged())
      continue;
    const ReportedAccess &A = C.New ? *C.New : *C.Old;
    const SourcePoint &At = A.Where.At;
    OS << shownText(At.File) << ':' << At.Line << ':' << At.Column << ": "
       << operationName(A.Where.Operation) << " '" << shownText(A.Array)
       << "' in " << shownText(A.Kernel) << ", block " << blockName(A.Block)
       << ": " << changeText(C) << '\n';
  }
}
