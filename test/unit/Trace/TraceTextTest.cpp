//===- TraceTextTest.cpp - Traces as text, and back -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/TraceText.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

template <typename T> std::string str(const T &Printed) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Printed.print(OS);
  return Text;
}

std::unique_ptr<TextTraces> read(const std::string &Text) {
  llvm::Expected<std::unique_ptr<TextTraces>> Read = readTraces(Text);
  if (!Read) {
    ADD_FAILURE() << toString(Read.takeError());
    return std::make_unique<TextTraces>();
  }
  return std::move(*Read);
}

std::string mistakeIn(const std::string &Text) {
  llvm::Expected<std::unique_ptr<TextTraces>> Read = readTraces(Text);
  return Read ? "" : toString(Read.takeError());
}

/// The lines come out as they went in, and are given as they were read.
std::unique_ptr<TextTraces> expectKept(const std::string &Text) {
  std::unique_ptr<TextTraces> Read = read(Text);
  EXPECT_EQ(str(Read->Kernel), Text);
  return Read;
}

/// Likewise, of lines of one group.
std::unique_ptr<TextTraces> expectGroupKept(const std::string &Lines) {
  return expectKept("threads 1 1 1\n"
                    "array s: static, 4096 bytes at 0, extents 32 32, strides "
                    "128 4\n"
                    "group\n" +
                    Lines);
}

//===----------------------------------------------------------------------===//
// What traces refer to
//===----------------------------------------------------------------------===//

TEST(TraceTextTest, ReadsTheExampleOfItsHeader) {
  expectKept("threads 32 4 1\n"
             "array s: static, 4096 bytes at 0, align 4, extents 32 32, "
             "strides 128 4\n"
             "site 1: \"k.cu\" 4:3-4:6\n"
             "site 2: \"k.cu\" 5:12-5:29, in \"kernel\", text "
             "\"s[threadIdx.x][k]\"\n"
             "site 3: \"k.cu\" 4:21-4:22\n"
             "site 4: \"k.cu\" 4:19-4:24, text \"k<n\"\n"
             "group\n"
             "symbol w1: WarpThreadIndex \"y\", warp shift, 0..3\n"
             "symbol k1: LoopCounter, visited, 0..\n"
             "warps 4: w1 = 0 1 .. 3\n"
             "unroll block 1: loop at k.cu:4:3, run 2, 4 iterations, counter "
             "k1, arm 1, unknown remainder\n"
             "0: load 4 bytes s[lane][k1], at k.cu:5:12, whole, guard "
             "k.cu:4:21, repeated, block 2, arm 1, outer arms 0, unroll block "
             "1\n"
             "loop: condition k.cu:4:19, records 0 to 1\n");
}

TEST(TraceTextTest, ArraysPrintWhatTheirDeclarationSays) {
  auto Read = expectKept(
      "threads 32 4 2\n"
      "array s: static, 4096 bytes at 0, align 4, extents 32 32, strides 128 "
      "4\n"
      "array s#1: static, 64 bytes at 4096, align 16, class elements, escapes, "
      "swizzled, open placement, replaced\n"
      "array buffer: dynamic, at 4160, align 8, declaration 7\n");
  EXPECT_EQ(Read->Kernel.Block, (std::array<unsigned, 3>{32, 4, 2}));
  llvm::ArrayRef<const SharedArray *> Arrays = Read->Arrays.arrays();
  ASSERT_EQ(Arrays.size(), 3u);
  EXPECT_EQ(Arrays[0]->Name, "s");
  EXPECT_EQ(Arrays[0]->DeclarationId, 1u);
  EXPECT_EQ(Arrays[0]->SizeBytes, 4096);
  EXPECT_EQ(Arrays[0]->Extents, llvm::ArrayRef<int64_t>({32, 32}));
  EXPECT_EQ(Arrays[0]->StrideBytes, llvm::ArrayRef<int64_t>({128, 4}));
  EXPECT_EQ(Arrays[1]->Name, "s");
  EXPECT_EQ(Arrays[1]->PlacementBytes, 4096);
  EXPECT_EQ(Arrays[1]->DeclaredAlignment, 16);
  EXPECT_TRUE(Arrays[1]->HasClassElements && Arrays[1]->Escapes &&
              Arrays[1]->IsSwizzled && Arrays[1]->HasOpenPlacement &&
              Arrays[1]->IsReplaced);
  EXPECT_FALSE(Arrays[0]->HasOpenPlacement);
  EXPECT_TRUE(Arrays[2]->IsDynamic);
  EXPECT_EQ(Arrays[2]->DeclarationId, 7u);
  // The dynamic array has no size of its own.
  EXPECT_EQ(Read->Arrays.staticBytes(), 4160);
}

TEST(TraceTextTest, ViewsHaveNoDeclarationAndMayHaveNoName) {
  auto Read = expectKept("threads 1 1 1\n"
                         "array array#1: \"all of it\", view\n"
                         "array array#2: \"\", view, dynamic\n"
                         "array array#3: \"a\" or \"b\", view\n"
                         "group\n"
                         "0: load 4 bytes array#1 + (4 * lane)\n"
                         "1: load 4 bytes array#2\n"
                         "2: load 4 bytes array#3\n");
  EXPECT_EQ(Read->trace().Records[2].Where->Array->OtherNames,
            llvm::ArrayRef<llvm::StringRef>("b"));
  EXPECT_TRUE(Read->Arrays.arrays().empty());
  const SharedArray &View = *Read->trace().Records[0].Where->Array;
  EXPECT_EQ(View.Name, "all of it");
  EXPECT_FALSE(View.isDeclared());
}

TEST(TraceTextTest, SitesGoByTheirPlace) {
  auto Read = expectKept(
      "threads 1 1 1\n"
      "array s: static\n"
      "site 2: \"src/k.cu\" 14:10-14:17, in \"ns::kernel\", text \"s[\\22]\"\n"
      "site 5: \"src/k.cu\" 14:10\n"
      "site 6: \"a file.cu\" 1:2\n"
      "group\n"
      "0: load 4 bytes s, at k.cu:14:10\n"
      "1: load 4 bytes s, at k.cu:14:10#1\n"
      "2: load 4 bytes s, at #6\n");
  const Trace &T = Read->trace();
  EXPECT_EQ(T.Records[0].Site, 2u);
  EXPECT_EQ(T.Records[1].Site, 5u);
  EXPECT_EQ(T.Records[2].Site, 6u);
  const Site &First = Read->Sites[2];
  EXPECT_EQ(First.Span.Begin, (SourcePoint{"src/k.cu", 14, 10}));
  EXPECT_EQ(First.Span.EndColumn, 17u);
  EXPECT_EQ(First.Function, "ns::kernel");
  EXPECT_EQ(First.Text, "s[\"]");
}

TEST(TraceTextTest, WithoutATableSitesGoByTheirNumbers) {
  auto Read = expectGroupKept("0: load 4 bytes s, at #3\n");
  EXPECT_EQ(Read->Kernel.Sites, nullptr);
  EXPECT_EQ(Read->trace().Records[0].Site, 3u);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

TEST(TraceTextTest, UsualFieldsAreNotPrinted) {
  auto Read = expectGroupKept("0: load 4 bytes s[lane][0]\n");
  const AccessRecord &R = Read->trace().Records[0];
  EXPECT_EQ(R.Operation, AccessOperation::Load);
  EXPECT_EQ(R.Kind, RequestKind::Load);
  EXPECT_EQ(R.BytesPerLane, 4u);
  EXPECT_EQ(R.ElementBytes, 4u);
  EXPECT_EQ(R.Active, AllLanes);
  EXPECT_EQ(R.Confidence, Certainty::Exact);
  EXPECT_EQ(R.Share, 1);
  EXPECT_EQ(R.Where->Index.size(), 2u);
  EXPECT_EQ(R.Where->Index[0].constant()[31], 31);
}

TEST(TraceTextTest, EveryOperationAndKindIsNamed) {
  auto Read =
      expectGroupKept("0: load 8 bytes s, as generic load\n"
                      "1: store 1 bytes s\n"
                      "2: atomic 4 bytes s\n"
                      "3: atomic 8 bytes s, as cas\n"
                      "4: atomic 4 bytes s, as increment\n"
                      "5: ldmatrix 16 bytes s, elements of 2, matrices 4\n"
                      "6: stmatrix 16 bytes s, elements of 2, matrices 1\n"
                      "7: cp.async 4 bytes s\n"
                      "8: cp.async 16 bytes s, as cp.async bypass\n"
                      "9: store 4 bytes s, as atomic\n");
  const std::vector<AccessRecord> &R = Read->trace().Records;
  EXPECT_EQ(R[0].Kind, RequestKind::GenericLoad);
  EXPECT_EQ(R[1].Operation, AccessOperation::Store);
  EXPECT_EQ(R[1].ElementBytes, 1u);
  EXPECT_EQ(R[2].Kind, RequestKind::Atomic);
  EXPECT_EQ(R[3].Kind, RequestKind::AtomicCas);
  EXPECT_EQ(R[4].Kind, RequestKind::AtomicIncrement);
  EXPECT_EQ(R[5].Kind, RequestKind::LdMatrix);
  EXPECT_EQ(R[5].Matrices, 4u);
  EXPECT_EQ(R[6].Kind, RequestKind::StMatrix);
  EXPECT_EQ(R[7].Kind, RequestKind::CpAsync);
  EXPECT_EQ(R[8].Kind, RequestKind::CpAsyncBypass);
  EXPECT_EQ(R[9].Operation, AccessOperation::Store);
  EXPECT_EQ(R[9].Kind, RequestKind::Atomic);
}

TEST(TraceTextTest, CopiesSayWhereTheyRead) {
  auto Read = expectGroupKept(
      "symbol n\n"
      "0: cp.async 16 bytes s, as cp.async bypass, from 16 * lane + 4 * n\n"
      "1: cp.async 4 bytes s, zero fill\n"
      "2: cp.async 4 bytes s, from 0\n");
  const std::vector<AccessRecord> &R = Read->trace().Records;
  ASSERT_NE(R[0].From, nullptr);
  EXPECT_EQ(R[0].From->constant()[3], 48);
  EXPECT_EQ(R[0].From->terms().size(), 1u);
  EXPECT_EQ(R[0].ZeroFilled, 0u);
  EXPECT_EQ(R[1].From, nullptr);
  EXPECT_EQ(R[1].ZeroFilled, AllLanes);
  ASSERT_NE(R[2].From, nullptr);
  EXPECT_TRUE(R[2].From->isNumber(0));
  // A copy of the trace holds none of its parts.
  Trace Copy = compact(Read->trace());
  EXPECT_NE(Copy.Records[0].From, R[0].From);
  EXPECT_EQ(Copy.Records[0].From->constant()[3], 48);
}

TEST(TraceTextTest, PlacesAreSubscriptsAndBytes) {
  auto Read =
      expectGroupKept("symbol n: launch\n"
                      "varying v1: LoadedFromMemory, 0..31\n"
                      "0: load 4 bytes s[lane][2 * lane + 1] + (4 * lane + 8)\n"
                      "1: load 4 bytes s[v1][0] + (launch(4 * n))\n"
                      "2: load 4 bytes ?, reason UnmeasuredInstruction \"a "
                      "\\22quote\\22\" line 7\n");
  const Trace &T = Read->trace();
  EXPECT_EQ(T.Records[0].Where->WithinBytes.constant()[1], 12);
  EXPECT_TRUE(T.Records[1].Where->Index[0].isVarying());
  EXPECT_EQ(T.Records[1].Where->WithinBytes.launchTerms().size(), 1u);
  EXPECT_EQ(T.Records[2].Where, nullptr);
  EXPECT_EQ(T.Records[2].Why.fields().Name, "a \"quote\"");
  EXPECT_EQ(T.Records[2].Why.line(), 7u);
}

TEST(TraceTextTest, LanesAndCertaintyArePrintedWhereTheyAreUnusual) {
  auto Read = expectGroupKept(
      "symbol k1: LoopCounter, visited, 0..3\n"
      "0: load 4 bytes s, lanes 0000ffff, whole\n"
      "1: load 4 bytes s, lanes 00000001, guarded, when ((lane - k1) < 0), "
      "guard #4\n"
      "2: load 4 bytes s, even\n"
      "3: load 4 bytes s, data\n"
      "4: load 4 bytes s, lanes 00000000\n");
  const Trace &T = Read->trace();
  EXPECT_EQ(T.Records[0].Active, 0xffffu);
  EXPECT_EQ(T.Records[0].Confidence, Certainty::Whole);
  EXPECT_EQ(T.Records[1].Confidence, Certainty::Guarded);
  EXPECT_EQ(T.Records[1].Guard, 4u);
  ASSERT_NE(T.Records[1].Condition, nullptr);
  EXPECT_EQ(T.Records[2].Confidence, Certainty::Even);
  EXPECT_EQ(T.Records[3].Confidence, Certainty::Data);
  EXPECT_EQ(T.Records[4].Active, 0u);
}

TEST(TraceTextTest, PlansOfAccessesArePrintedWhereTheyAreUnusual) {
  auto Read = expectGroupKept(
      "unroll block 1: loop at #9\n"
      "0: store 4 bytes s, at #1, elements of 2, uses bytes 000c, repeated, "
      "volatile, widened, block 3, arm 6, outer arms "
      "0 1 2, unroll "
      "block 1, fence 4, exchange "
      "5, slow path 7, apart 2, warp step 8, seen alignment 8, "
      "fixed, loose, called at #11 "
      "#12, "
      "shown at #13, later view #14, doubt "
      "BudgetEnd, limit LongLoop 512 line 9\n");
  const AccessRecord &R = Read->trace().Records[0];
  EXPECT_EQ(R.ElementBytes, 2u);
  EXPECT_EQ(R.UsedBytes, 0xcu);
  EXPECT_TRUE(R.IsRepeated && R.IsVolatile && R.IsWidened);
  EXPECT_EQ(R.Block, 3u);
  EXPECT_EQ(R.Arm, 6u);
  EXPECT_EQ(R.OuterArms, llvm::ArrayRef<unsigned>({0, 1, 2}));
  EXPECT_EQ(R.Unroll, 1u);
  EXPECT_EQ(R.Fence, 4u);
  EXPECT_EQ(R.Exchange, 5u);
  EXPECT_EQ(R.SlowPath, 7u);
  EXPECT_EQ(R.Apart, 2u);
  EXPECT_EQ(R.WarpStepBytes, 8u);
  EXPECT_EQ(R.SeenAlignment, 8u);
  EXPECT_TRUE(R.IsFixed && R.IsLoose);
  EXPECT_EQ(R.Calls, llvm::ArrayRef<SiteId>({11, 12}));
  EXPECT_EQ(R.ShownAt, 13u);
  EXPECT_EQ(R.LaterView, 14u);
  EXPECT_EQ(R.Doubt, ReasonKind::BudgetEnd);
  EXPECT_EQ(toText(R.Limit), "iterations are analysed as one after the first "
                             "512 of the loop at line 9");
}

TEST(TraceTextTest, RequestsPrintTheirShare) {
  auto Read = expectGroupKept(
      "0: load 4 bytes s, part of, inexact by gvn dse, left over, share 1/3\n"
      "1: load 4 bytes s, share 0\n"
      "2: load 4 bytes s, share 0.40000000000000002\n");
  const std::vector<AccessRecord> &R = Read->trace().Records;
  EXPECT_TRUE(R[0].IsPartOf && R[0].IsLeftOver);
  EXPECT_EQ(R[0].InexactBy, ModelRules(ModelRule::Gvn) | ModelRule::Dse);
  EXPECT_EQ(R[0].Share, 1.0 / 3);
  EXPECT_EQ(R[1].Share, 0);
  EXPECT_EQ(R[2].Share, 0.4);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

TEST(TraceTextTest, WarpsShareALineWhereTheyNumberTheSameSymbols) {
  auto Read =
      expectGroupKept("symbol w1: WarpThreadIndex \"x\", warp shift, 0..96\n"
                      "symbol w2: WarpThreadIndex \"y\", warp shift, 0..9\n"
                      "warps 4: w1 = 0 32 .. 96, w2 = 7 7 7 7\n"
                      "warps 3: w2 = 1 2 4\n"
                      "warps 2\n");
  const Trace &T = Read->trace();
  ASSERT_EQ(T.Warps.size(), 9u);
  EXPECT_EQ(T.Warps[0].size(), 2u);
  int64_t Sum = 0;
  for (const auto &[Symbol, Number] : T.Warps[3])
    Sum += Number;
  EXPECT_EQ(Sum, 96 + 7);
  EXPECT_TRUE(T.Warps[8].empty());
}

TEST(TraceTextTest, UnrollBlocksPrintTheirLoop) {
  auto Read = expectGroupKept(
      "symbol k1: LoopCounter, visited, 0..\n"
      "unroll block 0: run 1\n"
      "unroll block 1: loop at #3, run 2, no constant step, 4 iterations, "
      "counter k1, arm 5, walks 1 2, slow path, unknown remainder\n"
      "unroll block 2:\n"
      "unroll block 3: 0 iterations\n");
  const std::vector<UnrollBlock> &Blocks = Read->trace().Unrolls;
  ASSERT_EQ(Blocks.size(), 4u);
  EXPECT_EQ(Blocks[0].Run, 1u);
  EXPECT_EQ(Blocks[1].Loop, 3u);
  EXPECT_EQ(Blocks[1].Run, 2u);
  EXPECT_EQ(Blocks[1].Degree, 4u);
  EXPECT_EQ(Blocks[1].Counter->Why, ReasonKind::LoopCounter);
  EXPECT_EQ(Blocks[1].Arm, 5u);
  EXPECT_EQ(llvm::ArrayRef(Blocks[1].Walked), llvm::ArrayRef<unsigned>({1, 2}));
  EXPECT_TRUE(Blocks[1].IsUncounted && Blocks[1].HasSlowPath &&
              Blocks[1].HasEpilogueLoop);
  EXPECT_EQ(Blocks[2].Degree, 1u);
  EXPECT_EQ(Blocks[3].Degree, 0u);
}

TEST(TraceTextTest, RegionsPrintTheirRecordsAndPaths) {
  auto Read = expectGroupKept(
      "0: load 4 bytes s\n"
      "branch: then 0, else 2, end 4, then arm 1, else arm 2, arm 3, outer "
      "arms 0 5, store #6 with #7, store #8 with #9, behind data, behind guard "
      "#13, behind block 2\n"
      "loop: condition #5, records 1 to 4\n");
  const Trace &T = Read->trace();
  ASSERT_EQ(T.Regions.size(), 2u);
  const auto &Arms = std::get<BranchArms>(T.Regions[0]);
  EXPECT_EQ(Arms.ThenBegin, 0u);
  EXPECT_EQ(Arms.ElseBegin, 2u);
  EXPECT_EQ(Arms.End, 4u);
  EXPECT_EQ(Arms.ThenArm, 1u);
  EXPECT_EQ(Arms.ElseArm, 2u);
  EXPECT_EQ(Arms.Arm, 3u);
  EXPECT_EQ(Arms.OuterArms, llvm::ArrayRef<unsigned>({0, 5}));
  ASSERT_EQ(Arms.Stores.size(), 2u);
  EXPECT_EQ(Arms.Stores[1], BranchArms::SitePair(8, 9));
  EXPECT_EQ(Arms.Behind.Guard, 13u);
  EXPECT_EQ(Arms.Behind.Block, 2u);
  EXPECT_EQ(Arms.Behind.Confidence, Certainty::Data);
  const auto &Loop = std::get<LoopRecords>(T.Regions[1]);
  EXPECT_EQ(Loop.Condition, 5u);
  EXPECT_EQ(Loop.Begin, 1u);
  EXPECT_EQ(Loop.End, 4u);
}

TEST(TraceTextTest, TornTracesAndStrideUnitsHaveLines) {
  auto Read = expectGroupKept("symbol n1: LongerRows, 0..64\n"
                              "stride units n1\n"
                              "torn\n"
                              "0: load 4 bytes s[lane][lane * n1]\n");
  EXPECT_TRUE(Read->trace().IsTorn);
  EXPECT_EQ(Read->trace().StrideUnits->Why, ReasonKind::LongerRows);
}

TEST(TraceTextTest, GroupsHaveSymbolsOfTheirOwn) {
  auto Read = expectKept("threads 64 1 1\n"
                         "array s: static\n"
                         "group\n"
                         "symbol n\n"
                         "0: load 4 bytes s[n]\n"
                         "group\n"
                         "symbol n: 0..7\n"
                         "0: store 4 bytes s[n]\n");
  ASSERT_EQ(Read->Kernel.Groups.size(), 2u);
  const Variable *First =
      Read->Kernel.Groups[0].Records[0].Where->Index[0].terms()[0].What;
  const Variable *Second =
      Read->Kernel.Groups[1].Records[0].Where->Index[0].terms()[0].What;
  EXPECT_EQ(First->Bounds.Max, INT64_MAX);
  EXPECT_EQ(Second->Bounds.Max, 7);
}

TEST(TraceTextTest, ATraceByItselfPrintsItsArraysFirst) {
  auto Read = expectGroupKept("0: load 4 bytes s[lane][0]\n");
  std::string Alone = str(Read->trace());
  EXPECT_EQ(Alone, "array s: static, 4096 bytes at 0, extents 32 32, strides "
                   "128 4\n"
                   "0: load 4 bytes s[lane][0]\n");
  EXPECT_EQ(str(read(Alone)->trace()), Alone);
}

TEST(TraceTextTest, CopiesInAnotherPoolPrintTheSame) {
  auto Read = expectGroupKept(
      "symbol n: 0.., multiple of 4\n"
      "symbol k1: LoopCounter, visited, 0..\n"
      "warps 2: n = 4 8\n"
      "unroll block 1: loop at #3, counter k1\n"
      "0: load 4 bytes s[(lane / 12) + (((lane % 12) + n) / 12)][k1], when "
      "((lane - k1) < 0), unroll block 1\n");
  EXPECT_EQ(str(compact(Read->trace())), str(Read->trace()));
}

TEST(TraceTextTest, PartsPrintWithNamesOfTheirOwn) {
  auto Read = expectGroupKept("symbol n\n"
                              "unroll block 1: loop at #3, counter n\n"
                              "0: load 4 bytes s[lane][n], at #4\n"
                              "branch: then 0, else 1, end 2\n"
                              "loop: records 0 to 1\n");
  const Trace &T = Read->trace();
  EXPECT_EQ(str(*T.Records[0].Where->Array),
            "s: static, 4096 bytes at 0, extents 32 32, strides 128 4");
  EXPECT_EQ(str(*T.Records[0].Where), "s[lane][n]");
  EXPECT_EQ(str(T.Records[0]), "load 4 bytes s[lane][n], at #4");
  EXPECT_EQ(str(T.Unrolls[1]), "loop at #3, counter n");
  EXPECT_EQ(str(std::get<BranchArms>(T.Regions[0])),
            "branch: then 0, else 1, end 2");
  EXPECT_EQ(str(std::get<LoopRecords>(T.Regions[1])), "loop: records 0 to 1");
}

//===----------------------------------------------------------------------===//
// Mistakes
//===----------------------------------------------------------------------===//

TEST(TraceTextTest, BlankLinesAndCommentsSayNothing) {
  EXPECT_EQ(str(read("; a comment\n\n  array s: static\n 0: load 4 bytes s\n")
                    ->Kernel),
            "threads 1 1 1\narray s: static\ngroup\n0: load 4 bytes s\n");
}

TEST(TraceTextTest, MistakesAreNamedWithTheirLine) {
  EXPECT_EQ(mistakeIn("\n0: load 4 bytes s"),
            "line 2: 's' is not the name of an array");
  EXPECT_EQ(mistakeIn("array s\narray s"),
            "line 2: 's' is no new name for an array");
  EXPECT_EQ(mistakeIn("array s: static, odd"), "line 1: a number is missing");
  EXPECT_EQ(mistakeIn("array s: 8 bytes at 0\narray r: 8 bytes at 4"),
            "line 2: 'r' begins before the last array ends");
  EXPECT_EQ(mistakeIn("array s\n1: load 4 bytes s"),
            "line 2: accesses are numbered from 0 on");
  EXPECT_EQ(mistakeIn("0: push 4 bytes ?"), "line 1: an operation is missing");
  EXPECT_EQ(mistakeIn("0: load 4 bytes ?, odd"),
            "line 1: 'odd' is not understood");
  EXPECT_EQ(mistakeIn("0: load 4 bytes ?, at k.cu:1:1"),
            "line 1: 'k.cu:1:1' is not the name of a site");
  EXPECT_EQ(mistakeIn("0: load 4 bytes ?, unroll block 1"),
            "line 1: there is no unroll block 1");
  EXPECT_EQ(mistakeIn("0: load 4 bytes ?, share 1/0"),
            "line 1: a share is missing");
  EXPECT_EQ(mistakeIn("unroll block 2:"),
            "line 1: unroll blocks are numbered from 0 on");
  EXPECT_EQ(mistakeIn("symbol n\nwarps 2: n = 1"),
            "line 2: a number for each warp is missing");
  EXPECT_EQ(mistakeIn("symbol n\nwarps 2: n = 1 4 .. 6"),
            "line 2: the steps do not lead to 6");
  EXPECT_EQ(mistakeIn("site 2: \"k.cu\" 1:1\nsite 2: \"k.cu\" 2:1"),
            "line 2: sites stand in the order of their numbers");
  EXPECT_EQ(mistakeIn("stride units n"),
            "line 1: 'n' is not the name of a symbol");
}

TEST(TraceTextTest, NumbersThatWouldUseUpTheMemoryAreMistakes) {
  EXPECT_EQ(mistakeIn("warps 33"), "line 1: a block has 32 warps at most");
  EXPECT_EQ(mistakeIn("warps 32\nwarps 1"),
            "line 2: a block has 32 warps at most");
  EXPECT_EQ(mistakeIn("symbol n\nwarps 3: n = 0 1 .. 9999999999999"),
            "line 2: the steps do not lead to 9999999999999");
  EXPECT_EQ(mistakeIn("symbol n\nwarps 3: n = -9223372036854775807 "
                      "9223372036854775807 .. 0"),
            "line 2: the steps do not lead to 0");
  EXPECT_EQ(mistakeIn("site 4294967295: \"k.cu\" 1:1"),
            "line 1: sites are numbered up to 262144");
}

TEST(TraceTextTest, NumbersAreNotCutOff) {
  EXPECT_EQ(mistakeIn("0: load 4294967300 bytes ?"),
            "line 1: 4294967300 is not a number from 0 to 4294967295");
  EXPECT_EQ(mistakeIn("0: load 4 bytes ?, block -1"),
            "line 1: -1 is not a number from 0 to 4294967295");
  EXPECT_EQ(mistakeIn("0: load 4 bytes ?, lanes 1ffffffff"),
            "line 1: a hexadecimal number of 32 bits is missing");
  EXPECT_EQ(mistakeIn("0: load 4 bytes ?, outer arms 4294967296"),
            "line 1: 4294967296 is not a number from 0 to 4294967295");
}

TEST(TraceTextTest, ArraysLieInMemory) {
  for (const char *Facts : {"at -4", "-4 bytes at 0",
                            "9223372036854775807 bytes at 9223372036854775807"})
    EXPECT_EQ(mistakeIn(std::string("array s: ") + Facts),
              "line 1: 's' lies where no memory is");
  EXPECT_EQ(mistakeIn("array s: align 3"),
            "line 1: alignments are powers of two");
}

TEST(TraceTextTest, SitesThatNoTableDescribesAreMistakesBesideOne) {
  EXPECT_EQ(mistakeIn("site 1: \"k.cu\" 1:1\n0: load 4 bytes ?, at #2"),
            "line 2: there is no site 2");
  EXPECT_EQ(mistakeIn("0: load 4 bytes ?, at #2\nsite 1: \"k.cu\" 1:1"),
            "line 2: sites stand in front of the groups");
}

TEST(TraceTextTest, SharesAreFiniteNumbers) {
  for (const char *Share : {"nan", "inf", "-1", "1/1e-320"})
    EXPECT_EQ(mistakeIn(std::string("0: load 4 bytes ?, share ") + Share),
              "line 1: a share is missing");
}

} // namespace
