//===- UnknownLoops.cpp - Loops whose iterations cannot be counted --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk of the body stands for all iterations. What an iteration adds to a
// variable is found by trial; the variable becomes `start + step * iterations`,
// with a symbol for the number of iterations, and the walk that follows proves
// the step or is taken back. A variable that changes otherwise becomes an
// unknown.
//
//===----------------------------------------------------------------------===//

#include "Bank/Gpu.h"
#include "Loops/UnknownLoop.h"
#include "Statements/Lifetimes.h"
#include "Values/Limits.h"
#include "llvm/Support/SaveAndRestore.h"
#include <set>

using namespace banklint;
using namespace clang;

//===----------------------------------------------------------------------===//
// Iterations
//===----------------------------------------------------------------------===//

/// Of the cells of outside: what had no value before is the iteration's own.
/// A cell may owe its value before to an object that the iteration set whole.
Interpreter::UnknownLoop::Moves
Interpreter::UnknownLoop::movesSince(const Journal::Position &From) const {
  llvm::SmallDenseMap<const Object *, size_t, 8> FirstSet;
  for (const Journal::RemainderChange &C : I.Changes.remaindersSince(From))
    FirstSet.try_emplace(C.Where, C.Before.isSet() ? SIZE_MAX : C.Cells);
  Moves Made;
  llvm::SmallDenseSet<Cell, 16> Visited;
  for (const auto &[Which, C] : llvm::enumerate(I.Changes.cellsSince(From))) {
    if (C.Where->HasEnded || !Visited.insert({C.Where, C.OffsetBytes}).second ||
        !C.Before)
      continue;
    if (auto Set = FirstSet.find(C.Where);
        Set != FirstSet.end() && From.Cells + Which >= Set->second)
      continue;
    auto Now = C.Where->Cells.find(C.OffsetBytes);
    if (Now != C.Where->Cells.end())
      Made[{C.Where, C.OffsetBytes}] = {*C.Before, Now->second};
  }
  return Made;
}

/// Objects of outside of which an iteration changes a whole: what is not
/// written one by one is not followed. Whether there was one of these.
bool Interpreter::UnknownLoop::learnRemainders(const Journal::Position &From) {
  llvm::SmallPtrSet<const Object *, 4> Visited;
  bool IsNew = false;
  // The iteration's own objects are not set at first.
  for (const Journal::RemainderChange &C : I.Changes.remaindersSince(From))
    if (Visited.insert(C.Where).second && C.Before.isSet())
      IsNew |= Widened.insert(C.Where);
  return IsNew;
}

void Interpreter::UnknownLoop::forgetWidened() {
  for (Object *O : Widened)
    I.forgetLocal(*O, I.why(ReasonKind::ChangesInLoop, Where));
}

/// The first iteration, on trial.
Interpreter::UnknownLoop::Moves Interpreter::UnknownLoop::tryIteration() {
  const Journal::Mark Begin(I.Changes);
  const Checkpoint Before = I.checkpoint(Begin);
  const Trial OnTrial(I);
  Loop Tried;
  Tried.Begin = Begin.begin();
  Moves Made;
  {
    const Scope OfCondition(I, &Tried);
    Ran = I.Active.Lanes = I.testLoop(Parts).True;
    Made = movesSince(Begin.begin());
    if (!I.stopped())
      I.runIteration(Parts, Tried);
  }
  if (I.Active.Lanes || Tried.Broken) {
    Made = movesSince(Begin.begin());
    learnRemainders(Begin.begin());
  }
  I.rollBack(Before);
  return Made;
}

/// The iteration that stands for all.
Interpreter::UnknownLoop::Moves Interpreter::UnknownLoop::walkIteration() {
  const Journal::Mark Begin(I.Changes);
  StepsBeforeLast = I.StepsLeft;
  L = Loop();
  L.Begin = Begin.begin();
  FenceBefore = I.Recorded.Code.Fence;
  SlowPathBefore = I.Recorded.Code.SlowPath;
  ++I.Recorded.Code.Block;
  Own = I.Recorded.openUnroll(Parts.Statement, I.Recorded.newRun());
  I.Recorded.CodeSize = SizeBefore; // what was tried does not count
  I.Active.IsRepeated = true;
  FirstRecord = I.Recorded.size();
  Times = I.Active.Times = I.Recorded.Scopes.openLoop(
      Entry.Times,
      Iterations.terms().empty() ? nullptr : Iterations.terms()[0].What);
  std::optional<Scope> OfCondition(std::in_place, I, &L);
  Condition = I.testLoop(Parts, &Tested);
  Ran = Condition.True;
  Moves Made = movesSince(Begin.begin());
  TestedLast.clear();
  for (const auto &[Of, One] : Made)
    TestedLast.push_back({Of, One.Now});
  // How the iterations end is no news about the lanes that run one in full.
  I.branch(
      Condition.isKnown() ? Split{Condition.True, Entry.Lanes, Certainty::Whole}
                          : Condition,
      Where,
      [&] {
        I.Active.Times = Times; // which the condition is part of
        I.Recorded.unroll(Own).Arm = I.Recorded.Code.Arm;
        const Journal::Position ArmBegin = I.Changes.here();
        I.runIteration(Parts, L);
        const Journal::Position Behind = I.Changes.here();
        OfCondition.reset();
        WrittenAtEnd = I.writtenSince(Behind);
        // What was written there is taken back with the arm.
        I.keepExits(L, 0, ArmBegin);
        // What lanes wrote that returned is not there for the next one.
        if (I.Active.Lanes || L.Broken)
          Made = movesSince(Begin.begin());
      },
      [] {});
  ++I.Recorded.Code.Block;
  return Made;
}

/// Walks on what is thought of the moves, and takes that back where more is
/// learned, until there is nothing to learn. Whether this came to an end.
bool Interpreter::UnknownLoop::walkProved(Moves &Made) {
  const Journal::Mark Begin(I.Changes);
  const Checkpoint Before = I.checkpoint(Begin);
  while (true) {
    forgetWidened();
    Made = walkIteration();
    I.Recorded.Code.Unroll = Before.Recorded.Unroll;
    const bool IsWhole = I.End == WalkEnd::Complete;
    const bool IsProved = IsWhole && llvm::all_of(Made, [&](const auto &One) {
                            return holds(One.first, One.second);
                          });
    const bool IsLearning = learnRemainders(Begin.begin());
    if (IsProved && !IsLearning && cycleCandidates().empty())
      return true;
    I.rollBack(Before);
    if (!IsWhole)
      return false;
    if (!IsProved)
      learn(Made);
    else if (!IsLearning)
      learnCycles();
  }
}

void Interpreter::UnknownLoop::run(std::optional<unsigned> Hint,
                                   LaneMask &Left) {
  SizeBefore = I.Recorded.CodeSize;
  StepsBefore = I.StepsLeft;
  Moves Made;
  if (!walkAsBefore(Made)) {
    if (I.End != WalkEnd::Complete)
      return;
    learn(tryIteration());
    if (I.End != WalkEnd::Complete || !walkProved(Made))
      return;
    keepMotions(Made);
  }
  finishTimes(Made);
  finishUnroll(Hint);
  // What a lane holds when it leaves is what it held at the head of some
  // iteration, and what the test that failed made of that.
  for (const auto &[Of, M] : Motions)
    I.writeCell(*Of.first, Of.second, M.Head);
  for (const auto &[Of, Now] : TestedLast)
    I.writeCell(*Of.first, Of.second, Now);
  I.forgetWritten(WrittenAtEnd, I.why(ReasonKind::ChangesInLoop, Where));
  forgetWidened();
  I.joinExits(L, ReasonKind::DiffersAtBreaks, Where, /*AtHead=*/true);
  I.Active.IsRepeated = Entry.IsRepeated;
  I.Active.Times =
      I.Facts.JumpsOut.of(Parts.Body).Returns
          ? I.Recorded.Scopes.perhaps(Entry.Times, CountDoubt::EarlyExit)
          : Entry.Times;
  Left |= I.Active.Lanes | L.Broken | Entry.Lanes;
}

/// What is known of the number of iterations when compiling.
TripCount Interpreter::UnknownLoop::tripCount() const {
  auto CountsInBody = [](const auto &Cell) {
    const Motion &M = Cell.second;
    return !M.IsWidened && !M.Start.Address && M.Step.Number.isNumber();
  };
  const Expr *Step = I.stepOf(Parts);
  bool IsCounted = Step ? I.compileTime().isConstantStep(Step)
                        : Condition.Confidence < Certainty::Even &&
                              llvm::any_of(Motions, CountsInBody);
  return IsCounted && !I.Facts.JumpsOut.of(Parts.Body).endLoop()
             ? TripCount::Counted
             : TripCount::Unknown;
}

void Interpreter::UnknownLoop::name(const Value &Symbol,
                                    llvm::StringRef Prefix) {
  if (Symbol.terms().size() == 1)
    P.nameInFormulas(
        Symbol, (Prefix + std::to_string(Symbol.terms()[0].What->Id)).str());
}

/// What the condition may depend on: the iterations before, and what they
/// multiply or divide in every lane.
/// The condition where cells hold these, and the others what they hold at the
/// head of any iteration.
Value Interpreter::UnknownLoop::testedAt(
    llvm::ArrayRef<std::pair<Cell, Value>> AsProbed) {
  const Journal::Mark Begin(I.Changes);
  const Checkpoint Before = I.checkpoint(Begin);
  const Trial OnTrial(I);
  for (const auto &[Of, M] : Motions)
    I.setCell(*Of.first, Of.second, M.Head);
  for (const auto &[Of, Probed] : AsProbed)
    I.setCell(*Of.first, Of.second, Scalar(Probed));
  const Value Result = I.evaluateTruth(Parts.Condition);
  I.rollBack(Before);
  return Result;
}

std::vector<banklint::Motion>
Interpreter::UnknownLoop::motionsForLength(const Moves &Made) {
  std::vector<banklint::Motion> Result;
  llvm::SmallVector<std::pair<Cell, Value>, 2> AsProbed;
  if (Iterations.terms().size() == 1)
    Result.push_back(
        {banklint::Motion::Counts, Iterations.terms()[0].What, 1, {}});
  llvm::SmallPtrSet<const Variable *, 2> Lagging, Met;
  for (const auto &[Of, One] : Made) {
    const auto *Found = Motions.find(Of);
    if (Found == Motions.end() || One.Now.Address)
      continue;
    const Motion &M = Found->second;
    if (M.Scaled && M.Scaled->IsUp) {
      const Value &Power = Powers.at(M.Scaled->Factor);
      if (Power.terms().size() != 1)
        continue;
      const Variable *Symbol = Power.terms()[0].What;
      if (!(One.Now.Number == P.mul(M.Head.Number, Value(M.Scaled->Factor))))
        Lagging.insert(Symbol);
      else if (Met.insert(Symbol).second)
        Result.push_back(
            {banklint::Motion::Grows, Symbol, M.Scaled->Factor, {}});
      continue;
    }
    if (!M.IsWidened || M.Start.Address || M.Head.Address ||
        M.Head.Number.terms().size() != 1)
      continue;
    const auto Divisor = Divided.find(Of);
    if (Divisor == Divided.end())
      continue;
    const auto &[Start, By] = Divisor->second;
    if (!isDividedBy(By, M.Head.Number, One.Now.Number, Int32) &&
        !isDividedBy(By, M.Head.Number, One.Now.Number, IntType{32, false}))
      continue;
    // The numbers that the symbol has are those for which it goes on.
    const Value Probe = P.symbol(ReasonKind::LoopVariable, SymbolKind::Unknown);
    name(Probe, "#divided");
    AsProbed.push_back({Of, Probe});
    Result.push_back(
        {banklint::Motion::Divides, Probe.terms()[0].What, By, Start});
  }
  if (!AsProbed.empty() && Parts.Condition && !Parts.ConditionVariable)
    Tested = testedAt(AsProbed);
  llvm::erase_if(Result, [&](const banklint::Motion &M) {
    return Lagging.contains(M.Symbol);
  });
  return Result;
}

/// How many iterations there are, as a formula.
void Interpreter::UnknownLoop::finishTimes(const Moves &Made) {
  const std::vector<banklint::Motion> Moved = motionsForLength(Made);
  const auto Length = [&](bool ForAll) {
    std::optional<Count> Found;
    if (Parts.Condition)
      Found = iterationsWhile(P, Tested, Moved, Entry.Lanes, ForAll);
    if (!Found) {
      Found = Formula(1);
      Found->doubtAll(CountDoubt::LoopLength);
    } else if (I.Facts.JumpsOut.of(Parts.Body).endLoop() || L.Broken) {
      Found->doubtLeast(CountDoubt::EarlyExit);
    }
    return *Found;
  };
  if (I.Recorded.Scopes.AreAsked)
    I.Recorded.Scopes.endLoop(Times, Length(/*ForAll=*/false),
                              Length(/*ForAll=*/true));
  doubtMovedAccesses();
}

/// What is at the same place in every iteration may be done once, in front of
/// the loop or behind it, unless lanes wait for others in there.
void Interpreter::UnknownLoop::doubtMovedAccesses() {
  if (I.Recorded.Code.Fence != FenceBefore || Iterations.terms().size() != 1)
    return;
  const unsigned FirstId = Iterations.terms()[0].What->Id;
  const auto Moves = [&](const Value &V) {
    llvm::SmallVector<const Variable *, 4> Symbols;
    P.symbols(V, Symbols);
    return V.isVarying() || llvm::any_of(Symbols, [&](const Variable *A) {
             return A->Id >= FirstId && A->Role != SymbolKind::Unknown;
           });
  };
  for (AccessRecord &Record : I.Recorded.recordsFrom(FirstRecord))
    if (Record.Where && !Record.IsVolatile &&
        Record.Operation != AccessOperation::Atomic &&
        !Moves(Record.Where->WithinBytes) &&
        llvm::none_of(Record.Where->Index, Moves))
      Record.Times = I.Recorded.Scopes.perhaps(Record.Times, CountDoubt::Moved);
}

/// A part of the iterations is unrolled, and the rest stays as it is.
void Interpreter::UnknownLoop::finishUnroll(std::optional<unsigned> Hint) {
  UnrollBlock &Unroll = I.Recorded.unroll(Own);
  uint64_t Size = I.Recorded.CodeSize - SizeBefore;
  const unsigned Unrolled =
      unrollUncounted(Parts, tripCount(), Size + 1, Hint, FirstRecord,
                      I.Counters.empty(), I.Recorded, I.Context);
  I.Recorded.CodeSize = SizeBefore + Size * Unrolled;
  // Nothing merges across a barrier.
  Unroll.Degree = I.Recorded.Code.Fence == FenceBefore ? Unrolled : 1;
  Unroll.IsUncounted = tripCount() == TripCount::Unknown;
  Unroll.HasSlowPath = I.Recorded.Code.SlowPath != SlowPathBefore;
  Unroll.HasEpilogueLoop = true;
  Unroll.Counter =
      Iterations.terms().empty() ? nullptr : Iterations.terms()[0].What;
  for (const auto &[Of, M] : Motions)
    if (!M.IsWidened && M.Start.Address &&
        M.Start.Address->Base->Kind == Object::Shared)
      Unroll.Walked.push_back(M.Start.Address->Array->DeclarationId);
}

//===----------------------------------------------------------------------===//
// Motions
//===----------------------------------------------------------------------===//

static bool areInOneArray(const Pointer *A, const Pointer *B) {
  return A && B && A->Base == B->Base && A->Index.size() == B->Index.size();
}

static bool isSame(const Scalar &A, const Scalar &B) {
  if (A.Address && B.Address)
    return areSamePlace(*A.Address, *B.Address);
  return A == B;
}

/// Whether an iteration moves the cell as it is thought to.
bool Interpreter::UnknownLoop::holds(const Cell &Of, const Move &Made) const {
  const auto *Found = Motions.find(Of);
  if (Found == Motions.end())
    return isSame(Made.Now, Made.Before);
  const Motion &M = Found->second;
  if (M.Scaled && isScaledOrBehind(M, Made.Now))
    return true;
  // An unknown that was uniform may not be any more.
  if (M.IsWidened)
    return M.Head.Address || !M.Head.Number.isUniform() || Made.Now.Address ||
           Made.Now.Number.isUniform();
  std::optional<Scalar> Step = stepTo(Made.Now, M.Head);
  return Step && isSame(*Step, M.Step);
}

/// Thinks again of what moved otherwise.
void Interpreter::UnknownLoop::learn(const Moves &Made) {
  for (const auto &[Of, One] : Made)
    if (!holds(Of, One))
      I.writeCell(*Of.first, Of.second, headFor(Of, One, Made));
}

Scalar Interpreter::UnknownLoop::headFor(const Cell &Of, const Move &Made,
                                         const Moves &All) {
  auto [Found, IsNew] = Motions.try_emplace(Of);
  Motion &M = Found->second;
  if (IsNew) {
    M.First = M.Start = M.Head = Made.Before;
    M.MayCycle = !M.Start.Address && M.Start.Number.isNumber() &&
                 !Made.Now.Address && Made.Now.Number.isNumber();
  } else if (M.IsWidened)
    M.Start = Made.Now;
  std::optional<Value> Scaled;
  if (!M.IsWidened) {
    if (std::optional<Scale> By = scaleOf(M, Made.Now))
      if (const Value *Power = powerOf(By->Factor, All)) {
        Scaled = scaled(M.Start.Number, *By, *Power);
        M.Scaled = By;
      }
    if (!Scaled)
      Scaled = endingAtOne(Of, M, Made.Now);
  } else {
    M.Scaled = std::nullopt;
  }
  if (IsNew && !Scaled)
    if (std::optional<Scalar> Step = stepTo(Made.Now, M.Start);
        Step && (Step->Address || Step->Number.isKnown() ||
                 !Step->Number.isVarying())) {
      M.Step = *Step;
      return M.Head = moved(M);
    }
  const bool WasWidened = std::exchange(M.IsWidened, true);
  M.MayCycle &= !Scaled;
  if (Scaled)
    return M.Head = Scalar(*Scaled);
  M.Head = widened(M, Made.Now);
  if (!WasWidened)
    M.Head = orFirst(M.Start, M.Head);
  return M.Head;
}

/// What is launched in the first iteration is often known: `dim3 block = 512;
/// do { k<<<grid, block>>>(); block.x = n; } while (n)`.
Scalar Interpreter::UnknownLoop::orFirst(const Scalar &Start,
                                         const Scalar &Later) {
  if (!I.IsHost || Start.Address || Later.Address || !Start.Number.isUniform())
    return Later;
  if (!IsFirst)
    IsFirst = P.symbol(ReasonKind::LoopPhase, SymbolKind::Choice, {0, 1});
  return Scalar(P.add(P.mul(*IsFirst, Start.Number),
                      P.mul(P.sub(Value(1), *IsFirst), Later.Number)));
}

/// What was widened and may yet come round.
std::vector<Interpreter::UnknownLoop::Cycle>
Interpreter::UnknownLoop::cycleCandidates() const {
  std::vector<Cycle> Cycles;
  for (const auto &[Of, M] : Motions)
    if (M.MayCycle && M.IsWidened && M.Head.Number.isUniform())
      Cycles.push_back({Of, {M.Start.Number.constant().same()}});
  return Cycles;
}

/// Variables that go through a few numbers over and over: `stage = 1 - stage`.
/// Each begins with its first number, as the others do; those that stay have
/// come round again, all at once, and the others are dropped.
void Interpreter::UnknownLoop::followCycles(std::vector<Cycle> &Cycles) {
  std::vector<int64_t> Now;
  Now.reserve(Cycles.size());
  for (const Cycle &C : Cycles)
    Now.push_back(C.Numbers.front());
  std::set<std::vector<int64_t>> Visited;
  std::vector<bool> IsLost(Cycles.size());
  while (Visited.insert(Now).second) {
    for (auto [C, Number] : llvm::zip(Cycles, Now))
      I.setCell(*C.Of.first, C.Of.second, Scalar(Value(Number)));
    Moves Made = tryIteration();
    for (const Cycle &C : Cycles)
      I.setCell(*C.Of.first, C.Of.second, Motions[C.Of].Head);
    const bool IsLong = Visited.size() == limits::PhaseIterations;
    for (auto [Number, C, Lost] : llvm::zip(Now, Cycles, IsLost)) {
      if (auto *Found = Made.find(C.Of); Found != Made.end()) {
        const Scalar &Reached = Found->second.Now;
        Lost = Reached.Address || !Reached.Number.isNumber();
        Number = Lost ? Number : Reached.Number.constant().same();
        if (!llvm::is_contained(C.Numbers, Number))
          C.Numbers.push_back(Number);
      }
      Lost = Lost || IsLong || C.Numbers.size() > limits::PhaseNumbers;
    }
    if (!llvm::is_contained(IsLost, true))
      continue;
    // The others once more, without what these were.
    std::vector<Cycle> Rest;
    for (auto [C, Lost] : llvm::zip(Cycles, IsLost))
      if (!Lost)
        Rest.push_back({C.Of, {C.Numbers.front()}});
    Cycles = std::move(Rest);
    if (!Cycles.empty())
      followCycles(Cycles);
    return;
  }
}

/// What is proved holds for any of the numbers of these.
void Interpreter::UnknownLoop::learnCycles() {
  std::vector<Cycle> Cycles = cycleCandidates();
  followCycles(Cycles);
  for (const Cycle &C : Cycles)
    I.writeCell(*C.Of.first, C.Of.second,
                Motions[C.Of].Head =
                    P.visited(ReasonKind::LoopPhase, C.Numbers, 1));
  for (auto &[Of, M] : Motions)
    M.MayCycle = false;
}

std::optional<Scalar>
Interpreter::UnknownLoop::difference(const Scalar &A, const Scalar &B) const {
  if (!A.Address && !B.Address)
    return Scalar(P.sub(A.Number, B.Number));
  if (!areInOneArray(A.Address, B.Address))
    return std::nullopt;
  llvm::SmallVector<Value, 3> Index;
  for (auto [X, Y] : llvm::zip(A.Address->Index, B.Address->Index))
    Index.push_back(P.sub(X, Y));
  return Scalar(new (P.storage()) Pointer(
      A.Address->Base, llvm::ArrayRef<Value>(Index).copy(P.storage()),
      P.sub(A.Address->WithinBytes, B.Address->WithinBytes), false));
}

/// Lanes that stay out of an iteration do as the others, a few iterations
/// behind.
std::optional<Scalar>
Interpreter::UnknownLoop::stepTo(const Scalar &Now,
                                 const Scalar &Before) const {
  std::optional<Scalar> Step = difference(Now, Before);
  if (!Step || Step->Address || !Ran)
    return Step;
  Step->Number = P.inLanes(Step->Number, Ran);
  if (!Step->Number.isKnown())
    return Step;
  const LaneNumbers &Each = Step->Number.constant();
  int64_t First = Each[llvm::countr_zero(Ran)];
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    if (Ran >> Lane & 1 && Each[Lane] != First)
      return Step;
  return Scalar(Value(First));
}

/// The start, and the step for each of the iterations before.
Scalar Interpreter::UnknownLoop::moved(const Motion &M) const {
  auto Along = [&](const Value &Start, const Value &Step) {
    return P.add(Start, P.mul(Step, Iterations));
  };
  if (!M.Start.Address)
    return Along(M.Start.Number, M.Step.Number);
  llvm::SmallVector<Value, 3> Index;
  for (auto [X, Y] : llvm::zip(M.Start.Address->Index, M.Step.Address->Index))
    Index.push_back(Along(X, Y));
  return Scalar(new (P.storage()) Pointer(
      M.Start.Address->Base, llvm::ArrayRef<Value>(Index).copy(P.storage()),
      Along(M.Start.Address->WithinBytes, M.Step.Address->WithinBytes),
      M.Start.Address->IsGeneric));
}

Scalar Interpreter::UnknownLoop::widenedAddress(const Pointer *Start,
                                                const Pointer *Reached) const {
  auto Both = [&](Object::ObjectKind Kind) {
    return Start && Reached && Start->Base->Kind == Kind &&
           Reached->Base->Kind == Kind;
  };
  if (Both(Object::Foreign))
    return Scalar(I.foreign(P.varying(ReasonKind::MovesThroughMemory)));
  // Alternates between places, as double buffers do.
  if (areInOneArray(Start, Reached) || Both(Object::Shared))
    return I.choose(P.symbol(ReasonKind::LoopPhase, SymbolKind::Choice, {0, 1}),
                    Scalar(Reached), Scalar(Start));
  return Scalar(
      I.lost(I.why(ReasonKind::LoopPointer, Parts.Statement->getBeginLoc())));
}

Scalar Interpreter::UnknownLoop::widened(const Motion &M,
                                         const Scalar &Reached) const {
  if (M.Start.Address || Reached.Address)
    return widenedAddress(M.Start.Address, Reached.Address);
  bool IsUniform = M.Start.Number.isUniform() && Reached.Number.isUniform();
  Range A = P.range(M.Start.Number), B = P.range(Reached.Number);
  Range Bounds;
  Bounds.Min = A.Min >= 0 && B.Min >= 0 ? 0 : INT64_MIN;
  if (IsUniform)
    return P.symbol(ReasonKind::LoopValue, SymbolKind::Unknown, Bounds);
  Reason Known = Reached.Number.reason();
  return P.varying(
      Known ? Known
            : I.why(ReasonKind::ChangesInLoop, Parts.Statement->getBeginLoc()),
      Bounds);
}

static constexpr int64_t ScaleFactors[] = {2, 4, 8};

/// Whether a number may be made of another: what is in that is in it, too.
static bool isMadeOf(const Value &Made, const Value &Of, const Pool &P) {
  llvm::SmallVector<const Variable *, 4> Given, Found;
  P.symbols(Of, Given);
  P.symbols(Made, Found);
  return Given.empty() || llvm::any_of(Given, [&](const Variable *Symbol) {
           return llvm::is_contained(Found, Symbol);
         });
}

/// What an iteration multiplies by a power of two, and numbers that are known
/// at first which it divides: `for (d = 1; d < n; d *= 2)`.
std::optional<Interpreter::UnknownLoop::Scale>
Interpreter::UnknownLoop::scaleOf(const Motion &M, const Scalar &Now) const {
  const Value &Start = M.Start.Number, &Head = M.Head.Number;
  if (M.Start.Address || Now.Address || Head.isVarying() || Head == Start ||
      Start.isVarying() || Start.isNumber(0) || !isMadeOf(Now.Number, Head, P))
    return std::nullopt;
  for (int64_t Factor : ScaleFactors) {
    if (Now.Number == P.mul(Head, Value(Factor)))
      return Scale{Factor, /*IsUp=*/true, Int64};
    for (IntType T : {Int32, IntType{32, false}})
      if (Start.isNumber() && Start.constant().same() > 0 &&
          isDividedBy(Factor, Head, Now.Number, T))
        return Scale{Factor, /*IsUp=*/false, T};
  }
  return std::nullopt;
}

bool Interpreter::UnknownLoop::isDividedBy(int64_t Factor, const Value &Head,
                                           const Value &Now, IntType T) const {
  return Now == P.div(Head, Value(Factor), T) ||
         Now == P.shr(Head, Value(llvm::Log2_64(uint64_t(Factor))), T);
}

Value Interpreter::UnknownLoop::scaled(const Value &Start, const Scale &By,
                                       const Value &Power) const {
  return By.IsUp ? P.mul(Start, Power) : P.div(Start, Power, By.Type);
}

/// The powers of a factor for which there is an iteration, where cells hold
/// what they make of the `Probe`.
llvm::SmallVector<int64_t, 20> Interpreter::UnknownLoop::powersThatGoOn(
    int64_t Factor, llvm::ArrayRef<std::pair<Cell, Value>> AsProbed,
    const Value &Probe) {
  llvm::SmallVector<int64_t, 20> Result;
  for (int64_t V = 1; V <= limits::LargestPower; V *= Factor)
    Result.push_back(V);
  if (!Parts.Condition || Parts.ConditionVariable)
    return Result;
  const Journal::Mark Begin(I.Changes);
  const Checkpoint Before = I.checkpoint(Begin);
  const Trial OnTrial(I);
  for (const auto &[Of, Probed] : AsProbed)
    I.setCell(*Of.first, Of.second, Scalar(Probed));
  Value GoesOn = I.evaluateTruth(Parts.Condition);
  llvm::erase_if(Result, [&](int64_t V) {
    Assignment Numbers;
    Numbers[Probe.terms()[0].What] = V;
    return P.substitute(GoesOn, Numbers).isNumber(0);
  });
  I.rollBack(Before);
  return Result;
}

/// The power that the iterations before make; null where there are none.
const Value *Interpreter::UnknownLoop::powerOf(int64_t Factor,
                                               const Moves &Made) {
  if (auto Known = Powers.find(Factor); Known != Powers.end())
    return &Known->second;
  Value Probe = P.symbol(ReasonKind::LoopVariable, SymbolKind::Unknown);
  llvm::SmallVector<std::pair<Cell, Value>, 4> AsProbed;
  for (const auto &[Of, One] : Made) {
    const auto *Found = Motions.find(Of);
    if (Found == Motions.end() || Found->second.IsWidened)
      continue;
    const Motion &M = Found->second;
    if (std::optional<Scale> By = scaleOf(M, One.Now);
        By && By->Factor == Factor)
      AsProbed.push_back({Of, scaled(M.Start.Number, *By, Probe)});
  }
  const llvm::SmallVector<int64_t, 20> Numbers =
      powersThatGoOn(Factor, AsProbed, Probe);
  if (Numbers.empty())
    return nullptr;
  const Value Power = P.visited(ReasonKind::LoopVariable, Numbers,
                                /*SureChoices=*/1);
  name(Power, "#power");
  return &Powers.try_emplace(Factor, Power).first->second;
}

/// Whether each lane has scaled a number, or stayed out of that: then it does
/// as the others, an iteration behind.
bool Interpreter::UnknownLoop::isScaledOrBehind(const Motion &M,
                                                const Scalar &Now) const {
  const Value &Power = Powers.at(M.Scaled->Factor);
  if (Now.Address || Power.isNumber())
    return false;
  const Variable *Symbol = Power.terms()[0].What;
  return llvm::all_of(Symbol->Choices, [&](int64_t V) {
    Assignment Here;
    Here[Symbol] = V;
    const Value Behind = P.substitute(M.Head.Number, Here);
    const Value Ahead =
        scaled(M.Start.Number, *M.Scaled, Value(V * M.Scaled->Factor));
    const Value Found = P.substitute(Now.Number, Here);
    if (Found == Ahead || Found == Behind)
      return true;
    if (!Behind.isKnown() || !Ahead.isKnown() || !Found.isKnown())
      return false;
    const LaneNumbers &Old = Behind.constant(), &New = Ahead.constant(),
                      &Is = Found.constant();
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      if (Is[Lane] != Old[Lane] && Is[Lane] != New[Lane])
        return false;
    return true;
  });
}

/// What divides an unknown number ends at one, whatever it began with:
/// `for (s = n / 2; s > 0; s >>= 1)`. Those numbers come first that every run
/// of the loop comes by.
std::optional<Value> Interpreter::UnknownLoop::endingAtOne(const Cell &Of,
                                                           const Motion &M,
                                                           const Scalar &Now) {
  const Value &Head = M.Head.Number;
  if (M.Start.Address || Now.Address || Head.isKnown() || !Head.isUniform() ||
      !isMadeOf(Now.Number, Head, P))
    return std::nullopt;
  const auto *Factor = llvm::find_if(ScaleFactors, [&](int64_t By) {
    return isDividedBy(By, Head, Now.Number, Int32) ||
           isDividedBy(By, Head, Now.Number, IntType{32, false});
  });
  if (Factor == std::end(ScaleFactors))
    return std::nullopt;
  Value Probe = P.symbol(ReasonKind::LoopVariable, SymbolKind::Unknown);
  const llvm::SmallVector<int64_t, 20> Numbers =
      powersThatGoOn(/*Factor=*/2, {{Of, Probe}}, Probe);
  if (Numbers.empty())
    return std::nullopt;
  const Value InTurn = P.visited(ReasonKind::LoopVariable, Numbers,
                                 unsigned(llvm::Log2_64(uint64_t(*Factor))));
  Divided.try_emplace(Of, M.Start.Number, *Factor);
  return InTurn;
}

void Interpreter::runUnknownLoop(const LoopParts &Parts,
                                 std::optional<unsigned> Hint, LaneMask &Left) {
  const llvm::SaveAndRestore<std::vector<LoopCode>> OfLoopAround(CountedInside,
                                                                 {});
  UnknownLoop(*this, Parts).run(Hint, Left);
}
