//===- ValueTest.cpp - Arithmetic on what the lanes of a warp hold --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values/Value.h"
#include "llvm/ADT/SmallVector.h"
#include "gtest/gtest.h"
#include <cstdint>
#include <utility>

using namespace banklint;

namespace {

constexpr IntType Unsigned32 = {32, false};
constexpr IntType Unsigned64 = {64, false};
constexpr IntType Signed8 = {8, true};
constexpr IntType Unsigned8 = {8, false};
constexpr IntType Bool = {1, false};

struct ValueTest : testing::Test {
  /// A known number for each lane.
  template <typename Fn> Value each(Fn NumberOf) {
    Lanes Numbers;
    for (unsigned I = 0; I != LaneCount; ++I)
      Numbers[I] = NumberOf(int64_t(I));
    return P.lanes(Numbers);
  }

  Pool P;
  Value Lane = each([](int64_t L) { return L; });
  /// Of which nothing is known, as of an argument.
  Value N = P.symbol("n", SymbolKind::Unknown);
  Value Block = P.symbol("blockIdx.x", SymbolKind::Visited, {0, INT64_MAX});
  Value Flag = P.symbol("flag", SymbolKind::Choice, {0, 1});
  /// A warp's shift: 0, 32, ..., 992.
  Value Shift = P.symbol("w", SymbolKind::WarpShift, {0, 992}, 32);
  Value Data = P.varying(ReasonKind::LoadedFromMemory);

  Value times(int64_t Factor, Value V) { return P.mul(V, Factor, Int32); }
  Value plus(Value A, Value B) { return P.add(A, B, Int32); }
};

//===----------------------------------------------------------------------===//
// Known lanes
//===----------------------------------------------------------------------===//

TEST_F(ValueTest, TypesWrapToTheCongruentNumberOfTheirWidth) {
  EXPECT_EQ(Unsigned8.wrap(-1), 255);
  EXPECT_EQ(Signed8.wrap(200), 200 - 256);
  EXPECT_EQ(Unsigned32.wrap(-1), 0xffffffff);
  EXPECT_EQ(Int32.wrap(0x80000000), INT32_MIN);
  EXPECT_EQ(Int64.wrap(INT64_MIN), INT64_MIN);
}

TEST_F(ValueTest, UnsignedArithmeticWrapsAt32Bits) {
  // 0 - 1 = 2^32 - 1; the other lanes stay small.
  EXPECT_EQ(P.sub(Lane, 1, Unsigned32),
            each([](int64_t L) { return L == 0 ? 0xffffffff : L - 1; }));
  EXPECT_TRUE(P.add(0xffffffff, 2, Unsigned32).isNumber(1));
  EXPECT_TRUE(P.mul(0x10001, 0x10001, Unsigned32).isNumber(0x20001));
  EXPECT_TRUE(P.complement(0, Unsigned32).isNumber(0xffffffff));
  EXPECT_TRUE(P.complement(0, Int32).isNumber(-1));
}

TEST_F(ValueTest, SignedDivisionRoundsTowardsZero) {
  EXPECT_TRUE(P.div(-7, 2, Int32).isNumber(-3));
  EXPECT_TRUE(P.rem(-7, 2, Int32).isNumber(-1));
  EXPECT_TRUE(P.div(7, -2, Int32).isNumber(-3));
  EXPECT_TRUE(P.rem(7, -2, Int32).isNumber(1));
}

TEST_F(ValueTest, UnsignedDivisionTakesNegativeNumbersAsLarge) {
  EXPECT_TRUE(P.div(0xfffffff8, 4, Unsigned32).isNumber(0x3ffffffe));
  EXPECT_TRUE(P.div(-8, 4, Unsigned64).isNumber(0x3ffffffffffffffe));
  EXPECT_TRUE(P.rem(-1, 10, Unsigned64).isNumber(5)); // 2^64 - 1 ends in ...615
}

TEST_F(ValueTest, DivisionsThatTrapOnOtherMachinesAreHarmless) {
  EXPECT_TRUE(P.div(INT64_MIN, -1, Int64).isNumber(INT64_MIN));
  EXPECT_TRUE(P.rem(INT64_MIN, -1, Int64).isNumber(0));
  EXPECT_TRUE(P.div(INT32_MIN, -1, Int32).isNumber(INT32_MIN));
  EXPECT_TRUE(P.div(Lane, 0, Int32).isKnown());
  EXPECT_TRUE(P.negate(INT64_MIN, Int64).isNumber(INT64_MIN));
}

TEST_F(ValueTest, RightShiftsKeepTheSignOfSignedNumbersOnly) {
  EXPECT_TRUE(P.shr(-8, 1, Int32).isNumber(-4));
  EXPECT_TRUE(P.shr(-7, 1, Int32).isNumber(-4)); // rounds down, unlike -7 / 2
  EXPECT_TRUE(P.shr(0xfffffff8, 1, Unsigned32).isNumber(0x7ffffffc));
  EXPECT_TRUE(P.shr(-1, 60, Unsigned64).isNumber(15));
  EXPECT_TRUE(P.shl(1, 31, Unsigned32).isNumber(0x80000000));
  EXPECT_TRUE(P.shl(1, 40, Int64).isNumber(int64_t(1) << 40));
}

// C++ leaves these undefined; the hardware's shifts clamp the count.
TEST_F(ValueTest, ShiftsByTheWidthOrMoreShiftEverythingOut) {
  EXPECT_TRUE(P.shl(1, 32, Unsigned32).isNumber(0));
  EXPECT_TRUE(P.shr(0xffffffff, 32, Unsigned32).isNumber(0));
  EXPECT_TRUE(P.shr(-5, 40, Int32).isNumber(-1));
  EXPECT_TRUE(P.shr(-1, 64, Unsigned64).isNumber(0));
  EXPECT_TRUE(P.shl(N, 32, Int32).isNumber(0));
  // 0xffffffff >> (32 - lane), the lanes below: 2^lane - 1.
  EXPECT_EQ(P.shr(0xffffffff, P.sub(32, Lane, Int32), Unsigned32),
            each([](int64_t L) { return (int64_t(1) << L) - 1; }));
}

TEST_F(ValueTest, ComparisonsFollowTheSignednessOfTheirType) {
  EXPECT_TRUE(P.less(-1, 1, Int64).isNumber(1));
  EXPECT_TRUE(P.less(-1, 1, Unsigned64).isNumber(0)); // 2^64 - 1 < 1
  EXPECT_TRUE(P.less(0xffffffff, 1, Unsigned32).isNumber(0));
  EXPECT_TRUE(P.min(-1, 1, Unsigned64).isNumber(1));
  EXPECT_TRUE(P.max(-1, 1, Unsigned64).isNumber(-1));
  EXPECT_TRUE(P.max(-1, 1, Int64).isNumber(1));
  EXPECT_EQ(P.less(Lane, 20, Int32), each([](int64_t L) { return L < 20; }));
  EXPECT_EQ(P.equal(Lane, 3, Int32), each([](int64_t L) { return L == 3; }));
}

// 2^64 - 1 is no number that an unknown one cannot be.
TEST_F(ValueTest, UnknownsMayBeLargeWhereTheyAreComparedWithLargeNumbers) {
  const Value Shared = P.symbol("n", SymbolKind::Unknown, {0, INT64_MAX});
  const Value Own = P.varying(P.named("key"), {0, INT64_MAX});
  for (const Value &V : {Shared, Own})
    for (const Value &Compared :
         {P.equal(V, -1, Unsigned64), P.less(V, -1, Unsigned64),
          P.less(-1, V, Unsigned64)}) {
      EXPECT_FALSE(Compared.isKnown());
      EXPECT_EQ(Compared.isUniform(), V.isUniform());
      EXPECT_EQ(P.range(Compared).Min, 0);
      EXPECT_EQ(P.range(Compared).Max, 1);
    }
  EXPECT_TRUE(P.equal(Shared, -1, Int64).isNumber(0));
}

TEST_F(ValueTest, ConversionsOfKnownLanesWrap) {
  Value Steps = each([](int64_t L) { return L * 100 - 1000; });
  EXPECT_EQ(P.convert(Steps, Int32, Unsigned8),
            each([](int64_t L) { return int64_t(uint8_t(L * 100 - 1000)); }));
  EXPECT_EQ(P.convert(Steps, Int32, Signed8),
            each([](int64_t L) { return int64_t(int8_t(L * 100 - 1000)); }));
  EXPECT_EQ(P.convert(Steps, Int32, Bool),
            each([](int64_t L) { return L != 10; }));
  EXPECT_TRUE(P.convert((int64_t(5) << 32) + 7, Int64, Int32).isNumber(7));
  EXPECT_TRUE(P.convert(-1, Int32, Unsigned32).isNumber(0xffffffff));
  EXPECT_TRUE(P.convert(-1, Int32, Int64).isNumber(-1));
  EXPECT_TRUE(P.convert(256, Int32, Bool).isNumber(1)); // not its low bit
}

TEST_F(ValueTest, SelectTakesEachLaneFromItsSide) {
  EXPECT_EQ(P.select(0xffff, Lane, 7),
            each([](int64_t L) { return L < 16 ? L : 7; }));
  // n in the lower half, n + 4 in the upper: lanes plus n.
  EXPECT_EQ(P.select(0xffff, N, plus(N, 4)),
            plus(N, each([](int64_t L) { return L < 16 ? 0 : 4; })));
  EXPECT_EQ(P.select(AllLanes, N, Lane), N);
  EXPECT_EQ(P.select(0, N, Lane), Lane);
}

TEST_F(ValueTest, EqualNumbersInAllLanesAreOneNumber) {
  EXPECT_TRUE(P.sub(Lane, Lane, Int32).isNumber(0));
  EXPECT_TRUE(P.bitAnd(Lane, 32, Int32).isNumber(0));
  EXPECT_EQ(each([](int64_t) { return 3; }), Value(3));
}

//===----------------------------------------------------------------------===//
// Linear values
//===----------------------------------------------------------------------===//

TEST_F(ValueTest, AnUnknownOffsetKeepsTheDifferencesOfLanes) {
  Value X = plus(times(256, Block), Lane);
  EXPECT_EQ(X.constant(), Lane.constant());
  ASSERT_EQ(X.terms().size(), 1u);
  EXPECT_EQ(X.terms()[0].What->Why, P.named("blockIdx.x"));
  EXPECT_EQ(X.terms()[0].Factor, LaneNumbers(256));
  EXPECT_FALSE(X.isUniform());
  EXPECT_TRUE(times(256, Block).isUniform());
  EXPECT_EQ(P.sub(X, times(256, Block), Int32), Lane);
}

TEST_F(ValueTest, SumsAreTheSameInAnyOrder) {
  EXPECT_EQ(plus(plus(N, Block), Lane), plus(plus(Lane, Block), N));
  EXPECT_TRUE(P.sub(plus(N, Block), plus(Block, N), Int32).isNumber(0));
  EXPECT_EQ(P.mul(plus(N, 1), plus(Block, 2), Int32),
            P.mul(plus(Block, 2), plus(N, 1), Int32));
}

TEST_F(ValueTest, MinusOneOfAnUnsignedTypeIsMinusOneBesideUnknowns) {
  EXPECT_EQ(P.add(N, 0xffffffff, Unsigned32), P.sub(N, 1, Unsigned32));
  EXPECT_EQ(P.mul(N, 0xffffffff, Unsigned32), P.negate(N, Unsigned32));
  // (n - 1) - n, with nothing unknown left, is 2^32 - 1 again.
  EXPECT_TRUE(
      P.sub(P.sub(N, 1, Unsigned32), N, Unsigned32).isNumber(0xffffffff));
}

TEST_F(ValueTest, AFactorMayDifferFromLaneToLane) {
  Value Product = P.mul(N, Lane, Int32);
  ASSERT_EQ(Product.terms().size(), 1u);
  EXPECT_EQ(Product.terms()[0].Factor, Lane.constant());
  EXPECT_FALSE(Product.isUniform());
  EXPECT_EQ(P.mul(Lane, N, Int32), Product);
  const Variable *Symbol = N.terms()[0].What;
  EXPECT_EQ(P.substitute(Product, {{Symbol, 3}}), times(3, Lane));
}

TEST_F(ValueTest, ProductsOfUnknownsAreKept) {
  // (n + 1) * (b + 2) = n*b + 2n + b + 2
  Value Product = P.mul(plus(N, 1), plus(Block, 2), Int32);
  EXPECT_EQ(Product,
            plus(plus(P.mul(N, Block, Int32), times(2, N)), plus(Block, 2)));
  EXPECT_EQ(P.mul(Flag, Flag, Int32), Flag); // 0 * 0 = 0, 1 * 1 = 1
}

TEST_F(ValueTest, VaryingValuesSayWhy) {
  Value Index = plus(times(4, Data), Lane);
  EXPECT_TRUE(Index.isVarying());
  EXPECT_EQ(Index.reason(), ReasonKind::LoadedFromMemory);
  EXPECT_EQ(P.bitXor(Index, N, Int32).reason(), ReasonKind::LoadedFromMemory);
  EXPECT_FALSE(Data.isUniform());
  EXPECT_FALSE(P.sub(Index, times(4, Data), Int32).isVarying());
}

//===----------------------------------------------------------------------===//
// Division and bits
//===----------------------------------------------------------------------===//

TEST_F(ValueTest, DivisionSplitsOffMultiplesOfTheDivisor) {
  Value X = plus(Shift, Lane); // w = 32k
  // (256 b + lane) / 16 = 16 b + lane / 16
  EXPECT_EQ(P.div(plus(times(256, Block), Lane), 16, Int32),
            plus(times(16, Block), P.div(Lane, 16, Int32)));
  // (w + lane) / 32 = w / 32, as lane < 32 never reaches the next multiple.
  EXPECT_EQ(P.div(X, 32, Int32), P.div(Shift, 32, Int32));
  EXPECT_TRUE(P.div(X, 32, Int32).isUniform());
  EXPECT_EQ(P.rem(X, 32, Int32), Lane);
  EXPECT_EQ(P.rem(X, 16, Int32), P.rem(Lane, 16, Int32));
  EXPECT_EQ(P.shr(X, 5, Unsigned32), P.shr(Shift, 5, Unsigned32));
  EXPECT_EQ(P.div(X, 1, Int32), X);
  EXPECT_TRUE(P.rem(X, 1, Int32).isNumber(0));
}

TEST_F(ValueTest, ASmallDividendHasNoQuotient) {
  Value Small = P.symbol("s", SymbolKind::Unknown, {0, 7});
  EXPECT_TRUE(P.div(Small, 8, Int32).isNumber(0));
  EXPECT_EQ(P.rem(Small, 8, Int32), Small);
  // 8n + s: n and s
  EXPECT_EQ(P.div(plus(times(8, N), Small), 8, Int32), N);
  EXPECT_EQ(P.rem(plus(times(8, N), Small), 8, Int32), Small);
  EXPECT_TRUE(P.div(0, N, Int32).isNumber(0));
  EXPECT_TRUE(P.rem(0, N, Int32).isNumber(0));
}

// 8m - s with m >= 1 and s in 0..7 is positive; (8m - s) / 8 = m - 1 + (8-s)/8.
TEST_F(ValueTest, WhatTheRestLacksIsLentByTheQuotient) {
  Value M = P.symbol("m", SymbolKind::Unknown, {1, 100});
  Value S = P.symbol("s", SymbolKind::Unknown, {0, 7});
  const Variable *OfM = M.terms()[0].What, *OfS = S.terms()[0].What;
  Value X = P.sub(times(8, M), S, Int32);
  for (int64_t Number : {0, 1, 7}) {
    EXPECT_TRUE(P.substitute(P.div(X, 8, Int32), {{OfM, 3}, {OfS, Number}})
                    .isNumber((24 - Number) / 8));
    EXPECT_TRUE(P.substitute(P.rem(X, 8, Int32), {{OfM, 3}, {OfS, Number}})
                    .isNumber((24 - Number) % 8));
  }
}

TEST_F(ValueTest, NegativeDividendsRoundTowardsZeroOnceTheyAreKnown) {
  Value S = P.symbol("s", SymbolKind::Unknown, {-10, 10});
  const Variable *OfS = S.terms()[0].What;
  EXPECT_TRUE(P.substitute(P.div(S, 4, Int32), {{OfS, -3}}).isNumber(0));
  EXPECT_TRUE(P.substitute(P.rem(S, 4, Int32), {{OfS, -3}}).isNumber(-3));
  EXPECT_TRUE(P.substitute(P.shr(S, 2, Int32), {{OfS, -3}}).isNumber(-1));
  EXPECT_TRUE(P.substitute(P.bitAnd(S, 3, Int32), {{OfS, -3}}).isNumber(1));
  EXPECT_TRUE(
      P.substitute(P.div(S, 4, Unsigned32), {{OfS, -4}}).isNumber(0x3fffffff));
}

TEST_F(ValueTest, WideShiftsCountTo63) {
  Value X = P.mul(N, int64_t(1) << 40, Int64);
  EXPECT_EQ(P.shr(X, 40, Int64), N);
  EXPECT_EQ(P.shl(N, 40, Int64), X);
}

TEST_F(ValueTest, BitsThatCannotMeetAreAdded) {
  Value X = plus(Shift, Lane);
  EXPECT_EQ(P.bitOr(Shift, Lane, Int32), X);
  EXPECT_EQ(P.bitXor(Lane, Shift, Int32), X);
  EXPECT_TRUE(P.bitAnd(Shift, Lane, Int32).isNumber(0));
}

TEST_F(ValueTest, KnownLowBitsAreComputedBesideUnknownHighOnes) {
  Value X = plus(times(32, N), Lane);
  EXPECT_EQ(P.bitAnd(X, 31, Int32), Lane);
  EXPECT_EQ(P.bitXor(X, 1, Int32).constant(),
            each([](int64_t L) { return L ^ 1; }).constant());
  EXPECT_EQ(P.bitOr(X, 3, Int32),
            plus(times(32, N), each([](int64_t L) { return L | 3; })));
  EXPECT_EQ(P.bitAnd(X, ~15, Int32),
            plus(times(32, N), each([](int64_t L) { return L & ~15; })));
  EXPECT_EQ(P.bitAnd(X, 0xfffffff0, Unsigned32), P.bitAnd(X, ~15, Int32));
  EXPECT_EQ(P.complement(X, Int32), P.sub(-1, X, Int32));
  // (32n + lane - 1) & 31: what wraps is a multiple of 32.
  EXPECT_EQ(P.bitAnd(P.sub(X, 1, Int32), 31, Int32),
            each([](int64_t L) { return (L + 31) % 32; }));
}

TEST_F(ValueTest, IdentitiesOfBitsHoldForUnknowns) {
  EXPECT_TRUE(P.bitXor(N, N, Int32).isNumber(0));
  EXPECT_EQ(P.bitAnd(N, N, Int32), N);
  EXPECT_TRUE(P.bitAnd(N, 0, Int32).isNumber(0));
  EXPECT_EQ(P.bitOr(N, 0, Int32), N);
  EXPECT_EQ(P.bitAnd(N, 0xffffffff, Unsigned32), N);
  EXPECT_TRUE(P.bitOr(N, -1, Int32).isNumber(-1));
  // What is mixed in twice is gone.
  const Value Mixed = P.bitXor(N, Lane, Int32);
  EXPECT_EQ(P.bitXor(Mixed, Lane, Int32), N);
  EXPECT_EQ(P.bitXor(N, Mixed, Int32), Lane);
  EXPECT_FALSE(P.bitXor(plus(Mixed, 1), Lane, Int32) == N);
}

// One variable stands for an operation on the same operands.
TEST_F(ValueTest, UnresolvedOperationsCancelThemselves) {
  for (auto Operate :
       {&Pool::div, &Pool::rem, &Pool::shl, &Pool::shr, &Pool::bitAnd,
        &Pool::bitOr, &Pool::bitXor, &Pool::min, &Pool::max, &Pool::mul}) {
    Value Once = (P.*Operate)(plus(N, Lane), Block, Int32);
    Value Again = (P.*Operate)(plus(N, Lane), Block, Int32);
    EXPECT_FALSE(Once.isKnown());
    EXPECT_TRUE(P.sub(Once, Again, Int32).isNumber(0));
  }
  for (auto Operate : {&Pool::bitAnd, &Pool::bitOr, &Pool::bitXor, &Pool::min,
                       &Pool::max, &Pool::mul})
    EXPECT_EQ((P.*Operate)(N, Block, Int32), (P.*Operate)(Block, N, Int32));
}

//===----------------------------------------------------------------------===//
// Comparison, bounds
//===----------------------------------------------------------------------===//

TEST_F(ValueTest, ComparisonsThatBoundsDecideAreKnown) {
  Value X = plus(Shift, Lane); // at most 992 + 31
  EXPECT_TRUE(P.less(X, 1024, Int32).isNumber(1));
  EXPECT_FALSE(P.less(X, 1023, Int32).isKnown());
  EXPECT_TRUE(P.less(X, 0, Int32).isNumber(0));
  EXPECT_TRUE(P.equal(X, 1024, Int32).isNumber(0));
  EXPECT_TRUE(P.less(N, plus(N, 1), Int32).isNumber(1));
  EXPECT_TRUE(P.equal(N, N, Int32).isNumber(1));
  EXPECT_EQ(P.min(X, 2000, Int32), X);
  EXPECT_TRUE(P.max(X, 2000, Int32).isNumber(2000));
  EXPECT_EQ(P.min(plus(N, 3), N, Int32), N);
}

TEST_F(ValueTest, TruthIsZeroOrOne) {
  EXPECT_EQ(P.truth(Flag), Flag);
  EXPECT_EQ(P.logicalNot(P.logicalNot(Flag)), Flag);
  EXPECT_EQ(P.truth(Lane), each([](int64_t L) { return L != 0; }));
  EXPECT_EQ(P.convert(N, Int32, Bool), P.truth(N));
  EXPECT_TRUE(P.logicalAnd(N, 0).isNumber(0));
  EXPECT_TRUE(P.logicalOr(5, N).isNumber(1));
  EXPECT_EQ(P.logicalAnd(7, N), P.truth(N));
  Range Bounds = P.range(P.truth(N));
  EXPECT_EQ(Bounds.Min, 0);
  EXPECT_EQ(Bounds.Max, 1);
}

TEST_F(ValueTest, NarrowConversionsOfUnknownsWrapUnlessTheyFit) {
  Value Byte = P.symbol("c", SymbolKind::Unknown, {-128, 127});
  const Variable *OfByte = Byte.terms()[0].What;
  EXPECT_EQ(P.convert(Byte, Int32, Signed8), Byte);
  EXPECT_TRUE(P.substitute(P.convert(Byte, Signed8, Unsigned8), {{OfByte, -3}})
                  .isNumber(253));
  EXPECT_EQ(P.range(P.convert(N, Int32, Unsigned8)).Max, 255);
}

// Indices are taken to fit 32 bits: only the constant's high part is dropped.
TEST_F(ValueTest, ConversionsTo32BitsKeepUnknowns) {
  EXPECT_EQ(P.convert(N, Int64, Int32), N);
  EXPECT_EQ(P.convert(P.add(N, (int64_t(1) << 32) + 5, Int64), Int64, Int32),
            plus(N, 5));
  EXPECT_EQ(P.convert(N, Int32, Int64), N);
}

TEST_F(ValueTest, RangesAddUpOverTermsAndLanes) {
  auto Bounds = [&](const Value &V) {
    Range R = P.range(V);
    return std::pair(R.Min, R.Max);
  };
  using Ends = std::pair<int64_t, int64_t>;
  EXPECT_EQ(Bounds(plus(Shift, Lane)), Ends(0, 1023));
  EXPECT_EQ(Bounds(P.sub(Lane, Shift, Int32)), Ends(-992, 31));
  EXPECT_EQ(Bounds(P.mul(Flag, Lane, Int32)), Ends(0, 31));
  EXPECT_EQ(Bounds(plus(Block, 5)), Ends(5, INT64_MAX));
  EXPECT_EQ(Bounds(P.negate(Block, Int32)), Ends(INT64_MIN, 0));
  EXPECT_EQ(Bounds(N), Ends(INT64_MIN, INT64_MAX));
  EXPECT_EQ(P.rangeInLane(plus(Shift, Lane), 4).Min, 4);
  EXPECT_EQ(P.rangeInLane(plus(Shift, Lane), 4).Max, 996);
  Value S = P.symbol("s", SymbolKind::Unknown, {-3, 5});
  EXPECT_EQ(Bounds(P.mul(S, Shift, Int32)), Ends(-3 * 992, 5 * 992));
  EXPECT_EQ(Bounds(P.mul(S, S, Int32)), Ends(0, 25));
  EXPECT_EQ(Bounds(P.rem(S, 4, Int32)), Ends(-3, 3));
  EXPECT_EQ(Bounds(P.rem(S, 4, Unsigned32)), Ends(0, 3));
  // A bound that lies at the end of 64 bits is a number on the other side.
  EXPECT_EQ(Bounds(P.add(INT64_MIN, Flag, Int64)),
            Ends(INT64_MIN, INT64_MIN + 1));
}

// A number beside its own quotient: together they are the remainder.
TEST_F(ValueTest, RangesOfANumberBesideItsQuotientAreThoseOfTheRemainder) {
  auto Bounds = [&](const Value &V) {
    Range R = P.range(V);
    return std::pair(R.Min, R.Max);
  };
  auto Rest = [&](Value V, int64_t By, IntType T) {
    return P.sub(V, times(By, P.div(V, By, T)), T);
  };
  using Ends = std::pair<int64_t, int64_t>;
  const Value T = plus(Shift, Lane);
  EXPECT_EQ(Bounds(Rest(T, 24, Int32)), Ends(0, 23));
  EXPECT_EQ(Bounds(Rest(T, 24, Unsigned32)), Ends(0, 23));
  EXPECT_EQ(Bounds(Rest(N, 32, Int32)), Ends(0, 31)); // counts are divided
  EXPECT_EQ(Bounds(Rest(plus(times(4, T), times(12, N)), 48, Int32)),
            Ends(0, 44));
  // 132 * (w / 32) - 4 * w is 4 * (w / 32), and not negative.
  const Value Row = P.div(Shift, 32, Int32);
  EXPECT_EQ(Bounds(P.sub(times(132, Row), times(4, Shift), Int32)),
            Ends(0, 124));
  // A quotient that is divided once more.
  const Value Again = P.div(P.div(N, 16, Int32), 2, Int32);
  EXPECT_EQ(Bounds(P.sub(N, times(32, Again), Int32)), Ends(0, 31));
  EXPECT_EQ(Bounds(P.sub(N, times(32, P.shr(N, 5, Int32)), Int32)),
            Ends(0, 31));
  EXPECT_EQ(Bounds(P.sub(N, P.bitAnd(N, -32, Int32), Int32)), Ends(0, 31));
  EXPECT_EQ(Bounds(P.sub(T, P.bitAnd(T, 0xffffffc0, Unsigned32), Unsigned32)),
            Ends(0, 63));
  // The quotient of a negative number is rounded towards 0, a shift downwards.
  const Value S = P.symbol("s", SymbolKind::Unknown, {-100, 100});
  EXPECT_EQ(Bounds(Rest(S, 24, Int32)), Ends(-23, 23));
  EXPECT_EQ(Bounds(P.sub(S, times(8, P.shr(S, 3, Int32)), Int32)), Ends(0, 7));
  // Without a sign, -1 / 24 is (2^32 - 1) / 24.
  EXPECT_EQ(Bounds(Rest(S, 24, Unsigned32)), Ends(INT64_MIN, INT64_MAX));
  // Another number's quotient says nothing.
  EXPECT_EQ(Bounds(P.sub(N, times(24, P.div(Block, 24, Int32)), Int32)),
            Ends(INT64_MIN, INT64_MAX));
}

TEST_F(ValueTest, CommonFactorsOfTermsArePowersOfTwo) {
  EXPECT_EQ(P.termsMultipleOf(plus(Shift, 1)), 32);
  EXPECT_EQ(P.termsMultipleOf(plus(times(6, Shift), times(24, N))), 8);
  EXPECT_EQ(P.termsMultipleOf(P.mul(Shift, Shift, Int32)), 1024);
  EXPECT_EQ(P.termsMultipleOf(P.mul(N, times(4, Lane), Int32)), 4);
  EXPECT_EQ(P.termsMultipleOf(P.mul(N, INT64_MIN, Int64)), int64_t(1) << 62);
}

//===----------------------------------------------------------------------===//
// Substitution
//===----------------------------------------------------------------------===//

TEST_F(ValueTest, SubstitutionCarriesOperationsOut) {
  const Variable *OfN = N.terms()[0].What, *OfBlock = Block.terms()[0].What;
  Value X = P.bitXor(plus(Lane, N), Block, Int32);
  EXPECT_EQ(P.substitute(X, {{OfN, 5}, {OfBlock, 3}}),
            each([](int64_t L) { return (L + 5) ^ 3; }));
  // With one of them known, the other stays.
  Value Half =
      P.substitute(P.div(plus(times(3, N), Block), 4, Int32), {{OfN, 8}});
  EXPECT_EQ(Half, plus(6, P.div(Block, 4, Int32)));
}

TEST_F(ValueTest, SymbolsAreListedOnceInOrderOfCreation) {
  Value X = plus(P.bitXor(plus(Block, Lane), N, Int32), Block);
  llvm::SmallVector<const Variable *, 4> Symbols;
  P.symbols(X, Symbols);
  ASSERT_EQ(Symbols.size(), 2u);
  EXPECT_EQ(Symbols[0]->Why, P.named("n"));
  EXPECT_EQ(Symbols[1]->Why, P.named("blockIdx.x"));
}

// Hashes add up what they have mixed before: the number of variables in a sum
// would double with every step.
TEST_F(ValueTest, LongSumsBecomeUnknownsOfTheirOwn) {
  Lanes Each;
  for (unsigned I = 0; I != LaneCount; ++I)
    Each[I] = int64_t(4) * I;
  Value Sum = P.lanes(Each);
  for (unsigned I = 0; I != 1000; ++I) {
    Value More =
        P.symbol("x", SymbolKind::Unknown, {0, 1000}, /*MultipleOf=*/8);
    Sum = I % 2 ? P.add(Sum, More) : P.sub(Sum, More);
    ASSERT_LE(Sum.terms().size(), 40u);
  }
  // What the lanes have apart from it stays, and so does what divides it.
  EXPECT_EQ(Sum.constant(), P.lanes(Each).constant());
  EXPECT_EQ(P.termsMultipleOf(Sum), 8);
  EXPECT_EQ(P.range(Sum).Min, 500 * -1000);
  EXPECT_EQ(P.range(Sum).Max, 500 * 1000 + 4 * 31);
}

TEST_F(ValueTest, LongExpressionsBecomeUnknownsOfTheirOwn) {
  Value X = plus(Lane, N);
  for (int64_t Round = 0; Round != 60; ++Round)
    X = P.bitXor(P.mul(X, 3, Int32), plus(Block, Round), Int32);
  llvm::SmallVector<const Variable *, 4> Symbols;
  P.symbols(X, Symbols);
  EXPECT_TRUE(X.isVarying());
  EXPECT_EQ(X.reason(), ReasonKind::LongExpression);
  EXPECT_EQ(toText(P.limitOf(P.add(Lane, X, Int32))),
            "depends on a sum or product of more than 40 unknowns");
  EXPECT_FALSE(P.limitOf(Lane));
}

TEST_F(ValueTest, ACopyInAnotherPoolIsTheSameExpression) {
  // 4 * lane + 8 * (n ^ 3) + w
  Value V = plus(times(4, Lane), times(8, P.bitXor(N, 3, Int32)));
  V = plus(V, Shift);
  Pool Other;
  Pool::VariableCopies Copies;
  Value Copy = Other.copy(V, Copies);
  const Variable *CopyOfN = Other.copy(N.terms()[0].What, Copies);
  const Variable *CopyOfShift = Other.copy(Shift.terms()[0].What, Copies);
  // An operation that is carried out anew is the one that was copied.
  Value Again = Other.bitXor(Other.valueOf(CopyOfN), 3, Int32);
  Value Rest = Other.sub(Copy, Other.mul(Again, 8, Int32), Int32);
  Value Known = times(4, Lane);
  EXPECT_EQ(Rest, Other.add(Known, Other.valueOf(CopyOfShift), Int32));
  // 5 ^ 3 = 6; 4 * 31 + 8 * 6 + 32 = 204 in the last lane.
  Assignment Numbers;
  Numbers[CopyOfN] = 5;
  Numbers[CopyOfShift] = 32;
  EXPECT_EQ(Other.substitute(Copy, Numbers).constant()[31], 204);
}

TEST_F(ValueTest, WhatTheLaunchDecidesIsANumberAndATermBeside) {
  Value Five = P.launched("five", 5);
  EXPECT_TRUE(Five.isNumber(5));
  ASSERT_EQ(Five.launchTerms().size(), 1u);
  // Another one of the same number is another unknown.
  EXPECT_FALSE(Five == P.launched("another", 5));
  // What is linear keeps the term: 4 * five + lane.
  Value V = plus(times(4, Five), Lane);
  EXPECT_EQ(V.constant()[31], 51);
  ASSERT_EQ(V.launchTerms().size(), 1u);
  EXPECT_EQ(V.launchTerms()[0].Factor.same(), 4);
  EXPECT_EQ(V.launchTerms()[0].What, Five.launchTerms()[0].What);
  EXPECT_TRUE(P.sub(V, times(4, Five), Int32) == Lane);
  // five * lane: a factor for each lane.
  EXPECT_EQ(P.mul(Five, Lane, Int32).launchTerms()[0].Factor[7], 7);
  // In the lanes of the mask only.
  Value Half = P.select(0xffff, Five, Value(0));
  EXPECT_EQ(Half.constant()[15], 5);
  EXPECT_EQ(Half.launchTerms()[0].Factor[15], 1);
  EXPECT_EQ(Half.launchTerms()[0].Factor[16], 0);
}

TEST_F(ValueTest, WhatIsMixedIsKnownByItsOperands) {
  // The bits of a constant are all set, or none is: that is a distance.
  EXPECT_TRUE(P.bitXor(times(4, Lane), 3, Int32).launchTerms().empty());
  EXPECT_TRUE(
      P.bitXor(plus(times(4, Lane), 3), 3, Int32).launchTerms().empty());
  EXPECT_FALSE(
      P.bitXor(plus(times(4, Lane), 1), 3, Int32).launchTerms().empty());
  EXPECT_FALSE(P.bitXor(Lane, 8, Int32).launchTerms().empty());
  EXPECT_TRUE(P.bitXor(Lane, -1, Int32).launchTerms().empty());
  // lane ^ (lane + 1) is one number to the compiler.
  Value Mixed = P.bitXor(Lane, plus(Lane, 1), Int32);
  EXPECT_EQ(Mixed.constant()[1], 3);
  ASSERT_EQ(Mixed.launchTerms().size(), 1u);
  EXPECT_TRUE(Mixed == P.bitXor(Lane, plus(Lane, 1), Int32));
  // What is added behind keeps it, what is added before does not.
  EXPECT_TRUE(P.sub(plus(Mixed, 2), Mixed, Int32) == Value(2));
  EXPECT_FALSE(Mixed == P.bitXor(plus(Lane, 1), plus(Lane, 2), Int32));
  EXPECT_TRUE(P.bitXor(Mixed, Mixed, Int32).isNumber(0));
}

TEST_F(ValueTest, OfOtherOperationsOnLaunchedNumbersTheDivisorsAreKnown) {
  Value Eight = P.launched("eight", 8);
  // The same expression is the same unknown.
  Value Half = P.div(Eight, 2, Int32);
  EXPECT_TRUE(Half.isNumber(4));
  EXPECT_TRUE(Half == P.div(Eight, 2, Int32));
  EXPECT_EQ(Half.launchTerms()[0].What->MultipleOf, 1);
  // 8 * eight * eight is a multiple of 8; eight & ~3 of 4.
  Value Square = P.mul(times(8, Eight), Eight, Int32);
  EXPECT_TRUE(Square.isNumber(512));
  EXPECT_EQ(Square.launchTerms()[0].What->MultipleOf, 8);
  Value Masked = P.bitAnd(Eight, -4, Int32);
  EXPECT_EQ(Masked.launchTerms()[0].What->MultipleOf, 4);
  // 12 * eight / 2 of 2, as 12 * eight >> 1; by what is not known, of nothing.
  auto MultipleOf = [](const Value &V) {
    return V.launchTerms()[0].What->MultipleOf;
  };
  EXPECT_EQ(MultipleOf(P.div(times(12, Eight), 2, Int32)), 2);
  EXPECT_EQ(MultipleOf(P.shr(times(12, Eight), 1, Int32)), 2);
  EXPECT_EQ(MultipleOf(P.div(times(12, Eight), 8, Int32)), 1);
  EXPECT_EQ(MultipleOf(P.div(times(12, Eight), 3, Int32)), 1);
  EXPECT_EQ(MultipleOf(P.div(times(64, Eight), Eight, Int32)), 1);
  // Conditions and substitutions are about numbers.
  EXPECT_TRUE(P.less(Eight, Value(9), Int32).launchTerms().empty());
  Assignment Numbers;
  EXPECT_TRUE(P.substitute(Eight, Numbers).launchTerms().empty());
}

TEST_F(ValueTest, WhatARemainderIsTakenFromIsAMultiple) {
  const Value Four = times(4, P.div(N, 4, Int32));
  EXPECT_TRUE(P.sub(N, P.rem(N, 4, Int32), Int32) == Four);
  // n + 7 - (n + 7) % 4, whose remainder is that of n + 3.
  const Value Seven = plus(N, 7);
  const Value Rounded = P.sub(Seven, P.rem(Seven, 4, Unsigned32), Unsigned32);
  EXPECT_EQ(P.termsMultipleOf(Rounded), 4);
  for (int64_t Number : {0, 1, 2, 3, 4, 5, 21})
    EXPECT_EQ(P.substitute(Rounded, {{N.terms()[0].What, Number}}),
              Value((Number + 7) / 4 * 4));
  // Another number's remainder stays.
  EXPECT_EQ(P.termsMultipleOf(P.sub(Block, P.rem(N, 4, Int32), Int32)), 1);
  EXPECT_EQ(P.termsMultipleOf(P.add(N, P.rem(N, 4, Int32), Int32)), 1);
}

TEST_F(ValueTest, AMaskThatIsTakenAwayRoundsDownwards) {
  const Value Rounded = P.sub(N, P.bitAnd(N, 3, Int32), Int32);
  EXPECT_EQ(P.termsMultipleOf(Rounded), 4);
  for (int64_t Number : {-5, -4, -1, 0, 3, 4, 7})
    EXPECT_EQ(P.substitute(Rounded, {{N.terms()[0].What, Number}}),
              Value(Number & ~int64_t(3)));
  // Of the launch's number the compiler knows as much.
  const Value Nine = P.launched("nine", 9);
  const Value OfLaunch = P.sub(Nine, P.bitAnd(Nine, 3, Int32), Int32);
  EXPECT_EQ(Pool::withoutLaunch(OfLaunch), Value(8));
  EXPECT_EQ(P.termsMultipleOf(Value(LaneNumbers(0), OfLaunch.launchTerms())),
            4);
}

TEST_F(ValueTest, WhatTheLaunchDecidesCanStayBesideSubstitutions) {
  // (64 + u) / 2, of which the launch decides the 64.
  Value U = P.symbol("u", SymbolKind::Unknown, {0, 32});
  Value Half = P.div(P.add(P.launched("width", 64), U), 2, Int32);
  auto With = [&](int64_t Number) {
    Assignment Numbers;
    Numbers[U.terms()[0].What] = Number;
    return P.substituteBesideLaunch(Half, Numbers);
  };
  EXPECT_TRUE(With(4).isNumber(34));
  EXPECT_FALSE(With(4).launchTerms().empty());
  // It is another unknown with another number.
  EXPECT_EQ(With(4), With(4));
  EXPECT_NE(With(4).launchTerms()[0].What, With(8).launchTerms()[0].What);
}

TEST_F(ValueTest, AProductWithASubstitutedNumberIsNoUnknown) {
  // u * (width / 2): nothing of it is left where u is 0.
  Value U = P.symbol("u", SymbolKind::Unknown, {0, 32});
  Value Half = P.div(P.launched("width", 64), 2, Int32);
  Value Product = P.mul(U, Half);
  auto With = [&](int64_t Number) {
    Assignment Numbers;
    Numbers[U.terms()[0].What] = Number;
    return P.substituteBesideLaunch(Product, Numbers);
  };
  EXPECT_TRUE(With(0).launchTerms().empty());
  ASSERT_EQ(With(3).launchTerms().size(), 1u);
  EXPECT_EQ(With(3).launchTerms()[0].What, Half.launchTerms()[0].What);
  EXPECT_EQ(With(3).launchTerms()[0].Factor.same(), 3);
}

TEST_F(ValueTest, AClampNeedsOneUnknown) {
  Value N = P.symbol("n", SymbolKind::Unknown);
  Value M = P.symbol("m", SymbolKind::Unknown);
  Value K = P.symbol("k", SymbolKind::Unknown);
  // lane + n, at most m - 2 * k: n + min(lane, u) with u = m - 2 * k - n.
  Value Clamped = P.min(plus(Lane, N), P.sub(M, times(2, K), Int32), Int32);
  Value Rest = P.sub(Clamped, N, Int32);
  llvm::SmallVector<const Variable *, 4> Symbols;
  P.symbols(Rest, Symbols);
  EXPECT_EQ(Symbols.size(), 1u);
  // n = 100, m = 150, k = 20: at most 110.
  Assignment Numbers;
  Numbers[N.terms()[0].What] = 100;
  Numbers[M.terms()[0].What] = 150;
  Numbers[K.terms()[0].What] = 20;
  EXPECT_EQ(P.substitute(Clamped, Numbers).constant()[7], 107);
  EXPECT_EQ(P.substitute(Clamped, Numbers).constant()[31], 110);
}

TEST_F(ValueTest, SumsThatLanesShareAreOneUnknown) {
  Value N = P.symbol("n", SymbolKind::Unknown);
  Value M = P.symbol("m", SymbolKind::Unknown);
  Value Ring = P.rem(plus(Lane, plus(times(8, N), times(4, M))), 33, Int32);
  llvm::SmallVector<const Variable *, 4> Symbols;
  P.symbols(P.withFewerUnknowns(Ring), Symbols);
  ASSERT_EQ(Symbols.size(), 1u);
  EXPECT_EQ(Symbols[0]->MultipleOf, 4);
}

TEST_F(ValueTest, WhatOtherLanesHoldDoesNotMatterToThese) {
  Value N = P.symbol("n", SymbolKind::Unknown);
  Value Data = P.varying(ReasonKind::LoadedFromMemory);
  Value Low = P.select(0xffff, plus(Lane, times(8, N)), Data);
  EXPECT_TRUE(Low.isVarying());
  Value Here = P.inLanes(Low, 0xffff);
  EXPECT_FALSE(Here.isVarying());
  EXPECT_TRUE(P.inLanes(P.sub(Here, Lane, Int32), 0xffff).terms()[0].What ==
              N.terms()[0].What);
  EXPECT_TRUE(P.inLanes(Low, 0x30000).isVarying());
}

TEST_F(ValueTest, ASymbolWithOneValueIsANumber) {
  EXPECT_TRUE(P.symbol("gridDim.y", SymbolKind::Unknown, {1, 1}).isNumber(1));
}

} // namespace
