//===- RecurrenceWalk.h - Follows one function ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk behind Recurrences: RecurrentExpressions.cpp evaluates, and
// Recurrences.cpp runs statements.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_SYNTAX_RECURRENCEWALK_H
#define BANKLINT_SYNTAX_RECURRENCEWALK_H

#include "Recurrences.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SetVector.h"

namespace banklint {

/// The sum and the product of numbers that wrap around.
inline int64_t wrappingSum(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) + uint64_t(B));
}
inline int64_t wrappingProduct(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) * uint64_t(B));
}

/// The variable that an expression names; null where it is another.
const clang::VarDecl *variableNamedBy(const clang::Expr *E);

/// The place that an expression changes; null where it changes none.
const clang::Expr *placeChangedBy(const clang::Stmt *S);

/// What reads threadIdx.x, as the toolkit's headers or Clang's have it.
bool readsLaunch(const clang::Expr *E);

/// Whether a call changes nothing beside what it gives.
bool isPure(const clang::FunctionDecl *Callee);

/// Finds the variables that something else than an assignment by name may
/// change.
class EscapeFinder {
public:
  void visit(const clang::Stmt *S, bool IsInLambda = false);
  bool escapes(const clang::VarDecl *Variable) const {
    return Escaped.contains(Variable);
  }

private:
  void visitChildren(const clang::Stmt *S, bool IsInLambda) {
    for (const clang::Stmt *Child : S->children())
      if (Child)
        visit(Child, IsInLambda);
  }

  llvm::DenseSet<const clang::VarDecl *> Escaped;
};

/// Follows one function.
class RecurrenceWalk {
public:
  RecurrenceWalk(Recurrences &Found, const clang::FunctionDecl &Function)
      : Found(Found), Context(Found.Context) {
    Escapes.visit(Function.getBody());
    for (const clang::ParmVarDecl *Parameter : Function.parameters())
      Parameters.insert(Parameter);
    run(Function.getBody());
  }

private:
  /// What the variables are, as far as they have been set or looked at.
  struct State {
    llvm::DenseMap<const clang::VarDecl *, SymbolicSum> Values;
    bool IsDead = false; ///< nothing comes here
  };
  struct LoopAround {
    SymbolicLoop *Loop;
    llvm::SmallVector<State, 2> Continued;
    /// By conditions of which one does not hold where the walk is.
    llvm::SmallVector<LoopExit, 2> Pending;
    bool IsSwitch = false; ///< `break` ends a switch in it
  };
  using Exits = llvm::SmallVector<LoopExit, 2>;

  // Symbols.
  unsigned add(Symbol S) {
    Found.Symbols.push_back(std::move(S));
    return unsigned(Found.Symbols.size() - 1);
  }
  static SymbolicSum sumOf(unsigned Symbol) {
    SymbolicSum Sum;
    Sum.Terms.push_back({Symbol, 1});
    return Sum;
  }
  SymbolicSum fresh(const clang::Expr *Of = nullptr) {
    Symbol S;
    S.Of = Of;
    return sumOf(add(std::move(S)));
  }
  SymbolicSum hidden(const clang::Expr *Of) {
    Symbol S;
    S.What = Symbol::Hidden;
    S.Of = Of;
    return sumOf(add(std::move(S)));
  }
  SymbolicSum interned(const std::string &Key, Symbol S) {
    auto [At, IsNew] = Found.Interned.try_emplace(Key, 0);
    if (IsNew)
      At->second = add(std::move(S));
    return sumOf(At->second);
  }
  SymbolicSum operation(llvm::StringRef Name, const clang::Expr *Of,
                        llvm::ArrayRef<SymbolicSum> Operands,
                        clang::QualType Type,
                        clang::BinaryOperatorKind Op = clang::BO_Comma,
                        Symbol::Kind Kind = Symbol::Operation);

  // Variables.
  bool isFollowed(const clang::VarDecl *Variable) const {
    const clang::QualType Type = Variable->getType();
    return Variable->hasLocalStorage() && !Type.isVolatileQualified() &&
           !Escapes.escapes(Variable) &&
           (Type->isIntegralOrEnumerationType() || Type->isPointerType());
  }
  SymbolicSum initial(const clang::VarDecl *Variable);
  SymbolicSum valueOf(const clang::VarDecl *Variable) {
    const auto At = Here.Values.find(Variable);
    return At == Here.Values.end() ? initial(Variable) : At->second;
  }
  void set(const clang::VarDecl *Variable, SymbolicSum To) {
    if (isFollowed(Variable))
      Here.Values[Variable] = std::move(To);
  }
  void join(const State &Other);
  void forget(const llvm::SmallSetVector<const clang::VarDecl *, 8> &Set) {
    for (const clang::VarDecl *Variable : Set)
      set(Variable, fresh());
  }

  // Expressions.
  SymbolicSum evaluate(const clang::Expr *E);
  SymbolicSum evaluateCast(const clang::CastExpr *E);
  SymbolicSum evaluateUnary(const clang::UnaryOperator *E);
  SymbolicSum evaluateBinary(const clang::BinaryOperator *E);
  SymbolicSum evaluateCall(const clang::CallExpr *E);
  SymbolicSum evaluateOthers(const clang::Expr *E);
  SymbolicSum combine(clang::BinaryOperatorKind Op, const SymbolicSum &Left,
                      const SymbolicSum &Right, const clang::Expr *Of,
                      clang::QualType Type);
  SymbolicSum converted(SymbolicSum Sum, clang::QualType From,
                        clang::QualType To, const clang::Expr *Of);
  SymbolicSum loaded(const clang::Expr *Place);
  void evaluateExits(const clang::Expr *Condition, bool EndsIfTrue,
                     Exits &Into);
  std::optional<LoopExit> comparisonOf(const SymbolicSum &Sum) const;

  // Statements.
  void run(const clang::Stmt *S);
  void runIf(const clang::IfStmt *S);
  void runArm(const clang::Stmt *S, bool IsCounted);
  void runLoop(const clang::Stmt *S, const clang::Expr *Condition,
               const clang::Stmt *Body, const clang::Expr *Increment,
               bool TestsFirst,
               const clang::VarDecl *ConditionVariable = nullptr,
               const clang::Stmt *Declared = nullptr);
  void runSwitch(const clang::SwitchStmt *S);
  void declare(const clang::VarDecl *Variable);
  void jumpOut(bool IsReturn);
  bool isSure() const { return !Around.empty() && IsSure; }

  Recurrences &Found;
  const clang::ASTContext &Context;
  EscapeFinder Escapes;
  llvm::DenseSet<const clang::VarDecl *> Parameters;
  State Here;
  llvm::SmallVector<LoopAround, 4> Around;
  /// What is run, each iteration of the loop around comes to.
  bool IsSure = false;
  /// The jumps out of what is run are those of an exit of the loop around.
  bool IsCountedExit = false;
  bool IsFirst = false; ///< nothing of the iteration has been run
  unsigned Memory = 0;  ///< how often memory has been changed
};

} // namespace banklint

#endif // BANKLINT_SYNTAX_RECURRENCEWALK_H
