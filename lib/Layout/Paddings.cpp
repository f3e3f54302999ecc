//===- Paddings.cpp - Longer rows that a search tries ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bank/Gpu.h"
#include "Candidates.h"
#include "Layout/Rows.h"
#include "Layout/Search.h"
#include "Values/Limits.h"
#include "llvm/ADT/bit.h"

using namespace banklint;

static constexpr int64_t MaxPaddingBytes = WordBytes * BankCount;

/// How far rows may grow: by half of their length as people do it, or, where
/// that does not help, by twice their length.
static int64_t longestPadding(int64_t Row, PaddingReach Reach) {
  return Reach == PaddingReach::Usual ? Row / 2 : 2 * Row;
}

/// The numbers of elements by which a dimension may be longer.
static std::vector<int64_t> paddingsOf(const std::vector<ArrayInKernel> &Uses,
                                       unsigned Dimension, int64_t UnitElements,
                                       PaddingReach Reach) {
  assert(UnitElements > 0 && "paddings come in multiples of elements");
  int64_t LeastStride = INT64_MAX, LeastExtent = INT64_MAX;
  for (const ArrayInKernel &Use : Uses) {
    LeastStride = std::min(LeastStride, Use.Array->StrideBytes[Dimension]);
    LeastExtent = std::min(LeastExtent, Use.Array->Extents[Dimension]);
  }
  assert(LeastStride > 0 && "an element takes memory");
  if (Dimension + 1 != Uses.front().Array->StrideBytes.size())
    UnitElements = 1; // whole rows
  std::vector<int64_t> Result;
  const int64_t Most = std::min(MaxPaddingBytes / LeastStride,
                                longestPadding(LeastExtent, Reach));
  for (int64_t K = UnitElements; Result.empty() || K <= Most; K += UnitElements)
    Result.push_back(K);
  return Result;
}

static Layout
longerBy(size_t Dimensions,
         std::initializer_list<std::pair<unsigned, int64_t>> Extra) {
  Layout L;
  L.ExtraElements.assign(Dimensions, 0);
  for (auto [Dimension, Elements] : Extra)
    L.ExtraElements[Dimension] = Elements;
  // Leading dimensions of matrix fragments are as long as the rows.
  L.Units = L.ExtraElements.back();
  return L;
}

std::vector<Layout>
banklint::paddingsInOne(const std::vector<ArrayInKernel> &Uses,
                        int64_t AlignedElements, PaddingReach Reach) {
  size_t Dimensions = Uses.front().Array->Extents.size();
  std::vector<Layout> Result;
  for (unsigned D = 1; D < Dimensions; ++D)
    for (int64_t K : paddingsOf(Uses, D, AlignedElements, Reach))
      Result.push_back(longerBy(Dimensions, {{D, K}}));
  return Result;
}

std::vector<Layout>
banklint::paddingsInTwo(const std::vector<ArrayInKernel> &Uses,
                        int64_t AlignedElements) {
  size_t Dimensions = Uses.front().Array->Extents.size();
  std::vector<Layout> Result;
  for (unsigned D = 1; D < Dimensions; ++D) {
    std::vector<int64_t> Outer =
        paddingsOf(Uses, D, AlignedElements, PaddingReach::Usual);
    for (unsigned E = D + 1; E < Dimensions; ++E) {
      std::vector<int64_t> Inner =
          paddingsOf(Uses, E, AlignedElements, PaddingReach::Usual);
      for (int64_t K : llvm::ArrayRef(Outer).take_front(limits::PaddingsOfPair))
        for (int64_t L :
             llvm::ArrayRef(Inner).take_front(limits::PaddingsOfPair))
          Result.push_back(longerBy(Dimensions, {{D, K}, {E, L}}));
    }
  }
  return Result;
}

bool banklint::hasUntriedPaddings(const std::vector<ArrayInKernel> &Uses,
                                  int64_t UnitElements) {
  size_t Dimensions = Uses.front().Array->Extents.size();
  if (Uses.front().RowBytes || Dimensions < 3)
    return false; // there is no pair of dimensions to make longer
  UnitElements = alignedUnit(Uses, UnitElements);
  for (unsigned D = 1; D < Dimensions; ++D)
    if (paddingsOf(Uses, D, UnitElements, PaddingReach::Usual).size() >
        limits::PaddingsOfPair)
      return true;
  return false;
}

std::vector<Layout>
banklint::indexPaddings(const std::vector<ArrayInKernel> &Uses,
                        int64_t UnitElements, int64_t AlignedElements,
                        PaddingReach Reach) {
  std::vector<Layout> Result;
  int64_t UnitBytes = UnitElements * Uses.front().elementBytes();
  assert(UnitBytes > 0 && "paddings come in multiples of elements");
  const int64_t Step = AlignedElements / UnitElements;
  const int64_t Longest =
      std::min(MaxPaddingBytes, longestPadding(Uses.front().rowBytes(), Reach));
  const int64_t Most = std::max(Longest, Step * UnitBytes);
  for (int64_t K = Step; K * UnitBytes <= Most; K += Step) {
    Layout L;
    L.Units = K;
    L.UnitElements = UnitElements;
    if (const size_t Dimensions = Uses.front().Array->Extents.size();
        Dimensions > 1 && !Uses.front().Member) {
      L.ExtraElements.assign(Dimensions, 0);
      L.ExtraElements.back() = Uses.front().Array->StrideBytes[Dimensions - 2] /
                               Uses.front().RowBytes * K * UnitElements;
    }
    if (const auto &Member = Uses.front().Member)
      L.DroppedBytes = -Member->Count * K * UnitBytes;
    Result.push_back(std::move(L));
  }
  return Result;
}

std::vector<Layout>
banklint::shorterRows(const std::vector<ArrayInKernel> &Uses,
                      int64_t AlignedElements) {
  const size_t Dimensions = Uses.front().Array->Extents.size();
  std::vector<Layout> Result;
  int64_t Row = INT64_MAX;
  for (const ArrayInKernel &Use : Uses)
    Row = std::min(Row, Use.rowElements());
  // What stands behind a power of two is there to move rows apart.
  const int64_t Most = Row - int64_t(llvm::bit_floor(uint64_t(Row)));
  for (int64_t K = AlignedElements; Dimensions > 1 && K <= Most;
       K += AlignedElements) {
    const bool IsUnused = llvm::all_of(Uses, [&](const ArrayInKernel &Use) {
      return stayWithin({Use}, Use.rowElements() - K);
    });
    if (!IsUnused)
      break;
    Layout &L = *Result.emplace(Result.begin());
    L.ExtraElements.assign(Dimensions, 0);
    L.ExtraElements.back() = -K;
  }
  return Result;
}
