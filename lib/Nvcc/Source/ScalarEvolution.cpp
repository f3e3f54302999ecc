//===- ScalarEvolution.cpp - By what loops count --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The questions of CompileTime about the increment of a loop.
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/ScalarEvolution.h"
#include "Nvcc/Source/SCCP.h"
#include "clang/AST/ASTContext.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;

/// The variable that an expression is; null where it is another.
static const VarDecl *namedBy(const Expr *Name) {
  const auto *Reference =
      Name ? dyn_cast<DeclRefExpr>(Name->IgnoreParenImpCasts()) : nullptr;
  return Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
}

const VarDecl *banklint::steppedBy(const Expr *Step) {
  Step = Step->IgnoreParenImpCasts();
  const Expr *Place = nullptr;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Step);
      Unary && Unary->isIncrementDecrementOp())
    Place = Unary->getSubExpr();
  else if (const auto *Binary = dyn_cast<BinaryOperator>(Step);
           Binary && Binary->isAssignmentOp())
    Place = Binary->getLHS();
  return namedBy(Place);
}

static bool names(const Stmt *S, const VarDecl *Variable) {
  if (const auto *Reference = dyn_cast<DeclRefExpr>(S))
    return Reference->getDecl() == Variable;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return Child && names(Child, Variable);
  });
}

namespace {

/// What an increment adds to its variable, or takes away from it.
struct Step {
  const Expr *Amount; ///< null where that is 1
  bool IsUp;
  QualType Type; ///< in which it is added
};

} // namespace

/// None where it does something else.
static std::optional<Step> stepOf(const Expr *Increment) {
  if (!Increment)
    return std::nullopt;
  Increment = Increment->IgnoreParenImpCasts();
  if (const auto *Unary = dyn_cast<UnaryOperator>(Increment)) {
    if (!Unary->isIncrementDecrementOp())
      return std::nullopt;
    return Step{nullptr, Unary->isIncrementOp(), Unary->getType()};
  }
  const auto *Binary = dyn_cast<BinaryOperator>(Increment);
  if (!Binary)
    return std::nullopt;
  if (Binary->getOpcode() == BO_AddAssign ||
      Binary->getOpcode() == BO_SubAssign)
    return Step{
        Binary->getRHS(), Binary->getOpcode() == BO_AddAssign,
        cast<CompoundAssignOperator>(Binary)->getComputationResultType()};
  // `i = i + 2`, `i = 2 + i`.
  const VarDecl *Stepped = steppedBy(Binary);
  const auto *Sum =
      dyn_cast<BinaryOperator>(Binary->getRHS()->IgnoreParenImpCasts());
  if (!Stepped || Binary->getOpcode() != BO_Assign || !Sum ||
      !Sum->isAdditiveOp())
    return std::nullopt;
  const bool IsUp = Sum->getOpcode() == BO_Add;
  if (namedBy(Sum->getLHS()) == Stepped)
    return Step{Sum->getRHS(), IsUp, Sum->getType()};
  if (namedBy(Sum->getRHS()) == Stepped && IsUp)
    return Step{Sum->getLHS(), IsUp, Sum->getType()};
  return std::nullopt;
}

const Expr *banklint::countingStep(const Expr *Increment,
                                   const Expr *Condition) {
  if (!Increment || !Condition)
    return Increment;
  // `++p, (void)--n`, as libraries have it.
  const auto *Cast = dyn_cast<ExplicitCastExpr>(Increment->IgnoreParens());
  if (Cast && Cast->getCastKind() == CK_ToVoid)
    return countingStep(Cast->getSubExpr(), Condition);
  const auto *Comma =
      dyn_cast<BinaryOperator>(Increment->IgnoreParenImpCasts());
  if (!Comma || Comma->getOpcode() != BO_Comma)
    return Increment;
  for (const Expr *Part : {Comma->getLHS(), Comma->getRHS()}) {
    const Expr *Step = countingStep(Part, Condition);
    const VarDecl *Variable = steppedBy(Step);
    if (Variable && names(Condition, Variable))
      return Step;
  }
  return Increment;
}

namespace {
/// Finds what changes one variable, and whether it always runs.
class StepFinder {
public:
  explicit StepFinder(const VarDecl *Variable) : Variable(Variable) {}

  void visit(const Stmt *S, bool IsSure) {
    const auto *E = dyn_cast<Expr>(S);
    if (E && steppedBy(E) == Variable) {
      if (Found || !IsSure || !stepOf(E))
        IsOther = true;
      Found = E;
    } else if (const auto *Unary = dyn_cast<UnaryOperator>(S);
               Unary && Unary->getOpcode() == UO_AddrOf &&
               namedBy(Unary->getSubExpr()) == Variable) {
      IsOther = true;
    }
    const auto *Binary = dyn_cast<BinaryOperator>(S);
    const bool MayBeSkipped =
        isa<IfStmt, SwitchStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt,
            AbstractConditionalOperator, LambdaExpr, CXXTryStmt>(S) ||
        (Binary && Binary->isLogicalOp());
    for (const Stmt *Child : S->children())
      if (Child)
        visit(Child, IsSure && !MayBeSkipped);
  }
  const Expr *step() const { return IsOther ? nullptr : Found; }

private:
  const VarDecl *Variable;
  const Expr *Found = nullptr;
  bool IsOther = false;
};
} // namespace

const Expr *banklint::stepInBody(const Stmt &Body, const Expr *Condition) {
  const auto *Compared = llvm::dyn_cast_or_null<BinaryOperator>(
      Condition ? Condition->IgnoreParenImpCasts() : nullptr);
  if (!Compared || !Compared->isComparisonOp())
    return nullptr;
  for (const Expr *Side : {Compared->getLHS(), Compared->getRHS()})
    if (const VarDecl *Variable = namedBy(Side);
        Variable && Variable->hasLocalStorage()) {
      StepFinder Finder(Variable);
      Finder.visit(&Body, /*IsSure=*/true);
      if (const Expr *Step = Finder.step())
        return Step;
    }
  return nullptr;
}

bool CompileTime::isConstantStep(const Expr *Increment) const {
  const std::optional<Step> Known = stepOf(Increment);
  return Known && (!Known->Amount || isConstant(Known->Amount));
}

bool CompileTime::isSignedStepUp(const Expr *Increment) {
  const std::optional<Step> Known = stepOf(Increment);
  return Known && Known->IsUp && Known->Type->isSignedIntegerType();
}
