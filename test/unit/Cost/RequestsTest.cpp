//===- RequestsTest.cpp - What the recorded accesses cost -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost/Requests.h"
#include "../ReadTrace.h"
#include "Nvcc/Passes/Pipeline.h"

using namespace banklint;

namespace {

/// `s` has 32 rows of 32 words, and `b` 256 bytes. `d` is dynamic.
std::unique_ptr<TextTraces> read(const std::string &Lines) {
  return readTrace("array s: static, 4096 bytes at 0, extents 32 32, strides "
                   "128 4\n"
                   "array b: static, 256 bytes at 4096\n"
                   "array d: dynamic, at 4352\n" +
                   Lines);
}

/// What the first access of a trace costs.
std::string cost(const std::string &Lines) {
  auto Text = read(Lines);
  const Trace &T = Text->trace();
  return printed(estimateCost(*T.Values, T.Records[0], T.Warps));
}

//===----------------------------------------------------------------------===//
// Known addresses
//===----------------------------------------------------------------------===//

TEST(RequestsTest, KnownLanesCostWhatTheBankModelSays) {
  EXPECT_EQ(cost("0: load 4 bytes s[0][lane]\n"),
            "certain, 1 wavefronts, ideal 1, offsets 4 * lane");
  // A column: all words in one bank.
  EXPECT_EQ(cost("0: load 4 bytes s[lane][0]\n"),
            "certain, 32 wavefronts, ideal 1, offsets 128 * lane");
  EXPECT_EQ(cost("0: load 4 bytes s[lane][0], lanes 0000000f\n"),
            "certain, 4 wavefronts, ideal 1, offsets 128 * lane");
  // 16 bytes a lane are four phases of 8 lanes.
  EXPECT_EQ(cost("0: load 16 bytes s[0][4 * lane]\n"),
            "certain, 4 wavefronts, ideal 4, offsets 16 * lane");
}

TEST(RequestsTest, OffsetsCountFromTheBankOfTheLeastAddress) {
  // 3 * 128 + 4 * 5 bytes: bank 5.
  EXPECT_EQ(cost("0: load 4 bytes s[3][lane + 5]\n"),
            "certain, 1 wavefronts, ideal 1, offsets 4 * lane + 20");
}

TEST(RequestsTest, EachKindHasItsRule) {
  // All lanes on one word: shared by loads, one after the other for atomics.
  EXPECT_EQ(cost("0: load 4 bytes s[0][0]\n"),
            "certain, 1 wavefronts, ideal 1, offsets 0");
  EXPECT_EQ(cost("0: atomic 4 bytes s[0][0]\n"),
            "certain, 32 wavefronts, ideal 1, offsets 0");
  EXPECT_EQ(cost("0: atomic 4 bytes s[0][0], as increment\n"),
            "certain, 1 wavefronts, ideal 1, offsets 0");
}

TEST(RequestsTest, WidthsWithoutAMeasuredRuleAreNotKnown) {
  EXPECT_EQ(cost("0: load 12 bytes s[0][3 * lane]\n"),
            "not known, reason UnmeasuredWidth 12");
}

TEST(RequestsTest, WithoutAPlaceTheReasonIsThatOfTheWalk) {
  EXPECT_EQ(cost("0: load 4 bytes ?, reason PointerFromNumber line 7\n"),
            "not known, reason PointerFromNumber line 7");
}

TEST(RequestsTest, LanesTooFarApartAreNotAllInTheArray) {
  // 31 * 16 bytes are less than twice 256; 31 * 20 are more.
  EXPECT_EQ(cost("0: load 4 bytes b + (16 * lane)\n"),
            "certain, 4 wavefronts, ideal 1, offsets 16 * lane");
  EXPECT_EQ(cost("0: load 4 bytes b + (20 * lane)\n"),
            "not known, reason OutsideArray");
}

TEST(RequestsTest, DynamicArraysAreAsLargeAsSharedMemoryCanBe) {
  // Twice 228 KB: 31 * 8 KB are less, 31 * 16 KB are not.
  EXPECT_EQ(cost("0: load 4 bytes d + (8192 * lane)\n"),
            "certain, 32 wavefronts, ideal 1, offsets 8192 * lane");
  EXPECT_EQ(cost("0: load 4 bytes d + (16384 * lane)\n"),
            "not known, reason OutsideArray");
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

TEST(RequestsTest, WholeWordsThatAllLanesShareOnlyTurnTheBanks) {
  EXPECT_EQ(cost("symbol n\n"
                 "symbol m: multiple of 4\n"
                 "0: load 4 bytes s[n][lane] + (m)\n"),
            "certain, 1 wavefronts, ideal 1, offsets 4 * lane");
}

TEST(RequestsTest, BytesThatAllLanesShareAreTried) {
  // 2 bytes a lane: n bytes on, a word holds other pairs; one wavefront each.
  EXPECT_EQ(cost("symbol n: 0..3\n"
                 "0: load 2 bytes b + (2 * lane + n)\n"),
            "certain, 1 wavefronts, ideal 1, inexact, offsets 2 * lane");
}

TEST(RequestsTest, AFactorOfTheLaneDecidesAndMayBeAnything) {
  // n = 0 broadcasts and odd steps are free. 32 words are the worst, and the
  // example.
  EXPECT_EQ(cost("symbol n: 0..\n"
                 "0: load 4 bytes s[0][lane * n]\n"),
            "depends, 1 wavefronts, ideal 1, worst 32, inexact, reason "
            "SomeValues [\"n\" = 32], offsets 128 * lane");
}

TEST(RequestsTest, WhereAllValuesConflictTheLeastIsCertain) {
  EXPECT_EQ(cost("symbol n: 2..4, multiple of 2\n"
                 "0: load 4 bytes s[0][lane * n]\n"),
            "certain, 2 wavefronts, ideal 1, inexact, offsets 16 * lane");
}

TEST(RequestsTest, ValuesThatLeadOutOfTheArrayDoNotComeUp) {
  // 31 * n has to be less than 64: of 1, 2 and 3 words only 1 and 2 fit.
  EXPECT_EQ(cost("symbol n: 1..3\n"
                 "0: load 4 bytes b + (4 * lane * n)\n"),
            "depends, 1 wavefronts, ideal 1, worst 2, inexact, reason "
            "SomeValues [\"n\" = 2], offsets 8 * lane");
  EXPECT_EQ(cost("symbol n: 3..4\n"
                 "0: load 4 bytes b + (4 * lane * n)\n"),
            "not known, reason OutsideArray");
  // A guard may keep single lanes from going too far: 3 is free, 4 conflicts.
  EXPECT_EQ(cost("symbol n: 3..4\n"
                 "0: load 4 bytes b + (4 * lane * n), guarded\n"),
            "depends, 1 wavefronts, ideal 1, worst 4, inexact, reason "
            "SomeValues [\"n\" = 4], offsets 16 * lane");
}

TEST(RequestsTest, TooManyUnknownsAreNotTried) {
  // Four factors, each of the lanes of its own: 41^4 cases.
  const std::string Symbols =
      "symbol n1: 0..\nsymbol n2: 0..\nsymbol n3: 0..\nsymbol n4: 0..\n";
  EXPECT_EQ(cost(Symbols +
                 "0: load 4 bytes s[0][lane * n1 + (lane % 2) * n2 + (lane % "
                 "4) * n3 + (lane % 8) * n4]\n"),
            "not known, reason TooManyUnknowns");
}

TEST(RequestsTest, ASampleOfUnknownsMayShowAConflict) {
  // Three factors: telling values of each are tried until one conflicts and
  // one does not. (lane, lane % 2 and lane % 4 times 1, 32, 33 and 2 words.)
  EXPECT_EQ(cost("symbol n1: 0..\nsymbol n2: 0..\nsymbol n3: 0..\n"
                 "0: load 4 bytes s[0][lane * n1 + (lane % 2) * n2 + (lane % "
                 "4) * n3]\n")
                .substr(0, 7),
            "depends");
}

TEST(RequestsTest, SumsThatAllLanesShareAreOneUnknown) {
  // (lane + u) % 33 for some u: without the sum, 41^3 cases.
  EXPECT_EQ(cost("symbol n1: 0..\nsymbol n2: 0..\nsymbol n3: 0..\n"
                 "0: load 4 bytes s[0][((lane + n1 + n2 * n3) % 32)]\n"),
            "certain, 1 wavefronts, ideal 1, inexact, limit SharedUnknowns "
            "600, offsets 4 * lane");
}

TEST(RequestsTest, UnknownsOfMoreNumbersThanAreTriedSaySo) {
  // 40 numbers are listed, of 41 some.
  EXPECT_EQ(cost("symbol n: 0..39\n"
                 "0: load 4 bytes s[0][((lane + n) % 32)]\n"),
            "certain, 1 wavefronts, ideal 1, inexact, offsets 4 * lane");
  EXPECT_EQ(cost("symbol n: 0..40\n"
                 "0: load 4 bytes s[0][((lane + n) % 32)]\n"),
            "certain, 1 wavefronts, ideal 1, inexact, limit ManyNumbers "
            "(\"n\"), offsets 4 * lane");
  // One without an end has no such list.
  EXPECT_EQ(cost("symbol n: 0..\n"
                 "0: load 4 bytes s[0][((lane + n) % 32)]\n"),
            "certain, 1 wavefronts, ideal 1, inexact, offsets 4 * lane");
}

//===----------------------------------------------------------------------===//
// Warps and iterations
//===----------------------------------------------------------------------===//

TEST(RequestsTest, TheMeanIsTakenOverTheWarps) {
  // Steps of 1 and of 2 words.
  EXPECT_EQ(cost("symbol w1: \"warp\", warp shift, 0..1\n"
                 "warps 2: w1 = 0 1\n"
                 "0: load 4 bytes s[0][lane + lane * w1]\n"),
            "certain, 1.5 wavefronts, ideal 1, worst 2, 1..2, offsets 8 * "
            "lane");
}

TEST(RequestsTest, TheMeanIsTakenOverWhatIsVisitedInTurn) {
  // Steps of 0, 1, 2 and 3 words: 1 + 1 + 2 + 1 wavefronts.
  EXPECT_EQ(cost("symbol k1: visited, 0..3\n"
                 "0: load 4 bytes s[0][lane * k1]\n"),
            "certain, 1.25 wavefronts, ideal 1, worst 2, 1..2, offsets 8 * "
            "lane");
}

TEST(RequestsTest, ListedValuesMayNotAllComeUp) {
  // Steps of 1, 2 and 4 words: 7 wavefronts in three rounds, if they come.
  EXPECT_EQ(cost("symbol k1: visited, choices 1 2 4\n"
                 "0: load 4 bytes s[0][lane * k1]\n"),
            "depends, 2.33333 wavefronts, ideal 1, worst 4, 1..4, mean "
            "unknown, inexact, reason SomeIterations, offsets 16 * lane");
  // One of the first two comes up: 1 + 2 wavefronts are more than ideal.
  EXPECT_EQ(cost("symbol k1: visited, choices 1 2 4, sure 2\n"
                 "0: load 4 bytes s[0][lane * k1]\n"),
            "certain, 2.33333 wavefronts, ideal 1, worst 4, 1..4, mean "
            "unknown, inexact, offsets 16 * lane");
}

TEST(RequestsTest, IterationsWithoutALaneMakeNoRequest) {
  // 0, 16, 32 and 32 lanes run, in steps of 0, 1, 2 and 3 words.
  EXPECT_EQ(cost("symbol k1: visited, 0..3\n"
                 "0: load 4 bytes s[0][lane * k1], when ((lane - 16 * k1) < "
                 "0)\n"),
            "certain, 1.33333 wavefronts, ideal 1, worst 2, 1..2, share 0.75, "
            "offsets 8 * lane");
}

//===----------------------------------------------------------------------===//
// Varying numbers
//===----------------------------------------------------------------------===//

TEST(RequestsTest, DataInTheIndexIsNotKnown) {
  EXPECT_EQ(cost("varying v1: LoadedFromMemory\n"
                 "0: load 4 bytes s[0][v1]\n"),
            "not known, reason VaryingIndex (LoadedFromMemory)");
}

TEST(RequestsTest, DataThatKeepsEachLaneInItsBankIsFree) {
  EXPECT_EQ(cost("varying v1: LoadedFromMemory\n"
                 "0: load 4 bytes s[v1][lane]\n"),
            "certain, 1 wavefronts, ideal 1, offsets 0");
  // Two lanes of one bank may meet, and so may wider accesses.
  EXPECT_EQ(cost("varying v1: LoadedFromMemory line 7\n"
                 "0: load 4 bytes s[v1][2 * lane]\n"),
            "not known, reason VaryingIndex (LoadedFromMemory line 7)");
  EXPECT_EQ(cost("varying v1: LoadedFromMemory line 7\n"
                 "0: load 8 bytes s[v1][2 * lane], lanes 0000000f\n"),
            "not known, reason VaryingIndex (LoadedFromMemory line 7)");
}

//===----------------------------------------------------------------------===//
// The ends of arrays
//===----------------------------------------------------------------------===//

bool leaves(const std::string &Lines) {
  auto Text = read(Lines);
  const Trace &T = Text->trace();
  return leavesArray(*T.Values, T.Records[0], T.Warps);
}

TEST(RequestsTest, AWarpLeavesItsArrayWhereALaneDoes) {
  // Lane 31 reads at 128 + 124 = 252 of 256 bytes, or at 256.
  EXPECT_FALSE(leaves("warps 1\n0: load 4 bytes b + (4 * lane + 128)\n"));
  EXPECT_TRUE(leaves("warps 1\n0: load 4 bytes b + (4 * lane + 132)\n"));
  EXPECT_TRUE(leaves("warps 1\n0: load 4 bytes b + (4 * lane - 4)\n"));
  EXPECT_FALSE(
      leaves("warps 1\n"
             "0: load 4 bytes b + (4 * lane + 132), lanes 7fffffff\n"));
}

TEST(RequestsTest, OneWarpOfManyIsEnough) {
  const std::string Warps = "symbol w1: \"warp\", warp shift, 0..64\n";
  EXPECT_FALSE(leaves(Warps + "warps 2: w1 = 0 32\n"
                              "0: load 4 bytes b + (4 * lane + 4 * w1)\n"));
  EXPECT_TRUE(leaves(Warps + "warps 3: w1 = 0 32 64\n"
                             "0: load 4 bytes b + (4 * lane + 4 * w1)\n"));
}

TEST(RequestsTest, AnIndexLeavesItsRow) {
  EXPECT_FALSE(leaves("warps 1\n0: load 4 bytes s[3][lane]\n"));
  EXPECT_TRUE(leaves("warps 1\n0: load 4 bytes s[3][lane + 1]\n"));
  EXPECT_TRUE(leaves("warps 1\n0: load 4 bytes s[lane][2 * lane]\n"));
  // The first row may stand for the array.
  EXPECT_FALSE(leaves("warps 1\n0: load 4 bytes s[0][lane + 32]\n"));
}

TEST(RequestsTest, WhatMayNotExecuteLeavesItsArrayIfItDoes) {
  const std::string Load = "warps 1\n0: load 4 bytes b + (4 * lane + 512)";
  EXPECT_TRUE(leaves(Load + ", whole\n"));
  EXPECT_TRUE(leaves(Load + ", guarded\n"));
  EXPECT_FALSE(leaves(Load + ", data\n"));
}

TEST(RequestsTest, WhatIsNotCertainLeavesNoArray) {
  EXPECT_FALSE(leaves("warps 1\n0: load 4 bytes ?\n"));
  EXPECT_FALSE(leaves("symbol n: 512..\nwarps 1\n"
                      "0: load 4 bytes b + (4 * lane + n)\n"));
  // Of dynamic memory the size is the launch's; matrices give rows.
  EXPECT_FALSE(leaves("warps 1\n0: load 4 bytes d + (1048576)\n"));
  EXPECT_FALSE(leaves("warps 1\n"
                      "0: ldmatrix 16 bytes b + (512), matrices 1\n"));
}

//===----------------------------------------------------------------------===//
// Many requests
//===----------------------------------------------------------------------===//

/// The costs of all requests of a trace; each is what `estimateCost` says, but
/// for the example.
struct CostsOfTrace {
  std::unique_ptr<TextTraces> Text;
  AddressShapes Shapes;
  std::vector<MachineRequest> Requests;
  CostEstimator Costs;

  explicit CostsOfTrace(const std::string &Lines)
      : Text(read(Lines)), Requests(merge()),
        Costs(*Text->trace().Values, Shapes, Text->trace().Warps) {
    for (const MachineRequest &R : Requests) {
      CostEstimate Alone =
          estimateCost(pool(), R.record(pool()), Text->trace().Warps);
      CostEstimate Kept = Costs.of(R);
      Kept.Example = Alone.Example;
      EXPECT_EQ(printed(Kept), printed(Alone));
    }
  }
  Pool &pool() { return *Text->trace().Values; }
  std::vector<MachineRequest> merge() {
    const Trace &T = Text->trace();
    return mergeAccesses(Shapes, MergePlan(T.Records, T.Unrolls), T.Records);
  }
  /// Whether the costs of two requests were worked out once.
  bool isShared(size_t A, size_t B) {
    return &Costs.of(Requests[A]) == &Costs.of(Requests[B]);
  }
};

TEST(RequestsTest, RequestsApartByWholeWordsCostTheSame) {
  CostsOfTrace C("symbol n\n"
                 "0: load 4 bytes s[0][lane]\n"
                 "1: load 4 bytes s[7][lane + 5], fence 1\n"
                 "2: load 4 bytes d + (4 * lane + 4 * n), fence 2\n"
                 "3: load 4 bytes d + (4 * lane + 4 * n + 4), fence 3\n"
                 "4: load 4 bytes s[lane][0], fence 4\n");
  EXPECT_TRUE(C.isShared(0, 1));
  EXPECT_TRUE(C.isShared(2, 3));
  EXPECT_FALSE(C.isShared(0, 4));
}

TEST(RequestsTest, WhatTheLaunchDecidesCostsTheSame) {
  CostsOfTrace C("symbol n: launch\n"
                 "0: load 4 bytes s[5][lane]\n"
                 "1: load 4 bytes s[5 + launch(n)][lane], fence 1\n");
  EXPECT_TRUE(C.isShared(0, 1));
}

TEST(RequestsTest, AllThatACostDependsOnTellsRequestsApart) {
  CostsOfTrace C("0: load 4 bytes s[0][lane]\n"
                 "1: load 2 bytes s[0][lane], fence 1\n"
                 "2: store 4 bytes s[0][lane], fence 2\n"
                 "3: load 4 bytes s[0][lane], lanes 0000ffff, fence 3\n"
                 "4: load 8 bytes s[0][lane], fence 4\n"
                 "5: load 4 bytes s[0][lane], guarded, fence 5\n");
  for (size_t I = 1; I != 6; ++I)
    EXPECT_FALSE(C.isShared(0, I)) << "access " << I;
}

TEST(RequestsTest, BytesWithinAWordTellRequestsApart) {
  CostsOfTrace C("0: load 2 bytes b + (2 * lane)\n"
                 "1: load 2 bytes b + (2 * lane + 2), fence 1\n"
                 "2: load 2 bytes b + (2 * lane + 4), fence 2\n");
  EXPECT_FALSE(C.isShared(0, 1));
  EXPECT_TRUE(C.isShared(0, 2));
}

TEST(RequestsTest, WhereValuesMayLeaveTheArrayItMattersWhereInItTheyAre) {
  // 4 * lane * n + offset: behind 128 bytes, n = 2 leads out of 256.
  CostsOfTrace C("symbol n: 1..2\n"
                 "0: load 4 bytes b + (4 * lane * n)\n"
                 "1: load 4 bytes b + (4 * lane * n + 128), fence 1\n"
                 "2: load 4 bytes s[0][lane * n], fence 2\n"
                 "3: load 4 bytes s[1][lane * n], fence 3\n");
  EXPECT_FALSE(C.isShared(0, 1));
  EXPECT_TRUE(C.isShared(2, 3));
  EXPECT_EQ(C.Costs.of(C.Requests[0]).Confidence, CostEstimate::Depends);
  EXPECT_EQ(C.Costs.of(C.Requests[1]).Confidence, CostEstimate::Certain);
}

TEST(RequestsTest, RequestsOfWiderAccessesAreThoseOfTheirFirstByte) {
  CostsOfTrace C("0: load 4 bytes s[0][4 * lane + 1], at #1\n"
                 "1: load 4 bytes s[0][4 * lane], at #2\n"
                 "2: load 4 bytes s[0][4 * lane + 3], at #3\n");
  ASSERT_EQ(C.Requests.size(), 3u);
  EXPECT_EQ(printed(C.Costs.of(C.Requests[0])),
            "certain, 4 wavefronts, ideal 4, offsets 16 * lane");
}

} // namespace
