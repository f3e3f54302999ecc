//===- Assignments.h - Where a variable gets its values ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of `int n = 8; if (t >= 128) n = 4;` the initializer alone does not tell what
// n is: what is assigned to it counts as well, and what decides whether it is.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_ASSIGNMENTS_H
#define BANKLINT_NVCC_SOURCE_ASSIGNMENTS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace banklint {

/// A statement that sets a variable or a part of it.
struct VariableSetting {
  /// What is assigned: the right-hand side, an assembly statement; null for
  /// `++` and `--`.
  const clang::Stmt *Assigned = nullptr;
  /// The conditions on the way from the variable's declaration to it: of
  /// branches, loops, `?:`, `&&` and `||`.
  llvm::SmallVector<const clang::Expr *, 2> Conditions;
  /// It is all that an arm of the innermost of these does, which is a branch
  /// without another arm.
  bool IsAlone = false;
  /// Its number in the order of the function's text, and that of its end.
  unsigned Order = 0, End = 0;
  /// The numbers that the outermost loop begins and ends with which is around
  /// it, but not around the declaration; both 0 where there is none.
  unsigned LoopBegin = 0, LoopEnd = 0;

  /// Whether what stands at a number may see it: it comes before that, or a
  /// loop around both begins again.
  bool reaches(unsigned At) const {
    return Order < At || (LoopBegin <= At && At < LoopEnd);
  }
};

struct SettingsOfFunction;

/// Finds what sets the variables of functions, each function once. What is
/// written through a pointer or a reference is not found.
class AssignmentFinder {
public:
  AssignmentFinder();
  ~AssignmentFinder();

  /// The settings of a local variable or parameter that may have been made when
  /// `Use` is evaluated; all of them where the use is in another function.
  llvm::SmallVector<const VariableSetting *, 2>
  before(const clang::VarDecl &Variable, const clang::DeclRefExpr &Use);

  /// Whether a loop hands numbers on from iteration to iteration that nobody
  /// looks at behind it: what the last one sets them to is of no use.
  ///
  ///     for (i = 0; i < 8; ++i) { out[i] = sum; sum += s[i]; }
  bool handsOnInVain(const clang::Stmt &Loop, const clang::FunctionDecl &In);

private:
  const SettingsOfFunction *settingsOf(const clang::FunctionDecl &Function);

  llvm::DenseMap<const clang::FunctionDecl *,
                 std::unique_ptr<SettingsOfFunction>>
      Known;
};

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_ASSIGNMENTS_H
