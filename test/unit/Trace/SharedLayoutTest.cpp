//===- SharedLayoutTest.cpp - Where a kernel's shared arrays lie ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/SharedLayout.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

struct SharedLayoutTest : testing::Test {
  /// Places one more array, and gives where it begins.
  int64_t place(int64_t SizeBytes, int64_t AlignmentBytes,
                bool IsDynamic = false) {
    SharedArray &Array = Layout.add("array");
    Array.DeclarationId = unsigned(Layout.arrays().size()) + 1;
    Array.SizeBytes = SizeBytes;
    Array.IsDynamic = IsDynamic;
    Layout.place(Array, AlignmentBytes);
    return Array.PlacementBytes;
  }

  SharedLayout Layout;
};

// Layouts that were read off machine code: see shared memory in nvcc 13.0.

TEST_F(SharedLayoutTest, ArraysFollowEachOtherAtTheirAlignment) {
  // float p[33]; float s[4096]: 132 bytes, which 4 divides.
  EXPECT_EQ(place(132, 4), 0);
  EXPECT_EQ(place(16384, 4), 132);
  EXPECT_EQ(Layout.staticBytes(), 132 + 16384);
}

TEST_F(SharedLayoutTest, ArraysMayComeToLieAtMoreThanTheirAlignment) {
  // float p[33][3]; float q[5]; float s[1021]: 396 + 20 is 26 * 16.
  EXPECT_EQ(place(396, 4), 0);
  EXPECT_EQ(place(20, 4), 396);
  EXPECT_EQ(place(4084, 4), 416);
}

TEST_F(SharedLayoutTest, GapsAreLeftForAlignment) {
  EXPECT_EQ(place(20, 4), 0);
  EXPECT_EQ(place(64, 16), 32);
  EXPECT_EQ(place(1, 1), 96);
  EXPECT_EQ(place(8, 8), 104);
  EXPECT_EQ(Layout.staticBytes(), 112);
}

TEST_F(SharedLayoutTest, DynamicArraysAllBeginBehindTheOthers) {
  EXPECT_EQ(place(132, 4), 0);
  EXPECT_EQ(place(0, 16, /*IsDynamic=*/true), 144);
  EXPECT_EQ(place(0, 16, /*IsDynamic=*/true), 144);
  // They take nothing of static memory.
  EXPECT_EQ(Layout.staticBytes(), 132);
}

TEST_F(SharedLayoutTest, ArraysAreListedAsTheyWerePlaced) {
  SharedArray &First = Layout.add("first"), &Second = Layout.add("second");
  const SharedArray &View = Layout.add("view");
  First.DeclarationId = 1;
  Second.DeclarationId = 2;
  Layout.place(Second, 4);
  Layout.place(First, 4);
  EXPECT_EQ(Layout.arrays(),
            llvm::ArrayRef<const SharedArray *>({&Second, &First}));
  EXPECT_FALSE(View.isDeclared());
}

TEST_F(SharedLayoutTest, AnArrayMayBePlacedWhereItIsKnownToLie) {
  SharedArray &Array = Layout.add("array");
  Array.DeclarationId = 1;
  Array.SizeBytes = 64;
  Layout.placeAt(Array, 256);
  EXPECT_EQ(Array.PlacementBytes, 256);
  EXPECT_EQ(place(4, 4), 320);
}

} // namespace
