//===- Loops.cpp - Loops, iteration by iteration --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop whose condition is known in every lane is iterated. The iterations
// from the first one on where it is not are an unknown loop: see
// UnknownLoops.cpp.
//
//===----------------------------------------------------------------------===//

#include "Loops/KnownLoop.h"
#include "Nvcc/Source/ScalarEvolution.h"
#include "Statements/Lifetimes.h"
#include "Values/Limits.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

/// The hint to unroll a loop is not for a loop in a function that its head
/// calls.
void Interpreter::runHead(llvm::ArrayRef<const Stmt *> Head) {
  const llvm::SaveAndRestore KeepHint(UnrollHint, std::optional<unsigned>());
  for (const Stmt *S : Head)
    run(S);
}

void Interpreter::runFor(const ForStmt *S) {
  const Scope Own(*this);
  runHead({S->getInit()});
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
  const Scope Own(*this);
  runHead(
      {S->getInit(), S->getRangeStmt(), S->getBeginStmt(), S->getEndStmt()});
  LoopParts Parts;
  Parts.Statement = S;
  Parts.Condition = S->getCond();
  Parts.Body = S->getBody();
  Parts.Increment = S->getInc();
  runLoop(Parts);
}

/// The lanes that go for another iteration.
Split Interpreter::testLoop(const LoopParts &Parts, Value *Tested) {
  if (Parts.ConditionVariable)
    declare(Parts.ConditionVariable);
  if (!Parts.Condition)
    return {Active.Lanes, 0, Certainty::Exact};
  const Value Condition = evaluateTruth(Parts.Condition);
  if (Tested)
    *Tested = Condition;
  Split S = decideHere(Condition);
  // Each iteration halves the lanes again.
  if (S.Confidence == Certainty::Even)
    S.Confidence = Certainty::Data;
  return S;
}

void Interpreter::runIteration(const LoopParts &Parts, Loop &L) {
  const unsigned Times = Active.Times;
  L.Continued = L.NewlyContinued = 0;
  L.Outer = InnerLoop;
  std::optional<Journal::Mark> Begin;
  ExitScope Iteration;
  if (Facts.JumpsOut.of(Parts.Body).Continues) {
    Begin.emplace(Changes);
    Iteration.Begin = Begin->begin();
    L.Iteration = &Iteration;
  }
  InnerLoop = &L;
  Counters.push_back(Parts.Counter);
  LoopsAround.push_back(Parts.Statement);
  {
    const Scope Own(*this);
    // The variable of a range-based loop is declared anew in each iteration.
    if (const auto *Range = llvm::dyn_cast<CXXForRangeStmt>(Parts.Statement))
      run(Range->getLoopVarStmt());
    run(Parts.Body);
  }
  Counters.pop_back();
  LoopsAround.pop_back();
  InnerLoop = L.Outer;
  L.Iteration = nullptr;
  Active.Lanes |= L.Continued;
  // Those that went on early are back, but for those that have left the loop.
  if (Facts.JumpsOut.of(Parts.Body).Continues)
    Active.Times = Facts.JumpsOut.of(Parts.Body).endLoop()
                       ? Recorded.Scopes.perhaps(Times, CountDoubt::Jumps)
                       : Times;
  if (!stopped())
    joinExits(Iteration, ReasonKind::DiffersAtContinues,
              Parts.Statement->getBeginLoc());
  if (Parts.Increment && !stopped())
    evaluateForEffect(Parts.Increment);
}

const Expr *Interpreter::stepOf(const LoopParts &Parts) {
  const Expr *Step = countingStep(Parts.Increment, Parts.Condition);
  if (Step || !Parts.Body || Facts.JumpsOut.of(Parts.Body).Continues)
    return Step;
  auto [Known, IsNew] = Facts.StepsInBodies.try_emplace(Parts.Statement);
  if (IsNew)
    Known->second = stepInBody(*Parts.Body, Parts.Condition);
  return Known->second;
}

unsigned Interpreter::KnownLoop::maxIterations() const {
  if (!I.IsHost || I.Launches.size() != LaunchesBefore)
    return limits::LoopIterations;
  return I.Context.getSourceManager().isInSystemHeader(
             Parts.Statement->getBeginLoc())
             ? limits::SystemLoopIterations
             : limits::HostLoopIterations;
}

/// Whether there is an iteration of this number to walk, and for which lanes.
bool Interpreter::KnownLoop::test(unsigned Number) {
  // A condition that is not known may have had effects: test on trial.
  const Journal::Mark Begin(I.Changes);
  const Checkpoint BeforeTest = I.checkpoint(Begin);
  Split Lanes = [&] {
    const unsigned Test = Number - !Parts.TestsFirst;
    if (I.IsHost || Test >= std::size(Compared))
      return I.testLoop(Parts);
    const llvm::SaveAndRestore Compare(I.ComparedInTest, &Compared[Test]);
    return I.testLoop(Parts);
  }();
  const uint64_t Spent = StepsBefore - I.StepsLeft;
  const uint64_t MaxSteps =
      I.IsHost ? limits::HostLoopSteps : limits::LoopSteps;
  const unsigned MaxIterations = maxIterations();
  bool IsLong = Number >= MaxIterations || Spent > MaxSteps;
  if (!Lanes.isKnown() || (IsLong && Lanes.True)) {
    I.rollBack(BeforeTest);
    EndsUnknown = true;
    if (Lanes.isKnown())
      Limit = I.why(Number >= MaxIterations
                        ? I.P.reason(ReasonKind::LongLoop, Number)
                        : I.P.reason(ReasonKind::LongLoopWalk, MaxSteps),
                    Parts.Statement->getBeginLoc());
    return false;
  }
  Left |= Lanes.False;
  if (Lanes.False && (Number > 0 || !Parts.TestsFirst)) {
    FirstLeave = FirstLeave.value_or(Number);
    LastLeave = Number;
  }
  if (Number == 0 && !Lanes.True && Lanes.OthersTrue)
    iterateForOthers(Lanes);
  I.Active.Lanes = Lanes.True;
  return Lanes.True != 0;
}

/// No lane of a sample enters the loop, but others may: one iteration of them
/// shows what they access.
void Interpreter::KnownLoop::iterateForOthers(const Split &Lanes) {
  Loop Once;
  Once.Begin = L.Begin;
  I.branch(
      Lanes, Parts.Statement->getBeginLoc(),
      [&] {
        I.Active.IsRepeated = true;
        I.Active.Times =
            I.Recorded.Scopes.unknown(I.Active.Times, CountDoubt::PartingLanes);
        I.runIteration(Parts, Once);
      },
      [] {});
}

/// Nobody knows how many iterations are left.
void Interpreter::KnownLoop::runRest() {
  I.Recorded.Code.Unroll = OuterUnroll;
  if (I.End != WalkEnd::Complete)
    return;
  LoopParts Rest = Parts;
  Rest.TestsFirst = true; // what runs untested has run
  size_t RestBegin = I.Recorded.size();
  I.runUnknownLoop(Rest, Hint, Left);
  if (Limit)
    I.Recorded.noteLimit(RestBegin, Limit);
  else
    I.Recorded.doubtRepeats(FirstRecord, RestBegin);
}

void Interpreter::KnownLoop::iterate() {
  unsigned Unroll = I.Recorded.openUnroll(Parts.Statement, RunId);
  Code.Iterations.push_back(
      {Unroll, ++I.Recorded.Code.Block, 0, I.Recorded.size()});
  I.runIteration(Parts, L);
  Code.Iterations.back().LastBlock = I.Recorded.Code.Block;
  Left |= L.Broken;
  L.Broken = 0;
}

void Interpreter::KnownLoop::finishCode() {
  Code.CountedInside =
      std::exchange(I.CountedInside, std::move(CountedSiblings));
  if (Code.Iterations.empty() || I.IsHost)
    return;
  const CompileTime Known = I.compileTime();
  const LoopPlace Place = {I.Top->Function, I.Facts.Assignments,
                           I.Counters.empty()};
  UnrolledLoop Unrolled(std::move(*this), I.Recorded, I.P, Known, Place);
  if (Unrolled.unroll())
    I.CountedInside.push_back(Unrolled.takeCode());
}

void Interpreter::KnownLoop::addRegion() {
  const Hoisting Hoists = I.Facts.Hoistings.of(Parts.Statement);
  LoopRecords Loop;
  Loop.Begin = FirstRecord;
  Loop.End = I.Recorded.size();
  Loop.Condition = I.Recorded.Sites.at(Parts.Condition);
  Loop.Hoists = Hoists == Hoisting::Happens;
  Loop.MayHoist = Hoists == Hoisting::Unknown;
  auto LineOf = [&](SiteId Id) {
    return I.Recorded.Sites.table()[Id].Span.Begin.Line;
  };
  Loop.IsOneLine = llvm::all_of(
      I.Recorded.recordsFrom(FirstRecord), [&](const AccessRecord &Record) {
        return LineOf(Record.Site) == LineOf(Loop.Condition);
      });
  Loop.Arm = I.Recorded.Code.Arm;
  Loop.OuterUnroll = OuterUnroll;
  I.Recorded.addRegion(Loop);
}

void Interpreter::KnownLoop::leave() {
  if (Parts.Condition && FirstRecord != I.Recorded.size())
    addRegion();
  I.Recorded.Code.Unroll = OuterUnroll;
  Certainty Returns = I.Top->Returns;
  I.Active = Before;
  I.Active.Lanes = Left;
  I.joinExits(L, ReasonKind::DiffersAtBreaks, Parts.Statement->getBeginLoc());
  if (I.Facts.JumpsOut.of(Parts.Body).Returns && Returns != Certainty::Exact)
    I.Active.Times =
        I.Recorded.Scopes.perhaps(Before.Times, CountDoubt::EarlyExit);
  if (Returns != Certainty::Exact) {
    I.Active.Confidence = worse(I.Active.Confidence, Returns);
    I.Active.Guard = I.Top->ReturnGuard;
  }
}

void Interpreter::KnownLoop::run() {
  std::optional<Journal::Mark> Begin;
  if (I.Facts.JumpsOut.of(Parts.Body).endLoop()) {
    Begin.emplace(I.Changes);
    L.Begin = Begin->begin();
  }
  for (unsigned Number = 0; !I.stopped(); ++Number) {
    const Scope OfCondition(I, &L);
    if ((Number > 0 || Parts.TestsFirst) && !test(Number))
      break;
    iterate();
  }
  if (EndsUnknown)
    runRest();
  finishCode();
  leave();
}

void Interpreter::runLoop(const LoopParts &Parts) {
  KnownLoop(*this, Parts).run();
}
