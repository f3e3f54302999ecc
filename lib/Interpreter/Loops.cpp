//===- Loops.cpp - Loops, round by round ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop whose condition is known in every lane is iterated. The rounds from
// the first one on where it is not are an unknown loop: see UnknownLoops.cpp.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

using namespace banklint;
using namespace clang;

/// Rounds that are walked one by one, and steps that they may take, before the
/// rest is walked as unknown.
static constexpr unsigned MaxRounds = 512;
static constexpr uint64_t MaxLoopSteps = 200'000, MaxHostLoopSteps = 4'000;

void Interpreter::runFor(const ForStmt *S) {
  run(S->getInit());
  LoopParts Parts;
  Parts.Statement = S;
  Parts.Condition = S->getCond();
  Parts.ConditionVariable = S->getConditionVariable();
  Parts.Body = S->getBody();
  Parts.Increment = S->getInc();
  if (const auto *Declared = llvm::dyn_cast_or_null<DeclStmt>(S->getInit());
      Declared && Declared->isSingleDecl())
    Parts.Counter = llvm::dyn_cast<VarDecl>(Declared->getSingleDecl());
  runLoop(Parts);
}

void Interpreter::runRangeFor(const CXXForRangeStmt *S) {
  run(S->getInit());
  run(S->getRangeStmt());
  run(S->getBeginStmt());
  run(S->getEndStmt());
  // The loop variable is declared anew in each round.
  LoopParts Parts;
  Parts.Statement = S;
  Parts.Condition = S->getCond();
  Parts.Body = S;
  Parts.Increment = S->getInc();
  runLoop(Parts);
}

/// The lanes that go for another round.
Split Interpreter::testLoop(const LoopParts &Parts) {
  if (Parts.ConditionVariable)
    declare(Parts.ConditionVariable);
  if (!Parts.Condition)
    return {Active.Lanes, 0, Certainty::Exact};
  Split S = decideHere(evaluateTruth(Parts.Condition));
  // Each round halves the lanes again.
  if (S.How == Certainty::Even)
    S.How = Certainty::Data;
  return S;
}

void Interpreter::runRound(const LoopParts &Parts, Loop &L) {
  L.Continued = 0;
  L.Outer = InnerLoop;
  InnerLoop = &L;
  Counters.push_back(Parts.Counter);
  if (const auto *Range = llvm::dyn_cast<CXXForRangeStmt>(Parts.Statement)) {
    run(Range->getLoopVarStmt());
    run(Range->getBody());
  } else {
    run(Parts.Body);
  }
  Counters.pop_back();
  InnerLoop = L.Outer;
  Active.Lanes |= L.Continued;
  if (Parts.Increment && !stopped())
    evaluateForEffect(Parts.Increment);
}

/// How the compiler sees the number of rounds that the walk knows.
static TripCount tripCountOf(const Stmt *S, const Expr *Condition,
                             const Expr *Increment, const Stmt *Body,
                             llvm::ArrayRef<const VarDecl *> Counters) {
  // What an outer loop counts is a constant once that loop is unrolled, but a
  // loop that doubles or halves is seldom worth it.
  llvm::ArrayRef<const VarDecl *> NotConstant;
  if (!isConstantStep(Increment))
    NotConstant = Counters;
  auto IsFixed = [&](const Stmt *Part) {
    return dependsOnConstants(Part, NotConstant);
  };
  bool IsConstant = Condition && IsFixed(Condition) && IsFixed(Increment);
  if (const auto *For = llvm::dyn_cast<ForStmt>(S))
    IsConstant = IsConstant && IsFixed(For->getInit());
  if (IsConstant)
    return TripCount::Constant;
  return isConstantStep(Increment) && !leavesEarly(Body) ? TripCount::Counted
                                                         : TripCount::Open;
}

void Interpreter::runLoop(const LoopParts &Parts) {
  size_t FirstRecord = Recorded.size();
  Activity Before = Active;
  Loop L;
  LaneMask Left = 0;
  uint64_t StepsBefore = StepsLeft;
  std::optional<unsigned> Hint = std::exchange(UnrollHint, std::nullopt);
  unsigned OuterPiece = Recorded.Code.Piece, RunId = Recorded.newRun();
  uint64_t SizeBefore = Recorded.CodeSize;
  struct RoundTrace {
    unsigned Piece, FirstBlock, LastBlock;
  };
  llvm::SmallVector<RoundTrace, 32> Trace;
  bool EndsOpen = false;
  // Rounds after which lanes leave that others go on without.
  std::optional<uint64_t> FirstLeave;
  uint64_t LastLeave = 0;
  unsigned BlockBefore = Recorded.Code.Block;
  for (unsigned Round = 0;; ++Round) {
    if (stopped())
      break;
    if (Round > 0 || Parts.TestsFirst) {
      // A condition that is not known may have had effects: test on trial.
      const Mark Begin(*this);
      const Checkpoint BeforeTest = checkpoint(Begin);
      Split Lanes = testLoop(Parts);
      bool IsLong =
          Round == MaxRounds ||
          StepsBefore - StepsLeft > (IsHost ? MaxHostLoopSteps : MaxLoopSteps);
      if (!Lanes.isKnown() || (IsLong && Lanes.True)) {
        rollBack(BeforeTest);
        EndsOpen = true;
        Recorded.Code.Piece = OuterPiece;
        if (End == WalkEnd::Complete) {
          LoopParts Rest = Parts;
          Rest.TestsFirst = true; // what runs untested has run
          size_t RestBegin = Recorded.size();
          runUnknownLoop(Rest, Hint, Left);
          if (!Lanes.isKnown())
            Recorded.doubtRepeats(FirstRecord, RestBegin);
        }
        break;
      }
      Left |= Lanes.False;
      if (Lanes.False) {
        FirstLeave = FirstLeave.value_or(Round);
        LastLeave = Round;
      }
      Active.Lanes = Lanes.True;
      if (!Lanes.True)
        break;
    }
    Trace.push_back(
        {Recorded.openPiece(Parts.Statement, RunId), ++Recorded.Code.Block, 0});
    runRound(Parts, L);
    Trace.back().LastBlock = Recorded.Code.Block;
    Left |= L.Broken;
    L.Broken = 0;
  }
  if (uint64_t Rounds = Trace.size()) {
    uint64_t Size = (Recorded.CodeSize - SizeBefore) / Rounds + 1;
    TripCount Kind = EndsOpen
                         ? TripCount::Open
                         : tripCountOf(Parts.Statement, Parts.Condition,
                                       Parts.Increment, Parts.Body, Counters);
    unsigned Unrolled = unrolledRounds(Kind, Rounds, Size, Hint);
    // Where the compiler does not know their number, the rest of the rounds
    // have a loop of their own.
    uint64_t Rest = Kind == TripCount::Constant ? 0 : Rounds % Unrolled;
    auto BeginsPiece = [&](uint64_t Round) {
      return Round % Unrolled == 0 || Round >= Rounds - Rest;
    };
    bool IsWhole = Unrolled >= Rounds && Kind == TripCount::Constant;
    ++Recorded.Code.Block;
    for (uint64_t Round = 0; Round != Rounds; ++Round) {
      bool IsRest = Round >= Rounds - Rest;
      Recorded.piece(Trace[Round].Piece).IsOpen = Kind == TripCount::Open;
      Recorded.piece(Trace[Round].Piece).Rounds = !BeginsPiece(Round) ? 0
                                                  : IsRest ? 1
                                                           : Unrolled;
      if (!BeginsPiece(Round)) {
        Recorded.SameBlock.unite(Trace[Round].FirstBlock,
                                 Trace[Round - 1].LastBlock);
        Recorded.SamePiece.unite(Trace[Round].Piece, Trace[Round - 1].Piece);
      } else if (IsWhole) {
        Recorded.SameBlock.unite(Trace[Round].FirstBlock, BlockBefore);
        Recorded.SamePiece.unite(Trace[Round].Piece, OuterPiece);
      }
    }
    if (IsWhole)
      Recorded.SameBlock.unite(Recorded.Code.Block, Trace.back().LastBlock);
    // Lanes with fewer unrolled pieces do the rounds that are left over while
    // the others wait: not in one request with them.
    if (FirstLeave && *FirstLeave / Unrolled != LastLeave / Unrolled &&
        Unrolled > 1)
      for (AccessRecord &Record : Recorded.recordsFrom(FirstRecord))
        Record.IsUncertain = true;
    Recorded.CodeSize =
        SizeBefore + Size * std::min<uint64_t>(Unrolled, Rounds);
  }
  if (Parts.Condition && FirstRecord != Recorded.size())
    Recorded.addRegion(LoopRecords{FirstRecord, Recorded.size(),
                                   Recorded.Sites.at(Parts.Condition)});
  Recorded.Code.Piece = OuterPiece;
  Certainty Returns = Top->Returns;
  Active = Before;
  Active.Lanes = Left;
  joinBreaks(L, Parts.Statement->getBeginLoc());
  if (Returns != Certainty::Exact) {
    Active.How = worse(Active.How, Returns);
    Active.Guard = Top->ReturnGuard;
  }
}
