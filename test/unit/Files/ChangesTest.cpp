//===- ChangesTest.cpp - Reading what git diff prints ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/Changes.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace llvm;

static Changes parsed(StringRef Diff) { return Changes::parse(Diff, "/root"); }

TEST(Changes, KnowsTheNewLinesOfEachHunk) {
  Changes C = parsed("diff --git a/a.cu b/a.cu\n"
                     "--- a/a.cu\n"
                     "+++ b/a.cu\n"
                     "@@ -3 +3,2 @@ void f() {\n"
                     "-old\n"
                     "+new\n"
                     "+new\n"
                     "@@ -9,2 +10 @@\n"
                     "-old\n"
                     "-old\n"
                     "+new\n");
  auto Touches = [&](unsigned First, unsigned Last) {
    return C.touches("/root/a.cu", {First, Last});
  };
  EXPECT_FALSE(Touches(1, 2));
  EXPECT_TRUE(Touches(3, 3));
  EXPECT_TRUE(Touches(4, 4));
  EXPECT_FALSE(Touches(5, 9));
  EXPECT_TRUE(Touches(1, 9));
  EXPECT_TRUE(Touches(10, 10));
  EXPECT_FALSE(Touches(11, 99));
  EXPECT_FALSE(C.touches("/root/b.cu", {1, 99}));
}

TEST(Changes, LinesThatAreGoneChangeWhatStandsAroundThem) {
  Changes C = parsed("--- a/a.cu\n"
                     "+++ b/a.cu\n"
                     "@@ -3,2 +2,0 @@\n"
                     "-old\n"
                     "-old\n");
  EXPECT_FALSE(C.touches("/root/a.cu", {1, 2}));
  EXPECT_FALSE(C.touches("/root/a.cu", {3, 99}));
  EXPECT_TRUE(C.touches("/root/a.cu", {2, 3}));
}

TEST(Changes, TakesNoLineOfAHunkForAHeader) {
  Changes C = parsed("--- a/a.cu\n"
                     "+++ b/a.cu\n"
                     "@@ -1 +1,2 @@\n"
                     "--- a/x.cu\n"
                     "+++ b/x.cu\n"
                     "+@@ -1 +50 @@\n"
                     "\\ No newline at end of file\n"
                     "--- a/b.cu\n"
                     "+++ b/b.cu\n"
                     "@@ -1 +7 @@\n"
                     "-old\n"
                     "+new\n");
  EXPECT_TRUE(C.touches("/root/a.cu", {1, 2}));
  EXPECT_FALSE(C.touches("/root/a.cu", {50, 50}));
  EXPECT_FALSE(C.touches("/root/x.cu", {1, 99}));
  EXPECT_TRUE(C.touches("/root/b.cu", {7, 7}));
}

TEST(Changes, UnderstandsQuotedNamesAndNamesWithSpaces) {
  Changes C = parsed("--- a/my file.cu\t\n"
                     "+++ b/my file.cu\t\n"
                     "@@ -1 +1 @@\n"
                     "-old\n"
                     "+new\n"
                     "--- /dev/null\n"
                     "+++ \"b/q\\\"\\\\t\\t.cu\"\n"
                     "@@ -0,0 +1 @@\n"
                     "+new\n");
  EXPECT_TRUE(C.touches("/root/my file.cu", {1, 1}));
  EXPECT_TRUE(C.touches("/root/q\"\\t\t.cu", {1, 1}));
}

TEST(Changes, AFileOutsideOfTheRepositoryMayHaveChanged) {
  Changes C = parsed("");
  EXPECT_TRUE(C.touches("/rooted/a.cu", {1, 1}));
  EXPECT_FALSE(C.touches("/root/a.cu", {1, 1}));
}

TEST(Changes, AHunkThatIsCutOffSaysNothing) {
  for (StringRef Hunk :
       {"@@ -", "@@ -1", "@@ -1 ", "@@ -1 +", "@@ -x,y +z,w @@"})
    EXPECT_FALSE(
        parsed(("+++ b/a.cu\n" + Hunk).str()).touches("/root/a.cu", {3, 3}))
        << Hunk.str();
}

TEST(Changes, ReadsNamesAsGitQuotesThem) {
  Changes C = parsed("--- /dev/null\n"
                     "+++ \"b/a\\tb\\n\\\"\\\\\\a\\033\\303\\244.cu\"\n"
                     "@@ -0,0 +1 @@\n"
                     "+new\n");
  EXPECT_TRUE(C.touches("/root/a\tb\n\"\\\a\033\303\244.cu", {1, 1}));
  EXPECT_FALSE(C.touches("/root/a.cu", {1, 1}));
}

TEST(Changes, AFileThatIsListedWithoutLinesCountsAsAWhole) {
  Changes C = parsed(":100644 100644 a1 b2 M\ta.cu\n"
                     ":100644 100644 a1 b2 M\tshown.cu\n"
                     ":100644 000000 a1 00 D\tgone.cu\n"
                     ":100644 100644 a1 a1 R100\told.cu\tnew name.cu\n"
                     ":100644 100644 a1 b2 R086\told.cu\t\"n\\tw.cu\"\n"
                     ":100644 100644 a1 a1 R100\tnotes.txt\tsource.cu\n"
                     ":160000 160000 a1 b2 M\tsub/module\n"
                     "\n"
                     "diff --git a/shown.cu b/shown.cu\n"
                     "--- a/shown.cu\n"
                     "+++ b/shown.cu\n"
                     "@@ -1 +1 @@\n"
                     "-old\n"
                     "+:new\n");
  EXPECT_TRUE(C.touches("/root/a.cu", {9, 9}));
  EXPECT_TRUE(C.touches("/root/shown.cu", {1, 1}));
  EXPECT_FALSE(C.touches("/root/shown.cu", {9, 9}));
  EXPECT_FALSE(C.touches("/root/gone.cu", {1, 1}));
  EXPECT_FALSE(C.touches("/root/new name.cu", {1, 1}));
  EXPECT_TRUE(C.touches("/root/n\tw.cu", {9, 9}));
  EXPECT_TRUE(C.touches("/root/source.cu", {9, 9}));
  EXPECT_TRUE(C.touches("/root/sub/module/deep/a.cu", {9, 9}));
  EXPECT_FALSE(C.touches("/root/sub/other.cu", {9, 9}));
}
