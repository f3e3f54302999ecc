//===- BoundedLoops.h - Loops whose end is known in part --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over a tile often ends with the data as well:
//
//   for (int j = 0; j < 16 && j < n; ++j)
//   for (int j = 0; j < 16; ++j) { if (j >= n) break; ... }
//   for (int j = 0; j < min(16, n); ++j)
//
// LLVM works out the number of iterations before such a loop, and knows that it
// is 16 at most. Loops of few iterations it does not unroll in part.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_SYNTAX_BOUNDEDLOOPS_H
#define BANKLINT_SYNTAX_BOUNDEDLOOPS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <cstdint>
#include <optional>

namespace banklint {

/// What is known of the end of a loop that counts in steps of one.
struct BoundedLoop {
  uint64_t MostIterations = 0;
  /// It counts to the smaller of two numbers, rather than while two conditions
  /// hold.
  bool IsMinimum = false;
};

/// A loop that ends after a constant number of iterations, or before, when its
/// counter has come to something else that does not change. None for loops with
/// one end, or with one that only the iterations find, as `j < 16 && a[j] > 0`.
/// `Counter` and the others may be null.
std::optional<BoundedLoop> boundedLoop(const clang::VarDecl *Counter,
                                       const clang::Expr *Condition,
                                       const clang::Expr *Increment,
                                       const clang::Stmt *Body,
                                       const clang::ASTContext &Context);

/// How many iterations of a bounded loop nvcc unrolls together, where no pragma
/// asks for something: none of a loop of up to 20 iterations that no other loop
/// is around; those of a minimum ptxas takes in pairs. Nothing where they are
/// unrolled as those of a loop whose number is not known. Read off the machine
/// code of 220 loops (nvcc 13.0 -O3, sm_90).
std::optional<unsigned> boundedDegree(const BoundedLoop &Loop, bool IsInLoop);

} // namespace banklint

#endif // BANKLINT_SYNTAX_BOUNDEDLOOPS_H
