//===- MixedOperands.cpp - Numbers mixed with several constants -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/MixedOperands.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

/// Whether an expression names a variable, or locals that are made of it.
static bool dependsOn(const Stmt *S, const VarDecl *Variable,
                      unsigned Depth = 4) {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *Named = dyn_cast<VarDecl>(Ref->getDecl());
    return Named == Variable ||
           (Named && Depth && Named->hasLocalStorage() &&
            dependsOn(Named->getInit(), Variable, Depth - 1));
  }
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return dependsOn(Child, Variable, Depth);
  });
}

/// Whether a loop has two iterations at most: `for (int k = 0; k < 2; k++)`.
static bool isShort(const ForStmt &Loop, const VarDecl &Counter,
                    const ASTContext &Context) {
  auto NumberOf = [&](const Expr *E) -> std::optional<int64_t> {
    Expr::EvalResult Number;
    if (!E || E->isValueDependent() || !E->EvaluateAsInt(Number, Context))
      return std::nullopt;
    return Number.Val.getInt().tryExtValue();
  };
  const auto *Test = dyn_cast_or_null<BinaryOperator>(Loop.getCond());
  if (!Test || Test->getOpcode() != BO_LT)
    return false;
  const std::optional<int64_t> Begin = NumberOf(Counter.getInit()),
                               End = NumberOf(Test->getRHS());
  return Begin && End && *End - *Begin <= 2;
}

bool banklint::isMixedWithMany(const Expr &Number, const Expr &Constant,
                               llvm::ArrayRef<const Stmt *> LoopsAround,
                               const ASTContext &Context) {
  for (const Stmt *Around : LoopsAround) {
    const auto *Loop = dyn_cast<ForStmt>(Around);
    const auto *Declared =
        Loop ? dyn_cast_or_null<DeclStmt>(Loop->getInit()) : nullptr;
    const auto *Counter = Declared && Declared->isSingleDecl()
                              ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                              : nullptr;
    if (Counter && dependsOn(&Constant, Counter) &&
        !dependsOn(&Number, Counter) && !isShort(*Loop, *Counter, Context))
      return true;
  }
  return false;
}
