//===- ShownTest.cpp - Text of others as people may read it ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/Shown.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"

using namespace banklint;

TEST(Shown, KeepsWhatIsPrintable) {
  EXPECT_EQ(shownText(""), "");
  EXPECT_EQ(shownText("src/a b~.cu:3 <k>"), "src/a b~.cu:3 <k>");
  EXPECT_EQ(shownText("größe_μ_层.cu 32·max(0, log₂ n)"),
            "größe_μ_层.cu 32·max(0, log₂ n)");
}

TEST(Shown, NamesControlCharacters) {
  EXPECT_EQ(shownText("a\nb\rc\td\x1b[31m\x7f"),
            "a<U+000A>b<U+000D>c<U+0009>d<U+001B>[31m<U+007F>");
  EXPECT_EQ(shownText(llvm::StringRef("a\0b", 3)), "a<U+0000>b");
  EXPECT_EQ(shownText("\u0085\u009b2J"), "<U+0085><U+009B>2J");
  EXPECT_EQ(shownText("a\u2028b\u2029"), "a<U+2028>b<U+2029>");
}

TEST(Shown, NamesWhatReordersOrHidesText) {
  EXPECT_EQ(shownText("a\u202Euc.txt"), "a<U+202E>uc.txt");
  for (llvm::StringRef Hidden :
       {"\u200B", "\u200E", "\u200F", "\u202A", "\u202D", "\u2060", "\u2066",
        "\u2069", "\u061C", "\uFEFF", "\U000E0041"})
    EXPECT_TRUE(llvm::StringRef(shownText(Hidden)).starts_with("<U+"));
}

TEST(Shown, NamesBytesThatAreNoUtf8) {
  EXPECT_EQ(shownText("a\xff\x9b.cu"), "a<FF><9B>.cu");
  // Cut off, longer than needed, half of a pair.
  EXPECT_EQ(shownText("\xe2\x82"), "<E2><82>");
  EXPECT_EQ(shownText("\xc0\x8a"), "<C0><8A>");
  EXPECT_EQ(shownText("\xed\xa0\x80"), "<ED><A0><80>");
}

TEST(Shown, BeginsNoCommand) {
  EXPECT_EQ(shownText("::error::x"), "<U+003A>:error::x");
  EXPECT_EQ(shownText("  ::error::x"), "  <U+003A>:error::x");
  EXPECT_EQ(shownText("\u00A0::error::x"), "\u00A0<U+003A>:error::x");
  EXPECT_EQ(shownText("\n::error::x"), "<U+000A><U+003A>:error::x");
  EXPECT_EQ(shownText("ns::k"), "ns::k");
  EXPECT_EQ(shownText("a ##[error]x"), "a <U+0023>#[error]x");
  EXPECT_EQ(shownText("##vso[task]"), "<U+0023>#vso[task]");
  EXPECT_EQ(shownText("####[x]"), "##<U+0023>#[x]");
  EXPECT_EQ(shownText("a##b[i]"), "a##b[i]");
}

TEST(Shown, CutsLongNamesInTheMiddle) {
  EXPECT_EQ(cutInMiddle("ns::transpose<float, 64>", 24),
            "ns::transpose<float, 64>");
  EXPECT_EQ(cutInMiddle("ns::transpose<float, 64>", 16), "ns::tra...t, 64>");
  EXPECT_EQ(cutInMiddle("ns::transpose<float, 64>", 15), "ns::tr...t, 64>");
  // Whole characters, in columns.
  EXPECT_EQ(cutInMiddle("\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4", 7),
            "\u00e4\u00e4...\u00e4\u00e4");
  EXPECT_EQ(cutInMiddle("\u6f22\u6f22\u6f22\u6f22", 7), "\u6f22...\u6f22");
}

TEST(Shown, KeepsTabsOfCode) {
  EXPECT_EQ(shownCode("\ts[0] = 1;\x1b"), "\ts[0] = 1;<U+001B>");
}
