//===- Counters.cpp - What a profiler will count --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counters.h"
#include "Finding/Finding.h"
#include "Formulas/Count.h"
#include "Formulas/Formula.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

static Formula notNegative(const Formula &F) {
  return F.bounds().Min >= 0 ? F : Formula(0);
}

/// Each request takes its ideal or more, and the ideal of each is known: where
/// the number of requests is not, both counts are of as many. So up to
///
///     wavefronts  at most 8 n      each takes up to 7 more than it needs:
///     ideal       at most n        at most 7 n, not 8 n - 0
///
/// and in the same way from below.
static Count excessOf(const AccessCount &A) {
  Count Excess = A.Wavefronts;
  const bool IsExact = A.Wavefronts.isExact() && A.Ideal.isExact();
  // Without a bound, it is not said which requests the ideal counts.
  const Formula Least =
      A.Ideal.Most ? A.Wavefronts.Least - A.Ideal.Least : Formula(0);
  Excess.Least = IsExact ? Least : notNegative(Least);
  if (A.Wavefronts.Most)
    Excess.Most = *A.Wavefronts.Most - A.Ideal.Most.value_or(A.Ideal.Least);
  else
    Excess.Most.reset();
  for (const Formula &F : A.Ideal.Where)
    Excess.require(F);
  if (Excess.Doubt == CountDoubt::None)
    Excess.Doubt = A.Ideal.Doubt;
  return Excess;
}

void Counters::add(const AccessCount &Access) {
  Wavefronts += Access.Wavefronts;
  Ideal += Access.Ideal;
  Excess += excessOf(Access);
}

std::optional<double> Counters::excessShare() const {
  if (!Wavefronts.isExact() || !Excess.isExact() ||
      !Wavefronts.Least.isNumber() || !Excess.Least.isNumber() ||
      Wavefronts.Least.number() <= 0)
    return std::nullopt;
  return double(Excess.Least.number()) / double(Wavefronts.Least.number());
}

static Count overGrid(Count Each, const std::vector<int64_t> &Grid) {
  static constexpr const char *Names[] = {"blockIdx.x", "blockIdx.y",
                                          "blockIdx.z"};
  for (auto [Name, Extent] : zip_equal(Names, Grid))
    Each = sumOf(Name, Formula(Extent), Each);
  return Each;
}

/// Makes the totals of what was not seen through open at the top.
static void open(Counters &Of) {
  for (Count *C : {&Of.Wavefronts, &Of.Ideal, &Of.Excess}) {
    C->Most.reset();
    if (C->Doubt == CountDoubt::None)
      C->Doubt = CountDoubt::Budget;
  }
}

int64_t banklint::rankOf(const Count &C) {
  const auto At = [](StringRef) -> std::optional<int64_t> {
    return RankedUnknown;
  };
  const Formula &Best = C.Most ? *C.Most : C.Least;
  return Best.evaluate(At).value_or(0);
}

KernelCounters banklint::countersOf(const KernelCount &Kernel) {
  KernelCounters Result;
  Result.Of = &Kernel;
  for (const AccessCount &A : Kernel.Accesses) {
    Result.Block.add(A);
    auto Known = find_if(Result.Operations, [&](const auto &Entry) {
      return Entry.first == A.Operation;
    });
    if (Known == Result.Operations.end())
      Known = Result.Operations.insert(Known, {A.Operation, Counters()});
    Known->second.add(A);
    Counters Own;
    Own.add(A);
    if (!Own.Excess.isExact() || !Own.Excess.Least.isNumber(0))
      Result.Costliest.push_back({&A, std::move(Own)});
  }
  if (Kernel.IsPart)
    open(Result.Block);
  if (!Kernel.Grid.empty()) {
    Counters &Launch = Result.Launch.emplace();
    Launch.Wavefronts = overGrid(Result.Block.Wavefronts, Kernel.Grid);
    Launch.Ideal = overGrid(Result.Block.Ideal, Kernel.Grid);
    Launch.Excess = overGrid(Result.Block.Excess, Kernel.Grid);
  }
  sort(Result.Operations,
       [](const auto &A, const auto &B) { return A.first < B.first; });
  // Those that cost as much stay in the order of the source.
  sort(Result.Costliest, [](const auto &A, const auto &B) {
    return std::pair(rankOf(B.second.Excess), A.first) <
           std::pair(rankOf(A.second.Excess), B.first);
  });
  return Result;
}

bool KernelCounters::isLaunchMore() const {
  return Launch &&
         !(Launch->Wavefronts == Block.Wavefronts &&
           Launch->Ideal == Block.Ideal && Launch->Excess == Block.Excess);
}

std::vector<std::string> KernelCounters::terms() const {
  std::vector<std::string> Terms;
  std::string Where;
  for (const Formula &F : Block.Wavefronts.Where)
    Where += (Where.empty() ? "for " : ", ") + F.textOfNotNegative();
  if (!Where.empty())
    Terms.push_back(std::move(Where));
  SmallSet<CountDoubt, 4> Doubts;
  for (const AccessCount &A : Of->Accesses)
    if (!A.Wavefronts.isExact() && Doubts.insert(A.Wavefronts.Doubt).second)
      Terms.push_back("not exact, as at line " + std::to_string(A.At.Line) +
                      ": " + countDoubtText(A.Wavefronts.Doubt));
  if (Launch && Launch->Wavefronts.Doubt != Block.Wavefronts.Doubt)
    Terms.push_back(std::string("not exact, of the launch: ") +
                    countDoubtText(Launch->Wavefronts.Doubt));
  if (Of->IsPart)
    Terms.emplace_back("not exact: some code of the kernel was not analysed");
  if (Of->IsEstimate)
    Terms.emplace_back(
        "an estimate: nothing was measured on this architecture");
  return Terms;
}

std::string banklint::extentsText(ArrayRef<int64_t> Extents) {
  while (Extents.size() > 1 && Extents.back() == 1)
    Extents = Extents.drop_back();
  std::string Text;
  for (int64_t Extent : Extents)
    Text += (Text.empty() ? "" : "x") + std::to_string(Extent);
  return Text;
}

std::string
banklint::countText(const Count &C,
                    function_ref<std::string(const Formula &)> TextOf) {
  if (C.isExact())
    return TextOf(C.Least);
  if (!C.Most)
    return C.Least.isNumber(0) ? "unknown" : "at least " + TextOf(C.Least);
  if (C.Least.isNumber(0))
    return "at most " + TextOf(*C.Most);
  return "at least " + TextOf(C.Least) + ", at most " + TextOf(*C.Most);
}
