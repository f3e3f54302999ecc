//===- LayoutTest.cpp - Strides and sizes ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandMadeTrace.h"
#include "gtest/gtest.h"

using namespace banklint;
using Numbers = std::vector<int64_t>;

namespace {
class LayoutTest : public testing::Test {
protected:
  Numbers strides(const Layout &L, const SharedArray &Array) {
    StridesAndSize Result = stridesIn(L, Array);
    return {Result.StrideBytes.begin(), Result.StrideBytes.end()};
  }

  SiteTable Lines = sitesOfLines(9);
  HandMadeKernel K{Lines};
};
} // namespace

TEST_F(LayoutTest, KeepsTheStridesOfADeclaration) {
  const SharedArray &S = K.array({4, 8, 16}, 4);
  // A row is 16 * 4 bytes, a plane 8 rows, and there are 4 planes.
  EXPECT_EQ(strides({}, S), (Numbers{512, 64, 4}));
  EXPECT_EQ(stridesIn({}, S).SizeBytes, 2048);
}

TEST_F(LayoutTest, LengthensTheInnermostRows) {
  const SharedArray &S = K.array({4, 8, 16}, 4);
  // 17 * 4 = 68; 8 * 68 = 544; 4 * 544 = 2176.
  Layout L = longerRows({0, 0, 1});
  EXPECT_EQ(strides(L, S), (Numbers{544, 68, 4}));
  EXPECT_EQ(stridesIn(L, S).SizeBytes, 2176);
  EXPECT_EQ(L.sizeBytes(K.use(S)), 2176);
  EXPECT_EQ(L.rowBytes(K.use(S)), 68);
}

TEST_F(LayoutTest, LengthensPlanesByWholeRows) {
  const SharedArray &S = K.array({4, 8, 16}, 4);
  // 9 * 64 = 576; 4 * 576 = 2304. What is longer is the plane.
  Layout L = longerRows({0, 1, 0});
  EXPECT_EQ(strides(L, S), (Numbers{576, 64, 4}));
  EXPECT_EQ(L.sizeBytes(K.use(S)), 2304);
  EXPECT_EQ(L.rowBytes(K.use(S)), 576);
}

TEST_F(LayoutTest, ShortensRowsByTheirPadding) {
  const SharedArray &S = K.array({32, 33}, 4);
  Layout L = longerRows({0, -1});
  EXPECT_EQ(strides(L, S), (Numbers{128, 4}));
  EXPECT_EQ(L.sizeBytes(K.use(S)), 4096);
}

TEST_F(LayoutTest, DropsAMemberOfEachElement) {
  const SharedArray &S = K.array({4, 16}, 8);
  Layout L;
  L.DroppedBytes = 4;
  EXPECT_EQ(strides(L, S), (Numbers{64, 4}));
  EXPECT_EQ(L.sizeBytes(K.use(S)), 256);
}

TEST_F(LayoutTest, LeavesWhatHasNoDimensionsAsItIs) {
  const SharedArray &S = K.array({}, 24);
  EXPECT_EQ(strides({}, S), Numbers());
  EXPECT_EQ(stridesIn({}, S).SizeBytes, 24);
  EXPECT_EQ(K.use(S).elementBytes(), 24);
  EXPECT_EQ(K.use(S).rowBytes(), 0);
}

TEST_F(LayoutTest, LengthensRowsOfAnArrayWhoseSizeTheLaunchSets) {
  const SharedArray &S = K.array({0, 32}, 4);
  EXPECT_EQ(strides(longerRows({0, 1}), S), (Numbers{132, 4}));
  EXPECT_EQ(stridesIn(longerRows({0, 1}), S).SizeBytes, 0);
  EXPECT_EQ(K.use(S).rowElements(), 32);
}

TEST_F(LayoutTest, LengthensRowsThatIndicesMake) {
  const SharedArray &S = K.array({1000}, 4);
  ArrayInKernel Use = K.use(S, /*RowBytes=*/128);
  Layout L;
  L.Units = 2;
  L.UnitElements = 4;
  // Each row by 2 * 4 * 4 = 32 bytes; 4000 bytes begin 32 rows of 128.
  EXPECT_EQ(L.rowBytes(Use), 160);
  EXPECT_EQ(L.sizeBytes(Use), 4000 + 32 * 32);
  EXPECT_EQ(Use.rowBytes(), 128);
  EXPECT_EQ(Use.rowElements(), 1000);
}

TEST_F(LayoutTest, TakesTheSizeOfDynamicMemoryFromTheLaunch) {
  const SharedArray &S = K.array({0}, 4);
  ArrayInKernel Use = K.use(S, /*RowBytes=*/64);
  EXPECT_EQ(Use.rowElements(), 0);
  Use.DynamicBytes = 1024;
  EXPECT_EQ(Use.rowElements(), 256);
  Layout L;
  L.Units = 1;
  EXPECT_EQ(L.sizeBytes(Use), 1024 + 16 * 4);
}

TEST_F(LayoutTest, VisitsTheAccessesToOneArray) {
  const SharedArray &S = K.array({32}, 4), &Other = K.array({32}, 4);
  K.load(1, S, K.lane());
  K.load(2, Other, K.lane());
  K.load(3, S, K.lane()).Where = nullptr;
  K.load(4, S, K.lane());
  std::vector<SiteId> Visited;
  std::vector<ArrayInKernel> Uses = {K.use(S)};
  forEachRecord(Uses, [&](const ArrayInKernel &, const Trace &,
                          const AccessRecord &Record) {
    Visited.push_back(Record.Site);
  });
  EXPECT_EQ(Visited, (std::vector<SiteId>{1, 4}));
}

TEST(Swizzle, MovesElementsWithinAlignedBlocks) {
  // The farthest move is Mask * UnitElements: 31, 28 and 16 elements.
  EXPECT_EQ((Swizzle{true, 1, 31, 1}.blockElements()), 32);
  EXPECT_EQ((Swizzle{true, 4, 7, 4}.blockElements()), 32);
  EXPECT_EQ((Swizzle{false, 32, 1, 16}.blockElements()), 32);
  EXPECT_EQ(Swizzle().blockElements(), 1);
}

TEST(Swizzle, NeedsBitFields) {
  EXPECT_TRUE((Swizzle{true, 4, 7, 4}.isValid()));
  EXPECT_FALSE((Swizzle{true, 3, 7, 4}.isValid()));
  EXPECT_FALSE((Swizzle{true, 4, 6, 4}.isValid()));
  EXPECT_FALSE((Swizzle{true, 4, 1, 0}.isValid()));
}
