//===- ObstacleTest.cpp - Texts of obstacles ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Obstacle.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"
#include <set>

using namespace banklint;

TEST(Obstacle, NamesWhatItIsAbout) {
  EXPECT_EQ(obstacleText({ObstacleKind::Sizeof, ""}),
            "'sizeof' depends on its size");
  EXPECT_EQ(obstacleText({ObstacleKind::BodilessCallee, "load"}),
            "it is passed to 'load', whose code is not visible");
  EXPECT_EQ(obstacleText({ObstacleKind::PointerByReference, "f"}),
            "'f' may change a pointer to it");
}

TEST(Obstacle, TellsWhichKindsHaveNames) {
  EXPECT_FALSE(hasName(ObstacleKind::Sizeof));
  EXPECT_TRUE(hasName(ObstacleKind::SharedFactor));
}

TEST(Obstacle, HasATextForEachKind) {
  std::set<std::string> Texts;
  for (unsigned Kind = 0; Kind != ObstacleKinds; ++Kind) {
    ObstacleKind K = ObstacleKind(Kind);
    std::string Text = obstacleText({K, hasName(K) ? "name" : ""});
    EXPECT_EQ(Text != obstacleText({K, hasName(K) ? "other" : ""}), hasName(K))
        << Text;
    EXPECT_FALSE(llvm::StringRef(Text).contains('%')) << Text;
    EXPECT_TRUE(Texts.insert(Text).second) << Text << " is that of two kinds";
  }
}
