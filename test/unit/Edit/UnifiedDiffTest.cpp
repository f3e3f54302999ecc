//===- UnifiedDiffTest.cpp - Edits as a diff ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Edit/UnifiedDiff.h"
#include "Edit/EditSet.h"
#include "Finding/Finding.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

using namespace banklint;
using namespace llvm;

/// The diff without its two lines of names.
static std::string hunks(StringRef Before, const std::vector<Edit> &Edits) {
  EditSet All;
  for (const Edit &E : Edits)
    EXPECT_TRUE(All.add(E));
  std::string Text;
  raw_string_ostream OS(Text);
  writeUnifiedDiff(OS, "x", Before, All);
  StringRef Rest = Text;
  EXPECT_TRUE(Rest.consume_front("--- a/x\n+++ b/x\n"));
  return Rest.str();
}

TEST(UnifiedDiff, ShowsThreeLinesAroundAChange) {
  EXPECT_EQ(hunks("1\n2\n3\n4\n5\n6\n7\n8\n9\n", {{"", 8, 1, "five"}}),
            "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(UnifiedDiff, MakesOneHunkOfChangesWhoseSurroundingsTouch) {
  // Lines 1 and 8: between them six lines, which are in the one hunk; with a
  // seventh there are two.
  std::string Text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
  EXPECT_EQ(hunks(Text, {{"", 1, 0, "a"}, {"", 15, 0, "b"}}),
            "@@ -1,9 +1,9 @@\n-1\n+1a\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+8b\n 9\n");
  EXPECT_EQ(hunks(Text, {{"", 1, 0, "a\nb"}, {"", 17, 0, "c"}}),
            "@@ -1,4 +1,5 @@\n-1\n+1a\n+b\n 2\n 3\n 4\n"
            "@@ -6,4 +7,4 @@\n 6\n 7\n 8\n-9\n+9c\n");
}

TEST(UnifiedDiff, JoinsTheEditsOfOneLine) {
  EXPECT_EQ(hunks("abc\n", {{"", 0, 1, "A"}, {"", 2, 1, ""}, {"", 3, 0, "!"}}),
            "@@ -1,1 +1,1 @@\n-abc\n+Ab!\n");
}

TEST(UnifiedDiff, ShowsLinesThatFollowEachOtherTogether) {
  EXPECT_EQ(hunks("a\nb\nc\n", {{"", 0, 1, "A"}, {"", 2, 1, "B"}}),
            "@@ -1,3 +1,3 @@\n-a\n-b\n+A\n+B\n c\n");
}

TEST(UnifiedDiff, KeepsLineEnds) {
  EXPECT_EQ(hunks("a\r\nb\r\n", {{"", 1, 0, "x"}}),
            "@@ -1,2 +1,2 @@\n-a\r\n+ax\r\n b\r\n");
  EXPECT_EQ(hunks("a\nb", {{"", 0, 0, "x"}, {"", 3, 0, "y"}}),
            "@@ -1,2 +1,2 @@\n-a\n-b\n\\ No newline at end of file\n"
            "+xa\n+by\n\\ No newline at end of file\n");
}

TEST(UnifiedDiff, TakesWholeLinesAway) {
  EXPECT_EQ(hunks("a\nb\nc\n", {{"", 2, 2, ""}}),
            "@@ -1,3 +1,2 @@\n a\n-b\n c\n");
  EXPECT_EQ(hunks("a\n", {{"", 0, 2, ""}}), "@@ -1,1 +0,0 @@\n-a\n");
}

TEST(UnifiedDiff, TakesTheNextLineInWhereTheEndOfOneGoes) {
  EXPECT_EQ(hunks("a\nb\nc\n", {{"", 1, 1, ""}}),
            "@@ -1,3 +1,2 @@\n-a\n-b\n+ab\n c\n");
}

/// The two lines that name the file.
static std::string names(StringRef Name) {
  EditSet All;
  EXPECT_TRUE(All.add({"", 0, 1, "b"}));
  std::string Text;
  raw_string_ostream OS(Text);
  writeUnifiedDiff(OS, Name, "a", All);
  return Text.substr(0, Text.find("@@"));
}

TEST(UnifiedDiff, QuotesNamesAsGitDoes) {
  EXPECT_EQ(names("src/a.cu"), "--- a/src/a.cu\n+++ b/src/a.cu\n");
  EXPECT_EQ(names("a b.cu"), "--- a/a b.cu\t\n+++ b/a b.cu\t\n");
  EXPECT_EQ(names("a\n+++ b/c"), "--- \"a/a\\n+++ b/c\"\t\n"
                                 "+++ \"b/a\\n+++ b/c\"\t\n");
  EXPECT_EQ(names("\a\b\t\v\f\r\"\\\x1b\x7f"),
            "--- \"a/\\a\\b\\t\\v\\f\\r\\\"\\\\\\033\\177\"\n"
            "+++ \"b/\\a\\b\\t\\v\\f\\r\\\"\\\\\\033\\177\"\n");
  EXPECT_EQ(names("caf\u00E9"),
            "--- \"a/caf\\303\\251\"\n+++ \"b/caf\\303\\251\"\n");
}
