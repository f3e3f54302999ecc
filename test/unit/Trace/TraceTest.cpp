//===- TraceTest.cpp - Copies of traces -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/Trace.h"
#include "../ReadTrace.h"

using namespace banklint;

namespace {

std::unique_ptr<TextTraces> example() {
  return readTrace(
      "array s: static, 4096 bytes at 0, extents 32 32, strides 128 4\n"
      "symbol n: 0..\n"
      "symbol k1: LoopCounter, visited, 0..\n"
      "symbol n1: LongerRows, 0..64\n"
      "varying v1: LoadedFromMemory, 0..31\n"
      "symbol m: launch\n"
      "symbol step: visited, choices 4 2 1\n"
      "warps 2: n = 4 8\n"
      "stride units n1\n"
      "unroll block 1: loop at #3, 2 iterations, counter k1\n"
      "0: load 4 bytes s[(n / 3)][k1] + (4 * n1 + launch(4 * m)), at #1, when "
      "((lane - k1) < 0), outer arms 0 1, unroll block 1, called at #5, doubt "
      "BudgetEnd\n"
      "1: store 4 bytes s[v1][lane * step], at #2\n"
      "2: load 4 bytes ?, at #4, reason UnmeasuredInstruction \"an "
      "instruction\" line 7\n");
}

TEST(TraceTest, ACompactTraceOutlivesThePoolOfTheFirst) {
  auto Text = example();
  std::string Before = printed(Text->trace());
  Trace Copy = compact(Text->trace());
  Text->trace().Values.reset();
  EXPECT_EQ(printed(Copy), Before);
}

TEST(TraceTest, ACompactTraceSharesNoAtoms) {
  auto Text = example();
  const Trace &First = Text->trace();
  Trace Copy = compact(First);
  EXPECT_NE(Copy.Unrolls[1].Counter, First.Unrolls[1].Counter);
  EXPECT_NE(Copy.StrideUnits, First.StrideUnits);
  EXPECT_EQ(Copy.Warps[0].count(First.Warps[0].begin()->first), 0u);
  // The counter of the loop is the one in the index.
  EXPECT_EQ(Copy.Unrolls[1].Counter,
            Copy.Records[0].Where->Index[1].terms()[0].What);
}

TEST(TraceTest, OperationsInTheCopyAreThoseThatWereCopied) {
  auto Text = example();
  Trace Copy = compact(Text->trace());
  Value Quotient = Copy.Records[0].Where->Index[0];
  const Variable *N = Copy.Warps[0].begin()->first;
  EXPECT_EQ(Copy.Values->div(Copy.Values->valueOf(N), 3, Int32), Quotient);
}

TEST(TraceTest, PathsAreTheArmsOfOneBranchInPairs) {
  EXPECT_FALSE(isElseArm(0));
  EXPECT_FALSE(isElseArm(1));
  EXPECT_TRUE(isElseArm(2));
  EXPECT_TRUE(areArmsOfOne(1, 2));
  EXPECT_TRUE(areArmsOfOne(4, 3));
  EXPECT_FALSE(areArmsOfOne(2, 3));
  EXPECT_FALSE(areArmsOfOne(1, 1));
  EXPECT_FALSE(areArmsOfOne(0, 1));
}

TEST(TraceTest, PlacesAreTheSameWhereArrayAndAddressAre) {
  auto Text = readTrace("array s: static, 64 bytes at 0\n"
                        "array r: static, 64 bytes at 64\n"
                        "0: load 4 bytes s[lane] + (4)\n"
                        "1: store 8 bytes s[lane] + (4)\n"
                        "2: load 4 bytes s[lane]\n"
                        "3: load 4 bytes r[lane] + (4)\n"
                        "4: load 4 bytes s[lane + 1] + (4)\n");
  const std::vector<AccessRecord> &R = Text->trace().Records;
  EXPECT_TRUE(areSamePlace(*R[0].Where, *R[1].Where));
  for (size_t I = 2; I != 5; ++I)
    EXPECT_FALSE(areSamePlace(*R[0].Where, *R[I].Where)) << "access " << I;
}

TEST(TraceTest, AnAccessIsShownAtItsSiteUnlessLineTablesSayOtherwise) {
  AccessRecord R;
  R.Site = 3;
  EXPECT_EQ(R.shownSite(), 3u);
  R.ShownAt = 5;
  EXPECT_EQ(R.shownSite(), 5u);
}

} // namespace
