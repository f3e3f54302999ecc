//===- RowsTest.cpp - Which accesses stay in their rows -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Rows.h"
#include "HandMadeTrace.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {
class RowsTest : public testing::Test {
protected:
  /// The line of the access that may leave its row; 0 if none does.
  SiteId leaving(ArrayInKernel Use, bool SubscriptsRow = false) {
    std::vector<ArrayInKernel> Uses = {Use};
    auto Trusts = [=](const ArrayInKernel &, SiteId, bool IsOneRow) {
      return SubscriptsRow && !IsOneRow;
    };
    auto Found = leavesRow(Uses, /*UnitElements=*/1, Trusts);
    EXPECT_TRUE(!Found || Found->Use == &Uses.front());
    return Found ? Found->Site : NoSite;
  }
  /// Lane * (32 + units) + Column, as in `s[lane * 32 + column]` where the
  /// factor is to change.
  Value inRowOfLane(int64_t Column) {
    Pool &P = K.pool();
    Value Stride = P.add(Value(32), K.strideUnits());
    return P.add(P.mul(K.lane(), Stride), Value(Column));
  }

  SiteTable Lines = sitesOfLines(9);
  HandMadeKernel K{Lines};
};
} // namespace

TEST_F(RowsTest, StaysWithinADeclaredRow) {
  const SharedArray &S = K.array({32, 32}, 4);
  K.load(1, S, {K.lane(), Value(31)});
  K.load(2, S, {Value(0), K.lane()});
  EXPECT_EQ(leaving(K.use(S)), NoSite);
}

TEST_F(RowsTest, LeavesADeclaredRowAtEitherEnd) {
  const SharedArray &S = K.array({32, 32}, 4);
  K.load(1, S, {Value(1), K.lane()});
  // Columns 1 to 32, the last of which is in the next row.
  K.load(2, S, {Value(1), K.pool().add(K.lane(), Value(1))});
  EXPECT_EQ(leaving(K.use(S)), 2u);
  HandMadeKernel Before(Lines);
  const SharedArray &T = Before.array({32, 32}, 4);
  Before.load(3, T, {Value(1), Before.pool().sub(Before.lane(), Value(1))});
  EXPECT_EQ(leaving(Before.use(T)), 3u);
}

// Of rows of 64, two pieces of 128 bytes each; what runs over the end of a row
// comes to the first of the next one.
TEST_F(RowsTest, CountsThePiecesOfDeclaredRowsBetweenGaps) {
  const SharedArray &S = K.array({4, 64}, 4);
  Pool &P = K.pool();
  auto Gapped = [&](const Value &Column) {
    return P.add(Column,
                 P.mul(P.div(Column, Value(32), Int64), K.strideUnits()));
  };
  K.load(1, S, {Value(1), Gapped(K.lane())});
  K.load(2, S, {Value(1), Gapped(P.add(K.lane(), Value(32)))});
  K.load(3, S, {Value(1), Gapped(P.add(K.lane(), Value(50)))});
  EXPECT_EQ(leaving(K.use(S, 128)), NoSite);
  // Lanes 16 and more come behind a gap that they do not count.
  K.load(4, S, {Value(1), P.add(K.lane(), Value(16))});
  EXPECT_EQ(leaving(K.use(S, 128)), 4u);
}

// Of an ldmatrix of two matrices, lanes 16 to 31 give addresses that nobody
// uses.
TEST_F(RowsTest, AsksNothingOfLanesWhoseAddressesNobodyUses) {
  const SharedArray &S = K.array({32, 32}, 4);
  const Value Column = K.pool().mul(K.lane(), Value(2));
  AccessRecord &Two = K.load(1, S, {Value(1), Column}, 16);
  Two.Kind = RequestKind::LdMatrix;
  Two.Matrices = 2;
  EXPECT_EQ(leaving(K.use(S)), 1u); // lane 15 begins at column 30
  HandMadeKernel Shorter(Lines);
  const SharedArray &T = Shorter.array({32, 40}, 4);
  AccessRecord &Fits = Shorter.load(1, T, {Value(1), Column}, 16);
  Fits.Kind = RequestKind::LdMatrix;
  Fits.Matrices = 2;
  EXPECT_EQ(leaving(Shorter.use(T)), NoSite);
  Fits.Matrices = 4;
  EXPECT_EQ(leaving(Shorter.use(T)), 1u);
}

// The language is believed only of a subscript without a bound, in rows that
// differ from lane to lane.
TEST_F(RowsTest, BelievesSubscriptsOfWhichNothingIsKnown) {
  const Value N = K.pool().symbol("n", SymbolKind::Unknown);
  const SharedArray &S = K.array({32, 32}, 4);
  K.load(1, S, {K.lane(), N});
  EXPECT_EQ(leaving(K.use(S)), 1u);
  EXPECT_EQ(leaving(K.use(S), /*SubscriptsRow=*/true), NoSite);
  K.load(2, S, {K.lane(), K.pool().add(K.lane(), Value(1))});
  EXPECT_EQ(leaving(K.use(S), /*SubscriptsRow=*/true), 2u);
  HandMadeKernel Flat(Lines);
  const SharedArray &T = Flat.array({32, 32}, 4);
  Flat.load(3, T, {Value(0), Flat.pool().symbol("n", SymbolKind::Unknown)});
  EXPECT_EQ(leaving(Flat.use(T), /*SubscriptsRow=*/true), 3u);
}

// What is known beside it takes the whole row: any number but 0 would leave it.
TEST_F(RowsTest, DoesNotBelieveWhereOnlyZeroWouldStay) {
  const Value N = K.pool().symbol("n", SymbolKind::Unknown);
  const SharedArray &S = K.array({32, 40}, 4);
  K.load(1, S, {K.lane(), K.pool().add(K.lane(), N)});
  EXPECT_EQ(leaving(K.use(S), /*SubscriptsRow=*/true), NoSite);
  HandMadeKernel Full(Lines);
  const SharedArray &T = Full.array({32, 32}, 4);
  const Value M = Full.pool().symbol("m", SymbolKind::Unknown);
  Full.load(2, T, {Full.lane(), Full.pool().add(Full.lane(), M)});
  EXPECT_EQ(leaving(Full.use(T), /*SubscriptsRow=*/true), 2u);
}

// The last byte of an access counts.
TEST_F(RowsTest, LeavesARowWithThePartOfAWideAccess) {
  const SharedArray &S = K.array({32, 32}, 4);
  K.load(1, S, {K.lane(), Value(28)}, 16);
  EXPECT_EQ(leaving(K.use(S)), NoSite);
  K.load(2, S, {K.lane(), Value(30)}, 16);
  EXPECT_EQ(leaving(K.use(S)), 2u);
}

TEST_F(RowsTest, KeepsTheExtentsOfOuterDimensions) {
  const SharedArray &S = K.array({2, 4, 8}, 4);
  K.load(1, S, {Value(0), Value(3), Value(7)});
  EXPECT_EQ(leaving(K.use(S)), NoSite);
  // Row 4 of a plane that has 4 rows: its column is one of a row.
  K.load(2, S, {Value(0), Value(4), Value(7)});
  EXPECT_EQ(leaving(K.use(S)), 2u);
}

TEST_F(RowsTest, TellsRowsThatIndicesMakeByTheChangingFactor) {
  const SharedArray &S = K.array({1024}, 4);
  K.load(1, S, inRowOfLane(0));
  K.load(2, S, inRowOfLane(31));
  EXPECT_EQ(leaving(K.use(S, 128)), NoSite);
  K.load(3, S, inRowOfLane(32)); // the first column of the next row
  EXPECT_EQ(leaving(K.use(S, 128)), 3u);
}

TEST_F(RowsTest, CountsAFactorThatDoesNotChangeAsColumn) {
  const SharedArray &S = K.array({1024}, 4);
  K.strideUnits();
  // 32 * lane without the symbol: column 32 * lane of row 0.
  Value Index = K.pool().mul(K.lane(), Value(32));
  K.load(1, S, Index).Active = 1;
  EXPECT_EQ(leaving(K.use(S, 128)), NoSite); // lane 0 is in column 0
  K.load(2, S, Index);
  EXPECT_EQ(leaving(K.use(S, 128)), 2u);
}

TEST_F(RowsTest, TakesAnIndexThatIsNotKnownForOneThatLeaves) {
  const SharedArray &S = K.array({1024}, 4);
  Value Column = K.pool().symbol("n", SymbolKind::Unknown, Range{0, 31});
  K.load(1, S, K.pool().add(inRowOfLane(0), Column));
  EXPECT_EQ(leaving(K.use(S, 128)), NoSite);
  K.load(2, S, K.pool().add(inRowOfLane(1), Column)); // up to column 32
  EXPECT_EQ(leaving(K.use(S, 128)), 2u);
}

// struct { float head[4]; float rows[8][16]; float tail[4]; } in each element.
// Rows move with those before them, and the tail with all.
TEST_F(RowsTest, TellsMembersApartByHowFarTheyMove) {
  const SharedArray &S = K.array({2}, 4 * (4 + 8 * 16 + 4));
  ArrayInKernel Use = K.use(S, /*RowBytes=*/64);
  Use.Member = {/*OffsetBytes=*/16, /*Count=*/8, /*ElementBytes=*/4};
  Pool &P = K.pool();
  const Value Row = P.rem(K.lane(), Value(8), Int32);
  auto At = [&](unsigned Line, const Value &Bytes, const Value &Rows) {
    K.load(Line, S, Value(1));
    auto *Where =
        new (P.storage()) SharedAddress(*K.trace().Records.back().Where);
    Where->WithinBytes =
        P.add(Bytes, P.mul(K.strideUnits(), P.mul(Rows, Value(4))));
    K.trace().Records.back().Where = Where;
  };
  At(1, Value(12), Value(0));
  At(2, P.add(P.mul(Row, Value(64)), Value(16 + 60)), Row);
  At(3, Value(16 + 8 * 64), Value(8));
  EXPECT_EQ(leaving(Use), NoSite);
  const Trace &T = K.trace();
  EXPECT_TRUE(isBesideRows(Use, T, T.Records[0]));
  EXPECT_FALSE(isBesideRows(Use, T, T.Records[1]));
  EXPECT_TRUE(isBesideRows(Use, T, T.Records[2]));
  // The tail that does not move, and a column behind the row.
  At(4, Value(16 + 8 * 64), Value(0));
  EXPECT_EQ(leaving(Use), 4u);
  K.trace().Records.pop_back();
  At(5, P.add(P.mul(Row, Value(64)), Value(16 + 64)), Row);
  EXPECT_EQ(leaving(Use), 5u);
}

// Rows of 32 floats from byte 0 on, and from row 32 on something else.
TEST_F(RowsTest, DividesAnArrayByItsRows) {
  Pool &P = K.pool();
  const SharedArray &S = K.array({2048}, 4);
  K.load(1, S, {inRowOfLane(5)});
  const Value Behind = P.mul(P.add(Value(32), K.strideUnits()), Value(32));
  K.load(2, S, {P.add(Behind, K.lane())});
  K.load(3, S, {P.add(Behind, P.mul(K.lane(), Value(9)))});
  std::vector<ArrayInKernel> Uses = {K.use(S, 128)};
  EXPECT_EQ(leaving(Uses[0]), 3u);
  ASSERT_TRUE(divideByRows(Uses, /*UnitElements=*/1));
  EXPECT_EQ(Uses[0].Part->BeginBytes, 0);
  EXPECT_EQ(Uses[0].Part->Count, 32);
  EXPECT_EQ(Uses[0].rowCount(), 32);
  // Neither is it behind all rows, nor in one.
  K.load(4, S, {P.add(K.lane(), Value(1000))});
  EXPECT_FALSE(divideByRows(Uses, /*UnitElements=*/1));
}

TEST_F(RowsTest, DividesAnArrayBeforeItsRows) {
  Pool &P = K.pool();
  const SharedArray &S = K.array({2048}, 4);
  K.load(1, S, {P.add(Value(100), inRowOfLane(0))});
  K.load(2, S, {P.add(Value(100), inRowOfLane(31))});
  K.load(3, S, {P.mul(K.lane(), Value(3))});
  std::vector<ArrayInKernel> Uses = {K.use(S, 128)};
  ASSERT_TRUE(divideByRows(Uses, /*UnitElements=*/1));
  EXPECT_EQ(Uses[0].Part->BeginBytes, 400);
  // Of 8192 bytes, 400 are before the first row.
  EXPECT_EQ(Uses[0].rowCount(), 61);
  // The last lanes come to the first row, which does not move, then to the
  // second.
  K.load(4, S, {P.mul(K.lane(), Value(4))});
  EXPECT_TRUE(divideByRows(Uses, /*UnitElements=*/1));
  K.load(5, S, {P.mul(K.lane(), Value(5))});
  EXPECT_FALSE(divideByRows(Uses, /*UnitElements=*/1));
}

// Of 32 rows, the last one lies in what moves as a whole.
TEST_F(RowsTest, DividesNoArrayWithinItsRows) {
  Pool &P = K.pool();
  const SharedArray &S = K.array({2048}, 4);
  K.load(1, S, {inRowOfLane(5)});
  const Value Behind = P.mul(P.add(Value(32), K.strideUnits()), Value(31));
  K.load(2, S, {P.add(Behind, P.mul(K.lane(), Value(9)))});
  std::vector<ArrayInKernel> Uses = {K.use(S, 128)};
  EXPECT_FALSE(divideByRows(Uses, /*UnitElements=*/1));
}
