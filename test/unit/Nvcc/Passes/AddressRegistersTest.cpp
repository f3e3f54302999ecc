//===- AddressRegistersTest.cpp - What the compiler knows in loops --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptxas/AddressRegisters.h"
#include "ItemsOfTrace.h"

using namespace banklint;

namespace {

struct LoopsOfTrace : ItemsOfTrace {
  AddressRegisters Loops;
  explicit LoopsOfTrace(const std::string &Lines)
      : ItemsOfTrace(Lines), Loops(Items) {}

  /// "8 aligned 16": where the address register of an access points to.
  std::string origin(uint32_t Which) const {
    AddressRegisters::Origin O = Loops.originOf(Items[Which].BaseId);
    return std::to_string(O.OffsetBytes) + " aligned " +
           std::to_string(O.AlignmentBytes);
  }
};

/// Two iterations of one run of a loop that stays a loop.
const char *TwoIterations = "unroll block 1: loop at #9, run 1\n"
                            "unroll block 2: loop at #9, run 1\n";

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

TEST(AddressRegistersTest, OutsideOfLoopsAddressesAreWhatTheyAre) {
  LoopsOfTrace T("0: load 4 bytes s[lane]\n"
                 "1: load 4 bytes s[lane + 1]\n");
  EXPECT_FALSE(T.Loops.isLoose(0));
  EXPECT_EQ(T.Loops.alignmentOf(0), 16);
  EXPECT_EQ(T.origin(0), "0 aligned 16");
}

TEST(AddressRegistersTest, DistancesThatEveryIterationHasAreConstants) {
  LoopsOfTrace T(TwoIterations +
                 std::string("0: load 4 bytes s[lane], at #1, unroll block 1\n"
                             "1: load 4 bytes s[lane + 1], at #2, unroll block "
                             "1\n"
                             "2: load 4 bytes s[lane + 8], at #1, unroll block "
                             "2\n"
                             "3: load 4 bytes s[lane + 9], at #2, unroll block "
                             "2\n"));
  for (uint32_t I = 0; I != 4; ++I)
    EXPECT_FALSE(T.Loops.isLoose(I)) << "access " << I;
}

TEST(AddressRegistersTest, DistancesThatChangeAreNone) {
  // s[i] and s[i + step], with steps of 1 and 2.
  LoopsOfTrace T(TwoIterations +
                 std::string("0: load 4 bytes s[lane], at #1, unroll block 1\n"
                             "1: load 4 bytes s[lane + 1], at #2, unroll block "
                             "1\n"
                             "2: load 4 bytes s[lane], at #1, unroll block 2\n"
                             "3: load 4 bytes s[lane + 2], at #2, unroll block "
                             "2\n"));
  for (uint32_t I = 0; I != 4; ++I)
    EXPECT_TRUE(T.Loops.isLoose(I)) << "access " << I;
}

TEST(AddressRegistersTest, DistancesBeyondTheWidestAccessMayChange) {
  // 16 and 32 bytes: they are no neighbours in either.
  LoopsOfTrace T(TwoIterations +
                 std::string("0: load 4 bytes s[lane], at #1, unroll block 1\n"
                             "1: load 4 bytes s[lane + 4], at #2, unroll block "
                             "1\n"
                             "2: load 4 bytes s[lane], at #1, unroll block 2\n"
                             "3: load 4 bytes s[lane + 8], at #2, unroll block "
                             "2\n"));
  EXPECT_FALSE(T.Loops.isLoose(1));
}

TEST(AddressRegistersTest, TheLeastAlignmentOfAllIterationsIsKnown) {
  // s[2 * step * lane], with steps of 1 and 2: 8 and 16 bytes.
  LoopsOfTrace T(TwoIterations +
                 std::string("0: load 4 bytes s[2 * lane], at #1, unroll block "
                             "1\n"
                             "1: load 4 bytes s[4 * lane], at #1, unroll block "
                             "2\n"));
  EXPECT_EQ(T.Items.baseOf(1).AlignmentBytes, 16);
  EXPECT_EQ(T.Loops.alignmentOf(0), 8);
  EXPECT_EQ(T.Loops.alignmentOf(1), 8);
}

TEST(AddressRegistersTest, OneIterationOfManyTellsNothing) {
  LoopsOfTrace T(TwoIterations +
                 std::string("0: load 4 bytes s[lane], at #1, unroll block 1\n"
                             "1: load 4 bytes s[lane + 1], at #2, unroll block "
                             "1\n"
                             "2: load 4 bytes s[lane + 1], at #2, unroll block "
                             "2\n"));
  EXPECT_TRUE(T.Loops.mayBeLoose({0, 1}));
  EXPECT_FALSE(T.Loops.mayBeLoose({1, 2})) << "parts of one access";
  // Where the loop has no other iteration, that one is all of them.
  LoopsOfTrace Once("unroll block 1: loop at #9, run 1\n"
                    "unroll block 2: loop at #9, run 1, 0 iterations\n"
                    "0: load 4 bytes s[lane], at #1, unroll block 1\n");
  EXPECT_FALSE(Once.Loops.mayBeLoose({0}));
}

//===----------------------------------------------------------------------===//
// Address registers
//===----------------------------------------------------------------------===//

TEST(AddressRegistersTest, TheRegisterPointsToTheMiddleOfWhatAnIterationReads) {
  // Offsets 0, 4, 8 and then 64, 68, 72: the middle ones are 4 and 68, and 4
  // divides both.
  LoopsOfTrace T(
      TwoIterations +
      std::string("0: load 4 bytes s[lane], at #1, unroll block 1\n"
                  "1: load 4 bytes s[lane + 1], at #2, unroll block 1\n"
                  "2: load 4 bytes s[lane + 2], at #3, unroll block 1\n"
                  "3: load 4 bytes s[lane + 16], at #1, unroll block 2\n"
                  "4: load 4 bytes s[lane + 17], at #2, unroll block 2\n"
                  "5: load 4 bytes s[lane + 18], at #3, unroll block 2\n"));
  EXPECT_EQ(T.origin(0), "4 aligned 4");
  EXPECT_EQ(T.origin(3), "68 aligned 4");
}

TEST(AddressRegistersTest, TheRegisterIsAlignedAsAllMiddlesAre) {
  LoopsOfTrace T(
      TwoIterations +
      std::string("0: load 4 bytes s[8 * lane], at #1, unroll block 1\n"
                  "1: load 4 bytes s[8 * lane + 2], at #2, unroll block 1\n"
                  "2: load 4 bytes s[8 * lane + 8], at #1, unroll block 2\n"
                  "3: load 4 bytes s[8 * lane + 10], at #2, unroll block 2\n"));
  // 8 and 40.
  EXPECT_EQ(T.origin(0), "8 aligned 8");
  EXPECT_EQ(T.origin(2), "40 aligned 8");
}

TEST(AddressRegistersTest, AnAddressThatStaysNeedsNoRegisterOfTheLoop) {
  LoopsOfTrace T(TwoIterations +
                 std::string("0: load 4 bytes s[lane + 1], at #1, unroll block "
                             "1\n"
                             "1: load 4 bytes s[lane + 1], at #1, unroll block "
                             "2\n"));
  EXPECT_EQ(T.origin(0), "0 aligned 16");
}

TEST(AddressRegistersTest, WhereTheArrayAloneIsTheBaseItBeginsAtTheOrigin) {
  // s[i], s[i + 1], s[i + 2] in steps of 4 words, the same in all lanes.
  LoopsOfTrace T(TwoIterations +
                 std::string("0: load 4 bytes s[1], at #1, unroll block 1\n"
                             "1: load 4 bytes s[2], at #2, unroll block 1\n"
                             "2: load 4 bytes s[3], at #3, unroll block 1\n"
                             "3: load 4 bytes s[5], at #1, unroll block 2\n"
                             "4: load 4 bytes s[6], at #2, unroll block 2\n"
                             "5: load 4 bytes s[7], at #3, unroll block 2\n"));
  EXPECT_EQ(T.origin(0), "0 aligned 16");
  EXPECT_EQ(T.origin(3), "0 aligned 16");
}

TEST(AddressRegistersTest, ACounterMovesTheRegisterByWholeUnrollBlocks) {
  // s[lane + 2 * k1] and the next word, of two iterations: 0, 4, 8, 12.
  LoopsOfTrace T("symbol k1: LoopCounter, visited, 0..\n"
                 "unroll block 1: loop at #9, 2 iterations, counter k1\n"
                 "0: load 4 bytes s[lane + 2 * k1], at #1, unroll block 1\n"
                 "1: load 4 bytes s[lane + 2 * k1 + 1], at #2, unroll block "
                 "1\n");
  EXPECT_EQ(T.origin(0), "8 aligned 8");
}

TEST(AddressRegistersTest, IterationsThatAreLeftOverHaveARegisterOfTheirOwn) {
  // The middle of the unrolled ones is 16 bytes on; that of the left-over one,
  // 4, says nothing about the alignment of theirs.
  LoopsOfTrace T("unroll block 1: loop at #9, run 1, 4 iterations\n"
                 "unroll block 2: loop at #9, run 1\n"
                 "0: load 4 bytes s[8 * lane], at #1, unroll block 1\n"
                 "1: load 4 bytes s[8 * lane + 4], at #2, unroll block 1\n"
                 "2: load 4 bytes s[8 * lane + 1], at #1, unroll block 2\n");
  EXPECT_EQ(T.origin(0), "16 aligned 16");
  EXPECT_EQ(T.origin(2), "4 aligned 16");
}

TEST(AddressRegistersTest, DynamicMemoryAndOddStepsHaveNoOrigin) {
  LoopsOfTrace T("unroll block 1: loop at #9, run 1, no constant step\n"
                 "unroll block 2: loop at #9, run 1, no constant step\n"
                 "unroll block 3: loop at #8, run 2\n"
                 "unroll block 4: loop at #8, run 2\n"
                 "0: load 4 bytes s[lane], at #1, unroll block 1\n"
                 "1: load 4 bytes s[lane + 1], at #1, unroll block 2\n"
                 "2: load 4 bytes d[lane], at #2, unroll block 3\n"
                 "3: load 4 bytes d[lane + 1], at #2, unroll block 4\n");
  for (uint32_t I = 0; I != 4; ++I)
    EXPECT_EQ(T.origin(I), "0 aligned 16") << "access " << I;
}

TEST(AddressRegistersTest, IterationsOfAWalkingPointerStayApart) {
  const char *Lines =
      "0: load 4 bytes s[4 * lane + k1], at #1, unroll block 1\n"
      "1: load 4 bytes s[k1], at #2, unroll block 1\n"
      "2: load 4 bytes s[4 * lane], at #3, unroll block 1\n"
      "3: load 4 bytes r[4 * lane + k1], at #4, unroll block 1\n";
  LoopsOfTrace T("symbol k1: LoopCounter, visited, 0..\n"
                 "unroll block 1: loop at #9, counter k1, walks 1\n" +
                 std::string(Lines));
  auto AreApart = [&](uint32_t Which) {
    return T.Loops.areIterationsApart(T.Items.baseOf(Which));
  };
  // The array alone is known well enough; what does not move is in one place;
  // and the pointer does not walk through `r`.
  EXPECT_TRUE(AreApart(0));
  EXPECT_FALSE(AreApart(1));
  EXPECT_FALSE(AreApart(2));
  EXPECT_FALSE(AreApart(3));
}

} // namespace
