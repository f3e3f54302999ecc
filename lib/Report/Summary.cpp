//===- Summary.cpp - What a run met, counted ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Summary.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <set>
#include <tuple>

using namespace llvm;
using namespace banklint;

namespace {
using Place = std::tuple<std::string, unsigned, unsigned>;
using PlaceAndOperation = std::pair<Place, std::string>;
using Verdicts = std::map<PlaceAndOperation, Verdict>;
} // namespace

static Place placeOf(const SourceSpan &Span) {
  return {Span.Begin.File, Span.Begin.Line, Span.Begin.Column};
}

/// What is said of a place, from what is said under each kernel and block.
static Verdict join(Verdict A, Verdict B) {
  for (Verdict V : {Verdict::Conflict, Verdict::Possible, Verdict::Unknown})
    if (A == V || B == V)
      return V;
  return Verdict::ConflictFree;
}

static void addTo(Verdicts &Known, const Access &A) {
  if (A.IsAtCall)
    return;
  PlaceAndOperation Key(placeOf(A.Span), A.Operation);
  auto [Entry, IsNew] = Known.try_emplace(Key, A.Judgement);
  if (!IsNew)
    Entry->second = join(Entry->second, A.Judgement);
}

static Summary count(const Verdicts &Known) {
  Summary Result;
  for (const auto &Entry : Known) {
    ++Result.Accesses;
    Result.Conflicts += Entry.second == Verdict::Conflict;
    Result.Possible += Entry.second == Verdict::Possible;
    Result.Unknown += Entry.second == Verdict::Unknown;
  }
  return Result;
}

void banklint::computeTotals(Report &R) {
  std::set<Place> Reported;
  for (const Finding &F : R.Findings)
    Reported.insert(placeOf(F.Span));
  Verdicts Known;
  for (const Access &A : R.Accesses)
    addTo(Known, A);
  Summary Counted = count(Known);
  R.Totals.Accesses = Counted.Accesses;
  R.Totals.Possible = Counted.Possible;
  R.Totals.Unknown = Counted.Unknown;
  R.Totals.Conflicts = 0;
  for (const auto &[Key, Judgement] : Known)
    R.Totals.Conflicts +=
        Judgement == Verdict::Conflict && Reported.count(Key.first);
}

/// "1 file", "2 files".
static void writeCount(raw_ostream &OS, unsigned Count, StringRef One,
                       StringRef Many) {
  OS << Count << ' ' << (Count == 1 ? One : Many);
}

static void writeVerdicts(raw_ostream &OS, const Summary &S) {
  writeCount(OS, S.Accesses, "access", "accesses");
  OS << ": ";
  writeCount(OS, S.Conflicts, "conflict", "conflicts");
  OS << ", " << S.Possible << " possible, " << S.Unknown << " unknown";
}

void banklint::writeSummary(raw_ostream &OS, const Summary &Totals) {
  writeCount(OS, Totals.Files, "file", "files");
  OS << ", ";
  writeCount(OS, Totals.Kernels, "kernel", "kernels");
  OS << ", ";
  writeVerdicts(OS, Totals);
  OS << ", " << Totals.Suppressed << " suppressed";
  if (Totals.BelowThreshold)
    OS << ", " << Totals.BelowThreshold << " below the thresholds";
  OS << '\n';
}

void banklint::writeKernelTotals(raw_ostream &OS, const Report &R) {
  std::vector<std::string> Order;
  std::map<std::string, Verdicts> ByKernel;
  for (const Access &A : R.Accesses) {
    auto [Entry, IsNew] = ByKernel.try_emplace(A.Kernel);
    if (IsNew)
      Order.push_back(A.Kernel);
    addTo(Entry->second, A);
  }
  for (const std::string &Kernel : Order) {
    OS << Kernel << ": ";
    writeVerdicts(OS, count(ByKernel[Kernel]));
    OS << '\n';
  }
}

void banklint::writeGaps(raw_ostream &OS, const Report &R, bool OnlyErrors) {
  for (const NotAnalysed &Gap : R.Gaps) {
    if (OnlyErrors && !Gap.IsError)
      continue;
    const SourcePoint &Where = Gap.Span.Begin;
    StringRef Level = Gap.IsError ? "error: " : "remark: ";
    if (Where.Line)
      OS << Where.File << ':' << Where.Line << ':' << Where.Column << ": "
         << Level << Gap.What << " not analysed: " << Gap.Reason << '\n';
    else
      OS << "banklint: " << Level << Gap.Reason << '\n';
  }
}
