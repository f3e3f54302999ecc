//===- Summary.cpp - What a run met, counted ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Summary.h"
#include "AccessVerdicts.h"
#include "Config/Rules.h"
#include "Files/Shown.h"
#include "Finding/Finding.h"
#include "Finding/Wording.h"
#include "MissingHeaders.h"
#include "Source/Place.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

/// Whether it tells of bank conflicts that are certain.
static bool isOfConflicts(const Finding &F) {
  return F.Operation && F.Rule == BankConflictRule &&
         none_of(F.Notes,
                 [](const Note &N) { return N.getAs<note::Possible>(); });
}

void banklint::computeTotals(Report &R) {
  R.Totals.Findings = unsigned(count_if(R.Findings, isOfConflicts));
  std::set<std::optional<ArrayAccess>> Reported, ByLines;
  for (const Finding &F : R.Findings) {
    auto &Of = F.Rule == CopyLinesRule ? ByLines : Reported;
    Of.insert(F.ofArray());
    for (const Finding &Other : F.Others)
      Of.insert(Other.ofArray());
  }
  AccessVerdicts Known;
  for (const Access &A : R.Accesses)
    Known.add(A);
  R.Totals.Accesses = Known.size();
  R.Totals.Possible = Known.count(Verdict::Possible);
  R.Totals.Unknown = Known.count(Verdict::Unknown);
  R.Totals.ByHardware = Known.count(Verdict::ByHardware);
  R.Totals.NotAnalysed = R.Gaps.size();
  R.Totals.Conflicts = R.Totals.ByLines = 0;
  for (const auto &[Key, Of] : Known)
    if (Of.Judgement == Verdict::Conflict) {
      R.Totals.Conflicts += Reported.count(Key);
      R.Totals.ByLines += ByLines.count(Key);
    }
}

/// "1 file", "2 files".
static void writeCount(raw_ostream &OS, unsigned Count, StringRef One,
                       StringRef Many) {
  OS << Count << ' ' << (Count == 1 ? One : Many);
}

void banklint::writeSummary(raw_ostream &OS, const Summary &Totals) {
  writeCount(OS, Totals.Files, "file", "files");
  OS << ", ";
  writeCount(OS, Totals.Kernels, "kernel", "kernels");
  OS << ", ";
  writeCount(OS, Totals.Accesses, "access", "accesses");
  OS << ": ";
  writeCount(OS, Totals.Conflicts, "conflict", "conflicts");
  if (Totals.Findings != Totals.Conflicts) {
    OS << " in ";
    writeCount(OS, Totals.Findings, "finding", "findings");
  }
  if (Totals.Fixed) {
    OS << " (";
    writeCount(OS, Totals.Fixed, "finding", "findings");
    OS << " fixed)";
  }
  if (Totals.ByLines)
    OS << ", " << Totals.ByLines << " by lines of global memory";
  OS << ", " << Totals.Possible << " possible, " << Totals.Unknown
     << " unknown, ";
  if (Totals.ByHardware)
    OS << Totals.ByHardware << " by hardware, ";
  OS << Totals.Suppressed << " suppressed";
  if (Totals.BelowThreshold)
    OS << ", " << Totals.BelowThreshold << " below the thresholds";
  if (Totals.InBaseline)
    OS << ", " << Totals.InBaseline << " in the baseline";
  if (Totals.InLibraries)
    OS << ", " << Totals.InLibraries << " in storage of libraries";
  if (Totals.OutsideDiff)
    OS << ", " << Totals.OutsideDiff << " outside the diff";
  if (Totals.NotAnalysed)
    OS << "; " << Totals.NotAnalysed << " not analysed";
  OS << '\n';
}

//===----------------------------------------------------------------------===//
// The table.
//===----------------------------------------------------------------------===//

static constexpr size_t PageWidth = 80;

/// A name that is too long stands on a line of its own.
static void writeRow(raw_ostream &OS, StringRef Name, size_t Width,
                     const AccessVerdicts &Known, bool HasHardware,
                     bool HasLines) {
  if (Name.size() > Width) {
    OS << cutInMiddle(Name, PageWidth) << '\n';
    Name = "";
  }
  OS << left_justify(Name, Width)
     << format("%10u%6u%10u%10u%9u", Known.size(),
               Known.count(Verdict::ConflictFree),
               Known.count(Verdict::Conflict), Known.count(Verdict::Possible),
               Known.count(Verdict::Unknown));
  if (HasHardware)
    OS << format("%13u", Known.count(Verdict::ByHardware));
  if (HasLines)
    OS << format("%10u", Known.countByLines());
  OS << '\n';
}

/// Gaps whose reasons read the same share a line.
static void writeReasons(raw_ostream &OS, ArrayRef<NotAnalysed> Gaps) {
  std::map<std::string, unsigned> Counts;
  for (const NotAnalysed &Gap : Gaps)
    ++Counts[shownText(gapReason(Gap))];
  std::vector<std::pair<StringRef, unsigned>> Sorted(Counts.begin(),
                                                     Counts.end());
  sort(Sorted, [](const auto &A, const auto &B) {
    return std::pair(B.second, A.first) < std::pair(A.second, B.first);
  });
  OS << "not analysed: " << Gaps.size() << '\n';
  for (const auto &[Reason, Count] : Sorted)
    OS << format("%6u  ", Count) << Reason << '\n';
}

void banklint::writeSummaryTable(raw_ostream &OS, const Report &R) {
  std::vector<std::string> Order;
  std::map<std::string, AccessVerdicts> ByKernel;
  AccessVerdicts All;
  for (const Access &A : R.Accesses) {
    const std::string Kernel = shownText(A.ShortKernel);
    auto [Entry, IsNew] = ByKernel.try_emplace(Kernel);
    if (IsNew)
      Order.push_back(Kernel);
    Entry->second.add(A);
    All.add(A);
  }
  const bool HasHardware = All.count(Verdict::ByHardware) != 0;
  const bool HasLines = All.countByLines() != 0;
  std::string Head = "  accesses  free  conflict  possible  unknown";
  Head += HasHardware ? "  by hardware" : "";
  Head += HasLines ? "  by lines" : "";
  const size_t Widest = PageWidth - Head.size();
  size_t Width = StringRef("all kernels").size();
  for (const std::string &Kernel : Order)
    if (Kernel.size() <= Widest)
      Width = std::max(Width, Kernel.size());
  OS << left_justify("kernel", Width) << Head << '\n';
  for (const std::string &Kernel : Order)
    writeRow(OS, Kernel, Width, ByKernel[Kernel], HasHardware, HasLines);
  writeRow(OS, "all kernels", Width, All, HasHardware, HasLines);
  if (!R.Gaps.empty())
    writeReasons(OS, R.Gaps);
}

namespace {
/// Gaps of one kind that a header can have dozens of, or a function: the first
/// stand for the rest.
class RepeatedGaps {
public:
  /// `Missing` tells of the others.
  RepeatedGaps(ArrayRef<NotAnalysed> Gaps, const MissingHeaders &Missing) {
    for (const NotAnalysed &Gap : Gaps)
      if (isRepeated(Gap) && !Missing.tellsOf(Gap))
        ++Counts[keyOf(Gap)].All;
  }

  /// Whether enough of them were shown before.
  bool hides(const NotAnalysed &Gap) {
    return isRepeated(Gap) && ++Counts[keyOf(Gap)].Met > MostShown;
  }

  /// "; 19 more in this file", at the last one that is shown.
  std::string rest(const NotAnalysed &Gap) const {
    auto Known = Counts.find(keyOf(Gap));
    if (!isRepeated(Gap) || Known == Counts.end() ||
        Known->second.Met != MostShown || Known->second.All <= MostShown)
      return "";
    return "; " + std::to_string(Known->second.All - MostShown) + " more in " +
           (isOfFunction(Gap) ? "'" + Gap.Name + "'" : "this file");
  }

private:
  static constexpr unsigned MostShown = 3;
  struct Count {
    unsigned All = 0, Met = 0;
  };
  /// File, kind, and the function of statements.
  using Key = std::tuple<std::string, GapKind, std::string>;

  static bool isOfFunction(const NotAnalysed &Gap) {
    return Gap.Kind == GapKind::LostCode || Gap.Kind == GapKind::Statement;
  }
  static bool isRepeated(const NotAnalysed &Gap) {
    return !Gap.IsError &&
           (isOfFunction(Gap) || Gap.Kind == GapKind::UncalledFunction ||
            Gap.Kind == GapKind::UnusedTemplate);
  }
  static Key keyOf(const NotAnalysed &Gap) {
    return {Gap.Span.Begin.File, Gap.Kind,
            isOfFunction(Gap) ? Gap.Name : std::string()};
  }

  std::map<Key, Count> Counts;
};
} // namespace

static void writeGap(raw_ostream &OS, const SourcePoint &Where, bool IsError,
                     const Twine &Sentence) {
  if (Where.Line)
    OS << shownText(Where.File) << ':' << Where.Line << ':' << Where.Column
       << ": ";
  else
    OS << "banklint: ";
  OS << (IsError ? "error: " : "remark: ") << shownText(Sentence.str()) << '\n';
}

void banklint::writeGaps(raw_ostream &OS, const Report &R, bool OnlyErrors) {
  const MissingHeaders Missing(R.Gaps);
  for (const MissingHeaders::Line &Line : Missing.lines())
    if (Line.IsError || !OnlyErrors)
      writeGap(OS, Line.Where, Line.IsError, Line.Sentence);
  if (const std::string Sentence = assumedSentence(R.Assumed);
      !Sentence.empty() && !OnlyErrors)
    writeGap(OS, {}, /*IsError=*/false, Sentence);
  RepeatedGaps Repeated(R.Gaps, Missing);
  for (const NotAnalysed &Gap : R.Gaps) {
    if ((OnlyErrors && !Gap.IsError) || Missing.tellsOf(Gap) ||
        Repeated.hides(Gap))
      continue;
    writeGap(OS, Gap.Span.Begin, Gap.IsError,
             gapSentence(Gap) + Repeated.rest(Gap));
  }
}
