//===- AddressesTest.cpp - What addresses have in common ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Passes/Addresses.h"
#include "ReadTrace.h"

using namespace banklint;

namespace {

/// The places of a trace's accesses. `s` has rows of 32 words, `p` of 17.
struct Placed {
  std::unique_ptr<TextTraces> Text;
  AddressShapes Shapes;
  std::vector<ShapedPlace> Places;

  explicit Placed(const std::string &Lines)
      : Text(readTrace("array s: static, 4096 bytes at 0, extents 32 32, "
                       "strides 128 4\n"
                       "array p: static, 2176 bytes at 4096, extents 32 17, "
                       "strides 68 4\n"
                       "array b: static, 256 bytes at 6272\n" +
                       Lines)) {
    const Trace &T = Text->trace();
    for (const AccessRecord &R : T.Records)
      Places.push_back(Shapes.placeOf(*R.Where, R.Active, T.Unrolls[R.Unroll]));
  }

  const ShapedPlace &operator[](size_t I) const { return Places[I]; }
  std::string shape(size_t I) const { return printed(Shapes[Places[I].Shape]); }
};

//===----------------------------------------------------------------------===//
// Shapes and offsets
//===----------------------------------------------------------------------===//

TEST(AddressesTest, PlacesApartByWhatAllLanesAddHaveOneShape) {
  Placed P("0: load 4 bytes s[0][lane]\n"
           "1: load 4 bytes s[3][lane]\n"
           "2: load 4 bytes s[0][lane + 5] + (2)\n"
           "3: load 4 bytes s[lane][0]\n");
  EXPECT_EQ(P[1].Shape, P[0].Shape);
  EXPECT_EQ(P[2].Shape, P[0].Shape);
  EXPECT_NE(P[3].Shape, P[0].Shape);
  EXPECT_EQ(P.shape(0), "4 * lane");
  EXPECT_EQ(P.shape(3), "128 * lane");
  EXPECT_EQ(P[0].OffsetBytes, 0);
  EXPECT_EQ(P[1].OffsetBytes, 3 * 128);
  EXPECT_EQ(P[2].OffsetBytes, 5 * 4 + 2);
}

TEST(AddressesTest, DistancesCountFromTheFirstLaneThatRuns) {
  Placed P("0: load 4 bytes s[0][lane], lanes ffffff00\n"
           "1: load 4 bytes s[0][lane + 1], lanes ffffff00\n");
  // Lane 8 is the first: 32 bytes, and 36.
  EXPECT_EQ(P[0].OffsetBytes, 32);
  EXPECT_EQ(P[1].OffsetBytes, 36);
  EXPECT_EQ(P[1].Shape, P[0].Shape);
  const AddressShape &Shape = P.Shapes[P[0].Shape];
  EXPECT_EQ(Shape.FromFirst[8], 0);
  EXPECT_EQ(Shape.FromFirst[31], 4 * 23);
  EXPECT_EQ(Shape.FromFirst[0], 0); // does not run
}

TEST(AddressesTest, LanesThatDoNotRunMakeNoShape) {
  // In lanes 0 and 1 both are 4 * lane.
  Placed P("0: load 4 bytes s[0][lane], lanes 00000003\n"
           "1: load 4 bytes s[0][(lane % 2)], lanes 00000003\n"
           "2: load 4 bytes s[0][lane], lanes 00000007\n");
  EXPECT_EQ(P[1].Shape, P[0].Shape);
  EXPECT_NE(P[2].Shape, P[0].Shape);
}

TEST(AddressesTest, TermsOfOneUnknownAddUpOverTheDimensions) {
  Placed P("symbol n\n"
           "symbol m\n"
           "0: load 4 bytes s[n][n + m]\n"
           "1: load 4 bytes b + (132 * n + 4 * m)\n"
           "2: load 4 bytes s[m][n + m]\n");
  EXPECT_EQ(P.shape(0), "0, 132 * n, 4 * m");
  // 128 + 4 are 132 wherever they come from.
  EXPECT_EQ(P[1].Shape, P[0].Shape);
  EXPECT_EQ(P.shape(2), "0, 4 * n, 132 * m");
}

TEST(AddressesTest, UnknownsMayCountForOtherBytesInEachLane) {
  Placed P("symbol n\n"
           "0: load 4 bytes s[lane * n][0]\n"
           "1: load 4 bytes s[2 * lane * n][0]\n");
  EXPECT_EQ(P.shape(0), "0, 128 * lane * n");
  EXPECT_NE(P[1].Shape, P[0].Shape);
}

TEST(AddressesTest, TheSpreadOfAShapeIsKnownWhereAllLanesShareItsUnknowns) {
  Placed P("symbol n\n"
           "varying v1: \"data\"\n"
           "0: load 4 bytes s[lane][n]\n"
           "1: load 4 bytes s[lane][v1]\n"
           "2: load 4 bytes s[lane * n][0]\n"
           "3: load 4 bytes s[lane][0], lanes 0000000f\n");
  EXPECT_EQ(P.Shapes[P[0].Shape].SpreadBytes, 31 * 128);
  EXPECT_EQ(P.Shapes[P[1].Shape].SpreadBytes, std::nullopt);
  EXPECT_EQ(P.Shapes[P[2].Shape].SpreadBytes, std::nullopt);
  EXPECT_EQ(P.Shapes[P[3].Shape].SpreadBytes, 3 * 128);
}

TEST(AddressesTest, WhatTheLaunchDecidesMakesAnotherShapeOfTheSameCost) {
  Placed P("symbol n: launch\n"
           "0: load 4 bytes s[5][lane]\n"
           "1: load 4 bytes s[5 + launch(n)][lane]\n");
  EXPECT_NE(P[1].Shape, P[0].Shape);
  EXPECT_EQ(P.Shapes[P[1].Shape].WithoutLaunch, P[0].Shape);
  EXPECT_EQ(P.shape(1), "4 * lane, 128 * n, shape 0 in the launch");
  EXPECT_EQ(P[1].OffsetBytes, P[0].OffsetBytes);
}

TEST(AddressesTest, ShapesAreAlikeWhereOnlyTheFactorsOfUnknownsDiffer) {
  Placed P("symbol n\n"
           "symbol m\n"
           "0: load 4 bytes s[n][lane]\n"
           "1: load 4 bytes s[2 * n][lane]\n"
           "2: load 4 bytes s[m][lane]\n"
           "3: load 4 bytes s[n][2 * lane]\n"
           "4: load 4 bytes s[3 * n][lane]\n");
  auto FirstAlike = [&](size_t I) { return P.Shapes[P[I].Shape].FirstAlike; };
  EXPECT_EQ(FirstAlike(0), P[0].Shape);
  EXPECT_EQ(FirstAlike(1), P[0].Shape);
  EXPECT_EQ(FirstAlike(2), P[2].Shape);
  EXPECT_EQ(FirstAlike(3), P[3].Shape);
  EXPECT_EQ(FirstAlike(4), P[0].Shape);
}

TEST(AddressesTest, ForgettingObjectsKeepsTheNumbersOfShapes) {
  Placed P("0: load 4 bytes s[0][lane]\n"
           "1: load 4 bytes s[lane][0]\n");
  P.Shapes.forgetObjects();
  const AccessRecord &R = P.Text->trace().Records[1];
  EXPECT_EQ(P.Shapes.placeOf(*R.Where, R.Active, {}).Shape, P[1].Shape);
}

//===----------------------------------------------------------------------===//
// Alignment
//===----------------------------------------------------------------------===//

TEST(AddressesTest, AlignmentIsWhatDividesAllThatIsNotConstant) {
  Placed P("symbol n\n"
           "symbol m: multiple of 4\n"
           "varying v1: \"data\", multiple of 2\n"
           "0: load 4 bytes s[0][4 * lane + 1]\n"
           "1: load 4 bytes s[0][2 * lane]\n"
           "2: load 4 bytes s[0][3 * lane]\n"
           "3: load 4 bytes s[0][4 * lane + n]\n"
           "4: load 4 bytes s[0][4 * lane + 4 * n]\n"
           "5: load 4 bytes s[0][m]\n"
           "6: load 4 bytes s[0][v1]\n"
           "7: load 4 bytes s[lane][n]\n");
  int64_t Expected[] = {16, 8, 4, 4, 16, 16, 8, 4};
  for (size_t I = 0; I != std::size(Expected); ++I)
    EXPECT_EQ(P[I].AlignmentBytes, Expected[I]) << "access " << I;
}

TEST(AddressesTest, DimensionsAreAddedUpWithoutLookingAtTheirSum) {
  // 68 * lane + 4 * lane is 72 * lane, a multiple of 8: the compiler sees 68
  // and 4.
  Placed P("0: load 4 bytes p[lane][lane]\n"
           "1: load 4 bytes b + (72 * lane)\n");
  EXPECT_EQ(P[0].AlignmentBytes, 4);
  EXPECT_EQ(P[1].AlignmentBytes, 8);
}

TEST(AddressesTest, LanesThatDoNotRunCountForAlignment) {
  Placed P("0: load 4 bytes s[0][lane], lanes 11111111\n");
  EXPECT_EQ(P.Shapes[P[0].Shape].FromFirst[4], 16);
  EXPECT_EQ(P[0].AlignmentBytes, 4);
}

TEST(AddressesTest, ACounterCountsInStepsOfAnUnrollBlock) {
  // Four iterations a block: the counter is a multiple of four where it begins.
  Placed P("symbol k1: LoopCounter, visited, 0..\n"
           "unroll block 1: loop at #1, 4 iterations, counter k1\n"
           "unroll block 2: loop at #1, counter k1\n"
           "0: load 4 bytes s[0][k1], unroll block 1\n"
           "1: load 4 bytes s[0][k1], unroll block 2\n"
           "2: load 4 bytes s[0][k1]\n");
  EXPECT_EQ(P[0].AlignmentBytes, 16);
  EXPECT_EQ(P[1].AlignmentBytes, 4);
  EXPECT_EQ(P[2].AlignmentBytes, 4);
}

} // namespace
