//===- CollectTest.cpp - From accesses to findings
//---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Collect.h"
#include "Bank/BankModel.h"
#include "Config/Rules.h"
#include "Finding/Finding.h"
#include "Finding/Note.h"
#include "Source/AccessKey.h"
#include "gtest/gtest.h"
#include <array>
#include <cstddef>
#include <memory>
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
  A.Wavefronts = A.Worst = A.WorstOfLayout = Wavefronts;
  A.Ideal = A.InAnyLayout = 1;
  return A;
}

/// A copy of 16 bytes a lane, of rows of 64 bytes of global memory.
static Access copyOfRows(double Wavefronts, std::array<unsigned, 3> Block) {
  Access A = conflict(Wavefronts, Block, AccessOperation::CpAsync);
  A.Ideal = 4;
  A.InAnyLayout = 8;
  A.Worst = Wavefronts / 4;
  A.WorstOfLayout = Wavefronts / 8;
  A.RequestsPerBlock = 10;
  Request R;
  R.Kind = RequestKind::CpAsyncBypass;
  R.BytesPerLane = 16;
  R.FromBytes.emplace();
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    (*R.FromBytes)[Lane] = Lane / 4 * 1024 + Lane % 4 * 16;
  A.Example = std::make_shared<const Request>(R);
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

TEST(CollectFindings, CallsNoBankConflictWhatNoLayoutHelps) {
  std::vector<Finding> Findings = collectFindings({copyOfRows(8, {128, 1, 1})});
  ASSERT_EQ(Findings.size(), 1u);
  EXPECT_EQ(Findings[0].Rule, CopyLinesRule);
  EXPECT_EQ(Findings[0].Message,
            "copy from 8 lines of global memory at once in cp.async to 's': 8 "
            "wavefronts, ideal 4");
  EXPECT_EQ(Findings[0].Ways, 2);
  EXPECT_EQ(Findings[0].ExcessPerBlock, 10 * 4);
  EXPECT_EQ(countOf<note::WholeLines>(Findings[0]), 1u);
  EXPECT_EQ(Findings[0].cure(), Cure::None);
}

TEST(CollectFindings, SaysNothingOfLinesThatTheWorstRequestDoesNotShow) {
  Access A = copyOfRows(8, {128, 1, 1});
  A.Example = std::make_shared<const Request>();
  std::vector<Finding> Findings = collectFindings({A});
  ASSERT_EQ(Findings.size(), 1u);
  EXPECT_EQ(Findings[0].Rule, CopyLinesRule);
  EXPECT_EQ(Findings[0].Message, "copy from lines of global memory in cp.async "
                                 "to 's': 8 wavefronts, ideal 4");
  EXPECT_EQ(countOf<note::WholeLines>(Findings[0]), 0u);
}

TEST(CollectFindings, CountsOfAConflictWhatAnotherLayoutMayTakeAway) {
  std::vector<Finding> Findings =
      collectFindings({copyOfRows(12, {128, 1, 1})});
  ASSERT_EQ(Findings.size(), 1u);
  EXPECT_EQ(Findings[0].Rule, BankConflictRule);
  EXPECT_EQ(Findings[0].Message,
            "1.5-way bank conflict in cp.async to 's': 12 wavefronts, at least "
            "8 in any layout, ideal 4");
  EXPECT_EQ(Findings[0].Ways, 1.5);
  EXPECT_EQ(Findings[0].ExcessPerBlock, 10 * 4);
  EXPECT_EQ(countOf<note::WholeLines>(Findings[0]), 0u);
}

TEST(CollectFindings, SaysOneThingOfAnAccess) {
  // The cheaper block has the bank conflict.
  std::vector<Finding> Findings =
      collectFindings({copyOfRows(8, {128, 1, 1}), copyOfRows(9, {64, 1, 1})});
  ASSERT_EQ(Findings.size(), 1u);
  EXPECT_EQ(Findings[0].Rule, BankConflictRule);
  EXPECT_EQ(Findings[0].Ways, 1.125);
}

TEST(CollectFindings, KeepsArraysAtOnePlaceApart) {
  Access Other = conflict(4, {32, 1, 1});
  Other.Arrays = {"t"};
  std::vector<Finding> Findings =
      collectFindings({conflict(2, {32, 1, 1}), Other});
  ASSERT_EQ(Findings.size(), 2u);
  EXPECT_EQ(Findings[0].Message,
            "2-way bank conflict in load from 's': 2 wavefronts, ideal 1");
  EXPECT_EQ(Findings[1].Message,
            "4-way bank conflict in load from 't': 4 wavefronts, ideal 1");
}

TEST(CollectFindings, SaysTheBlockThatCostsMost) {
  Access Worse = conflict(32, {32, 1, 1}), Dearer = conflict(16, {16, 16, 1});
  Worse.RequestsPerBlock = 1;
  Dearer.RequestsPerBlock = 8;
  std::vector<Finding> Findings = collectFindings({Worse, Dearer});
  ASSERT_EQ(Findings.size(), 1u);
  EXPECT_EQ(Findings[0].Message,
            "16-way bank conflict in load from 's': 16 wavefronts, ideal 1");
  EXPECT_EQ(Findings[0].ExcessPerBlock, 8 * 15);
  EXPECT_EQ(Findings[0].Ways, 32);
}

TEST(CollectFindings, CountsWhatIsSpentAtLeastWhereNotAllIsKnown) {
  Access A = conflict(32, {32, 1, 1});
  A.LeastRequests = 4;
  std::vector<Finding> Findings = collectFindings({A});
  ASSERT_EQ(Findings.size(), 1u);
  EXPECT_EQ(Findings[0].ExcessPerBlock, std::nullopt);
  EXPECT_EQ(Findings[0].LeastExcess, 4 * 31);
  EXPECT_EQ(Findings[0].knownExcess(), 4 * 31);
}

TEST(CollectFindings, AdvisesByWhoReadsSums) {
  auto Growing = [](std::optional<SumReaders> Readers, int64_t StepBytes = 32) {
    Access A = conflict(4, {256, 1, 1});
    A.Worst = A.WorstOfLayout = 8;
    A.Why = EqualSteps{StepBytes};
    A.SourceBytes = 4;
    A.SumsFor = Readers;
    return A;
  };
  auto Advised = [](const std::vector<Access> &Accesses) {
    std::pair<size_t, size_t> Count;
    for (const Finding &F : collectFindings(Accesses)) {
      Count.first += countOf<note::Reduction>(F);
      Count.second += countOf<note::Scan>(F);
    }
    return Count;
  };
  const Access One = Growing(SumReaders::One), Many = Growing(SumReaders::Many);
  using Counts = std::pair<size_t, size_t>;
  EXPECT_EQ(Advised({One}), Counts(1, 0));
  EXPECT_EQ(Advised({Many}), Counts(0, 1));
  EXPECT_EQ(Advised({One, Many}), Counts(0, 1)); // one function, two kernels
  EXPECT_EQ(Advised({One, Growing(std::nullopt)}), Counts(0, 0));
  EXPECT_EQ(Advised({Growing(SumReaders::One, 36)}), Counts(0, 0));
  Access Steady = One;
  Steady.Worst = Steady.WorstOfLayout = 4;
  EXPECT_EQ(Advised({Steady}), Counts(0, 0));
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

TEST(CollectFindings, ALimitOfARangeIsOneNumber) {
  Access A = conflict(1.5, {32, 1, 1});
  A.Worst = A.WorstOfLayout = 2;
  A.FewestWavefronts = 1;
  A.MostWavefronts = 2;
  auto MessageOf = [](const Access &Of) {
    return collectFindings({Of}).front().Message;
  };
  EXPECT_EQ(MessageOf(A), "up to 2-way bank conflict in load from 's': between "
                          "1 and 2 wavefronts per request, ideal 1");
  Access Half = A, Least = A;
  Half.IsHalf = true;
  EXPECT_EQ(MessageOf(Half), "up to 2-way bank conflict in load from 's': at "
                             "most 2 wavefronts per request, ideal 1");
  Least.IsLeast = true;
  Least.FewestWavefronts = 1.5;
  EXPECT_EQ(MessageOf(Least), "up to 2-way bank conflict in load from 's': at "
                              "least 1.5 wavefronts per request, ideal 1");
}
