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

TEST(ReportMerger, AFixIsSafeOnlyIfAllSourcesSaySo) {
  EXPECT_TRUE(merged({reportOf(finding("a.cuh", 5, 2)),
                      reportOf(finding("a.cuh", 5, 2))})
                  .Findings[0]
                  .Fixes[0]
                  .IsSafe);
  Finding Other = finding("a.cuh", 5, 2);
  Other.Fixes[0].Edits[0].Text = " + 4";
  EXPECT_FALSE(merged({reportOf(finding("a.cuh", 5, 2)), reportOf(Other)})
                   .Findings[0]
                   .Fixes[0]
                   .IsSafe);
  Other.Fixes.clear();
  EXPECT_FALSE(merged({reportOf(finding("a.cuh", 5, 2)), reportOf(Other)})
                   .Findings[0]
                   .Fixes[0]
                   .IsSafe);
}

TEST(ReportMerger, AFixIsNotSafeForASourceThatUsesTheArrayAndHasNoFinding) {
  Finding F = finding("a.cuh", 5, 2);
  F.Declared = {"a.cuh", 3, 20};
  Report Uses, Elsewhere;
  Uses.Accesses.emplace_back();
  Uses.Accesses[0].Declared = F.Declared;
  Elsewhere.Accesses.emplace_back();
  Elsewhere.Accesses[0].Declared = {"b.cuh", 3, 20};
  EXPECT_TRUE(merged({reportOf(F), Elsewhere}).Findings[0].Fixes[0].IsSafe);
  EXPECT_FALSE(merged({reportOf(F), Uses}).Findings[0].Fixes[0].IsSafe);
  EXPECT_FALSE(merged({Uses, reportOf(F)}).Findings[0].Fixes[0].IsSafe);
}

TEST(ReportMerger, ASourceWithErrorsKeepsItsHeadersFromBeingEdited) {
  Finding Broken = finding("a.cuh", 5, 1);
  Broken.IsEditable = false;
  EXPECT_FALSE(merged({reportOf(finding("a.cuh", 5, 2)), reportOf(Broken)})
                   .Findings[0]
                   .IsEditable);
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
                {span("a.cu", 9), note::Launch{{64, 1, 1}, std::nullopt}},
                otherLaunch("a.cu", 32, 2)};
  There.Notes = {{span("a.cuh", 5), note::Why{EqualSteps{64}}},
                 {span("b.cu", 9), note::Launch{{96, 1, 1}, std::nullopt}},
                 otherLaunch("b.cu", 32, 2),
                 otherLaunch("b.cu", 128, 2)};
  Report R = merged({reportOf(Here), reportOf(There)});
  ASSERT_EQ(R.Findings.size(), 1u);
  EXPECT_EQ(R.Findings[0].Notes.size(), 4u);
  EXPECT_EQ(noteText(R.Findings[0].Notes[0]),
            "neighbouring lanes are 32 words apart, back in the same bank");
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

TEST(ReportMerger, AFixThatIsNotSafeForAllIsDisputed) {
  Finding Bare = finding("a.cuh", 5, 2);
  Bare.Fixes.clear();
  EXPECT_FALSE(merged({reportOf(finding("a.cuh", 5, 2))})
                   .Findings[0]
                   .Fixes[0]
                   .IsDisputed);
  EXPECT_TRUE(merged({reportOf(finding("a.cuh", 5, 2)), reportOf(Bare)})
                  .Findings[0]
                  .Fixes[0]
                  .IsDisputed);
  // One that was not safe to begin with is not.
  Finding Unsafe = finding("a.cuh", 5, 2);
  Unsafe.Fixes[0].IsSafe = false;
  EXPECT_FALSE(merged({reportOf(Unsafe), reportOf(Bare)})
                   .Findings[0]
                   .Fixes[0]
                   .IsDisputed);
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

TEST(ReportMerger, AFixMakesTheKernelsOfAllSourcesLarger) {
  auto With = [](std::vector<KernelGrowth> Kernels, const char *Text = " + 1") {
    Finding F = finding("a.cuh", 5, 2);
    F.Declared = {"a.cuh", 3, 3};
    F.Fixes[0].Kernels = std::move(Kernels);
    F.Fixes[0].Edits[0].Text = Text;
    return F;
  };
  KernelGrowth K{"k()", {"a.cuh", 1, 1}, 1000, 10},
      L{"l()", {"b.cu", 1, 1}, 2000, 20}, M{"m()", {"c.cu", 1, 1}, 1, 1};
  Report Silenced;
  Silenced.Silenced.push_back(With({M, K}));
  std::vector<KernelGrowth> Merged =
      merged({reportOf(With({K})), reportOf(With({L})), Silenced})
          .Findings[0]
          .Fixes[0]
          .Kernels;
  ASSERT_EQ(Merged.size(), 3u);
  EXPECT_EQ(Merged[1].Kernel, "l()");
  EXPECT_EQ(Merged[1].ExtraBytes, 20);
  // Those of another fix are not its own.
  EXPECT_EQ(merged({reportOf(With({K})), reportOf(With({L}, " + 4"))})
                .Findings[0]
                .Fixes[0]
                .Kernels.size(),
            1u);
}
