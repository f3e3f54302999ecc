//===- Paths.h - The paths through a statement ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The statements that each path through a branch or a function ends with, in
// straight-line code:
//
//   if (c) { a; b; } else d;                          a b; d
//   switch (n) { case 0: a; break; default: b; }      a; b
//   if (c) a; else if (d) b;                          a; b; and nothing
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_SYNTAX_PATHS_H
#define BANKLINT_SYNTAX_PATHS_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace banklint {

/// What one path does, statement by statement.
using PathSteps = llvm::SmallVector<const clang::Stmt *, 8>;

struct BranchPaths {
  std::vector<PathSteps> All;
  /// The branches at the end of some path: their paths are among these.
  llvm::SmallVector<const clang::Stmt *, 2> Inner;
  bool AreUnderstood = false;
};

/// Of an `if` or a `switch`: those that go on behind it.
BranchPaths pathsOf(const clang::Stmt *Branch);

/// Of the body of a function: each is the `return` that it ends with. They are
/// not understood where some path has none.
BranchPaths returnsOf(const clang::Stmt *Body);

/// Whether destructors that do something run in there, where no text says so.
bool endsObjects(const clang::Stmt *S);

} // namespace banklint

#endif // BANKLINT_SYNTAX_PATHS_H
