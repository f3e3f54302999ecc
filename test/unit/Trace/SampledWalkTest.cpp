//===- SampledWalkTest.cpp - Whether two sources do the same --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/SampledWalk.h"
#include "../ReadTrace.h"

using namespace banklint;

namespace {

using Difference = SampledWalk::Difference;

/// The walk of one group, whose accesses are in a static array of so many
/// bytes, in rows of so many; 0 for one without rows.
SampledWalk walkOf(int64_t SizeBytes, int64_t RowBytes,
                   const std::string &Lines) {
  const std::string Size = std::to_string(SizeBytes),
                    Row = std::to_string(RowBytes);
  auto Text = readTrace(
      "threads 32 1 1\narray s: static, " + Size + " bytes at 0, align 4" +
      (RowBytes
           ? ", extents " + std::to_string(SizeBytes / RowBytes) + " " +
                 std::to_string(RowBytes / 4) + ", strides " + Row + " 4"
           : ", extents " + std::to_string(SizeBytes / 4) + ", strides 4") +
      "\ngroup\n" + Lines);
  SampledWalk Walk;
  size_t Room = 100'000;
  Walk.add(Text->trace(), Room);
  return Walk;
}

TEST(SampledWalkTest, RowsMayBecomeLonger) {
  const char *Lines = "0: store 4 bytes s[lane][3]\n"
                      "1: load 4 bytes s[3][lane]\n";
  const SampledWalk Before = walkOf(4096, 128, Lines);
  const SampledWalk After = walkOf(4224, 132, Lines);
  EXPECT_EQ(Before.compareWith(After).Found, Difference::None);
  EXPECT_EQ(Before.compareWith(Before).Found, Difference::None);
}

TEST(SampledWalkTest, WhatIsStoredHasToBeFound) {
  const SampledWalk Before = walkOf(4096, 0,
                                    "0: store 4 bytes s[32 * lane]\n"
                                    "1: load 4 bytes s[lane]\n");
  // The load is as it was, the store goes to longer rows.
  const SampledWalk Half = walkOf(4224, 0,
                                  "0: store 4 bytes s[33 * lane]\n"
                                  "1: load 4 bytes s[lane]\n");
  EXPECT_EQ(Before.compareWith(Half).Found, Difference::None)
      << "they meet in the first element only, which stays";
  const SampledWalk Other = walkOf(4096, 0,
                                   "0: store 4 bytes s[32 * lane]\n"
                                   "1: load 4 bytes s[32 * lane]\n");
  EXPECT_EQ(Other.compareWith(Half).Found, Difference::Places);
}

TEST(SampledWalkTest, TwoPlacesDoNotBecomeOne) {
  const SampledWalk Before = walkOf(4096, 0,
                                    "0: store 4 bytes s[lane]\n"
                                    "1: store 4 bytes s[lane + 32]\n");
  const SampledWalk After = walkOf(4096, 0,
                                   "0: store 4 bytes s[lane]\n"
                                   "1: store 4 bytes s[lane + 16]\n");
  EXPECT_EQ(Before.compareWith(After).Found, Difference::Places);
}

TEST(SampledWalkTest, AccessesStayWhatTheyAre) {
  const SampledWalk Before = walkOf(4096, 0, "0: store 4 bytes s[lane]\n");
  for (const char *Other :
       {"0: load 4 bytes s[lane]\n", "0: store 8 bytes s[2 * lane]\n",
        "0: store 4 bytes s[lane], lanes 0000ffff\n",
        "0: store 4 bytes s[lane]\n1: load 4 bytes s[lane]\n", ""})
    EXPECT_EQ(Before.compareWith(walkOf(4096, 0, Other)).Found,
              Difference::Actions)
        << Other;
}

TEST(SampledWalkTest, UnknownsAreTheSameByTheirOrder) {
  auto StoredAt = [](const std::string &Index) {
    return walkOf(4096, 0,
                  "symbol n: LongerRows, 0..31\n"
                  "0: store 4 bytes s[" +
                      Index + "]\n1: load 4 bytes s[lane]\n");
  };
  const SampledWalk Before = StoredAt("n");
  EXPECT_EQ(Before.compareWith(StoredAt("n")).Found, Difference::None);
  EXPECT_EQ(Before.compareWith(StoredAt("n + 1")).Found, Difference::Places);
}

TEST(SampledWalkTest, NumbersThatCountStay) {
  auto Counting = [](int64_t Number) {
    auto Text = readTrace("threads 32 1 1\ngroup\n");
    Text->trace().Counted = {{Value(Number), AllLanes, NoSite}};
    SampledWalk Walk;
    size_t Room = 100;
    Walk.add(Text->trace(), Room);
    return Walk;
  };
  EXPECT_EQ(Counting(1).compareWith(Counting(1)).Found, Difference::None);
  EXPECT_EQ(Counting(1).compareWith(Counting(2)).Found, Difference::Actions);
}

} // namespace
