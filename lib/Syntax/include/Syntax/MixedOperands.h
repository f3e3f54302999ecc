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
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace banklint {

/// With how many constants a number is combined by exclusive ors: what the
/// compiler then sees of one is known of many in loops.
enum class Mixing { Once, Many, Doubtful };

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
Mixing mixingInLoops(const clang::Expr &Number, const clang::Expr &Constant,
                     llvm::ArrayRef<const clang::Stmt *> LoopsAround,
                     const clang::ASTContext &Context);

/// What each number of some code is combined with by an exclusive or, as both
/// are written.
using Mixes = llvm::StringMap<llvm::StringSet<>>;
Mixes mixesIn(const clang::Stmt &Code, const clang::ASTContext &Context);

/// Whether a number is combined with more than one, where it is written alike:
///
///   sum += s[(4 * t + j) ^ 1] * s[(4 * t + j) ^ 2];
///
/// nvcc makes other loads of some such sums than of those with one constant, and
/// not always those of many: read off the machine code of 168 generated kernels
/// (nvcc 13.0 -O3, sm_90).
bool isMixedElsewhere(const clang::Expr &Number, const Mixes &Found,
                      const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_SYNTAX_MIXEDOPERANDS_H
