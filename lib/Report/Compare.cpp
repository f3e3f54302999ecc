//===- Compare.cpp - Two reports held against each other ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Compare.h"
#include "Finding/Join.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <cmath>
#include <map>

using namespace llvm;
using namespace banklint;

//===----------------------------------------------------------------------===//
// Reading.
//===----------------------------------------------------------------------===//

static bool readAccess(const json::Value &Value, json::Path Path,
                       ReportedAccess &A, bool &IsAtCall) {
  json::ObjectMapper Map(Value, Path);
  return Map && Map.map("file", A.File) && Map.map("line", A.Line) &&
         Map.map("column", A.Column) && Map.map("kernel", A.Kernel) &&
         Map.map("array", A.Array) && Map.map("operation", A.Operation) &&
         Map.map("verdict", A.Verdict) && Map.map("block", A.Block) &&
         Map.map("wavefronts", A.Wavefronts) && Map.map("ideal", A.Ideal) &&
         Map.map("fingerprint", A.Fingerprint) && Map.map("at_call", IsAtCall);
}

static bool readAccesses(const json::Value &Report, json::Path Path,
                         std::vector<ReportedAccess> &Accesses) {
  int Version = 0;
  json::ObjectMapper Map(Report, Path);
  if (!Map || !Map.map("version", Version))
    return false;
  if (Version != 1) {
    Path.field("version").report("expected 1");
    return false;
  }
  const json::Array *List = Report.getAsObject()->getArray("accesses");
  if (!List) {
    Path.field("accesses").report("expected array");
    return false;
  }
  for (auto [I, Value] : enumerate(*List)) {
    ReportedAccess A;
    bool IsAtCall = false;
    if (!readAccess(Value, Path.field("accesses").index(I), A, IsAtCall))
      return false;
    // The second view of an access that the report has at its own place.
    if (!IsAtCall)
      Accesses.push_back(std::move(A));
  }
  return true;
}

Expected<std::vector<ReportedAccess>> banklint::readReport(StringRef File,
                                                           StringRef Text) {
  auto Fail = [&](Error Reason) {
    return createStringError(
        "'" + File + "' is no JSON report: " + toString(std::move(Reason)));
  };
  Expected<json::Value> Parsed = json::parse(Text);
  if (!Parsed)
    return Fail(Parsed.takeError());
  std::vector<ReportedAccess> Accesses;
  json::Path::Root Root("report");
  if (!readAccesses(*Parsed, Root, Accesses))
    return Fail(Root.getError());
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
    return New->Verdict == "conflict";
  return New->Wavefronts && *New->Wavefronts > *Old->Wavefronts;
}

namespace {
using Key = std::vector<std::string>;

/// Pairs accesses whose keys are the same, in the order of the reports.
class Matcher {
public:
  Matcher(const std::vector<ReportedAccess> &Old,
          const std::vector<ReportedAccess> &New);

  void match(function_ref<Key(const ReportedAccess &)> KeyOf);

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

void Matcher::match(function_ref<Key(const ReportedAccess &)> KeyOf) {
  std::map<Key, std::vector<ComparedAccess *>> Open;
  for (ComparedAccess &Pair : reverse(Pairs))
    if (!Pair.Old)
      Open[KeyOf(*Pair.New)].push_back(&Pair);
  erase_if(OldLeft, [&](const ReportedAccess *Old) {
    std::vector<ComparedAccess *> &Same = Open[KeyOf(*Old)];
    if (Same.empty())
      return false;
    Same.back()->Old = Old;
    Same.pop_back();
    return true;
  });
}

static std::string blockText(const ReportedAccess &A) {
  std::array<unsigned, 3> Block = {1, 1, 1};
  for (auto [To, From] : zip(Block, A.Block))
    To = From;
  return blockName(Block);
}

std::vector<ComparedAccess>
banklint::compareReports(const std::vector<ReportedAccess> &Old,
                         const std::vector<ReportedAccess> &New) {
  Matcher M(Old, New);
  M.match([](const ReportedAccess &A) {
    return Key{A.Fingerprint, A.Kernel, blockText(A)};
  });
  M.match([](const ReportedAccess &A) {
    return Key{A.Kernel, blockText(A), A.Array, A.Operation};
  });
  for (const ReportedAccess *Gone : M.OldLeft)
    M.Pairs.push_back({Gone, nullptr});
  return std::move(M.Pairs);
}

static std::string wavefronts(const ReportedAccess *A, StringRef Nowhere) {
  if (!A)
    return Nowhere.str();
  return A->Wavefronts ? wavefrontText(*A->Wavefronts) : A->Verdict;
}

void banklint::writeComparison(raw_ostream &OS,
                               const std::vector<ComparedAccess> &Compared) {
  for (const ComparedAccess &C : Compared) {
    if (!C.isChanged())
      continue;
    const ReportedAccess &A = C.New ? *C.New : *C.Old;
    OS << A.File << ':' << A.Line << ':' << A.Column << ": " << A.Operation
       << " '" << A.Array << "' in " << A.Kernel << ", block " << blockText(A)
       << ": " << wavefronts(C.Old, "new") << " -> "
       << wavefronts(C.New, "gone") << " wavefronts\n";
  }
}
