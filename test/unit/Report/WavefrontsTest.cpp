//===- WavefrontsTest.cpp - A request, pass by pass -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wavefronts.h"
#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

using namespace banklint;

namespace {
/// All lanes, `StepBytes` apart.
Request steps(RequestKind Kind, unsigned Bytes, uint32_t StepBytes) {
  Request R;
  R.Kind = Kind;
  R.BytesPerLane = Bytes;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    R.OffsetBytes[Lane] = Lane * StepBytes;
  return R;
}

/// Each lane is served once for each of its words, and no bank twice in one
/// wavefront; there are as many of these as the model counts.
void checkWhole(const Request &R) {
  const std::vector<Wavefront> Rows = wavefrontsOf(R);
  ASSERT_EQ(Rows.size(), costOf(R).Wavefronts);
  std::multiset<std::pair<unsigned, uint32_t>> Served;
  for (const Wavefront &Row : Rows) {
    unsigned Next = 0;
    for (const ServedWords &Words : Row.Words) {
      EXPECT_GE(Words.Bank, Next);
      Next = Words.Bank + Words.Count;
      EXPECT_LE(Next, BankCount);
      EXPECT_EQ(Words.WordIndex % BankCount, Words.Bank);
      EXPECT_EQ(Words.LaneMask & ~Row.PhaseLanes, 0u);
      for (unsigned I = 0; I != Words.Count; ++I)
        for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
          if (Words.LaneMask >> Lane & 1)
            Served.insert({Lane, Words.WordIndex + I});
    }
  }
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    for (unsigned I = 0; I != std::max(R.BytesPerLane / WordBytes, 1u); ++I)
      EXPECT_EQ(Served.count({Lane, R.OffsetBytes[Lane] / WordBytes + I}), 1u);
}
} // namespace

TEST(WavefrontsTest, TakesAColumnWordByWord) {
  const Request Column = steps(RequestKind::Load, 4, 128);
  checkWhole(Column);
  const std::vector<Wavefront> Rows = wavefrontsOf(Column);
  ASSERT_EQ(Rows.size(), 32u);
  for (unsigned I = 0; I != 32; ++I) {
    ASSERT_EQ(Rows[I].Words.size(), 1u);
    EXPECT_EQ(Rows[I].Words[0].Bank, 0u);
    EXPECT_EQ(Rows[I].Words[0].LaneMask, 1u << I);
    EXPECT_EQ(Rows[I].IsExcess, I != 0);
  }
}

TEST(WavefrontsTest, ServesTheWordsOfALaneTogether) {
  // 16 bytes a lane: 8 lanes fill the banks, 4 words each.
  const Request Vectors = steps(RequestKind::Load, 16, 16);
  checkWhole(Vectors);
  const std::vector<Wavefront> Rows = wavefrontsOf(Vectors);
  ASSERT_EQ(Rows.size(), 4u);
  for (unsigned I = 0; I != 4; ++I) {
    EXPECT_FALSE(Rows[I].IsExcess);
    EXPECT_EQ(Rows[I].Phase, I);
    EXPECT_EQ(Rows[I].PhaseLanes, 0xffu << 8 * I);
    ASSERT_EQ(Rows[I].Words.size(), 8u);
    EXPECT_EQ(Rows[I].Words[1].Bank, 4u);
    EXPECT_EQ(Rows[I].Words[1].Count, 4u);
  }
}

TEST(WavefrontsTest, ServesAWordOnceOrLaneByLane) {
  // A word for all: one pass for a load, and one a lane for an atomic.
  const Request Load = steps(RequestKind::Load, 4, 0);
  ASSERT_EQ(wavefrontsOf(Load).size(), 1u);
  EXPECT_EQ(wavefrontsOf(Load)[0].Words[0].LaneMask, ~0u);
  checkWhole(Load);
  checkWhole(steps(RequestKind::Atomic, 4, 0));
  EXPECT_EQ(wavefrontsOf(steps(RequestKind::Atomic, 4, 0)).size(), 32u);
}

TEST(WavefrontsTest, AddsUpForEachKindAndStep) {
  for (RequestKind Kind :
       {RequestKind::Load, RequestKind::Store, RequestKind::Atomic,
        RequestKind::AtomicIncrement, RequestKind::AtomicCas})
    for (uint32_t Step = 0; Step <= 260; Step += 4)
      checkWhole(steps(Kind, 4, Step));
  for (unsigned Bytes : {1u, 2u, 8u, 16u})
    for (uint32_t Step = 0; Step <= 512; Step += Bytes)
      checkWhole(steps(RequestKind::Store, Bytes, Step));
}

TEST(WavefrontsTest, LeavesRowsForTheGlobalSideOfACopy) {
  // Rows of 132 bytes to one bank each; read from one bank's worth of lines.
  Request Copy = steps(RequestKind::CpAsync, 4, 132);
  LaneBytes From;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    From[Lane] = Lane * LineBytes;
  Copy.FromBytes = From;
  const std::vector<Wavefront> Rows = wavefrontsOf(Copy);
  ASSERT_EQ(Rows.size(), costOf(Copy).Wavefronts);
  ASSERT_GT(Rows.size(), 1u);
  EXPECT_TRUE(Rows.back().Words.empty());
}

TEST(WavefrontsTest, CountsFromTheFirstLine) {
  Request R = steps(RequestKind::Load, 4, 4);
  for (uint32_t &Bytes : R.OffsetBytes)
    Bytes += 300;
  EXPECT_EQ(firstLineBytes(R.OffsetBytes, ~0u), 256u);
  R.OffsetBytes[0] = 0;
  EXPECT_EQ(firstLineBytes(R.OffsetBytes, ~1u), 256u);
}

TEST(WavefrontsTest, DrawsNothingWithoutARule) {
  Request R = steps(RequestKind::CpAsyncBypass, 16, 16);
  EXPECT_FALSE(hasBankMap(R));
  R.Kind = RequestKind::Load;
  EXPECT_TRUE(hasBankMap(R));
  R.ActiveMask = 0;
  EXPECT_FALSE(hasBankMap(R));
}
