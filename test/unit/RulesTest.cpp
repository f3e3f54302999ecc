//===- RulesTest.cpp - The table of rules ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Rules.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace llvm;

TEST(Rules, EveryRuleHasAPageThatBeginsWithItsNameAndOneSentence) {
  ASSERT_EQ(allRules().size(), 3u); // conflicts, padding, NOLINT
  for (const Rule &R : allRules()) {
    EXPECT_TRUE(R.page().starts_with(("# " + R.Name + "\n\n").str()))
        << R.Name.str();
    EXPECT_TRUE(StringRef(R.summary()).starts_with("Finds ")) << R.summary();
    EXPECT_TRUE(StringRef(R.summary()).ends_with(".")) << R.summary();
    EXPECT_FALSE(StringRef(R.summary()).contains('\n')) << R.summary();
  }
}

TEST(Rules, DisablingWinsOverEnabling) {
  std::string Name = BankConflictRule;
  EXPECT_TRUE(cantFail(RuleSet::create({}, {})).contains(Name));
  EXPECT_FALSE(cantFail(RuleSet::create({Name}, {Name})).contains(Name));
}

TEST(Rules, FindingsOfRulesThatAreOffCountNowhere) {
  Report R;
  R.Findings.resize(2);
  R.Findings[0].Rule = BankConflictRule;
  R.Findings[1].Rule = "banklint-nolint";
  R.Totals.Suppressed =
      silence(R, Silence::Comment, [](const Finding &F) { return !F.IsError; });
  ASSERT_EQ(R.Silenced.size(), 2u);
  cantFail(RuleSet::create({}, {BankConflictRule})).apply(R);
  ASSERT_EQ(R.Silenced.size(), 1u);
  EXPECT_EQ(R.Silenced[0].Rule, "banklint-nolint");
  EXPECT_EQ(R.Totals.Suppressed, 1u);
}
