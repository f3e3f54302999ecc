//===- Recurrences.cpp - How numbers move in loops ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecurrenceWalk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

std::optional<unsigned> SymbolicSum::symbol() const {
  if (Constant != 0 || Terms.size() != 1 || Terms[0].Factor != 1)
    return std::nullopt;
  return Terms[0].Symbol;
}

void SymbolicSum::add(const SymbolicSum &Other, int64_t Factor) {
  if (Factor == 0)
    return;
  Constant = wrappingSum(Constant, wrappingProduct(Other.Constant, Factor));
  IsDoubtful |= Other.IsDoubtful;
  for (const Term &T : Other.Terms) {
    auto *At = llvm::lower_bound(
        Terms, T.Symbol,
        [](const Term &Here, unsigned Symbol) { return Here.Symbol < Symbol; });
    if (At == Terms.end() || At->Symbol != T.Symbol)
      At = Terms.insert(At, {T.Symbol, 0});
    At->Factor = wrappingSum(At->Factor, wrappingProduct(T.Factor, Factor));
    if (At->Factor == 0)
      Terms.erase(At);
  }
}

const SymbolicLoop::Variable *SymbolicLoop::variableOf(unsigned Head) const {
  const auto *Found = llvm::find_if(
      Variables, [&](const Variable &V) { return V.Head == Head; });
  return Found == Variables.end() ? nullptr : Found;
}

//===----------------------------------------------------------------------===//
// Variables that only their names lead to
//===----------------------------------------------------------------------===//

const VarDecl *banklint::variableNamedBy(const Expr *E) {
  const auto *Name = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
}

const Expr *banklint::placeChangedBy(const Stmt *S) {
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->isIncrementDecrementOp())
    return Unary->getSubExpr();
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isAssignmentOp())
    return Binary->getLHS();
  return nullptr;
}

bool banklint::readsLaunch(const Expr *E) {
  if (isa<PseudoObjectExpr>(E))
    return true;
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->getIdentifier() &&
         Callee->getName().starts_with("__nvvm_read_ptx_sreg_");
}

bool banklint::isPure(const FunctionDecl *Callee) {
  return Callee && (Callee->isConstexpr() || Callee->hasAttr<ConstAttr>() ||
                    Callee->hasAttr<PureAttr>());
}

void EscapeFinder::visit(const Stmt *S, bool IsInLambda) {
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    // What a closure refers to, its body alone may change.
    for (const Expr *Captured : Lambda->capture_inits())
      if (Captured && !variableNamedBy(Captured))
        visit(Captured, IsInLambda);
    return visit(Lambda->getBody(), /*IsInLambda=*/true);
  }
  if (const Expr *Place = placeChangedBy(S); Place && variableNamedBy(Place)) {
    if (IsInLambda)
      Escaped.insert(variableNamedBy(Place));
    if (const auto *Binary = dyn_cast<BinaryOperator>(S))
      visit(Binary->getRHS(), IsInLambda);
    return;
  }
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S))
    if (variableNamedBy(Cast->getSubExpr()) &&
        (Cast->getCastKind() == CK_LValueToRValue ||
         Cast->getType().isConstQualified()))
      return;
  if (const auto *Name = dyn_cast<DeclRefExpr>(S))
    if (const auto *Variable = dyn_cast<VarDecl>(Name->getDecl()))
      Escaped.insert(Variable);
  if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declared->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D);
          Variable && Variable->getInit())
        visit(Variable->getInit(), IsInLambda);
    return;
  }
  visitChildren(S, IsInLambda);
}

/// Whether a statement may change what no name leads to.
static bool changesMemory(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (const Expr *Place = placeChangedBy(S); Place && !variableNamedBy(Place))
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(S);
      Call && !readsLaunch(Call) && !isPure(Call->getDirectCallee()))
    return true;
  return isa<CXXConstructExpr, CXXNewExpr, CXXDeleteExpr, GCCAsmStmt>(S) ||
         llvm::any_of(S->children(), changesMemory);
}

/// The variables that a statement sets by name.
static void findSet(const Stmt *S,
                    llvm::SmallSetVector<const VarDecl *, 8> &Set) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (const Expr *Place = placeChangedBy(S))
    if (const VarDecl *Variable = variableNamedBy(Place))
      Set.insert(Variable);
  for (const Stmt *Child : S->children())
    findSet(Child, Set);
}

template <typename... Kinds> static bool holds(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  return isa<Kinds...>(S) || llvm::any_of(S->children(), holds<Kinds...>);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void RecurrenceWalk::declare(const VarDecl *Variable) {
  if (!Variable->getInit() || Variable->isStaticLocal()) {
    set(Variable, fresh());
    return;
  }
  SymbolicSum Value = evaluate(Variable->getInit());
  set(Variable, std::move(Value));
}

/// By a `break` or a `return`.
void RecurrenceWalk::jumpOut(bool IsReturn) {
  Here.IsDead = true;
  if (Around.empty())
    return;
  if (!IsReturn && Around.back().IsSwitch)
    return;
  LoopAround &Inner = Around.back();
  if (!Inner.Loop)
    return;
  if (IsSure && !IsCountedExit && !Inner.Pending.empty())
    llvm::append_range(Inner.Loop->Exits, std::exchange(Inner.Pending, {}));
  else if (!IsCountedExit)
    Inner.Loop->HasOtherExit = true;
  if (IsReturn)
    for (const LoopAround &Outer : llvm::drop_end(Around))
      if (Outer.Loop && Outer.Loop != Inner.Loop)
        Outer.Loop->HasOtherExit = true;
}

/// What a statement does last is to leave the loop around it, or to go on with
/// its next iteration.
template <typename... Jumps> static bool endsWith(const Stmt *S) {
  if (const auto *Block = llvm::dyn_cast_or_null<CompoundStmt>(S))
    return !Block->body_empty() && endsWith<Jumps...>(Block->body_back());
  return S && isa<Jumps...>(S);
}

void RecurrenceWalk::runArm(const Stmt *S, bool IsCounted) {
  if (!S)
    return;
  const llvm::SaveAndRestore KeepSure(IsSure, false);
  const llvm::SaveAndRestore KeepCounted(IsCountedExit, IsCounted);
  run(S);
}

void RecurrenceWalk::runIf(const IfStmt *S) {
  if (S->getInit())
    run(S->getInit());
  if (S->getConditionVariable())
    declare(S->getConditionVariable());
  if (S->isConstexpr())
    if (const std::optional<const Stmt *> Taken =
            S->getNondiscardedCase(Context)) {
      if (*Taken)
        run(*Taken);
      return;
    }
  const Stmt *Then = S->getThen(), *Else = S->getElse();
  auto Leaves = [&](const Stmt *Arm) {
    return isSure() && !Around.back().IsSwitch &&
           endsWith<BreakStmt, ReturnStmt>(Arm) && !holds<ContinueStmt>(Arm);
  };
  const bool ThenLeaves = Leaves(Then), ElseLeaves = Leaves(Else);
  const bool GoesOn = isSure() && !Else && endsWith<ContinueStmt>(Then) &&
                      !holds<BreakStmt, ReturnStmt>(Then);
  Exits Ends;
  if (ThenLeaves != ElseLeaves || GoesOn)
    evaluateExits(S->getCond(), /*EndsIfTrue=*/ThenLeaves, Ends);
  else
    evaluate(S->getCond());
  if (ThenLeaves != ElseLeaves)
    llvm::append_range(Around.back().Loop->Exits, Ends);
  IsFirst = false;
  const State Before = Here;
  runArm(Then, ThenLeaves && !ElseLeaves);
  const State AfterThen = std::exchange(Here, Before);
  runArm(Else, ElseLeaves && !ThenLeaves);
  join(AfterThen);
  if (!isSure())
    return;
  if (GoesOn && Around.back().Pending.empty())
    Around.back().Pending = std::move(Ends);
  else if (holds<ContinueStmt>(Then) || holds<ContinueStmt>(Else))
    IsSure = false;
}

void RecurrenceWalk::runLoop(const Stmt *S, const Expr *Condition,
                             const Stmt *Body, const Expr *Increment,
                             bool TestsFirst, const VarDecl *ConditionVariable,
                             const Stmt *Declared) {
  llvm::SmallSetVector<const VarDecl *, 8> Set;
  for (const Stmt *Part : {static_cast<const Stmt *>(Condition), Body,
                           static_cast<const Stmt *>(Increment)})
    findSet(Part, Set);
  auto Loop = std::make_unique<SymbolicLoop>();
  for (const VarDecl *Variable : Set) {
    if (!isFollowed(Variable))
      continue;
    Symbol Head;
    Head.What = Symbol::Head;
    Head.Variable = Variable;
    const unsigned Number = add(std::move(Head));
    Loop->Variables.push_back({Number, valueOf(Variable), std::nullopt});
    Here.Values[Variable] = sumOf(Number);
  }
  const bool ChangesMemory = changesMemory(Condition) || changesMemory(Body) ||
                             changesMemory(Increment);
  Memory += ChangesMemory;
  Around.push_back({Loop.get(), {}, {}, false});
  {
    const llvm::SaveAndRestore KeepSure(IsSure, true);
    const llvm::SaveAndRestore KeepFirst(IsFirst, TestsFirst);
    const llvm::SaveAndRestore KeepCounted(IsCountedExit, false);
    if (ConditionVariable)
      declare(ConditionVariable);
    const bool HasTest = TestsFirst && Condition;
    if (HasTest)
      evaluateExits(Condition, /*EndsIfTrue=*/false, Loop->Exits);
    IsFirst = TestsFirst && Loop->Exits.empty();
    if (Declared)
      run(Declared);
    if (Body)
      run(Body);
    for (const State &Continued : Around.back().Continued)
      join(Continued);
    IsFirst = false;
    if (Increment && !Here.IsDead)
      evaluate(Increment);
    if (!TestsFirst && Condition && !Here.IsDead)
      evaluateExits(Condition, /*EndsIfTrue=*/false, Loop->Exits);
  }
  Around.pop_back();
  if (!Here.IsDead) {
    for (SymbolicLoop::Variable &V : Loop->Variables)
      V.End = valueOf(Found.Symbols[V.Head].Variable);
    // `while (!done)`, where the last iteration has set it.
    for (LoopExit &Exit : Loop->Exits) {
      const std::optional<unsigned> Flag = Exit.Left.symbol();
      const SymbolicLoop::Variable *Kept = Flag && Exit.Right == SymbolicSum()
                                               ? Loop->variableOf(*Flag)
                                               : nullptr;
      std::optional<LoopExit> Compared =
          Kept ? comparisonOf(*Kept->End) : std::nullopt;
      if (!Compared || (Exit.GoesOn != BO_EQ && Exit.GoesOn != BO_NE))
        continue;
      if (Exit.GoesOn == BO_EQ)
        Compared->GoesOn = BinaryOperator::negateComparisonOp(Compared->GoesOn);
      Exit = std::move(*Compared);
    }
  }
  Here.IsDead = false;
  forget(Set);
  Memory += ChangesMemory;
  Found.Loops[S] = std::move(Loop);
}

/// Whatever is set in a switch is not followed through it.
void RecurrenceWalk::runSwitch(const SwitchStmt *S) {
  if (S->getInit())
    run(S->getInit());
  if (S->getConditionVariable())
    declare(S->getConditionVariable());
  evaluate(S->getCond());
  llvm::SmallSetVector<const VarDecl *, 8> Set;
  findSet(S->getBody(), Set);
  const State Before = Here;
  Around.push_back(
      {Around.empty() ? nullptr : Around.back().Loop, {}, {}, true});
  runArm(S->getBody(), /*IsCounted=*/false);
  Around.pop_back();
  Here = Before;
  forget(Set);
  ++Memory;
}

void RecurrenceWalk::run(const Stmt *S) {
  if (Here.IsDead && !isa<SwitchCase>(S))
    return;
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    for (const Stmt *Part : cast<CompoundStmt>(S)->body())
      run(Part);
    return;
  case Stmt::DeclStmtClass:
    for (const Decl *D : cast<DeclStmt>(S)->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D))
        declare(Variable);
    break;
  case Stmt::IfStmtClass:
    return runIf(cast<IfStmt>(S));
  case Stmt::ForStmtClass: {
    const auto *For = cast<ForStmt>(S);
    if (For->getInit())
      run(For->getInit());
    runLoop(S, For->getCond(), For->getBody(), For->getInc(), true,
            For->getConditionVariable());
    break;
  }
  case Stmt::WhileStmtClass: {
    const auto *While = cast<WhileStmt>(S);
    runLoop(S, While->getCond(), While->getBody(), nullptr, true,
            While->getConditionVariable());
    break;
  }
  case Stmt::DoStmtClass: {
    const auto *Do = cast<DoStmt>(S);
    runLoop(S, Do->getCond(), Do->getBody(), nullptr, false);
    break;
  }
  case Stmt::CXXForRangeStmtClass: {
    const auto *Range = cast<CXXForRangeStmt>(S);
    for (const Stmt *Head :
         {Range->getInit(), static_cast<const Stmt *>(Range->getRangeStmt()),
          static_cast<const Stmt *>(Range->getBeginStmt()),
          static_cast<const Stmt *>(Range->getEndStmt())})
      if (Head)
        run(Head);
    runLoop(S, Range->getCond(), Range->getBody(), Range->getInc(), true,
            nullptr, Range->getLoopVarStmt());
    break;
  }
  case Stmt::SwitchStmtClass:
    runSwitch(cast<SwitchStmt>(S));
    break;
  case Stmt::BreakStmtClass:
    return jumpOut(/*IsReturn=*/false);
  case Stmt::ContinueStmtClass:
    for (LoopAround &L : llvm::reverse(Around))
      if (!L.IsSwitch) {
        L.Continued.push_back(Here);
        break;
      }
    Here.IsDead = true;
    return;
  case Stmt::ReturnStmtClass:
    if (const Expr *Returned = cast<ReturnStmt>(S)->getRetValue())
      evaluate(Returned);
    return jumpOut(/*IsReturn=*/true);
  case Stmt::AttributedStmtClass:
    return run(cast<AttributedStmt>(S)->getSubStmt());
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass: {
    llvm::SmallSetVector<const VarDecl *, 8> All;
    for (const auto &Value : Here.Values)
      All.insert(Value.first);
    Here.IsDead = false;
    forget(All);
    return run(cast<SwitchCase>(S)->getSubStmt());
  }
  case Stmt::NullStmtClass:
    return;
  default:
    if (const auto *E = dyn_cast<Expr>(S)) {
      evaluate(E);
      break;
    }
    ++Memory;
    for (const Stmt *Child : S->children())
      if (Child)
        run(Child);
    break;
  }
  IsFirst = false;
}

void Recurrences::follow(const FunctionDecl &Function) {
  const FunctionDecl *Defined = nullptr;
  if (!Function.hasBody(Defined) || !Followed.insert(Defined).second ||
      Defined->isDependentContext())
    return;
  // Where jumps lead anywhere, nothing is followed.
  const Stmt *Body = Defined->getBody();
  if (!holds<GotoStmt, IndirectGotoStmt, CXXTryStmt, CoreturnStmt>(Body))
    RecurrenceWalk(*this, *Defined);
}
