//===- Sink.cpp - Where local variables are used --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/Sink.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

static const VarDecl *localOf(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Variable && Variable->hasLocalStorage() &&
                 !Variable->getType()->isReferenceType()
             ? Variable
             : nullptr;
}

bool banklint::isLocalVariable(const Expr *E) { return localOf(E); }

/// Goes through a body, and keeps what is made where.
void UsesInCode::count(const Stmt *S, const VarDecl *Made, Makers &Into) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    if (const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl()))
      Into[Variable].push_back(Made);
  } else if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declared->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D);
          Variable && Variable->getInit())
        count(Variable->getInit(),
              Variable->getType()->isReferenceType() ? nullptr : Variable,
              Into);
    return;
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(S);
             Binary && Binary->isAssignmentOp()) {
    const Expr *Whole = Binary->getLHS()->IgnoreParens();
    llvm::SmallVector<const Expr *, 2> Indices;
    while (const auto *Part = dyn_cast<ArraySubscriptExpr>(Whole)) {
      Indices.push_back(Part->getIdx());
      Whole = Part->getBase()->IgnoreParenImpCasts();
    }
    const VarDecl *Variable = localOf(Whole);
    if (Variable && (Indices.empty() || Variable->getType()->isArrayType())) {
      for (const Expr *Index : Indices)
        count(Index, nullptr, Into);
      return count(Binary->getRHS(), Variable, Into);
    }
  }
  for (const Stmt *Child : S->children())
    if (Child)
      count(Child, Made, Into);
}

const UsesInCode::Makers &UsesInCode::in(const Stmt *S) {
  std::unique_ptr<Makers> &Of = Known[S];
  if (!Of) {
    Of = std::make_unique<Makers>();
    count(S, nullptr, *Of);
  }
  return *Of;
}

bool UsesInCode::areAllIn(const VarDecl *Variable,
                          llvm::ArrayRef<const Stmt *> Part, const Makers &Body,
                          unsigned Depth) {
  auto All = Body.find(Variable);
  if (All == Body.end() || Depth == 8)
    return false;
  size_t InPart = 0;
  for (const Stmt *S : Part)
    InPart += in(S).lookup(Variable).size();
  if (InPart == All->second.size())
    return true;
  llvm::SmallVector<const VarDecl *, 4> Outside(llvm::ArrayRef(All->second));
  for (const Stmt *S : Part)
    for (const VarDecl *Made : in(S).lookup(Variable))
      if (auto *One = llvm::find(Outside, Made); One != Outside.end())
        Outside.erase(One);
  return llvm::all_of(Outside, [&](const VarDecl *Made) {
    return Made && (Made == Variable || areAllIn(Made, Part, Body, Depth + 1));
  });
}

bool banklint::staysBranch(const Stmt *Arm) {
  if (isa<ArraySubscriptExpr>(Arm))
    return true;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Arm);
      Unary && Unary->getOpcode() == UO_Deref)
    return true;
  if (const auto *Binary = dyn_cast<BinaryOperator>(Arm)) {
    if (Binary->isMultiplicativeOp() && Binary->getOpcode() != BO_Mul &&
        Binary->getType()->isSignedIntegerType())
      return true;
    if (Binary->isAssignmentOp() &&
        isa<DeclRefExpr>(Binary->getLHS()->IgnoreParens()) &&
        !localOf(Binary->getLHS()))
      return true;
  }
  if (const auto *Call = dyn_cast<CallExpr>(Arm)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && llvm::any_of(Callee->parameters(), [](const ParmVarDecl *P) {
          return P->getType()->isPointerType();
        }))
      return true;
  }
  return llvm::any_of(Arm->children(), [](const Stmt *Child) {
    return Child && staysBranch(Child);
  });
}
