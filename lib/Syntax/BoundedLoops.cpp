//===- BoundedLoops.cpp - Loops whose end is known in part ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/BoundedLoops.h"
#include "Constants.h"
#include "Syntax/CompileTime.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

/// Whether a statement may set a variable.
static bool sets(const Stmt *S, const ValueDecl *Variable) {
  if (!S)
    return false;
  auto Names = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == Variable;
  };
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary &&
      (Unary->isIncrementDecrementOp() || Unary->getOpcode() == UO_AddrOf) &&
      Names(Unary->getSubExpr()))
    return true;
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isAssignmentOp() && Names(Binary->getLHS()))
    return true;
  // By reference.
  if (const auto *Call = dyn_cast<CallExpr>(S);
      Call && llvm::any_of(Call->arguments(), [&](const Expr *Argument) {
        return Argument->isGLValue() && Names(Argument);
      }))
    return true;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return sets(Child, Variable); });
}

namespace {
/// The ends of one loop.
class EndFinder {
public:
  EndFinder(const VarDecl *Counter, const Stmt *Body, const ASTContext &Context)
      : Counter(Counter), Body(Body), Context(Context) {}

  /// Takes a condition under which the loop goes on; or, where it `Ends`, ends.
  void add(const Expr *Condition, bool Ends);
  /// Whether each end is known before the loop, and two of them are met.
  std::optional<BoundedLoop> take() const;

private:
  std::optional<int64_t> constantOf(const Expr *E) const {
    const std::optional<llvm::APSInt> Number = banklint::constantOf(E, Context);
    return Number ? Number->tryExtValue() : std::nullopt;
  }
  bool isFree(const Expr *E) const;
  bool counts(const Expr *E) const;
  bool addMinimum(const Expr *Bound, BinaryOperatorKind Op);
  std::optional<uint64_t> iterationsTo(const Expr *Bound,
                                       BinaryOperatorKind Op) const;
  bool isCounter(const Expr *E) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == Counter;
  }

  const VarDecl *Counter;
  const Stmt *Body;
  const ASTContext &Context;
  std::optional<uint64_t> Most;
  bool IsMinimum = false, HasOther = false, HasUnknown = false;
};
} // namespace

/// `blockIdx.x`, where headers declare it as a plain member.
static bool isOfBuiltin(const Expr *E) {
  const auto *Member = dyn_cast<MemberExpr>(E);
  const auto *Base =
      Member ? dyn_cast<DeclRefExpr>(Member->getBase()->IgnoreParenImpCasts())
             : nullptr;
  const auto *Variable = Base ? dyn_cast<VarDecl>(Base->getDecl()) : nullptr;
  return Variable && Variable->hasExternalStorage() &&
         Variable->getIdentifier() &&
         (Variable->getName() == "threadIdx" ||
          Variable->getName() == "blockIdx" ||
          Variable->getName() == "blockDim" ||
          Variable->getName() == "gridDim");
}

/// Whether an expression is the same in all iterations: numbers without memory
/// or calls.
bool EndFinder::isFree(const Expr *E) const {
  E = E->IgnoreParenImpCasts();
  if (isa<PseudoObjectExpr>(E) || isOfBuiltin(E))
    return true; // threadIdx.x
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl());
    return Variable && Variable != Counter &&
           !Variable->getType()->isReferenceType() &&
           Variable->hasLocalStorage() && !sets(Body, Variable);
  }
  if (constantOf(E))
    return true;
  // What reads threadIdx.x is a call, as the toolkit's headers have it.
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && !Binary->isAssignmentOp())
    return isFree(Binary->getLHS()) && isFree(Binary->getRHS());
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return isFree(Cast->getSubExpr());
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  if (isa<ArraySubscriptExpr, CallExpr, CXXConstructExpr, MemberExpr>(E) ||
      (Unary && Unary->getOpcode() == UO_Deref) || E->HasSideEffects(Context))
    return false;
  return llvm::all_of(E->children(), [&](const Stmt *Child) {
    const auto *Part = dyn_cast_or_null<Expr>(Child);
    return Part && isFree(Part);
  });
}

/// Whether an expression goes up or down by one with the counter.
bool EndFinder::counts(const Expr *E) const {
  E = E->IgnoreParenImpCasts();
  if (isCounter(E))
    return true;
  const auto *Sum = dyn_cast<BinaryOperator>(E);
  if (!Sum || !Sum->isAdditiveOp())
    return false;
  return (counts(Sum->getLHS()) && isFree(Sum->getRHS())) ||
         (isFree(Sum->getLHS()) && counts(Sum->getRHS()));
}

/// How many iterations the counter takes from its beginning to a constant.
std::optional<uint64_t> EndFinder::iterationsTo(const Expr *Bound,
                                                BinaryOperatorKind Op) const {
  const std::optional<int64_t> End = constantOf(Bound);
  const std::optional<int64_t> Begin =
      Counter->getInit() ? constantOf(Counter->getInit()) : std::nullopt;
  if (!Begin || !End)
    return std::nullopt;
  int64_t Count = Op == BO_LT || Op == BO_LE ? *End - *Begin : *Begin - *End;
  if (Op == BO_NE)
    Count = std::abs(Count);
  return std::max<int64_t>(0, Count + (Op == BO_LE || Op == BO_GE));
}

/// `min(16, n)`, `n < 16 ? n : 16`, or a variable that is made of one.
bool EndFinder::addMinimum(const Expr *Bound, BinaryOperatorKind Op) {
  Bound = Bound->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Bound)) {
    const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Variable || !Variable->hasLocalStorage() || !Variable->getInit() ||
        sets(Body, Variable) || isa<ParmVarDecl>(Variable))
      return false;
    Bound = Variable->getInit()->IgnoreParenImpCasts();
  }
  llvm::SmallVector<const Expr *, 2> Either;
  if (const auto *Call = dyn_cast<CallExpr>(Bound)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || !Callee->getIdentifier() || Call->getNumArgs() != 2 ||
        (Callee->getName() != "min" && Callee->getName() != "umin"))
      return false;
    Either = {Call->getArg(0), Call->getArg(1)};
  } else if (const auto *Choice = dyn_cast<ConditionalOperator>(Bound)) {
    Either = {Choice->getTrueExpr(), Choice->getFalseExpr()};
    const auto *Compared =
        dyn_cast<BinaryOperator>(Choice->getCond()->IgnoreParenImpCasts());
    if (!Compared || !Compared->isRelationalOp())
      return false;
  } else {
    return false;
  }
  for (unsigned I : {0, 1}) {
    const Expr *Other = Either[1 - I]->IgnoreParenImpCasts();
    if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(Other))
      Other = Made->getSubExpr();
    const std::optional<uint64_t> Count = iterationsTo(Either[I], Op);
    if (!Count || constantOf(Other))
      continue;
    Most = std::min(Most.value_or(*Count), *Count);
    IsMinimum = HasOther = true;
    return true;
  }
  return false;
}

void EndFinder::add(const Expr *Condition, bool Ends) {
  Condition = Condition->IgnoreParenImpCasts();
  const auto *Binary = dyn_cast<BinaryOperator>(Condition);
  if (Binary && Binary->getOpcode() == (Ends ? BO_LOr : BO_LAnd)) {
    add(Binary->getLHS(), Ends);
    return add(Binary->getRHS(), Ends);
  }
  if (!Binary || !(Binary->isRelationalOp() || Binary->getOpcode() == BO_NE ||
                   Binary->getOpcode() == BO_EQ)) {
    HasUnknown = true;
    return;
  }
  BinaryOperatorKind Op = Binary->getOpcode();
  const Expr *Left = Binary->getLHS(), *Right = Binary->getRHS();
  if (Ends)
    Op = BinaryOperator::negateComparisonOp(Op);
  if (!counts(Left)) {
    std::swap(Left, Right);
    if (Op != BO_NE && Op != BO_EQ)
      Op = BinaryOperator::reverseComparisonOp(Op);
  }
  if (Op == BO_EQ || !counts(Left)) {
    HasUnknown = true;
    return;
  }
  if (isCounter(Left) && addMinimum(Right, Op))
    return;
  if (!isFree(Right)) {
    HasUnknown = true;
    return;
  }
  const std::optional<uint64_t> Count =
      isCounter(Left) ? iterationsTo(Right, Op) : std::nullopt;
  if (Count)
    Most = std::min(Most.value_or(*Count), *Count);
  else
    HasOther = true;
}

std::optional<BoundedLoop> EndFinder::take() const {
  if (HasUnknown || !HasOther || !Most)
    return std::nullopt;
  return BoundedLoop{*Most, IsMinimum};
}

/// `if (c) break;`
static const Expr *conditionOfBreak(const Stmt *S) {
  const auto *If = dyn_cast_or_null<IfStmt>(S);
  if (!If || If->getElse() || If->getInit() || If->getConditionVariable())
    return nullptr;
  const Stmt *Then = If->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Then);
      Block && Block->size() == 1)
    Then = Block->body_front();
  return isa<BreakStmt>(Then) ? If->getCond() : nullptr;
}

/// Whether a statement jumps out of the loop that it is the body of.
static bool leaves(const Stmt *S, bool IsInInner = false) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (isa<ReturnStmt, GotoStmt>(S) || (!IsInInner && isa<BreakStmt>(S)))
    return true;
  const bool IsInner =
      IsInInner ||
      isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(S);
  return llvm::any_of(
      S->children(), [&](const Stmt *Child) { return leaves(Child, IsInner); });
}

std::optional<BoundedLoop> banklint::boundedLoop(const VarDecl *Counter,
                                                 const Expr *Condition,
                                                 const Expr *Increment,
                                                 const Stmt *Body,
                                                 const ASTContext &Context) {
  const auto *Step = dyn_cast_or_null<UnaryOperator>(
      countingStep(Increment, Condition)
          ? countingStep(Increment, Condition)->IgnoreParenImpCasts()
          : nullptr);
  if (!Counter || !Condition || !Step || !Step->isIncrementDecrementOp() ||
      sets(Body, Counter))
    return std::nullopt;
  EndFinder Ends(Counter, Body, Context);
  Ends.add(Condition, /*Ends=*/false);
  llvm::SmallVector<const Stmt *, 8> Rest{Body};
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(Body))
    Rest.assign(Block->body_begin(), Block->body_end());
  bool IsAtHead = true;
  for (const Stmt *S : Rest) {
    const Expr *End = IsAtHead ? conditionOfBreak(S) : nullptr;
    if (End)
      Ends.add(End, /*Ends=*/true);
    else if (leaves(S))
      return std::nullopt;
    IsAtHead = End != nullptr;
  }
  return Ends.take();
}

std::optional<unsigned> banklint::boundedDegree(const BoundedLoop &Loop,
                                                bool IsInLoop) {
  constexpr uint64_t MostThatStay = 20;
  if (IsInLoop || Loop.MostIterations > MostThatStay)
    return std::nullopt;
  return Loop.IsMinimum ? 2 : 1;
}
