//===- ArchiveTest.cpp - Reports kept for later ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Archive.h"
#include "Bank/BankModel.h"
#include "Finding/Wording.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <limits>
#include <memory>
#include <set>

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
  X.Kernels = {{"k(int)", {File, 2, 1}, 46080, 1440}, {"l()", {}, 1, 2}};
  X.Symbols = {"_Z1kPf"};
  return F;
}

/// A report with something in every member.
static Report fullReport() {
  Report R;
  R.Totals.Files = 1;
  R.Findings.push_back(finding("a\n\"b\".cu", 7, 4.0 / 3));
  R.Findings[0].Notes.push_back(
      {span("c.cu", 2), note::Probe{"why \t \xc3\xbc"}});
  R.Findings[0].IsHalfRead = true;
  R.Findings[0].Kernels = {"k<1>", "k<2>"};
  R.Findings[0].Others.push_back(finding("a.cu", 12, 2));
  Access A;
  A.Span = span("a.cu", 3);
  A.Wavefronts = 47.0 / 12;
  A.RequestsPerBlock = std::numeric_limits<uint64_t>::max();
  A.Judgement = Verdict::Possible;
  A.Block = {32, 8, 1};
  A.Guard = span("a.cu", 2);
  A.Operation = AccessOperation::CpAsync;
  R.Accesses.push_back(A);
  R.Gaps.push_back({GapKind::BrokenKernel, span("a.cu", 9), "k", "no",
                    /*ErrorAt=*/{"b.cuh", 3, 7}});
  R.Gaps[0].IsError = true;
  R.Silenced.push_back(finding("a.cu", 8, 2));
  R.Silenced[0].ExcessPerBlock = 64;
  R.Texts.push_back({"a.cu",
                     "-DFAST",
                     /*IsKnown=*/true,
                     /*HasErrors=*/true,
                     {{"a.cuh", {{3, 7}, {11, 15}}}},
                     {"_Z1kPf"},
                     {{{{"a.cuh", 10, 2, " + 1"}}, {"_Z1fv"}, true, true, {}}},
                     /*Links=*/{}});
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
  EXPECT_EQ(Back->Findings[0].Kernels.size(), 2u);
  EXPECT_EQ(Back->Findings[0].Others[0].Span.Begin.Line, 12u);
  EXPECT_EQ(Back->Silenced.size(), 1u);
  EXPECT_EQ(Back->Findings[0].Notes[0].getAs<note::Probe>()->Kernel,
            "why \t \xc3\xbc");
  EXPECT_EQ(Back->Gaps[0].Kind, GapKind::BrokenKernel);
  EXPECT_EQ(Back->Gaps[0].ErrorAt.Column, 7u);
  EXPECT_EQ(Back->Findings[0].Operation, AccessOperation::Load);
  EXPECT_EQ(Back->Accesses[0].Operation, AccessOperation::CpAsync);
  EXPECT_EQ(Back->Accesses[0].Wavefronts, 47.0 / 12);
  EXPECT_EQ(Back->Accesses[0].Worst, std::nullopt);
  EXPECT_EQ(*Back->Accesses[0].RequestsPerBlock,
            std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(Back->Accesses[0].Judgement, Verdict::Possible);
  EXPECT_EQ(Back->Findings[0].Fixes[0].Symbols.size(), 1u);
  EXPECT_EQ(Back->Texts[0].Files[0].Unused[1].Begin, 11u);
  EXPECT_EQ(Back->Texts[0].Proposed[0].Edits[0].LengthBytes, 2u);
}

/// A note of each kind, each with fields that are not as they begin.
static std::vector<Note> allNotes() {
  ProposedLayout Rows, Swizzle, Gaps;
  Rows.Change = LongerRows{"s", {"float", 4}, 132, 128, ResidentBlocks{7, 6}};
  Rows.Effect = {4.5, /*HasExcess=*/true, /*RequestRatio=*/2.0};
  Rows.Worsened = {{{"b.cu", 4, 2}, AccessOperation::Store}, 1, 8};
  Rows.HasUnknown = true;
  Swizzle.Change = SwizzledIndices{"s", "s[x ^ y]", /*MultipleBytes=*/128,
                                   /*MayNotFit=*/true};
  Swizzle.Effect.Wavefronts = 1;
  Gaps.Change =
      GappedIndices{"s", "s[i + i / 32 * 4]", 512, ResidentBlocks{3, 2}};
  Request Then;
  Then.BytesPerLane = 16;
  Swizzle.Effect.Example = std::make_shared<const Request>(Then);
  SourceSpan At = span("a.cu", 1);
  SavedReason Deep = {ReasonKind::VaryingIndex, 7};
  Deep.Inner = {{ReasonKind::DeepCall, 3, "f", 40}};
  SavedReason Values = {ReasonKind::SomeValues};
  Values.Values = {{{ReasonKind::Named, 0, "n"}, 32}};
  return {{At, note::Possible{Deep}},
          {At, note::Possible{Values}},
          {At, note::Possible{SomeBlocks{{{32, 1, 1}}, {{8, 8, 2}}}}},
          {At, note::Why{EqualSteps{128}}},
          {At, note::Why{TwoLanes{0, 1, 256}}},
          {At, note::Why{SameWord()}},
          {At, note::Merged{4, 16}},
          {At, note::Inexact{ModelRules(ModelRule::Gvn) | ModelRule::Dse}},
          {At, note::InLibrary{"cute::copy"}},
          {At, note::LayoutSwizzle{"s", "Swizzle<3,3,4>", "Swizzle<3,3,3>"}},
          {At, note::LayoutStrides{"s", "(128,8):(1,132)", "(128,8):(8,1)",
                                   0.52, 128}},
          {At, note::Probe{"k<32>(float *)"}},
          {At, note::Guard{/*IsHalf=*/true}},
          {At, note::Launch{{32, 8, 1},
                            BlockSource{BlockSource::Launch, "a.cu", 9},
                            {"k<1>", "k<2>"}}},
          {At, note::OtherLaunch{{64, 1, 1}, 47.0 / 12, 2}},
          {At, note::Likewise{AccessOperation::Store,
                              "s[x]",
                              2.5,
                              /*IsSteady=*/true,
                              /*IsOfLines=*/true,
                              /*Left=*/3,
                              {"t"},
                              TwoLanes{0, 4, 512}}},
          {At, note::WholeLines{64}},
          {At, note::Reduction{}},
          {At, note::Scan{"s", 8}},
          {At, note::Swizzle{Rows}},
          {At, note::Swizzle{Swizzle}},
          {At, note::SpareMember{"pad", {2, true, {}}, 512}},
          {At, note::UnnamedMember{}},
          {At, note::NoFix{"s", {ObstacleKind::Sizeof, ""}, {}}},
          {At, note::CutSearch{"s"}},
          {At, note::NoFix{"s",
                           {ObstacleKind::OpaqueCallee, "f"},
                           note::RowAdvice{128, 132, {"int", 4}, false}}}};
}

TEST(Archive, BringsBackEachKindOfNoteAsItReads) {
  Report R;
  R.Findings.push_back(finding("a.cu", 1, 2));
  R.Findings[0].Notes = allNotes();
  std::set<size_t> Kinds;
  for (const Note &N : allNotes())
    Kinds.insert(N.Content.index());
  ASSERT_EQ(Kinds.size(), std::variant_size_v<decltype(Note::Content)>);

  std::optional<Report> Back = restoreReport(*archiveReport(R));
  ASSERT_TRUE(Back);
  const std::vector<Note> &Notes = Back->Findings[0].Notes;
  ASSERT_EQ(Notes.size(), allNotes().size());
  for (size_t I = 0; I != Notes.size(); ++I) {
    EXPECT_EQ(Notes[I].Content.index(), allNotes()[I].Content.index()) << I;
    EXPECT_EQ(noteText(Notes[I]), noteText(allNotes()[I]));
  }
  EXPECT_EQ(textOf(*Back), textOf(R));
}

TEST(Archive, RefusesAKindOfNoteThatIsNotKnown) {
  Report R;
  R.Findings.push_back(finding("a.cu", 1, 2));
  R.Findings[0].Notes = {{span("a.cu", 1), note::UnnamedMember{}}};
  llvm::json::Value Archived = *archiveReport(R);
  // Findings, the first, its notes, the first, its content, the kind.
  llvm::json::Value *Kind = &Archived;
  for (size_t Which : {1, 0, 3, 0, 1, 0})
    Kind = &(*Kind->getAsArray())[Which];
  ASSERT_EQ(*Kind, llvm::json::Value(R.Findings[0].Notes[0].Content.index()));
  for (int64_t Number :
       {int64_t(std::variant_size_v<decltype(Note::Content)>), int64_t(-1)}) {
    *Kind = Number;
    EXPECT_FALSE(restoreReport(Archived)) << Number;
  }
}

TEST(Archive, RefusesWhatJsonCannotHold) {
  Report R = fullReport();
  R.Accesses[0].Worst = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(archiveReport(R));
}

TEST(Archive, KeepsNamesOfAnyBytes) {
  Report R = fullReport();
  R.Accesses[0].Kernel = "a\xff\"\n";
  std::optional<Report> Restored = restoreReport(*archiveReport(R));
  ASSERT_TRUE(Restored);
  EXPECT_EQ(Restored->Accesses[0].Kernel, R.Accesses[0].Kernel);
}

TEST(Archive, RefusesNumbersThatNameNoEnumerator) {
  llvm::json::Value Archived = *archiveReport(fullReport());
  llvm::json::Value &Operation =
      (*(*(*Archived.getAsArray())[0].getAsArray())[0].getAsArray())[6];
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

// What a file says as 1e999; no report holds it, and none could be kept.
TEST(Archive, RefusesNumbersThatAreNotFinite) {
  llvm::json::Value Archived = *archiveReport(fullReport());
  llvm::json::Value &Wavefronts =
      (*(*(*Archived.getAsArray())[0].getAsArray())[0].getAsArray())[13];
  ASSERT_EQ(Wavefronts, llvm::json::Value(fullReport().Accesses[0].Wavefronts));
  Wavefronts = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(restoreReport(Archived));
}
