//===- Swizzles.cpp - Swizzles that a search tries ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bank/Gpu.h"
#include "Candidates.h"
#include "Layout/Rows.h"
#include "Layout/Search.h"
#include "Values/Limits.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

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
boundsOf(const std::vector<ArrayInKernel> &Uses, int64_t Padding) {
  SwizzleBounds Bounds;
  for (const ArrayInKernel &Use : Uses) {
    llvm::ArrayRef<int64_t> Extents = Use.Array->Extents;
    int64_t Row = Use.rowElements() - Padding,
            ElementBytes = Use.elementBytes();
    Bounds.HasRows = Extents.size() > 1;
    if (!llvm::isPowerOf2_64(uint64_t(ElementBytes)) ||
        (Bounds.HasRows && !llvm::isPowerOf2_64(uint64_t(Row))))
      return std::nullopt;
    // One that is no row of others may grow to whole blocks.
    if (Bounds.HasRows)
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
  assert(llvm::isPowerOf2_64(uint64_t(Bounds.RowElements)) &&
         "blocks that divide a row divide its power of two");
  return Bounds;
}

/// Whether a swizzle keeps each element in its row, and what decides on its
/// place is not moved itself.
static bool fits(const Swizzle &S, const SwizzleBounds &Bounds) {
  if (S.blockElements() > Bounds.RowElements)
    return false;
  if (S.IsByRow)
    return S.Divisor * (S.Mask + 1) <= Bounds.Rows;
  return S.Divisor >= S.blockElements() &&
         (!Bounds.HasRows || S.Divisor * (S.Mask + 1) <= Bounds.RowElements);
}

/// Swizzles by whole units over all banks, the largest masks first; at last one
/// that moves every second element to the opposite banks.
static void addSwizzles(const SwizzleBounds &Bounds, int64_t LeastElements,
                        Swizzle S, std::vector<Layout> &Layouts) {
  auto Add = [&] {
    // Half of the places may be enough to tell all rows apart.
    int64_t Half = (S.Mask + 1) / 2 * S.Divisor;
    bool IsTooMany = S.IsByRow && Half >= Bounds.MostRows;
    // Rows may be shorter than the widest access.
    if (S.Mask == 0 || S.UnitElements <= 0 || IsTooMany || !fits(S, Bounds))
      return;
    assert(S.isValid() && "two elements would share a place");
    Layout L;
    L.Swizzled = S;
    Layouts.push_back(std::move(L));
  };
  int64_t MostElements = std::min(
      Bounds.RowElements, WordBytes * BankCount / Bounds.LeastElementBytes);
  for (int64_t Unit = LeastElements; Unit < MostElements; Unit *= 2)
    for (int64_t Places = MostElements / Unit; Places > 1; Places /= 2) {
      S.Mask = Places - 1;
      S.UnitElements = Unit;
      Add();
    }
  S.Mask = 1;
  S.UnitElements = MostElements - LeastElements;
  Add();
}

static std::vector<Layout>
swizzlesWithout(int64_t Padding, const std::vector<ArrayInKernel> &Uses) {
  int64_t Least = unitElements(Uses);
  std::optional<SwizzleBounds> Bounds = boundsOf(Uses, Padding);
  std::vector<Layout> Layouts;
  if (!Bounds || !llvm::isPowerOf2_64(uint64_t(Least)))
    return Layouts;
  for (int64_t K = 1; Bounds->HasRows && K <= limits::SwizzleRows; K *= 2)
    addSwizzles(*Bounds, Least, {/*IsByRow=*/true, K}, Layouts);
  // No element of the widest access fits where all banks are one of it.
  int64_t Banks = WordBytes * BankCount / Bounds->MostElementBytes;
  for (int64_t K = Banks;
       K > 0 && K <= limits::SwizzleColumns && K < Bounds->RowElements; K *= 2)
    addSwizzles(*Bounds, Least, {/*IsByRow=*/false, K}, Layouts);
  return Layouts;
}

/// The elements at the end of each declared row that are only there to move the
/// next one: without them it is a power of two. None where the instances
/// differ.
static int64_t paddingOf(const std::vector<ArrayInKernel> &Uses) {
  int64_t Padding = 0;
  for (const ArrayInKernel &Use : Uses) {
    const int64_t Row = Use.rowElements();
    if (Use.Array->Extents.size() < 2 || Row < 2 || !Use.Array->SizeBytes)
      return 0;
    const int64_t Rest = Row - int64_t(llvm::bit_floor(uint64_t(Row)));
    if (Rest == 0 || (Padding && Rest != Padding))
      return 0;
    Padding = Rest;
  }
  const bool IsUnused = llvm::all_of(Uses, [&](const ArrayInKernel &Use) {
    return stayWithin({Use}, Use.rowElements() - Padding);
  });
  return IsUnused ? Padding : 0;
}

/// What an array of one dimension lacks to whole blocks, of the size that its
/// declaration says; nothing where the instances differ.
static std::optional<int64_t> growthOf(const std::vector<ArrayInKernel> &Uses,
                                       const Swizzle &S) {
  std::optional<int64_t> Growth;
  for (const ArrayInKernel &Use : Uses) {
    const int64_t Elements = Use.Array->SizeBytes ? Use.rowElements() : 0;
    const int64_t Block = S.blockElements();
    const int64_t Lacking = (Block - Elements % Block) % Block;
    const bool IsSmall = Use.Array->SizeBytes && Elements < Block;
    if (IsSmall || Growth.value_or(Lacking) != Lacking)
      return std::nullopt;
    Growth = Lacking;
  }
  return Growth;
}

std::vector<Layout>
banklint::swizzlesOf(const std::vector<ArrayInKernel> &Uses) {
  const int64_t Padding = paddingOf(Uses);
  const size_t Dimensions = Uses.front().Array->Extents.size();
  std::vector<Layout> Layouts;
  for (Layout &L : swizzlesWithout(Padding, Uses)) {
    const std::optional<int64_t> Growth =
        Dimensions == 1 ? growthOf(Uses, *L.Swizzled) : -Padding;
    if (!Growth)
      continue;
    if (*Growth) {
      L.ExtraElements.assign(Dimensions, 0);
      L.ExtraElements.back() = *Growth;
    }
    Layouts.push_back(std::move(L));
  }
  return Layouts;
}
