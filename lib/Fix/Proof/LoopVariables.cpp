//===- LoopVariables.cpp - What rounds of a loop change -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/LoopVariables.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

bool banklint::hasPart(const Stmt *S,
                       llvm::function_ref<bool(const Stmt *)> Is) {
  return S && (Is(S) || llvm::any_of(S->children(), [&](const Stmt *Child) {
                 return hasPart(Child, Is);
               }));
}

const VarDecl *banklint::variableNamed(const Expr *E) {
  const auto *Name = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return Name && !Name->refersToEnclosingVariableOrCapture()
             ? dyn_cast<VarDecl>(Name->getDecl())
             : nullptr;
}

/// Adds an assignment to a variable, and the code in it; false for other code.
bool LoopVariables::addChange(const Stmt *S) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isAssignmentOp())
    if (const VarDecl *D = variableNamed(Binary->getLHS())) {
      const BinaryOperatorKind Kind = Binary->getOpcode();
      const int Sign = Kind == BO_AddAssign ? 1 : Kind == BO_SubAssign ? -1 : 0;
      Changes[D].push_back({S, Binary->getRHS(), Sign});
      add(Binary->getRHS());
      return true;
    }
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->isIncrementDecrementOp())
    if (const VarDecl *D = variableNamed(Unary->getSubExpr())) {
      Changes[D].push_back({S, nullptr, Unary->isIncrementOp() ? 1 : -1});
      return true;
    }
  return false;
}

void LoopVariables::add(const Stmt *S) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S) || addChange(S))
    return;
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
      Cast && Cast->getCastKind() == CK_LValueToRValue &&
      variableNamed(Cast->getSubExpr()))
    return;
  if (const auto *Name = dyn_cast<DeclRefExpr>(S)) {
    if (const auto *D = dyn_cast<VarDecl>(Name->getDecl()))
      Escaping.insert(D);
    return;
  }
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declared->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D);
          Variable && Variable->getInit())
        Changes[Variable].push_back({S, Variable->getInit(), 0});
  for (const Stmt *Child : S->children())
    add(Child);
}

std::optional<llvm::SmallVector<Change, 4>>
LoopVariables::changesOf(const VarDecl *D, const Stmt *Loop) const {
  const QualType Type = D->getType();
  if (!D->hasLocalStorage() || Escaping.contains(D) || !Type->isScalarType() ||
      Type.isVolatileQualified())
    return std::nullopt;
  auto Has = [](const Stmt *Whole, const Stmt *Part) {
    return hasPart(Whole, [Part](const Stmt *S) { return S == Part; });
  };
  const auto *For = dyn_cast<ForStmt>(Loop);
  llvm::SmallVector<Change, 4> Result;
  if (auto Known = Changes.find(D); Known != Changes.end())
    for (const Change &C : Known->second)
      if (Has(Loop, C.Where) && !(For && Has(For->getInit(), C.Where)))
        Result.push_back(C);
  return Result;
}
