//===- KeysTest.cpp - The keys of .banklint.yaml --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Config/Keys.h"
#include "Config/Config.h"
#include "Config/Rules.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

using namespace banklint;
using namespace llvm;

/// With a value for every member of a configuration.
static Configuration full() {
  Configuration Settings;
  auto &[File, Rules, MinWays, MinExcess, BlockDims, ExtraArguments, Exclude,
         MissingHeaders, Baseline, GpuArch, CudaPath] = Settings;
  File = "c.yaml";
  Rules[BankConflictRule] = true;
  MinWays = MinExcess = 2;
  BlockDims = {{"*", {32, 1, 1}, ""}};
  ExtraArguments = {"-DX"};
  Exclude = {{"old", "", ""}};
  MissingHeaders = {"torch/*"};
  Baseline = "old.txt";
  GpuArch = "sm_90";
  CudaPath = "none";
  return Settings;
}

TEST(KeysTest, TheTableHasEveryKeyThatIsWritten) {
  std::string Text;
  raw_string_ostream OS(Text);
  writeConfiguration(OS, full());
  std::vector<std::string> Written, Listed;
  for (StringRef Line : split(Text, '\n'))
    if (!Line.empty() && isAlpha(Line.front()))
      Written.push_back(Line.split(':').first.str());
  for (const ConfigurationKey &Key : configurationKeys())
    Listed.push_back(Key.Name.str());
  EXPECT_EQ(Written, Listed) << Text;
  Expected<Configuration> Again = parseConfiguration("c.yaml", Text);
  EXPECT_TRUE(bool(Again)) << toString(Again.takeError());
}

TEST(KeysTest, TheDefaultOfRulesIsThatOfTheTableOfRules) {
  const std::string Default = configurationKeys().front().Default;
  for (const Rule &R : allRules())
    EXPECT_EQ(StringRef(Default).contains("`" + R.Name.str() + "`"),
              R.IsOnByDefault)
        << R.Name.str();
}
