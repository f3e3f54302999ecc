//===- Reassociate.cpp - Exclusive ors that are rewritten -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/Reassociate.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

/// Whether a number is written as an exclusive or, here or where its variable
/// begins.
static bool isWrittenAsXor(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Reference = dyn_cast<DeclRefExpr>(E)) {
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    return Variable && Variable->getInit() &&
           isa<BinaryOperator>(Variable->getInit()->IgnoreParenImpCasts()) &&
           isWrittenAsXor(Variable->getInit());
  }
  const auto *Operation = dyn_cast<BinaryOperator>(E);
  return Operation && Operation->getOpcode() == BO_Xor;
}
bool banklint::mayBeRewritten(const BinaryOperator *E, const Value &A,
                              const Value &B, const Pool &P, bool IsInLoop) {
  const bool IsOneOfSeveral =
      isWrittenAsXor(E->getLHS()) || isWrittenAsXor(E->getRHS());
  return P.clearsBits(A, B) || (IsOneOfSeveral && IsInLoop);
}
bool RewrittenXors::holds(const Stmt *S) const {
  const auto *E = dyn_cast<Expr>(S);
  return (E && Xors.contains(E)) ||
         llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return Child && holds(Child); });
}
