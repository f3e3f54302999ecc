//===- DecisionTest.cpp - Which lanes go which way ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values/Decision.h"
#include "Values/Limits.h"
#include "Values/Value.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cstdint>

using namespace banklint;

namespace {

constexpr LaneMask LowHalf = 0x0000ffff, HighHalf = 0xffff0000;

struct DecisionTest : testing::Test {
  DecisionTest() {
    Lanes Numbers;
    for (unsigned L = 0; L != LaneCount; ++L)
      Numbers[L] = L;
    Lane = P.lanes(Numbers);
    X = P.add(P.mul(Block, 256, Int32), Lane, Int32);
  }

  Split split(const Value &Condition, LaneMask Active = AllLanes) {
    llvm::SmallVector<unsigned> Partition;
    Split S = decide(P, Condition, Active, {}, Partition);
    EXPECT_TRUE(Partition.empty());
    return S;
  }
  Value less(Value A, Value B) { return P.less(A, B, Int32); }
  Value equal(Value A, Value B) { return P.equal(A, B, Int32); }

  static void expectSplit(const Split &S, LaneMask True, LaneMask False,
                          Certainty Confidence) {
    EXPECT_EQ(S.True, True);
    EXPECT_EQ(S.False, False);
    EXPECT_EQ(S.Confidence, Confidence);
  }

  Pool P;
  Value Lane;
  Value N = P.symbol("n", SymbolKind::Unknown);
  Value M = P.symbol("m", SymbolKind::Unknown);
  Value Block = P.symbol("blockIdx.x", SymbolKind::Visited, {0, INT64_MAX});
  Value Flag = P.symbol("flag", SymbolKind::Choice, {0, 1});
  Value Data = P.varying(ReasonKind::LoadedFromMemory);
  Value X; ///< blockIdx.x * 256 + threadIdx.x
};

//===----------------------------------------------------------------------===//
// Known, and the same in all lanes
//===----------------------------------------------------------------------===//

TEST_F(DecisionTest, KnownLanesSplitExactly) {
  expectSplit(split(less(Lane, 20)), 0x000fffff, 0xfff00000, Certainty::Exact);
  expectSplit(split(less(Lane, 20), HighHalf), 0x000f0000, 0xfff00000,
              Certainty::Exact);
  expectSplit(split(Lane), ~LaneMask(1), 1, Certainty::Exact);
  expectSplit(split(1), AllLanes, 0, Certainty::Exact);
}

TEST_F(DecisionTest, AUniformUnknownSendsAllLanesOneWay) {
  expectSplit(split(Flag), AllLanes, AllLanes, Certainty::Whole);
  expectSplit(split(P.logicalNot(Flag), LowHalf), LowHalf, LowHalf,
              Certainty::Whole);
  expectSplit(split(N), AllLanes, AllLanes, Certainty::Whole);
  expectSplit(split(less(Block, N)), AllLanes, AllLanes, Certainty::Whole);
}

//===----------------------------------------------------------------------===//
// Guards
//===----------------------------------------------------------------------===//

// Neither of two elements of one array is special.
TEST_F(DecisionTest, WhichOfTwoLikeValuesIsLargerIsEvenOdds) {
  int Array = 0, Other = 0;
  Value A = P.varying(ReasonKind::LoadedFromMemory, {}, &Array),
        B = P.varying(ReasonKind::LoadedFromMemory, {}, &Array);
  EXPECT_TRUE(Pool::areAlike(A, B));
  EXPECT_FALSE(
      Pool::areAlike(A, P.varying(ReasonKind::LoadedFromMemory, {}, &Other)));
  EXPECT_FALSE(Pool::areAlike(A, P.add(B, 1)));
  EXPECT_FALSE(Pool::areAlike(Data, Data));
  Value IsLarger = P.evenOdds(ReasonKind::ComparedWithData);
  expectSplit(split(IsLarger), AllLanes, AllLanes, Certainty::Even);
  expectSplit(split(P.equal(IsLarger, Flag, Int32)), AllLanes, AllLanes,
              Certainty::Even);
  expectSplit(split(P.logicalAnd(IsLarger, less(Lane, 16))), LowHalf, AllLanes,
              Certainty::Even);
  expectSplit(
      split(P.logicalAnd(IsLarger, P.evenOdds(ReasonKind::ComparedWithData))),
      AllLanes, AllLanes, Certainty::Data);
}

// Away from the edge all lanes are below n; at the edge all may be above.
TEST_F(DecisionTest, AnEdgeGuardLetsAllLanesThrough) {
  expectSplit(split(less(X, N)), AllLanes, AllLanes, Certainty::Guarded);
  expectSplit(split(P.logicalNot(less(X, N))), AllLanes, AllLanes,
              Certainty::Guarded);
}

TEST_F(DecisionTest, OneLaneEqualsAnUnknown) {
  Split S = split(equal(Lane, N));
  EXPECT_EQ(llvm::popcount(S.True), 1);
  EXPECT_EQ(S.False, AllLanes);
  EXPECT_EQ(S.Confidence, Certainty::Guarded);
  // Lanes 4k..4k+3 hold the same lane / 4.
  EXPECT_EQ(llvm::popcount(split(equal(P.div(Lane, 4, Int32), N)).True), 4);
}

// lane + s < 16 with s in 0..3: lanes from 13 on may be out, from 16 on are.
TEST_F(DecisionTest, BoundsKeepLanesToOneSide) {
  Value S = P.symbol("s", SymbolKind::Unknown, {0, 3});
  Value Condition = less(P.add(Lane, S, Int32), 16);
  expectSplit(split(Condition), LowHalf, 0xffffe000, Certainty::Guarded);
  expectSplit(split(Condition, 0x1fff), 0x1fff, 0, Certainty::Exact);
  expectSplit(split(Condition, HighHalf), 0, HighHalf, Certainty::Exact);
}

// 32 b + lane == 40: lane 8 only, as 40 - lane is a multiple of 32.
TEST_F(DecisionTest, OnlyLanesWithTheRightResidueCanBeEqual) {
  Value Index = P.add(P.mul(Block, 32, Int32), Lane, Int32);
  expectSplit(split(equal(Index, 40)), 1u << 8, AllLanes, Certainty::Guarded);
  expectSplit(split(equal(Index, 40), 0xff), 0, 0xff, Certainty::Exact);
}

// n * lane == 0 holds in all lanes for n = 0, and else in lane 0.
TEST_F(DecisionTest, WhereLanesHoldTheirOwnUnknownsTheFullestSetsAreTaken) {
  expectSplit(split(equal(P.mul(N, Lane, Int32), 0)), AllLanes, ~LaneMask(1),
              Certainty::Guarded);
  // (lane ^ n) & 1: half of the lanes, whatever n is.
  Split Odd = split(P.bitAnd(P.bitXor(Lane, N, Int32), 1, Int32));
  EXPECT_EQ(llvm::popcount(Odd.True), 16);
  EXPECT_EQ(llvm::popcount(Odd.False), 16);
}

TEST_F(DecisionTest, WhatAllTrialsAgreeOnIsExact) {
  Value S = P.symbol("s", SymbolKind::Unknown, {1, 4});
  // s * lane < s * 0 + 1 holds in lane 0 alone.
  expectSplit(split(less(P.mul(S, Lane, Int32), 1)), 1, ~LaneMask(1),
              Certainty::Exact);
}

// No number that is tried for n makes a lane equal; some other may.
TEST_F(DecisionTest, ASideThatNoTrialReachesStaysPossible) {
  Split S = split(equal(P.mul(N, Lane, Int32), 5003));
  expectSplit(S, AllLanes, AllLanes, Certainty::Data);
}

//===----------------------------------------------------------------------===//
// Both, either
//===----------------------------------------------------------------------===//

TEST_F(DecisionTest, ConjunctionsNarrow) {
  Value First = less(Lane, 4);
  expectSplit(split(P.logicalAnd(First, less(1, Lane))), 0xc, ~LaneMask(0xc),
              Certainty::Exact);
  expectSplit(split(P.logicalAnd(First, Flag)), 0xf, AllLanes,
              Certainty::Whole);
  expectSplit(split(P.logicalAnd(less(X, N), First)), 0xf, AllLanes,
              Certainty::Guarded);
}

TEST_F(DecisionTest, DisjunctionsWiden) {
  Value First = less(Lane, 4);
  expectSplit(split(P.logicalOr(First, less(27, Lane))), 0xf000000f, 0x0ffffff0,
              Certainty::Exact);
  expectSplit(split(P.logicalOr(First, Flag)), AllLanes, ~LaneMask(0xf),
              Certainty::Whole);
}

TEST_F(DecisionTest, WhatOneSideRulesOutTheOtherNeedNotDecide) {
  Value First = less(Lane, 4);
  expectSplit(split(P.logicalAnd(First, Flag), HighHalf), 0, HighHalf,
              Certainty::Exact);
  expectSplit(split(P.logicalOr(Flag, First), 0xf), 0xf, 0, Certainty::Exact);
}

// `lane == n && lane != 0`: lane 0 stands for any lane on the left alone, but
// some other lane passes both.
TEST_F(DecisionTest, AKnownSideChoosesAmongTheLanesOfTheOther) {
  Value NotFirst = P.logicalNot(equal(Lane, 0));
  for (Value Both : {P.logicalAnd(equal(Lane, N), NotFirst),
                     P.logicalAnd(NotFirst, equal(Lane, N))}) {
    Split S = split(Both);
    EXPECT_EQ(llvm::popcount(S.True), 1);
    EXPECT_EQ(S.True & 1, 0u);
    EXPECT_EQ(S.False, AllLanes);
  }
}

// n picks lane 0 on its own and m, at least 3, lane 3: both can pick lane 3.
// There are more pairs of their numbers than are tried.
TEST_F(DecisionTest, SidesThatSeemToExcludeEachOtherStayPossible) {
  Value From3 = P.symbol("from3", SymbolKind::Unknown, {3, INT64_MAX});
  expectSplit(split(P.logicalAnd(equal(Lane, N), equal(Lane, From3))), AllLanes,
              AllLanes, Certainty::Data);
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

TEST_F(DecisionTest, DataSendsAnyLaneAnyWay) {
  expectSplit(split(less(Data, 3)), AllLanes, AllLanes, Certainty::Data);
  expectSplit(split(P.logicalAnd(less(Lane, 4), equal(Data, N))), 0xf, AllLanes,
              Certainty::Data);
}

TEST_F(DecisionTest, DataWithinBoundsKeepsLanesToOneSide) {
  Value Byte = P.varying(ReasonKind::LoadedFromMemory, {0, 15});
  // lane + byte < 16: lane 0 always, lanes from 16 on never.
  Value Condition = less(P.add(Lane, Byte, Int32), 16);
  expectSplit(split(Condition), LowHalf, ~LaneMask(1), Certainty::Data);
  expectSplit(split(Condition, HighHalf), 0, HighHalf, Certainty::Exact);
}

//===----------------------------------------------------------------------===//
// Several warps
//===----------------------------------------------------------------------===//

TEST_F(DecisionTest, WarpsThatPartWaysSaySo) {
  Value Shift = P.symbol("w", SymbolKind::WarpShift, {0, 96}, 32);
  const Variable *What = Shift.terms()[0].What;
  Value Index = P.add(Shift, Lane, Int32);
  llvm::SmallVector<Assignment, 4> Warps;
  for (int64_t Offset : {0, 32, 64, 96})
    Warps.push_back({{What, Offset}});
  llvm::SmallVector<unsigned> Partition;
  auto Decide = [&](const Value &Condition) {
    Partition.clear();
    return decide(P, Condition, AllLanes, Warps, Partition);
  };
  using Expected = llvm::SmallVector<unsigned>;
  // Warps 0 and 1 go in: the first warp's answer, and who goes with it.
  expectSplit(Decide(less(Index, 64)), AllLanes, 0, Certainty::Exact);
  EXPECT_EQ(Partition, (Expected{0, 0, 1, 1}));
  expectSplit(Decide(less(Index, 1)), 1, ~LaneMask(1), Certainty::Exact);
  EXPECT_EQ(Partition, (Expected{0, 1, 1, 1}));
  // A third way is one of its own.
  Decide(less(Index, 80));
  EXPECT_EQ(Partition, (Expected{0, 0, 1, 2}));
  // All warps agree on these.
  expectSplit(Decide(less(Index, 128)), AllLanes, 0, Certainty::Exact);
  EXPECT_TRUE(Partition.empty());
  expectSplit(Decide(less(P.bitXor(Index, 1, Int32), N)), AllLanes, AllLanes,
              Certainty::Guarded);
  EXPECT_TRUE(Partition.empty());
  expectSplit(Decide(less(P.rem(Index, 32, Int32), 16)), LowHalf, HighHalf,
              Certainty::Exact);
  EXPECT_TRUE(Partition.empty());
}

//===----------------------------------------------------------------------===//
// Numbers to try
//===----------------------------------------------------------------------===//

struct Tried {
  llvm::SmallVector<int64_t, 48> Numbers;
  bool IsComplete = true;

  Tried(Range Bounds, int64_t MultipleOf) {
    Variable A;
    A.Bounds = Bounds;
    A.MultipleOf = MultipleOf;
    Numbers = candidates(A, IsComplete);
  }
};

TEST(Candidates, OfFewValuesAreAllOfThem) {
  Tried Shifts({0, 96}, 32);
  EXPECT_EQ(Shifts.Numbers, (llvm::SmallVector<int64_t, 48>{0, 32, 64, 96}));
  EXPECT_TRUE(Shifts.IsComplete);
  Tried Signs({-2, 2}, 1);
  EXPECT_EQ(Signs.Numbers, (llvm::SmallVector<int64_t, 48>{-2, -1, 0, 1, 2}));
  EXPECT_TRUE(Signs.IsComplete);
}

TEST(Candidates, AreMultiplesWithinTheBounds) {
  EXPECT_EQ(Tried({1, 20}, 8).Numbers, (llvm::SmallVector<int64_t, 48>{8, 16}));
  EXPECT_EQ(Tried({-5, 5}, 4).Numbers,
            (llvm::SmallVector<int64_t, 48>{-4, 0, 4}));
  // 16, the 31 multiples behind it, and nine further on.
  Tried NoEnd({5, INT64_MAX}, 16);
  ASSERT_EQ(NoEnd.Numbers.size(), 41u);
  for (int64_t Multiple = 0; Multiple != 32; ++Multiple)
    EXPECT_EQ(NoEnd.Numbers[Multiple], 16 + Multiple * 16);
  for (int64_t Number : NoEnd.Numbers)
    EXPECT_EQ(Number % 16, 0);
  EXPECT_EQ(NoEnd.Numbers.back(), 16 + 4097 * 16);
}

TEST(Candidates, OfManyValuesHaveAllResiduesModulo32) {
  for (Range Bounds : {Range{}, Range{0, INT64_MAX}, Range{7, 100000}}) {
    Tried T(Bounds, 1);
    EXPECT_FALSE(T.IsComplete);
    uint32_t Residues = 0;
    for (int64_t Number : T.Numbers)
      Residues |= 1u << Number % 32;
    EXPECT_EQ(Residues, ~0u);
    // An unknown size is zero or more.
    int64_t First = std::max<int64_t>(Bounds.Min, 0);
    EXPECT_EQ(*llvm::min_element(T.Numbers), First);
    EXPECT_EQ(*llvm::max_element(T.Numbers), First + 4097);
  }
}

TEST(Candidates, StayWithin64Bits) {
  Tried Wide({INT64_MIN + 1, INT64_MAX - 1}, int64_t(1) << 60);
  EXPECT_EQ(Wide.Numbers.size(), 15u); // -7 * 2^60 ... 7 * 2^60
  EXPECT_EQ(Tried({INT64_MAX - 3, INT64_MAX}, 1).Numbers.back(), INT64_MAX);
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

TEST(Candidates, OfMoreThanAreListedAreASample) {
  Pool P;
  for (int64_t Count : {40, 41}) {
    Value V = P.symbol("n", SymbolKind::Unknown, {0, Count - 1});
    bool IsComplete = true;
    candidates(*V.terms()[0].What, IsComplete);
    EXPECT_EQ(IsComplete, Count <= int64_t(limits::ListedNumbers));
  }
}

TEST_F(DecisionTest, WhatTakesTooManyTrialsIsLikeData) {
  auto WithChoices = [&](unsigned Count) {
    Value Mixed = Lane;
    for (unsigned I = 0; I != Count; ++I)
      Mixed =
          P.bitXor(Mixed, P.symbol("bit", SymbolKind::Choice, {0, 1}), Int32);
    return split(equal(Mixed, 1));
  };
  EXPECT_LT(WithChoices(8).Confidence, Certainty::Data);
  EXPECT_FALSE(WithChoices(8).IsLimited);
  EXPECT_EQ(WithChoices(9).Confidence, Certainty::Data);
  EXPECT_TRUE(WithChoices(9).IsLimited);
}

} // namespace
