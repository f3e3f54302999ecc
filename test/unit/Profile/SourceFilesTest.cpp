//===- SourceFilesTest.cpp - Files that two machines know -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/SourceFiles.h"
#include "gtest/gtest.h"
#include <map>
#include <string>
#include <vector>

using namespace banklint;

using Map = std::map<std::string, std::string>;

TEST(SourceFiles, TheLongestCommonEndDecides) {
  EXPECT_EQ(matchFiles({"/build/a/tile.cu", "/build/b/tile.cu"},
                       {"src/b/tile.cu", "src/a/tile.cu"}),
            (Map{{"/build/a/tile.cu", "src/a/tile.cu"},
                 {"/build/b/tile.cu", "src/b/tile.cu"}}));
  EXPECT_EQ(matchFiles({"C:\\build\\a\\tile.cu"}, {"a/tile.cu"}),
            (Map{{"C:\\build\\a\\tile.cu", "a/tile.cu"}}));
  EXPECT_EQ(matchFiles({"/build/x/../a/./tile.cu"}, {"/home/a/tile.cu"}),
            (Map{{"/build/x/../a/./tile.cu", "/home/a/tile.cu"}}));
}

TEST(SourceFiles, AnotherNameIsAnotherFile) {
  EXPECT_EQ(matchFiles({"/build/tile.cu"}, {"/build/tile.cuh", "le.cu"}),
            Map());
  EXPECT_EQ(matchFiles({}, {"tile.cu"}), Map());
  EXPECT_EQ(matchFiles({"", "/"}, {"tile.cu", ""}), Map());
}

TEST(SourceFiles, WhatMayBeTwoFilesIsListed) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(nearestFiles("/build/tile.cu", {"a/tile.cu", "b.cu", "tile.cu"}),
            (Names{"a/tile.cu", "tile.cu"}));
  EXPECT_EQ(nearestFiles("/build/a/tile.cu", {"a/tile.cu", "b/tile.cu"}),
            Names{"a/tile.cu"});
  EXPECT_EQ(nearestFiles("/build/tile.cu", {"b.cu"}), Names());
}

TEST(SourceFiles, WhatMayBeTwoFilesIsNone) {
  EXPECT_EQ(matchFiles({"/build/tile.cu"}, {"a/tile.cu", "b/tile.cu"}), Map());
  EXPECT_EQ(matchFiles({"/build/a/tile.cu", "/build/b/tile.cu"}, {"tile.cu"}),
            Map());
}
