//===- MergeItemsTest.cpp - The accesses that may become one --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergeItems.h"
#include "ItemsOfTrace.h"

using namespace banklint;

namespace {

/// Whether the first two accesses of a trace may meet.
bool mayAlias(const std::string &Lines) {
  ItemsOfTrace T(Lines);
  EXPECT_EQ(T.Items.mayAlias(0, 1), T.Items.mayAlias(1, 0))
      << "it does not matter which comes first";
  return T.Items.mayAlias(0, 1);
}

bool mayAlias(const std::string &First, const std::string &Second) {
  return mayAlias("0: store " + First + "\n1: store " + Second + "\n");
}

//===----------------------------------------------------------------------===//
// Aliases
//===----------------------------------------------------------------------===//

TEST(MergeItemsTest, AccessesOfOneShapeMeetWhereTheirBytesDo) {
  EXPECT_FALSE(mayAlias("4 bytes s[lane]", "4 bytes s[lane + 1]"));
  EXPECT_FALSE(mayAlias("4 bytes s[lane + 1]", "4 bytes s[lane]"));
  EXPECT_TRUE(mayAlias("4 bytes s[lane]", "4 bytes s[lane]"));
  // [0, 4) and [2, 4); [0, 16) and [12, 16), [16, 20).
  EXPECT_TRUE(mayAlias("4 bytes s[lane]", "2 bytes s[lane] + (2)"));
  EXPECT_TRUE(mayAlias("16 bytes s[4 * lane]", "4 bytes s[4 * lane + 3]"));
  EXPECT_FALSE(mayAlias("16 bytes s[4 * lane]", "4 bytes s[4 * lane + 4]"));
}

TEST(MergeItemsTest, AccessesOfOtherShapesMeetWhereTheirStepsAllow) {
  // The lanes are 8 * lane and 16 * lane bytes on: 8 * lane apart. So the
  // places of two lanes are 4 bytes apart modulo 8, or none.
  EXPECT_FALSE(mayAlias("4 bytes s[2 * lane]", "4 bytes s[4 * lane + 1]"));
  EXPECT_TRUE(mayAlias("4 bytes s[2 * lane]", "4 bytes s[4 * lane + 2]"));
  // 8 bytes reach into the next.
  EXPECT_TRUE(mayAlias("8 bytes s[2 * lane]", "4 bytes s[4 * lane + 1]"));
  // 4 * lane apart is anywhere in words.
  EXPECT_TRUE(mayAlias("4 bytes s[lane]", "4 bytes s[2 * lane + 1]"));
}

TEST(MergeItemsTest, UnknownsMoveAccessesByMultiplesOfTheirFactor) {
  const std::string N = "symbol n\nsymbol m\n";
  EXPECT_TRUE(mayAlias(N + "0: store 4 bytes s[4 * lane]\n"
                           "1: store 4 bytes s[4 * lane + n]\n"));
  // 16 * n apart, and 4 more.
  EXPECT_FALSE(mayAlias(N + "0: store 4 bytes s[4 * lane]\n"
                            "1: store 4 bytes s[4 * lane + 4 * n + 1]\n"));
  // 16 * n - 24 * m is a multiple of 8.
  EXPECT_FALSE(mayAlias(N + "0: store 4 bytes s[4 * n]\n"
                            "1: store 4 bytes s[6 * m + 1]\n"));
  // What both have cancels out: 4 * lane apart, plus 4.
  EXPECT_FALSE(mayAlias(N + "0: store 4 bytes s[2 * lane + n]\n"
                            "1: store 4 bytes s[4 * lane + n + 1]\n"));
  EXPECT_TRUE(mayAlias(N + "0: store 4 bytes s[lane + n]\n"
                           "1: store 4 bytes s[2 * lane + n + 1]\n"));
}

TEST(MergeItemsTest, UnknownsWithAFactorForEachLaneMayMeetAnything) {
  EXPECT_TRUE(mayAlias("symbol n\n"
                       "0: store 4 bytes s[4 * lane]\n"
                       "1: store 4 bytes s[4 * lane * n + 2]\n"));
}

TEST(MergeItemsTest, WhatTheLaunchDecidesIsAnUnknown) {
  // 5 in this launch, and still anywhere to the compiler.
  EXPECT_TRUE(mayAlias("symbol n: launch\n"
                       "0: store 4 bytes s[lane]\n"
                       "1: store 4 bytes s[lane + 5 + launch(n)]\n"));
}

//===----------------------------------------------------------------------===//
// Bases
//===----------------------------------------------------------------------===//

TEST(MergeItemsTest, BasesTellArraysLanesPathsAndUnrollBlocksApart) {
  ItemsOfTrace T("unroll block 1: loop at #9\n"
                 "0: load 4 bytes s[lane]\n"
                 "1: load 4 bytes s[lane + 7]\n"
                 "2: load 4 bytes r[lane]\n"
                 "3: load 4 bytes s[lane], lanes 0000ffff\n"
                 "4: load 4 bytes s[lane], arm 1, outer arms 0\n"
                 "5: load 4 bytes s[lane], unroll block 1\n"
                 "6: load 4 bytes s[2 * lane]\n");
  EXPECT_EQ(printed(T.Items),
            "base 0: s, shape 0, align 4, declared align 4\n"
            "base 1: r, shape 0, align 4, declared align 4\n"
            "base 2: s, shape 1, lanes 0000ffff, align 4, declared align 4\n"
            "base 3: s, shape 0, arm 1, align 4, declared align 4\n"
            "base 4: s, shape 0, unroll block 1, align 4, declared align 4\n"
            "base 5: s, shape 2, align 8, declared align 4\n"
            "item 0: base 0, offset 0\n"
            "item 1: base 0, offset 28\n"
            "item 2: base 1, offset 0\n"
            "item 3: base 2, offset 0\n"
            "item 4: base 3, offset 0\n"
            "item 5: base 4, offset 0\n"
            "item 6: base 5, offset 0\n");
}

TEST(MergeItemsTest, OnlyPlainAccessesToDeclaredArraysHaveABase) {
  ItemsOfTrace T("0: atomic 4 bytes s[lane]\n"
                 "1: load 4 bytes ?\n"
                 "2: load 4 bytes view + (4 * lane)\n"
                 "3: load 4 bytes s[lane], as generic load\n"
                 "4: load 4 bytes s[lane], volatile\n");
  EXPECT_EQ(printed(T.Items), "base 0: s, shape 0, align 4, declared align 4\n"
                              "item 0: no base\n"
                              "item 1: no base\n"
                              "item 2: no base\n"
                              "item 3: no base\n"
                              "item 4: base 0, offset 0\n");
  // A volatile access has an address, and never merges.
  EXPECT_FALSE(T.Items.stepOf(4).IsKnown);
}

TEST(MergeItemsTest, ABaseIsAlignedAsItsArrayIsPlacedAndDeclared) {
  auto Text = readTrace("array p: static, 132 bytes at 0, align 4, extents 33, "
                        "strides 4\n"
                        "array s: static, 1024 bytes at 132, align 4, extents "
                        "256, strides 4\n"
                        "array q: static, 1024 bytes at 1168, align 16, "
                        "extents 256, strides 4\n"
                        "0: load 4 bytes p[4 * lane]\n"
                        "1: load 4 bytes s[4 * lane]\n"
                        "2: load 4 bytes q[4 * lane]\n"
                        "3: load 4 bytes q[2 * lane]\n");
  AddressShapes Shapes;
  MergePlan Plan(Text->trace().Records, Text->trace().Unrolls);
  MergeItems Items(Shapes, Plan, Text->trace().Records);
  // Behind 132 bytes nothing is aligned to more than 4; 1168 is 73 * 16.
  int64_t Placed[] = {16, 4, 16, 8}, Declared[] = {4, 4, 16, 8};
  for (uint32_t I = 0; I != Items.size(); ++I) {
    EXPECT_EQ(Items.baseOf(I).AlignmentBytes, Placed[I]) << "access " << I;
    EXPECT_EQ(Items.baseOf(I).DeclaredBytes, Declared[I]) << "access " << I;
  }
}

TEST(MergeItemsTest, IterationsOfAnUnrollBlockMoveItsOffsets) {
  ItemsOfTrace T("symbol k1: LoopCounter, visited, 0..\n"
                 "unroll block 1: loop at #9, 3 iterations, counter k1, arm "
                 "1\n"
                 "0: load 4 bytes s[2 * k1], arm 1, outer arms 0, unroll "
                 "block 1\n"
                 "1: load 4 bytes s[k1 + 1], arm 3, outer arms 0 1, unroll "
                 "block 1\n");
  // All iterations begin on arm 1. An arm inside of them is taken or not by
  // each: it has a base for each iteration.
  EXPECT_EQ(
      printed(T.Items),
      "base 0: s, shape 0, arm 1, unroll block 1, align 8, declared align 4, "
      "moving\n"
      "base 1: s, shape 1, arm 3, unroll block 1, align 4, declared align 4, "
      "moving\n"
      "base 2: s, shape 1, arm 3, unroll block 1, iteration 1, align 4, "
      "declared align 4, moving\n"
      "base 3: s, shape 1, arm 3, unroll block 1, iteration 2, align 4, "
      "declared align 4, moving\n"
      "item 0: base 0, offset 0\n"
      "item 1: base 1, offset 4\n"
      "item 2: base 0, offset 8, shift 8\n"
      "item 3: base 2, offset 8, shift 4\n"
      "item 4: base 0, offset 16, shift 16\n"
      "item 5: base 3, offset 12, shift 8\n");
}

TEST(MergeItemsTest, BasesAroundAreThoseOfThePathsThatLeadThere) {
  ItemsOfTrace T("0: load 4 bytes s[lane]\n"
                 "1: load 4 bytes s[lane], arm 1, outer arms 0\n"
                 "2: load 4 bytes s[lane], arm 3, outer arms 0 1\n"
                 "3: load 4 bytes s[2 * lane], arm 3, outer arms 0 1\n");
  EXPECT_EQ(llvm::ArrayRef(T.Items.basesAround(2)),
            llvm::ArrayRef<uint32_t>({2, 0, 1}));
  EXPECT_EQ(llvm::ArrayRef(T.Items.basesAround(3)),
            llvm::ArrayRef<uint32_t>({3}));
}

TEST(MergeItemsTest, AnAddressOnAnotherPathIsThatOfTheLanesThatRunThere) {
  ItemsOfTrace T("0: load 4 bytes s[lane], arm 1, outer arms 0, lanes "
                 "ffff0000\n"
                 "1: load 4 bytes s[lane + 3]\n");
  // Lane 16 has byte 64; where all run, lane 0 has byte 0.
  EXPECT_EQ(T.Items[0].OffsetBytes, 64);
  MergeItems::Address At = T.Items.addressOn(0, /*Arm=*/0, AllLanes);
  EXPECT_EQ(At.first, T.Items[1].BaseId);
  EXPECT_EQ(At.second, 0);
}

TEST(MergeItemsTest, DroppedItemsAreKnownToThoseThatReplaceThem) {
  ItemsOfTrace T("0: load 4 bytes s[lane]\n"
                 "1: load 4 bytes s[lane]\n"
                 "2: load 4 bytes s[lane]\n");
  T.Items.drop(1, 0);
  T.Items.drop(2, 0);
  EXPECT_TRUE(T.Items[1].isDropped());
  EXPECT_FALSE(T.Items[0].isDropped());
  EXPECT_EQ(T.Items.droppedFor(0), llvm::ArrayRef<uint32_t>({1, 2}));
  EXPECT_TRUE(T.Items.droppedFor(1).empty());
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

TEST(MergeItemsTest, APlanForOneArrayKeepsTheOthersAsWhatStandsBetween) {
  auto Text = readTrace("array s: static, 64 bytes at 0\n"
                        "array r: static, 64 bytes at 64\n"
                        "array view: view\n"
                        "0: load 4 bytes s\n"
                        "1: load 4 bytes r\n"
                        "2: load 4 bytes view\n");
  const Trace &T = Text->trace();
  MergePlan Plan(T.Records, T.Unrolls, T.Records[0].Where->Array);
  ASSERT_EQ(Plan.steps().size(), 3u);
  EXPECT_TRUE(Plan.steps()[0].IsKnown && Plan.steps()[0].IsWanted);
  EXPECT_FALSE(Plan.steps()[1].IsKnown || Plan.steps()[1].IsWanted);
  EXPECT_TRUE(Plan.steps()[1].IsApart);
  // A view may lead into the array.
  EXPECT_FALSE(Plan.steps()[2].IsApart);
}

TEST(MergeItemsTest, SitesInLoopsAreNumberedWithTheirOccurrences) {
  auto Text = readTrace("array s: static, 64 bytes at 0\n"
                        "unroll block 1: loop at #9\n"
                        "unroll block 2: loop at #9\n"
                        "0: load 4 bytes s, at #1\n"
                        "1: load 4 bytes s, at #1, unroll block 1\n"
                        "2: load 4 bytes s, at #2, unroll block 1\n"
                        "3: load 4 bytes s, at #1, unroll block 1\n"
                        "4: load 4 bytes s, at #1, unroll block 2\n");
  MergePlan Plan(Text->trace().Records, Text->trace().Unrolls);
  EXPECT_EQ(Plan.siteCount(), 2u);
  unsigned Sites[] = {0, 1, 2, 1, 1}, Occurrences[] = {0, 0, 0, 1, 0};
  for (size_t I = 0; I != 5; ++I) {
    EXPECT_EQ(Plan.steps()[I].Site, Sites[I]) << "access " << I;
    EXPECT_EQ(Plan.steps()[I].Occurrence, Occurrences[I]) << "access " << I;
  }
}

TEST(MergeItemsTest, AnUnrollBlockThatOthersInterruptIsNotRepeated) {
  auto Text = readTrace("array s: static, 64 bytes at 0\n"
                        "symbol k1: LoopCounter, visited, 0..\n"
                        "unroll block 1: loop at #9, 2 iterations, counter k1\n"
                        "unroll block 2: loop at #8\n"
                        "0: load 4 bytes s, unroll block 1\n"
                        "1: load 4 bytes s, unroll block 2\n"
                        "2: load 4 bytes s, unroll block 1\n");
  MergePlan Plan(Text->trace().Records, Text->trace().Unrolls);
  EXPECT_EQ(Plan.steps().size(), 3u);
}

} // namespace
