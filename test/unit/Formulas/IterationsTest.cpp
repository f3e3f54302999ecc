//===- IterationsTest.cpp - Tests of the lengths of loops -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Formulas/Iterations.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {
constexpr IntType UInt32 = {32, false};

class IterationsTest : public testing::Test {
protected:
  IterationsTest() {
    for (auto &[Symbol, Name] :
         {std::pair(N, "n"), std::pair(M, "m"), std::pair(U, "u")})
      P.nameInFormulas(Symbol, Name);
    P.nameInFormulas(K, "#counter1");
    P.nameInFormulas(Power, "#power2");
    P.nameInFormulas(Divided, "#divided3");
  }
  static const Variable *of(const Value &Symbol) {
    return Symbol.terms()[0].What;
  }
  Value along(const Value &Start, int64_t Step) {
    return P.add(Start, P.mul(K, Value(Step)));
  }
  /// "max(0, n) for n ≥ 1", "none".
  std::string length(const Value &Condition, bool ForAll = true) {
    const Motion Motions[] = {{Motion::Counts, of(K), 1, {}},
                              {Motion::Grows, of(Power), 4, {}},
                              {Motion::Divides, of(Divided), 2, N}};
    const std::optional<Count> Found =
        iterationsWhile(P, Condition, Motions, AllLanes, ForAll);
    if (!Found)
      return "none";
    EXPECT_TRUE(Found->isExact());
    std::string Text = Found->Least.text();
    for (const Formula &F : Found->Where)
      Text += " for " + F.textOfNotNegative();
    return Text;
  }

  Pool P;
  Value N = P.symbol("n", SymbolKind::Unknown);
  Value M = P.symbol("m", SymbolKind::Unknown);
  Value U = P.symbol("u", SymbolKind::Unknown, {0, INT64_MAX});
  Value Nameless = P.symbol("x", SymbolKind::Unknown);
  Value K =
      P.symbol(ReasonKind::LoopCounter, SymbolKind::Visited, {0, INT64_MAX});
  Value Power = P.visited(ReasonKind::LoopVariable, {1, 4, 16, 64}, 1);
  Value Divided = P.symbol("d", SymbolKind::Unknown);
};
} // namespace

TEST_F(IterationsTest, CountUpAndDown) {
  EXPECT_EQ(length(P.less(along(0, 1), N, Int32)), "max(0, n)");
  EXPECT_EQ(length(P.less(along(M, 3), N, Int32)), "max(0, ⌈(n - m) / 3⌉)");
  // i <= n
  EXPECT_EQ(length(P.logicalNot(P.less(N, along(0, 1), Int32))),
            "max(0, n + 1)");
  // i = n; i > 2; --i
  EXPECT_EQ(length(P.less(2, along(N, -1), Int32)), "max(0, n - 2)");
  // i != n
  EXPECT_EQ(length(P.logicalNot(P.equal(along(0, 1), N, Int32))),
            "max(0, n) for n ≥ 0");
  EXPECT_EQ(length(P.logicalNot(P.equal(along(0, 2), N, Int32))), "none");
  // The bound moves, too: i < n - i.
  EXPECT_EQ(length(P.less(along(0, 1), along(N, -1), Int32)),
            "max(0, ⌈n / 2⌉)");
}

TEST_F(IterationsTest, NoneWhereNothingEndsOrNothingIsNamed) {
  EXPECT_EQ(length(P.less(along(0, 0), N, Int32)), "none") << "step 0";
  EXPECT_EQ(length(P.less(along(0, -1), N, Int32)), "none") << "away from n";
  EXPECT_EQ(length(P.less(along(0, 1), Nameless, Int32)), "none");
  EXPECT_EQ(length(Value(1)), "none");
  EXPECT_EQ(length(Value(0)), "0");
  EXPECT_EQ(length(P.less(along(0, 1), P.varying(ReasonKind::LoadedFromMemory),
                          Int32)),
            "none");
}

TEST_F(IterationsTest, UnsignedSidesStayAboveZero) {
  // i < u - 1
  EXPECT_EQ(length(P.less(along(0, 1), P.sub(U, 1, UInt32), UInt32)),
            "max(0, u - 1) for u ≥ 1");
  EXPECT_EQ(length(P.less(along(0, 1), P.sub(U, 2, Int32), Int32)),
            "max(0, u - 2)");
  // i = u; i > 0; --i
  EXPECT_EQ(length(P.less(0, along(U, -1), UInt32)), "u");
  // i = u; i >= 0; --i never ends.
  EXPECT_EQ(length(P.logicalNot(P.less(along(U, -1), 0, UInt32))), "none");
}

TEST_F(IterationsTest, OfTwoConditionsTheFirstToFail) {
  const Value First = P.less(along(0, 1), N, Int32);
  EXPECT_EQ(length(P.logicalAnd(First, P.less(along(0, 1), 32, Int32))),
            "min(max(0, n), 32)");
  EXPECT_EQ(length(P.logicalAnd(First, P.less(M, 7, Int32))),
            "if m < 7 then max(0, n) else 0");
  EXPECT_EQ(length(P.logicalAnd(First, P.less(Nameless, 7, Int32))), "none");
}

TEST_F(IterationsTest, ScaleByPowers) {
  // i = 1; i < n; i *= 4: 1, 4, 16 below 17.
  EXPECT_EQ(length(P.less(Power, N, Int32)),
            "if n > 1 then ⌊⌊log₂(n - 1)⌋ / 2⌋ + 1 else 0");
  // i = n; i > 0; i /= 2
  EXPECT_EQ(length(P.less(0, Divided, Int32)),
            "if n > 0 then ⌊log₂ n⌋ + 1 else 0");
  EXPECT_EQ(length(P.less(2, Divided, Int32)),
            "if n > 2 then ⌊log₂(⌊n / 3⌋)⌋ + 1 else 0");
  EXPECT_EQ(length(Divided), "if n > 0 then ⌊log₂ n⌋ + 1 else 0 for n ≥ 0");
}

TEST_F(IterationsTest, LanesLeaveOneAfterTheOther) {
  Lanes Each;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    Each[Lane] = Lane;
  const Value Condition = P.less(along(P.lanes(Each), 32), N, Int32);
  EXPECT_EQ(length(Condition, /*ForAll=*/false), "max(0, ⌈n / 32⌉)");
  // Lane 31 is there while n is above 31 + 32 * k.
  EXPECT_EQ(length(Condition, /*ForAll=*/true), "max(0, ⌈(n + 1) / 32⌉ - 1)");
}

TEST_F(IterationsTest, QuotientsAreOfNumbersFromZeroOn) {
  FormulaMaker Maker(P);
  EXPECT_EQ(Maker.of(P.div(N, 2, Int32))->text(), "⌊n / 2⌋");
  ASSERT_EQ(Maker.Where.size(), 2u);
  EXPECT_EQ(Maker.Where[0].textOfNotNegative(), "n ≥ 0");
  EXPECT_EQ(Maker.of(P.bitAnd(N, 7, Int32))->text(), "n - 8·⌊n / 8⌋");
  EXPECT_FALSE(Maker.of(P.bitAnd(N, 5, Int32)));
  EXPECT_FALSE(Maker.of(P.mul(P.bitXor(N, M, Int32), N)));
}
