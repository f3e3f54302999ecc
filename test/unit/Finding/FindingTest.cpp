//===- FindingTest.cpp - What is offered against a conflict ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Finding.h"
#include "Finding/Note.h"
#include "Finding/Obstacle.h"
#include "gtest/gtest.h"
#include <utility>

using namespace banklint;

template <typename T> static Finding with(T Content) {
  Finding F;
  F.Notes.push_back({{}, std::move(Content)});
  return F;
}

static Finding refused(ObstacleKind Kind) {
  return with(note::NoFix{"s", {Kind, ""}, {}});
}

TEST(Cure, IsTheBestFix) {
  Finding F = refused(ObstacleKind::ExcludedFile);
  F.Fixes.resize(2);
  EXPECT_EQ(F.cure(), Cure::Unsafe);
  F.Fixes[1].IsSafe = true;
  EXPECT_EQ(F.cure(), Cure::Safe);
  EXPECT_EQ(F.obstacle()->Kind, ObstacleKind::ExcludedFile);
}

TEST(Cure, IsWhatANoteTellsToWrite) {
  EXPECT_EQ(
      with(note::NoFix{"s", {ObstacleKind::Sizeof, ""}, note::RowAdvice()})
          .cure(),
      Cure::ByHand);
  EXPECT_EQ(with(note::Swizzle()).cure(), Cure::ByHand);
  EXPECT_EQ(with(note::SpareMember()).cure(), Cure::ByHand);
  EXPECT_EQ(with(note::Reduction()).cure(), Cure::ByHand);
  EXPECT_EQ(with(note::Scan()).cure(), Cure::ByHand);
  EXPECT_EQ(with(note::LayoutSwizzle()).cure(), Cure::ByHand);
  EXPECT_EQ(with(note::LayoutStrides()).cure(), Cure::ByHand);
  EXPECT_EQ(with(note::LayoutStrides()).obstacle(), nullptr);
}

TEST(Cure, IsProvedToBeNoneOrRefused) {
  EXPECT_EQ(refused(ObstacleKind::NothingBetter).cure(), Cure::None);
  EXPECT_EQ(refused(ObstacleKind::NotThisAccess).cure(), Cure::None);
  EXPECT_EQ(refused(ObstacleKind::LongSwizzleSearch).cure(), Cure::Refused);
  EXPECT_EQ(refused(ObstacleKind::MacroBody).cure(), Cure::Refused);
}

TEST(Cure, IsNotSetWhereNoneWasLookedFor) {
  EXPECT_EQ(with(note::Probe()).cure(), std::nullopt);
  EXPECT_EQ(Finding().obstacle(), nullptr);
}
