//===- VectorizerTest.cpp - Accesses that merge in machine code -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ItemsOfTrace.h"
#include "WideAccess.h"

using namespace banklint;

namespace {

/// All accesses of the machine, one a line; none merged before.
std::string groups(const std::string &Lines,
                   std::vector<WideAccess> Chains = {}) {
  ItemsOfTrace T(Lines);
  return printedLines(mergeGroups(T.Items, AddressRegisters(T.Items), Chains));
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

TEST(GroupsTest, AlignedBlocksOfFourMergeWithThreeOfThem) {
  EXPECT_EQ(groups("0: load 4 bytes s[4 * lane + 3]\n"
                   "1: load 4 bytes s[4 * lane]\n"
                   "2: load 4 bytes s[4 * lane + 1]\n"),
            "16 bytes at 0 of items 1 2 0\n");
}

TEST(GroupsTest, TwoOfFourMergeOnlyAsAnAlignedPair) {
  EXPECT_EQ(groups("0: load 4 bytes s[4 * lane + 2]\n"
                   "1: load 4 bytes s[4 * lane + 3]\n"),
            "8 bytes at 8 of items 0 1\n");
  EXPECT_EQ(groups("0: load 4 bytes s[4 * lane + 1]\n"
                   "1: load 4 bytes s[4 * lane + 2]\n"),
            "4 bytes at 4 of items 0\n"
            "4 bytes at 8 of items 1\n");
}

TEST(GroupsTest, TheAlignmentOfTheBaseBoundsTheWidth) {
  EXPECT_EQ(groups("0: load 4 bytes s[2 * lane]\n"
                   "1: load 4 bytes s[2 * lane + 1]\n"
                   "2: load 4 bytes s[2 * lane + 2]\n"
                   "3: load 4 bytes s[2 * lane + 3]\n"),
            "8 bytes at 0 of items 0 1\n"
            "8 bytes at 8 of items 2 3\n");
  EXPECT_EQ(groups("0: load 4 bytes s[3 * lane]\n"
                   "1: load 4 bytes s[3 * lane + 1]\n"),
            "4 bytes at 0 of items 0\n"
            "4 bytes at 4 of items 1\n");
}

TEST(GroupsTest, AStoreToStaticMemoryEndsLoadsOfStaticMemory) {
  // It is taken to meet every access, be it of another array.
  EXPECT_EQ(groups("0: load 4 bytes s[4 * lane]\n"
                   "1: store 4 bytes r[lane]\n"
                   "2: load 4 bytes s[4 * lane + 1]\n"),
            "4 bytes at 0 of items 0\n"
            "4 bytes at 0 of items 1\n"
            "4 bytes at 4 of items 2\n");
}

TEST(GroupsTest, StoresToStaticMemoryDoNotEndLoadsOfDynamicMemory) {
  EXPECT_EQ(groups("0: load 4 bytes d[4 * lane]\n"
                   "1: store 4 bytes s[4 * lane]\n"
                   "2: load 4 bytes d[4 * lane + 1]\n"),
            "8 bytes at 0 of items 0 2\n"
            "4 bytes at 0 of items 1\n");
}

TEST(GroupsTest, StoresToDynamicMemoryEndLoadsThatTheyDoNotStepAlongWith) {
  // The same shape in the same array lies at a constant distance.
  EXPECT_EQ(groups("0: load 4 bytes d[4 * lane]\n"
                   "1: store 4 bytes d[4 * lane + 8]\n"
                   "2: load 4 bytes d[4 * lane + 1]\n"),
            "8 bytes at 0 of items 0 2\n"
            "4 bytes at 32 of items 1\n");
  EXPECT_EQ(groups("0: load 4 bytes d[4 * lane]\n"
                   "1: store 4 bytes d[2 * lane + 80]\n"
                   "2: load 4 bytes d[4 * lane + 1]\n"),
            "4 bytes at 0 of items 0\n"
            "4 bytes at 320 of items 1\n"
            "4 bytes at 4 of items 2\n");
  // Likewise for loads of static memory.
  EXPECT_EQ(groups("0: load 4 bytes s[4 * lane]\n"
                   "1: store 4 bytes d[4 * lane]\n"
                   "2: load 4 bytes s[4 * lane + 1]\n"),
            "8 bytes at 0 of items 0 2\n"
            "4 bytes at 0 of items 1\n");
}

TEST(GroupsTest, LoadsMoveOverReadsThatAreNotUnderstood) {
  const std::string Before = "0: load 4 bytes s[4 * lane]\n1: ",
                    Behind = "\n2: load 4 bytes s[4 * lane + 1]\n";
  EXPECT_EQ(groups(Before + "load 4 bytes ?" + Behind),
            "8 bytes at 0 of items 0 2\n");
  EXPECT_EQ(groups(Before + "ldmatrix 16 bytes r, matrices 1" + Behind),
            "8 bytes at 0 of items 0 2\n");
  EXPECT_EQ(groups(Before + "atomic 4 bytes r" + Behind),
            "4 bytes at 0 of items 0\n"
            "4 bytes at 4 of items 2\n");
}

TEST(GroupsTest, NothingMergesOverBarriersAndSlowPaths) {
  for (const char *End : {", fence 1", ", slow path 1"})
    EXPECT_EQ(groups("0: load 4 bytes s[4 * lane]\n"
                     "1: load 4 bytes s[4 * lane + 1]" +
                     std::string(End) + "\n"),
              "4 bytes at 0 of items 0\n"
              "4 bytes at 4 of items 1\n")
        << End;
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

TEST(GroupsTest, StoresMergeInUnbrokenRunsOnly) {
  EXPECT_EQ(groups("0: store 4 bytes s[2 * lane]\n"
                   "1: store 4 bytes s[2 * lane + 1]\n"),
            "8 bytes at 0 of items 0 1\n");
  // Stores to another array and loads of this one break them.
  EXPECT_EQ(groups("0: store 4 bytes s[2 * lane]\n"
                   "1: store 4 bytes r[2 * lane]\n"
                   "2: store 4 bytes s[2 * lane + 1]\n"),
            "4 bytes at 0 of items 0\n"
            "4 bytes at 0 of items 1\n"
            "4 bytes at 4 of items 2\n");
  EXPECT_EQ(groups("0: store 4 bytes s[2 * lane]\n"
                   "1: load 4 bytes s[2 * lane + 64]\n"
                   "2: store 4 bytes s[2 * lane + 1]\n"),
            "4 bytes at 0 of items 0\n"
            "4 bytes at 256 of items 1\n"
            "4 bytes at 4 of items 2\n");
}

TEST(GroupsTest, ThreeStoresOfFourDoNotMerge) {
  EXPECT_EQ(groups("0: store 4 bytes s[4 * lane]\n"
                   "1: store 4 bytes s[4 * lane + 1]\n"
                   "2: store 4 bytes s[4 * lane + 2]\n"),
            "8 bytes at 0 of items 0 1\n"
            "4 bytes at 8 of items 2\n");
}

TEST(GroupsTest, RunsAreOfOneAlignedBlockOfMemory) {
  // s[4 * lane + 3] and s[4 * lane + 4] lie in two blocks of 16 bytes.
  EXPECT_EQ(groups("0: store 4 bytes s[4 * lane + 3]\n"
                   "1: store 4 bytes s[4 * lane + 4]\n"),
            "4 bytes at 12 of items 0\n"
            "4 bytes at 16 of items 1\n");
}

TEST(GroupsTest, RunsAreOfOneBasicBlock) {
  EXPECT_EQ(groups("0: store 4 bytes s[2 * lane]\n"
                   "1: store 4 bytes s[2 * lane + 1], block 1\n"),
            "4 bytes at 0 of items 0\n"
            "4 bytes at 4 of items 1\n");
}

TEST(GroupsTest, WhatIsLoadedAndStoredInPlaceMergesInexactly) {
  // Loads may move down to their uses, between the stores.
  EXPECT_EQ(groups("0: load 4 bytes s[2 * lane]\n"
                   "1: load 4 bytes s[2 * lane + 1]\n"
                   "2: store 4 bytes s[2 * lane]\n"
                   "3: store 4 bytes s[2 * lane + 1]\n"),
            "8 bytes at 0 of items 0 1, inexact by ptxas.vec\n"
            "8 bytes at 0 of items 2 3, inexact by ptxas.vec\n");
  // In dynamic memory the compiler knows these apart.
  EXPECT_EQ(groups("0: load 4 bytes d[2 * lane]\n"
                   "1: load 4 bytes d[2 * lane + 1]\n"
                   "2: store 4 bytes d[2 * lane]\n"
                   "3: store 4 bytes d[2 * lane + 1]\n"),
            "8 bytes at 0 of items 0 1\n"
            "8 bytes at 0 of items 2 3\n");
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

TEST(GroupsTest, SingleBytesAndWidenedIntegersNeverMerge) {
  EXPECT_EQ(groups("0: load 1 bytes s[lane]\n"
                   "1: load 1 bytes s[lane] + (1)\n"),
            "1 bytes at 0 of items 0\n"
            "1 bytes at 1 of items 1\n");
  EXPECT_EQ(groups("0: load 2 bytes s[lane], widened\n"
                   "1: load 2 bytes s[lane] + (2), widened\n"),
            "2 bytes at 0 of items 0, inexact by narrow-int\n"
            "2 bytes at 2 of items 1, inexact by narrow-int\n");
}

TEST(GroupsTest, PairsOfHalvesMakeAWord) {
  EXPECT_EQ(groups("0: load 2 bytes s[lane]\n"
                   "1: load 2 bytes s[lane] + (2)\n"),
            "4 bytes at 0 of items 0 1\n");
}

TEST(GroupsTest, DoublesMergeAsPairs) {
  EXPECT_EQ(groups("0: load 8 bytes s[4 * lane]\n"
                   "1: load 8 bytes s[4 * lane + 2]\n"),
            "16 bytes at 0 of items 0 1\n");
}

TEST(GroupsTest, AWideAccessKeepsItsWidthWhereTheBasePromisesLess) {
  // Its type says that it is aligned.
  EXPECT_EQ(groups("0: load 16 bytes s[3 * lane], elements of 4\n"),
            "16 bytes at 0 of items 0\n");
}

TEST(GroupsTest, AWideAccessIsSplitIntoElements) {
  // A copy of four words, of which two are used: the pair is one access.
  EXPECT_EQ(groups("0: load 8 bytes s[4 * lane], elements of 4\n"
                   "1: load 8 bytes s[4 * lane + 2], elements of 4\n"),
            "16 bytes at 0 of items 0 1\n");
}

TEST(GroupsTest, SwizzledAddressesStayApart) {
  auto Text = readTrace("array s: static, 4096 bytes at 0, align 16, swizzled\n"
                        "0: load 4 bytes s + (16 * lane)\n"
                        "1: load 4 bytes s + (16 * lane + 4)\n");
  AddressShapes Shapes;
  MergePlan Plan(Text->trace().Records, Text->trace().Unrolls);
  MergeItems Items(Shapes, Plan, Text->trace().Records);
  std::vector<WideAccess> Chains;
  EXPECT_EQ(printedLines(mergeGroups(Items, AddressRegisters(Items), Chains)),
            "4 bytes at 0 of items 0\n"
            "4 bytes at 4 of items 1\n");
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

TEST(GroupsTest, OfTwoIterationsSomeMergeAndOthersDoNot) {
  EXPECT_EQ(groups("symbol k1: LoopCounter, visited, 0..\n"
                   "unroll block 1: loop at #9, 2 iterations, counter k1\n"
                   "0: load 4 bytes s[4 * lane + k1], at #1, unroll block 1\n"),
            // The register points to the second of two: 4 bytes on.
            "4 bytes at 0 of items 0, inexact by ptxas.vec ptxas.registers\n"
            "4 bytes at 4 of items 1, inexact by ptxas.vec ptxas.registers\n");
  EXPECT_EQ(groups("symbol k1: LoopCounter, visited, 0..\n"
                   "unroll block 1: loop at #9, 2 iterations, counter k1\n"
                   "0: load 4 bytes s[k1], at #1, unroll block 1\n"),
            "8 bytes at 0 of items 0 1, inexact by ptxas.vec\n");
}

TEST(GroupsTest, FourIterationsMergeAroundTheirMiddle) {
  // 0, 4, 8, 12: the register is 8 bytes on and aligned to 8. So pairs, and no
  // block of four, as far as is known; some iterations may be left over behind
  // them.
  EXPECT_EQ(groups("symbol k1: LoopCounter, visited, 0..\n"
                   "unroll block 1: loop at #9, 4 iterations, counter k1, "
                   "unknown remainder\n"
                   "0: load 4 bytes s[4 * lane + k1], at #1, unroll block "
                   "1\n"),
            "8 bytes at 0 of items 0 1, inexact by ptxas.registers, unknown "
            "remainder\n"
            "8 bytes at 8 of items 2 3, inexact by ptxas.registers, unknown "
            "remainder\n");
}

TEST(GroupsTest, SlowPathsOfALoopPartItsIterations) {
  EXPECT_EQ(groups("symbol k1: LoopCounter, visited, 0..\n"
                   "unroll block 1: loop at #9, 4 iterations, counter k1, slow "
                   "path\n"
                   "0: load 4 bytes s[k1], at #1, unroll block 1\n"),
            "4 bytes at 0 of items 0\n"
            "4 bytes at 4 of items 1\n"
            "4 bytes at 8 of items 2\n"
            "4 bytes at 12 of items 3\n");
}

TEST(GroupsTest, IterationsOfAWalkingPointerMergeEachByItself) {
  EXPECT_EQ(groups("symbol k1: LoopCounter, visited, 0..\n"
                   "unroll block 1: loop at #9, 4 iterations, counter k1, "
                   "walks 1\n"
                   "0: load 4 bytes s[8 * lane + 2 * k1], at #1, unroll block "
                   "1\n"
                   "1: load 4 bytes s[8 * lane + 2 * k1 + 1], at #2, unroll "
                   "block 1\n"),
            "8 bytes at 0 of items 0 1\n"
            "8 bytes at 8 of items 2 3\n"
            "8 bytes at 16 of items 4 5\n"
            "8 bytes at 24 of items 6 7\n");
}

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

TEST(GroupsTest, ChainsAreLeftOutAndStandInTheWayOfOthers) {
  // Stores 0 and 2 merged before; their access stands where 2 does, behind the
  // first store to `s`.
  WideAccess Chain;
  Chain.WidthBytes = 8;
  Chain.Members = {0, 2};
  EXPECT_EQ(groups("0: store 4 bytes a[2 * lane]\n"
                   "1: store 4 bytes s[2 * lane]\n"
                   "2: store 4 bytes a[2 * lane + 1]\n"
                   "3: store 4 bytes s[2 * lane + 1]\n",
                   {Chain}),
            "4 bytes at 0 of items 1\n"
            "4 bytes at 4 of items 3\n");
}

TEST(GroupsTest, ItemsThatAreDroppedAreLeftOut) {
  ItemsOfTrace T("0: load 4 bytes s[2 * lane]\n"
                 "1: load 4 bytes s[2 * lane]\n"
                 "2: load 4 bytes s[2 * lane + 1]\n");
  T.Items.drop(1, 0);
  std::vector<WideAccess> Chains;
  EXPECT_EQ(
      printedLines(mergeGroups(T.Items, AddressRegisters(T.Items), Chains)),
      "8 bytes at 0 of items 0 2\n");
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

TEST(GroupsTest, ChainsOfAWordMergeWithTheWordsBesideThem) {
  WideAccess Chain;
  Chain.OffsetBytes = 4;
  Chain.WidthBytes = 4;
  Chain.Members = {1, 2};
  EXPECT_EQ(groups("0: store 4 bytes s[2 * lane]\n"
                   "1: store 2 bytes s[2 * lane + 1]\n"
                   "2: store 2 bytes s[2 * lane + 1] + (2)\n",
                   {Chain}),
            "8 bytes at 0 of items 0 1 2\n");
}

TEST(GroupsTest, ChainsOfTwoWordsStayWhatTheyAre) {
  ItemsOfTrace T("0: store 2 bytes s[2 * lane], elements of 2\n"
                 "1: store 2 bytes s[2 * lane + 1], elements of 2\n"
                 "2: store 4 bytes s[2 * lane + 2]\n");
  WideAccess Chain;
  Chain.WidthBytes = 8;
  Chain.Members = {0, 1};
  std::vector<WideAccess> Chains = {Chain};
  EXPECT_EQ(
      printedLines(mergeGroups(T.Items, AddressRegisters(T.Items), Chains)),
      "4 bytes at 8 of items 2\n");
  EXPECT_EQ(Chains.size(), 1u);
}

TEST(GroupsTest, NumbersMergeAcrossArrays) {
  // The last word of `s`, and the first of `r`, which lies behind it.
  EXPECT_EQ(groups("0: load 4 bytes s[1022]\n"
                   "1: load 4 bytes s[1023]\n"
                   "2: load 4 bytes r[0]\n"
                   "3: load 4 bytes r[1]\n"),
            "8 bytes at 4088 of items 0 1\n"
            "8 bytes at 0 of items 2 3\n");
}

} // namespace
