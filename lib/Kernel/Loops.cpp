//===- Loops.cpp - Loops with known and unknown bounds --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop whose condition is known in every lane is iterated. Otherwise it is
// walked once for all rounds: what a round adds to a variable is found by
// trial, the variable becomes `start + step * rounds` with a symbol for the
// number of rounds, and another trial proves the step. A variable that changes
// otherwise becomes an unknown.
//
//===----------------------------------------------------------------------===//

#include "Kernel/Interpreter.h"
#include <set>

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

/// A new piece of straight-line code in a loop.
unsigned Interpreter::openPiece(const LoopParts &Parts, unsigned Run) {
  LoopPiece &New = Pieces.emplace_back();
  New.Loop = Parts.Statement;
  New.Run = Run;
  return Piece = unsigned(Pieces.size() - 1);
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

std::vector<AccessRecord> Interpreter::takeRecords() {
  for (AccessRecord &Record : Records) {
    Record.Block = SameBlock.find(Record.Block);
    Record.Piece = SamePiece.find(Record.Piece);
  }
  if (End == WalkEnd::OutOfBudget)
    giveUpTornBlock();
  return std::move(Records);
}

/// Where the budget ends in the middle of a block, nobody knows what the
/// compiler merges the last accesses with: those that were met before in a
/// whole block go, the others do not make a conflict certain.
void Interpreter::giveUpTornBlock() {
  if (Records.empty())
    return;
  unsigned Torn = Records.back().Block;
  llvm::DenseSet<const Expr *> Whole;
  for (const AccessRecord &Record : Records)
    if (Record.Block != Torn)
      Whole.insert(Record.Site);
  llvm::erase_if(Records, [&](const AccessRecord &Record) {
    return Record.Block == Torn && Whole.count(Record.Site);
  });
  for (AccessRecord &Record : Records)
    if (Record.Block == Torn)
      Record.Doubt = "conflicts unless it merges with accesses behind the end "
                     "of the budget";
}

/// Loads that are the same in every round move in front of the loop, where
/// nothing in it stores: line tables then give them to its condition.
void Interpreter::noteHoisted(size_t FirstRecord, const Expr *Condition) {
  llvm::MutableArrayRef<AccessRecord> Inside(Records);
  Inside = Inside.drop_front(FirstRecord);
  if (!Condition || Inside.empty())
    return;
  unsigned Fence = Inside.front().Fence;
  if (llvm::any_of(Inside, [&](const AccessRecord &Record) {
        return Record.Operation != AccessOperation::Load ||
               Record.Fence != Fence;
      }))
    return;
  llvm::DenseMap<const Expr *, const Pointer *> Places;
  llvm::DenseSet<const Expr *> Moving;
  auto IsSame = [](const Pointer *A, const Pointer *B) {
    return A->Base == B->Base && A->Index == B->Index &&
           A->WithinBytes == B->WithinBytes;
  };
  for (const AccessRecord &Record : Inside) {
    const Pointer *At = Record.Where;
    bool IsFixed = At && At->WithinBytes.isKnown() &&
                   llvm::all_of(At->Index, [](const Value &Index) {
                     return Index.isKnown();
                   });
    auto [Known, IsNew] = Places.try_emplace(Record.Site, At);
    if (!IsFixed || Record.IsVolatile || !IsSame(Known->second, At))
      Moving.insert(Record.Site);
  }
  for (AccessRecord &Record : Inside)
    if (!Record.LaterView && !Moving.count(Record.Site))
      Record.LaterView = Condition;
}

void Interpreter::runLoop(const LoopParts &Parts) {
  size_t FirstRecord = Records.size();
  Activity Before = Active;
  Loop L;
  LaneMask Left = 0;
  uint64_t StepsBefore = StepsLeft;
  std::optional<unsigned> Hint = std::exchange(UnrollHint, std::nullopt);
  unsigned OuterPiece = Piece, RunId = ++LastRun;
  uint64_t SizeBefore = CodeSize;
  struct RoundTrace {
    unsigned Piece, FirstBlock, LastBlock;
  };
  llvm::SmallVector<RoundTrace, 32> Trace;
  bool EndsOpen = false;
  unsigned BlockBefore = Block;
  for (unsigned Round = 0;; ++Round) {
    if (stopped())
      break;
    if (Round > 0 || Parts.TestsFirst) {
      // A condition that is not known may have had effects: test on trial.
      size_t Mark = Journal.size();
      size_t RecordMark = Records.size();
      ++JournalUsers;
      Split Lanes = testLoop(Parts);
      --JournalUsers;
      bool IsLong =
          Round == MaxRounds ||
          StepsBefore - StepsLeft > (IsHost ? MaxHostLoopSteps : MaxLoopSteps);
      if (!Lanes.isKnown() || (IsLong && Lanes.True)) {
        undo(Mark);
        Records.resize(RecordMark);
        EndsOpen = true;
        Piece = OuterPiece;
        if (End == WalkEnd::Complete)
          runUnknownLoop(Parts, Hint, Left);
        break;
      }
      if (JournalUsers == 0)
        Journal.clear();
      Left |= Lanes.False;
      Active.Lanes = Lanes.True;
      if (!Lanes.True)
        break;
    }
    Trace.push_back({openPiece(Parts, RunId), ++Block, 0});
    runRound(Parts, L);
    Trace.back().LastBlock = Block;
    Left |= L.Broken;
    L.Broken = 0;
  }
  if (uint64_t Rounds = Trace.size()) {
    uint64_t Size = (CodeSize - SizeBefore) / Rounds + 1;
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
    ++Block;
    for (uint64_t Round = 0; Round != Rounds; ++Round) {
      bool IsRest = Round >= Rounds - Rest;
      Pieces[Trace[Round].Piece].IsOpen = Kind == TripCount::Open;
      Pieces[Trace[Round].Piece].Rounds = !BeginsPiece(Round) ? 0
                                          : IsRest            ? 1
                                                              : Unrolled;
      if (!BeginsPiece(Round)) {
        SameBlock.unite(Trace[Round].FirstBlock, Trace[Round - 1].LastBlock);
        SamePiece.unite(Trace[Round].Piece, Trace[Round - 1].Piece);
      } else if (IsWhole) {
        SameBlock.unite(Trace[Round].FirstBlock, BlockBefore);
        SamePiece.unite(Trace[Round].Piece, OuterPiece);
      }
    }
    if (IsWhole)
      SameBlock.unite(Block, Trace.back().LastBlock);
    CodeSize = SizeBefore + Size * std::min<uint64_t>(Unrolled, Rounds);
  }
  noteHoisted(FirstRecord, Parts.Condition);
  Piece = OuterPiece;
  Certainty Returns = Top->Returns;
  Active = Before;
  Active.Lanes = Left;
  joinBreaks(L, Parts.Statement->getBeginLoc());
  if (Returns != Certainty::Exact) {
    Active.How = worse(Active.How, Returns);
    Active.Guard = Top->ReturnGuard;
  }
}

/// How a variable of an unknown loop moves from round to round.
namespace {
struct Motion {
  Scalar Start;
  Scalar Step;            ///< what a round adds
  bool IsWidened = false; ///< it changes in another way
  Scalar Head;            ///< what it is at the beginning of any round
};
} // namespace

static bool isSamePlace(const Pointer *A, const Pointer *B) {
  return A && B && A->Base == B->Base && A->Index.size() == B->Index.size();
}

/// A variable that a round multiplies or divides by a power of two runs through
/// powers of two: `for (d = 1; d < n; d *= 2)`, `for (s = n / 2; s > 0; s >>=
/// 1)`. What it is at the head of a round, those values first that every run of
/// the loop comes by.
std::optional<Value> Interpreter::scaledHead(const LoopParts &Parts,
                                             const Cell &Where,
                                             const Scalar &Start,
                                             const Scalar &Head,
                                             const Scalar &Now) {
  constexpr int64_t Largest = 1 << 16;
  if (Start.Address || Now.Address || Head.Number.isVarying())
    return std::nullopt;
  llvm::SmallVector<int64_t, 20> Powers;
  unsigned Sure = 0;
  Value Unit = 1;
  for (int64_t Factor : {2, 4, 8}) {
    bool IsUp = Start.Number.isKnown() && !Start.Number.isNumber(0) &&
                !(Head.Number == Start.Number) &&
                Now.Number == P.mul(Head.Number, Value(Factor));
    bool IsDown = false;
    for (IntType T : {Int32, IntType{32, false}})
      IsDown |= Now.Number == P.div(Head.Number, Value(Factor), T) ||
                Now.Number == P.shr(Head.Number,
                                    Value(llvm::Log2_64(uint64_t(Factor))), T);
    IsDown &= !Head.Number.isKnown() && Head.Number.isUniform();
    if (!IsUp && !IsDown)
      continue;
    // Going down it ends at one, whatever it began with.
    for (int64_t V = 1; V <= Largest; V *= IsUp ? Factor : 2)
      Powers.push_back(V);
    Sure = IsUp ? 1 : unsigned(llvm::Log2_64(uint64_t(Factor)));
    Unit = IsUp ? Start.Number : Value(1);
    break;
  }
  // Only those for which there is a round.
  if (!Powers.empty() && Parts.Condition && Parts.TestsFirst &&
      !Parts.ConditionVariable) {
    size_t Mark = Journal.size();
    ++JournalUsers;
    ++TrialDepth;
    Value Probe = P.symbol("a loop variable", SymbolKind::Unknown);
    setCell(*Where.first, Where.second, Scalar(P.mul(Unit, Probe)));
    Value Condition = evaluateTruth(Parts.Condition);
    llvm::erase_if(Powers, [&](int64_t V) {
      Assignment Numbers;
      Numbers[Probe.terms()[0].What] = V;
      return P.substitute(Condition, Numbers).isNumber(0);
    });
    undo(Mark);
    --TrialDepth;
    --JournalUsers;
  }
  if (Powers.empty())
    return std::nullopt;
  return P.mul(Unit, P.visited("a loop variable", Powers, Sure));
}

void Interpreter::runUnknownLoop(const LoopParts &Parts,
                                 std::optional<unsigned> Hint, LaneMask &Left) {
  Activity Entry = Active;
  uint64_t SizeBefore = CodeSize;
  llvm::MapVector<Cell, Motion> Motions;
  Value Rounds =
      P.symbol("a loop counter", SymbolKind::Visited, {0, INT64_MAX});
  Loop L;

  auto Difference = [&](const Scalar &A,
                        const Scalar &B) -> std::optional<Scalar> {
    if (!A.Address && !B.Address)
      return Scalar(P.sub(A.Number, B.Number));
    if (!isSamePlace(A.Address, B.Address))
      return std::nullopt;
    llvm::SmallVector<Value, 3> Index;
    for (auto [X, Y] : llvm::zip(A.Address->Index, B.Address->Index))
      Index.push_back(P.sub(X, Y));
    return Scalar(new (P.storage()) Pointer{
        A.Address->Base, llvm::ArrayRef<Value>(Index).copy(P.storage()),
        P.sub(A.Address->WithinBytes, B.Address->WithinBytes), false});
  };
  // Lanes that stay out of a round do as the others, a few rounds behind.
  auto InStep = [&](std::optional<Scalar> Step,
                    LaneMask Lanes) -> std::optional<Scalar> {
    if (!Step || Step->Address || !Step->Number.isKnown() || !Lanes)
      return Step;
    const LaneNumbers &Each = Step->Number.constant();
    int64_t First = Each[llvm::countr_zero(Lanes)];
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
      if (Lanes >> Lane & 1 && Each[Lane] != First)
        return Step;
    return Scalar(Value(First));
  };
  auto IsSame = [&](const Scalar &A, const Scalar &B) {
    if (A.Address && B.Address)
      return isSamePlace(A.Address, B.Address) &&
             A.Address->Index == B.Address->Index &&
             A.Address->WithinBytes == B.Address->WithinBytes;
    return A == B;
  };
  auto Moved = [&](const Motion &M) -> Scalar {
    auto Along = [&](const Value &Start, const Value &Step) {
      return P.add(Start, P.mul(Step, Rounds));
    };
    if (!M.Start.Address)
      return Along(M.Start.Number, M.Step.Number);
    llvm::SmallVector<Value, 3> Index;
    for (auto [X, Y] : llvm::zip(M.Start.Address->Index, M.Step.Address->Index))
      Index.push_back(Along(X, Y));
    return Scalar(new (P.storage()) Pointer{
        M.Start.Address->Base, llvm::ArrayRef<Value>(Index).copy(P.storage()),
        Along(M.Start.Address->WithinBytes, M.Step.Address->WithinBytes),
        M.Start.Address->IsGeneric});
  };
  auto Widened = [&](const Motion &M, const Scalar &End) -> Scalar {
    if (M.Start.Address || End.Address) {
      bool BothForeign = M.Start.Address && End.Address &&
                         M.Start.Address->Base->Kind == Object::Foreign &&
                         End.Address->Base->Kind == Object::Foreign;
      if (BothForeign)
        return Scalar(foreign(P.varying("moves through memory")));
      if (isSamePlace(M.Start.Address, End.Address) ||
          (M.Start.Address && End.Address &&
           M.Start.Address->Base->Kind == Object::Shared &&
           End.Address->Base->Kind == Object::Shared)) {
        // Alternates between places, as double buffers do.
        Value Which = P.symbol("a loop's phase", SymbolKind::Choice, {0, 1});
        return choose(Which, End, M.Start);
      }
      return Scalar(lost(
          why("pointer changes in a loop", Parts.Statement->getBeginLoc())));
    }
    bool IsUniform = M.Start.Number.isUniform() && End.Number.isUniform();
    Range A = P.range(M.Start.Number), B = P.range(End.Number);
    Range Bounds;
    Bounds.Min = A.Min >= 0 && B.Min >= 0 ? 0 : INT64_MIN;
    if (IsUniform)
      return P.symbol("a value that changes in a loop", SymbolKind::Unknown,
                      Bounds);
    llvm::StringRef Known = End.Number.reason();
    return P.varying(
        Known.empty() ? why("changes in a loop", Parts.Statement->getBeginLoc())
                      : Known,
        Bounds);
  };

  // One round on trial: returns what it leaves in the cells of outside, and
  // notes the lanes that run it.
  LaneMask Ran = 0;
  auto TryRound = [&]() {
    size_t Mark = Journal.size();
    size_t RecordMark = Records.size();
    size_t GapMark = Gaps.size();
    ++JournalUsers;
    ++TrialDepth;
    Active = Entry;
    Loop Trial;
    if (Parts.TestsFirst)
      Active.Lanes = testLoop(Parts).True;
    Ran = Active.Lanes;
    if (!stopped())
      runRound(Parts, Trial);
    if (!Parts.TestsFirst && !stopped())
      testLoop(Parts);
    CellTable Ends;
    llvm::SmallDenseSet<Cell, 16> Seen;
    for (const Change &C : llvm::ArrayRef(Journal).drop_front(Mark)) {
      // What had no value before the round is the round's own.
      if (!Seen.insert({C.Where, C.OffsetBytes}).second || !C.Before)
        continue;
      auto Now = C.Where->Cells.find(C.OffsetBytes);
      if (Now != C.Where->Cells.end())
        Ends[{C.Where, C.OffsetBytes}] = Now->second;
    }
    undo(Mark);
    Records.resize(RecordMark);
    Gaps.resize(GapMark);
    --TrialDepth;
    --JournalUsers;
    Active = Entry;
    return Ends;
  };

  constexpr unsigned MaxTrials = 8;
  for (unsigned Trial = 0; Trial != MaxTrials && End == WalkEnd::Complete;
       ++Trial) {
    bool IsStable = true;
    for (auto &[Where, Now] : TryRound()) {
      auto [Found, IsNew] = Motions.try_emplace(Where);
      Motion &M = Found->second;
      if (IsNew) {
        M.Start = Where.first->Cells[Where.second];
        std::optional<Scalar> Step = InStep(Difference(Now, M.Start), Ran);
        if (IsSame(Now, M.Start)) {
          Motions.pop_back();
          continue;
        }
        IsStable = false;
        if (std::optional<Value> Scaled =
                scaledHead(Parts, Where, M.Start, M.Start, Now)) {
          M.IsWidened = true;
          M.Head = *Scaled;
        } else if (!Step || (!Step->Address && !Step->Number.isKnown() &&
                             Step->Number.isVarying())) {
          M.IsWidened = true;
          M.Head = Widened(M, Now);
        } else {
          M.Step = *Step;
          M.Head = Moved(M);
        }
      } else if (!M.IsWidened) {
        std::optional<Scalar> Step = InStep(Difference(Now, M.Head), Ran);
        if (Step && IsSame(*Step, M.Step))
          continue;
        IsStable = false;
        M.IsWidened = true;
        std::optional<Value> Scaled =
            scaledHead(Parts, Where, M.Start, M.Head, Now);
        M.Head = Scaled ? Scalar(*Scaled) : Widened(M, Now);
      } else {
        // An unknown that was uniform and is not any more.
        bool WasUniform = !M.Head.Address && M.Head.Number.isUniform();
        if (!WasUniform || Now.Address || Now.Number.isUniform())
          continue;
        IsStable = false;
        M.Start = Now;
        M.Head = Widened(M, Now);
      }
      writeCell(*Where.first, Where.second, M.Head);
    }
    if (IsStable)
      break;
  }
  if (End != WalkEnd::Complete)
    return;

  // The round that stands for all.
  Active = Entry;
  unsigned FenceBefore = Fence, DetourBefore = Detour;
  ++Block;
  unsigned OuterPiece = Piece, Own = openPiece(Parts, ++LastRun);
  CodeSize = SizeBefore; // what was tried does not count
  Split Lanes = {Active.Lanes, Active.Lanes, Certainty::Whole};
  SourceLocation Where = Parts.Statement->getBeginLoc();
  if (Parts.TestsFirst) {
    Lanes = testLoop(Parts);
    if (Parts.Condition)
      Where = Parts.Condition->getExprLoc();
  }
  // How the rounds end is no news about the lanes that run one in full.
  branch(
      Lanes.isKnown() ? Split{Lanes.True, Entry.Lanes, Certainty::Whole}
                      : Lanes,
      Where,
      [&] {
        Active.IsRepeated = true;
        Pieces[Own].Path = Path;
        runRound(Parts, L);
        if (!Parts.TestsFirst && !stopped())
          testLoop(Parts);
      },
      [] {});
  ++Block;
  auto CountsInBody = [](const auto &Cell) {
    const Motion &M = Cell.second;
    return !M.IsWidened && !M.Start.Address && M.Step.Number.isNumber();
  };
  bool IsCounted = Parts.Increment ? isConstantStep(Parts.Increment)
                                   : Lanes.How < Certainty::Even &&
                                         llvm::any_of(Motions, CountsInBody);
  TripCount Kind = IsCounted && !leavesEarly(Parts.Body) ? TripCount::Counted
                                                         : TripCount::Open;
  // The compiler unrolls a part of the rounds and leaves the rest as they are.
  unsigned Unrolled = unrolledRounds(Kind, 0, CodeSize - SizeBefore + 1, Hint);
  CodeSize = SizeBefore + (CodeSize - SizeBefore) * Unrolled;
  // Nothing merges across a barrier.
  Pieces[Own].Rounds = Fence == FenceBefore ? Unrolled : 1;
  Pieces[Own].IsOpen = Kind == TripCount::Open;
  Pieces[Own].HasDetour = Detour != DetourBefore;
  Pieces[Own].HasRest = true;
  Pieces[Own].Counter =
      Rounds.terms().empty() ? nullptr : Rounds.terms()[0].What;
  for (const auto &[Place, M] : Motions)
    if (!M.IsWidened && M.Start.Address &&
        M.Start.Address->Base->Kind == Object::Shared)
      Pieces[Own].Walked.push_back(M.Start.Address->Base->Declaration);
  Piece = OuterPiece;
  // What a lane holds when it leaves is what it held at the head of some round.
  for (auto &[Place, M] : Motions)
    writeCell(*Place.first, Place.second, M.Head);
  joinBreaks(L, Where);
  Active.IsRepeated = Entry.IsRepeated;
  Left |= Active.Lanes | L.Broken | Entry.Lanes;
}
