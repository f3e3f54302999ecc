//===- Statements.cpp - Declarations, ifs and returns ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expressions/NodeClasses.h"
#include "Statements/Lifetimes.h"
#include "Values/Limits.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;

/// One statement or expression costs a step; a walk that runs out ends, and so
/// does one whose values take too much memory.
bool Interpreter::spend() {
  constexpr uint64_t StepsBetween = 256;
  if (StepsLeft % StepsBetween == 0 &&
      P.storage().getTotalMemory() > limits::ValueBytes)
    StepsLeft = 0;
  if (StepsLeft == 0) {
    End = WalkEnd::OutOfBudget;
    return false;
  }
  --StepsLeft;
  return true;
}

/// Whether a reference or pointer leads to memory of this thread.
bool Interpreter::refersToLocal(const VarDecl &Variable) {
  Object *Holder = Top->Locals.lookup(&Variable);
  if (!Holder)
    return false;
  const auto Held = Holder->Cells.find(0);
  return Held != Holder->Cells.end() && Held->second.Address &&
         Held->second.Address->Base->Kind == Object::Local;
}

void Interpreter::run(const Stmt *S) {
  if (!S || stopped() || !spend())
    return;
  Recorded.CodeSize += Facts.CodeSizes.ofStatement(
      S, [&](const VarDecl &Array) { return refersToLocal(Array); });
  const FullExpression Whole(*this);
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    return runBlock(cast<CompoundStmt>(S));
  case Stmt::DeclStmtClass:
    for (const Decl *D : cast<DeclStmt>(S)->decls()) {
      const DeclarationEffect Effect = effectOf(D->getKind());
      if (Effect == DeclarationEffect::Variable)
        declare(cast<VarDecl>(D));
      else if (Effect == DeclarationEffect::Elsewhere)
        Gaps.push_back({S->getBeginLoc(),
                        P.reason(ReasonKind::Statement, D->getDeclKindName())});
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
    return runTry(cast<CXXTryStmt>(S));
  default:
    if (const auto *E = dyn_cast<Expr>(S))
      return evaluateForEffect(E);
    assert(nodeClassOf(S->getStmtClass()).Treatment !=
               NodeTreatment::Interpreted &&
           "what the table calls interpreted has a case");
    leaveStatement(S);
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

/// Clang does not know the type of a variable, or of what it begins as: the
/// code that says it was rejected.
static bool isRejected(const VarDecl &Variable) {
  const QualType Type = Variable.getType();
  const Expr *Init = Variable.getInit();
  return Type->isDependentType() || Type->isUndeducedType() ||
         (Init && (Init->getType().isNull() || Init->isTypeDependent()));
}

void Interpreter::makeVariable(const VarDecl *Variable, bool IsInitialized) {
  if (Variable->hasAttr<CUDASharedAttr>()) {
    Memory.object(Variable, Context);
    return;
  }
  if (Variable->hasExternalStorage())
    return;
  if (Variable->isStaticLocal() && !Variable->getType().isConstQualified() &&
      !Variable->isConstexpr())
    return;
  if (isRejected(*Variable))
    return makeRejected(*Variable);
  Object *&Slot = Top->Locals[Variable];
  if (Slot && !Changes.isRecording()) {
    Slot->Cells.clear();
    Slot->Initial = Object::Undefined;
    Slot->Why = {};
    forgetLoaded(*Slot);
  } else {
    if (Slot)
      endVariable(*Variable, *Slot);
    Slot = &makeObject(Object::Local, Variable->getName(), Variable->getType());
  }
  Object &O = *Slot;
  O.Lanes = Active.Lanes;
  const Expr *Init = Variable->getInit();
  if (!Init || !IsInitialized)
    return;
  const Pointer *Target = &O.Begin;
  QualType Type = Variable->getType();
  if (Type->isReferenceType())
    return writeCell(O, 0, bindReference(Type, Init));
  const size_t FirstRecord = Recorded.size();
  if (TypeLayouts::isInParts(Type)) {
    evaluateInto(Init, Target);
    if (Variable->hasLocalStorage())
      noteObject(Variables, Type, Target, Init,
                 /*IsReturned=*/Variable->isNRVOVariable());
  } else {
    writeCell(O, 0, sized(evaluate(Init), Type));
    if (isLoadAlone(Init, FirstRecord))
      Recorded.noteScalarInto(Target, FirstRecord);
  }
  Sunk.noteLoaded(Variable, FirstRecord, codeOf(*Top));
}

Split Interpreter::decideHere(const Value &Condition) {
  Recorded.count(Condition, Active.Lanes, /*Site=*/nullptr);
  Split S = decide(P, Condition, Active.Lanes, Warps, Partition);
  if (!Partition.empty() && End == WalkEnd::Complete)
    End = WalkEnd::WarpsDisagree;
  if (!S.isKnown())
    S.Unresolved = Condition;
  if (!Active.Others)
    return S;
  S.OthersTrue = S.OthersFalse = Active.Others;
  if (S.isKnown()) {
    llvm::SmallVector<unsigned, 32> OfWarps;
    const Split Other = decide(P, Condition, Active.Others, Warps, OfWarps);
    if (OfWarps.empty()) {
      S.OthersTrue = Other.True;
      S.OthersFalse = Other.False;
    }
  }
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
          IsRefused,
          Guards,
          Variables.size(),
          Temporaries.size()};
}

/// Takes back all that the walk did since, but for numbers that only tell
/// things apart.
void Interpreter::rollBack(const Checkpoint &To) {
  assert(To.Gaps <= Gaps.size() && To.Launches <= Launches.size() &&
         "the checkpoint lies behind what was walked");
  Changes.rollBack(To.Changes);
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
  Guards = To.Guards;
  Variables.truncate(To.Variables);
  Temporaries.truncate(To.Temporaries);
}

/// Where something in the block may throw, nobody knows how far that has come,
/// and a handler may have run.
void Interpreter::runTry(const CXXTryStmt *S) {
  const Journal::Mark Begin(Changes);
  const bool HadThrown = std::exchange(HasThrown, false);
  run(S->getTryBlock());
  if (HasThrown && !stopped()) {
    const Reason Why =
        why(P.named("set where exceptions are not followed"), S->getBeginLoc());
    forgetWritten(writtenSince(Begin.begin()), Why);
    for (unsigned N = 0; N != S->getNumHandlers(); ++N) {
      const Journal::Mark OfHandler(Changes);
      branch(
          decideHere(P.varying(Why, {0, 1})), S->getBeginLoc(),
          [&] { runScoped(S->getHandler(N)->getHandlerBlock()); }, [] {});
      forgetWritten(writtenSince(OfHandler.begin()), Why);
    }
  }
  HasThrown = HadThrown;
}

/// Whether what comes behind an if runs only where its condition does not hold.
static bool leavesFunction(const IfStmt *S) {
  const Stmt *Last = S->getThen();
  while (const auto *Block = llvm::dyn_cast_or_null<CompoundStmt>(Last))
    Last = Block->body_empty() ? nullptr : Block->body_back();
  return !S->getElse() && llvm::isa_and_nonnull<ReturnStmt>(Last);
}

void Interpreter::runIf(const IfStmt *S) {
  const Scope Own(*this);
  if (const Stmt *Init = S->getInit())
    run(Init);
  if (S->isConsteval())
    return runScoped(S->isNegatedConsteval() ? S->getThen() : S->getElse());
  if (const VarDecl *Variable = S->getConditionVariable())
    declare(Variable);
  const size_t FirstOfCondition = Recorded.size();
  Value Condition = evaluateTruth(S->getCond());
  if (stopped())
    return;
  const llvm::SmallVector<unsigned, 4> Led = std::exchange(ConditionArms, {});
  const bool HasAccesses = Recorded.size() != FirstOfCondition;
  Split Lanes = decideHere(Condition);
  // What is decided when compiling leaves no branch behind.
  if (leavesNoBranch(Lanes, S->getCond()))
    return runScoped(Lanes.True ? S->getThen() : S->getElse());
  const RunningCode Here = codeOf(*Top);
  llvm::ArrayRef<const Stmt *> Rest = Sunk.restBehindJump(S, Here);
  const Stmt *Else = S->getElse();
  if (Rest.empty() && Else)
    Rest = Else;
  Sunk.markInexact(Lanes, S->getThen(), Rest, Here);
  Common.enter(S);
  if (!S->getElse()) {
    const size_t FirstOfArm = Recorded.size();
    branch(
        Lanes, S->getCond()->getExprLoc(),
        [&] {
          const llvm::SaveAndRestore Restore(Recorded.Code.OuterArms);
          const llvm::SaveAndRestore RestoreConditions(Conditions);
          comeThrough(Led);
          noteCompared(S->getCond());
          tell(Condition, true);
          runScoped(S->getThen());
        },
        [] {});
    if (leavesFunction(S)) {
      noteCompared(S->getCond());
      tell(Condition, false);
    }
    Guards.markInexact(S, Condition, HasAccesses, FirstOfArm, Recorded,
                       Context);
    return markSpeculated(
        S, FirstOfArm, Recorded, [&](const FunctionDecl *Callee) {
          return Facts.Effects.of(Callee).What == Effect::Acts;
        });
  }
  Guards.clear();
  BranchArms Arms;
  const bool IsRecorded = Recorded.isOn();
  Arms.ThenBegin = Recorded.size();
  Arms.ElseBegin = SIZE_MAX; // unless the second arm runs
  branch(
      Lanes, S->getCond()->getExprLoc(),
      [&] {
        Arms.ThenArm = Recorded.Code.Arm;
        const llvm::SaveAndRestore Restore(Recorded.Code.OuterArms);
        const llvm::SaveAndRestore RestoreConditions(Conditions);
        comeThrough(Led);
        noteCompared(S->getCond());
        tell(Condition, true);
        runScoped(S->getThen());
      },
      [&] {
        Arms.ElseArm = Recorded.Code.Arm;
        Arms.ElseBegin = Recorded.size();
        const llvm::SaveAndRestore RestoreConditions(Conditions);
        noteCompared(S->getCond());
        tell(Condition, false);
        runScoped(S->getElse());
      });
  if (!IsRecorded)
    return;
  Common.record(S, Arms,
                {isInLoop(), LoopsAround.empty() ? nullptr : LoopsAround.back(),
                 [&] { return Recorded.insertionPoint(); }});
}

void Interpreter::runReturn(const ReturnStmt *S) {
  if (const Expr *Result = S->getRetValue()) {
    QualType Type = Result->getType();
    const VarDecl *Candidate = S->getNRVOCandidate();
    Object *InPlace = Candidate && Candidate->isNRVOVariable()
                          ? Top->Locals.lookup(Candidate)
                          : nullptr;
    // The variable is the result: nothing copies it.
    if (InPlace && Top->Result && !Type.isTriviallyCopyableType(Context))
      copyLocal(&InPlace->Begin, &Top->Result->Begin, Type);
    else if (!Top->Result || Type->isVoidType())
      evaluateForEffect(Result);
    else if (Top->Function && Top->Function->getReturnType()->isReferenceType())
      writeCell(*Top->Result, 0,
                bindReference(Top->Function->getReturnType(), Result));
    else if (TypeLayouts::isInParts(Type))
      evaluateInto(Result, &Top->Result->Begin);
    else
      writeCell(*Top->Result, 0, sized(evaluate(Result), Type));
  }
  Top->Returned |= Active.Lanes;
  Active.Lanes = 0;
}
