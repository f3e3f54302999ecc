//===- ValueTextTest.cpp - Values as text, and back -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values/ValueText.h"
#include "Values/Decision.h"
#include "Values/TextCursor.h"
#include "Values/Value.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstdint>
#include <string>

using namespace banklint;

namespace {

constexpr IntType Unsigned32 = {32, false};
constexpr IntType Unsigned8 = {8, false};

template <typename T> std::string str(const T &Printed) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Printed.print(OS);
  return Text;
}

std::string declarations(const Value &V) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  VariableNames(V).printDeclarations(OS);
  return Text;
}

/// A value as the lines that declare its names, and the last one with itself.
std::string whole(const Value &V) { return declarations(V) + str(V); }

/// What is printed of what such lines say, or the mistake in them.
std::string readAndPrint(llvm::StringRef Lines) {
  Pool P;
  ValueReader Reader(P);
  auto [Declared, Last] =
      Lines.contains('\n') ? Lines.rsplit('\n') : std::pair("", Lines);
  llvm::SmallVector<llvm::StringRef, 4> Each;
  Declared.split(Each, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Line : Each) {
    TextCursor Text(Line);
    if (Text.takeWords("varying"))
      Reader.readVarying(Text);
    else if (Text.takeWords("symbol"))
      Reader.readSymbol(Text);
    if (Text.hasFailed())
      return Text.mistake().str();
  }
  TextCursor Text(Last);
  Value V = Reader.readValue(Text);
  Text.expectEnd();
  return Text.hasFailed() ? Text.mistake().str() : whole(V);
}

struct ValueTextTest : testing::Test {
  template <typename Fn> Value each(Fn NumberOf) {
    Lanes InLanes;
    for (unsigned I = 0; I != LaneCount; ++I)
      InLanes[I] = NumberOf(int64_t(I));
    return P.lanes(InLanes);
  }

  /// The text, and that it can be read back.
  void expect(const Value &V, const std::string &Text) {
    EXPECT_EQ(whole(V), Text);
    EXPECT_EQ(readAndPrint(Text), Text);
  }

  Pool P;
  Value Lane = each([](int64_t L) { return L; });
};

//===----------------------------------------------------------------------===//
// Known numbers
//===----------------------------------------------------------------------===//

TEST_F(ValueTextTest, NumbersThatAllLanesShareStandAlone) {
  expect(0, "0");
  expect(-12, "-12");
  expect(INT64_MIN, "-9223372036854775808");
}

TEST_F(ValueTextTest, LanesInEvenStepsAreAMultipleOfTheLane) {
  expect(Lane, "lane");
  expect(each([](int64_t L) { return 31 - L; }), "-lane + 31");
  expect(each([](int64_t L) { return 4 * L - 12; }), "4 * lane - 12");
}

TEST_F(ValueTextTest, RowsOfThreadsAreRemainderAndQuotientOfTheLane) {
  // Blocks of 16 by n: x and y of a tile with rows of 17 words.
  expect(each([](int64_t L) { return L % 16; }), "(lane % 16)");
  expect(each([](int64_t L) { return 4 * (L % 16) + 68 * (L / 16) + 4; }),
         "4 * (lane % 16) + 68 * (lane / 16) + 4");
  // Each row starts where the last one ended: an even step after all.
  expect(each([](int64_t L) { return L % 8 + 8 * (L / 8); }), "lane");
}

TEST_F(ValueTextTest, LanesWithoutARuleAreListed) {
  expect(each([](int64_t L) { return L ^ 3; }),
         "-(lane % 4) + 4 * (lane / 4) + 3");
  expect(each([](int64_t L) { return L ^ 5; }),
         "{5, 4, 7, 6, 1, 0, 3, 2, 13, 12, 15, 14, 9, 8, 11, 10, 21, 20, 23, "
         "22, 17, 16, 19, 18, 29, 28, 31, 30, 25, 24, 27, 26}");
}

TEST_F(ValueTextTest, RulesNeedHoldInTheLanesOfTheMaskOnly) {
  Lanes Numbers = {};
  for (unsigned Active : {1, 3, 5})
    Numbers[Active] = int64_t(8) * Active;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS, Numbers, 0b101010);
  OS << " / ";
  Numbers[5] = 0;
  print(OS, Numbers, 0b101010);
  EXPECT_EQ(Text,
            "16 * (lane / 2) + 8 / {_, 8, _, 24, _, 0, _, _, _, _, _, _, "
            "_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _}");
}

//===----------------------------------------------------------------------===//
// Symbols and varying numbers
//===----------------------------------------------------------------------===//

TEST_F(ValueTextTest, SymbolsGoByTheirNames) {
  Value N = P.symbol("n", SymbolKind::Unknown, {0, INT64_MAX}, 4);
  Value Block = P.symbol("blockIdx.x", SymbolKind::Visited, {0, 7});
  expect(P.add(P.add(P.mul(Lane, 4), P.mul(N, -2)), P.sub(Block, 12)),
         "symbol n: 0.., multiple of 4\n"
         "symbol blockIdx.x: visited, 0..7\n"
         "4 * lane - 2 * n + blockIdx.x - 12");
}

TEST_F(ValueTextTest, SymbolsOfOneNameGetNumbers) {
  Value First = P.symbol("n", SymbolKind::Unknown);
  Value Second = P.symbol("n", SymbolKind::Choice, {0, 1});
  expect(P.sub(Second, First), "symbol n\n"
                               "symbol n#1: choice, 0..1\n"
                               "-n + n#1");
}

TEST_F(ValueTextTest, NamesThatMeanSomethingElseGetNumbers) {
  Value Lane = P.symbol("lane", SymbolKind::Unknown);
  Value Type = P.symbol("u8", SymbolKind::Unknown);
  expect(P.add(Lane, Type), "symbol lane#1\n"
                            "symbol u8#1\n"
                            "lane#1 + u8#1");
}

TEST_F(ValueTextTest, SymbolsThatAreCalledByWordsGetANameByTheirRole) {
  Value Taken = P.symbol("k1", SymbolKind::Unknown);
  Value Counter =
      P.symbol(ReasonKind::LoopCounter, SymbolKind::Visited, {0, 3});
  Value Shift = P.symbol(P.reason(ReasonKind::WarpThreadIndex, "x"),
                         SymbolKind::WarpShift, {0, 96}, 32);
  Value Odd = P.symbol("a \"quote\" and a \\", SymbolKind::Unknown, {-5, 5});
  expect(P.add(P.add(Taken, Counter), P.add(Shift, Odd)),
         "symbol k1\n"
         "symbol k2: LoopCounter, visited, 0..3\n"
         "symbol w1: WarpThreadIndex \"x\", warp shift, 0..96, multiple "
         "of 32\n"
         "symbol n1: \"a \\22quote\\22 and a \\\\\", -5..5\n"
         "k1 + k2 + w1 + n1");
}

TEST_F(ValueTextTest, SymbolsWithListedValuesHaveChoices) {
  expect(P.visited(P.named("stride"), {16, 8, 4, 2, 1}, 4),
         "symbol stride: visited, choices 16 8 4 2 1, sure 4\n"
         "stride");
}

TEST_F(ValueTextTest, VaryingNumbersSayWhyTheyVary) {
  const char A = 0, B = 0;
  Value X = P.varying(ReasonKind::LoadedFromMemory, {0, 255}, &A, 4);
  Value Y = P.varying(ReasonKind::LoadedFromMemory, {INT64_MIN, 9}, &B);
  Value Z = P.varying(ReasonKind::LoadedFromMemory, {}, &A);
  Value Larger = P.evenOdds(ReasonKind::ComparedWithData);
  expect(P.add(P.add(X, Y), P.add(Z, Larger)),
         "varying v1: LoadedFromMemory, 0..255, multiple of 4, origin 1\n"
         "varying v2: LoadedFromMemory, ..9, origin 2\n"
         "varying v3: LoadedFromMemory, origin 1\n"
         "varying v4: ComparedWithData, even odds\n"
         "v1 + v2 + v3 + v4");
}

TEST_F(ValueTextTest, FactorsMayDifferFromLaneToLane) {
  Value N = P.symbol("n", SymbolKind::Unknown);
  expect(P.mul(N, Lane), "symbol n\nlane * n");
  expect(P.mul(N, P.add(P.mul(Lane, 2), 1)), "symbol n\n(2 * lane + 1) * n");
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

TEST_F(ValueTextTest, OperationsShowTheirTypeWhereItIsNotAsUsual) {
  Value N = P.symbol("n", SymbolKind::Unknown, {0, INT64_MAX});
  Value Sum = P.add(N, Lane);
  // What 3 divides of the lanes is divided.
  expect(P.div(Sum, 3, Int32),
         "symbol n: 0..\n(lane / 3) + (((lane % 3) + n) / 3)");
  expect(P.rem(Sum, 3, Unsigned32), "symbol n: 0..\n(((lane % 3) + n) %u32 3)");
  expect(P.shr(Sum, 2, Int64),
         "symbol n: 0..\n(lane / 4) + (((lane % 4) + n) >>i64 2)");
  expect(P.convert(Sum, Int32, Unsigned8), "symbol n: 0..\nu8(lane + n)");
}

TEST_F(ValueTextTest, EveryOperationCanBeReadBack) {
  Value N = P.symbol("n", SymbolKind::Unknown, {0, INT64_MAX});
  Value M = P.symbol("m", SymbolKind::Unknown, {0, INT64_MAX});
  const std::string Head = "symbol n: 0..\nsymbol m: 0..\n";
  expect(P.mul(N, M), Head + "(n * m)");
  expect(P.div(N, M, Int32), Head + "(n / m)");
  expect(P.shl(N, M, Int32), Head + "(n << m)");
  expect(P.bitAnd(N, M, Int32), Head + "(n & m)");
  expect(P.bitOr(N, M, Int32), Head + "(n | m)");
  expect(P.bitXor(N, M, Int32), Head + "(n ^ m)");
  expect(P.min(N, M, Int32), Head + "min(n, m)");
  expect(P.max(N, M, Unsigned32), Head + "max.u32(n, m)");
  expect(P.less(N, M, Int32), Head + "((n - m) < 0)");
  expect(P.equal(N, M, Int32), Head + "((n - m) == 0)");
  expect(P.logicalAnd(P.less(N, 5, Int32), P.less(M, 5, Int32)),
         Head + "(((n - 5) < 0) && ((m - 5) < 0))");
  expect(P.logicalOr(P.less(N, 5, Int32), P.less(M, 5, Int32)),
         Head + "(((n - 5) < 0) || ((m - 5) < 0))");
}

TEST_F(ValueTextTest, OperationsStandBehindSymbolsInTheOrderOfTheirText) {
  Value N = P.symbol("n", SymbolKind::Unknown, {0, INT64_MAX});
  Value Second = P.div(P.add(N, 2), 3, Int32);
  Value First = P.div(P.add(N, 1), 3, Int32);
  Value M = P.symbol("m", SymbolKind::Unknown);
  expect(P.add(P.add(First, Second), M),
         "symbol n: 0..\nsymbol m\nm + ((n + 1) / 3) + ((n + 2) / 3)");
}

TEST_F(ValueTextTest, EitherOrderOfOperandsPrintsInTheOrderOfTheirText) {
  // A pool keeps the older variable of a product first.
  Value M = P.symbol("m", SymbolKind::Unknown, {0, INT64_MAX});
  Value Quotient = P.div(P.add(M, 1), 3, Int32);
  Value Later = P.symbol("a", SymbolKind::Unknown, {0, INT64_MAX});
  const std::string Head = "symbol m: 0..\nsymbol a: 0..\n";
  expect(P.mul(Quotient, Later), Head + "(a * ((m + 1) / 3))");
  expect(P.mul(P.div(P.add(Later, 1), 3, Int32), Quotient),
         Head + "(((a + 1) / 3) * ((m + 1) / 3))");
  expect(P.bitXor(P.mul(Quotient, 4), 6, Int32),
         "symbol m: 0..\n((4 * ((m + 1) / 3)) ^ 4) + 2");
}

TEST_F(ValueTextTest, SumsOfTooManyUnknownsAreOperations) {
  // 2 * 30 variables are more than a sum is followed for.
  Value Sum[2];
  for (unsigned I = 0; I != 60; ++I)
    Sum[I / 30] =
        P.add(Sum[I / 30], P.symbol("n", SymbolKind::Unknown, {}, 2), Int32);
  Value Both = P.add(Sum[0], Sum[1], Int32);
  ASSERT_EQ(Both.terms().size(), 1u);
  // Kept as a symbol: nothing could be gained from its parts.
  expect(Both, "symbol n1: ComputedValue, multiple of 2\nn1");
}

//===----------------------------------------------------------------------===//
// Launch terms
//===----------------------------------------------------------------------===//

TEST_F(ValueTextTest, LaunchTermsStandBesideTheNumber) {
  Value N = P.launched("n", 5);
  expect(N, "symbol n: launch\n5 + launch(n)");
  expect(P.add(P.mul(N, 4), Lane), "symbol n: launch\n"
                                   "lane + 20 + launch(4 * n)");
  // Where the number is 0 there is none.
  expect(P.sub(N, 5), "symbol n: launch\nlaunch(n)");
}

TEST_F(ValueTextTest, LaunchTermsHoldOperationsOnTheNumberToo) {
  Value N = P.launched("n", 20);
  expect(P.div(N, 3, Int32), "symbol n: launch\n"
                             "6 + launch(((20 + launch(n)) / 3))");
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

TEST_F(ValueTextTest, WhatIsReadIsCarriedOut) {
  EXPECT_EQ(readAndPrint("2 * (lane + 3) - lane"), "lane + 6");
  EXPECT_EQ(readAndPrint("(lane << 2) % 16"),
            "4 * (lane % 4) + launch(((4 * lane) % 16))");
  EXPECT_EQ(readAndPrint("symbol n: 0..\n(lane < n)"),
            "symbol n: 0..\n((lane - n) < 0)");
}

TEST_F(ValueTextTest, MistakesAreNamed) {
  EXPECT_EQ(readAndPrint("4 * n"), "'n' is not declared");
  EXPECT_EQ(readAndPrint("4 *"), "a value is missing");
  EXPECT_EQ(readAndPrint("(lane"), "')' is missing");
  EXPECT_EQ(readAndPrint("lane lane"), "'lane' is not understood");
  EXPECT_EQ(readAndPrint("lane /x 3"), "'x' is not a type");
  EXPECT_EQ(readAndPrint("half(lane)"), "'half' is not a function");
  EXPECT_EQ(readAndPrint("{1, 2}"), "',' is missing");
  EXPECT_EQ(readAndPrint("symbol n\nsymbol n\nn"), "'n' is declared twice");
  EXPECT_EQ(readAndPrint("symbol n: odd\nn"), "'..' is missing");
  EXPECT_EQ(readAndPrint("symbol n: \"odd\nn"), "a closing '\"' is missing");
}

TEST_F(ValueTextTest, WhatNoNumberCanBeIsAMistake) {
  EXPECT_EQ(readAndPrint("symbol n: 3..1\nn"),
            "there is no number from 3 to 1");
  EXPECT_EQ(readAndPrint("varying v: multiple of 0\nv"),
            "there are multiples of positive numbers only");
  EXPECT_EQ(readAndPrint("symbol n: choices 1 2, sure 3\nn"),
            "'sure' counts the first of the choices");
  EXPECT_EQ(readAndPrint("symbol n: sure 4294967297\nn"),
            "4294967297 is not a number from 0 to 4294967295");
  EXPECT_EQ(readAndPrint("lane /u65 3"), "'u65' is not a type");
  EXPECT_EQ(readAndPrint("lane /i0 3"), "'i0' is not a type");
}

TEST_F(ValueTextTest, NumbersHave64Bits) {
  EXPECT_EQ(readAndPrint("-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(readAndPrint("symbol n\nn - 9223372036854775808"),
            "symbol n\nn - 9223372036854775808");
  EXPECT_EQ(readAndPrint("9223372036854775809"),
            "a number has more than 64 bits");
  EXPECT_EQ(readAndPrint("99999999999999999999"),
            "a number has more than 64 bits");
}

TEST_F(ValueTextTest, WhatNestsTooDeepIsAMistake) {
  for (const char *Opener : {"(", "-", "min("}) {
    std::string Text;
    for (unsigned I = 0; I != 100000; ++I)
      Text += Opener;
    EXPECT_EQ(readAndPrint(Text), "a value nests deeper than 200 levels");
  }
}

//===----------------------------------------------------------------------===//
// Splits
//===----------------------------------------------------------------------===//

TEST_F(ValueTextTest, SplitsPrintLanesAndCertainty) {
  Split S = {0xffff, 0xffff0000, Certainty::Exact};
  EXPECT_EQ(str(S), "true 0000ffff, false ffff0000, exact");
  S.Confidence = Certainty::Guarded;
  S.Unresolved = P.sub(Lane, P.symbol("n", SymbolKind::Unknown));
  EXPECT_EQ(str(S),
            "true 0000ffff, false ffff0000, guarded, unresolved lane - n");
}

} // namespace
