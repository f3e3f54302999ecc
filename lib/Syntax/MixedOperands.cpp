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

/// As it is written: each loop has a counter of its own by the same name.
static std::string textOf(const Expr &E, const ASTContext &Context) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  E.IgnoreParenImpCasts()->printPretty(OS, nullptr,
                                       Context.getPrintingPolicy());
  return Text;
}

static void addMixes(const Stmt &Code, const ASTContext &Context,
                     Mixes &Found) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(&Code);
      Binary && Binary->getOpcode() == BO_Xor) {
    const std::string Left = textOf(*Binary->getLHS(), Context),
                      Right = textOf(*Binary->getRHS(), Context);
    Found[Left].insert(Right);
    Found[Right].insert(Left);
  }
  for (const Stmt *Child : Code.children())
    if (Child)
      addMixes(*Child, Context, Found);
}

Mixes banklint::mixesIn(const Stmt &Code, const ASTContext &Context) {
  Mixes Found;
  addMixes(Code, Context, Found);
  return Found;
}

bool banklint::isMixedElsewhere(const Expr &Number, const Mixes &Found,
                                const ASTContext &Context) {
  const auto With = Found.find(textOf(Number, Context));
  return With != Found.end() &&
         With->second.size() > 1 + With->second.contains("0");
}

/// What is nothing in the first iteration of a loop: the counter, which begins
/// at 0, or a product with it.
static bool vanishesWith(const Expr &E, const VarDecl &Counter,
                         const ASTContext &Context) {
  const Expr *Plain = E.IgnoreParenCasts();
  Expr::EvalResult Begin;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Plain))
    return Ref->getDecl() == &Counter && Counter.getInit() &&
           Counter.getInit()->EvaluateAsInt(Begin, Context) &&
           Begin.Val.getInt() == 0;
  const auto *Binary = dyn_cast<BinaryOperator>(Plain);
  if (!Binary)
    return false;
  const bool IsLeft = vanishesWith(*Binary->getLHS(), Counter, Context);
  if (Binary->getOpcode() == BO_Shl)
    return IsLeft;
  return Binary->getOpcode() == BO_Mul &&
         (IsLeft || vanishesWith(*Binary->getRHS(), Counter, Context));
}

Mixing banklint::mixingInLoops(const Expr &Number, const Expr &Constant,
                               llvm::ArrayRef<const Stmt *> LoopsAround,
                               const ASTContext &Context) {
  bool IsDoubtful = false;
  for (const Stmt *Around : LoopsAround) {
    const auto *Loop = dyn_cast<ForStmt>(Around);
    const auto *Declared =
        Loop ? dyn_cast_or_null<DeclStmt>(Loop->getInit()) : nullptr;
    const auto *Counter = Declared && Declared->isSingleDecl()
                              ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                              : nullptr;
    if (Counter && dependsOn(&Constant, Counter) &&
        !dependsOn(&Number, Counter)) {
      if (!isShort(*Loop, *Counter, Context))
        return Mixing::Many;
      IsDoubtful |= !vanishesWith(Constant, *Counter, Context);
    }
  }
  return IsDoubtful ? Mixing::Doubtful : Mixing::Once;
}
