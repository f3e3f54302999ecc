//===- Stores.cpp - Assignments to memory, as source text has them --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stores.h"
#include "Nvcc/Source/SameText.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

std::optional<Store> banklint::storeOf(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (!E)
    return std::nullopt;
  if (const auto *Full = dyn_cast<ExprWithCleanups>(E))
    E = Full->getSubExpr();
  E = E->IgnoreParens();
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (!Binary->isAssignmentOp())
      return std::nullopt;
    return Store{Binary->getLHS()->IgnoreParens(), Binary->getRHS(),
                 Binary->getOpcode()};
  }
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  const auto *Method =
      Call ? dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee()) : nullptr;
  if (!Method || Call->getOperator() != OO_Equal || !Method->isTrivial())
    return std::nullopt;
  return Store{Call->getArg(0)->IgnoreParens(),
               Call->getArg(1)->IgnoreImplicit(), BO_Assign,
               /*IsObject=*/true};
}

bool banklint::isInMemory(const Expr *E) {
  E = E->IgnoreParens();
  while (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (Member->isArrow())
      return true;
    E = Member->getBase()->IgnoreParens();
  }
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    const Expr *Base = Subscript->getBase()->IgnoreParenCasts();
    const auto *Ref = dyn_cast<DeclRefExpr>(Base);
    const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    // An array of the thread is registers, as far as this can tell.
    return !Variable || !Variable->hasLocalStorage() ||
           !Variable->getType()->isArrayType();
  }
  // What a function refers to, `view(r, c)` for one.
  if (isa<CallExpr>(E))
    return E->isGLValue();
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  return Unary && Unary->getOpcode() == UO_Deref;
}

bool banklint::isAtHand(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (isa<IntegerLiteral>(E) || isa<FloatingLiteral>(E))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl());
    return Variable && Variable->hasLocalStorage();
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return !Member->isArrow() && isAtHand(Member->getBase());
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
  return Subscript &&
         Subscript->getBase()->IgnoreParenCasts()->getType()->isArrayType() &&
         isAtHand(Subscript->getBase()) && isAtHand(Subscript->getIdx());
}

bool banklint::isConstructed(const Store &S) {
  const CXXRecordDecl *Class = S.Place->getType()->getAsCXXRecordDecl();
  return S.IsObject && Class && Class->hasDefinition() && !Class->isAggregate();
}

bool banklint::isZero(const Expr *E) {
  E = E->IgnoreImplicit()->IgnoreParenCasts();
  if (const auto *Integer = dyn_cast<IntegerLiteral>(E))
    return Integer->getValue() == 0;
  if (const auto *Floating = dyn_cast<FloatingLiteral>(E))
    return Floating->getValue().isPosZero();
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(E))
    return true;
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return llvm::all_of(List->inits(), isZero);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return E->getType()->isRecordType() && Call->getNumArgs() > 0 &&
           llvm::all_of(Call->arguments(), isZero);
  return false;
}

/// Whether a text occurs in an expression.
static bool mentions(const Expr *E, const Expr *Part,
                     const ASTContext &Context) {
  const llvm::FoldingSetNodeID Text = textOf(Part, Context);
  const std::function<bool(const Stmt *)> Has = [&](const Stmt *S) {
    if (const auto *Inner = dyn_cast_or_null<Expr>(S))
      if (textOf(Inner->IgnoreParenImpCasts(), Context) == Text)
        return true;
    return S && llvm::any_of(S->children(), Has);
  };
  return Has(E);
}

/// The number that a conversion keeps whole.
static const Expr *withoutWidening(const Expr *E, const ASTContext &Context) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    const auto *Cast = dyn_cast<CastExpr>(E);
    const bool IsKept =
        Cast && (Cast->getCastKind() == CK_NoOp ||
                 (Cast->getCastKind() == CK_IntegralCast &&
                  Context.getIntWidth(Cast->getType()) >=
                      Context.getIntWidth(Cast->getSubExpr()->getType())));
    if (!IsKept)
      return E;
    E = Cast->getSubExpr();
  }
}

static Knowledge knowledgeInArm(const Expr *Place, const Expr *Condition,
                                bool IsElse, const ASTContext &Context) {
  const Expr *E = Condition->IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(E);
      Not && Not->getOpcode() == UO_LNot)
    return knowledgeInArm(Place, Not->getSubExpr(), !IsElse, Context);
  auto IsMentioned = [&](const Expr *Side) {
    Side = withoutWidening(Side, Context);
    return !Side->isEvaluatable(Context) && mentions(Place, Side, Context);
  };
  auto SureIf = [](bool IsSure) {
    return IsSure ? Knowledge::Sure : Knowledge::None;
  };
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary) // `if (t)`: it is zero in the other arm
    return SureIf(IsElse && !E->getType()->isBooleanType() && IsMentioned(E));
  switch (Binary->getOpcode()) {
  case BO_EQ:
  case BO_NE:
    return SureIf(
        IsElse == (Binary->getOpcode() == BO_NE) &&
        (IsMentioned(Binary->getLHS()) || IsMentioned(Binary->getRHS())));
  case BO_LAnd:
  case BO_LOr: {
    const Knowledge Either =
        std::max(knowledgeInArm(Place, Binary->getLHS(), IsElse, Context),
                 knowledgeInArm(Place, Binary->getRHS(), IsElse, Context));
    // What both sides say is known where the whole tells.
    const bool TellsBoth = IsElse == (Binary->getOpcode() == BO_LOr);
    return TellsBoth ? Either : std::min(Either, Knowledge::Possible);
  }
  default:
    return SureIf(IsElse && !Binary->isComparisonOp() && IsMentioned(E));
  }
}

Knowledge banklint::knowledgeOfPlace(const Expr *Place, const Expr *Condition,
                                     const ASTContext &Context) {
  return std::max(knowledgeInArm(Place, Condition, /*IsElse=*/false, Context),
                  knowledgeInArm(Place, Condition, /*IsElse=*/true, Context));
}
