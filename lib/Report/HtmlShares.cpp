//===- HtmlShares.cpp - What to mend first, on a page ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HtmlShares.h"
#include "Counters.h"
#include "Finding/Finding.h"
#include "Finding/Wording.h"
#include "HtmlText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

namespace {
struct FindingShare {
  size_t Number = 0; ///< of the finding
  double Share = 0;  ///< of the wavefronts of a block
  bool IsExact = true;
  const KernelCount *Kernel = nullptr; ///< where it is largest
};
} // namespace

/// Keeps what a kernel makes of a finding, if that is more than before.
static void addKernel(const std::set<ArrayAccess> &Accesses,
                      const KernelCount &Kernel, FindingShare &Largest) {
  Counters All, Own;
  for (const AccessCount &A : Kernel.Accesses) {
    All.add(A);
    if (Accesses.count({{A.At, A.Operation}, A.Arrays, {}}))
      Own.add(A);
  }
  const int64_t Wavefronts = rankOf(All.Wavefronts);
  if (Wavefronts <= 0)
    return;
  const double Share = double(rankOf(Own.Excess)) / double(Wavefronts);
  if (Share <= Largest.Share || Share > 1)
    return;
  const auto IsNumber = [](const Count &C) {
    return C.isExact() && C.Least.isNumber();
  };
  Largest.Share = Share;
  Largest.IsExact =
      !Kernel.IsPart && IsNumber(All.Wavefronts) && IsNumber(Own.Excess);
  Largest.Kernel = &Kernel;
}

static FindingShare shareOf(size_t Number, const HtmlIndex &Index) {
  const Finding &F = *Index.findings()[Number];
  std::set<ArrayAccess> Accesses;
  const auto Add = [&](const Finding &One) {
    ArrayAccess Of = *One.ofArray();
    Of.Declared = {}; // counts of accesses do not have it
    Accesses.insert(std::move(Of));
  };
  FindingShare Result;
  Result.Number = Number;
  if (!F.Operation)
    return Result;
  Add(F);
  for_each(F.Others, Add);
  for (const KernelCount &Kernel : Index.report().Kernels)
    addKernel(Accesses, Kernel, Result);
  return Result;
}

void banklint::writeFirstFindings(raw_ostream &OS, const HtmlIndex &Index) {
  static constexpr size_t MostShown = 5;
  if (Index.findings().size() <= MostShown)
    return;
  std::vector<FindingShare> Shares;
  for (size_t I = 0; I != Index.findings().size(); ++I)
    if (const FindingShare Of = shareOf(I, Index); Of.Kernel)
      Shares.push_back(Of);
  sort(Shares, [](const FindingShare &A, const FindingShare &B) {
    return std::pair(-A.Share, A.Number) < std::pair(-B.Share, B.Number);
  });
  if (Shares.empty())
    return;
  const auto Shown = ArrayRef(Shares).take_front(MostShown);
  OS << "<h3 id=\"first\">Start with "
     << (Shown.size() == MostShown ? "these five" : "these")
     << "</h3>\n<p>What they waste is the largest share of all wavefronts "
        "that their kernel takes.</p>\n<ol class=\"first\">\n";
  for (const FindingShare &Of : Shown)
    OS << "<li><b>" << (Of.IsExact ? "" : "about ")
       << format("%.0f %%", 100 * Of.Share) << "</b> of <code>"
       << htmlText(withoutParameters(Of.Kernel->ShortKernel))
       << "</code>: <a href=\"#f" << Of.Number + 1 << "\">"
       << htmlText(Index.findings()[Of.Number]->Message) << "</a></li>\n";
  OS << "</ol>\n<h3>All, by cost</h3>\n";
}
