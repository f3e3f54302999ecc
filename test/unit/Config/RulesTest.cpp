//===- RulesTest.cpp - The table of rules ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Config/Rules.h"
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
