//===- LineTable.cpp - On which line machine code has an access -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/LineTable.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

static bool isOperand(const Expr *E) {
  return isa<DeclRefExpr, CXXThisExpr, IntegerLiteral, CharacterLiteral,
             FloatingLiteral, CXXBoolLiteralExpr, UnaryExprOrTypeTraitExpr>(E);
}

/// What the front end replaces by a number, which stands where it begins.
static bool isWorkedOut(const Expr *E, const ASTContext &Context) {
  return E->isPRValue() && E->getType()->isIntegralOrEnumerationType() &&
         !E->isValueDependent() && E->isIntegerConstantExpr(Context);
}

bool banklint::isTrivialAssignment(const FunctionDecl *Callee) {
  const auto *Method = llvm::dyn_cast_or_null<CXXMethodDecl>(Callee);
  return Method && Method->isTrivial() &&
         (Method->isCopyAssignmentOperator() ||
          Method->isMoveAssignmentOperator());
}

/// The part of an expression that its place is taken from; null where that is
/// the whole.
static const Expr *lastOperandOf(const Expr *E) {
  if (const auto *Paren = dyn_cast<ParenExpr>(E))
    return Paren->getSubExpr();
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getSubExpr();
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return Subscript->getIdx();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getBase();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->isIncrementDecrementOp() ? nullptr : Unary->getSubExpr();
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return Binary->getRHS();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return Choice->getFalseExpr();
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E))
    return isTrivialAssignment(Call->getDirectCallee()) ? Call->getArg(1)
                                                        : nullptr;
  const auto *Replaced = dyn_cast<SubstNonTypeTemplateParmExpr>(E);
  return Replaced ? Replaced->getReplacement() : nullptr;
}

/// A temporary, which machine code knows nothing of.
static bool holdsTemporary(const Expr *E) {
  return isa<MaterializeTemporaryExpr, CXXConstructExpr, InitListExpr,
             ExprWithCleanups>(E);
}

std::optional<SourceLocation>
banklint::placeInLineTables(const Expr &E, const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  auto LineOf = [&](SourceLocation Where) {
    return Sources.getExpansionLineNumber(Where);
  };
  if (LineOf(E.getBeginLoc()) == LineOf(E.getEndLoc()))
    return E.getBeginLoc();
  for (const Expr *Part = &E; Part; Part = lastOperandOf(Part)) {
    if (isOperand(Part->IgnoreParenImpCasts()))
      return Part->IgnoreParenImpCasts()->getBeginLoc();
    const auto *Cast = dyn_cast<CastExpr>(Part);
    if (holdsTemporary(Part) ||
        (Cast && Cast->getCastKind() == CK_UserDefinedConversion))
      return std::nullopt;
    if (isWorkedOut(Part, Context) || !lastOperandOf(Part))
      return Part->getBeginLoc();
  }
  return std::nullopt;
}
