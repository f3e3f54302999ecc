//===- RegionsTest.cpp - What moves out of branches and loops -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Passes/Pipeline.h"
#include "ReadTrace.h"

using namespace banklint;

namespace {

/// The accesses of a trace, one a line, once its regions are applied.
std::string applied(const std::string &Lines) {
  auto Text = readTrace("array s: static, 4096 bytes at 0, extents 1024, "
                        "strides 4\n" +
                        Lines);
  applyRegions(Text->trace());
  EXPECT_TRUE(Text->trace().Regions.empty());
  return printedLines(Text->trace().Records);
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

// if (c) { s[0] = x; s[lane] = x; } else { s[1] = y; s[lane] = y; } s[2] ...
TEST(RegionsTest, StoresThatBothArmsEndWithMoveBehindTheBranch) {
  EXPECT_EQ(applied("0: store 4 bytes s[0], at #1, arm 1\n"
                    "1: store 4 bytes s[lane], at #2, arm 1\n"
                    "2: store 4 bytes s[1], at #3, arm 2\n"
                    "3: store 4 bytes s[lane], at #4, arm 2\n"
                    "4: load 4 bytes s[2], at #5, block 6\n"
                    "branch: then 0, else 2, end 4, then arm 1, "
                    "else arm 2, store #2 with #4, store #1 with #3, behind "
                    "block 6\n"),
            "store 4 bytes s[0], at #1, arm 1\n"
            "store 4 bytes s[1], at #3, arm 2\n"
            "store 4 bytes s[lane], at #2, block 6\n"
            "store 4 bytes s[lane], at #4, block 6\n"
            "load 4 bytes s[2], at #5, block 6\n");
}

TEST(RegionsTest, StoresKeepTheirOrderBehindTheBranch) {
  EXPECT_EQ(applied("0: store 4 bytes s[0], at #1, arm 1\n"
                    "1: store 4 bytes s[lane], at #2, arm 1\n"
                    "2: store 4 bytes s[0], at #3, arm 2\n"
                    "3: store 4 bytes s[lane], at #4, arm 2\n"
                    "branch: then 0, else 2, end 4, then arm 1, else arm 2, "
                    "store #2 with #4, store #1 with #3\n"),
            "store 4 bytes s[0], at #1\n"
            "store 4 bytes s[0], at #3\n"
            "store 4 bytes s[lane], at #2\n"
            "store 4 bytes s[lane], at #4\n");
}

TEST(RegionsTest, ABarrierInOneArmKeepsWhatStandsBehindItThere) {
  const char *Lines = "store 4 bytes s[lane], at #1, arm 1, fence 1\n"
                      "store 4 bytes s[lane], at #2, arm 2\n";
  EXPECT_EQ(applied("0: store 4 bytes s[lane], at #1, arm 1, fence 1\n"
                    "1: store 4 bytes s[lane], at #2, arm 2\n"
                    "branch: then 0, else 1, end 2, then arm 1, else arm 2, "
                    "store #1 with #2\n"),
            Lines);
}

TEST(RegionsTest, AccessesOfOtherWidthOrPlaceAreNoPair) {
  for (const char *Other :
       {"store 8 bytes s[lane], at #2, arm 2", "store 4 bytes ?, at #2, arm 2"})
    EXPECT_EQ(
        applied(
            "0: store 4 bytes s[lane], at #1, arm 1\n1: " + std::string(Other) +
            "\nbranch: then 0, else 1, end 2, then arm 1, else arm "
            "2, store #1 with #2\n"),
        "store 4 bytes s[lane], at #1, arm 1\n" + std::string(Other) + "\n");
}

// if (c) { if (d) s[lane] ...; } else s[lane] ...;
TEST(RegionsTest, AccessesInABranchInsideAnArmAreNoPair) {
  EXPECT_EQ(applied("0: store 4 bytes s[lane], at #1, arm 3, outer arms 0 1\n"
                    "1: store 4 bytes s[lane], at #2, arm 2, outer arms 0\n"
                    "branch: then 0, else 1, end 2, then arm 1, else arm 2, "
                    "store #1 with #2\n"),
            "store 4 bytes s[lane], at #1, arm 3, outer arms 0 1\n"
            "store 4 bytes s[lane], at #2, arm 2, outer arms 0\n");
}

TEST(RegionsTest, ArmsMayBecomeEmpty) {
  EXPECT_EQ(applied("0: store 4 bytes s[lane], at #1, lanes 0000ffff, arm 1\n"
                    "1: store 4 bytes s[lane], at #2, lanes ffff0000, arm 2\n"
                    "branch: then 0, else 1, end 2, then arm 1, else arm 2, "
                    "store #1 with #2, behind guarded, behind guard #7\n"),
            "store 4 bytes s[lane], at #1, guarded, guard #7\n"
            "store 4 bytes s[lane], at #2, guarded, guard #7\n");
}

//===----------------------------------------------------------------------===//
// Parts of objects
//===----------------------------------------------------------------------===//

TEST(RegionsTest, OfAnObjectTheMembersThatAreUsedAreLoaded) {
  EXPECT_EQ(applied("0: load 16 bytes s[4 * lane], at #1, elements of 4, uses "
                    "bytes f0f0\n"),
            "load 4 bytes s[4 * lane] + (4), at #1\n"
            "load 4 bytes s[4 * lane] + (12), at #1\n");
}

TEST(RegionsTest, OfNarrowMembersTheirBlockIsLoaded) {
  EXPECT_EQ(applied("0: load 8 bytes s[2 * lane], at #1, uses bytes 00f0\n"),
            "load 4 bytes s[2 * lane] + (4), at #1\n");
  EXPECT_EQ(applied("0: load 4 bytes s[lane], at #1, uses bytes 0005\n"),
            "load 4 bytes s[lane], at #1\n");
}

TEST(RegionsTest, OfEightBytesThatAreUsedInBothWordsEachWordIsLoaded) {
  EXPECT_EQ(applied("0: load 8 bytes s[2 * lane], at #1, uses bytes 003f\n"),
            "load 4 bytes s[2 * lane], at #1, inexact by sroa\n"
            "load 2 bytes s[2 * lane] + (4), at #1, inexact by sroa\n");
}

TEST(RegionsTest, PartsOfWhichNothingIsUsedAreNotLoaded) {
  EXPECT_EQ(applied("0: load 16 bytes s[lane], at #1, elements of 4, uses "
                    "bytes 0000\n"
                    "1: load 4 bytes s[lane], at #2\n"),
            "load 4 bytes s[lane], at #2\n");
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

// for (i = 0; i < 2; ++i) x += s[lane] * s[lane + i];
TEST(RegionsTest, LoadsThatEveryIterationMakesAlikeAreShownAtTheCondition) {
  EXPECT_EQ(applied("0: load 4 bytes s[lane], at #1\n"
                    "1: load 4 bytes s[lane], at #2\n"
                    "2: load 4 bytes s[lane], at #1\n"
                    "3: load 4 bytes s[lane + 1], at #2\n"
                    "4: load 4 bytes s[lane], at #1\n"
                    "loop: condition #8, records 0 to 4\n"),
            "load 4 bytes s[lane], at #1, later view #8\n"
            "load 4 bytes s[lane], at #2\n"
            "load 4 bytes s[lane], at #1, later view #8\n"
            "load 4 bytes s[lane + 1], at #2\n"
            "load 4 bytes s[lane], at #1\n");
}

// What is loaded in front of the loop is one load of all lanes that enter.
TEST(RegionsTest, LoadsMoveInFrontOfALoopThatHoldsNothingBack) {
  EXPECT_EQ(applied("unroll block 1: loop at #7, run 1\n"
                    "unroll block 2: loop at #7, run 1\n"
                    "0: load 4 bytes s[1], at #1, unroll block 1\n"
                    "1: load 4 bytes s[1], at #1, lanes 0000000f, unroll block "
                    "2\n"
                    "loop: condition #8, records 0 to 2, hoists, one line\n"),
            "load 4 bytes s[1], at #1, later view #8\n"
            "load 4 bytes s[1], at #1, later view #8\n");
}

TEST(RegionsTest, LoadsThatLeaveALoopLeaveTheirLine) {
  EXPECT_EQ(applied("0: load 4 bytes s[1], at #1\n"
                    "1: load 4 bytes s[1], at #1\n"
                    "loop: condition #8, records 0 to 2, hoists\n"),
            "load 4 bytes s[1], at #1, later view #8, inexact by line-table\n"
            "load 4 bytes s[1], at #1, later view #8, inexact by line-table\n");
}

TEST(RegionsTest, NothingLeavesALoopThatStoresOrWaits) {
  EXPECT_EQ(applied("0: load 4 bytes s[lane], at #1\n"
                    "1: store 4 bytes s[lane + 32], at #2\n"
                    "loop: condition #8, records 0 to 2\n"),
            "load 4 bytes s[lane], at #1\n"
            "store 4 bytes s[lane + 32], at #2\n");
  EXPECT_EQ(applied("0: load 4 bytes s[lane], at #1\n"
                    "1: load 4 bytes s[lane], at #1, fence 1\n"
                    "loop: condition #8, records 0 to 2\n"),
            "load 4 bytes s[lane], at #1\n"
            "load 4 bytes s[lane], at #1, fence 1\n");
}

TEST(RegionsTest, LoadsWhoseAddressIsNotKnownStayInTheirLoop) {
  EXPECT_EQ(applied("symbol n\n"
                    "0: load 4 bytes s[lane], at #1, volatile\n"
                    "1: load 4 bytes s[n], at #2\n"
                    "2: load 4 bytes ?, at #3\n"
                    "loop: condition #8, records 0 to 3\n"),
            "load 4 bytes s[lane], at #1, volatile\n"
            "load 4 bytes s[n], at #2\n"
            "load 4 bytes ?, at #3\n");
}

TEST(RegionsTest, TheInnermostLoopThatAllowsItShowsALoad) {
  EXPECT_EQ(applied("0: load 4 bytes s[lane], at #1\n"
                    "1: load 4 bytes s[lane], at #2\n"
                    "loop: condition #7, records 0 to 1\n"
                    "loop: condition #8, records 0 to 2\n"),
            "load 4 bytes s[lane], at #1, later view #7\n"
            "load 4 bytes s[lane], at #2, later view #8\n");
}

//===----------------------------------------------------------------------===//
// The end of the budget
//===----------------------------------------------------------------------===//

TEST(RegionsTest, ATornBlockLosesWhatAWholeOneShows) {
  EXPECT_EQ(applied("torn\n"
                    "0: load 4 bytes s[lane], at #1, block 1\n"
                    "1: load 4 bytes s[lane + 1], at #1, block 2\n"
                    "2: load 4 bytes s[lane + 1], at #2, block 2\n"),
            "load 4 bytes s[lane], at #1, repeated, block 1\n"
            "load 4 bytes s[lane + 1], at #2, repeated, block 2, "
            "doubt BudgetEnd\n");
}

TEST(RegionsTest, ATornTraceWithoutAccessesStaysEmpty) {
  EXPECT_EQ(applied("torn\n"), "");
}

} // namespace
