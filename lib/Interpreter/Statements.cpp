//===- Statements.cpp - Branches, switches and returns --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Interpreter.h"
#include "llvm/ADT/SetVector.h"
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
  CodeSize += CodeSizes.ofStatement(S);
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
    if (InnerLoop)
      InnerLoop->Broken |= Active.Lanes;
    Active.Lanes = 0;
    return;
  case Stmt::ContinueStmtClass:
    if (InnerLoop)
      InnerLoop->Continued |= Active.Lanes;
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
    Gaps.emplace_back(S->getBeginLoc(), "a goto");
    return;
  case Stmt::CXXTryStmtClass:
    return run(cast<CXXTryStmt>(S)->getTryBlock());
  default:
    if (const auto *E = dyn_cast<Expr>(S))
      return evaluateForEffect(E);
    Gaps.emplace_back(S->getBeginLoc(), S->getStmtClassName());
  }
}

void Interpreter::declare(const VarDecl *Variable) {
  if (const auto *Bindings = dyn_cast<DecompositionDecl>(Variable)) {
    for (const BindingDecl *Binding : Bindings->bindings())
      if (const VarDecl *Held = Binding->getHoldingVar())
        declare(Held);
  }
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
  if (Slot && JournalUsers == 0) {
    Slot->Cells.clear();
  } else {
    Slot = &makeObject(Object::Local, Variable->getName(), Variable->getType());
  }
  Object &O = *Slot;
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
  Split S = decide(P, Condition, Active.Lanes, Warps, Ways);
  if (!Ways.empty() && End == WalkEnd::Complete)
    End = WalkEnd::WarpsDisagree;
  if (!S.isKnown())
    S.Open = Condition;
  return S;
}

/// With a condition more, where what a loop goes through settles it.
const Value *Interpreter::alsoWhen(const Value *Before,
                                   const Value &Condition) {
  if (Condition.isKnown() || Condition.isVarying())
    return Before;
  llvm::SmallVector<const Atom *, 4> Symbols;
  P.symbols(Condition, Symbols);
  auto IsShift = [](const Atom *A) { return A->Role == SymbolKind::WarpShift; };
  auto IsListed = [](const Atom *A) { return !A->Choices.empty(); };
  if (llvm::none_of(Symbols, IsListed) ||
      !llvm::all_of(Symbols,
                    [&](const Atom *A) { return IsShift(A) || IsListed(A); }))
    return Before;
  Value Both = Before ? P.logicalAnd(*Before, Condition) : Condition;
  // Alike conditions are one, so that what depends on them is found again.
  for (const Value *Known : Whens)
    if (*Known == Both)
      return Known;
  return Whens.emplace_back(new (P.storage()) Value(Both));
}

Value Interpreter::choiceFor(const Split &Condition, SourceLocation Where) {
  if (Condition.How >= Certainty::Even)
    return P.varying(why("depends on data compared", Where), {0, 1});
  return P.symbol("a condition", SymbolKind::Choice, {0, 1});
}

Scalar Interpreter::selectLanes(LaneMask Mask, const Scalar &A,
                                const Scalar &B) {
  if (A == B || Mask == AllLanes)
    return A;
  if (Mask == 0)
    return B;
  Lanes Chosen;
  for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
    Chosen[Lane] = Mask >> Lane & 1;
  return choose(P.lanes(Chosen), A, B);
}

/// B + (A - B) * Choice, for numbers and for addresses.
Scalar Interpreter::choose(const Value &Choice, const Scalar &A,
                           const Scalar &B) {
  constexpr size_t MaxTerms = 6;
  auto Mix = [&](const Value &X, const Value &Y) -> Value {
    if (X == Y)
      return X;
    Value Difference = P.sub(X, Y);
    bool IsMask = Choice.isKnown();
    // A choice makes one term more of each.
    size_t Terms = Y.terms().size() + Difference.terms().size() + 1;
    if (IsMask || (Terms <= MaxTerms && !Difference.isVarying())) {
      Value Either = P.add(Y, P.mul(Difference, Choice));
      if (Either.terms().size() <= MaxTerms)
        return Either;
    }
    Range A = P.range(X), B = P.range(Y);
    Range Bounds = {std::min(A.Min, B.Min), std::max(A.Max, B.Max)};
    if (X.isUniform() && Y.isUniform() && Choice.isUniform())
      return P.symbol("a value set by conditions", SymbolKind::Unknown, Bounds);
    llvm::StringRef Reason;
    for (const Value &Part : {Choice, X, Y})
      Reason = Reason.empty() ? Part.reason() : Reason;
    return P.varying(Reason.empty() ? "set by several conditions" : Reason,
                     Bounds);
  };
  if (A == B)
    return A;
  if (A.Function || B.Function) // one of several functions
    return {};
  if (!A.Address && !B.Address)
    return Mix(A.Number, B.Number);
  if (!A.Address || !B.Address) // null, or never written
    return A.Address ? A : B;
  const Pointer *X = A.Address, *Y = B.Address;
  if (X->BitField || Y->BitField)
    return lost("one of several bit-fields, by a condition");
  if (X->Base->Kind == Object::Lost || Y->Base->Kind == Object::Lost)
    return X->Base->Kind == Object::Lost ? X : Y;
  if (X->Base != Y->Base) {
    bool BothShared =
        X->Base->Kind == Object::Shared && Y->Base->Kind == Object::Shared;
    bool BothForeign =
        X->Base->Kind == Object::Foreign && Y->Base->Kind == Object::Foreign;
    if (BothForeign)
      return foreign(Mix(X->WithinBytes, Y->WithinBytes));
    if (X->Base->Kind != Object::Shared && Y->Base->Kind != Object::Shared)
      return eitherLocal(Choice, X, Y);
    if (!BothShared)
      return lost("points to shared or to other memory, by a condition");
    X->Base->Array->Escapes = Y->Base->Array->Escapes = true;
    X = flatten(X);
    Y = flatten(Y);
    Object &Both =
        Memory.window(X->Base->Name == Y->Base->Name
                          ? X->Base->Name.str()
                          : (X->Base->Name + "' or '" + Y->Base->Name).str());
    return new (P.storage())
        Pointer(&Both, {}, Mix(X->WithinBytes, Y->WithinBytes),
                X->IsGeneric || Y->IsGeneric);
  }
  llvm::SmallVector<Value, 3> Index;
  for (auto [I, J] : llvm::zip(X->Index, Y->Index))
    Index.push_back(Mix(I, J));
  return new (P.storage()) Pointer(
      X->Base, llvm::ArrayRef<Value>(Index).copy(P.storage()),
      Mix(X->WithinBytes, Y->WithinBytes), X->IsGeneric || Y->IsGeneric);
}

/// A place in one of two objects, of which one at least is local: a local one
/// that holds what either holds.
const Pointer *Interpreter::eitherLocal(const Value &Choice, const Pointer *X,
                                        const Pointer *Y) {
  Object &A = *X->Base, &B = *Y->Base;
  if (A.Kind != B.Kind || !X->WithinBytes.isNumber() ||
      !Y->WithinBytes.isNumber()) {
    constexpr llvm::StringLiteral Why = "may be written through a pointer";
    for (Object *O : {&A, &B})
      if (O->Kind == Object::Local)
        forgetLocal(*O, Why);
    return foreign(P.varying(Why));
  }
  Object &Either = makeObject(Object::Local, A.Name, A.Type);
  llvm::SmallSetVector<Object *, 8> All;
  for (Object *O : {&A, &B}) {
    All.insert_range(O->StandsFor);
    All.insert(O);
  }
  Either.StandsFor = All.getArrayRef().copy(P.storage());
  if (A.Initial == B.Initial)
    Either.Initial = A.Initial;
  int64_t AtA = X->WithinBytes.constant().same();
  int64_t AtB = Y->WithinBytes.constant().same();
  for (const auto &[OffsetBytes, OfA] : A.Cells) {
    auto OfB = B.Cells.find(OffsetBytes - AtA + AtB);
    if (OfB == B.Cells.end())
      continue;
    // Lists of locals that point to each other need not end.
    auto IsLink = [](const Scalar &V) {
      return V.Address && V.Address->Base->Kind == Object::Local;
    };
    if (OfA == OfB->second || !IsLink(OfA) || !IsLink(OfB->second))
      Either.Cells.emplace(OffsetBytes - AtA, choose(Choice, OfA, OfB->second));
  }
  return &Either.Begin;
}

/// `a < b ? a : b` and its kind: the lesser or the greater of two numbers.
std::optional<Value> Interpreter::extremeOf(const Split &Condition,
                                            const Scalar &A, const Scalar &B) {
  const Value &Open = Condition.Open;
  if (Open.terms().size() != 1 || A.Address || B.Address || A.Function ||
      B.Function || A.Number.isVarying() || B.Number.isVarying())
    return std::nullopt;
  const Atom &Test = *Open.terms()[0].What;
  if (Test.Kind != Atom::Unresolved || Test.Op != Operation::IsNegative)
    return std::nullopt;
  // As `Test < 0 ? X : Y`.
  Value X = A.Number, Y = B.Number;
  if (Open == P.sub(Value(1), P.valueOf(&Test)))
    std::swap(X, Y);
  else if (!(Open == P.valueOf(&Test)))
    return std::nullopt;
  // Where X = Y, it does not matter which is taken.
  auto IsNegativeFor = [&](const Value &Difference) {
    Value Here = Pool::withoutLaunch(Difference);
    return Test.Left == Here || Test.Left == P.sub(Here, Value(1));
  };
  if (IsNegativeFor(P.sub(X, Y)))
    return P.min(X, Y, Int64);
  if (IsNegativeFor(P.sub(Y, X)))
    return P.max(X, Y, Int64);
  return std::nullopt;
}

Scalar Interpreter::joinSides(const Split &Condition, SourceLocation Where,
                              const Scalar &A, const Scalar &B) {
  if (Condition.isKnown())
    return selectLanes(Condition.True, A, B);
  if (std::optional<Value> Extreme = extremeOf(Condition, A, B))
    return *Extreme;
  return A == B ? A : choose(choiceFor(Condition, Where), A, B);
}

/// Takes back what was written since the journal had this size.
void Interpreter::undo(size_t Mark) {
  while (Journal.size() > Mark) {
    const Change &C = Journal.back();
    if (C.Before)
      C.Where->Cells[C.OffsetBytes] = *C.Before;
    else
      C.Where->Cells.erase(C.OffsetBytes);
    Journal.pop_back();
  }
}

Interpreter::CellTable Interpreter::writtenSince(size_t Mark) const {
  CellTable Written;
  for (size_t I = Mark; I != Journal.size(); ++I) {
    const Change &C = Journal[I];
    auto Now = C.Where->Cells.find(C.OffsetBytes);
    if (Now != C.Where->Cells.end())
      Written[{C.Where, C.OffsetBytes}] = Now->second;
  }
  return Written;
}

/// Joins what the two sides of a condition wrote: the then-side's cells are
/// given, the else-side's are in place, journalled since `Mark`.
void Interpreter::joinCells(const Split &Condition, SourceLocation Where,
                            size_t Mark, CellTable Then, LaneMask ThenLanes,
                            LaneMask ElseLanes) {
  // What one side did not write is there what it was before.
  CellTable Else = writtenSince(Mark);
  bool ElseIsIdle = Else.empty();
  for (const auto &[Place, Written] : Then) {
    auto Now = Place.first->Cells.find(Place.second);
    if (Now != Place.first->Cells.end())
      Else.try_emplace(Place, Now->second);
  }
  for (size_t I = Mark; I != Journal.size(); ++I)
    if (const Change &C = Journal[I]; C.Before)
      Then.try_emplace({C.Where, C.OffsetBytes}, *C.Before);

  // A guard without another side: go on with the blocks that pass it.
  bool IsOneSided = Condition.How == Certainty::Guarded && ElseIsIdle &&
                    ElseLanes == Condition.False;
  std::optional<Value> Choice;
  for (const auto &[Place, ThenNow] : Then) {
    auto ElseNow = Else.find(Place);
    if (ElseNow == Else.end()) {
      setCell(*Place.first, Place.second, ThenNow);
      continue;
    }
    if (ElseNow->second == ThenNow)
      continue;
    Scalar Joined = ThenNow;
    if (std::optional<Value> Extreme =
            ThenLanes & ElseLanes
                ? extremeOf(Condition, ThenNow, ElseNow->second)
                : std::nullopt) {
      Joined = *Extreme;
    } else if (ThenLanes & ElseLanes && !IsOneSided) {
      if (!Choice)
        Choice = choiceFor(Condition, Where);
      Joined = choose(*Choice, ThenNow, ElseNow->second);
    }
    if (ElseLanes)
      Joined = selectLanes(
          ThenLanes & ~ElseLanes, ThenNow,
          selectLanes(ElseLanes & ~ThenLanes, ElseNow->second, Joined));
    setCell(*Place.first, Place.second, Joined);
  }
}

void Interpreter::joinBreaks(const Loop &L, SourceLocation Where) {
  for (const auto &[Place, Written, How] : L.AtBreak) {
    auto Now = Place.first->Cells.find(Place.second);
    if (Now != Place.first->Cells.end())
      writeCell(*Place.first, Place.second,
                choose(choiceFor({0, 0, How}, Where), Written, Now->second));
  }
}

void Interpreter::branch(const Split &Condition, SourceLocation Where,
                         llvm::function_ref<void()> Then,
                         llvm::function_ref<void()> Else) {
  Activity Before = Active;
  Certainty ReturnsBefore = Top->Returns;
  llvm::SaveAndRestore RestorePath(Path);
  llvm::SaveAndRestore RestoreOuter(OuterPaths);
  if (!IsHost) {
    llvm::SmallVector<unsigned, 8> Outer(OuterPaths);
    Outer.push_back(Path);
    OuterPaths = llvm::ArrayRef<unsigned>(Outer).copy(P.storage());
  }
  // Where lanes may have left, for good or until the loop ends, the rest of the
  // lanes is no better known than those.
  auto Leave = [&](LaneMask Survivors) {
    Active = Before;
    Active.Lanes = Survivors;
    if (Top->Returns != ReturnsBefore &&
        worse(Active.How, Top->Returns) != Active.How) {
      Active.How = Top->Returns;
      Active.Guard = Top->ReturnGuard;
    }
  };
  unsigned NextPath = LastPath + 1;
  LastPath += 2;
  auto RunSide = [&](LaneMask Lanes, llvm::function_ref<void()> Side,
                     bool IsElse) {
    Active = Before;
    Active.Lanes = Lanes;
    if (!Condition.Open.isKnown())
      Active.When = alsoWhen(Before.When, IsElse ? P.logicalNot(Condition.Open)
                                                 : Condition.Open);
    Path = NextPath++;
    if (inARow(Before.How, Condition.How) != Before.How) {
      Active.How = inARow(Before.How, Condition.How);
      Active.Guard = Where;
    }
    ++Block;
    if (Lanes)
      Side();
    return Active.Lanes;
  };
  if (Condition.isKnown()) {
    // Writes are masked, so the sides cannot disturb each other.
    LaneMask Survivors = RunSide(Condition.True, Then, false);
    Survivors |= RunSide(Condition.False, Else, true);
    ++Block;
    return Leave(Survivors);
  }

  size_t Mark = Journal.size();
  ++JournalUsers;
  auto NoteBreaks = [&](LaneMask BrokenBefore, LaneMask Survivors,
                        const CellTable &Cells) {
    if (Survivors || !InnerLoop || InnerLoop->Broken == BrokenBefore)
      return;
    for (const auto &[Place, Written] : Cells)
      InnerLoop->AtBreak.emplace_back(Place, Written, Condition.How);
  };
  LaneMask Broken = InnerLoop ? InnerLoop->Broken : 0;
  LaneMask ThenLanes = RunSide(Condition.True, Then, false);
  CellTable ThenCells = writtenSince(Mark);
  NoteBreaks(Broken, ThenLanes, ThenCells);
  undo(Mark);
  Broken = InnerLoop ? InnerLoop->Broken : 0;
  LaneMask ElseLanes = RunSide(Condition.False, Else, true);
  NoteBreaks(Broken, ElseLanes, writtenSince(Mark));
  ++Block;
  --JournalUsers;
  if (ThenLanes)
    joinCells(Condition, Where, Mark, std::move(ThenCells), ThenLanes,
              ElseLanes);
  if (JournalUsers == 0)
    Journal.clear();

  if ((Condition.True & ~ThenLanes) | (Condition.False & ~ElseLanes)) {
    Top->Returns = worse(Top->Returns, inARow(Before.How, Condition.How));
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
  Value Condition = evaluateTruth(S->getCond());
  if (stopped())
    return;
  Split Lanes = decideHere(Condition);
  // What the compiler can work out, too, leaves no branch behind.
  if (Lanes.isKnown() && (!Lanes.True || !Lanes.False) &&
      isDecided(S->getCond(), Context))
    return run(Lanes.True ? S->getThen() : S->getElse());
  for (const IfStmt *Last : ifsThatEndSides(S))
    EndSides.insert(Last);
  BranchArms Arms;
  const bool IsRecorded = S->getElse() && !IsHost && !TrialDepth;
  if (IsRecorded)
    Arms.Before = besideHere();
  Arms.ThenBegin = Records.size();
  Arms.ElseBegin = SIZE_MAX; // unless the second arm runs
  branch(
      Lanes, S->getCond()->getExprLoc(),
      [&] {
        Arms.ThenPath = Path;
        run(S->getThen());
      },
      [&] {
        Arms.ElsePath = Path;
        Arms.ElseBegin = Records.size();
        run(S->getElse());
      });
  if (IsRecorded)
    recordArms(S, Arms);
}

/// Each case is entered by its lanes and runs to the next `break`, as a chain
/// of branches.
void Interpreter::runSwitch(const SwitchStmt *S) {
  if (const Stmt *Init = S->getInit())
    run(Init);
  if (const VarDecl *Variable = S->getConditionVariable())
    declare(Variable);
  Value Selector = number(S->getCond());
  const auto *Body = dyn_cast_or_null<CompoundStmt>(S->getBody());
  if (!Body || stopped())
    return;

  struct Entry {
    size_t Statement;
    llvm::SmallVector<const CaseStmt *, 2> Cases;
    bool IsDefault = false;
  };
  llvm::SmallVector<const Stmt *, 16> Statements(Body->body());
  std::vector<Entry> Entries;
  for (size_t I = 0; I != Statements.size(); ++I) {
    Entry New{I, {}, false};
    for (const Stmt *Label = Statements[I]; isa<SwitchCase>(Label);
         Label = cast<SwitchCase>(Label)->getSubStmt()) {
      if (const auto *Case = dyn_cast<CaseStmt>(Label))
        New.Cases.push_back(Case);
      else
        New.IsDefault = true;
    }
    if (!New.Cases.empty() || New.IsDefault)
      Entries.push_back(New);
  }

  auto Matches = [&](const Entry &E) {
    Value Any = 0;
    for (const CaseStmt *Case : E.Cases) {
      Value Low = number(Case->getLHS());
      Value Hit = P.equal(Selector, Low, Int64);
      if (const Expr *High = Case->getRHS())
        Hit = P.logicalAnd(P.logicalNot(P.less(Selector, Low, Int64)),
                           P.logicalNot(P.less(number(High), Selector, Int64)));
      Any = P.logicalOr(Any, Hit);
    }
    return Any;
  };
  Loop Scope;
  Scope.Outer = InnerLoop;
  InnerLoop = &Scope;
  Activity Before = Active;
  // A way through the switch ends at its break, and goes on behind the switch.
  auto RunFrom = [&](size_t First) {
    Scope.Broken = 0;
    for (size_t I = First; I != Statements.size() && !stopped(); ++I)
      run(Statements[I]);
    Active.Lanes |= Scope.Broken;
  };
  const Entry *Default = nullptr;
  for (const Entry &E : Entries)
    if (E.IsDefault)
      Default = &E;
  std::function<void(size_t)> Try = [&](size_t Which) {
    if (Which == Entries.size()) {
      if (Default)
        RunFrom(Default->Statement);
      return;
    }
    const Entry &E = Entries[Which];
    if (E.Cases.empty() || E.IsDefault)
      return Try(Which + 1);
    Split Lanes = decideHere(Matches(E));
    branch(
        Lanes, S->getCond()->getExprLoc(), [&] { RunFrom(E.Statement); },
        [&] { Try(Which + 1); });
  };
  Try(0);
  InnerLoop = Scope.Outer;
  // `continue` in a switch belongs to the loop around it.
  if (InnerLoop)
    InnerLoop->Continued |= Scope.Continued;
  LaneMask Stay = Active.Lanes;
  Active = Before;
  Active.Lanes = Stay;
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
  Active.Lanes = 0;
}
