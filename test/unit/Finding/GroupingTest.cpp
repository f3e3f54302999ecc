//===- GroupingTest.cpp - One finding for each cause ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Grouping.h"
#include "Finding/Finding.h"
#include "Finding/Note.h"
#include "Finding/Wording.h"
#include "gtest/gtest.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;

/// A load from `s`, declared at line 2, of that many wavefronts above the
/// ideal.
static Finding access(unsigned Line, std::optional<double> Excess) {
  Finding F;
  F.Rule = "banklint-bank-conflict";
  F.Span = {{"a.cu", Line, 3}, Line, 9};
  F.Declared = {"a.cu", 2, 20};
  F.Operation = AccessOperation::Load;
  F.Text = "s[" + std::to_string(Line) + "]";
  F.Arrays = {"s"};
  F.Ways = 32;
  F.IsSteady = true;
  F.ExcessPerBlock = Excess;
  F.Notes = {{F.Span, note::Why{EqualSteps{128}}}};
  return F;
}

static Fix padding(const char *Text) {
  Fix X;
  X.IsSafe = true;
  X.Proposed.Effect.Wavefronts = 1;
  X.Edits = {{"a.cu", 10, 0, Text}};
  return X;
}

static Finding padded(unsigned Line, double Excess, const char *Text = " + 1") {
  Finding F = access(Line, Excess);
  F.Fixes = {padding(Text)};
  return F;
}

static Finding refused(unsigned Line, double Excess, ObstacleKind Kind) {
  Finding F = access(Line, Excess);
  F.Notes.push_back({F.Span, note::NoFix{"s", {Kind, ""}, {}}});
  return F;
}

static std::vector<Finding> grouped(std::vector<Finding> Findings) {
  groupByCause(Findings);
  return Findings;
}

static std::vector<unsigned> linesOf(const std::vector<Finding> &Findings) {
  std::vector<unsigned> Lines;
  for (const Finding &F : Findings)
    Lines.push_back(F.Span.Begin.Line);
  return Lines;
}

using Lines = std::vector<unsigned>;

/// What the notes say of other accesses, by line.
static std::vector<std::pair<unsigned, std::string>> namedIn(const Finding &F) {
  std::vector<std::pair<unsigned, std::string>> Named;
  for (const Note &N : F.Notes)
    if (N.getAs<note::Likewise>())
      Named.push_back({N.Span.Begin.Line, noteText(N)});
  return Named;
}

//===----------------------------------------------------------------------===//
// By cause
//===----------------------------------------------------------------------===//

TEST(GroupByCause, StandsAtTheCostliestAndNamesTheOthersByCost) {
  std::vector<Finding> All =
      grouped({padded(4, 31), padded(5, 62), padded(6, 40)});
  ASSERT_EQ(linesOf(All), Lines{5});
  EXPECT_EQ(linesOf(All[0].Others), (Lines{6, 4}));
  EXPECT_EQ(namedIn(All[0]), (std::vector<std::pair<unsigned, std::string>>{
                                 {6, "likewise 32-way in load 's[6]'"},
                                 {4, "likewise 32-way in load 's[4]'"}}));
}

TEST(GroupByCause, StandsAtTheFirstOfEquals) {
  std::vector<Finding> All = grouped({padded(4, 31), padded(5, 31)});
  ASSERT_EQ(linesOf(All), Lines{4});
  EXPECT_EQ(linesOf(All[0].Others), Lines{5});
}

TEST(GroupByCause, NamesThreeAndCountsTheRest) {
  std::vector<Finding> All =
      grouped({padded(4, 31), padded(5, 31), padded(6, 31), padded(7, 31),
               padded(8, 31), padded(9, 31)});
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(linesOf(All[0].Others), (Lines{5, 6, 7, 8, 9}));
  ASSERT_EQ(namedIn(All[0]).size(), 3u);
  EXPECT_EQ(namedIn(All[0])[1].second, "likewise 32-way in load 's[6]'");
  EXPECT_EQ(namedIn(All[0])[2].second,
            "likewise 32-way in load 's[7]', and in 2 more");
}

TEST(GroupByCause, CountsNothingBehindThree) {
  std::vector<Finding> All =
      grouped({padded(4, 31), padded(5, 31), padded(6, 31), padded(7, 31)});
  ASSERT_EQ(All.size(), 1u);
  ASSERT_EQ(namedIn(All[0]).size(), 3u);
  EXPECT_EQ(namedIn(All[0])[2].second, "likewise 32-way in load 's[7]'");
}

TEST(GroupByCause, StandsForOperationsOfAllKinds) {
  Finding Store = padded(4, 31), Atomic = padded(4, 31);
  Store.Operation = AccessOperation::Store;
  Atomic.Operation = AccessOperation::Atomic;
  EXPECT_EQ(grouped({padded(4, 31), Store, Atomic}).size(), 1u);
}

TEST(GroupByCause, KeepsArraysApart) {
  Finding Other = padded(5, 31);
  Other.Declared.Line = 3;
  EXPECT_EQ(grouped({padded(4, 31), Other}).size(), 2u);
  Other = padded(5, 31);
  Other.Declared.File = "b.cuh";
  EXPECT_EQ(grouped({padded(4, 31), Other}).size(), 2u);
  Other = padded(5, 31);
  Other.Arrays = {"s", "t"};
  EXPECT_EQ(grouped({padded(4, 31), Other}).size(), 2u);
}

TEST(GroupByCause, KeepsFixesApart) {
  EXPECT_EQ(grouped({padded(4, 31), padded(5, 31, " + 2")}).size(), 2u);
  EXPECT_EQ(grouped({padded(4, 31), access(5, 31)}).size(), 2u);
  Finding Both = padded(5, 31);
  Both.Fixes.push_back(padding(" ^ 1"));
  EXPECT_EQ(grouped({padded(4, 31), Both}).size(), 2u);
  EXPECT_EQ(grouped({Both, Both}).size(), 1u);
}

TEST(GroupByCause, JoinsFixesOfTheSameEditsInAnyOrder) {
  Finding One = padded(4, 31), Other = padded(5, 31);
  One.Fixes[0].Edits = {{"a.cu", 10, 0, " + 1"}, {"a.cu", 90, 0, " + 1"}};
  Other.Fixes[0].Edits = {{"a.cu", 90, 0, " + 1"}, {"a.cu", 10, 0, " + 1"}};
  EXPECT_EQ(grouped({One, Other}).size(), 1u);
}

TEST(GroupByCause, KeepsReasonsWithoutAFixApart) {
  EXPECT_EQ(grouped({refused(4, 31, ObstacleKind::Sizeof),
                     refused(5, 31, ObstacleKind::Sizeof)})
                .size(),
            1u);
  EXPECT_EQ(grouped({refused(4, 31, ObstacleKind::Sizeof),
                     refused(5, 31, ObstacleKind::MacroBody)})
                .size(),
            2u);
}

TEST(GroupByCause, JoinsWhatOneLayoutMakesAndSaysHow) {
  Finding Steps = refused(4, 62, ObstacleKind::Sizeof),
          Copy = refused(5, 31, ObstacleKind::Sizeof),
          Alike = refused(6, 20, ObstacleKind::Sizeof);
  Copy.Notes[0] = {Copy.Span, note::Why{OtherPlaces()}};
  std::vector<Finding> All = grouped({Steps, Copy, Alike});
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(
      namedIn(All[0]),
      (std::vector<std::pair<unsigned, std::string>>{
          {5,
           "likewise 32-way in load 's[5]': 16-byte pieces have different "
           "positions in their 128-byte lines of global and of shared memory"},
          {6, "likewise 32-way in load 's[6]'"}}));
}

TEST(GroupByCause, KeepsApartWhatNoLayoutMakesWhereThereIsNoFix) {
  Finding Same = access(4, 31), Steps = access(5, 31);
  Same.Notes = {{Same.Span, note::Why{SameWord()}}};
  EXPECT_EQ(grouped({Same, Steps}).size(), 2u);
  Same.Fixes = Steps.Fixes = {padding(" + 1")};
  EXPECT_EQ(grouped({Same, Steps}).size(), 1u);
}

TEST(GroupByCause, KeepsWhatIsPossibleApartFromWhatIsCertain) {
  Finding Possible = padded(5, 31);
  Possible.Notes.push_back({Possible.Span, note::Possible{NoReason()}});
  EXPECT_EQ(grouped({padded(4, 31), Possible}).size(), 2u);
}

TEST(GroupByCause, KeepsApartWhatIsOfNoArrayOrOfNoAccess) {
  Finding Unknown = access(4, 31), Padding = access(4, 31);
  Unknown.Arrays.clear();
  Padding.Operation = std::nullopt;
  EXPECT_EQ(grouped({Unknown, Unknown, Padding, Padding}).size(), 4u);
  Finding Error = access(4, 31);
  Error.IsError = true;
  EXPECT_EQ(grouped({Error, Error}).size(), 2u);
}

TEST(GroupByCause, KeepsThePlaceOfTheFirst) {
  Finding Other = padded(5, 31);
  Other.Declared.Line = 3;
  EXPECT_EQ(linesOf(grouped({padded(4, 31), Other, padded(6, 62)})),
            (Lines{6, 5}));
}

TEST(GroupByCause, IsAsSafeAsTheLeastSafe) {
  Finding Unsafe = padded(5, 31);
  Unsafe.Fixes[0].IsSafe = false;
  std::vector<Finding> All = grouped({padded(4, 62), Unsafe});
  ASSERT_EQ(All.size(), 1u);
  EXPECT_FALSE(All[0].Fixes[0].IsSafe);
  EXPECT_FALSE(All[0].Fixes[0].leavesExcess());
}

TEST(GroupByCause, KnowsWhenAFixLeavesSomeOfThem) {
  Finding Left = padded(5, 31);
  Left.Fixes[0].Proposed.Effect.HasExcess = true;
  std::vector<Finding> All = grouped({padded(4, 62), Left});
  ASSERT_EQ(All.size(), 1u);
  EXPECT_FALSE(All[0].Fixes[0].Proposed.Effect.HasExcess);
  EXPECT_TRUE(All[0].Fixes[0].leavesExcess());
}

TEST(GroupByCause, IsNotEditedWhereOneOfThemIsNot) {
  Finding Broken = padded(5, 31);
  Broken.keepHalfRead();
  std::vector<Finding> All = grouped({padded(4, 62), Broken});
  ASSERT_EQ(All.size(), 1u);
  EXPECT_TRUE(All[0].IsHalfRead);
  EXPECT_TRUE(All[0].Fixes[0].IsHalfRead);
}

//===----------------------------------------------------------------------===//
// By range
//===----------------------------------------------------------------------===//

TEST(GroupByRange, JoinsTheLoadAndTheStoreOfOneExpression) {
  Finding Load = padded(4, 31), Store = padded(4, 31, " + 2");
  Store.Operation = AccessOperation::Store;
  std::vector<Finding> All = {Load, Store, padded(5, 31)};
  groupByRange(All);
  ASSERT_EQ(linesOf(All), (Lines{4, 5}));
  EXPECT_EQ(linesOf(All[0].Others), Lines{4});
  // What only one of them is offered is offered for both.
  EXPECT_EQ(All[0].Fixes.size(), 2u);
  EXPECT_EQ(namedIn(All[0])[0].second, "likewise 32-way in store 's[4]'");
  EXPECT_TRUE(All[1].Others.empty());
}

TEST(GroupByRange, KeepsOtherEndsApart) {
  Finding Longer = padded(4, 31);
  Longer.Span.EndColumn = 12;
  std::vector<Finding> All = {padded(4, 31), Longer};
  groupByRange(All);
  EXPECT_EQ(All.size(), 2u);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

static Finding inFile(const char *File, unsigned Line, double Excess) {
  Finding F = access(Line, Excess);
  F.Span.Begin.File = File;
  return F;
}

static Lines sorted(std::vector<Finding> Findings, FindingOrder Order) {
  sortFindings(Findings, Order);
  return linesOf(Findings);
}

TEST(SortFindings, FollowsFilesCostsOrPlaces) {
  // b.cu was checked first.
  std::vector<Finding> All = {inFile("b.cu", 9, 31), inFile("a.cu", 5, 40),
                              inFile("b.cu", 7, 62), inFile("a.cu", 3, 20)};
  EXPECT_EQ(sorted(All, FindingOrder::File), (Lines{7, 9, 5, 3}));
  EXPECT_EQ(sorted(All, FindingOrder::Cost), (Lines{7, 5, 9, 3}));
  EXPECT_EQ(sorted(All, FindingOrder::Place), (Lines{7, 9, 3, 5}));
}

TEST(SortFindings, KeepsEqualsAsTheyWere) {
  std::vector<Finding> All = {inFile("a.cu", 9, 31), inFile("a.cu", 5, 31)};
  EXPECT_EQ(sorted(All, FindingOrder::File), (Lines{9, 5}));
  EXPECT_EQ(sorted(All, FindingOrder::Cost), (Lines{9, 5}));
}

TEST(SortFindings, ComparesWaysWhereCostsAreEqual) {
  Finding Worse = inFile("a.cu", 9, 31);
  Worse.Ways = 33;
  EXPECT_TRUE(isCostlier(Worse, inFile("a.cu", 5, 31)));
  EXPECT_FALSE(isCostlier(Worse, inFile("a.cu", 5, 32)));
  Worse.ExcessPerBlock = std::nullopt;
  EXPECT_FALSE(isCostlier(Worse, inFile("a.cu", 5, 1)));
}

TEST(SortFindings, AddsUpWhatAFindingStandsFor) {
  Finding Group = inFile("a.cu", 9, 31);
  Group.Others = {inFile("a.cu", 10, 31), inFile("a.cu", 11, 31)};
  EXPECT_EQ(sorted({inFile("a.cu", 5, 62), Group}, FindingOrder::Cost),
            (Lines{9, 5}));
}

//===----------------------------------------------------------------------===//
// Severity
//===----------------------------------------------------------------------===//

static std::string severityOf(std::optional<double> Excess,
                              std::optional<double> Ways,
                              std::vector<Finding> Others = {}) {
  Finding F = access(4, Excess);
  F.Ways = Ways;
  F.Others = std::move(Others);
  return severityName(F.severity());
}

TEST(FindingSeverity, FollowsWhatABlockSpends) {
  EXPECT_EQ(severityOf(31, 32), "low");
  EXPECT_EQ(severityOf(32, 2), "medium");
  EXPECT_EQ(severityOf(255, 32), "medium");
  EXPECT_EQ(severityOf(256, 2), "high");
}

TEST(FindingSeverity, AddsUpWhatItStandsFor) {
  EXPECT_EQ(severityOf(31, 32, {access(5, 1)}), "medium");
  EXPECT_EQ(severityOf(200, 32, {access(5, 30), access(6, 26)}), "high");
}

TEST(FindingSeverity, GoesByTheWaysWhereTheCostIsNotKnown) {
  EXPECT_EQ(severityOf(std::nullopt, 1.5), "low");
  EXPECT_EQ(severityOf(std::nullopt, 2), "medium");
  EXPECT_EQ(severityOf(std::nullopt, 8), "high");
  EXPECT_EQ(severityOf(std::nullopt, std::nullopt), "low");
  // 32 ways, of which nothing else is known.
  EXPECT_EQ(severityOf(1, 2, {access(5, std::nullopt)}), "high");
}

TEST(FindingSeverity, IsHighForAnError) {
  Finding F = access(4, 1);
  F.IsError = true;
  EXPECT_EQ(F.severity(), Severity::High);
}
