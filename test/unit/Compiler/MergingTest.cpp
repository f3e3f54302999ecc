//===- MergingTest.cpp - Which accesses become one request ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/Merging.h"
#include "../ReadTrace.h"
#include "llvm/ADT/StringExtras.h"

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
// Measured code
//===----------------------------------------------------------------------===//

/// Straight-line code of which the machine code is known: nvcc 13.0 -O3, sm_90.
struct Measured {
  const char *Name;
  const char *Array;
  std::vector<const char *> Accesses;
  const char *Requests; ///< LDS.128 is a load of 16 bytes
};

std::ostream &operator<<(std::ostream &OS, const Measured &Case) {
  return OS << Case.Name;
}

constexpr const char Floats[] = "16384 bytes at 0, align 4, strides 4";
constexpr const char Chars[] = "2048 bytes at 0, strides 1";
constexpr const char Halves[] = "4096 bytes at 0, align 2, strides 2";
constexpr const char Doubles[] = "16384 bytes at 0, align 8, strides 8";
constexpr const char Structs[] = "4096 bytes at 0, align 4, strides 16";

const Measured Cases[] = {
    {"ld_f32_t2",
     Floats,
     {"load 4 bytes s[2 * lane]", "load 4 bytes s[2 * lane + 1]"},
     "1x load 8"},
    {"ld_f32_t3",
     Floats,
     {"load 4 bytes s[3 * lane]", "load 4 bytes s[3 * lane + 1]",
      "load 4 bytes s[3 * lane + 2]"},
     "3x load 4"},
    {"ld_f32_t4",
     Floats,
     {"load 4 bytes s[4 * lane]", "load 4 bytes s[4 * lane + 1]",
      "load 4 bytes s[4 * lane + 2]", "load 4 bytes s[4 * lane + 3]"},
     "1x load 16"},
    {"ld_f32_t5",
     Floats,
     {"load 4 bytes s[5 * lane]", "load 4 bytes s[5 * lane + 1]",
      "load 4 bytes s[5 * lane + 2]", "load 4 bytes s[5 * lane + 3]",
      "load 4 bytes s[5 * lane + 4]"},
     "5x load 4"},
    {"ld_f32_t8",
     Floats,
     {"load 4 bytes s[8 * lane]", "load 4 bytes s[8 * lane + 1]",
      "load 4 bytes s[8 * lane + 2]", "load 4 bytes s[8 * lane + 3]",
      "load 4 bytes s[8 * lane + 4]", "load 4 bytes s[8 * lane + 5]",
      "load 4 bytes s[8 * lane + 6]", "load 4 bytes s[8 * lane + 7]"},
     "2x load 16"},
    {"ld_f32_t4_from1",
     Floats,
     {"load 4 bytes s[4 * lane + 1]", "load 4 bytes s[4 * lane + 2]",
      "load 4 bytes s[4 * lane + 3]"},
     "1x load 16"},
    {"ld_f32_t4_off2",
     Floats,
     {"load 4 bytes s[4 * lane + 2]", "load 4 bytes s[4 * lane + 3]"},
     "1x load 8"},
    {"ld_f32_t4_off1_2",
     Floats,
     {"load 4 bytes s[4 * lane + 1]", "load 4 bytes s[4 * lane + 2]"},
     "2x load 4"},
    {"ld_f32_t8_first4",
     Floats,
     {"load 4 bytes s[8 * lane]", "load 4 bytes s[8 * lane + 1]",
      "load 4 bytes s[8 * lane + 2]", "load 4 bytes s[8 * lane + 3]"},
     "1x load 16"},
    {"ld_f32_t6_pairs",
     Floats,
     {"load 4 bytes s[6 * lane]", "load 4 bytes s[6 * lane + 1]",
      "load 4 bytes s[6 * lane + 2]", "load 4 bytes s[6 * lane + 3]",
      "load 4 bytes s[6 * lane + 4]", "load 4 bytes s[6 * lane + 5]"},
     "3x load 8"},
    {"ld_f32_t1_4",
     Floats,
     {"load 4 bytes s[lane]", "load 4 bytes s[lane + 1]",
      "load 4 bytes s[lane + 2]", "load 4 bytes s[lane + 3]"},
     "4x load 4"},
    {"ld_f32_t4_plus_n",
     Floats,
     {"load 4 bytes s[4 * lane + n]", "load 4 bytes s[4 * lane + n + 1]",
      "load 4 bytes s[4 * lane + n + 2]", "load 4 bytes s[4 * lane + n + 3]"},
     "4x load 4"},
    {"ld_f32_t4_plus_4n",
     Floats,
     {"load 4 bytes s[4 * lane + 4 * n]",
      "load 4 bytes s[4 * lane + 4 * n + 1]",
      "load 4 bytes s[4 * lane + 4 * n + 2]",
      "load 4 bytes s[4 * lane + 4 * n + 3]"},
     "1x load 16"},
    {"ld_f32_n4",
     Floats,
     {"load 4 bytes s[4 * n]", "load 4 bytes s[4 * n + 1]",
      "load 4 bytes s[4 * n + 2]", "load 4 bytes s[4 * n + 3]"},
     "1x load 16"},
    {"ld_f32_reversed",
     Floats,
     {"load 4 bytes s[4 * lane + 3]", "load 4 bytes s[4 * lane + 2]",
      "load 4 bytes s[4 * lane + 1]", "load 4 bytes s[4 * lane]"},
     "1x load 16"},
    {"ld_f32_gap",
     Floats,
     {"load 4 bytes s[4 * lane]", "load 4 bytes s[4 * lane + 1]",
      "load 4 bytes s[4 * lane + 3]"},
     "1x load 16"},
    {"ld_f32_gap2",
     Floats,
     {"load 4 bytes s[4 * lane]", "load 4 bytes s[4 * lane + 3]"},
     "2x load 4"},
    {"ld_f32_barrier",
     Floats,
     {"load 4 bytes s[2 * lane]", "load 4 bytes s[2 * lane + 1], fence 1"},
     "2x load 4"},
    {"ld_f32_store_between",
     Floats,
     {"load 4 bytes s[2 * lane]", "store 4 bytes s[n]",
      "load 4 bytes s[2 * lane + 1]"},
     "2x load 4, 1x store 4"},
    {"ld_f32_branch_between",
     Floats,
     {"load 4 bytes s[2 * lane]", "load 4 bytes s[2 * lane + 1], block 2"},
     "1x load 8"},
    {"ld_f32_volatile",
     Floats,
     {"load 4 bytes s[4 * lane], volatile",
      "load 4 bytes s[4 * lane + 1], volatile",
      "load 4 bytes s[4 * lane + 2], volatile",
      "load 4 bytes s[4 * lane + 3], volatile"},
     "4x load 4"},
    {"ld_f32_blockdim",
     Floats,
     {"load 4 bytes s[4 * (lane % 8) + 32 * (lane / 8)]",
      "load 4 bytes s[4 * (lane % 8) + 32 * (lane / 8) + 1]",
      "load 4 bytes s[4 * (lane % 8) + 32 * (lane / 8) + 2]",
      "load 4 bytes s[4 * (lane % 8) + 32 * (lane / 8) + 3]"},
     "1x load 16"},
    {"ld_two_static", // behind float[33]
     "16384 bytes at 132, align 4, strides 4",
     {"load 4 bytes s[4 * lane]", "load 4 bytes s[4 * lane + 1]",
      "load 4 bytes s[4 * lane + 2]", "load 4 bytes s[4 * lane + 3]"},
     "4x load 4"},
    {"ld_two_static_odd", // behind float[33][3] and float[5]
     "4084 bytes at 416, align 4, strides 4",
     {"load 4 bytes s[4 * lane]", "load 4 bytes s[4 * lane + 1]",
      "load 4 bytes s[4 * lane + 2]", "load 4 bytes s[4 * lane + 3]"},
     "1x load 16"},
    {"ld_char_4",
     Chars,
     {"load 1 bytes s[4 * lane], widened", "load 1 bytes s[4 * lane + 1]",
      "load 1 bytes s[4 * lane + 2], widened", "load 1 bytes s[4 * lane + 3]"},
     "4x load 1"},
    {"ld_half_8",
     Halves,
     {"load 2 bytes s[8 * lane]", "load 2 bytes s[8 * lane + 1]",
      "load 2 bytes s[8 * lane + 2]", "load 2 bytes s[8 * lane + 3]",
      "load 2 bytes s[8 * lane + 4]", "load 2 bytes s[8 * lane + 5]",
      "load 2 bytes s[8 * lane + 6]", "load 2 bytes s[8 * lane + 7]"},
     "2x load 8"},
    {"ld_double_2",
     Doubles,
     {"load 8 bytes s[2 * lane]", "load 8 bytes s[2 * lane + 1]"},
     "1x load 16"},
    {"ld_float2_2",
     Doubles,
     {"load 8 bytes s[2 * lane], elements of 4",
      "load 8 bytes s[2 * lane + 1], elements of 4"},
     "1x load 16"},
    {"st_f32_t2",
     Floats,
     {"store 4 bytes s[2 * lane]", "store 4 bytes s[2 * lane + 1]",
      "load 4 bytes s[n], fence 1"},
     "1x load 4, 1x store 8"},
    {"st_f32_t3",
     Floats,
     {"store 4 bytes s[3 * lane]", "store 4 bytes s[3 * lane + 1]",
      "store 4 bytes s[3 * lane + 2]", "load 4 bytes s[n], fence 1"},
     "1x load 4, 3x store 4"},
    {"st_f32_t4",
     Floats,
     {"store 4 bytes s[4 * lane]", "store 4 bytes s[4 * lane + 1]",
      "store 4 bytes s[4 * lane + 2]", "store 4 bytes s[4 * lane + 3]",
      "load 4 bytes s[n], fence 1"},
     "1x load 4, 1x store 16"},
    {"st_f32_reversed",
     Floats,
     {"store 4 bytes s[4 * lane + 3]", "store 4 bytes s[4 * lane + 2]",
      "store 4 bytes s[4 * lane + 1]", "store 4 bytes s[4 * lane]",
      "load 4 bytes s[n], fence 1"},
     "1x load 4, 1x store 16"},
    {"st_char4",
     Chars,
     {"store 1 bytes s[4 * lane]", "store 1 bytes s[4 * lane + 1]",
      "store 1 bytes s[4 * lane + 2]", "store 1 bytes s[4 * lane + 3]",
      "load 1 bytes s[n], fence 1"},
     "1x load 1, 4x store 1"},
    {"rmw_f32",
     Floats,
     {"load 4 bytes s[4 * lane]", "store 4 bytes s[4 * lane]",
      "load 4 bytes s[4 * lane + 1]", "store 4 bytes s[4 * lane + 1]",
      "load 4 bytes s[4 * lane + 2]", "store 4 bytes s[4 * lane + 2]",
      "load 4 bytes s[4 * lane + 3]", "store 4 bytes s[4 * lane + 3]",
      "load 4 bytes s[n], fence 1"},
     "5x load 4, 4x store 4"},
    {"struct4_align4",
     Structs,
     {"load 4 bytes s[lane]", "load 4 bytes s[lane] + (4)",
      "load 4 bytes s[lane] + (8)", "load 4 bytes s[lane] + (12)"},
     "1x load 16"},
    {"struct4_two",
     Structs,
     {"load 4 bytes s[lane]", "load 4 bytes s[lane] + (4)"},
     "1x load 8"},
    {"struct3",
     "3072 bytes at 0, align 4, strides 12",
     {"load 4 bytes s[lane]", "load 4 bytes s[lane] + (4)",
      "load 4 bytes s[lane] + (8)"},
     "3x load 4"},
    {"dup_reads",
     Floats,
     {"load 4 bytes s[2 * lane]", "load 4 bytes s[2 * lane]",
      "load 4 bytes s[2 * lane]"},
     "1x load 4"},
    {"dup_reads_after_other_store",
     Floats,
     {"load 4 bytes s[2 * lane]", "store 4 bytes s[n]",
      "load 4 bytes s[2 * lane]"},
     "2x load 4, 1x store 4"},
    {"guarded_pair",
     Floats,
     {"load 4 bytes s[2 * lane], guarded, arm 1, outer arms 0",
      "load 4 bytes s[2 * lane + 1], guarded, arm 3, outer arms 0, block 2"},
     "2x load 4"},
};

struct MeasuredMergingTest : testing::TestWithParam<Measured> {};

TEST_P(MeasuredMergingTest, RequestsAreThoseOfTheMachineCode) {
  std::string Lines =
      "array s: static, " + std::string(GetParam().Array) + "\nsymbol n\n";
  for (auto [Number, Access] : llvm::enumerate(GetParam().Accesses))
    Lines += std::to_string(Number) + ": " + Access + ", at #" +
             std::to_string(Number + 1) + "\n";
  std::map<std::string, unsigned> Counts;
  for (const MachineRequest &R : Merged(Lines).Requests)
    if (!R.IsPartOf)
      ++Counts[operationName(R.Standing->Operation) + std::string(" ") +
               std::to_string(R.BytesPerLane)];
  std::vector<std::string> Requests;
  Requests.reserve(Counts.size());
  for (const auto &[Kind, Count] : Counts)
    Requests.push_back(std::to_string(Count) + "x " + Kind);
  EXPECT_EQ(llvm::join(Requests, ", "), GetParam().Requests);
}

INSTANTIATE_TEST_SUITE_P(MergingTest, MeasuredMergingTest,
                         testing::ValuesIn(Cases), [](const auto &Case) {
                           return std::string(Case.param.Name);
                         });

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
