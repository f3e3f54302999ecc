//===- CollectTest.cpp - From accesses to findings
//---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Collect.h"
#include "Finding/Finding.h"
#include "Finding/Note.h"
#include "Source/AccessKey.h"
#include "gtest/gtest.h"
#include <array>
#include <cstddef>
#include <vector>

using namespace banklint;

static Access conflict(double Wavefronts, std::array<unsigned, 3> Block,
                       AccessOperation Operation = AccessOperation::Load) {
  Access A;
  A.Span = {{"a.cu", 5, 3}, 5, 9};
  A.Operation = Operation;
  A.Arrays = {"s"};
  A.Block = Block;
  A.BlockFrom = {BlockSource::Rule, "--block-dim"};
  A.Judgement = Verdict::Conflict;
  A.Wavefronts = A.Worst = Wavefronts;
  A.Ideal = 1;
  return A;
}

static Access launched(Access A, unsigned Line) {
  A.Launch = {{"a.cu", Line, 1}, Line, 9};
  return A;
}

template <typename T> static size_t countOf(const Finding &F) {
  size_t Count = 0;
  for (const Note &N : F.Notes)
    Count += N.getAs<T>() != nullptr;
  return Count;
}

TEST(CollectFindings, KeepsOperationsAtOnePlaceApart) {
  std::vector<Finding> Findings = collectFindings(
      {conflict(2, {32, 1, 1}), conflict(4, {32, 1, 1}, AccessOperation::Store),
       conflict(8, {64, 1, 1})});
  ASSERT_EQ(Findings.size(), 2u);
  EXPECT_EQ(Findings[0].Operation, AccessOperation::Load);
  EXPECT_EQ(Findings[0].Ways, 8);
  EXPECT_EQ(Findings[1].Operation, AccessOperation::Store);
  EXPECT_EQ(Findings[1].key(),
            (AccessKey{{"a.cu", 5, 3}, AccessOperation::Store}));
  EXPECT_EQ(Findings[0].Message,
            "8-way bank conflict in load from 's': 8 wavefronts, ideal 1");
  EXPECT_EQ(Findings[1].Message,
            "4-way bank conflict in store to 's': 4 wavefronts, ideal 1");
}

TEST(CollectFindings, NotesTheWorstBlockAndEachOtherLaunchOnce) {
  std::vector<Finding> Findings =
      collectFindings({launched(conflict(2, {32, 1, 1}), 20),
                       launched(conflict(4, {64, 1, 1}), 21),
                       launched(conflict(2, {32, 1, 1}), 22),
                       launched(conflict(4, {64, 1, 1}), 23)});
  ASSERT_EQ(Findings.size(), 1u);
  const std::vector<Note> &Notes = Findings[0].Notes;
  ASSERT_EQ(Notes.size(), 2u);
  ASSERT_TRUE(Notes[0].getAs<note::Launch>());
  EXPECT_EQ(Notes[0].getAs<note::Launch>()->Block[0], 64u);
  EXPECT_FALSE(Notes[0].getAs<note::Launch>()->Source);
  EXPECT_EQ(Notes[0].Span.Begin.Line, 21u);
  ASSERT_TRUE(Notes[1].getAs<note::OtherLaunch>());
  EXPECT_EQ(Notes[1].getAs<note::OtherLaunch>()->Wavefronts, 2);
  EXPECT_EQ(Notes[1].Span.Begin.Line, 20u);
}

TEST(CollectFindings, NotesWhoSaysTheBlockWhereNoLaunchDoes) {
  Access A = conflict(2, {32, 1, 1});
  A.Why = EqualSteps{128};
  A.Guard = {{"a.cu", 4, 7}, 4, 9};
  std::vector<Finding> Findings = collectFindings({A});
  ASSERT_EQ(Findings.size(), 1u);
  EXPECT_EQ(Findings[0].Notes.size(), 3u);
  EXPECT_EQ(countOf<note::Why>(Findings[0]), 1u);
  EXPECT_EQ(countOf<note::Guard>(Findings[0]), 1u);
  const auto *Launch = Findings[0].Notes.back().getAs<note::Launch>();
  ASSERT_TRUE(Launch);
  ASSERT_TRUE(Launch->Source);
  EXPECT_EQ(toText(*Launch->Source), "--block-dim");
  EXPECT_EQ(countOf<note::Possible>(Findings[0]), 0u);
}

TEST(CollectFindings, GivesTheReasonOfAPossibleConflict) {
  Access A = conflict(2, {32, 1, 1});
  A.Judgement = Verdict::Possible;
  A.Reason = SomeBlocks{{{32, 1, 1}}, {}};
  EXPECT_TRUE(collectFindings({A}).empty());
  std::vector<Finding> Findings = collectFindings({A}, /*HasPossible=*/true);
  ASSERT_EQ(Findings.size(), 1u);
  EXPECT_EQ(countOf<note::Possible>(Findings[0]), 1u);
}
