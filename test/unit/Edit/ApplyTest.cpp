//===- ApplyTest.cpp - Fixes planned and made -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Edit/Apply.h"
#include "Edit/FixPlan.h"
#include "Files/Paths.h"
#include "Files/WholeFile.h"
#include "Finding/Finding.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;
using namespace llvm;

namespace {
/// A folder that is gone when the test is over.
class Apply : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("banklint-apply", Folder));
  }
  void TearDown() override {
    EXPECT_FALSE(sys::fs::remove_directories(Folder));
  }

  std::string file(StringRef Name, StringRef Text) {
    SmallString<128> Path(Folder);
    sys::path::append(Path, Name);
    EXPECT_FALSE(bool(writeWholeFile(Path, Text)));
    return Path.str().str();
  }

  static std::string textOf(StringRef File) {
    auto Buffer = MemoryBuffer::getFile(File);
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }

  static Finding finding(std::vector<Edit> Edits, bool IsSafe = true) {
    Finding F;
    F.Fixes.emplace_back();
    F.Fixes[0].IsSafe = IsSafe;
    F.Fixes[0].Edits = std::move(Edits);
    return F;
  }

  SmallString<128> Folder;
};
} // namespace

TEST_F(Apply, TakesFixesInTurnAndLeavesOutOneThatOverlaps) {
  std::string A = file("a.cu", "abcdef"), B = file("b.cu", "xy");
  // The second overlaps in a.cu, so that it does not touch b.cu either.
  std::vector<Finding> Findings = {
      finding({{A, 1, 2, "BC"}}),
      finding({{A, 2, 2, "--"}, {B, 0, 1, "X"}}),
      finding({{A, 6, 0, "!"}}),
  };
  FixPlan Plan = planFixes(Findings, /*AllowUnsafe=*/false);
  EXPECT_EQ(Plan.Chosen[0], &Findings[0].Fixes[0]);
  EXPECT_EQ(Plan.Chosen[1], nullptr);
  EXPECT_EQ(Plan.Chosen[2], &Findings[2].Fixes[0]);
  EXPECT_EQ(Plan.fixedFindings(), 2u);
  EXPECT_EQ(Plan.OverlapLeft, 1u);
  auto Files = makeContents(Plan, {});
  ASSERT_TRUE(bool(Files));
  ASSERT_EQ(Files->size(), 1u);
  EXPECT_EQ(Files->front().Before, "abcdef");
  EXPECT_EQ(Files->front().After, "aBCdef!");
}

TEST_F(Apply, EditsAFileWithSeveralNamesOnce) {
  std::string A = file("a.cu", "abc");
  std::string Link = (Folder + "/link.cu").str();
  ASSERT_FALSE(sys::fs::create_link(A, Link));
  std::string Dotted = (Folder + "/./a.cu").str();
  std::vector<Finding> Findings = {finding({{A, 3, 0, "d"}}),
                                   finding({{Link, 3, 0, "d"}}),
                                   finding({{Dotted, 0, 0, "_"}})};
  FixPlan Plan = planFixes(Findings, /*AllowUnsafe=*/false);
  EXPECT_EQ(Plan.fixedFindings(), 3u);
  auto Files = makeContents(Plan, {});
  ASSERT_TRUE(bool(Files));
  ASSERT_EQ(Files->size(), 1u);
  EXPECT_EQ(Files->front().After, "_abcd");
}

TEST_F(Apply, PrefersSafeFixesAndCountsTheUnsafeOnesItLeaves) {
  std::string A = file("a.cu", "abc");
  Finding Both = finding({{A, 0, 0, "unsafe"}}, /*IsSafe=*/false);
  Both.Fixes.push_back(finding({{A, 0, 1, "safe"}}).Fixes[0]);
  std::vector<Finding> Findings = {
      Both, finding({{A, 2, 1, "y"}}, /*IsSafe=*/false), Finding()};

  FixPlan Safe = planFixes(Findings, /*AllowUnsafe=*/false);
  EXPECT_EQ(Safe.Chosen[0], &Findings[0].Fixes[1]);
  EXPECT_EQ(Safe.fixedFindings(), 1u);
  EXPECT_EQ(Safe.UnsafeLeft, 1u);

  FixPlan All = planFixes(Findings, /*AllowUnsafe=*/true);
  EXPECT_EQ(All.Chosen[0], &Findings[0].Fixes[1]);
  EXPECT_EQ(All.fixedFindings(), 2u);
  EXPECT_EQ(All.UnsafeLeft, 0u);
}

TEST_F(Apply, ChangesAnArrayInOneWayAndTakesSafeFixesFirst) {
  std::string A = file("a.cu", "abc");
  Finding Swizzle = finding({{A, 0, 1, "x"}}, /*IsSafe=*/false);
  Swizzle.Fixes[0].Proposed.Change = SwizzledIndices{"s", "s[y][x ^ y]", false};
  std::vector<Finding> Findings = {Swizzle, finding({{A, 1, 1, "y"}}), Swizzle};
  for (Finding &F : Findings)
    F.Arrays = {"s"};
  Findings.back().Arrays = {"t"};

  FixPlan Plan = planFixes(Findings, /*AllowUnsafe=*/true);
  EXPECT_EQ(Plan.Chosen[0], nullptr);
  EXPECT_EQ(Plan.Chosen[1], &Findings[1].Fixes[0]);
  EXPECT_EQ(Plan.Chosen[2], &Findings[2].Fixes[0]);
  EXPECT_EQ(Plan.OverlapLeft, 1u);
}

TEST_F(Apply, RefusesAFileThatChangedUnderAnyOfItsNames) {
  std::string A = file("a.cu", "abc");
  std::string Link = (Folder + "/link.cu").str();
  ASSERT_FALSE(sys::fs::create_link(A, Link));
  std::vector<Finding> Findings = {finding({{A, 0, 1, "x"}})};
  FixPlan Plan = planFixes(Findings, /*AllowUnsafe=*/false);
  AnalysedContents Contents;
  Contents.note(A, "abc");
  Contents.note(file("other.cu", ""), "something else");
  EXPECT_TRUE(bool(makeContents(Plan, Contents)));
  // Another source read it before or after it was changed.
  AnalysedContents Other;
  Other.note(Link, "ab");
  Contents.add(Other);
  std::string Sentence = "cannot fix '" + realPath(A) +
                         "': the file has changed since it was analysed";
  auto Files = makeContents(Plan, Contents);
  ASSERT_FALSE(bool(Files));
  EXPECT_EQ(toString(Files.takeError()), Sentence);
  EXPECT_EQ(applyFixes(Plan, Contents).Failures, std::vector{Sentence});
  EXPECT_EQ(textOf(A), "abc");
}

TEST_F(Apply, RefusesAFileThatNobodyNotedAndThatIsTooShort) {
  std::string A = file("a.cu", "abc");
  std::vector<Finding> Findings = {finding({{A, 3, 1, "x"}})};
  FixPlan Plan = planFixes(Findings, /*AllowUnsafe=*/false);
  auto Files = makeContents(Plan, {});
  ASSERT_FALSE(bool(Files));
  EXPECT_EQ(toString(Files.takeError()),
            "cannot fix '" + realPath(A) +
                "': the file has changed since it was analysed");
}

TEST_F(Apply, ShowsTheFixOfAReadOnlyFileButDoesNotWriteIt) {
  std::string A = file("a.cu", "abc");
  ASSERT_FALSE(sys::fs::setPermissions(A, sys::fs::perms::all_read));
  std::vector<Finding> Findings = {finding({{A, 0, 1, "x"}})};
  FixPlan Plan = planFixes(Findings, /*AllowUnsafe=*/false);
  auto Shown = makeContents(Plan, {});
  ASSERT_TRUE(bool(Shown));
  EXPECT_EQ(Shown->front().After, "xbc");
  AppliedFixes Applied = applyFixes(Plan, {});
  EXPECT_EQ(Applied.Fixed, 0u);
  EXPECT_EQ(Applied.Failures,
            std::vector<std::string>{"cannot fix '" + realPath(A) +
                                     "': the file is read-only"});
}

TEST_F(Apply, WritesFilesThatShareFixesTogetherAndOthersByThemselves) {
  std::string A = file("a.cu", "a"), B = file("b.h", "b"),
              C = file("c.cu", "c"), D = file("d.cu", "d"),
              E = file("e.cu", "e");
  // a.cu and c.cu are connected by b.h.
  std::vector<Finding> Findings = {
      finding({{A, 0, 1, "A"}, {B, 0, 1, "B"}}),
      finding({{D, 0, 1, "D"}}),
      finding({{B, 1, 0, "!"}, {C, 0, 1, "C"}}),
      finding({{E, 0, 1, "E"}}),
  };
  Findings[3].Fixes[0].Proposed.Effect.HasExcess = true;
  FixPlan Plan = planFixes(Findings, /*AllowUnsafe=*/false);
  ASSERT_EQ(Plan.Groups.size(), 3u);
  EXPECT_EQ(Plan.Groups[0].Files,
            (std::vector{realPath(A), realPath(B), realPath(C)}));
  EXPECT_EQ(Plan.Groups[0].Fixed, 2u);

  ASSERT_FALSE(sys::fs::remove(C));
  AppliedFixes Applied = applyFixes(Plan, {});
  EXPECT_EQ(textOf(A), "a");
  EXPECT_EQ(textOf(B), "b");
  EXPECT_EQ(textOf(D), "D");
  EXPECT_EQ(textOf(E), "E");
  EXPECT_EQ(Applied.Files, 2u);
  EXPECT_EQ(Applied.Fixed, 1u);
  EXPECT_EQ(Applied.Improved, 1u);
  ASSERT_EQ(Applied.Failures.size(), 1u);
  EXPECT_EQ(Applied.Failures[0],
            "cannot fix '" + absolutePath(C) +
                "': No such file or directory; 2 other files, which the same "
                "fixes edit, stay as they are");
}

TEST_F(Apply, EditsAFileByAllNamesThatItKnows) {
  std::string A = file("a.cu", "abc"), Hard = (Folder + "/hard.cu").str();
  ASSERT_FALSE(sys::fs::create_hard_link(A, Hard));
  std::vector<Finding> Findings = {finding({{Hard, 3, 0, "d"}}),
                                   finding({{A, 3, 0, "d"}}),
                                   finding({{A, 0, 1, "x"}})};
  FixPlan Plan = planFixes(Findings, /*AllowUnsafe=*/false);
  EXPECT_EQ(Plan.Edits.size(), 1u);
  AnalysedContents Contents;
  Contents.note(A, "other");
  EXPECT_EQ(applyFixes(Plan, Contents).Failures.size(), 1u);
  Contents = AnalysedContents();
  Contents.note(A, "abc");
  Contents.note(Hard, "abc");
  AppliedFixes Applied = applyFixes(Plan, Contents);
  EXPECT_EQ(Applied.Fixed, 3u);
  EXPECT_EQ(Applied.Files, 1u);
  EXPECT_EQ(textOf(A), "xbcd");
  EXPECT_EQ(textOf(Hard), "xbcd");
}

TEST_F(Apply, TakesFixesAsFarAsTheyFitTogether) {
  std::string A = file("a.cu", "abcdef");
  auto Larger = [&](unsigned Offset, const char *Array, int64_t Room,
                    int64_t Extra, const char *Kernel = "k()") {
    Finding F = finding({{A, Offset, 0, "+"}});
    F.Declared = {A, Offset, 1};
    F.Arrays = {Array};
    F.Fixes[0].Kernels = {{Kernel, {A, 1, 1}, Extra, Room}};
    return F;
  };
  std::vector<Finding> Findings = {
      Larger(1, "a", 100, 60),
      Larger(1, "a", 100, 60), // another access to it
      Larger(2, "b", 100, 60), // together 20 too much
      Larger(3, "c", 100, 40),
      Larger(4, "d", 100, 60, "l()"),
      Larger(5, "e", 99, 1, "l()"),
  };
  FixPlan Plan = planFixes(Findings, /*AllowUnsafe=*/false);
  std::vector<bool> Chosen;
  Chosen.reserve(Findings.size());
  for (const Fix *F : Plan.Chosen)
    Chosen.push_back(F);
  EXPECT_EQ(Chosen, (std::vector{true, true, false, true, true, true}));
  EXPECT_EQ(Plan.SizeLeft, 1u);
  EXPECT_EQ(Plan.OverlapLeft, 0u);
  EXPECT_EQ(Plan.Edits.at(realPath(A)).applyTo("abcdef"), "a+bc+d+e+f");
}

TEST_F(Apply, CountsEveryKernelThatAFixMakesLarger) {
  std::string A = file("a.cu", "abcdef");
  auto Larger = [&](unsigned Offset, std::vector<KernelGrowth> Kernels) {
    Finding F = finding({{A, Offset, 0, "+"}});
    F.Declared = {A, Offset, 1};
    F.Fixes[0].Kernels = std::move(Kernels);
    return F;
  };
  SourcePoint Here{A, 1, 1}, There{A, 2, 1};
  // The second fix fits in a kernel of the same name elsewhere, and what other
  // launches or sources make of one kernel counts.
  std::vector<Finding> Findings = {
      Larger(1, {{"k()", Here, 8000, 9152}}),
      Larger(2, {{"k()", There, 8000, 9152}}),
      Larger(3, {{"k()", There, 1, 8000}, {"k()", Here, 500, 48152}}),
      Larger(4, {{"l()", Here, 1000, 48152}, {"k()", Here, 1152, 9152}}),
  };
  FixPlan Plan = planFixes(Findings, /*AllowUnsafe=*/false);
  EXPECT_TRUE(Plan.Chosen[1]);
  EXPECT_FALSE(Plan.Chosen[2]);
  EXPECT_TRUE(Plan.Chosen[3]);
  EXPECT_EQ(Plan.SizeLeft, 1u);
}

TEST_F(Apply, LeavesAGroupWithAFileOutsideOfTheRoots) {
  const std::string In = file("project/a.cu", "a"),
                    Near = file("project-2/b.cu", "b"),
                    Other = file("project/c.cu", "c");
  std::vector<Finding> Findings = {
      finding({{In, 0, 1, "A"}, {Near, 0, 1, "B"}}),
      finding({{Other, 0, 1, "C"}})};
  FixPlan Plan = planFixes(Findings, /*AllowUnsafe=*/false);
  const std::string Root = (Folder + "/project").str();
  AppliedFixes Applied = applyFixes(Plan, {}, EditRoots({Root}));
  ASSERT_EQ(Applied.Failures.size(), 1u);
  EXPECT_NE(Applied.Failures.front().find("it lies outside of '" +
                                          realPath(Root) + "'"),
            std::string::npos);
  EXPECT_EQ(textOf(In), "a");
  EXPECT_EQ(textOf(Near), "b");
  EXPECT_EQ(textOf(Other), "C");
  EXPECT_TRUE(applyFixes(Plan, {}).Failures.empty());
}
