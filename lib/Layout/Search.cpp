//===- Search.cpp - The layout that is best for all accesses --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Search.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace banklint;

static constexpr int64_t MaxPaddingBytes = 128; // beyond it the banks repeat

std::vector<Loser> Proof::losers(const LayoutCost &Before) const {
  std::vector<Loser> Result;
  auto Mean = [](const SiteCost &Sum, const SiteCost &Was) {
    return Was.Requests ? Sum.Wavefronts / Was.Requests : 0;
  };
  for (const auto &[Where, Was] : Before.SitesByUse) {
    auto Found = Cost.SitesByUse.find(Where);
    SiteCost Is = Found == Cost.SitesByUse.end() ? SiteCost() : Found->second;
    if (Is.Wavefronts > Was.Wavefronts + 1e-9 ||
        Is.UnknownRequests > Was.UnknownRequests)
      Result.push_back({Where.second, Mean(Was, Was), Mean(Is, Was)});
  }
  return Result;
}

int64_t banklint::unitElements(const std::vector<ArrayInKernel> &Uses) {
  int64_t Unit = 1;
  forEachRecord(Uses, [&](const ArrayInKernel &Use, const Trace &,
                          const AccessRecord &Record) {
    bool IsRow = Record.Kind == RequestKind::CpAsyncBypass ||
                 Record.Kind == RequestKind::LdMatrix ||
                 Record.Kind == RequestKind::StMatrix;
    int64_t AccessBytes =
        std::max<int64_t>(WordBytes, IsRow ? 16 : Record.BytesPerLane);
    int64_t ElementBytes = Use.elementBytes();
    Unit = std::lcm(Unit, std::lcm(ElementBytes, AccessBytes) / ElementBytes);
  });
  return Unit;
}

//===----------------------------------------------------------------------===//
// What fits
//===----------------------------------------------------------------------===//

/// The array, or what lies behind it in some kernel, is placed as before.
static bool keepsAlignment(const ArrayInKernel &Use, int64_t ExtraBytes) {
  constexpr int64_t MaxAlignmentBytes = 16;
  if (ExtraBytes % MaxAlignmentBytes == 0)
    return true;
  return llvm::none_of(Use.Walked->Arrays->arrays(), [&](const SharedArray *O) {
    return O->SizeBytes && O->PlacementBytes > Use.Array->PlacementBytes;
  });
}

/// The bytes that a layout adds to the largest instance; none if it does not
/// fit.
static std::optional<int64_t> extraBytes(const std::vector<ArrayInKernel> &Uses,
                                         const Layout &L) {
  int64_t Most = 0;
  for (const ArrayInKernel &Use : Uses) {
    int64_t Extra = L.sizeBytes(Use) - Use.sizeBytes();
    if (Use.Walked->Arrays->staticBytes() + Use.DynamicBytes + Extra >
            MaxStaticBytes ||
        !keepsAlignment(Use, Extra))
      return std::nullopt;
    Most = std::max(Most, Extra);
  }
  return Most;
}

/// Blocks that shared memory and threads leave room for (compute capability
/// 9.0: CUDA C++ Programming Guide, "Compute Capabilities"; memory is given out
/// in pieces of 128 bytes).
static int64_t residentBlocks(int64_t SharedBytes, int64_t Threads) {
  constexpr int64_t SmBytes = 228 * 1024, ReservedBytes = 1024;
  constexpr int64_t MaxThreads = 2048, MaxBlocks = 32, PieceBytes = 128;
  int64_t Warps = (Threads + LaneCount - 1) / LaneCount;
  int64_t BlockBytes =
      int64_t(llvm::alignTo(uint64_t(SharedBytes), PieceBytes)) + ReservedBytes;
  return std::min(
      {MaxBlocks, MaxThreads / (Warps * LaneCount), SmBytes / BlockBytes});
}

std::optional<Residency>
banklint::lostResidency(const std::vector<ArrayInKernel> &Uses,
                        int64_t ExtraBytes) {
  std::optional<Residency> Worst;
  for (const ArrayInKernel &Use : Uses) {
    const auto &Block = Use.Walked->Block;
    int64_t Threads = int64_t(Block[0]) * Block[1] * Block[2];
    int64_t Bytes = Use.Walked->Arrays->staticBytes();
    Residency Here = {residentBlocks(Bytes, Threads),
                      residentBlocks(Bytes + ExtraBytes, Threads)};
    if (Here.Now - Here.Then > (Worst ? Worst->Now - Worst->Then : 0))
      Worst = Here;
  }
  return Worst;
}

//===----------------------------------------------------------------------===//
// Searching
//===----------------------------------------------------------------------===//

namespace {
/// Tries layouts, and keeps the best.
class Search {
public:
  Search(Replay &Accesses, const LayoutCost &Now, const CostLimit &Limit,
         uint64_t &StepBudget)
      : Accesses(Accesses), Now(Now), Limit(Limit), StepBudget(StepBudget) {}

  /// Smallest first; ends where nothing can be better.
  void tryAll(std::vector<Layout> Layouts);
  std::optional<Proof> take() { return std::move(Best); }
  bool isPerfect() const {
    return Best && !Best->Cost.hasExcess() &&
           Best->Cost.Total.Requests <= Now.Total.Requests + 1e-9;
  }

private:
  bool isBetter(const Proof &One) const;

  Replay &Accesses;
  const LayoutCost &Now;
  CostLimit Limit;
  uint64_t &StepBudget;
  std::optional<Proof> Best;
};
} // namespace

bool Search::isBetter(const Proof &One) const {
  const SiteCost &New = One.Cost.Total;
  if (New.UnknownRequests > Now.Total.UnknownRequests)
    return false; // what is not known cannot be counted
  if (!Best)
    return New.Wavefronts < Now.Total.Wavefronts - 1e-9;
  const SiteCost &Old = Best->Cost.Total;
  return std::tie(New.Wavefronts, New.Requests, One.ExtraBytes) <
         std::tie(Old.Wavefronts, Old.Requests, Best->ExtraBytes);
}

void Search::tryAll(std::vector<Layout> Layouts) {
  std::vector<std::pair<int64_t, size_t>> BySize;
  for (size_t I = 0; I != Layouts.size(); ++I)
    if (std::optional<int64_t> Extra = extraBytes(Accesses.uses(), Layouts[I]))
      BySize.push_back({*Extra, I});
  llvm::sort(BySize);
  for (auto [Extra, I] : BySize) {
    if (isPerfect() || StepBudget == 0)
      return;
    StepBudget -= std::min(StepBudget, Accesses.steps());
    std::optional<LayoutCost> Cost = Accesses.estimate(Layouts[I], Limit);
    if (!Cost || !isBetter({Layouts[I], std::move(*Cost), Extra}))
      continue;
    StepBudget -= std::min(StepBudget, Accesses.steps());
    Proof One{Layouts[I], Accesses.costOf(Layouts[I]), Extra};
    if (!isBetter(One))
      continue;
    Limit.Wavefronts = One.Cost.Total.Wavefronts;
    Best = std::move(One);
  }
}

bool banklint::isMemoryShort(const std::vector<ArrayInKernel> &Uses) {
  return llvm::any_of(Uses, [](const ArrayInKernel &Use) {
    int64_t Rows = Use.rowBytes() ? Use.sizeBytes() / Use.rowBytes() : 0;
    return Use.Walked->Arrays->staticBytes() + Use.DynamicBytes +
               Rows * WordBytes >
           MaxStaticBytes;
  });
}

/// Of a dimension, the numbers of elements to add.
static std::vector<int64_t> paddingsOf(const std::vector<ArrayInKernel> &Uses,
                                       unsigned Dimension,
                                       int64_t UnitElements) {
  int64_t LeastStride = INT64_MAX;
  for (const ArrayInKernel &Use : Uses)
    LeastStride = std::min(LeastStride, Use.Array->StrideBytes[Dimension]);
  if (Dimension + 1 != Uses.front().Array->StrideBytes.size())
    UnitElements = 1; // whole rows
  std::vector<int64_t> Result;
  for (int64_t K = UnitElements;
       Result.empty() || K * LeastStride <= MaxPaddingBytes; K += UnitElements)
    Result.push_back(K);
  return Result;
}

static std::vector<Layout>
declaredPaddings(const std::vector<ArrayInKernel> &Uses, int64_t UnitElements,
                 bool InTwo) {
  constexpr size_t MaxInTwo = 8;
  size_t Dimensions = Uses.front().Array->Extents.size();
  std::vector<Layout> Result;
  auto Add = [&](std::initializer_list<std::pair<unsigned, int64_t>> Extra) {
    Layout L;
    L.ExtraElements.assign(Dimensions, 0);
    for (auto [Dimension, Elements] : Extra)
      L.ExtraElements[Dimension] = Elements;
    L.Units = L.ExtraElements.back();
    Result.push_back(std::move(L));
  };
  for (unsigned D = 1; D != Dimensions; ++D) {
    std::vector<int64_t> Outer = paddingsOf(Uses, D, UnitElements);
    for (int64_t K : InTwo ? std::vector<int64_t>() : Outer)
      Add({{D, K}});
    for (unsigned E = D + 1; InTwo && E != Dimensions; ++E) {
      std::vector<int64_t> Inner = paddingsOf(Uses, E, UnitElements);
      for (int64_t K : llvm::ArrayRef(Outer).take_front(MaxInTwo))
        for (int64_t L : llvm::ArrayRef(Inner).take_front(MaxInTwo))
          Add({{D, K}, {E, L}});
    }
  }
  return Result;
}

static std::vector<Layout> indexPaddings(const std::vector<ArrayInKernel> &Uses,
                                         int64_t UnitElements) {
  std::vector<Layout> Result;
  int64_t UnitBytes = UnitElements * Uses.front().elementBytes();
  for (int64_t K = 1; K * UnitBytes <= std::max(MaxPaddingBytes, UnitBytes);
       ++K) {
    Layout L;
    L.Units = K;
    L.UnitElements = UnitElements;
    Result.push_back(std::move(L));
  }
  return Result;
}

std::optional<Proof> banklint::bestPadding(Replay &Accesses,
                                           int64_t UnitElements,
                                           const LayoutCost &Now,
                                           uint64_t &StepBudget) {
  const std::vector<ArrayInKernel> &Uses = Accesses.uses();
  Search S(Accesses, Now, {Now.Total.Wavefronts}, StepBudget);
  if (Uses.front().RowBytes) {
    S.tryAll(indexPaddings(Uses, UnitElements));
    return S.take();
  }
  S.tryAll(declaredPaddings(Uses, UnitElements, /*InTwo=*/false));
  if (!S.isPerfect())
    S.tryAll(declaredPaddings(Uses, UnitElements, /*InTwo=*/true));
  return S.take();
}

namespace {
/// What all instances of an array leave to its swizzles.
struct SwizzleBounds {
  bool HasRows = false;
  /// The largest power of two that divides each row; of rows that are not
  /// known, a large one.
  int64_t RowElements = int64_t(1) << 16;
  int64_t Rows = INT64_MAX; ///< that one bit field of the offset tells apart
  int64_t MostRows = 1;     ///< of the largest, in each plane
  int64_t LeastElementBytes = INT64_MAX, MostElementBytes = 0;
};
} // namespace

/// Nothing where elements or declared rows are no power of two.
static std::optional<SwizzleBounds>
boundsOf(const std::vector<ArrayInKernel> &Uses) {
  SwizzleBounds Bounds;
  for (const ArrayInKernel &Use : Uses) {
    llvm::ArrayRef<int64_t> Extents = Use.Array->Extents;
    int64_t Row = Use.rowElements(), ElementBytes = Use.elementBytes();
    Bounds.HasRows = Extents.size() > 1;
    if (!llvm::isPowerOf2_64(uint64_t(ElementBytes)) ||
        (Bounds.HasRows && !llvm::isPowerOf2_64(uint64_t(Row))))
      return std::nullopt;
    if (Row)
      Bounds.RowElements = std::min(Bounds.RowElements, Row & -Row);
    int64_t Rows = INT64_MAX;
    if (Extents.size() > 2 || (Extents.size() == 2 && Use.Array->SizeBytes))
      Rows = Extents[Extents.size() - 2];
    if (Extents.size() > 2)
      Bounds.Rows = std::min(Bounds.Rows, Rows & -Rows);
    Bounds.MostRows = std::max(Bounds.MostRows, Rows);
    Bounds.LeastElementBytes = std::min(Bounds.LeastElementBytes, ElementBytes);
    Bounds.MostElementBytes = std::max(Bounds.MostElementBytes, ElementBytes);
  }
  return Bounds;
}

static bool fits(const Swizzle &How, const SwizzleBounds &Bounds) {
  if (How.blockElements() > Bounds.RowElements)
    return false;
  if (How.IsByRow)
    return How.Divisor * (How.Mask + 1) <= Bounds.Rows;
  return How.Divisor >= How.blockElements() &&
         (!Bounds.HasRows ||
          How.Divisor * (How.Mask + 1) <= Bounds.RowElements);
}

/// Moves by whole units over all banks, the most places first; at last, every
/// other time, to the opposite bank.
static void addSwizzles(const SwizzleBounds &Bounds, int64_t LeastElements,
                        Swizzle How, std::vector<Layout> &Layouts) {
  auto Add = [&] {
    // Half of the places may be enough to tell all rows apart.
    int64_t Half = (How.Mask + 1) / 2 * How.Divisor;
    bool IsTooMany = How.IsByRow && Half >= Bounds.MostRows;
    if (How.Mask == 0 || How.UnitElements == 0 || IsTooMany ||
        !fits(How, Bounds))
      return;
    Layout L;
    L.Swizzled = How;
    Layouts.push_back(std::move(L));
  };
  int64_t MostElements = std::min(
      Bounds.RowElements, WordBytes * BankCount / Bounds.LeastElementBytes);
  for (int64_t Unit = LeastElements; Unit < MostElements; Unit *= 2)
    for (int64_t Places = MostElements / Unit; Places > 1; Places /= 2) {
      How.Mask = Places - 1;
      How.UnitElements = Unit;
      Add();
    }
  How.Mask = 1;
  How.UnitElements = MostElements - LeastElements;
  Add();
}

/// Swizzles differ in their excess alone: they keep the same accesses from
/// being merged, which are more instructions, and each has to save two
/// wavefronts. Nothing where no swizzle can.
static std::optional<CostLimit> limitOfSwizzles(Replay &Accesses,
                                                const LayoutCost &Now,
                                                double MostWavefronts) {
  Layout Unmerged;
  Unmerged.Swizzled = Swizzle(); // moves nothing
  const SiteCost Any = Accesses.costOf(Unmerged).Total;
  double Added = std::max(0.0, Any.Requests - Now.Total.Requests);
  CostLimit Limit;
  Limit.Wavefronts = std::min(MostWavefronts, Now.Total.Wavefronts - 2 * Added);
  Limit.Excess = Limit.Wavefronts - Any.Ideal + 1e-9;
  return Limit.Excess < 0 ? std::nullopt : std::optional(Limit);
}

std::optional<Proof> banklint::bestSwizzle(Replay &Accesses,
                                           const LayoutCost &Now,
                                           double MostWavefronts,
                                           uint64_t &StepBudget) {
  const std::vector<ArrayInKernel> &Uses = Accesses.uses();
  constexpr int64_t MostRows = 32, MostColumns = 4096;
  int64_t Least = unitElements(Uses);
  std::optional<SwizzleBounds> Bounds = boundsOf(Uses);
  if (!Bounds || !llvm::isPowerOf2_64(uint64_t(Least)))
    return std::nullopt;
  // The plainest first: of those that are as good, it is kept.
  std::vector<Layout> Layouts;
  for (int64_t K = 1; Bounds->HasRows && K <= MostRows; K *= 2)
    addSwizzles(*Bounds, Least, {/*IsByRow=*/true, K}, Layouts);
  int64_t Banks = WordBytes * BankCount / Bounds->MostElementBytes;
  for (int64_t K = Banks; K <= MostColumns && K < Bounds->RowElements; K *= 2)
    addSwizzles(*Bounds, Least, {/*IsByRow=*/false, K}, Layouts);
  std::optional<CostLimit> Limit =
      limitOfSwizzles(Accesses, Now, MostWavefronts);
  if (!Limit)
    return std::nullopt;
  Search S(Accesses, Now, *Limit, StepBudget);
  S.tryAll(std::move(Layouts));
  return S.take();
}
