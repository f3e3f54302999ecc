//===- SourceTextsTest.cpp - What the sources hold, by line and column ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Source/SourceTexts.h"
#include "Source/EditedFiles.h"
#include "gtest/gtest.h"

using namespace banklint;

TEST(SourceTexts, CountsLinesAsEditorsDo) {
  const EditedFiles Held = {{"empty.cu", ""},
                            {"one.cu", "a"},
                            {"ended.cu", "a\n"},
                            {"open.cu", "a\nb"},
                            {"blank.cu", "a\n\n"}};
  SourceTexts Texts(Held);
  EXPECT_EQ(Texts.lineCount("empty.cu"), 0u);
  EXPECT_EQ(Texts.lineCount("one.cu"), 1u);
  EXPECT_EQ(Texts.lineCount("ended.cu"), 1u);
  EXPECT_EQ(Texts.lineCount("open.cu"), 2u);
  EXPECT_EQ(Texts.lineCount("blank.cu"), 2u);
  EXPECT_EQ(Texts.lineCount("gone.cu"), 0u);
  EXPECT_EQ(Texts.contents("open.cu"), "a\nb");
}
