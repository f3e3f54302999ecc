//===- AccessSumsTest.cpp - What a kernel does at each place --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost/AccessSums.h"
#include "../ReadTrace.h"

using namespace banklint;

namespace {

using Groups = std::vector<std::string>;

/// The sums over groups of warps, each given by its lines. `s` has 32 rows of
/// 32 words.
AccessSums::SumsBySite sumsOf(const Groups &All,
                              llvm::BumpPtrAllocator &Reasons) {
  std::string Lines =
      "array s: static, 4096 bytes at 0, align 4, extents 32 32, strides 128 "
      "4\n";
  for (const std::string &Group : All)
    Lines += "group\n" + Group;
  auto Text = readTrace(Lines);
  AccessSums Sums(Reasons);
  for (const Trace &Group : Text->Kernel.Groups)
    Sums.add(Group);
  AccessSums::SumsBySite Result = std::move(Sums).take();
  for (auto &[Key, Sum] : Result)
    Sum.Array = nullptr; // of the text, which ends here
  return Result;
}

/// "load #1: ...", one place a line.
std::string sums(const Groups &All) {
  std::string Text;
  llvm::BumpPtrAllocator Reasons;
  for (const auto &[Key, Sum] : sumsOf(All, Reasons))
    Text += operationName(std::get<AccessOperation>(Key)) + std::string(" #") +
            std::to_string(std::get<SiteId>(Key)) + ": " + printed(Sum) + "\n";
  return Text;
}
std::string sums(const std::string &Lines) { return sums(Groups{Lines}); }

const std::string OneWarp = "warps 1\n";

//===----------------------------------------------------------------------===//
// Adding up
//===----------------------------------------------------------------------===//

TEST(AccessSumsTest, EveryWarpMakesARequest) {
  EXPECT_EQ(sums("symbol w1: \"warp\", warp shift, 0..3\n"
                 "warps 4: w1 = 0 1 .. 3\n"
                 "0: load 4 bytes s[w1][lane], at #1\n"),
            "load #1: 4 bytes of ?, at #1, of its own, 4 requests, 4 known, 4 "
            "wavefronts, ideal 4, worst 1\n");
}

TEST(AccessSumsTest, RequestsOfOneOperationAddUp) {
  // A row, a column, and the column in half of the lanes: 1 + 32 + 16.
  EXPECT_EQ(sums(OneWarp +
                 "0: load 4 bytes s[0][lane], at #1\n"
                 "1: load 4 bytes s[lane][0], at #1, fence 1\n"
                 "2: load 4 bytes s[lane][0], at #1, lanes 0000ffff, fence 2\n"
                 "3: store 4 bytes s[0][lane], at #1, fence 3\n"
                 "4: load 4 bytes s[0][lane], at #2, fence 4\n"),
            "load #1: 4 bytes of ?, at #1, of its own, 3 requests, 3 known, 49 "
            "wavefronts, ideal 3, worst 32, 1..32, conflict\n"
            "store #1: 4 bytes of ?, at #1, of its own, 1 requests, 1 known, 1 "
            "wavefronts, ideal 1, worst 1\n"
            "load #2: 4 bytes of ?, at #2, of its own, 1 requests, 1 known, 1 "
            "wavefronts, ideal 1, worst 1\n");
}

TEST(AccessSumsTest, GroupsAddUp) {
  EXPECT_EQ(sums(Groups{"warps 3\n0: load 4 bytes s[0][lane], at #1\n",
                        "warps 1\n0: load 4 bytes s[lane][0], at #1\n"}),
            "load #1: 4 bytes of ?, at #1, of its own, 4 requests, 4 known, 35 "
            "wavefronts, ideal 4, worst 32, 1..32, conflict\n");
}

TEST(AccessSumsTest, TheWorstRequestIsTheExample) {
  llvm::BumpPtrAllocator Reasons;
  auto Sums = sumsOf({OneWarp + "0: load 4 bytes s[0][lane], at #1\n"
                                "1: load 4 bytes s[lane][0], at #1, fence 1\n"
                                "2: load 4 bytes s[0][2 * lane], at #1, fence "
                                "2\n"},
                     Reasons);
  const Request &Example = Sums.front().second.WorstCost.Example;
  EXPECT_EQ(Example.OffsetBytes[31], 31u * 128);
}

TEST(AccessSumsTest, CallsShowTheAccessesOfWhatIsInlined) {
  EXPECT_EQ(sums(OneWarp + "0: load 4 bytes s[lane][0], at #1, called at #5 "
                           "#6\n"),
            "load #1: 4 bytes of ?, at #1, of its own, 1 requests, 1 known, 32 "
            "wavefronts, ideal 1, worst 32, conflict\n"
            "load #5: 4 bytes of ?, at #1, of its own, 1 requests, 1 known, 32 "
            "wavefronts, ideal 1, worst 32, conflict\n"
            "load #6: 4 bytes of ?, at #1, of its own, 1 requests, 1 known, 32 "
            "wavefronts, ideal 1, worst 32, conflict\n");
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

TEST(AccessSumsTest, MergedAccessesArePartsOfOthers) {
  // One request of 16 bytes: four wavefronts, and four are ideal. It is counted
  // where it stands.
  EXPECT_EQ(sums(OneWarp + "0: load 4 bytes s[0][4 * lane], at #1\n"
                           "1: load 4 bytes s[0][4 * lane + 1], at #2\n"
                           "2: load 4 bytes s[0][4 * lane + 3], at #3\n"),
            "load #1: 16 bytes of ?, at #1, of its own, 1 requests, 1 known, 4 "
            "wavefronts, ideal 4, worst 1\n"
            "load #2: 16 bytes of ?, at #2, part of others, 0 requests, 1 "
            "known, 4 wavefronts, ideal 4, worst 1\n"
            "load #3: 16 bytes of ?, at #3, part of others, 0 requests, 1 "
            "known, 4 wavefronts, ideal 4, worst 1\n");
}

TEST(AccessSumsTest, ForwardedLoadsMakeNoRequest) {
  EXPECT_EQ(sums(OneWarp + "0: store 4 bytes s[lane][0], at #1\n"
                           "1: load 4 bytes s[lane][0], at #2\n"),
            "store #1: 4 bytes of ?, at #1, of its own, 1 requests, 1 known, "
            "32 wavefronts, ideal 1, worst 32, conflict\n"
            "load #2: 4 bytes of ?, at #2, no request, 0 requests, 1 known, 0 "
            "wavefronts, ideal 0, worst 1\n");
}

TEST(AccessSumsTest, TheBestKindThatWasMetCounts) {
  // The load of #2 is forwarded at first, then part of a wider one, and at last
  // a request of its own; a part that follows does not count.
  EXPECT_EQ(sums(OneWarp + "0: store 4 bytes s[0][lane], at #1\n"
                           "1: load 4 bytes s[0][lane], at #2\n"
                           "2: load 4 bytes s[0][2 * lane], at #3, fence 1\n"
                           "3: load 4 bytes s[0][2 * lane + 1], at #2, fence "
                           "1\n"
                           "4: load 4 bytes s[lane][0], at #2, fence 2\n"
                           "5: load 4 bytes s[0][2 * lane], at #3, fence 3\n"
                           "6: load 4 bytes s[0][2 * lane + 1], at #2, fence "
                           "3\n"),
            "store #1: 4 bytes of ?, at #1, of its own, 1 requests, 1 known, 1 "
            "wavefronts, ideal 1, worst 1\n"
            "load #2: 4 bytes of ?, at #2, of its own, 1 requests, 1 known, 32 "
            "wavefronts, ideal 1, worst 32, conflict\n"
            "load #3: 8 bytes of ?, at #3, of its own, 2 requests, 2 known, 4 "
            "wavefronts, ideal 4, worst 1\n");
}

//===----------------------------------------------------------------------===//
// How well they are known
//===----------------------------------------------------------------------===//

TEST(AccessSumsTest, WhatIsRepeatedOrDoubtedIsInexact) {
  EXPECT_EQ(sums(OneWarp + "0: load 4 bytes s[0][lane], at #1, repeated\n"
                           "1: load 4 bytes s[0][lane], at #2, inexact by gvn, "
                           "fence 1\n"
                           "2: load 4 bytes s[0][lane], at #3, whole, fence 2\n"
                           "3: load 4 bytes s[0][lane], at #4, guarded, guard "
                           "#9, fence 3\n"),
            "load #1: 4 bytes of ?, at #1, of its own, 1 requests, 1 known, 1 "
            "wavefronts, ideal 1, worst 1, inexact by repeats, not counted\n"
            "load #2: 4 bytes of ?, at #2, of its own, 1 requests, 1 known, 1 "
            "wavefronts, ideal 1, worst 1, inexact by gvn\n"
            "load #3: 4 bytes of ?, at #3, of its own, 1 requests, 1 known, 1 "
            "wavefronts, ideal 1, worst 1\n"
            "load #4: 4 bytes of ?, at #4, of its own, 1 requests, 1 known, 1 "
            "wavefronts, ideal 1, worst 1, inexact by guard, guard #9\n");
}

TEST(AccessSumsTest, AConditionOnDataMakesAConflictPossible) {
  EXPECT_EQ(
      sums(OneWarp + "0: load 4 bytes s[lane][0], at #1, data, guard "
                     "#9\n"),
      "load #1: 4 bytes of ?, at #1, of its own, 1 requests, 1 known, 32 "
      "wavefronts, ideal 1, worst 32, inexact by data, not counted, possible "
      "LanesOfCondition\n");
}

TEST(AccessSumsTest, HalfOfTheLanesConflictWhereNearlyAllHalvesDo) {
  // Of 32 lanes in one bank some two are active for certain. Of two lanes both
  // are in one case of four.
  EXPECT_EQ(
      sums(OneWarp + "0: load 4 bytes s[lane][0], at #1, even, guard "
                     "#9\n"
                     "1: load 4 bytes s[lane][0], at #2, even, lanes "
                     "00000003, fence 1\n"
                     "2: atomic 4 bytes s[lane][0], at #3, even\n"),
      "load #1: 4 bytes of ?, at #1, of its own, 1 requests, 1 known, 32 "
      "wavefronts, ideal 1, worst 32, inexact by data, not counted, conflict, "
      "half of the lanes, guard #9\n"
      "load #2: 4 bytes of ?, at #2, of its own, 1 requests, 1 known, 2 "
      "wavefronts, ideal 1, worst 2, inexact by data, not counted, possible "
      "LanesOfCondition\n"
      "atomic #3: 4 bytes of ?, at #3, of its own, 1 requests, 1 known, "
      "32 wavefronts, ideal 1, worst 32, inexact by data, not counted, "
      "possible "
      "LanesOfCondition\n");
}

TEST(AccessSumsTest, ADoubtMakesAConflictPossible) {
  EXPECT_EQ(sums(OneWarp + "0: load 4 bytes s[lane][0], at #1, doubt "
                           "SomeIterations\n"
                           "1: load 4 bytes s[0][lane], at #2, doubt "
                           "SomeIterations, fence 1\n"),
            "load #1: 4 bytes of ?, at #1, of its own, 1 requests, 1 known, 32 "
            "wavefronts, ideal 1, worst 32, possible SomeIterations\n"
            // Nothing to doubt.
            "load #2: 4 bytes of ?, at #2, of its own, 1 requests, 1 known, 1 "
            "wavefronts, ideal 1, worst 1\n");
}

TEST(AccessSumsTest, TheFirstLimitIsKept) {
  EXPECT_EQ(sums(OneWarp + "0: load 4 bytes s[lane][0], at #1\n"
                           "1: load 4 bytes s[lane][1], at #1, limit LongLoop "
                           "512 line 7, fence 1\n"
                           "2: load 4 bytes s[lane][1], at #1, limit "
                           "ManyChains, fence 2\n"),
            "load #1: 4 bytes of ?, at #1, of its own, 3 requests, 3 known, 96 "
            "wavefronts, ideal 3, worst 32, inexact by limit, conflict, limit "
            "LongLoop "
            "512 line 7\n");
}

TEST(AccessSumsTest, UnknownCostsSayWhy) {
  EXPECT_EQ(sums("varying v1: LoadedFromMemory\n" + OneWarp +
                 "0: load 4 bytes s[0][v1], at #1\n"
                 "1: load 4 bytes s[lane][0], at #1, fence 1\n"),
            "load #1: 4 bytes of ?, at #1, of its own, 2 requests, 1 known, 32 "
            "wavefronts, ideal 1, worst 32, conflict, unknown VaryingIndex "
            "(LoadedFromMemory)\n");
}

TEST(AccessSumsTest, CostsThatDependMakeAConflictPossible) {
  llvm::BumpPtrAllocator Reasons;
  auto Sums = sumsOf(
      {"symbol n: 0..\n" + OneWarp + "0: load 4 bytes s[0][lane * n], at #1\n"},
      Reasons);
  const AccessSum &Sum = Sums.front().second;
  EXPECT_FALSE(Sum.HasConflict);
  EXPECT_EQ(Sum.InexactBy, ModelRules(ModelRule::Numbers));
  EXPECT_EQ(toText(Sum.PossibleReason),
            "conflicts for some values, as with n = 32");
  EXPECT_EQ(Sum.WorstWays, 32);
}

//===----------------------------------------------------------------------===//
// Other views
//===----------------------------------------------------------------------===//

TEST(AccessSumsTest, LaterViewsShowNoMoreThanPossibleConflicts) {
  EXPECT_EQ(sums(OneWarp + "0: load 4 bytes s[lane][0], at #1, later view "
                           "#2\n"),
            "load #1: 4 bytes of ?, at #1, of its own, 1 requests, 1 known, 32 "
            "wavefronts, ideal 1, worst 32, conflict\n"
            "load #2: 4 bytes of ?, at #1, of its own, 1 requests, 1 known, 32 "
            "wavefronts, ideal 1, worst 32, possible OtherLine\n");
}

TEST(AccessSumsTest, AccessesOfTheLineItselfAreItsView) {
  EXPECT_EQ(sums(OneWarp + "0: load 4 bytes s[lane][0], at #1, later view #2\n"
                           "1: load 4 bytes s[0][lane], at #2, fence 1\n"),
            "load #1: 4 bytes of ?, at #1, of its own, 1 requests, 1 known, 32 "
            "wavefronts, ideal 1, worst 32, conflict\n"
            "load #2: 4 bytes of ?, at #2, of its own, 1 requests, 1 known, 1 "
            "wavefronts, ideal 1, worst 1\n");
}

TEST(AccessSumsTest, LeftOverIterationsMayConflictWhereTheOthersDoNot) {
  // Pairs in steps of 8 bytes are free; single words in such steps are not.
  EXPECT_EQ(sums("symbol k1: LoopCounter, visited, 0..\n"
                 "unroll block 1: loop at #9, 4 iterations, counter k1, "
                 "unknown remainder\n" +
                 OneWarp +
                 "0: load 4 bytes s[0][2 * lane + k1], at #1, unroll block "
                 "1\n"),
            "load #1: 8 bytes of ?, at #1, of its own, 2 requests, 2 known, 4 "
            "wavefronts, ideal 4, worst 1, left over: certain, 2 wavefronts, "
            "ideal 1, offsets 8 * lane\n");
}

} // namespace
