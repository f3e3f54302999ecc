//===- MergeTest.cpp - Reports of several sources in one ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Merge.h"
#include "Finding/Finding.h"
#include "Finding/Wording.h"
#include "Source/Place.h"
#include "gtest/gtest.h"
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;

static SourceSpan span(const char *File, unsigned Line) {
  return {{File, Line, 3}, Line, 9};
}

static Finding finding(const char *File, unsigned Line, double Ways) {
  Finding F;
  F.Rule = "banklint-bank-conflict";
  F.Span = span(File, Line);
  F.Message = std::to_string(int(Ways)) + "-way";
  F.Operation = AccessOperation::Load;
  F.Ways = Ways;
  Fix &X = F.Fixes.emplace_back();
  X.Where = span(File, 1);
  X.IsSafe = true;
  X.Edits = {{File, 10, 0, " + 1"}};
  return F;
}

static Report reportOf(Finding F) {
  Report R;
  R.Findings.push_back(std::move(F));
  R.Totals.Files = 1;
  return R;
}

static Report merged(std::vector<Report> Parts) {
  ReportMerger Merger;
  for (Report &Part : Parts)
    Merger.add(std::move(Part));
  return Merger.take();
}

TEST(ReportMerger, SaysOnceWhatStandsInAHeaderAndSaysTheWorst) {
  Report R =
      merged({reportOf(finding("a.cuh", 5, 2)), reportOf(finding("b.cu", 5, 4)),
              reportOf(finding("a.cuh", 5, 8))});
  ASSERT_EQ(R.Findings.size(), 2u);
  EXPECT_EQ(R.Findings[0].Message, "8-way");
  EXPECT_EQ(R.Findings[1].Message, "4-way");
  EXPECT_EQ(R.Totals.Files, 3u);
}

TEST(ReportMerger, KeepsOperationsAtOnePlaceApart) {
  Finding Store = finding("a.cuh", 5, 2);
  Store.Operation = AccessOperation::Store;
  EXPECT_EQ(merged({reportOf(finding("a.cuh", 5, 2)), reportOf(Store)})
                .Findings.size(),
            2u);
}

TEST(ReportMerger, KeepsArraysAtOnePlaceApart) {
  Finding Other = finding("a.cuh", 5, 2), Declared = finding("a.cuh", 5, 2);
  Other.Arrays = {"t"};
  Declared.Declared = {"b.cu", 3, 1};
  EXPECT_EQ(merged({reportOf(finding("a.cuh", 5, 2)), reportOf(Other),
                    reportOf(Declared)})
                .Findings.size(),
            3u);
}

TEST(ReportMerger, ASourceThatIsHalfReadLeavesNoFixOfItsHeadersSafe) {
  Finding Broken = finding("a.cuh", 5, 1);
  Broken.IsHalfRead = true;
  EXPECT_TRUE(merged({reportOf(finding("a.cuh", 5, 2)), reportOf(Broken)})
                  .Findings[0]
                  .IsHalfRead);
}

TEST(ReportMerger, DropsAccessesThatAnotherSourceSaidButNoneOfItsOwn) {
  Access A;
  A.Span = span("a.cuh", 5);
  A.Kernel = "k()";
  Report First, Second;
  First.Accesses = {A, A};
  Second.Accesses = {A};
  Second.Accesses[0].Block = {32, 1, 1};
  Second.Accesses.push_back(A);
  EXPECT_EQ(merged({First, Second}).Accesses.size(), 3u);
}

static Report silencedIn(Finding F, Silence By) {
  Report R = reportOf(std::move(F));
  silence(R, By, [](const Finding &) { return true; });
  (By == Silence::Comment ? R.Totals.Suppressed : R.Totals.BelowThreshold) = 1;
  return R;
}

TEST(ReportMerger, CountsOnceWhatIsSilencedInAHeader) {
  Finding F = finding("a.cuh", 5, 2);
  Report R =
      merged({silencedIn(F, Silence::Comment), silencedIn(F, Silence::Comment),
              silencedIn(finding("a.cuh", 6, 2), Silence::Threshold)});
  EXPECT_EQ(R.Silenced.size(), 2u);
  EXPECT_EQ(R.Totals.Suppressed, 1u);
  EXPECT_EQ(R.Totals.BelowThreshold, 1u);
}

TEST(ReportMerger, ShowsWhatIsLargeEnoughInOneSource) {
  Report Small = silencedIn(finding("a.cuh", 5, 2), Silence::Threshold);
  Report Large = reportOf(finding("a.cuh", 5, 8));
  for (const auto &Parts :
       {std::vector{Small, Large}, std::vector{Large, Small}}) {
    Report R = merged(Parts);
    EXPECT_EQ(R.Findings.size(), 1u);
    EXPECT_TRUE(R.Silenced.empty());
    EXPECT_EQ(R.Totals.BelowThreshold, 0u);
  }
}

//===----------------------------------------------------------------------===//
// Notes and gaps.
//===----------------------------------------------------------------------===//

static Note otherLaunch(const char *File, unsigned Threads, double Wavefronts) {
  return {span(File, 20),
          note::OtherLaunch{{Threads, 1, 1}, Wavefronts, /*Ideal=*/1}};
}

/// The threads of the blocks that other launches have, in the order of notes.
static std::vector<unsigned> otherBlocks(const Finding &F) {
  std::vector<unsigned> Threads;
  for (const Note &N : F.Notes)
    if (const auto *Launch = N.getAs<note::OtherLaunch>())
      Threads.push_back(Launch->Block[0]);
  return Threads;
}

TEST(ReportMerger, TakesOverOtherLaunchesAndNoOtherNotes) {
  Finding Here = finding("a.cuh", 5, 4), There = finding("a.cuh", 5, 2);
  Here.Notes = {{span("a.cuh", 5), note::Why{EqualSteps{128}}},
                {span("a.cu", 9), note::Launch{{64, 1, 1}, std::nullopt, {}}},
                otherLaunch("a.cu", 32, 2)};
  There.Notes = {{span("a.cuh", 5), note::Why{EqualSteps{64}}},
                 {span("b.cu", 9), note::Launch{{96, 1, 1}, std::nullopt, {}}},
                 otherLaunch("b.cu", 32, 2),
                 otherLaunch("b.cu", 128, 2)};
  Report R = merged({reportOf(Here), reportOf(There)});
  ASSERT_EQ(R.Findings.size(), 1u);
  EXPECT_EQ(R.Findings[0].Notes.size(), 4u);
  EXPECT_EQ(noteText(R.Findings[0].Notes[0]),
            "adjacent lanes are 32 words apart, so they all fall in one bank");
  EXPECT_EQ(R.Findings[0].Notes[1].getAs<note::Launch>()->Block[0], 64u);
  EXPECT_EQ(otherBlocks(R.Findings[0]), (std::vector<unsigned>{32, 128}));
}

TEST(ReportMerger, KeepsLaunchesOfOneBlockApartWhereTheirCostsRead) {
  Finding Here = finding("a.cuh", 5, 4), There = finding("a.cuh", 5, 2);
  Here.Notes = {otherLaunch("a.cu", 32, 2)};
  // Summed up in another order; shown as one more.
  There.Notes = {otherLaunch("b.cu", 32, 2 + 1e-12),
                 otherLaunch("b.cu", 32, 2.001)};
  EXPECT_EQ(otherBlocks(merged({reportOf(Here), reportOf(There)}).Findings[0]),
            (std::vector<unsigned>{32, 32}));
}

TEST(ReportMerger, SaysAGapOnceForEachKindAndName) {
  auto ReportWith = [](GapKind Kind, const char *Name) {
    Report R;
    R.Gaps.push_back({Kind, span("a.cuh", 5), Name});
    return R;
  };
  Report R = merged({ReportWith(GapKind::UnusedTemplate, "scan"),
                     ReportWith(GapKind::UnusedTemplate, "scan"),
                     ReportWith(GapKind::UncalledFunction, "scan"),
                     ReportWith(GapKind::UnusedTemplate, "sum")});
  ASSERT_EQ(R.Gaps.size(), 3u);
  EXPECT_EQ(R.Gaps[1].Kind, GapKind::UncalledFunction);
  EXPECT_EQ(R.Gaps[2].Name, "sum");
}

// Another source may have a library launch others beside the first.
TEST(ReportMerger, SaysAGapOfALibraryOnceForEachNumberOfKernels) {
  auto ReportWith = [](unsigned KernelCount) {
    Report R;
    R.Gaps.push_back({GapKind::LibraryKernels, span("a.cuh", 5), "Reduce"});
    R.Gaps[0].KernelCount = KernelCount;
    return R;
  };
  Report R = merged({ReportWith(1), ReportWith(3), ReportWith(1)});
  ASSERT_EQ(R.Gaps.size(), 2u);
  EXPECT_EQ(R.Gaps[1].KernelCount, 3u);
}

//===----------------------------------------------------------------------===//
// Fixes of text that several sources compile.
//===----------------------------------------------------------------------===//

/// A source that reads itself and "a.cuh".
static CompiledText textOf(const char *Source) {
  CompiledText Text;
  Text.Source = Source;
  Text.IsKnown = true;
  Text.Files = {{Source, {}}, {"a.cuh", {}}};
  return Text;
}

static Report reading(CompiledText Text) {
  Report R;
  R.Texts.push_back(std::move(Text));
  return R;
}

/// A source with a finding in "a.cuh", and what it proposes.
static Report proposing(const char *Source, Finding F) {
  Report R = reading(textOf(Source));
  for (const Fix &X : F.Fixes)
    R.Texts[0].Proposed.push_back({X.Edits, X.Symbols, X.IsSafe, X.IsHalfRead, X.Kernels});
  R.Findings.push_back(std::move(F));
  return R;
}

/// The kinds of obstacles that notes name.
static std::vector<ObstacleKind> refusals(const Finding &F) {
  std::vector<ObstacleKind> Kinds;
  for (const Note &N : F.Notes)
    if (const auto *Refused = N.getAs<note::NoFix>())
      Kinds.push_back(Refused->What.Kind);
  return Kinds;
}

static const std::vector<ObstacleKind> UsedElsewhere = {
    ObstacleKind::UsedByOtherSource};

TEST(ReportMerger, KeepsAFixThatAllSourcesPropose) {
  Finding F = finding("a.cuh", 5, 2);
  Report R = merged({proposing("a.cu", F), proposing("b.cu", F)});
  ASSERT_EQ(R.Findings[0].Fixes.size(), 1u);
  EXPECT_TRUE(R.Findings[0].Fixes[0].IsSafe);
  EXPECT_FALSE(R.Findings[0].Fixes[0].IsDisputed);
  EXPECT_TRUE(refusals(R.Findings[0]).empty());
}

TEST(ReportMerger, RefusesAFixOfTextThatAnotherSourceCompilesWithoutIt) {
  Finding F = finding("a.cuh", 5, 2), Other = F, Bare = finding("a.cuh", 5, 1);
  Other.Fixes[0].Edits[0].Text = " + 4";
  Bare.Fixes.clear();
  for (const Report &Second :
       {proposing("b.cu", Other), proposing("b.cu", Bare),
        reading(textOf("b.cu"))}) {
    Report R = merged({proposing("a.cu", F), Second});
    EXPECT_TRUE(R.Findings[0].Fixes.empty());
    EXPECT_EQ(refusals(R.Findings[0]), UsedElsewhere);
    EXPECT_TRUE(
        merged({Second, proposing("a.cu", F)}).Findings[0].Fixes.empty());
  }
}

TEST(ReportMerger, RefusesUnsafeFixesOfSuchTextAsWell) {
  Finding F = finding("a.cuh", 5, 2);
  F.Fixes[0].IsSafe = false;
  Report R = merged({proposing("a.cu", F), reading(textOf("b.cu"))});
  EXPECT_TRUE(R.Findings[0].Fixes.empty());
  EXPECT_EQ(refusals(R.Findings[0]), UsedElsewhere);
}

TEST(ReportMerger, KeepsAFixWhereTheOtherSourceUsesNothingOfTheText) {
  Finding F = finding("a.cuh", 5, 2); // edits at 10
  CompiledText Reads = textOf("b.cu");
  Reads.Files[1].Unused = {{0, 4}, {8, 11}};
  EXPECT_EQ(
      merged({proposing("a.cu", F), reading(Reads)}).Findings[0].Fixes.size(),
      1u);
  Reads.Files[1].Unused = {{0, 10}, {11, 20}};
  EXPECT_TRUE(
      merged({proposing("a.cu", F), reading(Reads)}).Findings[0].Fixes.empty());
  // With errors nobody knows what it uses.
  Reads.Files[1].Unused = {{8, 11}};
  Reads.HasErrors = true;
  EXPECT_TRUE(
      merged({proposing("a.cu", F), reading(Reads)}).Findings[0].Fixes.empty());
  Reads.Files.pop_back();
  EXPECT_FALSE(
      merged({proposing("a.cu", F), reading(Reads)}).Findings[0].Fixes.empty());
}

TEST(ReportMerger, AFixThatIsNotSafeForAllIsDisputed) {
  Finding F = finding("a.cuh", 5, 2), Unsafe = F;
  Unsafe.Fixes[0].IsSafe = false;
  Report R = merged({proposing("a.cu", F), proposing("b.cu", Unsafe)});
  ASSERT_EQ(R.Findings[0].Fixes.size(), 1u);
  EXPECT_FALSE(R.Findings[0].Fixes[0].IsSafe);
  EXPECT_TRUE(R.Findings[0].Fixes[0].IsDisputed);
  // One that was not safe to begin with is not.
  R = merged({proposing("a.cu", Unsafe), proposing("b.cu", F)});
  ASSERT_EQ(R.Findings[0].Fixes.size(), 1u);
  EXPECT_FALSE(R.Findings[0].Fixes[0].IsSafe);
  EXPECT_FALSE(R.Findings[0].Fixes[0].IsDisputed);
}

/// A finding whose fix edits the header and the source.
static Finding withOwnEdit(const char *Source, const char *Text = " + 32") {
  Finding F = finding("a.cuh", 5, 2);
  F.Fixes[0].Edits.push_back({Source, 40, 0, Text});
  return F;
}

TEST(ReportMerger, MakesOneFixOfEditsThatBelongTogether) {
  Report A = proposing("a.cu", withOwnEdit("a.cu")),
         B = proposing("b.cu", withOwnEdit("b.cu"));
  Report R = merged({A, B});
  ASSERT_EQ(R.Findings[0].Fixes.size(), 1u);
  EXPECT_TRUE(R.Findings[0].Fixes[0].IsSafe);
  EXPECT_EQ(R.Findings[0].Fixes[0].Edits.size(), 3u);
  // As often as reports are merged.
  R = merged({R, reading(textOf("c.cu"))});
  EXPECT_TRUE(R.Findings[0].Fixes.empty());
  // All or none of them.
  R = merged({A, B, reading(textOf("c.cu"))});
  EXPECT_TRUE(R.Findings[0].Fixes.empty());
  EXPECT_EQ(refusals(R.Findings[0]), UsedElsewhere);
}

TEST(ReportMerger, RefusesWhatAnotherSourceWouldEditBesideItInItsOwnText) {
  // The second source would edit a place of the header that the first one
  // compiles and leaves.
  Finding More = finding("a.cuh", 5, 2);
  More.Fixes[0].Edits.push_back({"a.cuh", 90, 0, " + 1"});
  Report R = merged(
      {proposing("a.cu", finding("a.cuh", 5, 2)), proposing("b.cu", More)});
  EXPECT_TRUE(R.Findings[0].Fixes.empty());
  EXPECT_EQ(refusals(R.Findings[0]), UsedElsewhere);
}

TEST(ReportMerger, RefusesAFixOfAFunctionThatAnotherSourceCalls) {
  Finding F = finding("a.cu", 5, 2);
  F.Fixes[0].Symbols = {"_Z1kPf"};
  CompiledText Calls = textOf("b.cu");
  Calls.Undefined = {"_Z1kPd"};
  EXPECT_EQ(
      merged({proposing("a.cu", F), reading(Calls)}).Findings[0].Fixes.size(),
      1u);
  Calls.Undefined.push_back("_Z1kPf");
  Report R = merged({proposing("a.cu", F), reading(Calls)});
  EXPECT_TRUE(R.Findings[0].Fixes.empty());
  EXPECT_EQ(refusals(R.Findings[0]),
            std::vector{ObstacleKind::CalledByOtherSource});
}

TEST(ReportMerger, RefusesEditsOfHeadersBesideASourceThatIsNotKnown) {
  CompiledText Failed;
  Failed.Source = "b.cu";
  Report R =
      merged({proposing("a.cu", finding("a.cuh", 5, 2)), reading(Failed)});
  EXPECT_TRUE(R.Findings[0].Fixes.empty());
  EXPECT_EQ(refusals(R.Findings[0]), std::vector{ObstacleKind::UnknownSource});
  R = merged({proposing("a.cu", finding("a.cu", 5, 2)), reading(Failed)});
  EXPECT_EQ(R.Findings[0].Fixes.size(), 1u);
}

TEST(ReportMerger, LeavesOneSourceAsItIs) {
  Finding F = withOwnEdit("a.cu");
  F.Fixes[0].Symbols = {"_Z1kPf"};
  Report R = merged({proposing("a.cu", F)});
  ASSERT_EQ(R.Findings[0].Fixes.size(), 1u);
  EXPECT_TRUE(R.Findings[0].Fixes[0].IsSafe);
  EXPECT_EQ(R.Findings[0].Fixes[0].Edits.size(), 2u);
}

TEST(ReportMerger, AFixMakesTheKernelsOfAllSourcesLarger) {
  auto With = [](std::vector<KernelGrowth> Kernels) {
    Finding F = finding("a.cuh", 5, 2);
    F.Fixes[0].Kernels = std::move(Kernels);
    return F;
  };
  KernelGrowth K{"k()", {"a.cuh", 1, 1}, 10, 1000},
      L{"l()", {"b.cu", 1, 1}, 20, 2000};
  std::vector<KernelGrowth> Merged =
      merged({proposing("a.cu", With({K})), proposing("b.cu", With({L, K}))})
          .Findings[0]
          .Fixes[0]
          .Kernels;
  ASSERT_EQ(Merged.size(), 2u);
  EXPECT_EQ(Merged[1].Kernel, "l()");
  EXPECT_EQ(Merged[1].ExtraBytes, 20);
}

/// A report of one statement that is lost in a header.
static Report lostIn(std::vector<std::string> Headers, const char *Kernel,
                     bool IsError) {
  Report R;
  NotAnalysed &Gap = R.Gaps.emplace_back();
  Gap.Kind = GapKind::LostCode;
  Gap.Span.Begin = {"common.cuh", 3, 1};
  Gap.IsError = IsError;
  Gap.Headers = std::move(Headers);
  Gap.Kernels = {Kernel};
  return R;
}

TEST(MergedGaps, JoinWhatSourcesSayOfOneStatement) {
  ReportMerger Merger;
  Merger.add(lostIn({"a.h"}, "second", false));
  Merger.add(lostIn({"b.h"}, "first", true));
  const Report Whole = Merger.take();
  ASSERT_EQ(Whole.Gaps.size(), 1u);
  EXPECT_TRUE(Whole.Gaps[0].IsError);
  EXPECT_EQ(Whole.Gaps[0].Headers, (std::vector<std::string>{"a.h", "b.h"}));
  EXPECT_EQ(Whole.Gaps[0].Kernels,
            (std::vector<std::string>{"first", "second"}));
}

TEST(MergedGaps, HaveNoHeaderForACauseWhereASourceMissesNone) {
  ReportMerger Merger;
  Merger.add(lostIn({"a.h"}, "k", false));
  Merger.add(lostIn({}, "k", true));
  const Report Whole = Merger.take();
  ASSERT_EQ(Whole.Gaps.size(), 1u);
  EXPECT_TRUE(Whole.Gaps[0].IsError);
  EXPECT_FALSE(Whole.Gaps[0].isOfHeaders());
}
