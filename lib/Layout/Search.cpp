//===- Search.cpp - The layout that is best for all accesses --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Search.h"
#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "Candidates.h"
#include "Layout/Residency.h"
#include "Layout/Rows.h"
#include "Values/Limits.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace banklint;

/// The least number of elements that is a multiple of each access, and of
/// `LeastBytes`.
static int64_t accessedElements(const std::vector<ArrayInKernel> &Uses,
                                int64_t LeastBytes) {
  int64_t Unit = 1;
  forEachRecord(Uses, [&](const ArrayInKernel &Use, const Trace &Group,
                          const AccessRecord &Record) {
    if (isBesideRows(Use, Group, Record))
      return;
    bool IsRow = Record.Kind == RequestKind::CpAsyncBypass ||
                 Record.Kind == RequestKind::LdMatrix ||
                 Record.Kind == RequestKind::StMatrix;
    int64_t AccessBytes = std::max<int64_t>(
        LeastBytes, IsRow ? MaxAccessBytes : Record.BytesPerLane);
    int64_t ElementBytes = Use.elementBytes();
    Unit = std::lcm(Unit, std::lcm(ElementBytes, AccessBytes) / ElementBytes);
  });
  return Unit;
}

int64_t banklint::unitElements(const std::vector<ArrayInKernel> &Uses) {
  return accessedElements(Uses, WordBytes);
}

int64_t banklint::alignedUnit(const std::vector<ArrayInKernel> &Uses,
                              int64_t UnitElements, bool WholeWords) {
  // Rows that end within a word, 17 halves, may well end with it; so may those
  // that change with rows of words.
  const int64_t ElementBytes = Uses.front().elementBytes();
  const bool AreWords = llvm::all_of(Uses, [&](const ArrayInKernel &Use) {
    return Use.rowBytes() % WordBytes == 0 &&
           Use.elementBytes() == ElementBytes;
  });
  return std::lcm(
      UnitElements,
      accessedElements(Uses, WholeWords && AreWords ? WordBytes : 1));
}

//===----------------------------------------------------------------------===//
// What fits
//===----------------------------------------------------------------------===//

/// Where dynamic memory begins: at a multiple of this.
static int64_t dynamicAlignment(const ArrayInKernel &Use) {
  int64_t Alignment = MaxAccessBytes;
  for (const SharedArray *Other : Use.Walked->Arrays->arrays())
    if (!Other->SizeBytes)
      Alignment = std::max(Alignment, Other->DeclaredAlignment);
  return Alignment;
}

/// The arrays that `cp.async.cg` writes: what a request of it costs depends on
/// the lines that they begin in.
static llvm::DenseSet<const SharedArray *>
copiedByLines(const std::vector<ArrayInKernel> &Uses) {
  llvm::DenseSet<const SharedArray *> Result;
  for (const ArrayInKernel &Use : Uses)
    for (const Trace &Group : Use.Walked->Groups)
      for (const AccessRecord &Record : Group.Records)
        if (Record.Kind == RequestKind::CpAsyncBypass && Record.Where)
          Result.insert(Record.Where->Array);
  return Result;
}

/// The alignment that an array has by its place, up to `Most`: moved by a
/// multiple of it, the array has it still.
static int64_t alignmentToKeep(const SharedArray &O, int64_t Most) {
  const int64_t Lowest = O.PlacementBytes & -O.PlacementBytes;
  return O.HasOpenPlacement || !Lowest ? Most : std::min(Most, Lowest);
}

/// Whether all arrays behind this one in its kernel keep their alignment. The
/// only one behind the first is aligned best where that has whole vectors.
static bool keepsAlignment(const ArrayInKernel &Use, int64_t ExtraBytes,
                           const llvm::DenseSet<const SharedArray *> &ByLines) {
  const auto End = uint64_t(Use.Walked->Arrays->staticBytes());
  const auto Dynamic = uint64_t(dynamicAlignment(Use));
  const bool IsFirstOfTwo =
      Use.Array->PlacementBytes == 0 && !Use.Array->HasOpenPlacement &&
      llvm::count_if(Use.Walked->Arrays->arrays(), [](const SharedArray *O) {
        return O->SizeBytes != 0;
      }) == 2;
  return llvm::all_of(Use.Walked->Arrays->arrays(), [&](const SharedArray *O) {
    const int64_t Kept = alignmentToKeep(
        *O, ByLines.contains(O) ? int64_t(LineBytes) : MaxAccessBytes);
    if (O->SizeBytes)
      return O->PlacementBytes <= Use.Array->PlacementBytes ||
             ExtraBytes % Kept == 0 ||
             (IsFirstOfTwo && (Use.sizeBytes() + ExtraBytes) % Kept == 0);
    const uint64_t Moved = llvm::alignTo(End + uint64_t(ExtraBytes), Dynamic) -
                           llvm::alignTo(End, Dynamic);
    return !Use.Array->SizeBytes || Moved % uint64_t(Kept) == 0;
  });
}

int64_t banklint::bytesOfBlock(const ArrayInKernel &Use) {
  int64_t Static = Use.Walked->Arrays->staticBytes();
  if (Use.DynamicBytes)
    Static = int64_t(llvm::alignTo(uint64_t(Static), dynamicAlignment(Use)));
  return Static + Use.DynamicBytes;
}

int64_t banklint::growthOfBlock(const ArrayInKernel &Use, const Layout &L) {
  int64_t Extra = L.sizeBytes(Use) - Use.sizeBytes();
  int64_t Alignment = Use.DynamicBytes ? dynamicAlignment(Use) : 1;
  for (const SharedArray *Other : Use.Walked->Arrays->arrays())
    if (Other->SizeBytes && Other->PlacementBytes > Use.Array->PlacementBytes)
      Alignment = std::max(Alignment, Other->DeclaredAlignment);
  return Extra <= 0 ? Extra
                    : int64_t(llvm::alignTo(uint64_t(Extra), Alignment));
}

GrowthOfBlocks::GrowthOfBlocks(const std::vector<ArrayInKernel> &Uses,
                               const Layout &L)
    : NewLayout(L) {
  for (const ArrayInKernel &Use : Uses)
    OfArrays[Use.Walked->Arrays][Use.Array] = growthOfBlock(Use, L);
  for (const auto &[Memory, Arrays] : OfArrays)
    for (const auto &[Array, Growth] : Arrays)
      Sums[Memory] += Growth;
}

int64_t GrowthOfBlocks::ofOthers(const ArrayInKernel &Use) const {
  const SharedLayout *Memory = Use.Walked->Arrays;
  return Sums.at(Memory) - OfArrays.at(Memory).at(Use.Array);
}

int64_t GrowthOfBlocks::of(const ArrayInKernel &Use) const {
  return growthOfBlock(Use, NewLayout) + ofOthers(Use);
}

/// The bytes that a layout adds to the largest instance; nothing if it does not
/// fit.
static std::optional<int64_t>
extraBytes(const std::vector<ArrayInKernel> &Uses, const Layout &L,
           const llvm::DenseSet<const SharedArray *> &ByLines) {
  int64_t Most = 0;
  const GrowthOfBlocks Growth(Uses, L);
  for (const ArrayInKernel &Use : Uses) {
    int64_t Extra = L.sizeBytes(Use) - Use.sizeBytes();
    if (bytesOfBlock(Use) + Growth.of(Use) > MaxStaticBytes ||
        !keepsAlignment(Use, Extra, ByLines))
      return std::nullopt;
    Most = std::max(Most, Extra + Growth.ofOthers(Use));
  }
  return Most;
}

bool banklint::isMemoryShort(const std::vector<ArrayInKernel> &Uses) {
  return llvm::any_of(Uses, [](const ArrayInKernel &Use) {
    return bytesOfBlock(Use) + Use.rowCount() * WordBytes > MaxStaticBytes;
  });
}

//===----------------------------------------------------------------------===//
// Searching
//===----------------------------------------------------------------------===//

/// The share of excess wavefronts that a layout has to save: below that, the
/// finding stays as it was, and the memory is spent for nothing.
static constexpr double LeastSaving = 1.0 / 8;

namespace {
/// Tries layouts, and keeps the best: of those that cost no access, and of all.
class Search {
public:
  /// Of swizzles, the best of all is the one: a note tells who pays.
  Search(Replay &Accesses, const LayoutCost &Now, const CostLimit &Limit,
         bool IsOfPaddings, uint64_t &StepBudget)
      : Accesses(Accesses), Now(Now), Limit(Limit), IsOfPaddings(IsOfPaddings),
        StepBudget(StepBudget) {}

  /// Tries layouts that fit, until one cannot be better.
  void tryAll(std::vector<Proof> Layouts);
  std::optional<Proof> take();
  bool isPerfect() const {
    return Fair && !Fair->Cost.hasExcess() &&
           Fair->Cost.Total.Requests <= Now.Total.Requests + 1e-9;
  }

private:
  bool isBetter(const Proof &One, const std::optional<Proof> &Than) const;
  double mostOfUnknown(const Proof &One) const;

  Replay &Accesses;
  const LayoutCost &Now;
  CostLimit Limit;
  const bool IsOfPaddings;
  uint64_t &StepBudget;
  std::optional<Proof> Best;
  std::optional<Proof> Fair; ///< without a loser
};
} // namespace

/// What requests may take at most that are not known any more: a wavefront for
/// each lane.
double Search::mostOfUnknown(const Proof &One) const {
  const double More =
      One.Cost.Total.UnknownRequests - Now.Total.UnknownRequests;
  return LaneCount * std::max(0.0, More);
}

bool Search::isBetter(const Proof &One,
                      const std::optional<Proof> &Than) const {
  const SiteCost &New = One.Cost.Total;
  if (!Than)
    return Now.Total.Wavefronts - New.Wavefronts - mostOfUnknown(One) >=
           std::max(1e-9,
                    LeastSaving * (Now.Total.Wavefronts - Now.Total.Ideal));
  auto RankOf = [&](const Proof &P) {
    return std::tuple(P.Cost.Total.weight() + mostOfUnknown(P),
                      P.Cost.Total.Requests, P.ExtraBytes);
  };
  return RankOf(One) < RankOf(*Than);
}

/// That no access pays is worth half of what is saved.
std::optional<Proof> Search::take() {
  const double Least =
      Best ? (Now.Total.weight() + Best->Cost.Total.weight()) / 2 : 0;
  return Fair && Fair->Cost.Total.weight() <= Least + 1e-9 ? std::move(Fair)
                                                           : std::move(Best);
}

void Search::tryAll(std::vector<Proof> Layouts) {
  for (Proof &One : Layouts) {
    if (isPerfect() || StepBudget == 0)
      return;
    std::optional<LayoutCost> Cost = Accesses.estimate(One.NewLayout, Limit);
    Accesses.charge(StepBudget);
    if (!Cost)
      continue;
    One.Cost = std::move(*Cost);
    if (!isBetter(One, Fair))
      continue;
    // The estimate took the merging of another layout: count again.
    One.Cost = Accesses.costOf(One.NewLayout);
    Accesses.charge(StepBudget);
    if (!isBetter(One, Fair) ||
        wrapsAround(Accesses.uses(), One.NewLayout.Units))
      continue;
    const bool IsFair = !IsOfPaddings || One.losers(Now).empty();
    if (isBetter(One, Best))
      Best = One;
    if (!IsFair)
      continue;
    Limit.Weight = One.Cost.Total.weight();
    Fair = std::move(One);
  }
}

/// Those of the layouts that fit, in their order.
static std::vector<Proof> fitting(const std::vector<ArrayInKernel> &Uses,
                                  llvm::ArrayRef<Layout> Layouts) {
  const llvm::DenseSet<const SharedArray *> ByLines = copiedByLines(Uses);
  std::vector<Proof> Result;
  for (const Layout &L : Layouts)
    if (std::optional<int64_t> Extra = extraBytes(Uses, L, ByLines))
      Result.push_back({L, {}, *Extra});
  return Result;
}

/// The same, the smallest first.
static std::vector<Proof> fittingBySize(const std::vector<ArrayInKernel> &Uses,
                                        llvm::ArrayRef<Layout> Layouts) {
  const std::vector<Proof> All = fitting(Uses, Layouts);
  std::vector<std::pair<int64_t, size_t>> BySize;
  for (size_t I = 0; I != All.size(); ++I)
    BySize.push_back({All[I].ExtraBytes, I});
  llvm::sort(BySize);
  std::vector<Proof> Result;
  Result.reserve(BySize.size());
  for (auto [Extra, I] : BySize)
    Result.push_back(All[I]);
  return Result;
}

std::vector<Proof>
banklint::fittingPaddings(const std::vector<ArrayInKernel> &Uses,
                          int64_t UnitElements, bool InTwo, bool WholeWords,
                          PaddingReach Reach) {
  const int64_t Aligned = alignedUnit(Uses, UnitElements, WholeWords);
  if (!Uses.front().RowBytes)
    return fittingBySize(Uses, InTwo ? paddingsInTwo(Uses, Aligned)
                                     : paddingsInOne(Uses, Aligned, Reach));
  return InTwo ? std::vector<Proof>()
               : fittingBySize(
                     Uses, indexPaddings(Uses, UnitElements, Aligned, Reach));
}

std::optional<Proof> banklint::bestPadding(Replay &Accesses,
                                           int64_t UnitElements,
                                           const LayoutCost &Now,
                                           uint64_t &StepBudget,
                                           PaddingReach Reach) {
  const std::vector<ArrayInKernel> &Uses = Accesses.uses();
  Search S(Accesses, Now, {Now.Total.weight()}, /*IsOfPaddings=*/true,
           StepBudget);
  if (Reach == PaddingReach::Far) {
    std::vector<Proof> Paddings =
        fittingPaddings(Uses, UnitElements, /*InTwo=*/false,
                        /*WholeWords=*/true, Reach);
    llvm::erase_if(Paddings, [&](const Proof &One) {
      return lostResidency(Uses, One.ExtraBytes).has_value();
    });
    S.tryAll(std::move(Paddings));
    return S.take();
  }
  for (bool InTwo : {false, true})
    if (!S.isPerfect())
      S.tryAll(fittingPaddings(Uses, UnitElements, InTwo));
  return S.take();
}

std::vector<Proof>
banklint::fittingShorterRows(const std::vector<ArrayInKernel> &Uses,
                             int64_t UnitElements) {
  return fittingBySize(Uses,
                       shorterRows(Uses, alignedUnit(Uses, UnitElements)));
}

std::optional<Proof> banklint::bestShorterRows(Replay &Accesses,
                                               int64_t UnitElements,
                                               const LayoutCost &Now,
                                               uint64_t &StepBudget) {
  Search S(Accesses, Now, {Now.Total.weight()}, /*IsOfPaddings=*/true,
           StepBudget);
  S.tryAll(fittingShorterRows(Accesses.uses(), UnitElements));
  return S.take();
}

std::vector<Proof>
banklint::fittingSwizzles(const std::vector<ArrayInKernel> &Uses,
                          int64_t MostBytes) {
  std::vector<Layout> Swizzles = swizzlesOf(Uses);
  llvm::erase_if(Swizzles, [&](const Layout &L) {
    return !L.Swizzled->IsByRow && L.Swizzled->Divisor *
                                           (L.Swizzled->Mask + 1) *
                                           Uses.front().elementBytes() >
                                       MostBytes;
  });
  const std::vector<Proof> All = fitting(Uses, Swizzles);
  std::vector<Proof> Result;
  for (const bool Grows : {false, true}) // those that take no memory first
    llvm::copy_if(All, std::back_inserter(Result), [&](const Proof &One) {
      return (One.ExtraBytes > 0) == Grows &&
             !lostResidency(Uses, One.ExtraBytes);
    });
  return Result;
}

/// Swizzles differ in their excess alone: they keep the same accesses from
/// being merged, which are more instructions, and each has to save two
/// wavefronts. Nothing where no swizzle can.
static std::optional<CostLimit>
limitOfSwizzles(Replay &Accesses, const LayoutCost &Now, double MostWeight) {
  Layout Unmerged;
  Unmerged.Swizzled = Swizzle(); // moves nothing
  const SiteCost Any = Accesses.costOf(Unmerged).Total;
  CostLimit Limit;
  Limit.Weight = std::min(MostWeight, Now.Total.weight());
  const double OfRequests = Any.weight() - Any.Wavefronts;
  Limit.Excess = Limit.Weight - OfRequests - Any.Ideal + 1e-9;
  return Limit.Excess < 0 ? std::nullopt : std::optional(Limit);
}

std::optional<Proof> banklint::bestSwizzle(Replay &Accesses,
                                           const LayoutCost &Now,
                                           double MostWeight, int64_t MostBytes,
                                           uint64_t &StepBudget) {
  std::vector<Proof> Swizzles = fittingSwizzles(Accesses.uses(), MostBytes);
  if (Swizzles.empty())
    return std::nullopt;
  std::optional<CostLimit> Limit = limitOfSwizzles(Accesses, Now, MostWeight);
  if (!Limit)
    return std::nullopt;
  Search S(Accesses, Now, *Limit, /*IsOfPaddings=*/false, StepBudget);
  S.tryAll(std::move(Swizzles));
  return S.take();
}

/// In the order in which they are tried.
static std::vector<Layout>
librarySwizzles(const std::vector<ArrayInKernel> &Uses,
                const std::optional<Swizzle> &Undone) {
  std::vector<Layout> Layouts;
  const int64_t Unit = unitElements(Uses);
  int64_t Elements = 0;
  for (const ArrayInKernel &Use : Uses)
    Elements = std::gcd(Elements, Use.sizeBytes() / Use.elementBytes());
  const int64_t MostUnits = WordBytes * BankCount /
                            std::max<int64_t>(1, Uses.front().elementBytes()) /
                            Unit;
  if (!llvm::isPowerOf2_64(uint64_t(Unit)))
    return Layouts;
  for (int64_t Mask = 1; Mask < MostUnits; Mask = 2 * Mask + 1)
    for (int64_t Distance = Mask + 1; Distance <= limits::LibrarySwizzleUnits;
         Distance *= 2) {
      Layout L;
      L.Swizzled = {/*IsByRow=*/false, Unit * Distance, Mask, Unit};
      L.Undone = Undone;
      L.IsOfLibrary = true;
      // Elements change places within whole blocks.
      if (L.Swizzled->isValid() &&
          Elements % (Unit * Distance * (Mask + 1)) == 0)
        Layouts.push_back(std::move(L));
    }
  return Layouts;
}

std::optional<Proof>
banklint::librarySwizzle(Replay &Accesses, const LayoutCost &Now,
                         const std::optional<Swizzle> &Undone,
                         uint64_t &StepBudget) {
  for (const Layout &L : librarySwizzles(Accesses.uses(), Undone)) {
    if (StepBudget == 0)
      return std::nullopt;
    Proof One{L, Accesses.costOf(L), 0};
    Accesses.charge(StepBudget);
    const SiteCost &Total = One.Cost.Total;
    // Vectors that no longer merge are more instructions.
    const double Added = std::max(0.0, Total.Requests - Now.Total.Requests);
    if (!One.Cost.hasExcess() && Total.UnknownRequests == 0 &&
        Total.Wavefronts <
            Now.Total.Wavefronts - SiteCost::WavefrontsOfRequest * Added)
      return One;
  }
  return std::nullopt;
}

static std::vector<Layout>
libraryStridesOf(const std::vector<ArrayInKernel> &Uses,
                 const TensorStrides &Now) {
  // Rows stay aligned for their widest access; one of several elements keeps
  // them side by side.
  const int64_t Unit = std::max<int64_t>(
      1, unitElements(Uses) * Uses.front().elementBytes() / Now.ElementBytes);
  const int64_t Most = WordBytes * BankCount / Now.ElementBytes;
  const bool IsSingle =
      Unit * Now.ElementBytes <= std::max<int64_t>(WordBytes, Now.ElementBytes);
  std::vector<Layout> Layouts;
  auto Add = [&](int64_t First, int64_t Second) {
    Layout L;
    L.IsOfLibrary = true;
    L.Restrided = Now;
    L.Restrided->First = First;
    L.Restrided->Second = Second;
    Layouts.push_back(std::move(L));
  };
  for (int64_t Extra = Unit; Extra < Most; Extra *= 2)
    Add(1, Now.FirstExtent + Extra);
  for (int64_t Extra = 0; IsSingle && Extra < Most;
       Extra = Extra ? 2 * Extra : Unit)
    Add(Now.SecondExtent + Extra, 1);
  return Layouts;
}

std::optional<Proof> banklint::libraryStrides(Replay &Accesses,
                                              const LayoutCost &Before,
                                              const TensorStrides &Now,
                                              uint64_t &StepBudget) {
  std::optional<Proof> Best;
  for (const Layout &L : libraryStridesOf(Accesses.uses(), Now)) {
    const std::optional<int64_t> Extra =
        extraBytes(Accesses.uses(), L, copiedByLines(Accesses.uses()));
    if (!Extra)
      continue;
    if (StepBudget == 0)
      return std::nullopt;
    Proof One{L, Accesses.costOf(L), *Extra};
    Accesses.charge(StepBudget);
    const SiteCost &New = One.Cost.Total;
    if (One.Cost.hasExcess() || New.UnknownRequests > 0 ||
        New.Wavefronts > Before.Total.Wavefronts - 1e-9)
      continue;
    auto RankOf = [](const Proof &P) {
      return std::tuple(P.Cost.Total.Wavefronts, P.Cost.Total.Requests,
                        P.ExtraBytes);
    };
    if (!Best || RankOf(One) < RankOf(*Best))
      Best = std::move(One);
  }
  return Best;
}
