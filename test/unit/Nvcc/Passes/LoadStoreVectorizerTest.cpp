//===- LoadStoreVectorizerTest.cpp - Accesses that merge early ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ItemsOfTrace.h"
#include "WideAccess.h"

using namespace banklint;

namespace {

/// The accesses that merge, one a line. `a` and `d` promise 16 bytes.
std::string chains(const std::string &Lines) {
  ItemsOfTrace T(Lines);
  return printedLines(mergeChains(T.Items, AddressRegisters(T.Items)));
}

TEST(ChainsTest, NeighboursJoinWhereverOthersStandBetween) {
  EXPECT_EQ(chains("0: load 4 bytes a[4 * lane]\n"
                   "1: load 4 bytes r[lane]\n"
                   "2: load 4 bytes a[4 * lane + 2]\n"
                   "3: store 4 bytes r[lane + 1]\n"
                   "4: load 4 bytes a[4 * lane + 1]\n"
                   "5: load 4 bytes a[4 * lane + 3]\n"),
            "16 bytes at 0 of items 0 2 4 5\n");
}

TEST(ChainsTest, OnlyADeclaredAlignmentMakesChains) {
  // `s` lies at a multiple of 16, but its declaration promises 4.
  EXPECT_EQ(chains("0: store 4 bytes s[4 * lane]\n"
                   "1: store 4 bytes s[4 * lane + 1]\n"),
            "");
  EXPECT_EQ(chains("0: store 4 bytes d[4 * lane]\n"
                   "1: store 4 bytes d[4 * lane + 1]\n"),
            "8 bytes at 0 of items 0 1\n");
}

TEST(ChainsTest, LoadsWithoutAStoreBetweenThemWaitForMachineCode) {
  // Unless they make up 16 bytes.
  EXPECT_EQ(chains("0: load 4 bytes a[4 * lane]\n"
                   "1: load 4 bytes a[4 * lane + 1]\n"),
            "");
  EXPECT_EQ(chains("0: load 4 bytes a[4 * lane]\n"
                   "1: store 4 bytes r[lane]\n"
                   "2: load 4 bytes a[4 * lane + 1]\n"),
            "8 bytes at 0 of items 0 2\n");
  // There nothing merges over a slow path.
  EXPECT_EQ(chains("0: load 4 bytes a[4 * lane]\n"
                   "1: load 4 bytes a[4 * lane + 1], slow path 1\n"),
            "8 bytes at 0 of items 0 1\n");
}

TEST(ChainsTest, NarrowLoadsDoNotWait) {
  EXPECT_EQ(chains("0: load 2 bytes a[lane]\n"
                   "1: load 2 bytes a[lane] + (2)\n"),
            "4 bytes at 0 of items 0 1\n");
}

TEST(ChainsTest, StoresJoinAsFarAsTheAlignmentAllows) {
  // 8 * lane bytes: pairs. 4 bytes on, a pair would not be aligned.
  EXPECT_EQ(chains("0: store 4 bytes a[2 * lane]\n"
                   "1: store 4 bytes a[2 * lane + 1]\n"
                   "2: store 4 bytes a[2 * lane + 2]\n"
                   "3: store 4 bytes a[2 * lane + 3]\n"),
            "8 bytes at 0 of items 0 1\n"
            "8 bytes at 8 of items 2 3\n");
  EXPECT_EQ(chains("0: store 4 bytes a[4 * lane + 1]\n"
                   "1: store 4 bytes a[4 * lane + 2]\n"),
            "");
}

TEST(ChainsTest, ThreeOfFourJoinAsAPair) {
  EXPECT_EQ(chains("0: store 4 bytes a[4 * lane]\n"
                   "1: store 4 bytes a[4 * lane + 1]\n"
                   "2: store 4 bytes a[4 * lane + 2]\n"),
            "8 bytes at 0 of items 0 1\n");
}

TEST(ChainsTest, WideAccessesJoinToo) {
  EXPECT_EQ(chains("0: store 8 bytes a[4 * lane], elements of 4\n"
                   "1: store 4 bytes a[4 * lane + 2]\n"
                   "2: store 4 bytes a[4 * lane + 3]\n"),
            "16 bytes at 0 of items 0 1 2\n");
}

TEST(ChainsTest, OtherElementsAreOtherChains) {
  EXPECT_EQ(chains("0: store 4 bytes a[4 * lane]\n"
                   "1: store 4 bytes a[4 * lane + 1], elements of 2\n"),
            "");
}

TEST(ChainsTest, AnAccessThatMayMeetAStoreEndsItsChain) {
  // A load of a[n] may need what was stored; one of the next block does not.
  EXPECT_EQ(chains("symbol n\n"
                   "0: store 4 bytes a[8 * lane]\n"
                   "1: load 4 bytes a[n]\n"
                   "2: store 4 bytes a[8 * lane + 1]\n"),
            "");
  EXPECT_EQ(chains("0: store 4 bytes a[8 * lane]\n"
                   "1: load 4 bytes a[8 * lane + 4]\n"
                   "2: store 4 bytes a[8 * lane + 1]\n"),
            "8 bytes at 0 of items 0 2\n");
}

TEST(ChainsTest, LoadsDoNotMoveOverAStoreThatMayMeetThem) {
  EXPECT_EQ(chains("symbol n\n"
                   "0: load 4 bytes a[8 * lane]\n"
                   "1: store 4 bytes a[n]\n"
                   "2: load 4 bytes a[8 * lane + 1]\n"),
            "");
  EXPECT_EQ(chains("0: load 4 bytes a[8 * lane]\n"
                   "1: store 4 bytes a[8 * lane + 4]\n"
                   "2: load 4 bytes a[8 * lane + 1]\n"),
            "8 bytes at 0 of items 0 2\n");
}

TEST(ChainsTest, ChainsEndWithTheirBasicBlock) {
  EXPECT_EQ(chains("0: store 4 bytes a[4 * lane]\n"
                   "1: store 4 bytes a[4 * lane + 1], block 1\n"),
            "");
}

TEST(ChainsTest, BarriersAndShufflesEndAllChains) {
  for (const char *End : {", fence 1", ", exchange 1"})
    EXPECT_EQ(chains("0: store 4 bytes a[4 * lane]\n"
                     "1: store 4 bytes a[4 * lane + 1]" +
                     std::string(End) + "\n"),
              "")
        << End;
}

TEST(ChainsTest, WhatIsNotUnderstoodEndsAllChains) {
  for (const char *Any :
       {"atomic 4 bytes r[lane]", "load 4 bytes ?",
        "load 4 bytes r[lane], volatile", "load 4 bytes view + (4 * lane)"})
    EXPECT_EQ(chains("0: store 4 bytes a[4 * lane]\n"
                     "1: " +
                     std::string(Any) +
                     "\n"
                     "2: store 4 bytes a[4 * lane + 1]\n"),
              "")
        << Any;
}

TEST(ChainsTest, WhatALoopDoesNotDecideDoesNotMerge) {
  // s[i] and s[i + step]: no constant distance.
  EXPECT_EQ(chains("unroll block 1: loop at #9, run 1\n"
                   "unroll block 2: loop at #9, run 1\n"
                   "0: store 4 bytes a[4 * lane], at #1, unroll block 1\n"
                   "1: store 4 bytes a[4 * lane + 1], at #2, unroll block 1\n"
                   "2: store 4 bytes a[4 * lane], at #1, unroll block 2, "
                   "block 1\n"
                   "3: store 4 bytes a[4 * lane + 2], at #2, unroll block 2, "
                   "block 1\n"),
            "");
}

TEST(ChainsTest, AnAccessStandsWithItsFirstLoadOrItsLastStore) {
  ItemsOfTrace T("0: load 4 bytes a[lane]\n"
                 "1: load 4 bytes a[lane]\n"
                 "2: store 4 bytes a[lane]\n"
                 "3: store 4 bytes a[lane]\n");
  EXPECT_EQ(standingOf(T.Items, {0, 8, {1, 0}, {}}), 0u);
  EXPECT_EQ(standingOf(T.Items, {0, 8, {3, 2}, {}}), 3u);
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

/// The items that would have merged with others but for a limit.
std::vector<uint32_t> doubted(const std::string &Lines,
                              ReasonKind Limit = ReasonKind::None) {
  ItemsOfTrace T(Lines);
  mergeChains(T.Items, AddressRegisters(T.Items));
  std::vector<uint32_t> Doubted;
  for (uint32_t I = 0; I != T.Items.size(); ++I)
    if (T.Items[I].Limit != ReasonKind::None) {
      EXPECT_EQ(T.Items[I].Limit, Limit);
      Doubted.push_back(I);
    }
  return Doubted;
}

/// Two neighbours, and so many stores between them that each begin a chain.
std::string pairAround(unsigned Count) {
  std::string Lines = "0: store 4 bytes a[4 * lane + 2]\n";
  for (unsigned I = 0; I != Count; ++I)
    Lines += std::to_string(I + 1) + ": store 4 bytes a[" +
             std::to_string(256 * (I + 1)) + " * lane + " +
             std::to_string(4 * I + 1) + "]\n";
  return Lines + std::to_string(Count + 1) +
         ": store 4 bytes a[4 * lane + 3]\n";
}

TEST(ChainsTest, MoreChainsThanAreKeptLeaveNeighboursInDoubt) {
  EXPECT_EQ(chains(pairAround(31)), "8 bytes at 8 of items 0 32\n");
  EXPECT_EQ(doubted(pairAround(31)), std::vector<uint32_t>());
  EXPECT_EQ(chains(pairAround(32)), "");
  EXPECT_EQ(doubted(pairAround(32), ReasonKind::ManyChains),
            (std::vector<uint32_t>{0, 33}));
}

/// Stores to so many neighbours.
std::string row(unsigned Count) {
  std::string Lines;
  for (unsigned I = 0; I != Count; ++I)
    Lines += std::to_string(I) + ": store 4 bytes a[256 * lane + " +
             std::to_string(I) + "]\n";
  return Lines;
}

TEST(ChainsTest, AChainOfMoreItemsThanAreKeptLeavesItsEndInDoubt) {
  EXPECT_EQ(doubted(row(65)), std::vector<uint32_t>());
  EXPECT_EQ(doubted(row(66), ReasonKind::LongChain),
            (std::vector<uint32_t>{62, 63, 64, 65}));
}

} // namespace
