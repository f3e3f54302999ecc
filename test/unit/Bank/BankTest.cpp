//===- BankTest.cpp - The bank model, by hand and as measured -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// BANKLINT_TEST_DATA is the folder test/data.
//
//===----------------------------------------------------------------------===//

#include "Bank/BankModel.h"
#include "Bank/Patterns.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;

namespace {

/// A request whose lane l asks at `OffsetOf(l)`.
template <typename Fn>
Request ask(RequestKind Kind, unsigned BytesPerLane, Fn OffsetOf) {
  Request R;
  R.Kind = Kind;
  R.BytesPerLane = BytesPerLane;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    R.OffsetBytes[Lane] = OffsetOf(Lane);
  return R;
}

Request strided(RequestKind Kind, unsigned BytesPerLane, unsigned StrideBytes) {
  return ask(Kind, BytesPerLane,
             [=](unsigned Lane) { return Lane * StrideBytes; });
}

/// "wavefronts/ideal", as in "32/1".
std::string cost(const Request &R) {
  RequestCost Cost = costOf(R);
  return std::to_string(Cost.Wavefronts) + "/" + std::to_string(Cost.Ideal);
}

std::unique_ptr<llvm::MemoryBuffer>
measurements(llvm::StringRef Name = "wavefronts-sm_90.csv") {
  auto File = llvm::MemoryBuffer::getFile(BANKLINT_TEST_DATA "/" + Name.str());
  return File ? std::move(*File) : nullptr;
}

// Lane l touches word l * S, bank l * S mod 32: gcd(S, 32) lanes share a bank.
TEST(BankModel, WordStridesConflictByTheirCommonDivisorWithTheBanks) {
  EXPECT_EQ(cost(strided(RequestKind::Load, 4, 4)), "1/1");
  EXPECT_EQ(cost(strided(RequestKind::Load, 4, 8)), "2/1");
  EXPECT_EQ(cost(strided(RequestKind::Load, 4, 12)), "1/1");
  EXPECT_EQ(cost(strided(RequestKind::Store, 4, 24)), "2/1");
  EXPECT_EQ(cost(strided(RequestKind::Store, 4, 128)), "32/1");
  EXPECT_EQ(cost(strided(RequestKind::Store, 4, 132)), "1/1");
}

TEST(BankModel, LanesOnOneWordShareItExceptInAtomics) {
  EXPECT_EQ(cost(strided(RequestKind::Load, 4, 0)), "1/1");
  EXPECT_EQ(cost(strided(RequestKind::Store, 4, 0)), "1/1");
  EXPECT_EQ(cost(strided(RequestKind::AtomicIncrement, 4, 0)), "1/1");
  EXPECT_EQ(cost(strided(RequestKind::Atomic, 4, 0)), "32/1");
  EXPECT_EQ(cost(strided(RequestKind::AtomicCas, 4, 0)), "32/1");
  // Two phases of 16 lanes.
  EXPECT_EQ(cost(strided(RequestKind::AtomicCas, 8, 0)), "32/2");
}

TEST(BankModel, SubWordLanesShareWords) {
  // 32 chars lie in 8 words.
  EXPECT_EQ(cost(strided(RequestKind::Load, 1, 1)), "1/1");
  // Lane l asks for word 6 l / 4, up to 46: words 1 and 33 share bank 1, and
  // no bank has three.
  EXPECT_EQ(cost(strided(RequestKind::Load, 2, 6)), "2/1");
  // The upper half of the first word of each 128-byte row: all in bank 0.
  EXPECT_EQ(cost(ask(RequestKind::Store, 2,
                     [](unsigned Lane) { return Lane * 128 + 2; })),
            "32/1");
}

// A double is two words: 16 lanes fill the banks, so 32 lanes take two phases.
// A 16-byte struct puts 8 bytes at 16 l: in 16 lanes each bank pair is hit
// twice, two wavefronts for each of two phases.
TEST(BankModel, WideLanesAreServedInPhases) {
  EXPECT_EQ(cost(strided(RequestKind::Load, 8, 8)), "2/2");
  EXPECT_EQ(cost(strided(RequestKind::Load, 8, 16)), "4/2");
  EXPECT_EQ(cost(strided(RequestKind::Load, 16, 16)), "4/4");
  EXPECT_EQ(cost(strided(RequestKind::Store, 16, 32)), "8/4");
  EXPECT_EQ(cost(strided(RequestKind::Load, 16, 128)), "32/4");
}

TEST(BankModel, PairedLoadsServeTwiceAsManyLanes) {
  auto ByOne = [](unsigned Lane) { return Lane / 2 * 8; };
  // Lanes l and l xor 2 agree, and l and l xor 1 do not.
  auto ByTwo = [](unsigned Lane) { return (Lane / 4 * 2 + Lane % 2) * 8; };
  EXPECT_EQ(cost(ask(RequestKind::Load, 8, ByOne)), "1/1");
  EXPECT_EQ(cost(ask(RequestKind::Load, 8, ByTwo)), "1/1");
  EXPECT_EQ(cost(ask(RequestKind::Store, 8, ByOne)), "2/2");
  EXPECT_EQ(cost(ask(RequestKind::GenericLoad, 16,
                     [](unsigned Lane) { return Lane / 2 * 16; })),
            "4/4");
  EXPECT_EQ(cost(ask(RequestKind::Load, 16,
                     [](unsigned Lane) { return Lane / 2 * 16; })),
            "2/2");
}

// One lane that differs from both neighbours unpairs the warp; once it is
// inactive the warp is paired again.
// 16 bytes a lane at one address: 4 wavefronts on one H200, 2 on another and on
// an H100. Without pairs there is one figure.
TEST(BankModel, GenericLoadsByPairsAreOpen) {
  Request R;
  R.Kind = RequestKind::GenericLoad;
  R.BytesPerLane = 16;
  R.ActiveMask = ~0u;
  EXPECT_FALSE(costOf(R).IsExact);
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    R.OffsetBytes[Lane] = 16 * Lane;
  EXPECT_TRUE(costOf(R).IsExact);
  R.OffsetBytes = {};
  R.BytesPerLane = 4;
  EXPECT_TRUE(costOf(R).IsExact);
}

TEST(BankModel, PairingIsDecidedOnTheActiveLanesOfTheWholeWarp) {
  Request R = ask(RequestKind::Load, 8,
                  [](unsigned Lane) { return Lane == 31 ? 248 : 0; });
  EXPECT_EQ(cost(R), "2/2");
  R.ActiveMask = 0x7fffffff;
  EXPECT_EQ(cost(R), "1/1");
}

TEST(BankModel, InactiveLanesAskForNothing) {
  Request R = strided(RequestKind::Load, 4, 128);
  R.ActiveMask = 0x00010101;
  EXPECT_EQ(cost(R), "3/1");
  // Of the four 8-lane phases two hold an active lane.
  R = strided(RequestKind::Store, 16, 16);
  R.ActiveMask = 0xff0000ff;
  EXPECT_EQ(cost(R), "2/2");
  R.ActiveMask = 0;
  EXPECT_EQ(cost(R), "0/0");
  EXPECT_EQ(costOf(R).excess(), 0u);
  EXPECT_EQ(costOf(R).ways(), 1.0);
}

// Rows 64 bytes apart start in bank 0 or 16 by turns: 4 of a matrix's 8 rows
// meet. Each matrix is a phase; lanes beyond the matrices give no rows.
TEST(BankModel, MatricesAreServedByEightLanesEach) {
  Request R = strided(RequestKind::LdMatrix, 16, 64);
  R.Matrices = 4;
  EXPECT_EQ(cost(R), "16/4");
  R.Matrices = 2;
  EXPECT_EQ(cost(R), "8/2");
  R.Kind = RequestKind::StMatrix;
  R.Matrices = 1;
  EXPECT_EQ(cost(R), "4/1");
  EXPECT_EQ(askingLanes(R), 0xffu);
}

TEST(BankModel, WidthsWithoutARuleAreNamed) {
  EXPECT_TRUE(hasRule(strided(RequestKind::Load, 16, 0)));
  EXPECT_FALSE(hasRule(strided(RequestKind::Load, 12, 0)));
  EXPECT_FALSE(hasRule(strided(RequestKind::Store, 0, 0)));
  EXPECT_FALSE(hasRule(strided(RequestKind::Atomic, 8, 0)));
  EXPECT_FALSE(hasRule(strided(RequestKind::LdMatrix, 16, 0)));
}

// Of 16 pairs of lanes in one bank each, all must be incomplete: (3/4)^16. In
// one bank with 32 words, at most one lane may be active: 33 of 2^32 sets.
TEST(BankModel, HalvesOfARequestConflictWithTheseOdds) {
  EXPECT_EQ(oddsOfExcessInHalf(strided(RequestKind::Store, 4, 4)), 0);
  EXPECT_EQ(oddsOfExcessInHalf(strided(RequestKind::Store, 4, 0)), 0);
  EXPECT_NEAR(oddsOfExcessInHalf(strided(RequestKind::Store, 4, 8)),
              1 - std::pow(0.75, 16), 1e-12);
  EXPECT_NEAR(oddsOfExcessInHalf(strided(RequestKind::Store, 4, 128)),
              1 - 33 / 4294967296.0, 1e-12);
}

// Lanes 2 k and 2 k + 1 ask for word 32 k: bank 0 holds all 16 words.
TEST(BankMap, NamesTheWordsOfEachBankAndTheirLanes) {
  Request R =
      ask(RequestKind::Load, 4, [](unsigned Lane) { return Lane / 2 * 128; });
  std::vector<PhaseMap> Phases = mapOf(R);
  ASSERT_EQ(Phases.size(), 1u);
  EXPECT_EQ(Phases[0].LaneMask, ~0u);
  EXPECT_EQ(Phases[0].Wavefronts, 16u);
  ASSERT_EQ(Phases[0].Banks[0].size(), 16u);
  EXPECT_EQ(Phases[0].Banks[0][1].WordIndex, 32u);
  EXPECT_EQ(Phases[0].Banks[0][1].LaneMask, 0xcu);
  EXPECT_TRUE(Phases[0].Banks[1].empty());
}

TEST(Measured, TheModelPredictsEveryRow) {
  auto Text = measurements();
  ASSERT_TRUE(Text);
  auto Table = readPatterns(Text->getBuffer(), "wavefronts-sm_90.csv");
  ASSERT_TRUE(bool(Table)) << llvm::toString(Table.takeError());
  EXPECT_EQ(Table->Rows.size(), 4757u);
  for (const Pattern &P : Table->Rows)
    ASSERT_EQ(costOf(P.Asked).Wavefronts, P.Wavefronts)
        << "line " << P.Line << ": " << P.Text.str();
}

TEST(Measured, TheModelPredictsEveryCopy) {
  auto Text = measurements("copies-sm_90.csv");
  ASSERT_TRUE(Text);
  auto Table = readPatterns(Text->getBuffer(), "copies-sm_90.csv");
  ASSERT_TRUE(bool(Table)) << llvm::toString(Table.takeError());
  EXPECT_EQ(Table->Rows.size(), 2155u);
  for (const Pattern &P : Table->Rows) {
    const RequestCost Cost = costOf(P.Asked);
    ASSERT_TRUE(Cost.IsExact) << "line " << P.Line;
    ASSERT_EQ(Cost.Wavefronts, P.Wavefronts)
        << "line " << P.Line << ": " << P.Text.str();
    ASSERT_LE(Cost.InAnyLayout, P.Wavefronts) << "line " << P.Line;
    ASSERT_GE(Cost.InAnyLayout, Cost.Ideal) << "line " << P.Line;
  }
}

// The map is made by other means than the cost: its fullest bank must be it.
TEST(Measured, TheMapExplainsTheCostOfEveryRow) {
  auto Text = measurements();
  ASSERT_TRUE(Text);
  auto Table = readPatterns(Text->getBuffer(), "wavefronts-sm_90.csv");
  ASSERT_TRUE(bool(Table)) << llvm::toString(Table.takeError());
  for (const Pattern &P : Table->Rows) {
    bool Serialises = P.Asked.Kind == RequestKind::Atomic ||
                      P.Asked.Kind == RequestKind::AtomicCas ||
                      P.Asked.Kind == RequestKind::CpAsync;
    unsigned Wavefronts = 0;
    std::vector<PhaseMap> Phases = mapOf(P.Asked);
    for (const PhaseMap &Phase : Phases) {
      unsigned Fullest = 0;
      for (const std::vector<BankWord> &Bank : Phase.Banks) {
        unsigned Passes = 0;
        for (const BankWord &Word : Bank)
          Passes += Serialises ? llvm::popcount(Word.LaneMask) : 1;
        Fullest = std::max(Fullest, Passes);
      }
      ASSERT_EQ(Fullest, Phase.Wavefronts) << P.Text.str();
      Wavefronts += Fullest;
    }
    ASSERT_EQ(Wavefronts, costOf(P.Asked).Wavefronts) << P.Text.str();
    if (!isCopy(P.Asked.Kind))
      ASSERT_EQ(Phases.size(), costOf(P.Asked).Ideal) << P.Text.str();
  }
}

} // namespace
