//===- PathAccesses.h - What all paths through a statement do ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where each path through a branch sets a variable to something that it loads,
// the compiler has one load behind the paths, from the place that the path
// chooses; of the stores that all paths end with it has one, too:
//
//   if (c) x += s[a]; else x += s[b];             one load, from s[c ? a : b]
//   switch (n) { case 0: x = s[a]; break; default: x = s[b]; }    likewise
//   if (c) return s[a]; return s[b];                              likewise
//   if (c) s[a] = f; else s[b] = f;               one store
//
// What is done with the loaded numbers has to be the same on all paths, and
// there has to be no path without:
//
//   if (c) x = 2 * s[a]; else x = 3 + s[b];       two loads
//   if (c) x = s[a]; else if (d) x = s[b];        two: x may stay what it is
//
// (LLVM folds a phi of loads into a load from a phi, and sinks equal ends of
// blocks as long as a step takes no more than one phi of its own. Read off the
// machine code of some 150 kernels, nvcc 13.0 -O3, sm_90.)
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_SYNTAX_PATHACCESSES_H
#define BANKLINT_SYNTAX_PATHACCESSES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

namespace banklint {

/// An access of each path; the compiler makes one of them.
struct PathAccess {
  llvm::SmallVector<const clang::Expr *, 4> OnPaths;
  /// It may not do so.
  bool IsInexact = false;
};

struct PathAccesses {
  /// In the order of the first path.
  std::vector<PathAccess> All;
  /// The branches at the end of some path: their paths go on behind this
  /// statement, and are among its own.
  llvm::SmallVector<const clang::Stmt *, 2> Inner;
};

/// Of an `if`, a `switch` or a conditional operator.
PathAccesses accessesOfPaths(const clang::Stmt *Branch,
                             const clang::ASTContext &Context);

/// Of the body of a function that returns a value on each path.
PathAccesses accessesOfReturns(const clang::Stmt *Body,
                               const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_SYNTAX_PATHACCESSES_H
