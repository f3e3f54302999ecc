//===- WordingTest.cpp - From fields to what users read -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Wording.h"
#include "gtest/gtest.h"
#include <string>

using namespace banklint;

template <typename T> static std::string textOf(T Content) {
  return noteText({SourceSpan(), std::move(Content)});
}

TEST(NoteText, SaysWhyAConflictIsPossible) {
  SavedReason Values = {ReasonKind::SomeValues};
  Values.Values = {{{ReasonKind::Named, 0, "n"}, 32},
                   {{ReasonKind::LoopCounter, 7}, 1}};
  EXPECT_EQ(textOf(note::Possible{Values}),
            "conflicts for some values, as with n = 32, a loop counter at line "
            "7 = 1");
  EXPECT_EQ(textOf(note::Possible{SomeBlocks{{{32, 1, 1}, {8, 8, 1}}, {}}}),
            "conflicts for blocks of 32, 8x8; others were not analysed");
  EXPECT_EQ(textOf(note::Possible{SomeBlocks{{{32, 1, 1}}, {{8, 8, 1}}}}),
            "conflicts for blocks of 32, but not of 8x8");
  EXPECT_EQ(reasonText(NoReason()), "");
}

TEST(NoteText, SaysThatASearchWasCutShort) {
  EXPECT_EQ(textOf(note::CutSearch{"s"}),
            "there may be a better layout of 's': the search ended at its step "
            "budget");
}

TEST(ArrayText, QuotesEachName) {
  EXPECT_EQ(arrayText({}), "shared memory");
  EXPECT_EQ(arrayText({std::string("s")}), "'s'");
  EXPECT_EQ(arrayText({std::string("s"), std::string("t")}), "'s' or 't'");
}

TEST(NoteText, SaysHowLanesMeet) {
  EXPECT_EQ(textOf(note::Why{EqualSteps{-4}}),
            "adjacent lanes are 1 word apart");
  EXPECT_EQ(textOf(note::Why{EqualSteps{128}}),
            "adjacent lanes are 32 words apart, so they all fall in one bank");
  EXPECT_EQ(textOf(note::Why{TwoLanes{0, 5, 256}}),
            "lanes 0 and 5 access different words of one bank, 64 words "
            "apart");
  EXPECT_EQ(textOf(note::Why{SameWord()}),
            "lanes that access the same word are served one after another");
}

TEST(SavedReason, ComesBackAsItWas) {
  llvm::BumpPtrAllocator Storage;
  ReasonFields Inner, Deep;
  Inner.Inner = Reason(ReasonKind::LoadedFromMemory).atLine(12);
  Deep.Name = "f";
  Deep.Number = 40;
  for (const Reason &Why :
       {Reason(ReasonKind::Goto), Reason(ReasonKind::DeepCall, Deep, Storage),
        Reason(ReasonKind::VaryingIndex, Inner, Storage).atLine(3)}) {
    llvm::BumpPtrAllocator Other;
    EXPECT_EQ(restoredReason(savedReason(Why), Other), Why);
  }
}

TEST(NoteText, SaysWhereTheBlockComesFrom) {
  EXPECT_EQ(textOf(note::Launch{{32, 8, 1}, std::nullopt, {"k"}}),
            "in kernel 'k' with blocks of 32x8, launched here");
  EXPECT_EQ(textOf(note::Launch{{256, 1, 1},
                                BlockSource{BlockSource::Rule, "--block-dim"},
                                {"k"}}),
            "in kernel 'k' with blocks of 256 (--block-dim)");
  EXPECT_EQ(textOf(note::OtherLaunch{{8, 8, 4}, 47.0 / 12, 2}),
            "also launched here with blocks of 8x8x4: 3.917 wavefronts per "
            "request, ideal 2");
}

static std::string launchText(std::vector<std::string> Kernels) {
  return textOf(note::Launch{{32, 1, 1}, std::nullopt, std::move(Kernels)});
}

TEST(NoteText, CountsTheOtherKernels) {
  const std::string Launched = " with blocks of 32, launched here";
  EXPECT_EQ(launchText({}), "in a kernel" + Launched);
  EXPECT_EQ(launchText({"a::k<1>", "a::k<2>"}),
            "in kernel 'a::k<1>'" + Launched +
                "; also in 1 other instantiation");
  EXPECT_EQ(launchText({"k<1>", "k<2>", "k<3>"}),
            "in kernel 'k<1>'" + Launched + "; also in 2 other instantiations");
  EXPECT_EQ(launchText({"k", "l"}),
            "in kernel 'k'" + Launched + "; also in 1 other kernel");
  EXPECT_EQ(launchText({"k<1>", "k<2>", "l<1>"}),
            "in kernel 'k<1>'" + Launched + "; also in 2 other kernels");
}

TEST(NoteText, AdvisesAnotherOrderOfAReduction) {
  EXPECT_EQ(textOf(note::Reduction{"sums"}),
            "keep the active threads of this reduction adjacent, with a stride "
            "that halves each round, as in 'sums[t] += sums[t + "
            "stride]': that has no conflict");
}

TEST(NoteText, AdvisesOtherIndicesOfAScan) {
  EXPECT_EQ(textOf(note::Scan{"sums", 8}),
            "by hand: all of its indices as 'sums[i + i / 16]', with an "
            "element more for each 16, part lanes whose step is a power of "
            "two");
}

TEST(NoteText, SaysWhatHelpsACopyThatNoLayoutDoes) {
  EXPECT_EQ(textOf(note::WholeLines{64}),
            "no layout of shared memory helps; let lanes read at least 128 "
            "adjacent bytes of global memory, not 64");
  EXPECT_EQ(textOf(note::WholeLines{256}),
            "no layout of shared memory helps; let rows of global memory begin "
            "at a 128-byte boundary");
}

TEST(NoteText, NamesAnAccessOfTheSameCause) {
  note::Likewise N{AccessOperation::Store, "s[x]", 32,
                   /*IsSteady=*/true,      false,  0,  {}, {}};
  EXPECT_EQ(textOf(N), "likewise 32-way in store 's[x]'");
  N.Arrays = {"t"};
  EXPECT_EQ(textOf(N), "likewise 32-way in store 's[x]' of 't'");
  N.Meeting = OtherPlaces{};
  EXPECT_EQ(
      textOf(N),
      "likewise 32-way in store 's[x]' of 't': 16-byte pieces have different "
      "positions in their 128-byte lines of global and of shared memory");
  N = {AccessOperation::CpAsync, "f()", 2, true, /*IsOfLines=*/true, 0, {}, {}};
  EXPECT_EQ(textOf(N), "likewise 2 times the ideal in cp.async 'f()'");
  N = {
      AccessOperation::Load, "s[x]", 2.5, /*IsSteady=*/false, false, 2, {}, {}};
  EXPECT_EQ(textOf(N), "likewise up to 2.5-way in load 's[x]', and in 2 more");
  N = {AccessOperation::Load,
       std::string(48, 'x'),
       2,
       /*IsSteady=*/true,
       false,
       0,
       {},
       {}};
  EXPECT_EQ(textOf(N), "likewise 2-way in load '" + N.Text + "'");
  N.Text = std::string(44, 'x') + "\u00e4" + std::string(9, 'y');
  EXPECT_EQ(textOf(N),
            "likewise 2-way in load '" + std::string(44, 'x') + "...'");
}

TEST(NoteText, SaysWhatWasTakenForGranted) {
  EXPECT_EQ(textOf(note::Probe{"k<32>(float *)"}),
            "nothing instantiates the template; every instantiation that was "
            "tried conflicts, and these are the numbers of 'k<32>(float *)'");
  EXPECT_EQ(textOf(note::Guard{/*IsHalf=*/false}),
            "assuming that all threads of a block take the same branch here");
  EXPECT_EQ(textOf(note::Guard{/*IsHalf=*/true}),
            "this compares elements of one array: assuming that about half of "
            "the lanes pass");
}

TEST(NoteText, SaysWhyThereIsNoFixAndWhatWouldBeBest) {
  EXPECT_EQ(textOf(note::NoFix{"s", {ObstacleKind::Sizeof, ""}, {}}),
            "no fix for 's': 'sizeof' depends on its size");
  note::RowAdvice Rows{/*NowBytes=*/128,
                       /*BestBytes=*/132,
                       {"float", 4},
                       /*IsDeclared=*/true};
  EXPECT_EQ(textOf(note::NoFix{"s", {ObstacleKind::MacroBody, ""}, Rows}),
            "no fix for 's': a macro writes it; by hand, rows of 33 floats "
            "would be best");
  Rows.IsDeclared = false;
  EXPECT_EQ(textOf(note::NoFix{"s", {ObstacleKind::MacroBody, ""}, Rows}),
            "no fix for 's': a macro writes it; by hand, a row stride of 33 "
            "instead of 32 in every index would be best (+4 bytes per row)");
  Rows.OfAllBytes = -4;
  EXPECT_EQ(textOf(note::NoFix{"s", {ObstacleKind::MacroBody, ""}, Rows}),
            "no fix for 's': a macro writes it; by hand, rows that are 1 float "
            "shorter would be best");
}

TEST(NoteText, SaysWhatIsMerged) {
  EXPECT_EQ(
      textOf(note::Inexact{ModelRules(ModelRule::Gvn) | ModelRule::Dse}),
      "inexact: nvcc may keep this value in a register; a later store may "
      "make this one dead");
  EXPECT_EQ(textOf(note::Merged{4, 16}),
            "merged by nvcc: 4 adjacent accesses of 4 bytes become this one of "
            "16 bytes");
}

TEST(NoteText, SaysWhatAMemberCosts) {
  EXPECT_EQ(textOf(note::SpareMember{"pad", {1, false, {}}, 512}),
            "'pad' is never used: a plain struct without it leaves no "
            "conflict, and saves 512 bytes");
  EXPECT_EQ(textOf(note::UnnamedMember()), "this member is never used");
}

TEST(NoteText, SaysWhichLaunchHasNoConflict) {
  EXPECT_EQ(textOf(note::OtherInstance{"Pad", "1", "transpose<double, 1>"}),
            "by hand: 'Pad' = 1, as in 'transpose<double, 1>', leaves no "
            "conflict");
}

TEST(OtherText, HasTheExpressionThatTellsItFromTheRest) {
  Finding Other;
  Other.Message = "32-way bank conflict in load from 's'";
  EXPECT_EQ(otherText(Other), Other.Message);
  Other.Text = "s[x][y+1]";
  EXPECT_EQ(otherText(Other), Other.Message + ": 's[x][y+1]'");
}

TEST(FixText, SaysWhatLongerRowsDo) {
  Fix X;
  X.IsSafe = true;
  X.Proposed.Change = LongerRows{"s", {"float", 4}, 132, 128, std::nullopt};
  X.Proposed.Effect.Wavefronts = 1;
  EXPECT_EQ(fixText(X), "pad the rows of 's' to 33 floats (+128 bytes), which "
                        "leaves no conflict");
  EXPECT_EQ(X.extraBytes(), 128);
  X.Proposed.Change =
      LongerRows{"s", {"float", 4}, 132, 128, std::nullopt, /*OfAllBytes=*/8};
  EXPECT_EQ(fixText(X), "pad the rows of 's' by 2 floats (+128 bytes), which "
                        "leaves no conflict");
  X.Proposed.Change =
      LongerRows{"s", {"__half", 2}, 130, 64, ResidentBlocks{2, 1}};
  X.Proposed.Effect = {2, /*HasExcess=*/false, /*RequestRatio=*/4.0};
  EXPECT_EQ(fixText(X),
            "pad the rows of 's' to 65 elements (+64 bytes), which leaves no "
            "conflict, in 4 times fewer requests; shared memory then limits an "
            "SM to 1 block "
            "instead of 2");
  X.Proposed.Effect.RequestRatio = 1.046;
  EXPECT_EQ(fixText(X),
            "pad the rows of 's' to 65 elements (+64 bytes), which leaves no "
            "conflict, in 4 % fewer requests; shared memory then limits an SM "
            "to 1 block instead of 2");
  X.Proposed.Effect.RequestRatio = 1.004;
  EXPECT_EQ(fixText(X),
            "pad the rows of 's' to 65 elements (+64 bytes), which leaves no "
            "conflict; shared memory then limits an SM to 1 block instead of "
            "2");
  X.Proposed.Effect = LayoutEffect();
  X.Proposed.Change = LongerRows{"s", {}, 132, 128, ResidentBlocks{8, 7}};
  EXPECT_EQ(
      fixText(X),
      "pad the rows of 's' to 33 words (+128 bytes), which "
      "leaves it no requests; shared memory then limits an SM to 7 blocks "
      "instead of 8");
}

TEST(FixText, SaysWhatAMeanIsTakenOver) {
  Fix X;
  X.IsSafe = true;
  X.Proposed.Change = LongerRows{"s", {"float", 4}, 132, 128, std::nullopt};
  X.Proposed.Effect.Wavefronts = 3;
  X.Proposed.Effect.HasExcess = true;
  const std::string Rows = "pad the rows of 's' to 33 floats (+128 bytes), "
                           "which leaves 3 wavefronts per request";
  EXPECT_EQ(fixText(X), Rows);
  X.Proposed.Effect.Over = MeanOver{2, 1, /*AreInstances=*/true};
  EXPECT_EQ(fixText(X), Rows + " on average over 2 instantiations");
  X.Proposed.Effect.Over = MeanOver{1, 6};
  EXPECT_EQ(fixText(X), Rows + " on average over 6 block shapes");
  X.Proposed.Effect.Over = MeanOver{2, 3};
  EXPECT_EQ(fixText(X), Rows + " on average over 2 kernels and 3 block shapes");
}

TEST(FixText, SaysWhenOtherAccessesKeepConflicts) {
  Fix X;
  X.IsSafe = true;
  X.LeavesOthers = true;
  X.Proposed.Change = LongerRows{"s", {"float", 4}, 132, 128, std::nullopt};
  X.Proposed.Effect.Wavefronts = 1;
  const std::string Rows = "pad the rows of 's' to 33 floats (+128 bytes), ",
                    Left = "; other accesses still conflict";
  EXPECT_EQ(fixText(X), Rows + "which leaves no conflict here" + Left);
  X.IsSafe = false;
  EXPECT_EQ(fixText(X),
            Rows + "which leaves no conflict here" + Left + " (unsafe)");
  X.IsSafe = true;
  X.Proposed.Effect = {2, /*HasExcess=*/true, std::nullopt};
  EXPECT_EQ(fixText(X), Rows + "which leaves 2 wavefronts per request");
}

TEST(FixText, SaysWhatMakesItUnsafe) {
  Fix X;
  X.Proposed.Change = SwizzledIndices{"s", "s[y][x ^ y]"};
  X.Proposed.Effect = {4, /*HasExcess=*/true, std::nullopt};
  std::string Alone =
      "swizzle every index of 's', in the form 's[y][x ^ y]', which leaves 4 "
      "wavefronts per request and takes no memory (unsafe: index arithmetic "
      "gets longer";
  EXPECT_EQ(fixText(X), Alone + ")");
  EXPECT_EQ(X.extraBytes(), 0);
  X.Proposed.Worsened = {{{"a.cu", 9, 3}, AccessOperation::CpAsync}, 1, 2.5};
  Alone += "; the cp.async at line 9 then takes 2.5 wavefronts instead of 1";
  EXPECT_EQ(fixText(X), Alone + ")");
  X.Proposed.HasUnknown = true;
  Alone += "; the cost of some accesses is then unknown";
  EXPECT_EQ(fixText(X), Alone + ")");
  std::get<SwizzledIndices>(X.Proposed.Change).MayNotFit = true;
  Alone += "; a launch that asks for nearly all the shared memory that a block "
           "can have then fails";
  EXPECT_EQ(fixText(X), Alone + ")");
  X.IsDisputed = true;
  Alone += "; not safe in another source or build";
  EXPECT_EQ(fixText(X), Alone + ")");
}

TEST(FixText, SaysWhatLaunchesHaveToAskFor) {
  Fix X;
  X.IsSafe = true;
  X.Proposed.Change =
      SwizzledIndices{"s", "s[i ^ (i / 32 & 31)]", /*MultipleBytes=*/128};
  X.Proposed.Effect.Wavefronts = 1;
  EXPECT_EQ(fixText(X),
            "swizzle every index of 's', in the form 's[i ^ (i / 32 & 31)]', "
            "and round its size up to a multiple of 128 bytes, which leaves no "
            "conflict; index arithmetic gets longer");
}

TEST(FixText, SaysWhatGapsDo) {
  Fix X;
  X.IsSafe = true;
  X.Proposed.Change =
      GappedIndices{"s", "s[i + i / 32 * 4]", 512, std::nullopt};
  X.Proposed.Effect.Wavefronts = 4;
  const std::string Gaps =
      "leave gaps in 's', in the form 's[i + i / 32 * 4]' (+512 bytes), which "
      "leaves no conflict";
  EXPECT_EQ(fixText(X), Gaps + "; index arithmetic gets longer");
  EXPECT_EQ(X.extraBytes(), 512);
  std::get<GappedIndices>(X.Proposed.Change).Blocks = {3, 2};
  EXPECT_EQ(fixText(X), Gaps + "; shared memory then limits an SM to 2 blocks "
                               "instead of 3; index arithmetic gets longer");
}

TEST(FixText, TellsUnsafeFixesByTheirText) {
  Fix X;
  X.Proposed.Change = LongerRows{"s", {"float", 4}, 132, 128, std::nullopt};
  X.Proposed.Effect.Wavefronts = 1;
  const std::string Rows = "pad the rows of 's' to 33 floats (+128 bytes), "
                           "which leaves no conflict";
  EXPECT_EQ(fixText(X), Rows + " (unsafe)");
  EXPECT_TRUE(isUnsafeText(fixText(X)));
  X.Proposed.HasUnknown = true;
  EXPECT_EQ(fixText(X),
            Rows + " (unsafe: the cost of some accesses is then unknown)");
  EXPECT_TRUE(isUnsafeText(fixText(X)));
  X.Proposed.HasUnknown = false;
  X.IsSafe = true;
  EXPECT_FALSE(isUnsafeText(fixText(X)));
}

TEST(NoteText, CallsNoAdviceUnsafe) {
  ProposedLayout Proposed{SwizzledIndices{"s", "s[y][x ^ y]", 128},
                          {1, false, {}},
                          std::nullopt,
                          /*HasUnknown=*/true};
  EXPECT_EQ(
      textOf(note::Swizzle{Proposed}),
      "by hand: swizzle every index of 's', in the form 's[y][x ^ y]', and "
      "round its size up to a multiple of 128 bytes, which leaves no conflict; "
      "the cost of some accesses is then unknown");
}

static NotAnalysed gap(GapKind Kind, const char *Name,
                       const char *Detail = "") {
  return {Kind, {{"a.cu", 3, 7}, 3, 9}, Name, Detail};
}

TEST(GapText, NamesWhatWasNotAnalysedAndWhy) {
  NotAnalysed Broken = gap(GapKind::BrokenKernel, "k", "no such type");
  Broken.ErrorAt = {"b.cuh", 5, 2};
  EXPECT_EQ(gapSentence(Broken), "kernel 'k' not analysed: it has an error at "
                                 "b.cuh:5:2: no such type");
  EXPECT_EQ(gapSentence(gap(GapKind::BodilessKernel, "k<4>()")),
            "kernel 'k<4>()' not analysed: Clang cannot instantiate its body");
  EXPECT_EQ(gapSentence(gap(GapKind::UncalledFunction, "f")),
            "device function 'f' not analysed: it uses shared memory, and no "
            "kernel of this source calls it");
  EXPECT_EQ(gapSentence(gap(GapKind::SystemPragma, "k")),
            "kernel 'k' not analysed: '#pragma GCC system_header' makes a "
            "library of its header");
  EXPECT_EQ(gapSentence(gap(GapKind::Statement, "k", "a goto")),
            "a goto in kernel 'k' not analysed: it is skipped");
  EXPECT_EQ(gapSentence(gap(GapKind::StepBudget, "k")),
            "part of kernel 'k' not analysed: it exceeds the step budget");
  EXPECT_EQ(gapSentence(gap(GapKind::LaunchBehindBudget, "k")),
            "a launch of kernel 'k' not analysed: the host code before it "
            "exceeds the step budget");
  EXPECT_EQ(gapSentence(gap(GapKind::LaunchShapes, "")),
            "a launch not analysed: its block can have more shapes than are "
            "tried");
  EXPECT_EQ(gapSentence(gap(GapKind::LaunchArguments, "k")),
            "what launches pass to kernel 'k' not analysed: more combinations "
            "of blocks and arguments than are tried one by one; only some are");
  EXPECT_EQ(gapSentence(gap(GapKind::MissingHeader, "", "'x.h' not found")),
            "'x.h' not found; code that needs it is not analysed");
}

TEST(GapText, SaysWhereAMissingHeaderIsFound) {
  NotAnalysed Missing = gap(GapKind::MissingHeader, "", "'x.h' not found");
  Missing.FoundAt = {{"a/x.h", "a"}};
  EXPECT_EQ(gapSentence(Missing),
            "'x.h' not found; code that needs it is not analysed; found at "
            "a/x.h: add '-- -I a'");
  const std::vector<FoundHeader> Places = {
      {"a/x.h", "a"}, {"b c/x.h", "b c"}, {"$d/x.h", "$d"}, {"e/x.h", "e"}};
  EXPECT_EQ(
      headerAdvice(llvm::ArrayRef(Places).take_front(3), false),
      "found at a/x.h, b c/x.h and $d/x.h: add '-- -I a', '-- -I \"b c\"' "
      "or '-- -I \"\\$d\"'");
  EXPECT_EQ(headerAdvice(Places, false),
            "found at a/x.h, b c/x.h, $d/x.h and 1 more place: add '-- -I DIR' "
            "for the right one");
  EXPECT_EQ(headerAdvice(Missing.FoundAt, /*HasCommand=*/true),
            "found at a/x.h: add '-I a' to 'extra-args' in .banklint.yaml");
}

TEST(GapText, NamesTheArchitectureThatKernelsHaveCodeFor) {
  NotAnalysed Gap = gap(GapKind::OtherArchitecture, "k", "sm_90");
  Gap.OtherArch = "sm_100";
  Gap.KernelCount = 1;
  EXPECT_EQ(gapSentence(Gap), "kernel 'k' not analysed: it has no code for "
                              "sm_90; --gpu-arch=sm_100 has");
  Gap.KernelCount = 3;
  EXPECT_EQ(gapSentence(Gap),
            "kernels 'k' and 2 more not analysed: they have no code for sm_90; "
            "--gpu-arch=sm_100 has");
}

TEST(GapText, NamesWhatClangRejects) {
  EXPECT_EQ(gapSentence(gap(GapKind::LostCode, "k", "Clang rejects it: no ;")),
            "code in 'k' not analysed: Clang rejects it: no ;");
}

TEST(GapText, CountsTheKernelsOfALibrary) {
  NotAnalysed Library = gap(GapKind::LibraryKernels, "Reduce", "cub");
  Library.KernelCount = 1;
  EXPECT_EQ(gapSentence(Library), "kernel 'Reduce' of 'cub' not analysed: the "
                                  "library launches it itself");
  Library.KernelCount = 3;
  EXPECT_EQ(gapSentence(Library),
            "kernels 'Reduce' and 2 more of 'cub' not analysed: the library "
            "launches them itself");
}

TEST(GapText, SaysOfATemplateWhetherItWasTried) {
  NotAnalysed Template = gap(GapKind::UnusedTemplate, "scan");
  EXPECT_EQ(gapSentence(Template), "kernel template 'scan' not analysed: "
                                   "nothing in this source instantiates it");
  Template.IsTried = true;
  EXPECT_EQ(gapReason(Template),
            "nothing in this source instantiates it; what conflicts in every "
            "one that was tried is reported");
}

TEST(GapText, IsTheReasonAloneWithoutAPlace) {
  NotAnalysed Unread = gap(GapKind::UnreadFile, "a.cu", "cannot read 'a.cu'");
  Unread.Span.Begin.Line = 0;
  EXPECT_EQ(gapSubject(Unread), "file 'a.cu'");
  EXPECT_EQ(gapSentence(Unread), "cannot read 'a.cu'");
  NotAnalysed Broken = gap(GapKind::BrokenSource, "a.cu", "unknown argument");
  EXPECT_EQ(gapSentence(Broken),
            "source 'a.cu' not analysed: unknown argument");
  Broken.Span.Begin.Line = 0;
  EXPECT_EQ(gapSentence(Broken), "cannot parse 'a.cu': unknown argument");
}

TEST(GapText, CountsErrorsOutsideKernels) {
  NotAnalysed Outside = gap(GapKind::OutsideKernels, "", "no such type");
  Outside.ErrorCount = 1;
  EXPECT_EQ(gapSentence(Outside),
            "code outside kernels not analysed: no such type");
  Outside.ErrorCount = 3;
  EXPECT_EQ(gapSentence(Outside), "code outside kernels not analysed: 3 "
                                  "errors, the first: no such type");
}

TEST(MessageText, IsTheFirstLine) {
  EXPECT_EQ(messageText("no such type"), "no such type");
  EXPECT_EQ(messageText("too small\n::error::x"), "too small...");
  EXPECT_EQ(messageText("too small\rx"), "too small...");
}

TEST(MessageText, IsCutBetweenCharacters) {
  EXPECT_EQ(messageText(std::string(200, 'x')), std::string(200, 'x'));
  EXPECT_EQ(messageText(std::string(201, 'x')), std::string(197, 'x') + "...");
  EXPECT_EQ(messageText(std::string(196, 'x') + "\u00E4\nmore"),
            std::string(196, 'x') + "...");
}
