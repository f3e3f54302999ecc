//===- ConfigTest.cpp - Settings: read, laid over one another, written ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Config/Config.h"
#include "Config/BlockDims.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <array>
#include <map>
#include <string>
#include <vector>

using namespace banklint;
using namespace llvm;

static Configuration parsed(StringRef Text, StringRef File = "/p/c.yaml") {
  Expected<Configuration> Read = parseConfiguration(File, Text);
  if (Read)
    return *Read;
  ADD_FAILURE() << toString(Read.takeError());
  return {};
}

static std::string errorOf(StringRef Text) {
  Expected<Configuration> Read = parseConfiguration("c.yaml", Text);
  return Read ? "" : toString(Read.takeError());
}

static std::string written(const Configuration &Settings) {
  std::string Text;
  raw_string_ostream OS(Text);
  writeConfiguration(OS, Settings);
  return Text;
}

TEST(ConfigTest, SettingsThatAreNotGivenStayUnset) {
  Configuration Settings = parsed("min-ways: 3\n");
  EXPECT_EQ(Settings.MinWays, 3u);
  EXPECT_FALSE(Settings.MinExcess);
  EXPECT_EQ(Settings.GpuArch, "");
  EXPECT_FALSE(parsed("").MinWays);
}

TEST(ConfigTest, RelativeToolkitStartsAtTheFile) {
  EXPECT_EQ(parsed("cuda-path: cuda").CudaPath, "/p/cuda");
  EXPECT_EQ(parsed("cuda-path: /cuda").CudaPath, "/cuda");
  EXPECT_EQ(parsed("cuda-path: none").CudaPath, "none");
}

TEST(ConfigTest, KeysInOtherSpellingsAreGuessed) {
  EXPECT_EQ(errorOf("extra_args: []"),
            "c.yaml:1:1: unknown key 'extra_args'; did you mean 'extra-args'?");
  EXPECT_EQ(errorOf("gpuArch: sm_90"),
            "c.yaml:1:1: unknown key 'gpuArch'; did you mean 'gpu-arch'?");
  EXPECT_EQ(errorOf("something-else: 1"),
            "c.yaml:1:1: unknown key 'something-else'");
  EXPECT_EQ(errorOf("min-ways: 2\n'min-excesss': 1\n"),
            "c.yaml:2:1: unknown key 'min-excesss'; did you mean "
            "'min-excess'?");
  EXPECT_EQ(errorOf("block-dim:\n  - {kernel: k, block: 32, blok: 1}\n"),
            "c.yaml:2:28: unknown key 'blok'; did you mean 'block'?");
}

TEST(ConfigTest, TheFirstMistakeIsTheOneThatIsNamed) {
  EXPECT_EQ(errorOf("min-way: 2\n---\nmin-ways: 2\n"),
            "c.yaml:1:1: unknown key 'min-way'; did you mean 'min-ways'?");
  EXPECT_EQ(errorOf("block-dim: [{kernel: k, block: 32, blok: 1}]\n"
                    "gpu-arch: x\n"),
            "c.yaml:1:36: unknown key 'blok'; did you mean 'block'?");
  EXPECT_EQ(errorOf("block-dim: [{kernel: k, block: 32, blok: 1}]\n"
                    "min-ways: x\n"),
            "c.yaml:2:11: a whole number from 0 on is expected here");
}

TEST(ConfigTest, UpperSettingsWin) {
  Configuration Lower =
      parsed("min-ways: 2\n"
             "gpu-arch: sm_80\n"
             "rules: {banklint-nolint: on, banklint-bank-conflict: off}\n"
             "extra-args: [-DA]\n"
             "block-dim: [{kernel: k, block: 32}]\n");
  Configuration Upper = parsed("min-ways: 4\n"
                               "rules: {banklint-nolint: off}\n"
                               "extra-args: [-DB]\n"
                               "block-dim: [{kernel: '*', block: 64}]\n",
                               "/q/c.yaml");
  Configuration Both = overlay(Lower, Upper);
  EXPECT_EQ(Both.File, "/p/c.yaml");
  EXPECT_EQ(Both.MinWays, 4u);
  EXPECT_EQ(Both.GpuArch, "sm_80");
  EXPECT_EQ(Both.Rules,
            (std::map<std::string, bool>{{"banklint-nolint", false},
                                         {"banklint-bank-conflict", false}}));
  EXPECT_EQ(Both.ExtraArguments, (std::vector<std::string>{"-DA", "-DB"}));
  ASSERT_TRUE(blockDimFor(Both.BlockDims, {"k"}));
  EXPECT_EQ(blockDimFor(Both.BlockDims, {"k"})->Block[0], 64u);
}

TEST(ConfigTest, WhatIsWrittenReadsBack) {
  Configuration Settings = parsed("rules: {banklint-nolint: off}\n"
                                  "min-ways: 4\n"
                                  "block-dim:\n"
                                  "  - {kernel: 'a b', block: '8,8,4'}\n"
                                  "extra-args: [\"-DTEXT=': #'\"]\n"
                                  "exclude: ['a\\*']\n"
                                  "cuda-path: none\n");
  std::string Text = written(Settings);
  Configuration Again = parsed(Text);
  EXPECT_EQ(written(Again), Text);
  EXPECT_EQ(Again.ExtraArguments, Settings.ExtraArguments);
  EXPECT_EQ(Again.BlockDims[0].Block, (std::array<unsigned, 3>{8, 8, 4}));
}

TEST(ConfigTest, ExcludesAsSeenFromItsFile) {
  Configuration Settings = parsed("exclude: [third_party]\n");
  ASSERT_EQ(Settings.Exclude.size(), 1u);
  EXPECT_EQ(Settings.Exclude[0].Text, "third_party");
  EXPECT_EQ(Settings.Exclude[0].Folder, "/p");
  EXPECT_EQ(Settings.Exclude[0].Source, "/p/c.yaml");
}

TEST(ConfigTest, FirstRuleThatMatchesAnyNameGivesTheBlock) {
  std::vector<BlockDimRule> Rules = {{"ns::*", {32, 8, 1}, ""},
                                     {"scan*", {256, 1, 1}, ""}};
  auto BlockOf = [&](ArrayRef<StringRef> Names) {
    const BlockDimRule *Rule = blockDimFor(Rules, Names);
    return Rule ? Rule->Block[0] : 0;
  };
  EXPECT_EQ(BlockOf({"scan", "ns::scan"}), 32u);
  EXPECT_EQ(BlockOf({"scan", "scan"}), 256u);
  EXPECT_EQ(BlockOf({"sum", "sum"}), 0u);
}

TEST(ConfigTest, BlocksKeepToCudasLimits) {
  using Block = std::array<unsigned, 3>;
  EXPECT_EQ(parseBlockDim("32"), (Block{32, 1, 1}));
  EXPECT_EQ(parseBlockDim("8, 8, 16"), (Block{8, 8, 16}));
  EXPECT_EQ(parseBlockDim("1,1,64"), (Block{1, 1, 64}));
  for (StringRef Text : {"", "0", "1025", "1,1,65", "64,32", "1,1,1,1", "x"})
    EXPECT_FALSE(parseBlockDim(Text)) << Text.str();
}

TEST(ConfigTest, AGlobWithACommaStaysOne) {
  std::string Text = written(parsed("exclude: ['a,b', c]\n"));
  Configuration Again = parsed(Text);
  ASSERT_EQ(Again.Exclude.size(), 2u) << Text;
  EXPECT_EQ(Again.Exclude[0].Text, "a,b");
}

TEST(ConfigTest, AMistakeIsOneLineWhereAKeyIsSeveral) {
  EXPECT_EQ(errorOf("min\n\n\n  ways: 4"),
            "c.yaml:1:1: unknown key 'min  ways'");
}

TEST(ConfigTest, WhatIsNoUtf8IsRefused) {
  EXPECT_EQ(errorOf("exclude:\n  - a\xff\n"), "c.yaml:2: this is no UTF-8");
}

TEST(ConfigTest, WhatNestsTooDeepIsRefused) {
  for (StringRef Opener : {"[", "{a: ", "- ", "? "}) {
    std::string Text;
    for (unsigned I = 0; I != 100000; ++I)
      Text += Opener;
    EXPECT_EQ(errorOf(Text), "c.yaml: it nests deeper than 100 levels");
    EXPECT_EQ(errorOf("exclude:\n  " + Text),
              "c.yaml: it nests deeper than 100 levels");
  }
}
