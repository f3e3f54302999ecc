//===- WordsTest.cpp - The words of a text --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Source/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

using namespace banklint;
using llvm::StringRef;

static std::vector<std::string> wordsOf(StringRef Text) {
  llvm::StringSet<> Words;
  addWords(Text, Words);
  std::vector<std::string> Result;
  for (StringRef Word : Words.keys())
    Result.push_back(Word.str());
  llvm::sort(Result);
  return Result;
}

TEST(Words, AreWhatStandsSideBySide) {
  EXPECT_EQ(wordsOf("tile_a[x+1]=2.5f; // of x"),
            (std::vector<std::string>{"1", "2", "5f", "of", "tile_a", "x"}));
}

TEST(Words, AreNoneInWhatHasNoLetters) {
  EXPECT_TRUE(wordsOf("").empty());
  EXPECT_TRUE(wordsOf("({*&}) \t\n\xC3\xA4").empty());
}

TEST(Words, AreAddedToThoseThatAreThere) {
  llvm::StringSet<> Words;
  addWords("a b", Words);
  addWords("b c", Words);
  EXPECT_EQ(Words.size(), 3u);
}
