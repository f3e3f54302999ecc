//===- Jumps.h - Statements that are left early -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes that jump are held back until the place where they go on. These are the
// questions about source text that tell which loops, switches and functions
// have to be ready for that. Lambdas have jumps of their own.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_STATEMENTS_JUMPS_H
#define BANKLINT_WALK_STATEMENTS_JUMPS_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"

namespace banklint {

/// The jumps out of a statement: of `for (;;) { if (a) break; return; }` the
/// return, of its body both.
struct Jumps {
  bool Breaks = false;
  bool Continues = false;
  /// By `return`, or to a label.
  bool Returns = false;

  /// As the body of a loop, it may end that loop.
  bool endLoop() const { return Breaks || Returns; }
};

/// Finds the jumps out of statements, each statement once.
class JumpFinder {
public:
  /// A null statement has none.
  Jumps of(const clang::Stmt *S);

  /// Whether a function's body has a return that does not end it.
  bool returnsEarly(const clang::Stmt *Body);

private:
  llvm::DenseMap<const clang::Stmt *, Jumps> Known;
};

/// `break`, `continue`, `return` and `goto`.
bool isJump(const clang::Stmt *S);

/// Whether what a statement does last is a jump: `case 1: { f(); break; }`. An
/// `if` counts as going on, whatever its arms do.
bool endsWithJump(const clang::Stmt *S);

} // namespace banklint

#endif // BANKLINT_WALK_STATEMENTS_JUMPS_H
