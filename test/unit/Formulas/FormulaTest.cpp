//===- FormulaTest.cpp - Tests of formulas --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Formulas/Formula.h"
#include "Formulas/Count.h"
#include "llvm/ADT/StringMap.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {
class FormulaTest : public testing::Test {
protected:
  const Formula N = Formula::unknown("n"), M = Formula::unknown("m");
  const Formula K = Formula::unknown("k", {0});
  static Formula number(int64_t Number) { return Formula(Number); }

  static std::optional<int64_t> at(const Formula &F,
                                   llvm::StringMap<int64_t> Numbers) {
    return F.evaluate([&](llvm::StringRef Name) -> std::optional<int64_t> {
      auto Found = Numbers.find(Name);
      return Found == Numbers.end() ? std::nullopt
                                    : std::optional(Found->second);
    });
  }
};
} // namespace

TEST_F(FormulaTest, ConstantsFoldAndLikeTermsJoin) {
  EXPECT_EQ((N * number(3) + number(4) - N + number(1)).text(), "2·n + 5");
  EXPECT_EQ((N - N).text(), "0");
  EXPECT_EQ((N * M - M * N + M).text(), "m");
  EXPECT_EQ(((N + number(1)) * (N - number(1))).text(), "n·n - 1");
  EXPECT_EQ((number(-1) * N + number(2)).text(), "-n + 2");
}

TEST_F(FormulaTest, QuotientsTakeOutWhatDivides) {
  EXPECT_EQ(Formula::floorQuotient(N * number(8) + number(9), number(4)).text(),
            "2·n + 2");
  EXPECT_EQ(Formula::ceilingQuotient(N * number(8) + number(9), number(4)),
            N * number(2) + number(3));
  EXPECT_EQ(Formula::ceilingQuotient(N - number(1), number(4)).text(),
            "⌈(n + 3) / 4⌉ - 1");
  // (2 * n + 3) / 4 is (n + 1) / 2.
  EXPECT_EQ(Formula::floorQuotient(N * number(2) + number(3), number(4)).text(),
            "⌊(n + 1) / 2⌋");
  EXPECT_EQ(Formula::floorQuotient(number(-7), number(2)), number(-4));
  EXPECT_EQ(Formula::ceilingQuotient(number(-7), number(2)), number(-3));
}

TEST_F(FormulaTest, BoundsDecideExtremesAndConditions) {
  EXPECT_EQ(Formula::max(number(0), K).text(), "k");
  EXPECT_EQ(Formula::max(number(0), N).text(), "max(0, n)");
  EXPECT_EQ(Formula::min(K + number(3), number(2)), number(2));
  EXPECT_EQ(Formula::min(N * number(4), number(32)).text(), "min(4·n, 32)");
  EXPECT_EQ(Formula::less(K, number(0)), number(0));
  EXPECT_EQ(Formula::equal(N * number(2), number(3)), number(0));
}

TEST_F(FormulaTest, DivisorsAndLogarithms) {
  EXPECT_EQ(Formula::gcd(N, number(32)).text(), "gcd(n, 32)");
  EXPECT_EQ(Formula::gcd(N * number(12), number(32)).text(), "4·gcd(n, 8)");
  EXPECT_EQ(Formula::gcd(N * number(64), number(32)), number(32));
  EXPECT_EQ(Formula::gcd(N * number(33), number(32)).text(), "gcd(n, 32)");
  EXPECT_EQ(Formula::log2(N - number(1)).text(), "⌊log₂(n - 1)⌋");
  EXPECT_EQ(Formula::log2(N).text(), "⌊log₂ n⌋");
  EXPECT_EQ(Formula::log2(number(1023)), number(9));
  EXPECT_EQ(at(Formula::log2(N), {{"n", 0}}), 0);
}

TEST_F(FormulaTest, ChoicesReadAsSuch) {
  const Formula Below = Formula::less(N, number(4));
  const Formula F = Formula::choice(Below, number(1), number(3));
  EXPECT_EQ(F.text(), "if n < 4 then 1 else 3");
  EXPECT_EQ((number(1) - Below) * N, Formula::choice(Below, number(0), N));
  EXPECT_EQ(((number(1) - Below) * N).text(), "if n > 3 then n else 0");
  EXPECT_EQ((Below * Below), Below);
  // n >= 4 is not n < 4.
  EXPECT_EQ(Formula::less(number(3), N) + Below, number(1));
  EXPECT_EQ(Formula::choice(Formula::equal(N, number(0)), number(1), M).text(),
            "if n = 0 then 1 else m");
  EXPECT_EQ((F * M + N).text(), "if n < 4 then m + n else 3·m + n");
}

TEST_F(FormulaTest, SumsHaveClosedForms) {
  EXPECT_EQ(Formula::sum("#c1", N, number(3)).text(), "3·max(0, n)");
  const Formula I = Formula::unknown("#c1", {0});
  EXPECT_EQ(Formula::sum("#c1", N, I).text(),
            "if n > 0 then ⌊(n·n - n) / 2⌋ else 0");
  // n, n - 1, ..., 1.
  const Formula Triangle = Formula::sum("#c1", Formula::max(number(0), N),
                                        Formula::max(number(0), N - I));
  EXPECT_EQ(at(Triangle, {{"n", 10}}), 55);
  EXPECT_EQ(at(Triangle, {{"n", -3}}), 0);
  EXPECT_EQ(Triangle.text().find("Σ"), std::string::npos);
  // What a guard lets pass of 32 warps.
  const Formula Passed =
      Formula::sum("#c1", number(32), Formula::less(I * number(32), N));
  EXPECT_EQ(Passed.text(), "min(max(0, ⌈n / 32⌉), 32)");
  // What 8 warps take of n in turn.
  const Formula InTurn = Formula::sum(
      "#c1", number(8),
      Formula::max(number(0),
                   Formula::ceilingQuotient(N - I * number(32), number(256))));
  for (int64_t Number : {-5, 0, 1, 32, 33, 255, 256, 257, 5000}) {
    int64_t Expected = 0;
    for (int64_t W = 0; W != 8; ++W)
      for (int64_t X = 32 * W; X < Number; X += 256)
        ++Expected;
    EXPECT_EQ(at(InTurn, {{"n", Number}}), Expected) << Number;
  }
  EXPECT_EQ(InTurn.text(), "max(0, ⌈n / 32⌉)");
}

TEST_F(FormulaTest, WhatIsTheSameForAllNumbersIsANumber) {
  const auto RestOf = [](const Formula &A, int64_t Divisor) {
    return A - Formula(Divisor) * Formula::floorQuotient(A, Formula(Divisor));
  };
  // A number is even or odd, and a flag is set or not.
  for (const Formula &Bit :
       {RestOf(N, 2), RestOf(N * M + K, 2), Formula::unknown("flag", {0, 1})}) {
    const Formula IsZero = Formula::equal(Bit, number(0)),
                  IsOne = Formula::equal(Bit, number(1));
    EXPECT_FALSE(IsZero.isNumber()) << IsZero.text();
    EXPECT_EQ((IsZero + IsOne).text(), "1");
    EXPECT_EQ(Formula::less(Bit, number(1)), IsZero);
    EXPECT_EQ(Formula::less(number(0), Bit), IsOne);
    EXPECT_EQ(Formula::equal(number(0) - Bit, number(-1)), IsOne);
    EXPECT_EQ(Formula::less(Bit, number(2)), number(1));
    EXPECT_EQ(Formula::equal(Bit, number(2)), number(0));
  }
  EXPECT_EQ(RestOf(N, 5).bounds().Min, 0);
  EXPECT_EQ(RestOf(N, 5).bounds().Max, 4);
  EXPECT_EQ(Formula::less(number(3) * RestOf(N, 5), number(13)), number(1));
  EXPECT_FALSE(Formula::less(number(3) * RestOf(N, 5), number(12)).isNumber());
  // What is divided is not what is there.
  EXPECT_EQ(Formula::less(M - number(2) * Formula::floorQuotient(N, number(2)),
                          number(2))
                .isNumber(),
            false);
}

TEST_F(FormulaTest, SumsOfRemaindersHaveClosedForms) {
  const Formula I = Formula::unknown("i", {0});
  for (int64_t Divisor : {2, 3, 8})
    for (int64_t Left = 0; Left != Divisor; ++Left) {
      const Formula Rest =
          I - number(Divisor) * Formula::floorQuotient(I, number(Divisor));
      const Formula Sum =
          Formula::sum("i", N, Formula::equal(Rest, number(Left)));
      EXPECT_EQ(Sum.text().find("Σ"), std::string::npos) << Sum.text();
      for (int64_t Count = -2, Met = 0; Count != 20; ++Count) {
        EXPECT_EQ(at(Sum, {{"n", Count}}), Met) << Sum.text() << ' ' << Count;
        Met += Count >= 0 && Count % Divisor == Left;
      }
    }
}

TEST_F(FormulaTest, SumsWithoutUnknownsAreNumbers) {
  const Formula I = Formula::unknown("i", {0});
  const Formula Log = Formula::log2(I + number(1));
  // 0, 1, 1, 2, 2, 2, 2, 3, 3, 3
  EXPECT_EQ(Formula::sum("i", number(10), Log), number(19));
  EXPECT_EQ(Formula::sum("i", number(10), Log * N).text(), "19·n");
  EXPECT_FALSE(Formula::sum("i", number(1000000), Log).isNumber());
  EXPECT_FALSE(Formula::sum("i", number(10), Formula::log2(I + N)).isNumber());
}

TEST_F(FormulaTest, OtherSumsStay) {
  const Formula I = Formula::unknown("#c1", {0});
  const Formula F = Formula::sum("#c1", N, Formula::min(I, M));
  EXPECT_EQ(F.text(), "Σ(i < n) min(i, m)");
  EXPECT_EQ(at(F, {{"n", 6}, {"m", 3}}), 0 + 1 + 2 + 3 + 3 + 3);
  EXPECT_FALSE(at(F, {{"n", 6}}));
}

TEST_F(FormulaTest, AreKeptInFiles) {
  const Formula I = Formula::unknown("#c1", {0});
  for (const Formula &F :
       {number(0), number(-7), N * M + K,
        Formula::choice(Formula::less(N, M), Formula::log2(N), number(3)),
        Formula::sum("#c1", N, Formula::min(I, Formula::gcd(M, number(32))))}) {
    const std::optional<Formula> Back = Formula::restore(F.archive());
    ASSERT_TRUE(Back);
    EXPECT_EQ(*Back, F) << F.text();
    EXPECT_EQ(Back->text(), F.text());
  }
  EXPECT_FALSE(Formula::restore(llvm::json::Value("n")));
  EXPECT_FALSE(Formula::restore(llvm::json::Array{llvm::json::Array{1, 2}}));
}

TEST_F(FormulaTest, WhatIsTooLongIsNotValid) {
  Formula Long(0);
  for (int I = 0; I != 100; ++I)
    Long = Long + Formula::unknown("n" + std::to_string(I));
  EXPECT_FALSE(Long.isValid());
  EXPECT_FALSE((Long * number(0) + N).isValid());
  const Formula Large = number(INT64_MAX / 2);
  EXPECT_FALSE((Large * number(8) * N).isValid());
  Count C(Long);
  C.dropInvalid();
  EXPECT_FALSE(C.isExact());
  EXPECT_EQ(C.Doubt, CountDoubt::LongFormula);
}

TEST_F(FormulaTest, WhatIsTooLargeIsNotTooLong) {
  const Formula Large = number(INT64_MAX / 2);
  for (const Formula &F : {Large * number(3), Large * N * number(3),
                           Large * N + Large * N * number(2),
                           Formula::max(number(0), Large * number(3)),
                           Formula::sum("i", Large, number(3))}) {
    EXPECT_FALSE(F.isValid());
    EXPECT_TRUE(F.isTooLarge());
  }
  EXPECT_FALSE((Large * number(2)).isTooLarge());
  Count C(Large * number(3));
  C.dropInvalid();
  EXPECT_EQ(C.Doubt, CountDoubt::TooLarge);
  EXPECT_FALSE(C.Most.has_value());
}

TEST_F(FormulaTest, TreesSayTheSame) {
  auto Text = [](const llvm::json::Value &V) {
    std::string S;
    llvm::raw_string_ostream(S) << V;
    return S;
  };
  EXPECT_EQ(Text((N * number(31) + number(4)).tree()),
            R"({"of":[{"of":[31,{"unknown":"n"}],"op":"*"},4],"op":"+"})");
  EXPECT_EQ(
      Text(Formula::choice(Formula::less(N, number(4)), number(1), number(3))
               .tree()),
      R"({"of":[{"of":[{"unknown":"n"},4],"op":"<"},1,3],"op":"if"})");
}

TEST(CountTest, BoundsAddAndMultiply) {
  const Formula N = Formula::unknown("n", {0});
  Count Known(N), Perhaps(Formula(4));
  Perhaps.doubtLeast(CountDoubt::EarlyExit);
  Count Sum = Known;
  Sum += Perhaps;
  EXPECT_EQ(Sum.Least.text(), "n");
  ASSERT_TRUE(Sum.Most);
  EXPECT_EQ(Sum.Most->text(), "n + 4");
  EXPECT_EQ(Sum.Doubt, CountDoubt::EarlyExit);
  Count None(Formula(1));
  None.doubtAll(CountDoubt::LoopLength);
  Sum += None;
  EXPECT_FALSE(Sum.Most);
  EXPECT_EQ((Known * Count(Formula(0))), Count(Formula(0)));
  // Nothing is known of what never happens, and need not be.
  EXPECT_TRUE((None * Count(Formula(0))).isExact());
}
