//===- MachineTest.cpp - The state of a walk, and its journal -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State/Machine.h"
#include "ParsedSource.h"
#include "Values/Limits.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace banklint;
using clang::FieldDecl;
using clang::VarDecl;

namespace {
constexpr LaneMask LowHalf = 0x0000ffff;

/// A machine in the middle of nothing: all lanes run. The tree only has the
/// types and variables that the tests name.
class AMachine : public testing::Test {
protected:
  AMachine()
      : Tree(clang::tooling::buildASTFromCodeWithArgs(R"cpp(
          struct Bits { int a : 3; int b : 5; unsigned c : 30; unsigned d; };
          union Views { Bits bits; unsigned whole; };
          int grid[4][8]; int flat[16]; int other[4];
          int i; unsigned u; bool flag; signed char c; long l; int *p; float f;
        )cpp",
                                                      {"-std=c++17"})),
        M(Tree->getASTContext(), P, Memory) {}

  clang::ASTContext &context() { return Tree->getASTContext(); }
  const VarDecl *variable(llvm::StringRef Name) {
    return declared<VarDecl>(Name, context());
  }
  const FieldDecl *field(llvm::StringRef Name) {
    return declared<FieldDecl>(Name, context());
  }
  /// A local variable of type int.
  Object &local(llvm::StringRef Name) {
    return M.makeObject(Object::Local, Name, context().IntTy);
  }
  Object &shared(llvm::StringRef Name) {
    return Memory.object(variable(Name), context());
  }
  Scalar read(Object &O, int64_t OffsetBytes = 0) {
    return M.readCell(O, OffsetBytes, context().IntTy);
  }
  /// A condition on something that nobody knows.
  Split unknown(Certainty Confidence) {
    return {AllLanes, AllLanes, Confidence, P.symbol("n", SymbolKind::Unknown)};
  }
  /// Walks both arms of a condition, and joins what they write.
  void join(const Split &Condition, llvm::function_ref<void()> ThenArm,
            llvm::function_ref<void()> ElseArm, LaneMask ElseLanes = AllLanes) {
    Journal::Mark Begin(M.Changes);
    ThenArm();
    Machine::Contents Then = M.writtenSince(Begin.begin());
    M.Changes.restoreContents(Begin.begin());
    ElseArm();
    M.joinContents(Condition, {}, Begin.begin(), std::move(Then), AllLanes,
                   ElseLanes);
  }
  /// Nothing where a cell has not been written.
  static std::optional<Scalar> cell(Object &O, int64_t OffsetBytes = 0) {
    auto Found = O.Cells.find(OffsetBytes);
    return Found == O.Cells.end() ? std::nullopt : std::optional(Found->second);
  }
  Value lane() {
    Lanes Each;
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      Each[Lane] = Lane;
    return P.lanes(Each);
  }
  /// A in the lanes of the mask, B in the others.
  Value mixed(LaneMask Mask, int64_t A, int64_t B) {
    return P.select(Mask, Value(A), Value(B));
  }
  Value with(const Value &V, const Value &Symbol, int64_t Number) {
    Assignment Numbers;
    Numbers[Symbol.terms()[0].What] = Number;
    return P.substitute(V, Numbers);
  }
  /// What it is with 0 and with 1 for the one symbol in it.
  std::pair<Value, Value> eitherWay(const Value &V) {
    llvm::SmallVector<const Variable *, 2> Symbols;
    P.symbols(V, Symbols);
    EXPECT_EQ(Symbols.size(), 1u);
    if (Symbols.size() != 1)
      return {};
    return {with(V, P.valueOf(Symbols[0]), 0),
            with(V, P.valueOf(Symbols[0]), 1)};
  }

  std::unique_ptr<clang::ASTUnit> Tree;
  Pool P;
  SharedMemory Memory;
  Machine M;
};

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

TEST_F(AMachine, WritesInTheActiveLanesAndKeepsTheOthers) {
  Object &X = local("x");
  M.writeCell(X, 0, Value(5));
  M.Active.Lanes = LowHalf;
  M.writeCell(X, 0, Value(9));
  M.Active.Lanes = AllLanes;
  EXPECT_EQ(read(X).Number, mixed(LowHalf, 9, 5));
}

TEST_F(AMachine, TakesTheFirstWriteOfACellForAllLanes) {
  Object &X = local("x");
  M.Active.Lanes = 1;
  M.writeCell(X, 0, Value(7));
  M.Active.Lanes = AllLanes;
  EXPECT_EQ(read(X).Number, Value(7));
}

TEST_F(AMachine, ReadsACellThatWasNotWrittenAsUnknownInEachLane) {
  Object &X = local("x");
  Value V = read(X).Number;
  EXPECT_TRUE(V.isVarying());
  EXPECT_EQ(V.reason(), ReasonKind::NeverSet);
  EXPECT_FALSE(cell(X)) << "reading it does not set it";
}

TEST_F(AMachine, ReadsACellOfAZeroedObjectAsZero) {
  Object &X = local("x");
  X.Initial = Object::Zero;
  EXPECT_EQ(read(X, 4).Number, Value(0));
}

TEST_F(AMachine, ReadsAnArgumentAsOneSymbolHoweverOftenItIsRead) {
  Object &X = local("n");
  X.Initial = Object::UniformUnknown;
  Value First = read(X).Number;
  EXPECT_TRUE(First.isUniform());
  EXPECT_FALSE(First.isKnown());
  EXPECT_EQ(read(X).Number, First);
  EXPECT_FALSE(read(X, 4).Number == First) << "another cell, another symbol";
}

TEST_F(AMachine, LeavesOutOfAReadWhatOnlyWaitingLanesHold) {
  Object &X = local("x");
  Value Unknown = P.symbol("n", SymbolKind::Unknown);
  M.writeCell(X, 0, Value(3));
  M.Active.Lanes = ~LowHalf;
  M.writeCell(X, 0, Unknown);
  M.Active.Lanes = LowHalf;
  Value Low = read(X).Number;
  ASSERT_TRUE(Low.isKnown());
  EXPECT_EQ(Low.constant()[0], 3);
  EXPECT_EQ(Low.constant()[15], 3);
}

TEST_F(AMachine, LoadsFromAnElementOfItsOwnInEachLane) {
  Object &X = local("x");
  M.writeCell(X, 0, Value(10));
  M.writeCell(X, 4, Value(20));
  Pointer At = X.Begin;
  At.WithinBytes = mixed(LowHalf, 4, 0);
  EXPECT_EQ(M.loadLocal(&At, context().IntTy, {}).Number,
            mixed(LowHalf, 20, 10));
}

TEST_F(AMachine, StoresToAnElementOfItsOwnInEachLane) {
  Object &X = local("x");
  M.writeCell(X, 0, Value(1));
  M.writeCell(X, 4, Value(2));
  Pointer At = X.Begin;
  At.WithinBytes = mixed(LowHalf, 4, 0);
  M.storeLocal(&At, context().IntTy, Value(9));
  EXPECT_EQ(read(X, 0).Number, mixed(LowHalf, 1, 9));
  EXPECT_EQ(read(X, 4).Number, mixed(LowHalf, 9, 2));
  EXPECT_EQ(M.Active.Lanes, AllLanes);
}

TEST_F(AMachine, LoadsWhatAllElementsHoldFromAnUnknownIndex) {
  Object &X = local("x");
  Pointer At = X.Begin;
  At.WithinBytes = P.mul(P.symbol("n", SymbolKind::Unknown), Value(4));
  M.writeCell(X, 0, Value(6));
  M.writeCell(X, 4, Value(6));
  EXPECT_EQ(M.loadLocal(&At, context().IntTy, {}).Number, Value(6));
  M.writeCell(X, 8, Value(7));
  Value V = M.loadLocal(&At, context().IntTy, {}).Number;
  EXPECT_TRUE(V.isUniform()) << "the lanes share index and elements";
  EXPECT_FALSE(V.isKnown());
  M.writeCell(X, 12, lane());
  EXPECT_TRUE(M.loadLocal(&At, context().IntTy, {}).Number.isVarying());
}

TEST_F(AMachine, ForgetsEveryElementWhenOneAtAnUnknownIndexIsStored) {
  Object &X = local("x"), &Y = local("y");
  M.writeCell(X, 0, Value(1));
  M.writeCell(X, 4, Scalar(&Y.Begin));
  Pointer At = X.Begin;
  At.WithinBytes = P.mul(P.symbol("n", SymbolKind::Unknown), Value(4));
  M.storeLocal(&At, context().IntTy, Value(9));
  const Reason Why = ReasonKind::StoredAtUnknownIndex;
  EXPECT_EQ(read(X, 0).Number.reason(), Why);
  ASSERT_TRUE(read(X, 4).Address);
  EXPECT_EQ(read(X, 4).Address->Base->Kind, Object::Lost);
  EXPECT_EQ(read(X, 4).Address->Base->Why, Why);
}

//===----------------------------------------------------------------------===//
// The journal
//===----------------------------------------------------------------------===//

TEST_F(AMachine, UndoesEveryWriteTheLastFirst) {
  Object &X = local("x");
  M.writeCell(X, 0, Value(1));
  Journal::Mark Begin(M.Changes);
  M.writeCell(X, 0, Value(2));
  M.Active.Lanes = LowHalf;
  M.writeCell(X, 0, Value(3));
  M.Active.Lanes = AllLanes;
  M.writeCell(X, 4, Value(4));
  M.Changes.restoreContents(Begin.begin());
  EXPECT_EQ(cell(X), Scalar(Value(1)));
  EXPECT_FALSE(cell(X, 4)) << "it did not exist before";
  EXPECT_TRUE(M.Changes.cellsSince(Begin.begin()).empty());
}

TEST_F(AMachine, BringsBackACellThatWasErased) {
  Object &X = local("x");
  M.writeCell(X, 0, Value(1));
  M.writeCell(X, 4, Value(2));
  Journal::Mark Begin(M.Changes);
  M.setCell(X, 0, std::nullopt);
  EXPECT_FALSE(cell(X, 0));
  M.setCell(X, 4, std::nullopt);
  M.writeCell(X, 4, Value(5));
  M.Changes.restoreContents(Begin.begin());
  EXPECT_EQ(cell(X, 0), Scalar(Value(1)));
  EXPECT_EQ(cell(X, 4), Scalar(Value(2)));
}

TEST_F(AMachine, BringsBackWhatWasForgotten) {
  Object &X = local("x");
  M.writeCell(X, 0, Value(1));
  M.writeCell(X, 8, lane());
  Journal::Mark Begin(M.Changes);
  M.forgetLocal(X, ReasonKind::SetByMemset);
  EXPECT_EQ(read(X).Number.reason(), ReasonKind::SetByMemset);
  M.Changes.restoreContents(Begin.begin());
  EXPECT_EQ(cell(X, 0), Scalar(Value(1)));
  EXPECT_EQ(cell(X, 8), Scalar(lane()));
}

TEST_F(AMachine, UndoesOnlyWhatLiesBehindAnInnerMark) {
  Object &X = local("x");
  Journal::Mark Outer(M.Changes);
  M.writeCell(X, 0, Value(1));
  {
    Journal::Mark Inner(M.Changes);
    M.writeCell(X, 0, Value(2));
    M.Changes.restoreContents(Inner.begin());
    EXPECT_EQ(cell(X), Scalar(Value(1)));
  }
  M.Changes.restoreContents(Outer.begin());
  EXPECT_FALSE(cell(X));
}

TEST_F(AMachine, KeepsTheJournalOfAnInnerMarkForTheOuterOne) {
  Object &X = local("x");
  M.writeCell(X, 0, Value(1));
  Journal::Mark Outer(M.Changes);
  {
    Journal::Mark Inner(M.Changes);
    M.writeCell(X, 0, Value(2));
  }
  EXPECT_TRUE(M.Changes.isRecording());
  ASSERT_EQ(M.Changes.cellsSince(Outer.begin()).size(), 1u);
  M.Changes.restoreContents(Outer.begin());
  EXPECT_EQ(cell(X), Scalar(Value(1)));
}

TEST_F(AMachine, HasAnEmptyJournalBehindTheLastMark) {
  Object &X = local("x");
  M.writeCell(X, 0, Value(1));
  EXPECT_FALSE(M.Changes.isRecording());
  EXPECT_TRUE(M.Changes.cellsSince({}).empty()) << "nobody can take that back";
  {
    Journal::Mark Outer(M.Changes);
    Journal::Mark Inner(M.Changes);
    M.writeCell(X, 0, Value(2));
    EXPECT_EQ(M.Changes.cellsSince({}).size(), 1u);
  }
  EXPECT_FALSE(M.Changes.isRecording());
  EXPECT_TRUE(M.Changes.cellsSince({}).empty());
  EXPECT_EQ(cell(X), Scalar(Value(2))) << "a mark alone takes nothing back";
}

TEST_F(AMachine, DoesNotUndoChangesThatAreKept) {
  Object &X = local("x"), &Constant = local("constant");
  Journal::Mark Outer(M.Changes);
  M.writeCell(X, 0, Value(1));
  {
    Journal::Mark Inner(M.Changes);
    M.writeCell(Constant, 0, Value(2));
    M.Changes.keepContents(Inner.begin());
  }
  M.Changes.restoreContents(Outer.begin());
  EXPECT_FALSE(cell(X));
  EXPECT_EQ(cell(Constant), Scalar(Value(2)));
}

TEST_F(AMachine, ListsEachWrittenCellOnceWithWhatItHoldsNow) {
  Object &X = local("x"), &Y = local("y");
  M.writeCell(X, 0, Value(1));
  Journal::Mark Begin(M.Changes);
  M.writeCell(Y, 0, Value(2));
  M.writeCell(X, 0, Value(3));
  M.writeCell(Y, 0, Value(4));
  M.writeCell(X, 4, Value(5));
  M.setCell(X, 4, std::nullopt);
  Machine::CellTable Written = M.writtenSince(Begin.begin()).Cells;
  ASSERT_EQ(Written.size(), 2u) << "what is gone is not listed";
  EXPECT_EQ(Written.front().first, Machine::Cell(&Y, 0));
  EXPECT_EQ(Written.front().second, Scalar(Value(4)));
  EXPECT_EQ(Written.back().first, Machine::Cell(&X, 0));
  EXPECT_EQ(Written.back().second, Scalar(Value(3)));
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

TEST_F(AMachine, SelectsNumbersByLane) {
  EXPECT_EQ(M.selectLanes(AllLanes, Value(1), Value(2)), Scalar(Value(1)));
  EXPECT_EQ(M.selectLanes(0, Value(1), Value(2)), Scalar(Value(2)));
  EXPECT_EQ(M.selectLanes(LowHalf, Value(1), Value(2)).Number,
            mixed(LowHalf, 1, 2));
}

TEST_F(AMachine, SelectsPlacesOfOneArrayByLane) {
  Object &S = shared("flat");
  const Pointer *Third = M.step(&S.Begin, Value(3), 4);
  Scalar Either = M.selectLanes(LowHalf, Third, &S.Begin);
  ASSERT_TRUE(Either.Address);
  EXPECT_EQ(Either.Address->Base, &S);
  ASSERT_EQ(Either.Address->Index.size(), 1u);
  EXPECT_EQ(Either.Address->Index[0], mixed(LowHalf, 3, 0));
  EXPECT_FALSE(S.Array->Escapes);
}

TEST_F(AMachine, ChoosesOneOfTwoNumbers) {
  Value Choice = P.symbol(ReasonKind::Condition, SymbolKind::Choice, {0, 1});
  Value Either = M.choose(Choice, Value(12), Value(5)).Number;
  EXPECT_TRUE(Either.isUniform());
  EXPECT_EQ(with(Either, Choice, 1), Value(12));
  EXPECT_EQ(with(Either, Choice, 0), Value(5));
}

TEST_F(AMachine, ChoosesAPlaceInAllOfSharedMemoryBetweenTwoArrays) {
  Object &A = shared("flat"), &B = shared("other"); // at 0, and at 64
  Value Choice = P.symbol(ReasonKind::Condition, SymbolKind::Choice, {0, 1});
  Scalar Either =
      M.choose(Choice, M.step(&B.Begin, Value(1), 4), M.step(&A.Begin, 2, 4));
  ASSERT_TRUE(Either.Address);
  EXPECT_EQ(Either.Address->Base->Kind, Object::Shared);
  EXPECT_EQ(Either.Address->Array->Name, "other");
  EXPECT_EQ(Either.Address->Array->OtherNames,
            llvm::ArrayRef<llvm::StringRef>("flat"));
  EXPECT_FALSE(Either.Address->Array->isDeclared());
  EXPECT_EQ(with(Either.Address->WithinBytes, Choice, 1), Value(64 + 4));
  EXPECT_EQ(with(Either.Address->WithinBytes, Choice, 0), Value(8));
  EXPECT_TRUE(A.Array->Escapes && B.Array->Escapes);
}

TEST_F(AMachine, LosesAnAddressThatMayBeSharedOrNot) {
  Object &S = shared("flat");
  Value Choice = P.symbol(ReasonKind::Condition, SymbolKind::Choice, {0, 1});
  for (Scalar Either : {M.choose(Choice, &S.Begin, M.foreign()),
                        M.choose(Choice, M.foreign(), &S.Begin)}) {
    ASSERT_TRUE(Either.Address);
    EXPECT_EQ(Either.Address->Base->Kind, Object::Lost);
    EXPECT_EQ(Either.Address->Base->Why, ReasonKind::SharedOrOtherMemory);
  }
}

TEST_F(AMachine, TakesTheAddressWhereTheOtherSideHasNone) {
  Object &S = shared("flat");
  Value Choice = P.symbol(ReasonKind::Condition, SymbolKind::Choice, {0, 1});
  EXPECT_EQ(M.choose(Choice, &S.Begin, Value(0)), Scalar(&S.Begin));
  EXPECT_EQ(M.choose(Choice, Value(0), &S.Begin), Scalar(&S.Begin));
}

TEST_F(AMachine, LosesOneOfSeveralBitFields) {
  Object &X = M.makeObject(Object::Local, "x", context().IntTy);
  Value Choice = P.symbol(ReasonKind::Condition, SymbolKind::Choice, {0, 1});
  Scalar Either = M.choose(Choice, M.memberOf(&X.Begin, field("a")),
                           M.memberOf(&X.Begin, field("b")));
  ASSERT_TRUE(Either.Address);
  EXPECT_EQ(Either.Address->Base->Kind, Object::Lost);
}

TEST_F(AMachine, ReadsEitherOfTwoLocalsThroughOnePointer) {
  Object &X = local("x"), &Y = local("y");
  M.writeCell(X, 0, Value(4));
  M.writeCell(Y, 0, Value(8));
  Value Choice = P.symbol(ReasonKind::Condition, SymbolKind::Choice, {0, 1});
  const Pointer *Either = M.choose(Choice, &X.Begin, &Y.Begin).Address;
  ASSERT_TRUE(Either);
  EXPECT_EQ(Either->Base->Kind, Object::Local);
  Value V = M.loadLocal(Either, context().IntTy, {}).Number;
  EXPECT_EQ(with(V, Choice, 1), Value(4));
  EXPECT_EQ(with(V, Choice, 0), Value(8));
}

TEST_F(AMachine, ForgetsBothLocalsWhenEitherIsWritten) {
  Object &X = local("x"), &Y = local("y"), &Z = local("z");
  for (Object *O : {&X, &Y, &Z})
    M.writeCell(*O, 0, Value(4));
  Value Choice = P.symbol(ReasonKind::Condition, SymbolKind::Choice, {0, 1});
  const Pointer *Two = M.choose(Choice, &X.Begin, &Y.Begin).Address;
  ASSERT_TRUE(Two);
  const Pointer *Three = M.choose(Choice, Two, &Z.Begin).Address;
  ASSERT_TRUE(Three);
  Journal::Mark Begin(M.Changes);
  M.storeLocal(Three, context().IntTy, Value(9));
  EXPECT_EQ(read(*Three->Base).Number, Value(9));
  for (Object *O : {&X, &Y, &Z})
    EXPECT_EQ(read(*O).Number.reason(), ReasonKind::WrittenThroughReference);
  M.Changes.restoreContents(Begin.begin());
  for (Object *O : {&X, &Y, &Z})
    EXPECT_EQ(cell(*O), Scalar(Value(4)));
}

TEST_F(AMachine, ForgetsALocalThatMayBeWrittenAtAnUnknownPlace) {
  Object &X = local("x"), &Y = local("y");
  M.writeCell(X, 0, Value(4));
  M.writeCell(Y, 0, Value(4));
  Value Choice = P.symbol(ReasonKind::Condition, SymbolKind::Choice, {0, 1});
  const Pointer *Somewhere =
      M.step(&Y.Begin, P.symbol("n", SymbolKind::Unknown), 4);
  Scalar Either = M.choose(Choice, &X.Begin, Somewhere);
  ASSERT_TRUE(Either.Address);
  EXPECT_EQ(Either.Address->Base->Kind, Object::Foreign);
  EXPECT_TRUE(read(X).Number.isVarying());
  EXPECT_TRUE(read(Y).Number.isVarying());
}

TEST_F(AMachine, JoinsSidesThatAreKnownByLane) {
  EXPECT_EQ(M.joinArms({LowHalf, ~LowHalf}, {}, Value(1), Value(2)).Number,
            mixed(LowHalf, 1, 2));
}

TEST_F(AMachine, JoinsSidesThatTheWarpTakesAlikeAsAChoice) {
  Split Unknown = {AllLanes, AllLanes, Certainty::Whole,
                   P.symbol("n", SymbolKind::Unknown)};
  EXPECT_EQ(M.joinArms(Unknown, {}, Value(3), Value(3)), Scalar(Value(3)));
  Value Joined = M.joinArms(Unknown, {}, Value(3), Value(7)).Number;
  EXPECT_TRUE(Joined.isUniform());
  EXPECT_EQ(eitherWay(Joined), std::pair(Value(7), Value(3)));
}

TEST_F(AMachine, JoinsSidesThatDependOnDataAsDifferentInEachLane) {
  Split Data = {AllLanes, AllLanes, Certainty::Data,
                P.varying(ReasonKind::LoadedFromMemory)};
  Value Joined = M.joinArms(Data, {}, Value(3), Value(7)).Number;
  EXPECT_TRUE(Joined.isVarying());
  EXPECT_EQ(Joined.reason(), ReasonKind::ComparedData);
}

TEST_F(AMachine, JoinsALesserAndAGreaterNumberAsTheirMinimum) {
  Value A = P.symbol("a", SymbolKind::Unknown);
  Value B = P.symbol("b", SymbolKind::Unknown);
  Split Less = {AllLanes, AllLanes, Certainty::Whole, P.less(A, B, Int32)};
  EXPECT_EQ(M.joinArms(Less, {}, A, B).Number, P.min(A, B, Int64));
  EXPECT_EQ(M.joinArms(Less, {}, B, A).Number, P.max(A, B, Int64));
}

TEST_F(AMachine, JoinsACellThatOneSideWroteWithWhatItHeldBefore) {
  Object &X = local("x"), &Y = local("y");
  M.writeCell(X, 0, Value(1));
  M.writeCell(Y, 0, Value(2));
  join(
      unknown(Certainty::Whole), [&] { M.writeCell(X, 0, Value(10)); },
      [&] { M.writeCell(Y, 0, Value(20)); });
  EXPECT_EQ(eitherWay(read(X).Number), std::pair(Value(1), Value(10)));
  EXPECT_EQ(eitherWay(read(Y).Number), std::pair(Value(20), Value(2)));
}

TEST_F(AMachine, JoinsTwoCellsByOneChoice) {
  Object &X = local("x"), &Y = local("y");
  M.writeCell(X, 0, Value(0));
  M.writeCell(Y, 0, Value(0));
  join(
      unknown(Certainty::Whole),
      [&] {
        M.writeCell(X, 0, Value(3));
        M.writeCell(Y, 0, Value(3));
      },
      [] {});
  EXPECT_EQ(read(X).Number, read(Y).Number);
}

TEST_F(AMachine, GoesOnWithTheBlocksThatPassAGuard) {
  Object &X = local("x");
  M.writeCell(X, 0, Value(1));
  join(
      unknown(Certainty::Guarded), [&] { M.writeCell(X, 0, Value(10)); },
      [] {});
  EXPECT_EQ(read(X).Number, Value(10));
}

TEST_F(AMachine, JoinsAnArgumentThatOneArmWroteWithWhatWasPassed) {
  Object &X = local("x");
  M.initialize(&X.Begin, X.Type, Object::UniformUnknown);
  join(unknown(Certainty::Whole), [&] { M.writeCell(X, 0, Value(32)); }, [] {});
  EXPECT_FALSE(read(X).Number.isKnown());
  EXPECT_TRUE(read(X).Number.isUniform());
}

TEST_F(AMachine, JoinsAWholeThatOneArmZeroedWithWhatItWas) {
  Object &X = M.makeObject(Object::Local, "flat", variable("flat")->getType());
  M.initialize(&X.Begin, X.Type, Object::UniformUnknown);
  join(
      unknown(Certainty::Whole),
      [&] {
        M.initialize(&X.Begin, X.Type, Object::Zero);
        M.writeCell(X, 4, Value(7));
      },
      [&] { EXPECT_EQ(X.Initial, Object::UniformUnknown); });
  for (int64_t Offset : {0, 4, 60}) {
    EXPECT_FALSE(read(X, Offset).Number.isKnown()) << Offset;
    EXPECT_TRUE(read(X, Offset).Number.isUniform()) << Offset;
  }
}

TEST_F(AMachine, ForgetsTheRestOfAnArrayThatIsStoredToAnywhere) {
  Object &X = M.makeObject(Object::Local, "flat", variable("flat")->getType());
  M.initialize(&X.Begin, X.Type, Object::Zero);
  EXPECT_EQ(read(X, 8).Number, Value(0));
  Pointer At = X.Begin;
  At.WithinBytes = P.mul(P.symbol("n", SymbolKind::Unknown), Value(4));
  M.storeLocal(&At, context().IntTy, Value(9));
  EXPECT_TRUE(read(X, 12).Number.isVarying());
}

TEST_F(AMachine, ReadsTheRestOfAnArrayAtAnUnknownIndexToo) {
  Object &X =
      M.makeObject(Object::Local, "other", variable("other")->getType());
  M.initialize(&X.Begin, X.Type, Object::Zero);
  M.writeCell(X, 4, Value(32));
  Pointer At = X.Begin;
  At.WithinBytes = P.mul(P.symbol("n", SymbolKind::Unknown), Value(4));
  EXPECT_FALSE(M.loadLocal(&At, context().IntTy, {}).Number.isKnown());
  for (int64_t Offset : {0, 8, 12})
    M.writeCell(X, Offset, Value(32));
  EXPECT_EQ(M.loadLocal(&At, context().IntTy, {}).Number, Value(32))
      << "there is nothing else";
}

TEST_F(AMachine, TakesTheThenSideWhereTheOtherSideHasLeft) {
  Object &X = local("x");
  M.writeCell(X, 0, Value(1));
  join(
      unknown(Certainty::Whole), [&] { M.writeCell(X, 0, Value(10)); },
      [&] { M.writeCell(X, 0, Value(20)); }, /*ElseLanes=*/0);
  EXPECT_EQ(read(X).Number, Value(10));
}

/// A branch whose arm ends with a break.
class ALoopWithBreaks : public AMachine {
protected:
  ALoopWithBreaks() : Begin(M.Changes) { L.Begin = Begin.begin(); }

  void breakAfter(llvm::function_ref<void()> Arm) {
    const Journal::Mark ArmBegin(M.Changes);
    const size_t First = L.Exits.size();
    Arm();
    M.keepExits(L, First, ArmBegin.begin());
    Machine::Exit Here;
    Here.Position = ArmBegin.begin();
    Here.Condition.Confidence = Certainty::Whole;
    M.noteExit(L, Here);
    M.Changes.restoreContents(ArmBegin.begin());
  }

  Object &X = local("x");
  Journal::Mark Begin;
  Machine::Loop L;
};

TEST_F(ALoopWithBreaks, JoinsWhatWasWrittenBeforeABreak) {
  M.writeCell(X, 0, Value(1));
  breakAfter([&] { M.writeCell(X, 0, Value(5)); });
  EXPECT_EQ(read(X).Number, Value(1));
  M.joinExits(L, ReasonKind::DiffersAtBreaks, {});
  EXPECT_EQ(eitherWay(read(X).Number), std::pair(Value(1), Value(5)));
}

TEST_F(ALoopWithBreaks,
       JoinsWhatIsWrittenBehindABreakWithWhatTheLoopBeganWith) {
  Object &Before = local("before");
  M.writeCell(Before, 0, Value(1));
  L.Begin = M.Changes.here();
  breakAfter([] {});
  M.writeCell(Before, 0, Value(3));
  M.joinExits(L, ReasonKind::DiffersAtBreaks, {});
  EXPECT_EQ(eitherWay(read(Before).Number), std::pair(Value(3), Value(1)));
}

TEST_F(ALoopWithBreaks, JoinsWhatWasThereBetweenTwoWrites) {
  M.writeCell(X, 0, Value(1));
  M.writeCell(X, 0, Value(2));
  breakAfter([] {});
  M.writeCell(X, 0, Value(3));
  M.writeCell(X, 0, Value(4));
  M.joinExits(L, ReasonKind::DiffersAtBreaks, {});
  EXPECT_EQ(eitherWay(read(X).Number), std::pair(Value(4), Value(2)));
}

TEST_F(ALoopWithBreaks, KeepsABreakOfAnInnerArmWhenTheOuterIsTakenBack) {
  Object &Y = local("y");
  M.writeCell(X, 0, Value(1));
  M.writeCell(Y, 0, Value(10));
  const Journal::Mark Outer(M.Changes);
  M.writeCell(X, 0, Value(2));
  breakAfter([&] { M.writeCell(Y, 0, Value(20)); });
  M.writeCell(X, 0, Value(3));
  M.keepExits(L, 0, Outer.begin());
  M.Changes.restoreContents(Outer.begin());
  M.joinExits(L, ReasonKind::DiffersAtBreaks, {});
  EXPECT_EQ(eitherWay(read(X).Number), std::pair(Value(1), Value(2)));
  EXPECT_EQ(eitherWay(read(Y).Number), std::pair(Value(10), Value(20)));
}

TEST_F(ALoopWithBreaks, JoinsNothingThatIsWrittenBehindTheHeadOfAnIteration) {
  M.writeCell(X, 0, Value(1));
  L.Begin = M.Changes.here();
  breakAfter([] {});
  M.writeCell(X, 0, Value(3));
  M.joinExits(L, ReasonKind::DiffersAtBreaks, {}, /*AtHead=*/true);
  EXPECT_EQ(read(X).Number, Value(3)) << "as at the head of an iteration";
}

TEST_F(ALoopWithBreaks, KnowsNoMoreOfACellThatManyBreaksLeaveOtherwise) {
  M.writeCell(X, 0, Value(0));
  for (size_t N = 0; N != limits::ExitValues + 1; ++N)
    breakAfter([&] { M.writeCell(X, 0, Value(int64_t(N + 1))); });
  M.joinExits(L, ReasonKind::DiffersAtBreaks, {});
  EXPECT_TRUE(read(X).Number.isVarying());
}

TEST_F(ALoopWithBreaks, KnowsNothingOfAnObjectThatIsZeroedAtOneOfThem) {
  Object &Grid =
      M.makeObject(Object::Local, "grid", variable("grid")->getType());
  M.initialize(&Grid.Begin, Grid.Type, Object::UniformUnknown);
  breakAfter([&] { M.initialize(&Grid.Begin, Grid.Type, Object::Zero); });
  M.joinExits(L, ReasonKind::DiffersAtBreaks, {});
  EXPECT_TRUE(read(Grid, 8).Number.isVarying());
}

TEST_F(AMachine, KeepsOneConditionForAccessesThatRunUnderTheSame) {
  Value Phase = P.visited(ReasonKind::LoopPhase, {0, 1}, 1);
  Value Unknown = P.symbol("n", SymbolKind::Unknown);
  Value Second = P.equal(Phase, Value(1), Int32);
  const Value *Condition = M.conjoin(nullptr, Second);
  ASSERT_TRUE(Condition);
  EXPECT_EQ(*Condition, Second);
  EXPECT_EQ(M.conjoin(nullptr, P.equal(Phase, Value(1), Int32)), Condition);
  EXPECT_EQ(M.conjoin(Condition, P.equal(Unknown, Value(1), Int32)), Condition)
      << "no loop goes through its values";
  EXPECT_EQ(M.conjoin(nullptr, Value(1)), nullptr) << "it always holds";
}

//===----------------------------------------------------------------------===//
// Bit-fields
//===----------------------------------------------------------------------===//

class AMachineWithBitFields : public AMachine {
protected:
  const Pointer *member(llvm::StringRef Name) {
    return M.memberOf(&X.Begin, field(Name));
  }
  void set(llvm::StringRef Name, Value V) {
    const Pointer *At = member(Name);
    M.storeLocal(At, field(Name)->getType(), V);
  }
  Value get(llvm::StringRef Name) {
    return M.loadLocal(member(Name), field(Name)->getType(), {}).Number;
  }

  Object &X = M.makeObject(Object::Local, "x", context().IntTy);
};

TEST_F(AMachineWithBitFields, KeepsThemApart) {
  set("a", Value(-2));
  set("b", Value(9));
  set("c", Value(0x3fffffff));
  set("d", Value(5));
  EXPECT_EQ(get("a"), Value(-2));
  EXPECT_EQ(get("b"), Value(9));
  EXPECT_EQ(get("c"), Value(0x3fffffff));
  EXPECT_EQ(get("d"), Value(5));
}

TEST_F(AMachineWithBitFields, DropsTheBitsThatDoNotFit) {
  set("a", Value(5)); // 101 in three bits
  set("b", Value(0));
  EXPECT_EQ(get("a"), Value(-3));
  EXPECT_EQ(get("b"), Value(0));
}

TEST_F(AMachineWithBitFields, AreWrittenInTheActiveLanes) {
  set("a", Value(1));
  set("b", Value(2));
  M.Active.Lanes = LowHalf;
  set("b", Value(7));
  M.Active.Lanes = AllLanes;
  EXPECT_EQ(get("a"), Value(1));
  EXPECT_EQ(Pool::withoutLaunch(get("b")), mixed(LowHalf, 7, 2));
}

TEST_F(AMachineWithBitFields, AreUndoneTogether) {
  set("a", Value(1));
  Journal::Mark Begin(M.Changes);
  set("a", Value(2));
  set("b", Value(3));
  M.Changes.restoreContents(Begin.begin());
  EXPECT_EQ(get("a"), Value(1));
  EXPECT_EQ(get("b"), Value(0)) << "bits that nobody set";
}

TEST_F(AMachineWithBitFields, AreStoredAsNumbersOfTheirType) {
  const Pointer *Storage = M.storageOf(member("c"), sizeof(int));
  EXPECT_FALSE(Storage->BitField);
  EXPECT_EQ(Storage->WithinBytes, Value(4)) << "30 bits do not fit behind 8";
  EXPECT_EQ(M.storageOf(member("b"), sizeof(int))->WithinBytes, Value(0));
}

//===----------------------------------------------------------------------===//
// Addresses and unknowns
//===----------------------------------------------------------------------===//

TEST_F(AMachine, MovesTheSubscriptOfTheDimensionThatIsStepped) {
  Object &S = shared("grid");
  const Pointer *Row = M.step(&S.Begin, Value(2), 32);
  const Pointer *Element = M.step(Row, lane(), 4);
  ASSERT_EQ(Element->Index.size(), 2u);
  EXPECT_EQ(Element->Index[0], Value(2));
  EXPECT_EQ(Element->Index[1], lane());
  EXPECT_EQ(Element->WithinBytes, Value(0));
  const Pointer *Vector = M.step(Element, Value(1), 16);
  EXPECT_EQ(Vector->Index[1], P.add(lane(), Value(4)));
  const Pointer *Byte = M.step(Element, Value(3), 1);
  EXPECT_EQ(Byte->Index[1], lane());
  EXPECT_EQ(Byte->WithinBytes, Value(3));
}

TEST_F(AMachine, FlattensAPlaceToBytesOfSharedMemory) {
  shared("other"); // 16 bytes before it
  Object &S = shared("grid");
  const Pointer *Element = M.step(M.step(&S.Begin, Value(2), 32), lane(), 4);
  const Pointer *Flat = M.flatten(Element);
  EXPECT_TRUE(Flat->Index.empty());
  EXPECT_EQ(Flat->WithinBytes, P.add(Value(16 + 64), P.mul(lane(), Value(4))));
}

TEST_F(AMachine, BoundsAnUnknownByItsType) {
  auto BoundsOf = [&](llvm::StringRef Name) {
    Range R = P.range(
        M.unknownOf(variable(Name)->getType(), true, P.named(Name), {}).Number);
    return std::pair(R.Min, R.Max);
  };
  EXPECT_EQ(BoundsOf("flag"), std::pair(int64_t(0), int64_t(1)));
  EXPECT_EQ(BoundsOf("c"), std::pair(int64_t(-128), int64_t(127)));
  EXPECT_EQ(BoundsOf("u"), std::pair(int64_t(0), INT64_MAX));
  EXPECT_EQ(BoundsOf("i"), std::pair(INT64_MIN, INT64_MAX));
}

TEST_F(AMachine, MakesAnUnknownAddressOneOutsideOfSharedMemory) {
  Scalar V = M.unknownOf(variable("p")->getType(), true, P.named("p"), {});
  ASSERT_TRUE(V.Address);
  EXPECT_EQ(V.Address->Base->Kind, Object::Foreign);
  EXPECT_TRUE(V.Address->WithinBytes.isUniform());
}

TEST_F(AMachine, KeepsOfFloatingPointOnlyWhatItWasLoadedFrom) {
  Object &S = shared("flat"), &O = shared("other");
  auto Loaded = [&](const Object *From) {
    return M.unknownOf(context().FloatTy, false, {}, {}, From).Number;
  };
  EXPECT_EQ(Loaded(&S), Loaded(&S));
  EXPECT_FALSE(Loaded(&S) == Loaded(&O));
  EXPECT_TRUE(Loaded(&S).isVarying());
  EXPECT_TRUE(M.unknownOf(context().FloatTy, true, {}, {}).Number.isUniform());
}

TEST_F(AMachine, PrintsWhatItHolds) {
  auto Text = [](const auto &Of) {
    std::string Printed;
    llvm::raw_string_ostream OS(Printed);
    Of.print(OS);
    return Printed;
  };
  Object &O = local("x");
  M.writeCell(O, 4, Value(7));
  M.writeCell(O, 8, &O.Begin);
  EXPECT_EQ(Text(O), "local x { 4: 7, 8: local x, else undefined }");
  EXPECT_EQ(Text(*M.stepBytes(&O.Begin, 4)), "local x + 4");
  EXPECT_EQ(Text(shared("flat").Begin), "flat[0]");
  Pointer Bits = O.Begin;
  Bits.BitField = field("a");
  EXPECT_EQ(Text(Bits), "local x, bits of a");
}
TEST_F(AMachine, CollectsNothingOfVariablesThatHaveEnded) {
  Object &Lives = local("lives"), &Ended = local("ended");
  const Journal::Mark Begin(M.Changes);
  M.setCell(Lives, 0, Scalar(Value(1)));
  M.setCell(Ended, 0, Scalar(Value(2)));
  Ended.HasEnded = true;
  const Machine::Contents Written = M.writtenSince(Begin.begin());
  ASSERT_EQ(Written.Cells.size(), 1u);
  EXPECT_EQ(Written.Cells.begin()->first.first, &Lives);
}

TEST_F(AMachine, JoinsNothingOfVariablesThatHaveEnded) {
  Object &Ended = local("ended");
  M.setCell(Ended, 0, Scalar(Value(1)));
  join(
      unknown(Certainty::Data), [] {},
      [&] {
        M.setCell(Ended, 0, Scalar(Value(2)));
        Ended.HasEnded = true;
      });
  EXPECT_TRUE(cell(Ended)->Number.isNumber(2)) << "no choice of the two";
}

} // namespace
