//===- MixedOperands.h - Numbers mixed with several constants ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_SYNTAX_MIXEDOPERANDS_H
#define BANKLINT_SYNTAX_MIXEDOPERANDS_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/ArrayRef.h"

namespace banklint {

/// Whether a number is combined with several constants by an exclusive or, once
/// the loops around it are unrolled:
///
///   for (int k = 0; k < 4; k++)
///     for (int j = 0; j < 4; j++)
///       sum += s[k][(4 * t + j) ^ k];
///
/// LLVM folds `(4 * t + 1) ^ 1` to `4 * t` only where nothing else is made of
/// the sum but places in memory. Read off the machine code of 43 kernels (nvcc
/// 13.0 -O3, sm_90).
bool isMixedWithMany(const clang::Expr &Number, const clang::Expr &Constant,
                     llvm::ArrayRef<const clang::Stmt *> LoopsAround,
                     const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_SYNTAX_MIXEDOPERANDS_H
