//===- NodeClasses.cpp - What becomes of each class of Clang --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expressions/NodeClasses.h"
#include "Interpreter.h"

// The switches have a case for everything that Clang has, and no default.
#pragma GCC diagnostic error "-Wswitch"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

NodeClass banklint::nodeClassOf(Stmt::StmtClass Class) {
  switch (Class) {
  case Stmt::NoStmtClass:
    return {NodeTreatment::Absent, "no class"};
#define STATEMENT(CLASS)                                                       \
  case Stmt::CLASS##Class:                                                     \
    return {NodeTreatment::Interpreted, #CLASS};
#define EXPRESSION(CLASS, METHOD, WHERE) STATEMENT(CLASS)
#define UNKNOWN(CLASS, WHAT)                                                   \
  case Stmt::CLASS##Class:                                                     \
    return {NodeTreatment::Unknown, WHAT};
#define ABSENT(CLASS, WHY)                                                     \
  case Stmt::CLASS##Class:                                                     \
    return {NodeTreatment::Absent, WHY};
#include "Expressions/NodeClasses.def"
  }
  llvm_unreachable("every class is in the table");
}

DeclarationEffect banklint::effectOf(Decl::Kind Kind) {
  switch (Kind) {
#define VARIABLE(KIND)                                                         \
  case Decl::KIND:                                                             \
    return DeclarationEffect::Variable;
#define NAME(KIND)                                                             \
  case Decl::KIND:                                                             \
    return DeclarationEffect::None;
#define ELSEWHERE(KIND)                                                        \
  case Decl::KIND:                                                             \
    return DeclarationEffect::Elsewhere;
#include "Expressions/DeclarationKinds.def"
  }
  llvm_unreachable("every kind is in the table");
}

/// What an expression is called in a report.
static std::string describe(const Expr *E) {
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return std::string("a conversion (") + Cast->getCastKindName() + ")";
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return ("'" + Binary->getOpcodeStr() + "'").str();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return ("'" + UnaryOperator::getOpcodeStr(Unary->getOpcode()) + "'").str();
  const NodeClass Class = nodeClassOf(E->getStmtClass());
  return Class.Treatment == NodeTreatment::Unknown ? Class.What.str()
                                                   : E->getStmtClassName();
}

Reason Interpreter::unsupported(const Expr *E) {
  return P.named("computed by " + describe(E));
}

/// A statement that is not interpreted may change what it names.
void Interpreter::leaveStatement(const Stmt *S) {
  const NodeClass Class = nodeClassOf(S->getStmtClass());
  Gaps.push_back(
      {S->getBeginLoc(),
       P.reason(ReasonKind::Statement, Class.Treatment == NodeTreatment::Unknown
                                           ? Class.What
                                           : S->getStmtClassName())});
  llvm::SmallVector<const Stmt *, 16> Left = {S};
  while (!Left.empty() && !stopped()) {
    const Stmt *Part = Left.pop_back_val();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Part);
        Ref && isa<VarDecl>(Ref->getDecl()))
      passToUnsupported(Ref, P.named(("computed by " + Class.What).str()));
    for (const Stmt *Child : Part->children())
      if (Child)
        Left.push_back(Child);
  }
}
