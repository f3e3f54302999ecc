//===- PlainTextTest.cpp - Markdown for a terminal ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/PlainText.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <string>

using namespace banklint;

static std::string plain(llvm::StringRef Markdown) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writePlainText(OS, Markdown);
  return Text;
}

TEST(PlainText, UnderlinesHeadings) {
  EXPECT_EQ(plain("# A `rule`\n\n## More\ntext\n"),
            "A rule\n======\n\nMore\n----\ntext\n");
}

TEST(PlainText, DropsTheMarksOfEmphasisCodeAndLinks) {
  EXPECT_EQ(plain("a **b** *c* `d * e` [f `g`](h.md), x[i]\n"),
            "a b c d * e f g, x[i]\n");
}

TEST(PlainText, IndentsCodeAndKeepsItAsItIs) {
  EXPECT_EQ(plain("```cuda\ns[i] *= 2; // `x`\n\n```\nend\n"),
            "    s[i] *= 2; // `x`\n\nend\n");
}

TEST(PlainText, AlignsTheColumnsOfTables) {
  EXPECT_EQ(plain("| a | b |\n| --- | --- |\n| `long \\| x` | y |\n"),
            "  a         b\n  long | x  y\n");
}
