//===- SlowPaths.h - What takes a branch in machine code --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas makes a branch of some operations that are one expression in the
// source: a division rounds right by a few instructions for most numbers, and
// calls a routine for the others.
//
//   x = s[t]; y /= z; w = s[t + 1];     two loads
//
// In machine code, accesses on either side of that branch do not become one;
// LLVM, to which a division is one instruction, merges them before. Nor does
// LLVM merge those on either side of inline assembly, though ptxas may.
// Evidence: lit/merging/slow-paths.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_SLOWPATHS_H
#define BANKLINT_NVCC_SOURCE_SLOWPATHS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace banklint {

/// A division of floating-point numbers, by no power of two, or one of 64-bit
/// integers, by no constant.
bool hasSlowPath(const clang::BinaryOperator &Operation,
                 const clang::ASTContext &Context);

/// Whether something is a branch or a call in machine code only, or to LLVM,
/// too, which then merges nothing over it either.
enum class SlowPath { None, InMachineCode, InIr };

/// Of a function (nvcc 13.0, sm_90): square roots are a branch in machine code;
/// what reduces its argument, `printf` and `malloc` are one to LLVM.
SlowPath slowPathOf(const clang::FunctionDecl &Function,
                    const clang::ASTContext &Context);

/// A function of the toolkit that is inline assembly there, and has no body in
/// banklint's own headers: all that computes with numbers of 16 bits and fewer.
bool isInlineAssembly(const clang::FunctionDecl &Function);

/// Whether an expression is made of nothing but literals, parameters and
/// constants: in a loop it is computed once, in front of that.
bool isSameInAllIterations(const clang::Expr *E);

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_SLOWPATHS_H
