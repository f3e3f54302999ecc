//===- SCCP.h - What is constant when compiling -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SCCP, behind the inliner, knows constants. The walk knows more numbers than
// that, such as the thread's: how a loop is unrolled, and which branches are
// left, depends on what is known when compiling.
//
//   for (i = 0; i < 4 * kTile; ++i)     a constant, through calls and variables
//   for (i = threadIdx.x; i < n; ...)   none, though the walk has both
//   f(8) where f(n) loops to n          a constant, since f is inlined
//
// Variables have what is assigned to them (Assignments.h), parameters what the
// calls that run give. Evidence: lit/merging/loops.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_SCCP_H
#define BANKLINT_NVCC_SOURCE_SCCP_H

#include "Nvcc/Source/Assignments.h"
#include "clang/AST/Expr.h"
#include <functional>
#include <optional>

namespace banklint {

/// What the calls that run give: for a parameter its argument; for a class the
/// object of it that a member function runs for. Null where that is not known.
using GivenExpression = std::function<const clang::Expr *(const clang::Decl &)>;
inline const clang::Expr *nothingGiven(const clang::Decl &) { return nullptr; }

/// The argument that a call of `Callee`, or a construction by it, has for a
/// parameter; null where it has none.
const clang::Expr *givenArgument(const clang::ParmVarDecl &Parameter,
                                 const clang::FunctionDecl &Callee,
                                 const clang::Expr *Call);

/// The object that a call calls a member function for; null where it has none.
const clang::Expr *givenObject(const clang::Expr *Call);

/// Answers what the compiler, having inlined all calls, works out itself.
class CompileTime {
public:
  /// `NotConstant` are variables that are taken to change.
  CompileTime(const clang::ASTContext &Context, AssignmentFinder &Assignments,
              GivenExpression Given = nothingGiven,
              llvm::ArrayRef<const clang::VarDecl *> NotConstant = {})
      : Context(Context), Assignments(Assignments), Given(std::move(Given)),
        NotConstant(NotConstant) {}

  const clang::ASTContext &context() const { return Context; }

  /// Whether an expression, where its value is known, is so when compiling: it
  /// does not depend on the launch, the thread or one of `NotConstant`, nor do
  /// the functions that it calls, with what they look at of what they are
  /// given. An object of an empty class is constant whatever it was made of:
  /// that is how libraries hand on layouts.
  bool isConstant(const clang::Stmt *S) const;

  /// Whether an expression is one of several constants, of which something that
  /// is not constant chooses: `t < 128 ? 8 : 4`.
  bool isChosenConstant(const clang::Expr *E) const;

  /// Whether a loop goes on until a pointer has come to another that was made
  /// a constant away from it: for (int x : row). The compiler knows how many
  /// iterations that takes, wherever the pointers go.
  bool comparesPointersConstantApart(const clang::Expr *Condition,
                                     const clang::Expr *Increment) const;

  /// Whether the compiler can work a condition out: it is constant, or a side
  /// of it that decides is, as in `IsFull || i < n`.
  bool isDecided(const clang::Expr *Condition) const;

  /// `i` goes up or down by a constant: `++i`, `i += 4`, `i = i - 2`.
  bool isConstantStep(const clang::Expr *Increment) const;

  /// `i` goes up by anything in arithmetic that is taken not to wrap: `i +=
  /// step` with two signed numbers. The compiler counts such a loop where the
  /// step does not change; not `i += blockDim.x`, which adds as unsigned, nor a
  /// loop that goes down. Read off the machine code of 14 loops (nvcc 13.0 -O3,
  /// sm_90).
  static bool isSignedStepUp(const clang::Expr *Increment);

  /// What a variable is where it is named: what its declaration says, or the
  /// argument for a parameter. Null where something else may have been assigned
  /// to it.
  const clang::Expr *valueOf(const clang::Expr *Name) const;

  /// What else may have been assigned to it there.
  llvm::SmallVector<const VariableSetting *, 2>
  settingsBefore(const clang::VarDecl &Variable,
                 const clang::DeclRefExpr &Name) const {
    return Assignments.before(Variable, Name);
  }
  /// What the call passes for a parameter; null where that is not known.
  const clang::Expr *givenFor(const clang::VarDecl &Parameter) const {
    return Given(Parameter);
  }

private:
  /// The same of variables that are no parameters.
  const clang::Expr *initializerOf(const clang::Expr *Name) const;
  std::optional<bool> folded(const clang::Expr *Condition) const;

  const clang::ASTContext &Context;
  AssignmentFinder &Assignments;
  GivenExpression Given;
  llvm::ArrayRef<const clang::VarDecl *> NotConstant;
};

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_SCCP_H
