//===- SelectionTest.cpp - Rules and thresholds drop findings -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Selection.h"
#include "gtest/gtest.h"

using namespace banklint;

static Report reportOf(std::optional<double> Ways,
                       std::optional<double> ExcessPerBlock) {
  Report R;
  Finding F;
  F.Rule = "banklint-bank-conflict";
  F.Ways = Ways;
  F.ExcessPerBlock = ExcessPerBlock;
  R.Findings.push_back(F);
  return R;
}

static bool isKept(Report R, const Selection &Asked) {
  applySelection(R, Asked);
  EXPECT_EQ(R.Findings.size() + R.Totals.BelowThreshold, 1u);
  return !R.Findings.empty();
}

TEST(SelectionTest, ThresholdsAreTheLeastThatIsKept) {
  EXPECT_TRUE(isKept(reportOf(4, 10), {{}, 4, 10}));
  EXPECT_FALSE(isKept(reportOf(3.9, 10), {{}, 4, 10}));
  EXPECT_FALSE(isKept(reportOf(4, 9), {{}, 4, 10}));
}

TEST(SelectionTest, UnknownNumbersAreBelowNoThreshold) {
  EXPECT_TRUE(isKept(reportOf(std::nullopt, std::nullopt), {{}, 4, 10}));
  EXPECT_FALSE(isKept(reportOf(2, std::nullopt), {{}, 4, 10}));
}

TEST(SelectionTest, LastGlobDecidesAboutARule) {
  EXPECT_TRUE(isInRules({"*", "-b*", "banklint-x"}, "banklint-x"));
  EXPECT_FALSE(isInRules({"*", "-b*"}, "banklint-x"));
  EXPECT_FALSE(isInRules({"a*"}, "banklint-x"));
  EXPECT_TRUE(isInRules({"a*", "-c*"}, "banklint-x", /*Default=*/true));
}

TEST(SelectionTest, FindingsOfRulesThatAreOffAreNotCounted) {
  Report R = reportOf(4, 10);
  applySelection(R, {{"-*-conflict"}, 0, 0});
  EXPECT_TRUE(R.Findings.empty());
  EXPECT_EQ(R.Totals.BelowThreshold, 0u);
}
