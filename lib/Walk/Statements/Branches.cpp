//===- Branches.cpp - The two arms of a condition -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where it is known which lanes meet a condition, the arms run one after the
// other, each with its lanes: what one writes does not disturb the other. Where
// it is not, the second arm starts from what was there before the first, and
// what they have written is joined behind them by a choice.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "Values/Limits.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

class Interpreter::BranchWalk {
public:
  using Arm = llvm::function_ref<void()>;

  BranchWalk(Interpreter &I, const Split &Condition, SourceLocation Where,
             unsigned FirstArm)
      : I(I), Condition(Condition), Where(Where), Before(I.Active),
        ReturnsBefore(I.Top->Returns), NextArm(FirstArm) {}

  void runKnown(Arm Then, Arm Else);
  void runUnknown(Arm Then, Arm Else);

private:
  /// Where exits of the scopes around stood when the branch began.
  struct ExitCounts {
    size_t Breaks, Continues, Returns;
  };

  Certainty confidence() const {
    return nested(Before.Confidence, Condition.Confidence);
  }
  Certainty confidenceOn(bool IsElse) const {
    return nested(Before.Confidence, Condition.confidenceOf(IsElse));
  }
  ExitScope *iteration() const {
    return I.InnerLoop ? I.InnerLoop->Iteration : nullptr;
  }
  LaneMask othersIn(LaneMask Lanes, bool IsElse) const;
  LaneMask runArm(LaneMask Lanes, Arm Code, bool IsElse);
  void runForOthers(Arm Code);
  LaneMask runUnknownArm(LaneMask Lanes, Arm Code, bool IsElse,
                         const Journal::Position &Begin,
                         const ExitCounts &Known);
  void noteExits(const Loop &Left, Exit Here);
  void goOn(LaneMask Survivors, unsigned Times);
  /// In which scope an arm runs, and in which it has ended.
  struct ArmTimes {
    unsigned Begin = 0, End = 0;
  };
  unsigned timesBehind(LaneMask ThenLanes, LaneMask ElseLanes) const;

  Interpreter &I;
  const Split &Condition;
  const SourceLocation Where;
  const Activity Before;
  const Certainty ReturnsBefore;
  unsigned NextArm;
  ArmTimes OfThen, OfElse;
};

/// Lanes that may be in an arm, too, for other numbers of what is not known.
LaneMask Interpreter::BranchWalk::othersIn(LaneMask Lanes, bool IsElse) const {
  if (!Condition.IsSample)
    return IsElse ? Condition.OthersFalse : Condition.OthersTrue;
  // None goes where even the fullest sample has no lane.
  return Lanes ? (Before.Lanes | Before.Others) & ~Lanes : 0;
}

/// An arm that no lane of the sample enters. Others may: which ones is not
/// known, so that it is as under a condition on data. They are gone behind it.
void Interpreter::BranchWalk::runForOthers(Arm Code) {
  const LaneMask Entered = std::exchange(I.Active.Others, 0);
  I.Active.Lanes = Entered;
  I.Active.Confidence = worse(I.Active.Confidence, Certainty::Data);
  I.Active.Times =
      I.Recorded.Scopes.perhaps(I.Active.Times, CountDoubt::PartingLanes);
  I.Active.Guard = Where;
  Frame &Function = *I.Top;
  const llvm::SaveAndRestore RestoreReturned(Function.Returned);
  const Certainty ReturnsHere = Function.Returns;
  const size_t Returns = Function.Exits.Exits.size();
  Loop *L = I.InnerLoop;
  if (!L) {
    Code();
  } else {
    const llvm::SaveAndRestore RestoreBroken(L->Broken);
    const llvm::SaveAndRestore RestoreContinued(L->Continued);
    const llvm::SaveAndRestore RestoreNewlyBroken(L->NewlyBroken);
    const llvm::SaveAndRestore RestoreNewlyContinued(L->NewlyContinued);
    const size_t Breaks = L->Exits.size();
    const size_t Continues = L->Iteration ? L->Iteration->Exits.size() : 0;
    Code();
    L->Exits.resize(Breaks);
    if (L->Iteration)
      L->Iteration->Exits.resize(Continues);
  }
  Function.Exits.Exits.resize(Returns);
  // Where some leave, those that go on are fewer for these numbers.
  Function.Returns = ReturnsHere;
  if (I.Active.Lanes != Entered) {
    Function.Returns = worse(ReturnsHere, Certainty::Guarded);
    Function.ReturnGuard = Where;
  }
  I.Active.Lanes = 0;
}

/// Returns the lanes that come to the arm's end.
LaneMask Interpreter::BranchWalk::runArm(LaneMask Lanes, Arm Code,
                                         bool IsElse) {
  I.Active = Before;
  I.Active.Lanes = Lanes;
  I.Active.Others = othersIn(Lanes, IsElse);
  if (!Condition.Unresolved.isKnown())
    I.Active.Condition = I.conjoin(Before.Condition,
                                   IsElse ? I.P.logicalNot(Condition.Unresolved)
                                          : Condition.Unresolved);
  I.Recorded.Code.Arm = NextArm++;
  ArmTimes &Times = IsElse ? OfElse : OfThen;
  if (!Condition.isKnown() && I.Recorded.isOn())
    I.Active.Times = I.Recorded.Scopes.under(Before.Times, Condition.Unresolved,
                                             IsElse, Before.Lanes);
  Times.Begin = I.Active.Times;
  if (confidenceOn(IsElse) != Before.Confidence) {
    I.Active.Confidence = confidenceOn(IsElse);
    I.Active.Guard = Where;
    I.Active.IsLimited |= Condition.IsLimited;
  }
  ++I.Recorded.Code.Block;
  if (Lanes)
    Code();
  else if (I.Active.Others)
    runForOthers(Code);
  Times.End = I.Active.Times;
  return I.Active.Lanes;
}

/// The scope behind both arms, of which these lanes have come to their ends.
unsigned Interpreter::BranchWalk::timesBehind(LaneMask ThenLanes,
                                              LaneMask ElseLanes) const {
  if (Condition.isKnown()) {
    // Lanes of both arms go on together.
    if (!ThenLanes)
      return ElseLanes ? OfElse.End : Before.Times;
    if (!ElseLanes)
      return OfThen.End;
    return OfThen.End == OfThen.Begin && OfElse.End == OfElse.Begin
               ? Before.Times
               : I.Recorded.Scopes.perhaps(Before.Times, CountDoubt::Jumps);
  }
  const bool AllGoOn = ThenLanes == Condition.True &&
                       ElseLanes == Condition.False &&
                       OfThen.End == OfThen.Begin && OfElse.End == OfElse.Begin;
  if (AllGoOn || !I.Recorded.isOn())
    return Before.Times;
  // Some lanes of an arm may have left it.
  if ((ThenLanes && ThenLanes != Condition.True) ||
      (ElseLanes && ElseLanes != Condition.False) ||
      Condition.Confidence != Certainty::Whole)
    return I.Recorded.Scopes.perhaps(Before.Times, CountDoubt::Jumps);
  if (!ThenLanes)
    return OfElse.End;
  return ElseLanes ? I.Recorded.Scopes.either(OfThen.End, OfElse.End)
                   : OfThen.End;
}

/// Where lanes may have left, for good or until the loop ends, the rest of the
/// lanes is no better known than those.
void Interpreter::BranchWalk::goOn(LaneMask Survivors, unsigned Times) {
  I.Active = Before;
  I.Active.Lanes = Survivors;
  I.Active.Times = Times;
  const Frame &Function = *I.Top;
  if (Function.Returns != ReturnsBefore &&
      worse(I.Active.Confidence, Function.Returns) != I.Active.Confidence) {
    I.Active.Confidence = Function.Returns;
    I.Active.Guard = Function.ReturnGuard;
    I.Active.IsLimited |= Condition.IsLimited;
  }
}

void Interpreter::BranchWalk::runKnown(Arm Then, Arm Else) {
  const LaneMask ThenLanes = runArm(Condition.True, Then, /*IsElse=*/false);
  const LaneMask ElseLanes = runArm(Condition.False, Else, /*IsElse=*/true);
  ++I.Recorded.Code.Block;
  goOn(ThenLanes | ElseLanes, timesBehind(ThenLanes, ElseLanes));
}

/// Of the lanes that have left in an arm.
void Interpreter::BranchWalk::noteExits(const Loop &Left, Exit Here) {
  Frame &Function = *I.Top;
  if (Left.NewlyBroken) {
    Here.Lanes = Left.NewlyBroken;
    I.noteExit(*I.InnerLoop, Here);
  }
  // Blocks away from the edge do not go on before their end.
  if (Left.NewlyContinued && iteration() &&
      Condition.Confidence != Certainty::Guarded) {
    Here.Lanes = Left.NewlyContinued;
    I.noteExit(*iteration(), Here);
  }
  if (Function.Returned && Function.Exits.Begin) {
    Here.Lanes = Function.Returned;
    Here.IsDirect = !Function.UndecidedBranches && !I.InnerLoop;
    I.noteExit(Function.Exits, Here);
  }
}

LaneMask Interpreter::BranchWalk::runUnknownArm(LaneMask Lanes, Arm Code,
                                                bool IsElse,
                                                const Journal::Position &Begin,
                                                const ExitCounts &Known) {
  Frame &Function = *I.Top;
  Loop None;
  Loop &Left = I.InnerLoop ? *I.InnerLoop : None;
  // The lanes that leave in this arm are told apart from those that have left
  // before it.
  const LaneMask Broken = std::exchange(Left.NewlyBroken, 0);
  const LaneMask Continued = std::exchange(Left.NewlyContinued, 0);
  const LaneMask Returned = std::exchange(Function.Returned, 0);
  ++Function.UndecidedBranches;
  const LaneMask Survivors = runArm(Lanes, Code, IsElse);
  --Function.UndecidedBranches;
  if (!IsElse) { // what was written there is about to be taken back
    if (I.InnerLoop)
      I.keepExits(*I.InnerLoop, Known.Breaks, Begin);
    if (iteration())
      I.keepExits(*iteration(), Known.Continues, Begin);
    I.keepExits(Function.Exits, Known.Returns, Begin);
  }
  Exit Here;
  Here.Position = IsElse ? I.Changes.here() : Begin;
  Here.Condition = Condition;
  Here.IsElse = IsElse;
  noteExits(Left, Here);
  Left.NewlyBroken = Broken;
  Left.NewlyContinued = Continued;
  Function.Returned = Returned;
  return Survivors;
}

void Interpreter::BranchWalk::runUnknown(Arm Then, Arm Else) {
  const Journal::Mark Mark(I.Changes);
  const Journal::Position &Begin = Mark.begin();
  const ExitCounts Known = {I.InnerLoop ? I.InnerLoop->Exits.size() : 0,
                            iteration() ? iteration()->Exits.size() : 0,
                            I.Top->Exits.Exits.size()};
  LaneMask ThenLanes =
      runUnknownArm(Condition.True, Then, /*IsElse=*/false, Begin, Known);
  Contents ThenWrote = I.writtenSince(Begin);
  I.Changes.restoreContents(Begin);
  LaneMask ElseLanes =
      runUnknownArm(Condition.False, Else, /*IsElse=*/true, Begin, Known);
  ++I.Recorded.Code.Block;
  const unsigned Times = timesBehind(ThenLanes, ElseLanes);
  const bool AllGoOn = ThenLanes == Condition.True &&
                       ElseLanes == Condition.False && Condition.IsSample;
  if (AllGoOn) // those, too, that are in neither sample
    ThenLanes = ElseLanes = Before.Lanes;
  if (ThenLanes)
    I.joinContents(Condition, Where, Begin, std::move(ThenWrote), ThenLanes,
                   ElseLanes);
  if ((Condition.True & ~ThenLanes) | (Condition.False & ~ElseLanes)) {
    I.Top->Returns = worse(I.Top->Returns, confidence());
    I.Top->ReturnGuard = Where;
  }
  goOn(ThenLanes | ElseLanes, Times);
}

void Interpreter::comeThrough(llvm::ArrayRef<unsigned> Arms) {
  if (Arms.empty() || IsHost)
    return;
  llvm::SmallVector<unsigned, 8> Outer(Recorded.Code.OuterArms);
  Outer.append(Arms.begin(), Arms.end());
  Recorded.Code.OuterArms = llvm::ArrayRef<unsigned>(Outer).copy(P.storage());
}

void Interpreter::branch(const Split &Condition, SourceLocation Where,
                         llvm::function_ref<void()> Then,
                         llvm::function_ref<void()> Else, unsigned FirstArm) {
  const llvm::SaveAndRestore Deeper(BranchDepth, BranchDepth + 1);
  if (BranchDepth > limits::BranchDepth) {
    StepsLeft = 0;
    End = WalkEnd::OutOfBudget;
    return;
  }
  llvm::SaveAndRestore RestoreArm(Recorded.Code.Arm);
  llvm::SaveAndRestore RestoreOuter(Recorded.Code.OuterArms);
  if (!IsHost) {
    llvm::SmallVector<unsigned, 8> Outer(Recorded.Code.OuterArms);
    Outer.push_back(Recorded.Code.Arm);
    Recorded.Code.OuterArms = llvm::ArrayRef<unsigned>(Outer).copy(P.storage());
  }
  BranchWalk Walk(*this, Condition, Where, FirstArm);
  if (Condition.isKnown())
    Walk.runKnown(Then, Else);
  else
    Walk.runUnknown(Then, Else);
}
