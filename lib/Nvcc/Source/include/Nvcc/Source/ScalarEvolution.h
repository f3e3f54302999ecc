//===- ScalarEvolution.h - What a loop counts by ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ScalarEvolution counts the iterations of a loop by what its condition
// compares and how that steps: in each iteration once, by a constant or by what
// does not change.
//
//   for (i = 0; i < n; ++i, p += 4)       ++i
//   while (p < end) sum += *p++;          p++, in the body
//
// These are the questions about the text of a loop. Whether the step is a
// constant SCCP.h knows, and what follows from it UnrolledLoop.h. Evidence:
// lit/merging/trip-counts.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_SCALAREVOLUTION_H
#define BANKLINT_NVCC_SOURCE_SCALAREVOLUTION_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace banklint {

/// The part of an increment that steps what the condition tests: `++i` of `++i,
/// p += 5`, where the condition is `i < 4`. All of it where no part does.
const clang::Expr *countingStep(const clang::Expr *Increment,
                                const clang::Expr *Condition);

/// The step of a loop without an increment: the one place in its body that
/// changes what the condition compares, once in each iteration. Null where
/// there is none, or another.
///
///     while (p < end) sum += *p++;
const clang::Expr *stepInBody(const clang::Stmt &Body,
                              const clang::Expr *Condition);

/// The variable that a step changes; null where it is not one.
const clang::VarDecl *steppedBy(const clang::Expr *Step);

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_SCALAREVOLUTION_H
