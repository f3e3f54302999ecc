//===- RejectedCode.h - Expressions that Clang rejects ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_EXPRESSIONS_REJECTEDCODE_H
#define BANKLINT_WALK_EXPRESSIONS_REJECTEDCODE_H

namespace clang {
class Expr;
} // namespace clang

namespace banklint {

/// Whether an expression names a variable of class `barrier` that Clang
/// rejects.
bool isRejectedBarrier(const clang::Expr *E);

} // namespace banklint

#endif // BANKLINT_WALK_EXPRESSIONS_REJECTEDCODE_H
