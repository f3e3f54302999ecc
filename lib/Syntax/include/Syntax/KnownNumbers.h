//===- KnownNumbers.h - Numbers that a condition tells ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Behind `if (m == 0)`, LLVM has 0 in the place of m, and machine code then
// sees how well `s[q * 4 + m]` is aligned. Not so in what was computed before
// the branch, or is computed on another way, too: that is computed once, with
// m. But what only that arm looks at is computed there. Read off the machine
// code of some 150 kernels (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_SYNTAX_KNOWNNUMBERS_H
#define BANKLINT_SYNTAX_KNOWNNUMBERS_H

#include "Syntax/CompileTime.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/FoldingSet.h"
#include <utility>
#include <vector>

namespace banklint {

/// What the code behind a condition can be sure of.
struct ToldNumbers {
  struct Equality {
    const clang::Expr *Number;
    int64_t Is; ///< as a number of the expression's type
  };
  llvm::SmallVector<Equality, 1> Equalities;
  /// It may tell of other numbers: it is no comparison.
  bool MayTellMore = false;
};

/// The variables of a function that something else may change or lead to: all
/// that are named, and not only looked at.
class ExposedVariables {
public:
  explicit ExposedVariables(const clang::Stmt &Body) { walk(Body); }

  /// Whether an expression is the same wherever it is evaluated.
  bool isUnchanged(const clang::Stmt &Value) const;

private:
  void walk(const clang::Stmt &S);

  llvm::DenseSet<const clang::VarDecl *> Variables;
};

/// What a condition tells where it holds, or where it does not: that of `m == 0
/// && t < 8`, of `!m`, of a variable that stands for such a condition.
ToldNumbers toldNumbers(const clang::Expr &Condition, bool Holds,
                        const ExposedVariables &Exposed,
                        const CompileTime &Known,
                        const clang::ASTContext &Context);

/// What a function computes beside a part of it that a condition leads to.
class CodeBeside {
public:
  /// The part is a statement; or all behind it.
  enum class Part { Within, Behind };
  CodeBeside(const clang::Stmt &Body, const clang::Stmt &Of, Part Which,
             const clang::ASTContext &Context)
      : Body(Body), Of(Of), Which(Which), Context(Context) {}

  /// Whether an operation, as it is written, is computed there, too: neither on
  /// another way, nor in a loop that may have no iteration, nor for a variable
  /// that nobody there looks at.
  bool computes(const clang::Expr &Operation);
  Part part() const { return Which; }
  bool declares(const clang::VarDecl &Variable) {
    collect();
    return Declared.contains(&Variable);
  }
  bool names(const clang::VarDecl &Variable) {
    collect();
    return Named.contains(&Variable);
  }

private:
  /// Goes through the function, once.
  void collect();
  /// Returns whether it has come to the part; `For` is the variable that the
  /// code initializes.
  bool walk(const clang::Stmt *S, const clang::VarDecl *For);
  bool walkDeclarations(const clang::DeclStmt &S);

  const clang::Stmt &Body, &Of;
  const Part Which;
  bool IsCollected = false;
  const clang::ASTContext &Context;
  /// And the variables that they are computed for; null for others.
  std::vector<std::pair<llvm::FoldingSetNodeID, const clang::VarDecl *>>
      Computed;
  llvm::DenseSet<const clang::VarDecl *> Declared, Named;
};

/// What a place in memory is made of, of a number that a condition tells.
struct NumberInPlace {
  bool Has = false;
  /// The compiler computes a part with the number in it elsewhere, too, where
  /// it does not know it.
  bool IsComputedBeside = false;
  /// What the number is multiplied with; of a place, in bytes.
  uint64_t Factor = 0;
};

/// Whether two expressions are one number to the compiler: names of it, or
/// written alike.
bool areSameNumber(const clang::Expr &A, const clang::Expr &B,
                   const CompileTime &Known, const clang::ASTContext &Context);

NumberInPlace findInPlace(const clang::Expr &Number, const clang::Expr &Place,
                          CodeBeside &Beside, const CompileTime &Known,
                          const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_SYNTAX_KNOWNNUMBERS_H
