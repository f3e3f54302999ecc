//===- Jumps.cpp - Statements that are left early -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statements/Jumps.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

Jumps JumpFinder::of(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return {};
  if (auto Found = Known.find(S); Found != Known.end())
    return Found->second;
  Jumps Out;
  Out.Breaks = isa<BreakStmt>(S);
  Out.Continues = isa<ContinueStmt>(S);
  Out.Returns = isa<ReturnStmt, GotoStmt, IndirectGotoStmt>(S);
  for (const Stmt *Child : S->children()) {
    const Jumps Of = of(Child);
    Out.Breaks |= Of.Breaks;
    Out.Continues |= Of.Continues;
    Out.Returns |= Of.Returns;
  }
  const bool IsLoop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  if (IsLoop)
    Out.Continues = false;
  if (IsLoop || isa<SwitchStmt>(S))
    Out.Breaks = false;
  Known.try_emplace(S, Out);
  return Out;
}

bool JumpFinder::returnsEarly(const Stmt *Body) {
  const auto *Block = llvm::dyn_cast_or_null<CompoundStmt>(Body);
  if (!Block)
    return of(Body).Returns;
  return llvm::any_of(Block->body(), [&](const Stmt *Child) {
    bool IsEnd = Child == Block->body_back() && isa<ReturnStmt>(Child);
    return !IsEnd && of(Child).Returns;
  });
}

bool banklint::isJump(const Stmt *S) {
  return isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, IndirectGotoStmt>(
      S);
}

bool banklint::endsWithJump(const Stmt *S) {
  if (const auto *Label = dyn_cast<SwitchCase>(S))
    return endsWithJump(Label->getSubStmt());
  if (const auto *Label = dyn_cast<LabelStmt>(S))
    return endsWithJump(Label->getSubStmt());
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return endsWithJump(Attributed->getSubStmt());
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return !Block->body_empty() && endsWithJump(Block->body_back());
  return isJump(S);
}
