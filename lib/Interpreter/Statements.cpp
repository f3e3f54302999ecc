//===- Statements.cpp - Branches, switches and returns --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;

/// One statement or expression costs a step; a walk that runs out ends.
bool Interpreter::spend() {
  if (StepsLeft == 0) {
    End = WalkEnd::OutOfBudget;
    return false;
  }
  --StepsLeft;
  return true;
}

void Interpreter::run(const Stmt *S) {
  if (!S || stopped() || !spend())
    return;
  Recorded.CodeSize += CodeSizes.ofStatement(S);
  IsPastLastIf |= staysBetweenBranches(S);
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    for (const Stmt *Child : cast<CompoundStmt>(S)->body()) {
      if (stopped())
        return;
      run(Child);
    }
    return;
  case Stmt::DeclStmtClass:
    for (const Decl *D : cast<DeclStmt>(S)->decls()) {
      if (const auto *Variable = dyn_cast<VarDecl>(D))
        declare(Variable);
      else if (const auto *Bindings = dyn_cast<DecompositionDecl>(D))
        declare(Bindings);
    }
    return;
  case Stmt::IfStmtClass:
    return runIf(cast<IfStmt>(S));
  case Stmt::SwitchStmtClass:
    return runSwitch(cast<SwitchStmt>(S));
  case Stmt::ForStmtClass:
    return runFor(cast<ForStmt>(S));
  case Stmt::CXXForRangeStmtClass:
    return runRangeFor(cast<CXXForRangeStmt>(S));
  case Stmt::WhileStmtClass: {
    const auto *While = cast<WhileStmt>(S);
    LoopParts Parts;
    Parts.Statement = S;
    Parts.Condition = While->getCond();
    Parts.ConditionVariable = While->getConditionVariable();
    Parts.Body = While->getBody();
    return runLoop(Parts);
  }
  case Stmt::DoStmtClass: {
    LoopParts Parts;
    Parts.Statement = S;
    Parts.Condition = cast<DoStmt>(S)->getCond();
    Parts.Body = cast<DoStmt>(S)->getBody();
    Parts.TestsFirst = false;
    return runLoop(Parts);
  }
  case Stmt::ReturnStmtClass:
    return runReturn(cast<ReturnStmt>(S));
  case Stmt::BreakStmtClass:
    if (InnerLoop) {
      InnerLoop->Broken |= Active.Lanes;
      InnerLoop->NewlyBroken |= Active.Lanes;
    }
    Active.Lanes = 0;
    return;
  case Stmt::ContinueStmtClass:
    if (InnerLoop) {
      InnerLoop->Continued |= Active.Lanes;
      InnerLoop->NewlyContinued |= Active.Lanes;
    }
    Active.Lanes = 0;
    return;
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    return run(cast<SwitchCase>(S)->getSubStmt());
  case Stmt::LabelStmtClass:
    return run(cast<LabelStmt>(S)->getSubStmt());
  case Stmt::AttributedStmtClass:
    UnrollHint = unrollHintOf(cast<AttributedStmt>(S), Context);
    return run(cast<AttributedStmt>(S)->getSubStmt());
  case Stmt::NullStmtClass:
    return;
  case Stmt::GCCAsmStmtClass:
    return runAssembly(cast<GCCAsmStmt>(S));
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass:
    Gaps.push_back({S->getBeginLoc(), ReasonKind::Goto});
    return;
  case Stmt::CXXTryStmtClass:
    return run(cast<CXXTryStmt>(S)->getTryBlock());
  default:
    if (const auto *E = dyn_cast<Expr>(S))
      return evaluateForEffect(E);
    Gaps.push_back({S->getBeginLoc(),
                    P.reason(ReasonKind::Statement, S->getStmtClassName())});
  }
}

void Interpreter::declare(const VarDecl *Variable) {
  makeVariable(Variable);
  // What `get<>` takes out of it, once it is there.
  if (const auto *Bindings = dyn_cast<DecompositionDecl>(Variable))
    for (const BindingDecl *Binding : Bindings->bindings())
      if (const VarDecl *Held = Binding->getHoldingVar())
        makeVariable(Held);
}

void Interpreter::makeVariable(const VarDecl *Variable) {
  if (Variable->hasAttr<CUDASharedAttr>()) {
    Memory.object(Variable, Context);
    return;
  }
  if (Variable->hasExternalStorage())
    return;
  if (Variable->isStaticLocal() && !Variable->getType().isConstQualified() &&
      !Variable->isConstexpr())
    return;
  Object *&Slot = Top->Locals[Variable];
  if (Slot && !Changes.isOpen()) {
    Slot->Cells.clear();
    Slot->Initial = Object::Undefined;
    Slot->Why = {};
    forgetLoaded(*Slot);
  } else {
    Slot = &makeObject(Object::Local, Variable->getName(), Variable->getType());
  }
  Object &O = *Slot;
  O.Lanes = Active.Lanes;
  const Expr *Init = Variable->getInit();
  if (!Init)
    return;
  const Pointer *Target = &O.Begin;
  QualType Type = Variable->getType();
  if (Type->isReferenceType())
    return writeCell(O, 0, Scalar(place(Init)));
  if (Type->isRecordType() || Type->isArrayType() || Type->isAnyComplexType())
    return evaluateInto(Init, Target);
  writeCell(O, 0, evaluate(Init));
}

Split Interpreter::decideHere(const Value &Condition) {
  Split S = decide(P, Condition, Active.Lanes, Warps, Partition);
  if (!Partition.empty() && End == WalkEnd::Complete)
    End = WalkEnd::WarpsDisagree;
  if (!S.isKnown())
    S.Unresolved = Condition;
  return S;
}

Interpreter::Checkpoint
Interpreter::checkpoint(const Journal::Mark &From) const {
  return {From.begin(),
          Recorded.mark(),
          Gaps.size(),
          Launches.size(),
          Top->Returns,
          Top->ReturnGuard,
          Top->Exits.Exits.size(),
          Top->Returned,
          Active,
          IsRefused};
}

/// Takes back all that the walk did since, but for numbers that only tell
/// things apart.
void Interpreter::rollBack(const Checkpoint &To) {
  assert(To.Gaps <= Gaps.size() && To.Launches <= Launches.size() &&
         "the checkpoint lies behind what was walked");
  Changes.rollBack(To.Changes);
  dropLoadsFrom(unsigned(To.Recorded.Records));
  Recorded.rollBack(To.Recorded);
  Gaps.resize(To.Gaps);
  Launches.resize(To.Launches);
  Top->Returns = To.Returns;
  Top->ReturnGuard = To.ReturnGuard;
  assert(To.Exits <= Top->Exits.Exits.size() && "exits are only added");
  Top->Exits.Exits.resize(To.Exits);
  Top->Returned = To.Returned;
  Active = To.Active;
  IsRefused = To.IsRefused;
}

void Interpreter::branch(const Split &Condition, SourceLocation Where,
                         llvm::function_ref<void()> Then,
                         llvm::function_ref<void()> Else, unsigned FirstArm) {
  Activity Before = Active;
  Certainty ReturnsBefore = Top->Returns;
  llvm::SaveAndRestore RestorePath(Recorded.Code.Arm);
  llvm::SaveAndRestore RestoreOuter(Recorded.Code.OuterArms);
  if (!IsHost) {
    llvm::SmallVector<unsigned, 8> Outer(Recorded.Code.OuterArms);
    Outer.push_back(Recorded.Code.Arm);
    Recorded.Code.OuterArms = llvm::ArrayRef<unsigned>(Outer).copy(P.storage());
  }
  // Where lanes may have left, for good or until the loop ends, the rest of the
  // lanes is no better known than those.
  auto Leave = [&](LaneMask Survivors) {
    Active = Before;
    Active.Lanes = Survivors;
    if (Top->Returns != ReturnsBefore &&
        worse(Active.Confidence, Top->Returns) != Active.Confidence) {
      Active.Confidence = Top->Returns;
      Active.Guard = Top->ReturnGuard;
    }
  };
  unsigned NextArm = FirstArm;
  auto RunArm = [&](LaneMask Lanes, llvm::function_ref<void()> Arm,
                    bool IsElse) {
    Active = Before;
    Active.Lanes = Lanes;
    if (!Condition.Unresolved.isKnown())
      Active.Condition =
          conjoin(Before.Condition, IsElse ? P.logicalNot(Condition.Unresolved)
                                           : Condition.Unresolved);
    Recorded.Code.Arm = NextArm++;
    if (nested(Before.Confidence, Condition.Confidence) != Before.Confidence) {
      Active.Confidence = nested(Before.Confidence, Condition.Confidence);
      Active.Guard = Where;
    }
    ++Recorded.Code.Block;
    if (Lanes)
      Arm();
    return Active.Lanes;
  };
  if (Condition.isKnown()) {
    // Writes are masked, so the arms cannot disturb each other.
    LaneMask Survivors = RunArm(Condition.True, Then, false);
    Survivors |= RunArm(Condition.False, Else, true);
    ++Recorded.Code.Block;
    return Leave(Survivors);
  }

  const Journal::Mark Mark(Changes);
  const Journal::Position &Begin = Mark.begin();
  // What a loop or a function has changed so far may differ where lanes leave
  // it from what it is in the end.
  ExitScope *Iteration = InnerLoop ? InnerLoop->Iteration : nullptr;
  const size_t FirstBreak = InnerLoop ? InnerLoop->Exits.size() : 0;
  const size_t FirstContinue = Iteration ? Iteration->Exits.size() : 0;
  const size_t FirstReturn = Top->Exits.Exits.size();
  auto RunOpenArm = [&](LaneMask Lanes, llvm::function_ref<void()> Arm,
                        bool IsElse) {
    Loop None;
    Loop &Left = InnerLoop ? *InnerLoop : None;
    const LaneMask Broken = std::exchange(Left.NewlyBroken, 0);
    const LaneMask Continued = std::exchange(Left.NewlyContinued, 0);
    const LaneMask Returned = std::exchange(Top->Returned, 0);
    ++Top->OpenBranches;
    const LaneMask Survivors = RunArm(Lanes, Arm, IsElse);
    --Top->OpenBranches;
    Exit Here;
    Here.Position = IsElse ? Changes.here() : Begin;
    Here.Condition = Condition;
    Here.IsElse = IsElse;
    if (!IsElse) { // what was written there is about to be taken back
      if (InnerLoop)
        keepExits(*InnerLoop, FirstBreak, Begin);
      if (Iteration)
        keepExits(*Iteration, FirstContinue, Begin);
      keepExits(Top->Exits, FirstReturn, Begin);
    }
    if (Left.NewlyBroken) {
      Here.Lanes = Left.NewlyBroken;
      noteExit(Left, Here);
    }
    // Blocks away from the edge do not go on before their end.
    if (Left.NewlyContinued && Iteration &&
        Condition.Confidence != Certainty::Guarded) {
      Here.Lanes = Left.NewlyContinued;
      noteExit(*Iteration, Here);
    }
    Left.NewlyBroken = Broken;
    Left.NewlyContinued = Continued;
    if (Top->Returned && Top->Exits.Begin) {
      Here.Lanes = Top->Returned;
      Here.IsDirect = !Top->OpenBranches && !InnerLoop;
      noteExit(Top->Exits, Here);
    }
    Top->Returned = Returned;
    return Survivors;
  };
  LaneMask ThenLanes = RunOpenArm(Condition.True, Then, false);
  Contents ThenWrote = writtenSince(Begin);
  Changes.restoreContents(Begin);
  LaneMask ElseLanes = RunOpenArm(Condition.False, Else, true);
  ++Recorded.Code.Block;
  const bool AllGoOn = ThenLanes == Condition.True &&
                       ElseLanes == Condition.False && Condition.IsSample;
  if (AllGoOn) // those, too, that are in neither sample
    ThenLanes = ElseLanes = Before.Lanes;
  if (ThenLanes)
    joinContents(Condition, Where, Begin, std::move(ThenWrote), ThenLanes,
                 ElseLanes);

  if ((Condition.True & ~ThenLanes) | (Condition.False & ~ElseLanes)) {
    Top->Returns =
        worse(Top->Returns, nested(Before.Confidence, Condition.Confidence));
    Top->ReturnGuard = Where;
  }
  Leave(ThenLanes | ElseLanes);
}

void Interpreter::runIf(const IfStmt *S) {
  if (const Stmt *Init = S->getInit())
    run(Init);
  if (S->isConsteval())
    return run(S->isNegatedConsteval() ? S->getThen() : S->getElse());
  if (const VarDecl *Variable = S->getConditionVariable())
    declare(Variable);
  const size_t FirstOfCondition = Recorded.size();
  Value Condition = evaluateTruth(S->getCond());
  if (stopped())
    return;
  const bool HasAccesses = Recorded.size() != FirstOfCondition;
  Split Lanes = decideHere(Condition);
  // What the compiler can work out, too, leaves no branch behind.
  if (Lanes.isKnown() && (!Lanes.True || !Lanes.False) &&
      isDecided(S->getCond(), Context))
    return run(Lanes.True ? S->getThen() : S->getElse());
  for (const IfStmt *Last : ifsThatEndArms(S))
    EndArms.insert(Last);
  llvm::ArrayRef<JoinedPaths::OneOfPath> Paths =
      pathSitesOf(S, accessesOfPaths);
  if (!S->getElse())
    return runGuarded(S, Lanes, HasAccesses);
  LastIf = nullptr;
  BranchArms Arms;
  const bool IsRecorded = Recorded.isOn();
  if (IsRecorded)
    Arms.Before = Recorded.besideHere();
  Arms.ThenBegin = Recorded.size();
  Arms.ElseBegin = SIZE_MAX; // unless the second arm runs
  branch(
      Lanes, S->getCond()->getExprLoc(),
      [&] {
        Arms.ThenArm = Recorded.Code.Arm;
        run(S->getThen());
      },
      [&] {
        Arms.ElseArm = Recorded.Code.Arm;
        Arms.ElseBegin = Recorded.size();
        run(S->getElse());
      });
  if (!IsRecorded)
    return;
  recordArms(S, Arms);
  if (!Paths.empty() && !InnerBranches.contains(S))
    recordPaths(Paths, Arms.ThenBegin, Recorded.Sites.at(S->getCond()));
}

void Interpreter::runReturn(const ReturnStmt *S) {
  if (const Expr *Result = S->getRetValue()) {
    QualType Type = Result->getType();
    if (!Top->Result || Type->isVoidType())
      evaluateForEffect(Result);
    else if (Top->Function && Top->Function->getReturnType()->isReferenceType())
      writeCell(*Top->Result, 0, Scalar(place(Result)));
    else if (Type->isRecordType())
      evaluateInto(Result, &Top->Result->Begin);
    else
      writeCell(*Top->Result, 0, evaluate(Result));
  }
  Top->Returned |= Active.Lanes;
  Active.Lanes = 0;
}
