//===- CopySourcesTest.cpp - What asynchronous copies cost ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopySources.h"
#include "../ReadTrace.h"
#include "Cost/Requests.h"
#include "Nvcc/Passes/Pipeline.h"
#include <random>

using namespace banklint;

namespace {

/// `s` has rows of 128 bytes, `p` rows of 144.
std::unique_ptr<TextTraces> read(const std::string &Lines) {
  return readTrace("array s: static, 4096 bytes at 0, extents 32 32, strides "
                   "128 4\n"
                   "array p: static, 4608 bytes at 4096, extents 32 36, "
                   "strides 144 4\n" +
                   Lines);
}

/// What the first access of a trace costs, up to its lanes' offsets.
std::string cost(const std::string &Lines) {
  auto Text = read(Lines);
  const Trace &T = Text->trace();
  std::string All = printed(estimateCost(*T.Values, T.Records[0], T.Warps));
  return All.substr(0, All.find(", offsets"));
}

/// Eight lanes a row, of 16 bytes each.
const std::string Row = "(lane / 8)", Column = "(4 * (lane % 8))";

TEST(CopySourcesTest, TheSourceDecidesPastTheCache) {
  EXPECT_EQ(cost("0: cp.async 16 bytes s[0][4 * lane], as cp.async bypass, "
                 "from 16 * lane\n"),
            "certain, 4 wavefronts, ideal 4, inexact, "
            "limit CopySourceAlignment");
  EXPECT_EQ(cost("0: cp.async 16 bytes s[lane][0], as cp.async bypass, "
                 "from 16 * lane\n"),
            "certain, 32 wavefronts, ideal 4");
  // From rows of a line each into longer rows, wherever these begin.
  EXPECT_EQ(cost("0: cp.async 16 bytes p[" + Row + "][" + Column +
                 "], as cp.async bypass, from 16 * lane\n"),
            "certain, 10 wavefronts, ideal 4, inexact, "
            "limit CopySourceAlignment");
}

TEST(CopySourcesTest, ThroughTheCacheTheStartDoesNotMatter) {
  EXPECT_EQ(cost("0: cp.async 4 bytes s[0][lane], from 4 * lane\n"),
            "certain, 1 wavefronts, ideal 1");
  EXPECT_EQ(cost("symbol n\n"
                 "0: cp.async 4 bytes s[0][lane], from 4 * lane + 4 * n\n"),
            "certain, 1 wavefronts, ideal 1");
  EXPECT_EQ(cost("0: cp.async 4 bytes s[0][lane], from 128 * lane\n"),
            "certain, 32 wavefronts, ideal 1, in any layout 32");
}

TEST(CopySourcesTest, WithoutASourceTheSharedSideIsABound) {
  EXPECT_EQ(cost("0: cp.async 4 bytes s[0][lane]\n"),
            "depends, 1 wavefronts, ideal 1, inexact, at least, "
            "reason UnknownCopySource, limit UnknownCopySource");
  EXPECT_EQ(cost("0: cp.async 4 bytes s[lane][0]\n"),
            "certain, 32 wavefronts, ideal 1, inexact, at least, "
            "limit UnknownCopySource");
  EXPECT_EQ(cost("varying v: LoadedFromMemory\n"
                 "0: cp.async 16 bytes s[lane][0], as cp.async bypass, "
                 "from 16 * v\n"),
            "certain, 32 wavefronts, ideal 4, inexact, at least, "
            "limit UnknownCopySource");
}

TEST(CopySourcesTest, ZerosThroughTheCacheAreExact) {
  EXPECT_EQ(cost("0: cp.async 4 bytes s[0][lane], zero fill\n"),
            "certain, 1 wavefronts, ideal 1");
  EXPECT_EQ(cost("0: cp.async 16 bytes s[0][4 * lane], as cp.async bypass, "
                 "zero fill\n"),
            "depends, 4 wavefronts, ideal 4, inexact, at least, "
            "reason UnknownCopySource, limit UnknownCopySource");
  EXPECT_EQ(cost("0: cp.async 16 bytes s[0][4 * lane], as cp.async bypass, "
                 "from 16 * lane, zero fill in lanes 0000ff00\n"),
            "certain, 4 wavefronts, ideal 4, inexact, "
            "limit CopySourceAlignment");
  // The others of lanes that all read one place in their lines.
  EXPECT_EQ(cost("0: cp.async 4 bytes s[0][lane], from 128 * lane, zero fill "
                 "in lanes fffffff0\n"),
            "certain, 4 wavefronts, ideal 1, in any layout 4");
}

TEST(CopySourcesTest, PiecesForSeveralPlacesPastTheCacheAreExact) {
  EXPECT_EQ(cost("0: cp.async 16 bytes s[lane][0], as cp.async bypass, "
                 "from 16 * lane, lanes 0000ffff\n"),
            "certain, 16 wavefronts, ideal 2");
  EXPECT_EQ(cost("0: cp.async 16 bytes s[lane][0], as cp.async bypass, "
                 "from 0 * lane\n"),
            "certain, 32 wavefronts, ideal 4, in any layout 32");
}

/// The largest wavefronts / what any layout takes.
double ofLayout(const std::string &Lines) {
  auto Text = read(Lines);
  const Trace &T = Text->trace();
  return estimateCost(*T.Values, T.Records[0], T.Warps).WorstOfLayout;
}

TEST(CopySourcesTest, WhatEachNumberCostsIsTakenApart) {
  // 32 lanes write one place; for n = 1 another layout would help, for n = 32
  // none: then all of it is said, as where the source is not known.
  const std::string Unknown = "symbol n: 1..\n"
                              "0: cp.async 4 bytes s[lane][0], "
                              "from 4 * n * lane\n";
  EXPECT_EQ(cost(Unknown), "certain, 32 wavefronts, ideal 1, inexact");
  EXPECT_EQ(ofLayout(Unknown), 32);
  // No layout helps, whatever n is.
  const std::string Lines = "symbol n: 32.., multiple of 32\n"
                            "0: cp.async 4 bytes s[lane][0], "
                            "from 4 * n * lane\n";
  EXPECT_EQ(cost(Lines),
            "certain, 32 wavefronts, ideal 1, in any layout 32, inexact");
  EXPECT_EQ(ofLayout(Lines), 1);
  // Another layout does, whatever n is.
  const std::string Layout = "symbol n\n"
                             "0: cp.async 4 bytes s[lane][0], "
                             "from 4 * lane + 4 * n\n";
  EXPECT_EQ(ofLayout(Layout), 32);
  // Rows of n pieces into rows of 144 bytes: those of as many, n = 9, are best,
  // and no layout helps them; rows of whole lines would take 4 in another one.
  const std::string Rows = "symbol n: 8..\n"
                           "0: cp.async 16 bytes p[" +
                           Row + "][" + Column +
                           "], as cp.async bypass, from 16 * n * " + Row +
                           " + 4 * " + Column + "\n";
  EXPECT_EQ(cost(Rows), "certain, 9 wavefronts, ideal 4, inexact, "
                        "limit CopySourceAlignment");
  EXPECT_EQ(ofLayout(Rows), 9.0 / 4);
}

// Rows of n times 2 bytes: the hardware traps unless n is a multiple of 8.
TEST(CopySourcesTest, AnUnknownRowIsTriedWithNumbersThatComeUp) {
  std::string Source = "from 2 * n * " + Row + " + 4 * " + Column;
  std::string Cost =
      cost("symbol n\n"
           "0: cp.async 16 bytes s[" +
           Row + "][" + Column + "], as cp.async bypass, " + Source + "\n");
  EXPECT_EQ(Cost.find("depends, 4 wavefronts, ideal 4, worst "), 0u) << Cost;
  EXPECT_NE(Cost.find("reason SomeValues"), std::string::npos) << Cost;
  // Into rows of 144 bytes it conflicts unless n says the same, 72.
  Cost = cost("symbol n: 64.., multiple of 64\n"
              "0: cp.async 16 bytes p[" +
              Row + "][" + Column + "], as cp.async bypass, " + Source + "\n");
  EXPECT_EQ(Cost.find("certain, 10 wavefronts, ideal 4"), 0u) << Cost;
}

TEST(CopySourcesTest, AConflictThatAnotherStartFreesIsNotCertain) {
  // 48 bytes into a line on the shared side: so might the source begin.
  EXPECT_EQ(cost("0: cp.async 16 bytes s[0][4 * lane + 12], as cp.async "
                 "bypass, from 16 * lane\n")
                .substr(0, 8),
            "certain,")
      << "whatever the start, five rows of shared memory are written";
}

TEST(CopySourcesTest, OneEstimatorTellsSourcesApart) {
  auto Text =
      read("0: cp.async 4 bytes s[0][lane], from 4 * lane\n"
           "1: cp.async 4 bytes s[0][lane], from 128 * lane\n"
           "2: cp.async 4 bytes s[1][lane], from 4 * lane + 4096\n"
           "3: cp.async 4 bytes s[0][lane], zero fill\n"
           "4: cp.async 16 bytes s[0][4 * lane], as cp.async bypass, "
           "from 16 * lane\n"
           "5: cp.async 16 bytes s[0][4 * lane + 4], as cp.async bypass, "
           "from 16 * lane\n");
  const Trace &T = Text->trace();
  AddressShapes Shapes;
  CostEstimator Costs(*T.Values, Shapes, T.Warps);
  MergePlan Plan(T.Records, T.Unrolls);
  std::vector<double> Wavefronts;
  for (const MachineRequest &Request : mergeAccesses(Shapes, Plan, T.Records))
    Wavefronts.push_back(Costs.of(Request).Wavefronts);
  ASSERT_EQ(Wavefronts.size(), 6u);
  EXPECT_EQ(Wavefronts[0], 1);
  EXPECT_EQ(Wavefronts[1], 32);
  EXPECT_EQ(Wavefronts[2], 1);
  EXPECT_EQ(Wavefronts[3], 1);
  EXPECT_EQ(Wavefronts[4], 4);
  EXPECT_GT(Wavefronts[5], 4) << "a shift by a piece is no whole word's";
}

/// Sources of rows with any pitch, and lanes that share pieces or lines.
TEST(CopySourcesTest, RequestsThatAreAlikeCostTheSame) {
  SourcedCosts Costs;
  for (unsigned Seed = 0; Seed != 3000; ++Seed) {
    std::mt19937 Random(Seed);
    auto Below = [&](unsigned Limit) { return unsigned(Random() % Limit); };
    Request R;
    R.Kind = RequestKind::CpAsyncBypass;
    R.BytesPerLane = 16;
    R.ActiveMask = Below(3) ? ~0u : unsigned(Random()) | 1;
    LaneBytes &From = R.FromBytes.emplace();
    const unsigned Columns = 1 << Below(6), Pitch = 16 * Below(80),
                   RowBytes = 16 * (1 + Below(20)), Twist = Below(8);
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
      const unsigned Line = Lane / Columns, Piece = Lane % Columns;
      From[Lane] = Line * Pitch + Piece * 16;
      R.OffsetBytes[Lane] = Line * RowBytes + (Piece ^ (Line & Twist)) * 16;
    }
    const SourcedCost Known = Costs.of(R), Sure = costWithSource(R);
    EXPECT_EQ(Known.Cost.Wavefronts, Sure.Cost.Wavefronts);
    EXPECT_EQ(Known.Cost.Ideal, Sure.Cost.Ideal);
    EXPECT_EQ(Known.Cost.InAnyLayout, Sure.Cost.InAnyLayout);
    EXPECT_EQ(Known.Cost.IsExact, Sure.Cost.IsExact);
    EXPECT_EQ(Known.FewestWavefronts, Sure.FewestWavefronts);
    EXPECT_EQ(Known.DependsOnStart, Sure.DependsOnStart);
  }
}

} // namespace
