//===- SearchTest.cpp - The best layout -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Search.h"
#include "HandMadeTrace.h"
#include "Values/Limits.h"
#include "gtest/gtest.h"

using namespace banklint;

using Numbers = llvm::SmallVector<int64_t, 3>;

namespace {
class SearchTest : public testing::Test {
protected:
  std::optional<Proof> padding(ArrayInKernel Use, int64_t UnitElements = 1) {
    Uses = {Use};
    Replay Accesses(Uses);
    Now = Accesses.costOf({});
    return bestPadding(Accesses, UnitElements, Now, StepBudget);
  }
  std::optional<Proof> swizzle(ArrayInKernel Use) {
    Uses = {Use};
    Replay Accesses(Uses);
    Now = Accesses.costOf({});
    return bestSwizzle(Accesses, Now, Now.Total.weight(), INT64_MAX,
                       StepBudget);
  }
  int64_t unitOf(const SharedArray &Array) {
    return unitElements({K.use(Array)});
  }

  SiteTable Lines = sitesOfLines(9);
  HandMadeKernel K{Lines};
  std::vector<ArrayInKernel> Uses;
  LayoutCost Now;
  uint64_t StepBudget = 1'000'000;
};
} // namespace

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

TEST_F(SearchTest, PairsOfLongerDimensionsAreNotAllTried) {
  // Rows of 32 words may be 16 words longer, of which 8 are tried with others.
  const SharedArray &Words = K.array({4, 4, 32}, 4),
                    &Wide = K.array({4, 4, 4}, 16), &Flat = K.array({4, 4}, 4);
  EXPECT_TRUE(hasUntriedPaddings({K.use(Words)}, 1));
  EXPECT_FALSE(hasUntriedPaddings({K.use(Wide)}, 1));
  EXPECT_FALSE(hasUntriedPaddings({K.use(Flat)}, 1));
  EXPECT_EQ(fittingPaddings({K.use(Words)}, 1, /*InTwo=*/true).size(),
            limits::PaddingsOfPair);
}

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

TEST_F(SearchTest, PadsByWholeWords) {
  const SharedArray &Chars = K.array({64, 64}, 1),
                    &Doubles = K.array({8, 8}, 8);
  K.load(1, Chars, {K.lane(), Value(0)}, 1);
  K.load(2, Doubles, {Value(0), K.lane()}, 8);
  EXPECT_EQ(unitOf(Chars), 4);
  EXPECT_EQ(unitOf(Doubles), 1);
}

TEST_F(SearchTest, PadsByWholeAccesses) {
  const SharedArray &S = K.array({32, 32}, 4);
  K.load(1, S, {K.lane(), Value(0)}, 4);
  EXPECT_EQ(unitOf(S), 1);
  K.load(2, S, {K.lane(), Value(0)}, 16);
  EXPECT_EQ(unitOf(S), 4);
}

TEST_F(SearchTest, PadsByWholeRowsOfMatrices) {
  // 16 bytes of 2 each, though a lane gets only 4 bytes.
  const SharedArray &S = K.array({16, 64}, 2);
  K.load(1, S, {K.lane(), Value(0)}, 4).Kind = RequestKind::LdMatrix;
  EXPECT_EQ(unitOf(S), 8);
}

TEST_F(SearchTest, PadsByWhatIsWholeInEachInstance) {
  // 4 floats and 3 elements of 12 bytes: lcm(12, 16) / 12 = 4.
  const SharedArray &S = K.array({32, 32}, 12);
  K.load(1, S, {K.lane(), Value(0)}, 16);
  EXPECT_EQ(unitOf(S), 4);
}

//===----------------------------------------------------------------------===//
// Paddings
//===----------------------------------------------------------------------===//

TEST_F(SearchTest, TriesPaddingsUpToTheWidthOfTheBanks) {
  const SharedArray &S = K.array({4, 8, 16}, 4);
  // Planes by 1 or 2 rows of 64 bytes, rows by 1 to 8 words: half of them.
  EXPECT_EQ(fittingPaddings({K.use(S)}, 1, /*InTwo=*/false).size(), 10u);
  // Both at once: the first 8 of each at most.
  EXPECT_EQ(fittingPaddings({K.use(S)}, 1, /*InTwo=*/true).size(), 2u * 8);
  // Rows by 4 or 8 words.
  EXPECT_EQ(fittingPaddings({K.use(S)}, 4, /*InTwo=*/false).size(), 2u + 2);
}

TEST_F(SearchTest, TriesRowsOfThreeTimesTheLength) {
  const SharedArray &S = K.array({18, 18}, 4);
  auto Count = [&](PaddingReach Reach) {
    return fittingPaddings({K.use(S)}, 1, /*InTwo=*/false, /*WholeWords=*/true,
                           Reach)
        .size();
  };
  EXPECT_EQ(Count(PaddingReach::Usual), 9u);
  EXPECT_EQ(Count(PaddingReach::Far), 32u); // the banks repeat beyond
}

TEST_F(SearchTest, DropsWhatNoAccessReaches) {
  const SharedArray &S = K.array({32, 20}, 4);
  K.load(1, S, {K.lane(), Value(15)}, 4);
  const std::vector<Proof> Rows = fittingShorterRows({K.use(S)}, 1);
  ASSERT_EQ(Rows.size(), 4u);
  EXPECT_EQ(Rows.front().NewLayout.rowElements(K.use(S)), 16);
  EXPECT_EQ(fittingShorterRows({K.use(S)}, 4).size(), 1u);
  K.load(2, S, {Value(0), Value(19)}, 4);
  EXPECT_TRUE(fittingShorterRows({K.use(S)}, 1).empty());
}

TEST_F(SearchTest, TriesPaddingsOfRowsThatIndicesMake) {
  const SharedArray &S = K.array({1024}, 4);
  // By 16, 32, 48 or 64 bytes, half a row; a unit of 256 bytes once.
  EXPECT_EQ(fittingPaddings({K.use(S, 128)}, 4, /*InTwo=*/false).size(), 4u);
  EXPECT_EQ(fittingPaddings({K.use(S, 128)}, 64, /*InTwo=*/false).size(), 1u);
}

TEST_F(SearchTest, TriesPaddingsThatKeepAccessesAligned) {
  const SharedArray &S = K.array({1024}, 4), &Tile = K.array({32, 32}, 4);
  K.load(1, S, {K.lane()}, 16);
  K.load(2, Tile, {K.lane(), Value(0)}, 8);
  // By 16, 32, ... 64 bytes, in units of 4; by 8, 16, ... 64 bytes.
  EXPECT_EQ(fittingPaddings({K.use(S, 128)}, 1, /*InTwo=*/false).size(), 4u);
  EXPECT_EQ(fittingPaddings({K.use(S, 128)}, 1, /*InTwo=*/false)
                .front()
                .NewLayout.Units,
            4);
  EXPECT_EQ(fittingPaddings({K.use(S, 128)}, 6, /*InTwo=*/false)
                .front()
                .NewLayout.Units,
            2);
  EXPECT_EQ(fittingPaddings({K.use(Tile)}, 1, /*InTwo=*/false).size(), 8u);
}

TEST_F(SearchTest, TriesPartsOfWordsWhereAsked) {
  const SharedArray &Halves = K.array({32, 32}, 2);
  K.load(1, Halves, {K.lane(), Value(0)}, 2);
  auto Paddings = [&](bool WholeWords) {
    return fittingPaddings({K.use(Halves)}, 1, /*InTwo=*/false, WholeWords);
  };
  EXPECT_EQ(Paddings(true).front().NewLayout.Units, 2);
  EXPECT_EQ(Paddings(false).front().NewLayout.Units, 1);
}

TEST_F(SearchTest, TriesNoLongerRowsThanAWalkIsMadeFor) {
  const SharedArray &Bytes = K.array({1024}, 1);
  for (const Proof &One :
       fittingPaddings({K.use(Bytes, 256)}, 1, /*InTwo=*/false))
    EXPECT_LE(One.NewLayout.Units, limits::RowUnits);
  EXPECT_EQ(
      int64_t(fittingPaddings({K.use(Bytes, 256)}, 1, /*InTwo=*/false).size()),
      limits::RowUnits);
}

TEST_F(SearchTest, FindsTheWordThatFreesAColumn) {
  const SharedArray &S = K.array({32, 32}, 4);
  K.load(1, S, {K.lane(), Value(3)});
  std::optional<Proof> Best = padding(K.use(S));
  ASSERT_TRUE(Best);
  EXPECT_EQ(Best->NewLayout.ExtraElements, (Numbers{0, 1}));
  EXPECT_EQ(Best->ExtraBytes, 32 * 4);
  EXPECT_EQ(Best->Cost.Total.Wavefronts, 1);
}

TEST_F(SearchTest, FindsTheUnitsOfRowsThatIndicesMake) {
  const SharedArray &S = K.array({1024}, 4);
  Pool &P = K.pool();
  K.load(1, S, P.mul(K.lane(), P.add(Value(32), K.strideUnits())));
  std::optional<Proof> Best = padding(K.use(S, 128));
  ASSERT_TRUE(Best);
  EXPECT_EQ(Best->NewLayout.Units, 1);
  EXPECT_EQ(Best->ExtraBytes, 32 * 4);
}

TEST_F(SearchTest, MakesDeclaredRowsLongerByTheGapsInThem) {
  const SharedArray &S = K.array({4, 128}, 4);
  Pool &P = K.pool();
  const Value Column = P.mul(K.lane(), Value(4));
  K.load(1, S,
         {Value(1), P.add(Column, P.mul(P.div(Column, Value(32), Int64),
                                        K.strideUnits()))});
  std::optional<Proof> Best = padding(K.use(S, 128));
  ASSERT_TRUE(Best);
  EXPECT_EQ(Best->NewLayout.Units, 1);
  EXPECT_EQ(Best->NewLayout.ExtraElements, (Numbers{0, 4}));
  EXPECT_EQ(Best->ExtraBytes, 4 * 4 * 4);
  EXPECT_EQ(Best->Cost.Total.Wavefronts, 1);
}

TEST_F(SearchTest, WeighsAllAccesses) {
  // The column takes 1, 2, 1, 4 ... wavefronts with 1, 2, 3, 4 ... words more,
  // the diagonal 2, 1, 4, 1 ...: 3 in sum at best, and with 2 words the diagonal
  // pays nothing.
  const SharedArray &S = K.array({32, 32}, 4);
  K.load(1, S, {K.lane(), Value(0)});
  K.load(2, S, {K.lane(), K.lane()});
  std::optional<Proof> Best = padding(K.use(S));
  ASSERT_TRUE(Best);
  EXPECT_EQ(Best->NewLayout.ExtraElements, (Numbers{0, 2}));
  EXPECT_EQ(Best->Cost.Total.Wavefronts, 3);
}

TEST_F(SearchTest, FindsNothingWhereNothingIsBetter) {
  const SharedArray &S = K.array({32, 32}, 4);
  K.load(1, S, {Value(0), K.lane()});
  EXPECT_FALSE(padding(K.use(S)));
  EXPECT_FALSE(isMemoryShort(Uses));
}

TEST_F(SearchTest, StaysWithin48KB) {
  // 96 rows of 512 bytes are 48 KB.
  const SharedArray &S = K.array({96, 128}, 4);
  K.load(1, S, {K.lane(), Value(0)});
  EXPECT_FALSE(padding(K.use(S)));
  EXPECT_TRUE(isMemoryShort(Uses));
}

TEST_F(SearchTest, CountsDynamicMemoryAgainst48KB) {
  const SharedArray &S = K.array({0}, 4);
  ArrayInKernel Use = K.use(S, /*RowBytes=*/512);
  // 95 whole rows, and 95 words more fill 48 KB to the last byte.
  Use.DynamicBytes = MaxStaticBytes - 95 * 4;
  EXPECT_FALSE(isMemoryShort({Use}));
  ++Use.DynamicBytes;
  EXPECT_TRUE(isMemoryShort({Use}));
}

TEST_F(SearchTest, CountsDynamicMemoryBesideStaticArrays) {
  // 360 rows of 128 bytes leave room for 360 words and 1632 bytes.
  const SharedArray &S = K.array({360, 32}, 4);
  K.load(1, S, {K.lane(), Value(0)});
  ArrayInKernel Use = K.use(S);
  Use.DynamicBytes = 1632;
  EXPECT_TRUE(padding(Use));
  Use.DynamicBytes = 1636;
  EXPECT_FALSE(padding(Use));
  EXPECT_TRUE(isMemoryShort({Use}));
}

TEST_F(SearchTest, KeepsTheAlignmentOfWhatLiesBehind) {
  // 33 words or 66 more would move the array behind off 16 bytes; 4 words each
  // do not: lanes t and t + 8 then share bank 36 * t % 32 = 4 * t % 32.
  const SharedArray &S = K.array({33, 32}, 4);
  K.load(1, S, {K.lane(), Value(0)});
  EXPECT_EQ(padding(K.use(S))->NewLayout.ExtraElements, (Numbers{0, 1}));
  K.array({32}, 4);
  std::optional<Proof> Best = padding(K.use(S));
  ASSERT_TRUE(Best);
  EXPECT_EQ(Best->NewLayout.ExtraElements, (Numbers{0, 4}));
  EXPECT_EQ(Best->Cost.Total.Wavefronts, 4);
}

TEST_F(SearchTest, CountsWhatKeepsTheAlignmentOfWhatLiesBehind) {
  // 360 rows of 33 words are 47520 bytes, from where it is 608 to the alignment
  // of what lies behind; with its 1024 bytes and 256 more they are 49408.
  const SharedArray &S = K.array({360, 32}, 4);
  K.load(1, S, {K.lane(), Value(0)});
  EXPECT_TRUE(padding(K.use(S)));
  K.array({1}, 1024);
  EXPECT_TRUE(padding(K.use(S)));
  K.array({64}, 4);
  EXPECT_FALSE(padding(K.use(S)));
}

TEST_F(SearchTest, LengthensTwoDimensionsWhereOneIsNotEnough) {
  // Lane (p, r, c) of 2 * 4 * 4 reads s[p][2 * r][8 * c]. With rows of 32 + a
  // words and planes of 16 + b rows it asks bank
  //
  //   (16 + b) * (32 + a) * p + 2 * a * r + 8 * c
  //
  // With b = 0 that is 16 * a * p + ..., which meets a bank of c; with a = 0
  // all r share their banks. With a = b = 1 the three terms are 17 * p, 0 to 6,
  // and 0 to 24: all are different.
  const SharedArray &S = K.array({2, 16, 32}, 4);
  Pool &P = K.pool();
  auto Bits = [&](int64_t Divisor, int64_t Mask) {
    return P.bitAnd(P.div(K.lane(), Value(Divisor), Int32), Value(Mask), Int32);
  };
  K.load(
      1, S,
      {Bits(16, 1), P.mul(Bits(4, 3), Value(2)), P.mul(Bits(1, 3), Value(8))});
  std::optional<Proof> Best = padding(K.use(S));
  ASSERT_TRUE(Best);
  EXPECT_EQ(Best->NewLayout.ExtraElements, (Numbers{0, 1, 1}));
  EXPECT_EQ(Best->Cost.Total.Wavefronts, 1);
}

TEST_F(SearchTest, EndsWithItsBudget) {
  const SharedArray &S = K.array({32, 32}, 4);
  K.load(1, S, {K.lane(), Value(3)});
  StepBudget = 0;
  EXPECT_FALSE(padding(K.use(S)));
  // Eight steps a record: the layout of today, and the estimate and the proof
  // of the first one.
  StepBudget = 100;
  EXPECT_TRUE(padding(K.use(S)));
  EXPECT_EQ(StepBudget, 76u);
}

//===----------------------------------------------------------------------===//
// Swizzles
//===----------------------------------------------------------------------===//

TEST_F(SearchTest, FindsTheSwizzleThatFreesAColumn) {
  const SharedArray &S = K.array({32, 32}, 4);
  K.load(1, S, {K.lane(), Value(3)});
  std::optional<Proof> Best = swizzle(K.use(S));
  ASSERT_TRUE(Best);
  EXPECT_EQ(Best->ExtraBytes, 0);
  EXPECT_EQ(Best->Cost.Total.Wavefronts, 1);
  const Swizzle &Found = *Best->NewLayout.Swizzled;
  EXPECT_TRUE(Found.IsByRow);
  EXPECT_EQ(Found.Divisor, 1);
  EXPECT_EQ(Found.Mask, 31);
  EXPECT_EQ(Found.UnitElements, 1);
}

TEST_F(SearchTest, SwizzlesAnArrayWithoutRows) {
  // s[32 * t] is bank 0; i ^ (i / 32 & 31) is bank t.
  const SharedArray &S = K.array({1024}, 4);
  K.load(1, S, K.pool().mul(K.lane(), Value(32)));
  std::optional<Proof> Best = swizzle(K.use(S));
  ASSERT_TRUE(Best);
  EXPECT_FALSE(Best->NewLayout.Swizzled->IsByRow);
  EXPECT_EQ(Best->NewLayout.Swizzled->Divisor, 32);
  EXPECT_EQ(Best->Cost.Total.Wavefronts, 1);
}

TEST_F(SearchTest, DoesNotSwizzleWhatTheCompilerMerges) {
  // One load of four wavefronts is four loads of one each at best: no gain.
  const SharedArray &S = K.array({32, 4}, 4);
  for (unsigned C = 0; C != 4; ++C)
    K.load(1 + C, S, {K.lane(), Value(C)});
  const_cast<SharedArray &>(S).DeclaredAlignment = 16;
  EXPECT_FALSE(swizzle(K.use(S)));
}
