//===- PathGlobsTest.cpp - Files that are left out ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/PathGlobs.h"
#include "llvm/Support/Error.h"
#include <gtest/gtest.h>
#include <memory>

using namespace banklint;

static bool matches(const char *Glob, const char *File) {
  return llvm::cantFail(PathGlobs::create({{Glob, "/p/third_party/me", ""}}))
      .match(File);
}

TEST(PathGlobs, MatchFilesFoldersAndTheirEnds) {
  EXPECT_TRUE(matches("lib", "/p/third_party/me/lib/a/b.cu"));
  EXPECT_TRUE(matches("lib/", "/p/third_party/me/src/../lib/b.cu"));
  EXPECT_TRUE(matches("lib", "/p/third_party/me/src/lib/b.cu"));
  EXPECT_TRUE(matches("src/*_test.cu", "/p/third_party/me/src/deep/x_test.cu"));
  EXPECT_FALSE(matches("src/*_test.cu", "/p/third_party/me/src/x.cu"));
  EXPECT_FALSE(matches("lib", "/p/third_party/me/mylib/x.cu"));
}

TEST(PathGlobs, SeeNothingAboveTheirFolder) {
  EXPECT_FALSE(matches("third_party", "/p/third_party/me/x.cu"));
  EXPECT_FALSE(matches("third_party", "/p/third_party/other/x.cu"));
  EXPECT_TRUE(matches("other", "/p/third_party/other/x.cu"));
}

TEST(PathGlobs, WithADotOrSlashInFrontMatchNoMereEnd) {
  EXPECT_TRUE(matches("./lib", "/p/third_party/me/lib/a.cu"));
  EXPECT_FALSE(matches("./lib", "/p/third_party/me/src/lib/a.cu"));
  EXPECT_FALSE(matches("./*", "/p/third_party/other/a.cu"));
  EXPECT_TRUE(matches("../other", "/p/third_party/other/a.cu"));
  EXPECT_TRUE(matches("/p/third_party", "/p/third_party/me/a.cu"));
  EXPECT_FALSE(matches("/third_party", "/p/third_party/me/a.cu"));
}

TEST(PathGlobs, TakeTwoStarsForSomeFoldersOrNone) {
  EXPECT_TRUE(matches("**/tile.h", "/p/third_party/me/tile.h"));
  EXPECT_TRUE(matches("**/tile.h", "/p/third_party/me/a/b/tile.h"));
  EXPECT_FALSE(matches("**/tile.h", "/p/third_party/me/mytile.h"));
  EXPECT_TRUE(matches("src/**/old", "/p/third_party/me/src/old/x.cu"));
  EXPECT_TRUE(matches("src/**/old", "/p/third_party/me/src/a/b/old/x.cu"));
  EXPECT_FALSE(matches("./src/**/old", "/p/third_party/me/a/src/old/x.cu"));
  EXPECT_TRUE(matches("./**/x.cu", "/p/third_party/me/x.cu"));
  EXPECT_TRUE(matches("/p/**/**/x.cu", "/p/x.cu"));
  EXPECT_TRUE(matches("**/src/**/x.cu", "/p/third_party/me/src/x.cu"));
  EXPECT_TRUE(matches("src/**", "/p/third_party/me/src/a/x.cu"));
}

TEST(PathGlobs, TellWhichMatches) {
  PathGlobs Globs = llvm::cantFail(
      PathGlobs::create({{"a", "", "first"}, {"b.cu", "", "second"}}));
  EXPECT_EQ(Globs.match("x/b.cu")->Source, "second");
  EXPECT_EQ(Globs.match("x/c.cu"), nullptr);
}

TEST(PathGlobs, RefuseWhatIsNoGlob) {
  auto Broken = PathGlobs::create({{"[", "", ""}});
  ASSERT_FALSE(bool(Broken));
  EXPECT_EQ(llvm::toString(Broken.takeError()).find("invalid glob '['"), 0u);
}

TEST(PathGlobs, OutliveWhatTheyWereMadeFrom) {
  auto Made = std::make_unique<PathGlob>(PathGlob{"*_test.cu", "/p", ""});
  PathGlobs Globs = llvm::cantFail(PathGlobs::create(*Made));
  Made->Text = "*_rest.cu";
  EXPECT_TRUE(Globs.match("/p/x_test.cu"));
}
