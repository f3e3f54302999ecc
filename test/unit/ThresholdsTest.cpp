//===- ThresholdsTest.cpp - Small conflicts are kept, not reported --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Thresholds.h"
#include "gtest/gtest.h"

using namespace banklint;

static bool isKept(std::optional<double> Ways,
                   std::optional<double> ExcessPerBlock,
                   const Thresholds &Least) {
  Report R;
  R.Findings.emplace_back();
  R.Findings[0].Ways = Ways;
  R.Findings[0].ExcessPerBlock = ExcessPerBlock;
  applyThresholds(R, Least);
  EXPECT_EQ(R.Silenced.size(), R.Totals.BelowThreshold);
  EXPECT_EQ(R.Findings.size() + R.Silenced.size(), 1u);
  for (const Finding &F : R.Silenced)
    EXPECT_EQ(F.SilencedBy, Silence::Threshold);
  return !R.Findings.empty();
}

TEST(ThresholdsTest, ThresholdIsTheLeastThatIsKept) {
  EXPECT_TRUE(isKept(4, 10, {4, 10}));
  EXPECT_FALSE(isKept(3.9, 10, {4, 10}));
  EXPECT_FALSE(isKept(4, 9, {4, 10}));
}

TEST(ThresholdsTest, UnknownNumbersAreBelowNoThreshold) {
  EXPECT_TRUE(isKept(std::nullopt, std::nullopt, {4, 10}));
  EXPECT_TRUE(isKept(4, std::nullopt, {4, 10}));
  EXPECT_FALSE(isKept(2, std::nullopt, {4, 10}));
}
