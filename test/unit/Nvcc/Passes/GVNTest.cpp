//===- GVNTest.cpp - Accesses that need no request ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ItemsOfTrace.h"
#include "LLVM/AvailableValues.h"

using namespace banklint;

namespace {

/// "1 for 0, 3 for 2": which accesses are dropped, and for which others.
std::string dropped(const std::string &Lines) {
  ItemsOfTrace T(Lines);
  dropRepeats(T.Items);
  std::string Text;
  for (uint32_t I = 0; I != T.Items.size(); ++I)
    if (T.Items[I].isDropped())
      Text += (Text.empty() ? "" : ", ") + std::to_string(I) + " for " +
              std::to_string(T.Items[I].Instead);
  return Text;
}

//===----------------------------------------------------------------------===//
// Straight-line code
//===----------------------------------------------------------------------===//

// dup_reads of merging-sm_90.csv: one LDS.
TEST(RepeatsTest, WhatWasLoadedIsNotLoadedAgain) {
  EXPECT_EQ(dropped("0: load 4 bytes s[lane]\n"
                    "1: load 4 bytes s[lane]\n"
                    "2: load 4 bytes s[lane]\n"),
            "1 for 0, 2 for 0");
}

TEST(RepeatsTest, WhatWasStoredIsNotLoaded) {
  EXPECT_EQ(dropped("0: store 4 bytes s[lane]\n"
                    "1: load 4 bytes s[lane]\n"),
            "1 for 0");
}

TEST(RepeatsTest, AStoreThatNothingReadsBeforeTheNextIsDead) {
  EXPECT_EQ(dropped("0: store 4 bytes s[lane]\n"
                    "1: store 4 bytes s[lane]\n"),
            "0 for 1");
}

TEST(RepeatsTest, AStoreIsNotDeadWhereItsArrayIsReadInBetween) {
  // Another lane may read it: the load is of another place of this lane.
  EXPECT_EQ(dropped("0: store 4 bytes s[lane]\n"
                    "1: load 4 bytes s[lane + 1]\n"
                    "2: store 4 bytes s[lane]\n"),
            "");
  // Not through another array.
  EXPECT_EQ(dropped("0: store 4 bytes s[lane]\n"
                    "1: load 4 bytes r[lane + 1]\n"
                    "2: store 4 bytes s[lane]\n"),
            "0 for 2");
  // A load of which nobody knows the place reads every array.
  EXPECT_EQ(dropped("0: store 4 bytes s[lane]\n"
                    "1: load 4 bytes ?\n"
                    "2: store 4 bytes s[lane]\n"),
            "");
}

TEST(RepeatsTest, AStoreOfAnotherBlockIsNotDead) {
  EXPECT_EQ(dropped("0: store 4 bytes s[lane]\n"
                    "1: store 4 bytes s[lane], block 1\n"),
            "");
}

TEST(RepeatsTest, OtherWidthsAreNoRepeats) {
  EXPECT_EQ(dropped("0: load 8 bytes s[2 * lane]\n"
                    "1: load 4 bytes s[2 * lane]\n"),
            "");
  EXPECT_EQ(dropped("0: store 4 bytes s[2 * lane]\n"
                    "1: store 8 bytes s[2 * lane]\n"),
            "");
}

TEST(RepeatsTest, ABarrierEmptiesTheRegisters) {
  EXPECT_EQ(dropped("0: load 4 bytes s[lane]\n"
                    "1: load 4 bytes s[lane], fence 1\n"
                    "2: load 4 bytes s[lane], fence 1\n"),
            "2 for 1");
}

// dup_reads_after_other_store of merging-sm_90.csv: two LDS and an STS.
TEST(RepeatsTest, AStoreThatMayMeetALoadIsReadAgain) {
  EXPECT_EQ(dropped("symbol n\n"
                    "0: load 4 bytes s[lane]\n"
                    "1: store 4 bytes s[n]\n"
                    "2: load 4 bytes s[lane]\n"),
            "");
}

TEST(RepeatsTest, AStoreThatCannotMeetALoadChangesNothing) {
  // Of the same shape, 4 bytes on; of another, 4 bytes beside steps of 8; of
  // another array.
  for (const char *Store : {"s[2 * lane + 1]", "s[4 * lane + 1]", "r[lane]"})
    EXPECT_EQ(dropped("0: load 4 bytes s[2 * lane]\n"
                      "1: store 4 bytes " +
                      std::string(Store) +
                      "\n"
                      "2: load 4 bytes s[2 * lane]\n"),
              "2 for 0")
        << Store;
}

TEST(RepeatsTest, OfAStoreThatPassesByInAllLanesTheCompilerMayNotKnow) {
  // s[2 * lane] and s[63 - 2 * lane].
  EXPECT_EQ(dropped("0: load 4 bytes s[2 * lane]\n"
                    "1: store 4 bytes s[-2 * lane + 63]\n"
                    "2: load 4 bytes s[2 * lane]\n"),
            "");
}

TEST(RepeatsTest, AStoreReplacesWhatItOverlaps) {
  EXPECT_EQ(dropped("0: load 4 bytes s[2 * lane]\n"
                    "1: load 4 bytes s[2 * lane + 1]\n"
                    "2: load 4 bytes s[2 * lane + 2]\n"
                    "3: store 8 bytes s[2 * lane]\n"
                    "4: load 4 bytes s[2 * lane]\n"
                    "5: load 4 bytes s[2 * lane + 1]\n"
                    "6: load 4 bytes s[2 * lane + 2]\n"),
            "6 for 2");
}

TEST(RepeatsTest, VolatileAccessesStayAndEmptyTheRegistersOfTheirArray) {
  EXPECT_EQ(dropped("0: load 4 bytes s[lane], volatile\n"
                    "1: load 4 bytes s[lane], volatile\n"),
            "");
  EXPECT_EQ(dropped("0: load 4 bytes s[lane]\n"
                    "1: load 4 bytes r[lane]\n"
                    "2: store 4 bytes s[lane], volatile\n"
                    "3: load 4 bytes s[lane]\n"
                    "4: load 4 bytes r[lane]\n"),
            "4 for 1");
}

TEST(RepeatsTest, WhatMayGoAnywhereEmptiesAllRegisters) {
  for (const char *Any : {"store 4 bytes ?", "atomic 4 bytes view + (lane)"})
    EXPECT_EQ(dropped("0: load 4 bytes s[lane]\n"
                      "1: " +
                      std::string(Any) +
                      "\n"
                      "2: load 4 bytes s[lane]\n"),
              "")
        << Any;
  // An atomic of one array is none of another's.
  EXPECT_EQ(dropped("0: load 4 bytes s[lane]\n"
                    "1: atomic 4 bytes r[lane]\n"
                    "2: load 4 bytes s[lane]\n"),
            "2 for 0");
}

TEST(RepeatsTest, OtherLanesHaveOtherRegisters) {
  EXPECT_EQ(dropped("0: load 4 bytes s[lane], lanes 0000ffff\n"
                    "1: load 4 bytes s[lane]\n"),
            "");
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

TEST(RepeatsTest, AnArmHoldsWhatWasLoadedInFrontOfTheBranch) {
  EXPECT_EQ(dropped("0: load 4 bytes s[lane]\n"
                    "1: load 4 bytes s[lane], arm 1, outer arms 0\n"
                    "2: load 4 bytes s[lane], arm 3, outer arms 0 1\n"
                    "3: load 4 bytes s[lane], arm 2, outer arms 0\n"),
            "1 for 0, 2 for 0, 3 for 0");
}

TEST(RepeatsTest, WhatOneArmHoldsIsOfNoUseElsewhere) {
  EXPECT_EQ(dropped("0: load 4 bytes s[lane], arm 1, outer arms 0\n"
                    "1: load 4 bytes s[lane], arm 2, outer arms 0\n"),
            "");
  EXPECT_EQ(dropped("0: load 4 bytes s[lane], arm 1, outer arms 0\n"
                    "1: load 4 bytes s[lane]\n"),
            "");
}

// if (c) s[lane] = x; else s[lane] = 0; y = s[lane];
TEST(RepeatsTest, ArmsThatStoreElsewhereLeaveNothing) {
  EXPECT_EQ(dropped("0: store 4 bytes s[lane], arm 1, outer arms 0\n"
                    "1: store 4 bytes s[lane + 1], arm 2, outer arms 0\n"
                    "2: load 4 bytes s[lane]\n"
                    "3: load 4 bytes s[lane + 1]\n"),
            "");
}

TEST(RepeatsTest, AStoreInAnArmIsNotDeadForAStoreBehindIt) {
  EXPECT_EQ(dropped("0: store 4 bytes s[lane], arm 1, outer arms 0\n"
                    "1: store 4 bytes s[lane], block 1\n"),
            "");
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

TEST(RepeatsTest, IterationsOfAnUnrollBlockShareRegisters) {
  // s[k1], s[k1 + 1]: each iteration holds what the next one begins with.
  EXPECT_EQ(dropped("symbol k1: LoopCounter, visited, 0..\n"
                    "unroll block 1: loop at #9, 3 iterations, counter k1, "
                    "arm 1\n"
                    "0: load 4 bytes s[k1], arm 1, outer arms 0, unroll "
                    "block 1\n"
                    "1: load 4 bytes s[k1 + 1], arm 1, outer arms 0, unroll "
                    "block 1\n"),
            "2 for 1, 4 for 3");
}

TEST(RepeatsTest, IterationsOfALoopThatStaysShareNone) {
  EXPECT_EQ(dropped("unroll block 1: loop at #9\n"
                    "unroll block 2: loop at #9\n"
                    "0: load 4 bytes s[lane], unroll block 1\n"
                    "1: load 4 bytes s[lane], unroll block 2\n"),
            "");
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

/// The items that may be repeats for all that is known, and are kept.
std::vector<uint32_t> doubted(const std::string &Lines,
                              ReasonKind Limit = ReasonKind::None) {
  ItemsOfTrace T(Lines);
  dropRepeats(T.Items);
  std::vector<uint32_t> Doubted;
  for (uint32_t I = 0; I != T.Items.size(); ++I)
    if (T.Items[I].Limit != ReasonKind::None) {
      EXPECT_EQ(T.Items[I].Limit, Limit);
      Doubted.push_back(I);
    }
  return Doubted;
}

/// An access to an address of its own shape, that meets none of the others.
std::string accessApart(uint32_t Number, const char *Operation,
                        unsigned Which) {
  return std::to_string(Number) + ": " + Operation + " 4 bytes s[" +
         std::to_string(64 * (Which + 1)) + " * lane + " +
         std::to_string(Which) + "]\n";
}

/// Loads of so many bases, a store of another, and the last load again.
std::string loadsOfBases(unsigned Count) {
  std::string Lines;
  for (unsigned I = 0; I != Count; ++I)
    Lines += accessApart(I, "load", I);
  return Lines + accessApart(Count, "store", Count) +
         accessApart(Count + 1, "load", Count - 1);
}

TEST(RepeatsTest, BehindMoreBasesThanAreComparedALoadIsDoubted) {
  EXPECT_EQ(dropped(loadsOfBases(8)), "9 for 7");
  EXPECT_EQ(doubted(loadsOfBases(8)), std::vector<uint32_t>());
  EXPECT_EQ(dropped(loadsOfBases(20)), "");
  EXPECT_EQ(doubted(loadsOfBases(20), ReasonKind::ManyHeldBases),
            std::vector<uint32_t>{21});
}

/// Loads of so many words of one base, a store beside them, and the first load
/// again.
std::string loadsOfOffsets(unsigned Count) {
  std::string Lines;
  for (unsigned I = 0; I != Count; ++I)
    Lines += std::to_string(I) + ": load 4 bytes s[2 * lane + " +
             std::to_string(2 * I + 1) + "]\n";
  return Lines + std::to_string(Count) + ": store 4 bytes s[4 * lane]\n" +
         std::to_string(Count + 1) + ": load 4 bytes s[2 * lane + 1]\n";
}

TEST(RepeatsTest, BehindMoreOffsetsThanAreComparedALoadIsDoubted) {
  EXPECT_EQ(dropped(loadsOfOffsets(64)), "65 for 0");
  EXPECT_EQ(doubted(loadsOfOffsets(64)), std::vector<uint32_t>());
  EXPECT_EQ(dropped(loadsOfOffsets(65)), "");
  EXPECT_EQ(doubted(loadsOfOffsets(65), ReasonKind::ManyHeldOffsets),
            std::vector<uint32_t>{66});
}

/// Stores of so many bases, and the last but one again.
std::string storesOfBases(unsigned Count) {
  std::string Lines;
  for (unsigned I = 0; I != Count; ++I)
    Lines += accessApart(I, "store", I);
  return Lines + accessApart(Count, "store", Count - 2);
}

TEST(RepeatsTest, BehindMoreBasesThanAreComparedADeadStoreIsDoubted) {
  EXPECT_EQ(dropped(storesOfBases(8)), "6 for 8");
  EXPECT_EQ(doubted(storesOfBases(8)), std::vector<uint32_t>());
  EXPECT_EQ(dropped(storesOfBases(20)), "");
  EXPECT_EQ(doubted(storesOfBases(20), ReasonKind::ManyHeldBases),
            std::vector<uint32_t>{18});
}

} // namespace
