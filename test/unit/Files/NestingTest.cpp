//===- NestingTest.cpp - How deep a text nests ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/Nesting.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"
#include <string>

using namespace banklint;
using namespace llvm;

static std::string repeated(StringRef Text, unsigned Times) {
  std::string Result;
  for (unsigned I = 0; I != Times; ++I)
    Result += Text;
  return Result;
}

static std::string mistakeInJson(StringRef Text) {
  Expected<json::Value> Read = parseJson(Text);
  return Read ? "" : toString(Read.takeError());
}

static std::string mistakeInYaml(StringRef Text) {
  return toString(checkYamlNesting(Text));
}

static constexpr char TooDeep[] = "it nests deeper than 100 levels";

TEST(Nesting, JsonNestsUpToALimit) {
  EXPECT_EQ(mistakeInJson(repeated("[", 100) + repeated("]", 100)), "");
  EXPECT_EQ(mistakeInJson(repeated("[", 101) + repeated("]", 101)), TooDeep);
  EXPECT_EQ(mistakeInJson(repeated("{\"a\":", 200000)), TooDeep);
}

TEST(Nesting, BracketsInStringsDoNotNest) {
  EXPECT_EQ(mistakeInJson("\"" + repeated("[", 200) + "\""), "");
  EXPECT_EQ(mistakeInJson("\"\\\"" + repeated("{", 200) + "\\\\\""), "");
}

TEST(Nesting, BracketsBesideOneAnotherDoNotNest) {
  EXPECT_EQ(mistakeInJson("[" + repeated("[],", 200) + "{}]"), "");
  EXPECT_EQ(mistakeInYaml("[" + repeated("[],", 200) + "{}]"), "");
}

TEST(Nesting, AYamlTextOrListIsBounded) {
  static constexpr char TooLong[] =
      "a text or a list in it is longer than 1 MB";
  EXPECT_EQ(mistakeInYaml("[a: \"" + repeated("-D ", 300000) + "\"]"), "");
  EXPECT_EQ(mistakeInYaml("[a: \"" + repeated("-D ", 400000) + "\"]"), TooLong);
  EXPECT_EQ(mistakeInYaml("a: [" + repeated("D,", 500000) + "]"), "");
  EXPECT_EQ(mistakeInYaml("a: [" + repeated("D,", 600000) + "]"), TooLong);
  EXPECT_EQ(mistakeInYaml("[" + repeated("{a: D},", 600000) + "]"), "");
}

TEST(Nesting, WhatIsNoJsonIsSaidByTheParser) {
  EXPECT_NE(mistakeInJson("]"), "");
  EXPECT_NE(mistakeInJson("]"), TooDeep);
}

TEST(Nesting, YamlNestsInEveryStyle) {
  for (StringRef Opener : {"[", "{a: ", "- ", "? "})
    EXPECT_EQ(mistakeInYaml(repeated(Opener, 200000)), TooDeep);
  std::string Indented;
  for (unsigned I = 0; I != 200; ++I)
    Indented += std::string(I, ' ') + "a:\n";
  EXPECT_EQ(mistakeInYaml(Indented), TooDeep);
  EXPECT_EQ(mistakeInYaml("a:\n  - b: [c, {d: e}]\n"), "");
}

TEST(Nesting, OtherMistakesInYamlAreLeftToTheParser) {
  EXPECT_EQ(mistakeInYaml(""), "");
  EXPECT_EQ(mistakeInYaml("[a"), "");
  EXPECT_EQ(mistakeInYaml("\"open"), "");
}

TEST(Nesting, WhatIsNoYamlIsNamedWithItsPlace) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(toString(checkYaml("[{\"a\": \"b\"}]")), "");
  EXPECT_EQ(toString(checkYaml("[\n  \"\\w\"]")).substr(0, 5), "2:5: ");
  EXPECT_EQ(toString(checkYaml("[1, 2")).find('\n'), std::string::npos);
  EXPECT_NE(toString(checkYaml("[1, 2")), "");
  EXPECT_EQ(toString(checkYaml(repeated("[", 200))), TooDeep);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}
