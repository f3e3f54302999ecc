//===- Statistics.cpp - Where findings lie, in tables ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Statistics.h"
#include "Files/Shown.h"
#include "Finding/Finding.h"
#include "Finding/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

namespace {
/// A row of a table.
struct Row {
  unsigned Findings = 0, Accesses = 0;
  double Excess = 0; ///< of those where something is known of it
  double Ways = 1;
  bool IsKnown = false;
  bool IsLeast = false; ///< of some, only that it is at least so much

  void add(const Finding &F, bool IsOther);
  std::string excessText() const {
    return IsKnown
               ? (IsLeast ? ">=" : "") + utostr(uint64_t(std::llround(Excess)))
               : "?";
  }
};

using Table = std::map<std::string, Row>;
} // namespace

void Row::add(const Finding &F, bool IsOther) {
  Findings += !IsOther;
  ++Accesses;
  Ways = std::max(Ways, F.Ways.value_or(1));
  IsLeast |= F.Operation && !F.ExcessPerBlock;
  IsKnown |= F.ExcessPerBlock || F.LeastExcess > 0;
  Excess += F.ExcessPerBlock.value_or(F.LeastExcess);
}

/// "'tile' (src/transpose.cu:7)".
static std::string arrayName(const Finding &F) {
  std::string Name = arrayText(F.Arrays);
  if (F.Declared.Line)
    Name += (" (" + Twine(F.Declared.File) + ":" + Twine(F.Declared.Line) + ")")
                .str();
  return Name;
}

static std::string kernelName(const Finding &F) {
  return F.Kernels.empty() ? F.Function : F.Kernels.front();
}

static void write(raw_ostream &OS, StringRef Of, const Table &Rows) {
  static constexpr size_t MostRows = 10, PageWidth = 80;
  std::vector<std::pair<std::string, Row>> Sorted(Rows.begin(), Rows.end());
  sort(Sorted, [](const auto &A, const auto &B) {
    return std::tuple(-A.second.Excess, -A.second.Ways, StringRef(A.first)) <
           std::tuple(-B.second.Excess, -B.second.Ways, StringRef(B.first));
  });
  OS << "    excess  ways  findings  accesses  " << Of << '\n';
  for (const auto &[Name, R] : ArrayRef(Sorted).take_front(MostRows))
    OS << right_justify(R.excessText(), 10)
       << right_justify(wavefrontText(R.Ways), 6)
       << format("%10u%10u  ", R.Findings, R.Accesses)
       << cutInMiddle(shownText(Name), PageWidth - 38) << '\n';
  if (Sorted.size() > MostRows)
    OS << "    and " << Sorted.size() - MostRows << " more\n";
}

void banklint::writeStatistics(raw_ostream &OS, const Report &R) {
  Table ByRule, ByArray, ByKernel;
  for (const Finding &Main : R.Findings) {
    auto Add = [&](const Finding &F, bool IsOther) {
      ByRule[F.Rule].add(F, IsOther);
      if (F.Operation) {
        ByArray[arrayName(Main)].add(F, IsOther);
        ByKernel[kernelName(Main)].add(F, IsOther);
      }
    };
    Add(Main, /*IsOther=*/false);
    for (const Finding &Other : Main.Others)
      Add(Other, /*IsOther=*/true);
  }
  if (ByRule.empty())
    return;
  write(OS, "rule", ByRule);
  if (!ByArray.empty()) {
    write(OS, "array", ByArray);
    write(OS, "kernel", ByKernel);
  }
  if (any_of(ByRule, [](const auto &Entry) { return Entry.second.IsLeast; }))
    OS << "    >= N: at least; a loop of unknown length counts as one round\n";
}
