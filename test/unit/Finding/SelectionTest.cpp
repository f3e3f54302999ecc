//===- SelectionTest.cpp - Which findings are asked for -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Selection.h"
#include "Config/Rules.h"
#include "Config/Thresholds.h"
#include "Finding/Finding.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"
#include <optional>

using namespace banklint;
using llvm::cantFail;

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

TEST(Selection, FindingsOfRulesThatAreOffCountNowhere) {
  Report R;
  R.Findings.resize(2);
  R.Findings[0].Rule = BankConflictRule;
  R.Findings[1].Rule = "banklint-nolint";
  R.Totals.Suppressed =
      silence(R, Silence::Comment, [](const Finding &F) { return !F.IsError; });
  ASSERT_EQ(R.Silenced.size(), 2u);
  applyRules(R, cantFail(RuleSet::create({}, {BankConflictRule})));
  ASSERT_EQ(R.Silenced.size(), 1u);
  EXPECT_EQ(R.Silenced[0].Rule, "banklint-nolint");
  EXPECT_EQ(R.Totals.Suppressed, 1u);
}

static NotAnalysed lostBeside(std::vector<std::string> Headers) {
  NotAnalysed Gap;
  Gap.Kind = GapKind::LostCode;
  Gap.IsError = true;
  Gap.Headers = std::move(Headers);
  return Gap;
}

TEST(AllowHeaders, MakesNoErrorOfWhatNeedsExpectedOnesOnly) {
  Report R;
  R.Gaps = {lostBeside({"torch/a.h"}), lostBeside({"b.h", "torch/a.h"}),
            lostBeside({}), lostBeside({"torch/deep/a.h", "c10/x.h"})};
  allowHeaders(R, {{"torch/*", "c10/*"}});
  EXPECT_FALSE(R.Gaps[0].IsError);
  EXPECT_TRUE(R.Gaps[0].IsExpected);
  EXPECT_TRUE(R.Gaps[1].IsError);
  EXPECT_FALSE(R.Gaps[1].IsExpected);
  EXPECT_TRUE(R.Gaps[2].IsError);
  EXPECT_FALSE(R.Gaps[2].IsExpected);
  EXPECT_FALSE(R.Gaps[3].IsError);
}

TEST(AllowHeaders, OfAllHeadersStillTellsWhichAreExpected) {
  Report R;
  R.Gaps = {lostBeside({"a.h"}), lostBeside({})};
  allowHeaders(R, {{}, /*AreAll=*/true});
  EXPECT_FALSE(R.Gaps[0].IsError);
  EXPECT_FALSE(R.Gaps[0].IsExpected);
  EXPECT_TRUE(R.Gaps[1].IsError);
}
