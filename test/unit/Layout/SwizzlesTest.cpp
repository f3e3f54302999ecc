//===- SwizzlesTest.cpp - Where swizzles put elements ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "HandMadeTrace.h"
#include "Offsets.h"
#include "gtest/gtest.h"
#include <set>

using namespace banklint;

/// Where the element at a column of a row lies in its row, as Layout.h has it.
static int64_t movedColumn(const Swizzle &S, int64_t Row, int64_t Column) {
  int64_t Decider = S.IsByRow ? Row : Column;
  return Column ^ ((Decider / S.Divisor) & S.Mask) * S.UnitElements;
}

namespace {
class SwizzlesTest : public testing::Test {
protected:
  std::vector<Swizzle> swizzles(const SharedArray &Array,
                                unsigned BytesPerLane = 4) {
    K.load(1, Array, Value(0), BytesPerLane);
    std::vector<Swizzle> Result;
    for (const Layout &L : swizzlesOf({K.use(Array)}))
      Result.push_back(*L.Swizzled);
    return Result;
  }
  /// Holds what every swizzle has to keep: each element has a place of its own
  /// within its row, and units of the widest access stay together.
  void check(const SharedArray &Array, int64_t Rows, int64_t RowElements,
             unsigned BytesPerLane, int64_t UnitElements) {
    std::vector<Swizzle> All = swizzles(Array, BytesPerLane);
    EXPECT_FALSE(All.empty());
    for (const Swizzle &S : All)
      for (int64_t Row = 0; Row != Rows; ++Row) {
        std::set<int64_t> Places;
        for (int64_t C = 0; C != RowElements; ++C) {
          int64_t Moved = movedColumn(S, Row, C);
          EXPECT_TRUE(0 <= Moved && Moved < RowElements);
          EXPECT_EQ(Moved % UnitElements, C % UnitElements);
          Places.insert(Moved);
        }
        EXPECT_EQ(Places.size(), size_t(RowElements));
      }
  }

  SiteTable Lines = sitesOfLines(2);
  HandMadeKernel K{Lines};
};
} // namespace

TEST_F(SwizzlesTest, KeepElementsApartInTheirRows) {
  check(K.array({32, 32}, 4), 32, 32, 4, 1);
  check(K.array({8, 16}, 8), 8, 16, 8, 1);
  check(K.array({4, 6, 64}, 4), 4 * 6, 64, 4, 1);
}

TEST_F(SwizzlesTest, KeepElementsApartWithoutRows) {
  check(K.array({1024}, 4), 1, 1024, 4, 1);
  check(K.array({192}, 4), 1, 192, 4, 1); // no power of two, but blocks of 64
}

TEST_F(SwizzlesTest, KeepWideAccessesWhole) {
  check(K.array({64, 32}, 4), 64, 32, 16, 4);
  check(K.array({2048}, 1), 1, 2048, 1, 4);
}

TEST_F(SwizzlesTest, MoveNoFurtherThanTheRowsTell) {
  // One bit tells two rows apart; a mask of two bits would do no more.
  for (const Swizzle &S : swizzles(K.array({2, 32}, 4)))
    if (S.IsByRow)
      EXPECT_LT((S.Mask + 1) / 2 * S.Divisor, 2);
}

TEST_F(SwizzlesTest, NeedPowersOfTwo) {
  EXPECT_TRUE(swizzles(K.array({32, 33}, 4)).empty());
  EXPECT_TRUE(swizzles(K.array({32, 32}, 12), 12).empty());
}

TEST_F(SwizzlesTest, NeedRowsOfSeveralWideAccesses) {
  // Rows of 8 bytes, accessed by 16: no unit fits.
  EXPECT_TRUE(swizzles(K.array({64, 2}, 4), 16).empty());
  EXPECT_TRUE(swizzles(K.array({64, 4}, 4), 16).empty());
}

TEST_F(SwizzlesTest, NeedElementsThatAreFewerThanAllBanks) {
  EXPECT_TRUE(swizzles(K.array({2, 64}, 128)).empty());
  EXPECT_TRUE(swizzles(K.array({64}, 256)).empty());
}

TEST_F(SwizzlesTest, AreWhatAddressesGet) {
  const SharedArray &S = K.array({32, 64}, 4);
  Pool &P = K.pool();
  // Lane t reads row t, column 2 * t + 1, and of that the second byte.
  SharedAddress Where{&S, {}, Value(1)};
  std::vector<Value> Index = {K.lane(),
                              P.add(P.mul(K.lane(), Value(2)), Value(1))};
  Where.Index = Index;
  ArrayInKernel Use = K.use(S);
  for (const Swizzle &Any :
       {Swizzle{true, 1, 31, 1}, Swizzle{true, 2, 7, 4},
        Swizzle{false, 32, 1, 16}, Swizzle{false, 16, 3, 2}}) {
    SharedAddress Moved =
        Swizzler(P).apply(Any, Use.rowElements(), Use, K.trace(), Where);
    EXPECT_TRUE(Moved.Index.empty());
    ASSERT_TRUE(Moved.WithinBytes.isKnown());
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
      int64_t Column = movedColumn(Any, Lane, 2 * Lane + 1);
      EXPECT_EQ(Moved.WithinBytes.constant()[Lane],
                (Lane * 64 + Column) * 4 + 1);
    }
  }
}

TEST_F(SwizzlesTest, GetALongerStrideBeforeTheyMove) {
  const SharedArray &S = K.array({1024}, 4);
  Pool &P = K.pool();
  Value Index = P.mul(K.lane(), P.add(Value(32), K.strideUnits()));
  SharedAddress Where{&S, Index, Value(2)};
  SharedAddress Longer = withUnits(K.trace(), Where, 3);
  Value Offset = offsetIn(K.trace(), Longer, {4});
  ASSERT_TRUE(Offset.isKnown());
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    EXPECT_EQ(Offset.constant()[Lane], Lane * 35 * 4 + 2);
}
