//===- NearestNameTest.cpp - What was probably meant ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Config/NearestName.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace llvm;

TEST(NearestNameTest, TwoWrongLettersAreForgivenAndThreeAreNot) {
  EXPECT_EQ(nearestName("exclde", {"exclude"}), "exclude");
  EXPECT_EQ(nearestName("excld", {"exclude"}), "exclude");
  EXPECT_EQ(nearestName("excl", {"exclude"}), "");
  EXPECT_EQ(nearestName("exclude", {}), "");
}

TEST(NearestNameTest, CaseAndPunctuationDoNotCount) {
  EXPECT_EQ(nearestName("MIN_WAYS", {"exclude", "min-ways"}), "min-ways");
}

TEST(NearestNameTest, TheNearestOfSeveralIsTaken) {
  EXPECT_EQ(nearestName("block", {"rock", "clock"}), "clock");
  EXPECT_EQ(nearestName("blocks", {"block", "blocks"}), "blocks");
}
