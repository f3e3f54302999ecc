//===- ArchiveTest.cpp - Reports kept for later ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Archive.h"
#include "Bank/BankModel.h"
#include "Finding/Wording.h"
#include "llvm/ADT/bit.h"
#include "llvm/BinaryFormat/MsgPackDocument.h"
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

/// An archive with one value exchanged.
class Changed {
public:
  /// `Path` leads to it, by its number in each list.
  Changed(const Report &R, llvm::ArrayRef<size_t> Path)
      : Text(*archiveReport(R)) {
    EXPECT_TRUE(Values.readFromBlob(Text, /*Multi=*/false));
    for (const size_t Which : Path)
      At = &At->getArray()[Which];
  }

  uint64_t value() const { return At->getUInt(); }
  template <typename T> std::optional<Report> with(T Value) {
    *At = Value;
    std::string Written;
    Values.writeToBlob(Written);
    return restoreReport(Written);
  }

private:
  const std::string Text;
  llvm::msgpack::Document Values;
  llvm::msgpack::DocNode *At = &Values.getRoot();
};

TEST(Archive, BringsAReportBackAsItWas) {
  Report R = fullReport();
  std::optional<Report> Back = restoreReport(*archiveReport(R));
  ASSERT_TRUE(Back);
  EXPECT_EQ(archiveReport(*Back), archiveReport(R));
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
          {At, note::OtherInstance{"Pad", "1", "transpose<double, 1>"}},
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
  EXPECT_EQ(archiveReport(*Back), archiveReport(R));
}

TEST(Archive, RefusesAKindOfNoteThatIsNotKnown) {
  Report R;
  R.Findings.push_back(finding("a.cu", 1, 2));
  R.Findings[0].Notes = {{span("a.cu", 1), note::UnnamedMember{}}};
  // Findings, the first, its notes, the first, its content, the kind.
  const size_t Path[] = {1, 0, 3, 0, 1, 0};
  ASSERT_EQ(Changed(R, Path).value(), R.Findings[0].Notes[0].Content.index());
  for (int64_t Number :
       {int64_t(std::variant_size_v<decltype(Note::Content)>), int64_t(-1)})
    EXPECT_FALSE(Changed(R, Path).with(Number)) << Number;
}

TEST(Archive, RefusesToKeepWhatIsNotFinite) {
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
  const size_t Operation[] = {0, 0, 7}; // of the first access
  ASSERT_EQ(Changed(fullReport(), Operation).value(),
            uint64_t(AccessOperation::CpAsync));
  EXPECT_TRUE(
      Changed(fullReport(), Operation).with(int64_t(AccessOperation::Store)));
  for (int64_t Number : {int64_t(AccessOperation::Store) + 1, int64_t(-1)})
    EXPECT_FALSE(Changed(fullReport(), Operation).with(Number)) << Number;
}

TEST(Archive, RefusesWhatIsOfAnotherKind) {
  const size_t Operation[] = {0, 0, 7};
  EXPECT_FALSE(Changed(fullReport(), Operation).with(true));
  EXPECT_FALSE(Changed(fullReport(), Operation).with(2.0));
  EXPECT_FALSE(Changed(fullReport(), {}).with(int64_t(1)));
}

TEST(Archive, RefusesWhatIsNoReport) {
  EXPECT_FALSE(restoreReport(""));
  EXPECT_FALSE(restoreReport("{}"));
  const std::string Whole = *archiveReport(fullReport());
  for (size_t Size = 0; Size != Whole.size(); ++Size)
    EXPECT_FALSE(restoreReport(llvm::StringRef(Whole).take_front(Size)));
  EXPECT_FALSE(restoreReport(Whole + Whole));
  // A list of four thousand million values.
  EXPECT_FALSE(restoreReport("\xdd\xff\xff\xff\xff"));
}

// No report holds such a number, and none could be kept.
TEST(Archive, RefusesNumbersThatAreNotFinite) {
  const size_t Wavefronts[] = {0, 0, 14};
  const double Now = *fullReport().Accesses[0].Wavefronts;
  ASSERT_EQ(Changed(fullReport(), Wavefronts).value(),
            llvm::bit_cast<uint64_t>(Now));
  EXPECT_FALSE(Changed(fullReport(), Wavefronts)
                   .with(llvm::bit_cast<uint64_t>(
                       std::numeric_limits<double>::infinity())));
}
