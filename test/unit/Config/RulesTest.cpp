//===- RulesTest.cpp - The table of rules ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Config/Rules.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"
#include <utility>

using namespace banklint;
using namespace llvm;

TEST(Rules, EveryRuleHasAPageThatBeginsWithItsNameAndOneSentence) {
  ASSERT_EQ(allRules().size(), 5u); // conflicts, lines, padding, two of NOLINT
  for (const Rule &R : allRules()) {
    EXPECT_TRUE(R.page().starts_with(("# " + R.Name + "\n\n").str()))
        << R.Name.str();
    EXPECT_TRUE(StringRef(R.summary()).starts_with("Finds ")) << R.summary();
    EXPECT_TRUE(StringRef(R.summary()).ends_with(".")) << R.summary();
    EXPECT_FALSE(StringRef(R.summary()).contains('\n')) << R.summary();
  }
}

TEST(UnknownRule, NamesTheRuleThatWasProbablyMeant) {
  for (StringRef Name : {"banklint-bank-conflicts", "bank-conflct"}) {
    Error Failed = findRule(Name).takeError();
    ASSERT_TRUE(Failed.isA<UnknownRule>());
    handleAllErrors(std::move(Failed), [&](const UnknownRule &Unknown) {
      EXPECT_EQ(Unknown.name(), Name);
      ASSERT_TRUE(Unknown.meant());
      EXPECT_EQ(Unknown.meant()->Name, BankConflictRule);
      EXPECT_EQ(Unknown.message(), ("unknown rule '" + Name +
                                    "'; did you mean 'banklint-bank-conflict'?")
                                       .str());
    });
  }
}

TEST(UnknownRule, NamesAllRulesWhereNoneComesClose) {
  Error Failed = RuleSet::create({"columns"}, {}).takeError();
  handleAllErrors(std::move(Failed), [](const UnknownRule &Unknown) {
    EXPECT_FALSE(Unknown.meant());
    EXPECT_EQ(
        Unknown.message(),
        "unknown rule 'columns': there are 'banklint-bank-conflict', "
        "'banklint-copy-lines', 'banklint-useless-padding', 'banklint-nolint', "
        "'banklint-unused-nolint'");
  });
}

TEST(Rules, DisablingWinsOverEnabling) {
  std::string Name = BankConflictRule;
  EXPECT_TRUE(cantFail(RuleSet::create({}, {})).contains(Name));
  EXPECT_FALSE(cantFail(RuleSet::create({Name}, {Name})).contains(Name));
}
