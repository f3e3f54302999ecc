//===- ReportTest.cpp - Reports merged and kept ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Merge.h"
#include "Report/Archive.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>
#include <limits>

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
  F.Fixes.push_back({"pad",
                     span(File, 1),
                     /*IsSafe=*/true,
                     1.0,
                     128,
                     {{File, 10, 0, " + 1"}}});
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

//===----------------------------------------------------------------------===//
// Merging.
//===----------------------------------------------------------------------===//

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
  for (auto Parts : {std::vector{Small, Large}, std::vector{Large, Small}}) {
    Report R = merged(Parts);
    EXPECT_EQ(R.Findings.size(), 1u);
    EXPECT_TRUE(R.Silenced.empty());
    EXPECT_EQ(R.Totals.BelowThreshold, 0u);
  }
}

//===----------------------------------------------------------------------===//
// Keeping.
//===----------------------------------------------------------------------===//

/// A report with something in every member.
static Report fullReport() {
  Report R = reportOf(finding("a\n\"b\".cu", 7, 4.0 / 3));
  R.Findings[0].Notes.push_back({span("c.cu", 2), "why \t \xc3\xbc"});
  R.Findings[0].IsEditable = false;
  Access A;
  A.Span = span("a.cu", 3);
  A.Wavefronts = 47.0 / 12;
  A.RequestsPerBlock = std::numeric_limits<uint64_t>::max();
  A.Judgement = Verdict::Possible;
  A.Block = {32, 8, 1};
  A.Guard = span("a.cu", 2);
  A.Operation = AccessOperation::CpAsync;
  R.Accesses.push_back(A);
  R.Gaps.push_back({span("a.cu", 9), "kernel 'k'", "no", /*IsError=*/true});
  R.Silenced.push_back(finding("a.cu", 8, 2));
  R.Silenced[0].ExcessPerBlock = 64;
  R.Totals.Suppressed = 3;
  R.Totals.BelowThreshold = 1;
  return R;
}

static std::string textOf(const Report &R) {
  std::string Text;
  llvm::raw_string_ostream(Text) << *archiveReport(R);
  return Text;
}

TEST(Archive, BringsAReportBackAsItWas) {
  Report R = fullReport();
  auto Parsed = llvm::json::parse(textOf(R));
  ASSERT_TRUE(bool(Parsed));
  std::optional<Report> Back = restoreReport(*Parsed);
  ASSERT_TRUE(Back);
  EXPECT_EQ(textOf(*Back), textOf(R));
  EXPECT_EQ(Back->Findings[0].Ways, 4.0 / 3);
  EXPECT_EQ(Back->Findings[0].ExcessPerBlock, std::nullopt);
  EXPECT_EQ(Back->Silenced.size(), 1u);
  EXPECT_EQ(Back->Findings[0].Notes[0].Message, "why \t \xc3\xbc");
  EXPECT_EQ(Back->Findings[0].Operation, AccessOperation::Load);
  EXPECT_EQ(Back->Accesses[0].Operation, AccessOperation::CpAsync);
  EXPECT_EQ(Back->Accesses[0].Wavefronts, 47.0 / 12);
  EXPECT_EQ(Back->Accesses[0].Worst, std::nullopt);
  EXPECT_EQ(*Back->Accesses[0].RequestsPerBlock,
            std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(Back->Accesses[0].Judgement, Verdict::Possible);
}

TEST(Archive, RefusesWhatJsonCannotHold) {
  Report R = fullReport();
  R.Accesses[0].Kernel = "\xff";
  EXPECT_FALSE(archiveReport(R));
  R = fullReport();
  R.Accesses[0].Worst = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(archiveReport(R));
}

TEST(Archive, RefusesNumbersThatNameNoEnumerator) {
  llvm::json::Value Archived = *archiveReport(fullReport());
  llvm::json::Value &Operation =
      (*(*(*Archived.getAsArray())[0].getAsArray())[0].getAsArray())[5];
  ASSERT_EQ(Operation, llvm::json::Value(int(AccessOperation::CpAsync)));
  Operation = int(AccessOperation::Store);
  EXPECT_TRUE(restoreReport(Archived));
  for (int Number : {int(AccessOperation::Store) + 1, -1}) {
    Operation = Number;
    EXPECT_FALSE(restoreReport(Archived)) << Number;
  }
}

TEST(Archive, RefusesWhatIsNoReport) {
  EXPECT_FALSE(restoreReport(llvm::json::Array{}));
  EXPECT_FALSE(restoreReport(llvm::json::Array{1, 2, 3, 4}));
  llvm::json::Value Short = *archiveReport(fullReport());
  Short.getAsArray()->back().getAsArray()->pop_back();
  EXPECT_FALSE(restoreReport(Short));
}
