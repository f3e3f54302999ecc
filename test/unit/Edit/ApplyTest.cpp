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
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
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
  auto Files = makeContents(Plan, {}, /*AreToBeWritten=*/true);
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
  auto Files = makeContents(Plan, {}, /*AreToBeWritten=*/true);
  ASSERT_TRUE(bool(Files));
  ASSERT_EQ(Files->size(), 1u);
  EXPECT_EQ(Files->front().After, "_abcd");
}

TEST_F(Apply, PrefersSafeFixesAndCountsTheUnsafeOnesItLeaves) {
  std::string A = file("a.cu", "abc");
  Finding Both = finding({{A, 0, 0, "unsafe"}}, /*IsSafe=*/false);
  Both.Fixes.push_back(finding({{A, 0, 1, "safe"}}).Fixes[0]);
  Finding Broken = finding({{A, 1, 1, "x"}});
  Broken.IsEditable = false;
  std::vector<Finding> Findings = {
      Both, finding({{A, 2, 1, "y"}}, /*IsSafe=*/false), Broken, Finding()};

  FixPlan Safe = planFixes(Findings, /*AllowUnsafe=*/false);
  EXPECT_EQ(Safe.Chosen[0], &Findings[0].Fixes[1]);
  EXPECT_EQ(Safe.fixedFindings(), 1u);
  EXPECT_EQ(Safe.UnsafeLeft, 1u);
  EXPECT_EQ(Safe.BrokenLeft, 1u);

  FixPlan All = planFixes(Findings, /*AllowUnsafe=*/true);
  EXPECT_EQ(All.Chosen[0], &Findings[0].Fixes[1]);
  EXPECT_EQ(All.fixedFindings(), 2u);
  EXPECT_EQ(All.UnsafeLeft, 0u);
}

TEST_F(Apply, RefusesAFileThatChangedUnderAnyOfItsNames) {
  std::string A = file("a.cu", "abc");
  std::string Link = (Folder + "/link.cu").str();
  ASSERT_FALSE(sys::fs::create_link(A, Link));
  std::vector<Finding> Findings = {finding({{A, 0, 1, "x"}})};
  FixPlan Plan = planFixes(Findings, /*AllowUnsafe=*/false);
  for (bool IsForWriting : {true, false}) {
    AnalysedContents Contents;
    Contents.note(A, "abc");
    Contents.note(file("other.cu", ""), "something else");
    EXPECT_TRUE(bool(makeContents(Plan, Contents, IsForWriting)));
    // Another source read it before or after it was changed.
    AnalysedContents Other;
    Other.note(Link, "ab");
    Contents.add(Other);
    auto Files = makeContents(Plan, Contents, IsForWriting);
    ASSERT_FALSE(bool(Files));
    EXPECT_EQ(toString(Files.takeError()),
              "cannot fix '" + realPath(A) +
                  "': the file has changed since it was analysed");
  }
}

TEST_F(Apply, RefusesAFileThatNobodyNotedAndThatIsTooShort) {
  std::string A = file("a.cu", "abc");
  std::vector<Finding> Findings = {finding({{A, 3, 1, "x"}})};
  FixPlan Plan = planFixes(Findings, /*AllowUnsafe=*/false);
  auto Files = makeContents(Plan, {}, /*AreToBeWritten=*/false);
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
  auto Shown = makeContents(Plan, {}, /*AreToBeWritten=*/false);
  ASSERT_TRUE(bool(Shown));
  EXPECT_EQ(Shown->front().After, "xbc");
  auto Files = makeContents(Plan, {}, /*AreToBeWritten=*/true);
  ASSERT_FALSE(bool(Files));
  EXPECT_EQ(toString(Files.takeError()),
            "cannot fix '" + realPath(A) + "': the file is read-only");
}
