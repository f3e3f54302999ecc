//===- CopiesTest.cpp - Both sides of asynchronous copies -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a test says "measured", hardware counted these wavefronts.
//
//===----------------------------------------------------------------------===//

#include "Bank/BankModel.h"
#include "Bank/Patterns.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;

namespace {

/// A copy whose lane l goes to `ToOf(l)`, and comes from `FromOf(l)`.
template <typename To, typename From>
Request copy(RequestKind Kind, unsigned BytesPerLane, To ToOf, From FromOf) {
  Request R;
  R.Kind = Kind;
  R.BytesPerLane = BytesPerLane;
  R.FromBytes.emplace();
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    R.OffsetBytes[Lane] = ToOf(Lane);
    (*R.FromBytes)[Lane] = FromOf(Lane);
  }
  return R;
}

/// 16 bytes a lane past the cache, in rows of `Pieces` lanes.
Request rows(unsigned Pieces, unsigned ToRowBytes, unsigned FromRowBytes,
             unsigned FirstRow = 0) {
  auto Place = [=](unsigned RowBytes) {
    return [=](unsigned Lane) {
      return (FirstRow + Lane / Pieces) * RowBytes + Lane % Pieces * 16;
    };
  };
  return copy(RequestKind::CpAsyncBypass, 16, Place(ToRowBytes),
              Place(FromRowBytes));
}

/// "wavefronts/ideal", with "+" where it may be more.
std::string cost(const Request &R) {
  RequestCost Cost = costOf(R);
  return std::to_string(Cost.Wavefronts) + "/" + std::to_string(Cost.Ideal) +
         (Cost.IsExact ? "" : "+");
}

auto steps(unsigned Bytes) {
  return [=](unsigned Lane) { return Lane * Bytes; };
}

//===----------------------------------------------------------------------===//
// Past the cache
//===----------------------------------------------------------------------===//

TEST(CopiesPastTheCache, WholeLinesThatStayAsTheyAreAreIdeal) {
  // Measured: 4.
  EXPECT_EQ(cost(rows(8, 128, 128)), "4/4");
  // Rows of a line that lie elsewhere, but begin with a line on both sides.
  EXPECT_EQ(cost(rows(8, 128, 8192)), "4/4");
  EXPECT_EQ(cost(rows(8, 256, 128)), "4/4");
}

TEST(CopiesPastTheCache, PaddedRowsTakeTenAndAHalfOnAverage) {
  // Measured: 168 wavefronts of 16 requests, which are rows 0 to 3 and 4 to 7
  // of each eight. Row r is shifted by r pieces: 1, 3, 2, 4 and 2, 4, 2, 3.
  EXPECT_EQ(cost(rows(8, 144, 128)), "10/4");
  EXPECT_EQ(cost(rows(8, 144, 128, 4)), "11/4");
}

TEST(CopiesPastTheCache, ALineForEachLaneTakesAllLanes) {
  // Measured: 32, in a column of rows of 128 bytes.
  EXPECT_EQ(cost(copy(RequestKind::CpAsyncBypass, 16, steps(128), steps(16))),
            "32/4");
  EXPECT_EQ(cost(copy(RequestKind::CpAsyncBypass, 16, steps(16), steps(128))),
            "32/4");
}

TEST(CopiesPastTheCache, SwizzlesByExclusiveOrAreFree) {
  // Measured: 4 for Swizzle<3, 3, 3>, <2, 3, 3> and <3, 3, 4> of rows of 128
  // bytes.
  for (auto MaskAndShift : {std::pair(7u, 0u), {3u, 0u}, {7u, 1u}}) {
    auto To = [=](unsigned Lane) {
      unsigned Row = Lane / 8;
      unsigned Moved = Row >> MaskAndShift.second & MaskAndShift.first;
      return Row * 128 + ((Lane % 8) ^ Moved) * 16;
    };
    EXPECT_EQ(cost(copy(RequestKind::CpAsyncBypass, 16, To, steps(16))), "4/4");
  }
}

TEST(CopiesPastTheCache, RotationsByOddStepsSplitEachRow) {
  // Measured: 12 of 4. 8 rows of 64 bytes, each of another global line; rows
  // 2r and 2r + 1 are rotated by r pieces: 1 for each even r, 2 for each odd.
  auto To = [](unsigned Lane) {
    unsigned Row = Lane / 4;
    return Row * 64 + (Lane + Row / 2) % 4 * 16;
  };
  auto From = [](unsigned Lane) { return Lane / 4 * 2048 + Lane % 4 * 16; };
  EXPECT_EQ(cost(copy(RequestKind::CpAsyncBypass, 16, To, From)), "12/4");
}

TEST(CopiesPastTheCache, SomeLanesTakeWhatTheRuleSays) {
  // Measured: 2 of 1. Two rows of 4 lanes, side by side in shared memory.
  Request R = copy(
      RequestKind::CpAsyncBypass, 16,
      [](unsigned Lane) { return Lane / 16 * 64 + Lane % 16 * 16; },
      [](unsigned Lane) { return Lane / 16 * 2560 + Lane % 16 * 16; });
  R.ActiveMask = 0x000f000f;
  EXPECT_EQ(cost(R), "2/1");
}

TEST(CopiesPastTheCache, HalvesOfSectorsTravelByThemselves) {
  // Each global line gives its pieces 0 and 3, which stay where they are: one
  // is the even half of a sector, the other an odd one.
  auto Place = [](unsigned Lane) { return Lane / 2 * 128 + Lane % 2 * 48; };
  EXPECT_EQ(cost(copy(RequestKind::CpAsyncBypass, 16, Place, Place)), "32/4");
  // 0, 1, 3 and 6 of each: a whole sector, an odd half and an even one.
  auto Mixed = [](unsigned Lane) {
    constexpr unsigned Pieces[] = {0, 1, 3, 6};
    return Lane / 4 * 128 + Pieces[Lane % 4] * 16;
  };
  EXPECT_EQ(cost(copy(RequestKind::CpAsyncBypass, 16, Mixed, Mixed)), "24/4");
}

TEST(CopiesPastTheCache, ASectorInBothHalvesOfARowIsTwoHalves) {
  // Pieces 0 and 1 of each line go to places 0 and 5.
  auto To = [](unsigned Lane) { return Lane / 2 * 128 + Lane % 2 * 80; };
  auto From = [](unsigned Lane) { return Lane / 2 * 128 + Lane % 2 * 16; };
  EXPECT_EQ(cost(copy(RequestKind::CpAsyncBypass, 16, To, From)), "32/4");
  // Pieces 2 to 5 go to 4, 1, 2 and 3: the first two are halves, which lie in
  // different halves of the row, and the others a whole sector.
  auto Rotated = [](unsigned Lane) {
    constexpr unsigned Places[] = {4, 1, 2, 3};
    return Lane / 4 * 128 + Places[Lane % 4] * 16;
  };
  auto Middle = [](unsigned Lane) {
    return Lane / 4 * 128 + (2 + Lane % 4) * 16;
  };
  EXPECT_EQ(cost(copy(RequestKind::CpAsyncBypass, 16, Rotated, Middle)),
            "24/4");
}

TEST(CopiesPastTheCache, TheFirstLaneOfAPlaceCounts) {
  // Measured: 1 for all lanes that write one piece, wherever they read.
  EXPECT_EQ(cost(copy(RequestKind::CpAsyncBypass, 16, steps(0), steps(128))),
            "1/1");
  // Lanes 16 to 31 write what lanes 0 to 15 do.
  EXPECT_EQ(cost(copy(
                RequestKind::CpAsyncBypass, 16,
                [](unsigned Lane) { return Lane % 16 * 16; }, steps(16))),
            "2/2");
}

TEST(CopiesPastTheCache, LanesThatFillWithZerosTravelAsOthers) {
  Request R = rows(8, 144, 128);
  for (uint32_t Mask : {0x1u, 0xff00u, 0xaaaaaaaau, ~0u}) {
    R.ZeroFilledMask = Mask;
    EXPECT_EQ(cost(R), "10/4") << Mask;
  }
}

TEST(CopiesPastTheCache, RowsOfSharedMemoryAreTheLeastWithoutASource) {
  Request R = rows(8, 144, 128);
  R.FromBytes.reset();
  EXPECT_EQ(cost(R), "5/4+"); // bytes 0 to 559
  R = copy(RequestKind::CpAsyncBypass, 16, steps(128), steps(0));
  R.FromBytes.reset();
  EXPECT_EQ(cost(R), "32/4+");
  R.ZeroFilledMask = ~0u;
  EXPECT_EQ(cost(R), "32/4+");
}

TEST(CopiesPastTheCache, OnePieceForSeveralPlacesOfARowTravelsApart) {
  // Measured: 32. Windows of four pieces, each two further than the last.
  auto From = [](unsigned Lane) {
    return (Lane / 4 * 4 + Lane % 4 * 2 + 1) * 16;
  };
  auto To = [](unsigned Lane) { return (Lane + 4) * 16; };
  EXPECT_EQ(cost(copy(RequestKind::CpAsyncBypass, 16, To, From)), "32/4");
  // Measured: 3 and 2, by which lane of the two that copy a piece is the last.
  Request R = copy(
      RequestKind::CpAsyncBypass, 16,
      [](unsigned Lane) { return std::array{8u, 12u, 10u}[Lane % 3] * 16; },
      [](unsigned Lane) { return std::array{8u, 12u, 8u}[Lane % 3] * 16; });
  R.ActiveMask = 0x7;
  EXPECT_EQ(cost(R), "3/1");
  std::swap(R.OffsetBytes[0], R.OffsetBytes[2]);
  std::swap((*R.FromBytes)[0], (*R.FromBytes)[2]);
  EXPECT_EQ(cost(R), "2/1");
}

//===----------------------------------------------------------------------===//
// Through the cache
//===----------------------------------------------------------------------===//

TEST(CopiesThroughTheCache, LanesMeetOnEitherSide) {
  // Measured, with neighbours on the global side: 1, 32, 16 and 2, 32.
  EXPECT_EQ(cost(copy(RequestKind::CpAsync, 4, steps(4), steps(4))), "1/1");
  EXPECT_EQ(cost(copy(RequestKind::CpAsync, 4, steps(128), steps(4))), "32/1");
  EXPECT_EQ(cost(copy(
                RequestKind::CpAsync, 4,
                [](unsigned Lane) { return Lane / 2 * 128 + Lane % 2 * 32; },
                steps(4))),
            "16/1");
  EXPECT_EQ(cost(copy(RequestKind::CpAsync, 8, steps(8), steps(8))), "2/2");
  EXPECT_EQ(cost(copy(RequestKind::CpAsync, 8, steps(128), steps(8))), "32/2");
  // The same the other way round.
  EXPECT_EQ(cost(copy(RequestKind::CpAsync, 4, steps(4), steps(128))), "32/1");
  // Rows of 144 bytes are as good as those of 128.
  EXPECT_EQ(cost(copy(
                RequestKind::CpAsync, 16,
                [](unsigned Lane) { return Lane / 8 * 144 + Lane % 8 * 16; },
                steps(16))),
            "4/4");
}

TEST(CopiesThroughTheCache, FourRowsOfGlobalMemoryTakeFour) {
  // Measured: 4. Rows of 8 floats, 4096 apart, are transposed into rows of 132.
  EXPECT_EQ(cost(copy(
                RequestKind::CpAsync, 4,
                [](unsigned Lane) { return (Lane % 8 * 132 + Lane / 8) * 4; },
                [](unsigned Lane) { return Lane / 8 * 16384 + Lane % 8 * 4; })),
            "4/1");
}

TEST(CopiesThroughTheCache, LanesThatMeetOnBothSidesCountOnce) {
  // Each lane meets one other, the same on both sides; then two others.
  auto Pairs = [](unsigned Lane) { return Lane % 16 * 4; };
  auto Twos = [](unsigned Lane) { return Lane / 2 * 4; };
  EXPECT_EQ(cost(copy(RequestKind::CpAsync, 4, Pairs, Pairs)), "2/1");
  EXPECT_EQ(cost(copy(RequestKind::CpAsync, 4, Pairs, Twos)), "3/1");
}

TEST(CopiesThroughTheCache, ZerosCountTheSharedSideAlone) {
  Request R = copy(RequestKind::CpAsync, 4, steps(4), steps(128));
  R.ZeroFilledMask = ~0u;
  EXPECT_EQ(cost(R), "1/1");
  // Those that read are one place in their lines, for each other.
  R.ZeroFilledMask = ~0u << 8;
  EXPECT_EQ(cost(R), "8/1");
  R.FromBytes.reset();
  EXPECT_EQ(cost(R), "1/1+");
  R.ZeroFilledMask = ~0u;
  EXPECT_EQ(cost(R), "1/1");
}

TEST(CopiesThroughTheCache, IdealCountsBytes) {
  // 8 lanes of 16 bytes are a line, whichever they are; 4 phases have 2 each.
  Request R = copy(RequestKind::CpAsync, 16, steps(16), steps(16));
  R.ActiveMask = 0x03030303;
  EXPECT_EQ(cost(R), "4/1");
  R.ActiveMask = 0;
  EXPECT_EQ(cost(R), "0/0");
}

//===----------------------------------------------------------------------===//
// In any layout
//===----------------------------------------------------------------------===//

/// "wavefronts/least/ideal", where `least` is that of any layout.
std::string parts(const Request &R) {
  RequestCost Cost = costOf(R);
  return std::to_string(Cost.Wavefronts) + "/" +
         std::to_string(Cost.InAnyLayout) + "/" + std::to_string(Cost.Ideal);
}

TEST(CopiesInAnyLayout, LinesOfGlobalMemoryTakeAWavefrontEach) {
  // Rows of 64 bytes, a line apart or more, packed and padded.
  EXPECT_EQ(parts(rows(4, 64, 2048)), "8/8/4");
  EXPECT_EQ(parts(rows(4, 80, 2048)), "15/8/4");
  // Whole lines: all of the cost is that of the padding.
  EXPECT_EQ(parts(rows(8, 144, 2048)), "10/4/4");
  // Rows of 144 bytes on both sides are 5 lines, 4 of them with halves of
  // sectors of both kinds.
  EXPECT_EQ(parts(rows(8, 144, 144)), "9/9/4");
}

TEST(CopiesInAnyLayout, HalvesOfSectorsTravelApart) {
  auto From = [](std::array<unsigned, 4> Pieces) {
    return copy(RequestKind::CpAsyncBypass, 16, steps(16), [=](unsigned Lane) {
      return Lane / 4 * 128 + Pieces[Lane % 4] * 16;
    });
  };
  EXPECT_EQ(costOf(From({0, 1, 4, 5})).InAnyLayout, 8u);
  EXPECT_EQ(costOf(From({0, 2, 4, 6})).InAnyLayout, 8u);
  EXPECT_EQ(costOf(From({0, 3, 4, 7})).InAnyLayout, 16u);
  // A whole sector may be taken apart: its halves travel with the others.
  EXPECT_EQ(costOf(From({0, 1, 2, 5})).InAnyLayout, 16u);
}

TEST(CopiesInAnyLayout, APieceTravelsAsOftenAsItIsCopied) {
  EXPECT_EQ(parts(copy(RequestKind::CpAsyncBypass, 16, steps(16), steps(0))),
            "32/32/4");
  // Lanes that write one piece are one.
  EXPECT_EQ(parts(copy(RequestKind::CpAsyncBypass, 16, steps(0), steps(0))),
            "1/1/1");
}

TEST(CopiesInAnyLayout, ThroughTheCacheLanesMeetInGlobalMemory) {
  EXPECT_EQ(parts(copy(RequestKind::CpAsync, 4, steps(4), steps(128))),
            "32/32/1");
  EXPECT_EQ(parts(copy(RequestKind::CpAsync, 4, steps(128), steps(4))),
            "32/1/1");
  // 8 columns of 4 rows; rows of 36 words, of which each fourth is written.
  EXPECT_EQ(parts(copy(
                RequestKind::CpAsync, 4,
                [](unsigned Lane) { return Lane % 8 * 576 + Lane / 8 * 4; },
                [](unsigned Lane) { return Lane / 8 * 16384 + Lane % 8 * 4; })),
            "7/4/1");
  // Lanes that write one word meet in any layout.
  EXPECT_EQ(parts(copy(RequestKind::CpAsync, 4, steps(0), steps(4))),
            "32/32/1");
}

TEST(CopiesInAnyLayout, NothingIsSaidOfAnUnknownSource) {
  Request R = rows(4, 64, 2048);
  R.FromBytes.reset();
  EXPECT_EQ(parts(R), "4/4/4");
  R = copy(RequestKind::CpAsync, 4, steps(128), steps(128));
  R.FromBytes.reset();
  EXPECT_EQ(parts(R), "32/1/1");
}

// Pieces that lie anywhere take no less than what is said of all layouts.
TEST(CopiesInAnyLayout, NoLayoutTakesLess) {
  std::seed_seq Seed{1};
  std::mt19937 Random(Seed);
  auto Below = [&](unsigned Count) { return unsigned(Random() % Count); };
  for (unsigned Round = 0; Round != 2000; ++Round) {
    const bool IsPast = Below(2);
    const unsigned Bytes = IsPast ? 16 : 4u << Below(3);
    // From few pieces, so that some are copied more than once.
    const unsigned Pieces = 8u << Below(4);
    std::vector<uint32_t> Places(64);
    std::iota(Places.begin(), Places.end(), 0u);
    std::shuffle(Places.begin(), Places.end(), Random);
    Request R = copy(
        IsPast ? RequestKind::CpAsyncBypass : RequestKind::CpAsync, Bytes,
        [&](unsigned Lane) { return Places[Lane] * Bytes; },
        [&](unsigned) { return Below(Pieces) * Bytes; });
    R.ActiveMask = Below(2) ? ~0u : uint32_t(Random());
    const unsigned Least = costOf(R).InAnyLayout;
    for (unsigned Other = 0; Other != 8; ++Other) {
      EXPECT_LE(Least, costOf(R).Wavefronts);
      EXPECT_EQ(Least, costOf(R).InAnyLayout);
      std::shuffle(Places.begin(), Places.end(), Random);
      for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
        R.OffsetBytes[Lane] = Places[Lane] * Bytes;
    }
  }
}

TEST(Copies, ReadLinesAndRuns) {
  auto Read = [](const Request &R) {
    const ReadLines Lines = linesRead(R);
    return std::to_string(Lines.Lines) + " " + std::to_string(Lines.RunBytes);
  };
  EXPECT_EQ(Read(rows(4, 64, 2048)), "8 64");
  EXPECT_EQ(Read(rows(8, 144, 128)), "4 512");
  EXPECT_EQ(Read(copy(RequestKind::CpAsync, 4, steps(4), steps(128))), "32 4");
  EXPECT_EQ(Read(copy(RequestKind::CpAsync, 4, steps(4), steps(0))), "1 4");
}

//===----------------------------------------------------------------------===//
// Maps and tables
//===----------------------------------------------------------------------===//

TEST(Copies, ThePhasesOfAMapTakeWhatTheCopyDoes) {
  for (const Request &R : {rows(8, 144, 128), copy(RequestKind::CpAsync, 8,
                                                   steps(24), steps(64))}) {
    unsigned Sum = 0;
    for (const PhaseMap &Phase : mapOf(R))
      Sum += Phase.Wavefronts;
    EXPECT_EQ(Sum, costOf(R).Wavefronts);
  }
  EXPECT_EQ(oddsOfExcessInHalf(rows(8, 144, 128)), 0);
}

/// A table of one copy: rows of 144 bytes in shared memory.
std::string tableWith(bool HasSource, unsigned FromBytes) {
  std::string Header = "kind,bytes,active_mask",
              Row = "cp.async.cg,16,0xffffffff";
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    Header += ",addr" + std::to_string(Lane);
    Row += "," + std::to_string(Lane / 8 * 144 + Lane % 8 * 16);
  }
  for (unsigned Lane = 0; HasSource && Lane != LaneCount; ++Lane) {
    Header += ",from" + std::to_string(Lane);
    Row += "," + std::to_string(FromBytes + Lane / 8 * 144 + Lane % 8 * 16);
  }
  return Header + "\n" + Row + "\n";
}

TEST(Copies, TablesMayHaveColumnsForTheSource) {
  std::string Neighbours = tableWith(false, 0), Alike = tableWith(true, 0),
              Crooked = tableWith(true, 8);
  auto Table = readPatterns(Neighbours, "t.csv");
  ASSERT_TRUE(bool(Table)) << llvm::toString(Table.takeError());
  EXPECT_EQ(cost(Table->Rows[0].Asked), "10/4");
  Table = readPatterns(Alike, "t.csv");
  ASSERT_TRUE(bool(Table)) << llvm::toString(Table.takeError());
  // 5 lines go to 5 rows as they are; of four sectors, lines ask for a half
  // each.
  EXPECT_EQ(cost(Table->Rows[0].Asked), "9/4");
  Table = readPatterns(Crooked, "t.csv");
  EXPECT_EQ(llvm::toString(Table.takeError()),
            "t.csv:2: the address 8 of lane 0 is not a multiple of 16, on "
            "which the hardware traps");
}

} // namespace
