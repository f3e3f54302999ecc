//===- PipelineTest.cpp - Which accesses become one request ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Passes/Pipeline.h"
#include "ReadTrace.h"

using namespace banklint;

namespace {

/// The requests of a trace.
struct Merged {
  std::unique_ptr<TextTraces> Text;
  AddressShapes Shapes;
  MergePlan Plan;
  std::vector<MachineRequest> Requests;

  explicit Merged(const std::string &Lines)
      : Text(readTrace(Lines)),
        Plan(Text->trace().Records, Text->trace().Unrolls),
        Requests(mergeAccesses(Shapes, Plan, Text->trace().Records)) {}
};

/// The requests of a trace with a static array `s` of words, one a line.
std::string merged(const std::string &Lines) {
  return printedLines(
      Merged("array s: static, 16384 bytes at 0, align 4, extents 4096, "
             "strides 4\n" +
             Lines)
          .Requests);
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

TEST(MergingTest, ARequestHasTheLimitOfAnyOfItsParts) {
  EXPECT_EQ(merged("0: load 4 bytes s[4 * lane], at #1\n"
                   "1: load 4 bytes s[4 * lane + 1], at #2, limit LongLoop 512 "
                   "line 7\n"
                   "2: load 4 bytes s[9 * lane], at #3\n"),
            "load 8 bytes s[4 * lane], at #1, limit LongLoop 512 line 7, share "
            "1/2\n"
            "load 8 bytes s[4 * lane], at #2, part of #1, limit LongLoop 512 "
            "line 7, share 1/2\n"
            "load 4 bytes s[9 * lane], at #3\n");
}

//===----------------------------------------------------------------------===//
// Parts of requests
//===----------------------------------------------------------------------===//

TEST(MergingTest, EachAccessHasAPartInItsRequest) {
  // The first load stands for all: machine code names its line.
  EXPECT_EQ(merged("0: load 4 bytes s[4 * lane + 1], at #1\n"
                   "1: load 4 bytes s[4 * lane], at #2\n"
                   "2: load 4 bytes s[4 * lane + 3], at #3\n"),
            "load 16 bytes s[4 * lane + 1], moved by -4, at #1, share 1/3\n"
            "load 16 bytes s[4 * lane + 1], moved by -4, at #2, part of #1, "
            "share 1/3\n"
            "load 16 bytes s[4 * lane + 1], moved by -4, at #3, part of #1, "
            "share 1/3\n");
}

TEST(MergingTest, OfStoresTheLastStandsForAll) {
  EXPECT_EQ(merged("0: store 4 bytes s[2 * lane], at #1\n"
                   "1: store 4 bytes s[2 * lane + 1], at #2\n"),
            "store 8 bytes s[2 * lane + 1], moved by -4, at #1, part of #2, "
            "share 1/2\n"
            "store 8 bytes s[2 * lane + 1], moved by -4, at #2, share 1/2\n");
}

TEST(MergingTest, AccessesOfOneSiteAreOnePart) {
  EXPECT_EQ(merged("0: load 4 bytes s[2 * lane], at #1\n"
                   "1: load 4 bytes s[2 * lane + 1], at #1\n"),
            "load 8 bytes s[2 * lane], at #1\n");
  // Through two calls it is shown at both.
  EXPECT_EQ(merged("0: load 4 bytes s[2 * lane], at #1, called at #5\n"
                   "1: load 4 bytes s[2 * lane + 1], at #1, called at #6\n"),
            "load 8 bytes s[2 * lane], at #1, share 1/2\n"
            "load 8 bytes s[2 * lane], at #1, part of #1, share 1/2\n");
}

TEST(MergingTest, RepeatsTakePartInTheRequestThatReplacesThem) {
  EXPECT_EQ(merged("0: load 4 bytes s[lane], at #1\n"
                   "1: load 4 bytes s[lane], at #2\n"),
            "load 4 bytes s[lane], at #1, share 1/2\n"
            "load 4 bytes s[lane], at #2, part of #1, share 1/2\n");
}

TEST(MergingTest, WhatWasJustStoredIsLoadedWithoutARequest) {
  EXPECT_EQ(merged("0: store 4 bytes s[lane], at #1\n"
                   "1: load 4 bytes s[lane], at #2\n"),
            "store 4 bytes s[lane], at #1\n"
            "load 4 bytes s[lane], at #2, part of #2, share 0\n");
}

TEST(MergingTest, SharesOfARequestAddUpToOne) {
  Merged M("array s: static, 4096 bytes at 0, align 4, extents 1024, strides "
           "4\n"
           "0: load 4 bytes s[4 * lane], at #1\n"
           "1: load 4 bytes s[4 * lane + 1], at #2\n"
           "2: load 4 bytes s[4 * lane + 1], at #3\n"
           "3: load 4 bytes s[4 * lane + 2], at #4\n"
           "4: store 4 bytes s[4 * lane + 2], at #5\n"
           "5: load 4 bytes s[4 * lane + 2], at #6\n");
  double Sum = 0;
  for (const MachineRequest &R : M.Requests)
    Sum += R.Share;
  EXPECT_DOUBLE_EQ(Sum, 2); // a load of 16 bytes, and a store
}

TEST(MergingTest, WhatCannotMergeIsARequestOfItsOwn) {
  EXPECT_EQ(merged("0: atomic 4 bytes s[lane], at #1\n"
                   "1: load 4 bytes ?, at #2, reason PointerFromNumber\n"
                   "2: ldmatrix 16 bytes s[4 * lane], at #3, matrices 4\n"
                   "3: load 4 bytes s[lane], at #4, inexact by sink\n"),
            "atomic 4 bytes s[lane], at #1\n"
            "load 4 bytes ?, at #2\n"
            "ldmatrix 16 bytes s[4 * lane], at #3\n"
            "load 4 bytes s[lane], at #4, inexact by sink\n");
}

TEST(MergingTest, ARecordOfARequestIsThatOfItsStandingMovedToItsPlace) {
  Merged M("array s: static, 4096 bytes at 0, align 4, extents 1024, strides "
           "4\n"
           "0: store 4 bytes s[2 * lane], at #1, shown at #7, called at #8\n"
           "1: store 4 bytes s[2 * lane + 1], at #2\n");
  Pool P;
  EXPECT_EQ(printed(M.Requests[0].record(P)),
            "store 8 bytes s[2 * lane + 1] + (-4), at #1, elements of 4, "
            "called at #8, shown at #7, part of, share 1/2");
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

TEST(MergingTest, IterationsOfAnUnrollBlockMerge) {
  // Four iterations of s[k1]: the array alone is the base, and lies at 16.
  EXPECT_EQ(merged("symbol k1: LoopCounter, visited, 0..\n"
                   "unroll block 1: loop at #9, 4 iterations, counter k1\n"
                   "0: load 4 bytes s[k1], at #1, unroll block 1\n"),
            "load 16 bytes s[k1], at #1\n");
}

TEST(MergingTest, ARequestOfALaterIterationIsMovedAlong) {
  // Two pairs: the register points to the third of four. See
  // GroupsTest.FourIterationsMergeAroundTheirMiddle.
  EXPECT_EQ(merged("symbol k1: LoopCounter, visited, 0..\n"
                   "unroll block 1: loop at #9, 4 iterations, counter k1\n"
                   "0: load 4 bytes s[4 * lane + k1], at #1, unroll block 1\n"),
            "load 8 bytes s[4 * lane + k1], at #1, inexact by "
            "ptxas.registers\n"
            "load 8 bytes s[4 * lane + k1], moved by 8, at #1, iteration 2, "
            "inexact by ptxas.registers\n");
}

// ld_f32_loop_n of merging-sm_90.csv: pairs, and single loads behind the loop.
TEST(MergingTest, LeftOverIterationsMakeRequestsOfTheirOwn) {
  EXPECT_EQ(
      merged("symbol k1: LoopCounter, visited, 0..\n"
             "unroll block 1: loop at #9, 2 iterations, counter k1, unknown "
             "remainder\n"
             "0: load 4 bytes s[k1], at #1, unroll block 1\n"),
      "load 8 bytes s[k1], at #1, inexact by ptxas.vec\n"
      "load 4 bytes s[k1], at #1, left over\n"
      "load 4 bytes s[k1], at #1, left over\n");
}

TEST(MergingTest, WhatMergesWithinOneIterationLeavesNothingOver) {
  EXPECT_EQ(merged("symbol k1: LoopCounter, visited, 0..\n"
                   "unroll block 1: loop at #9, counter k1, unknown "
                   "remainder\n"
                   "0: load 4 bytes s[2 * k1], at #1, unroll block 1\n"
                   "1: load 4 bytes s[2 * k1 + 1], at #2, unroll block 1\n"),
            "load 8 bytes s[2 * k1], at #1, share 1/2\n"
            "load 8 bytes s[2 * k1], at #2, part of #1, share 1/2\n");
}

} // namespace
