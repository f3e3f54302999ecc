//===- Reassociate.h - Exclusive ors that are rewritten ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reassociate and InstCombine may see another number in an exclusive or: they
// clear the bits of a constant, and join the constants of several operands.
//
//   s[(t ^ 3) ^ k]          t ^ (3 ^ k), where a loop that is unrolled knows k
//
// Whether they do depends on more than the source shows: accesses at such an
// address are inexact by reassoc.xor. Evidence:
// lit/merging/mixed-with-constants.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_REASSOCIATE_H
#define BANKLINT_NVCC_SOURCE_REASSOCIATE_H

#include "Values/Value.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

/// Whether an exclusive or of these numbers may be another one.
bool mayBeRewritten(const clang::BinaryOperator *E, const Value &A,
                    const Value &B, const Pool &P, bool IsInLoop);

/// Those that may be.
class RewrittenXors {
public:
  void note(const clang::BinaryOperator *E) { Xors.insert(E); }
  /// Whether an expression has one in it.
  bool areIn(const clang::Expr *E) const { return !Xors.empty() && holds(E); }

private:
  bool holds(const clang::Stmt *S) const;

  llvm::DenseSet<const clang::Expr *> Xors;
};

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_REASSOCIATE_H
