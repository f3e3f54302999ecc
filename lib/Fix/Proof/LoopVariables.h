//===- LoopVariables.h - What rounds of a loop change -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_LOOPVARIABLES_H
#define BANKLINT_FIX_LOOPVARIABLES_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>
#include <vector>

namespace banklint {

/// Whether a statement, or one within it, is such a one. It may be null.
bool hasPart(const clang::Stmt *S,
             llvm::function_ref<bool(const clang::Stmt *)> Is);

/// The variable that an expression names, unless a lambda has captured it.
const clang::VarDecl *variableNamed(const clang::Expr *E);

/// How a loop changes a variable.
struct Change {
  const clang::Stmt *Where = nullptr;
  const clang::Expr *Value = nullptr; ///< that it is set to, or that is added
  /// It is added to (1) or taken from (-1) what the variable was; 0 where the
  /// variable is set, or changed by another operator.
  int Sign = 0;
};

/// The variables of a thread that code changes, and where.
class LoopVariables {
public:
  explicit LoopVariables(const clang::Stmt *Body) { add(Body); }

  /// What the rounds of a loop do to a variable; nothing where more may change
  /// it than is seen.
  std::optional<llvm::SmallVector<Change, 4>>
  changesOf(const clang::VarDecl *D, const clang::Stmt *Loop) const;

private:
  void add(const clang::Stmt *S);
  bool addChange(const clang::Stmt *S);

  llvm::DenseMap<const clang::VarDecl *, std::vector<Change>> Changes;
  /// Their addresses are taken, or they are bound to references.
  llvm::DenseSet<const clang::VarDecl *> Escaping;
};

} // namespace banklint

#endif // BANKLINT_FIX_LOOPVARIABLES_H
