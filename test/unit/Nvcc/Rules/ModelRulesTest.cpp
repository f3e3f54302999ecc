//===- ModelRulesTest.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Rules/Modes.h"
#include "Nvcc/Rules/Rules.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ScopedPrinter.h"
#include "gtest/gtest.h"

using namespace banklint;

TEST(ModelRulesTest, EachHasAnIdOfItsOwn) {
  llvm::StringSet<> Ids;
  for (unsigned I = 0; I != RuleCount; ++I) {
    const RuleInfo &Info = infoOf(ModelRule(I));
    EXPECT_TRUE(Ids.insert(Info.Id).second) << Info.Id.str();
    EXPECT_EQ(ruleNamed(Info.Id), ModelRule(I));
    EXPECT_FALSE(Info.Sentence.empty());
  }
  EXPECT_EQ(ruleNamed("no-rule"), std::nullopt);
}

TEST(ModelRulesTest, SetsAreReadAsTheyPrint) {
  const ModelRules Rules = ModelRules(ModelRule::Dse) | ModelRule::Gvn;
  EXPECT_EQ(llvm::to_string(Rules), "gvn dse");
  EXPECT_EQ(readRules("dse  gvn"), Rules);
  EXPECT_EQ(readRules(""), ModelRules());
  EXPECT_EQ(readRules("gvn nothing"), std::nullopt);
}

TEST(ModelRulesTest, SetsTellTheCompilersRulesFromTheWalks) {
  const ModelRules Rules = ModelRules(ModelRule::Guard) | ModelRule::Dse;
  EXPECT_EQ(ofCompiler(Rules), ModelRules(ModelRule::Dse));
  EXPECT_FALSE(ofCompiler(ModelRule::Guard));
}

TEST(ModelRulesTest, ARuleAppliesUnlessItIsSwitched) {
  EXPECT_TRUE(applies(ModelRule::Sink));
  EXPECT_EQ(ruleModesText(), "");
  ASSERT_FALSE(bool(setRuleModes("-sink,gvn:doubt")));
  EXPECT_EQ(ruleModesText(), "gvn:doubt,-sink");
  EXPECT_FALSE(applies(ModelRule::Sink));
  EXPECT_FALSE(inexactBy(ModelRule::Sink));
  EXPECT_EQ(inexactBy(ModelRule::Gvn), ModelRules(ModelRule::Gvn));
  EXPECT_EQ(doubtOnly(ModelRule::Gvn), ModelRules(ModelRule::Gvn));
  EXPECT_FALSE(doubtOnly(ModelRule::Dse));
  EXPECT_TRUE(consultedRules().contains(ModelRule::Sink));
  EXPECT_FALSE(consultedRules().contains(ModelRule::Licm));
}

TEST(ModelRulesTest, OnlyRulesOfTheCompilerAreSwitched) {
  for (const char *Text : {"gvn", "-no-rule", "-guard", "gvn:off", "-"}) {
    llvm::Error E = setRuleModes(Text);
    EXPECT_TRUE(bool(E)) << Text;
    llvm::consumeError(std::move(E));
  }
}
