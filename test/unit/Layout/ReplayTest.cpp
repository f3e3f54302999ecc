//===- ReplayTest.cpp - What layouts cost ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Replay.h"
#include "HandMadeTrace.h"
#include "Layout/Proof.h"
#include "gtest/gtest.h"

using namespace banklint;

// Word w lies in bank w % 32. A column of rows of 32 words lies in one bank: 32
// wavefronts of an ideal 1. With rows of 33 words each lane has a bank of its
// own.

namespace {
class ReplayTest : public testing::Test {
protected:
  LayoutCost costOf(const Layout &L, const std::vector<ArrayInKernel> &Uses) {
    return Replay(Uses).costOf(L);
  }
  LayoutCost costOf(const Layout &L, const SharedArray &Array,
                    int64_t RowBytes = 0) {
    return costOf(L, std::vector<ArrayInKernel>{K.use(Array, RowBytes)});
  }

  SiteTable Lines = sitesOfLines(9);
  HandMadeKernel K{Lines};
};
} // namespace

TEST_F(ReplayTest, CountsADeclaredColumn) {
  const SharedArray &S = K.array({32, 32}, 4);
  K.load(1, S, {K.lane(), Value(5)});
  LayoutCost Now = costOf({}, S);
  EXPECT_EQ(Now.Total.Wavefronts, 32);
  EXPECT_EQ(Now.Total.Ideal, 1);
  EXPECT_EQ(Now.Total.Requests, 1);
  EXPECT_TRUE(Now.hasExcess());
  LayoutCost Padded = costOf(longerRows({0, 1}), S);
  EXPECT_EQ(Padded.Total.Wavefronts, 1);
  EXPECT_FALSE(Padded.hasExcess());
  // The request itself, as it is then.
  ASSERT_EQ(Padded.Worst.size(), 1u);
  EXPECT_EQ(Padded.Worst.begin()->second.OffsetBytes[31], 31u * 132 + 20);
}

TEST_F(ReplayTest, PutsANumberInForLongerStrides) {
  const SharedArray &S = K.array({1024}, 4);
  Pool &P = K.pool();
  Value Stride = P.add(Value(32), K.strideUnits());
  K.load(1, S, P.mul(K.lane(), Stride));
  Layout Longer;
  EXPECT_EQ(costOf(Longer, S, 128).Total.Wavefronts, 32);
  // Rows of 34 words: lanes t and t + 16 share bank 34 * t % 32 = 2 * t % 32.
  Longer.Units = 2;
  EXPECT_EQ(costOf(Longer, S, 128).Total.Wavefronts, 2);
  // A unit of three elements makes rows of 35.
  Longer.Units = 1;
  EXPECT_EQ(costOf(Longer, S, 128).Total.Wavefronts, 1);
}

TEST_F(ReplayTest, CountsEveryWarpOfTheGroup) {
  HandMadeKernel Two(Lines, {64, 1, 1}, /*WarpCount=*/2);
  const SharedArray &S = Two.array({32, 32}, 4);
  Two.load(1, S, {Two.lane(), Value(0)});
  LayoutCost Cost = costOf({}, std::vector<ArrayInKernel>{Two.use(S)});
  EXPECT_EQ(Cost.Total.Wavefronts, 64);
  EXPECT_EQ(Cost.Total.Requests, 2);
}

TEST_F(ReplayTest, AddsKernelsUpAndKeepsThemApart) {
  HandMadeKernel Other(Lines);
  const SharedArray &S = K.array({32, 32}, 4), &T = Other.array({32, 32}, 4);
  K.load(1, S, {K.lane(), Value(0)});
  Other.load(1, T, {Value(0), Other.lane()});
  LayoutCost Cost =
      costOf({}, std::vector<ArrayInKernel>{K.use(S), Other.use(T)});
  ASSERT_EQ(Cost.Sites.size(), 1u);
  EXPECT_EQ(Cost.Sites[loadAt(1)].Wavefronts, 33);
  ASSERT_EQ(Cost.SitesByUse.size(), 2u);
  EXPECT_EQ((Cost.SitesByUse[{0, loadAt(1)}].Wavefronts), 32);
  EXPECT_EQ((Cost.SitesByUse[{1, loadAt(1)}].Wavefronts), 1);
}

TEST_F(ReplayTest, LeavesOtherArraysOut) {
  const SharedArray &S = K.array({32, 32}, 4), &Other = K.array({32, 32}, 4);
  K.load(1, Other, {K.lane(), Value(0)});
  K.load(2, S, {Value(0), K.lane()});
  LayoutCost Cost = costOf({}, S);
  EXPECT_EQ(Cost.Sites.size(), 1u);
  EXPECT_EQ(Cost.Total.Wavefronts, 1);
}

TEST_F(ReplayTest, MergesAsTheLayoutAllows) {
  // Four neighbours of a row are one load of 16 bytes: 512 bytes are four
  // wavefronts, which is the ideal. Rows of 5 words are not aligned to 16
  // bytes: four loads, in which lane t is in bank 5 * t % 32, each in its own.
  const SharedArray &S = K.array({32, 4}, 4);
  for (unsigned C = 0; C != 4; ++C)
    K.load(1 + C, S, {K.lane(), Value(C)});
  const_cast<SharedArray &>(S).DeclaredAlignment = 16;
  LayoutCost Now = costOf({}, S);
  EXPECT_EQ(Now.Total.Requests, 1);
  EXPECT_EQ(Now.Total.Wavefronts, 4);
  EXPECT_EQ(Now.Sites[loadAt(3)].Requests, 0.25);
  LayoutCost Padded = costOf(longerRows({0, 1}), S);
  EXPECT_EQ(Padded.Total.Requests, 4);
  EXPECT_EQ(Padded.Total.Wavefronts, 4);
}

TEST_F(ReplayTest, MergesNothingWithASwizzle) {
  const SharedArray &S = K.array({32, 4}, 4);
  for (unsigned C = 0; C != 4; ++C)
    K.load(1 + C, S, {K.lane(), Value(C)});
  Layout L;
  L.Swizzled = Swizzle();
  EXPECT_EQ(costOf(L, S).Total.Requests, 4);
}

TEST_F(ReplayTest, MovesColumnsByTheirRow) {
  const SharedArray &S = K.array({32, 32}, 4);
  K.load(1, S, {K.lane(), Value(5)});
  Layout L;
  // 5 ^ t is another bank for each lane; 5 ^ (t & 7) is one of 8, each for four
  // rows.
  L.Swizzled = Swizzle{/*IsByRow=*/true, /*Divisor=*/1, /*Mask=*/31};
  EXPECT_EQ(costOf(L, S).Total.Wavefronts, 1);
  L.Swizzled->Mask = 7;
  EXPECT_EQ(costOf(L, S).Total.Wavefronts, 4);
}

TEST_F(ReplayTest, CountsRequestsOfUnknownCostApart) {
  const SharedArray &S = K.array({32, 32}, 4);
  K.load(1, S, {K.pool().varying(ReasonKind::LoadedFromMemory), Value(0)});
  K.load(2, S, {Value(0), K.lane()});
  LayoutCost Cost = costOf({}, S);
  EXPECT_EQ(Cost.Total.UnknownRequests, 1);
  EXPECT_EQ(Cost.Total.Requests, 1);
  EXPECT_EQ(Cost.Sites[loadAt(1)].UnknownRequests, 1);
}

TEST_F(ReplayTest, EstimatesUpToALimit) {
  const SharedArray &S = K.array({32, 32}, 4);
  K.load(1, S, {K.lane(), Value(0)});
  K.load(2, S, {Value(0), K.lane()});
  std::vector<ArrayInKernel> Uses = {K.use(S)};
  Replay Accesses(Uses);
  EXPECT_FALSE(Accesses.estimate({}, {/*Weight=*/36}));
  EXPECT_FALSE(Accesses.estimate({}, {/*Weight=*/100, /*Excess=*/30}));
  auto Cost = Accesses.estimate({}, {/*Weight=*/37, /*Excess=*/31});
  ASSERT_TRUE(Cost);
  EXPECT_EQ(Cost->Total.Wavefronts, 33);
  Cost = Accesses.estimate(longerRows({0, 1}), {/*Weight=*/36});
  ASSERT_TRUE(Cost);
  EXPECT_EQ(Cost->Total.Wavefronts, 2);
}

TEST_F(ReplayTest, TakesEightStepsForEachRecordAndOneForEachRequestTried) {
  const SharedArray &S = K.array({32, 32}, 4);
  K.load(1, S, {K.lane(), Value(0)});
  // One of 32 words, by the lane: each column is tried.
  const Value Column = K.pool().symbol("column", SymbolKind::Unknown, {0, 31});
  K.load(2, S, {K.lane(), K.pool().mul(K.lane(), Column)});
  std::vector<ArrayInKernel> Uses = {K.use(S)};
  Replay Accesses(Uses);
  uint64_t Budget = 100;
  Accesses.charge(Budget);
  EXPECT_EQ(Budget, 100u);
  Accesses.costOf({});
  Accesses.charge(Budget);
  EXPECT_EQ(Budget, 100u - 16 - 32);
  // What is known of the same layout takes no request.
  Accesses.costOf({});
  Accesses.charge(Budget);
  EXPECT_EQ(Budget, 100u - 48 - 16);
}

//===----------------------------------------------------------------------===//
// Losers
//===----------------------------------------------------------------------===//

TEST_F(ReplayTest, NamesWhatALayoutMakesWorse) {
  const SharedArray &S = K.array({32, 32}, 4);
  K.load(1, S, {K.lane(), Value(0)});
  // The diagonal: bank t; with rows of 33, 34 * t % 32 = 2 * t % 32.
  K.load(2, S, {K.lane(), K.lane()});
  LayoutCost Now = costOf({}, S);
  Layout Longer = longerRows({0, 1});
  std::vector<Loser> Losers = Proof{Longer, costOf(Longer, S), 128}.losers(Now);
  ASSERT_EQ(Losers.size(), 1u);
  EXPECT_EQ(Losers[0].Where, loadAt(2));
  EXPECT_EQ(Losers[0].Before, 1);
  EXPECT_EQ(Losers[0].After, 2);
}

TEST_F(ReplayTest, NamesALoserThatGainsInAnotherKernel) {
  HandMadeKernel Other(Lines);
  const SharedArray &S = K.array({32, 32}, 4), &T = Other.array({32, 32}, 4);
  K.load(1, S, {K.lane(), Value(0)});
  Other.load(1, T, {Other.lane(), Other.lane()});
  std::vector<ArrayInKernel> Uses = {K.use(S), Other.use(T)};
  Layout Longer = longerRows({0, 1});
  // 32 + 1 wavefronts become 1 + 2.
  std::vector<Loser> Losers =
      Proof{Longer, costOf(Longer, Uses), 128}.losers(costOf({}, Uses));
  ASSERT_EQ(Losers.size(), 1u);
  EXPECT_EQ(Losers[0].After, 2);
}

TEST_F(ReplayTest, CountsPartsOfASplitRequestTogether) {
  // As in MergesAsTheLayoutAllows, with rows of 6 words: lanes t and t + 16
  // share bank 6 * t % 32, so that each of the pairs, 8 bytes wide, is a load
  // of two wavefronts: 64 lanes' words in 32 banks. Nothing is lost.
  const SharedArray &S = K.array({32, 4}, 4);
  for (unsigned C = 0; C != 4; ++C)
    K.load(1 + C, S, {K.lane(), Value(C)});
  const_cast<SharedArray &>(S).DeclaredAlignment = 16;
  Layout Longer = longerRows({0, 2});
  LayoutCost Split = costOf(Longer, S);
  EXPECT_EQ(Split.Total.Requests, 2);
  EXPECT_EQ(Split.Total.Wavefronts, 4);
  EXPECT_TRUE((Proof{Longer, Split, 256}.losers(costOf({}, S)).empty()));
}

TEST_F(ReplayTest, TakesALayoutThatIsNotKnownToKeepItsCostForWorse) {
  LayoutCost Before, After;
  Before.SitesByUse[{0, loadAt(1)}].Requests = 1;
  After.SitesByUse[{0, loadAt(1)}].UnknownRequests = 1;
  EXPECT_EQ((Proof{{}, After, 0}.losers(Before).size()), 1u);
  EXPECT_TRUE((Proof{{}, After, 0}.losers(After).empty()));
}
