//===- ExpressionVisitor.h - Expressions without their wrappers -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_EXPRESSIONS_EXPRESSIONVISITOR_H
#define BANKLINT_WALK_EXPRESSIONS_EXPRESSIONVISITOR_H

#include "Statements/Lifetimes.h"
#include "clang/AST/StmtVisitor.h"

namespace banklint {

/// The base of what is asked of expressions: their value, their place, or to
/// initialize an object. Expressions that only wrap another are that one:
/// `Impl` is asked `again` about it.
template <typename Impl, typename Result>
class ExpressionVisitor : public clang::ConstStmtVisitor<Impl, Result> {
public:
  explicit ExpressionVisitor(Interpreter &I) : I(I) {}

  Result VisitParenExpr(const clang::ParenExpr *E) {
    return again(E->getSubExpr());
  }
  Result VisitConstantExpr(const clang::ConstantExpr *E) {
    return again(E->getSubExpr());
  }
  Result VisitExprWithCleanups(const clang::ExprWithCleanups *E) {
    const Interpreter::FullExpression Whole(I);
    return again(E->getSubExpr());
  }
  /// An object that is to be where an initializer has a place for it.
  Result VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr *E) {
    return again(E->getSubExpr());
  }
  Result VisitSubstNonTypeTemplateParmExpr(
      const clang::SubstNonTypeTemplateParmExpr *E) {
    return again(E->getReplacement());
  }
  Result VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr *E) {
    return again(E->getExpr());
  }
  Result VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr *E) {
    return again(E->getExpr());
  }
  Result VisitPseudoObjectExpr(const clang::PseudoObjectExpr *E) {
    const clang::Expr *Worth = E->getResultExpr();
    return Worth ? again(Worth) : impl().VisitExpr(E);
  }
  Result VisitPackIndexingExpr(const clang::PackIndexingExpr *E) {
    return again(E->getSelectedExpr());
  }
  Result VisitGenericSelectionExpr(const clang::GenericSelectionExpr *E) {
    return again(E->getResultExpr());
  }
  Result VisitChooseExpr(const clang::ChooseExpr *E) {
    return again(E->getChosenSubExpr());
  }
  Result
  VisitCXXRewrittenBinaryOperator(const clang::CXXRewrittenBinaryOperator *E) {
    return again(E->getSemanticForm());
  }
  Result VisitOpaqueValueExpr(const clang::OpaqueValueExpr *E) {
    const clang::Expr *Source = I.sourceOf(E);
    return Source ? again(Source) : impl().VisitExpr(E);
  }

protected:
  Impl &impl() { return static_cast<Impl &>(*this); }
  Result again(const clang::Expr *E) { return impl().again(E); }

  Interpreter &I;
};

} // namespace banklint

#endif // BANKLINT_WALK_EXPRESSIONS_EXPRESSIONVISITOR_H
