//===- SameText.h - Expressions that read the same --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_SAMETEXT_H
#define BANKLINT_NVCC_SOURCE_SAMETEXT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/FoldingSet.h"

namespace banklint {

/// What two expressions share that read the same, once templates are
/// instantiated. Whether they mean the same is for the walk to say.
inline llvm::FoldingSetNodeID textOf(const clang::Expr *E,
                                     const clang::ASTContext &Context) {
  llvm::FoldingSetNodeID Text;
  E->Profile(Text, Context, /*Canonical=*/true);
  return Text;
}

inline bool areSameText(const clang::Expr *A, const clang::Expr *B,
                        const clang::ASTContext &Context) {
  // A text begins with the kind of expression, whatever a template puts there.
  auto KindOf = [](const clang::Expr *E) {
    while (const auto *Put =
               llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(E))
      E = Put->getReplacement();
    return E->getStmtClass();
  };
  return A == B ||
         (KindOf(A) == KindOf(B) && textOf(A, Context) == textOf(B, Context));
}

/// Likewise, whatever parentheses and implicit conversions are around them.
inline bool areSameTextWithin(const clang::Expr *A, const clang::Expr *B,
                              const clang::ASTContext &Context) {
  return areSameText(A->IgnoreParenImpCasts(), B->IgnoreParenImpCasts(),
                     Context);
}

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_SAMETEXT_H
