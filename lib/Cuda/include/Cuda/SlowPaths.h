//===- SlowPaths.h - What takes a branch in machine code --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some operations are one expression in the source and a branch in machine
// code: a division rounds right by a few instructions for most numbers, and
// calls a routine for the others. Accesses to memory on either side of that
// branch do not become one. Nor does LLVM merge those on either side of inline
// assembly, though ptxas may.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_SLOWPATHS_H
#define BANKLINT_CUDA_SLOWPATHS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace banklint {

/// A division of floating-point numbers, by no power of two.
bool hasSlowPath(const clang::BinaryOperator &Operation,
                 const clang::ASTContext &Context);

/// A function whose machine code (nvcc 13.0, sm_90) branches or stays a call:
/// square roots, what reduces its argument or divides, `printf` and `malloc`.
bool hasSlowPath(const clang::FunctionDecl &Function,
                 const clang::ASTContext &Context);

/// A function of the toolkit that is inline assembly there, and has no body in
/// banklint's own headers: all that computes with numbers of 16 bits and fewer.
bool isInlineAssembly(const clang::FunctionDecl &Function);

/// Whether an expression is made of nothing but literals, parameters and
/// constants: in a loop it is computed once, in front of that.
bool isSameInAllIterations(const clang::Expr *E);

} // namespace banklint

#endif // BANKLINT_CUDA_SLOWPATHS_H
