//===- DeducedRows.h - Parameters that take rows of any length --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_DEDUCEDROWS_H
#define BANKLINT_FIX_DEDUCEDROWS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace banklint {

/// Whether a call of a function template deduces the length of an array's rows
/// from an argument, and would call the same code for longer rows:
///
///   template <int N> float at(float (&t)[32][N], int r, int c);
///   template <class T> float at(const T &t, int r, int c);
///
/// Nothing else of the template may look at what is deduced.
bool deducesRows(const clang::Expr *Call, const clang::FunctionDecl *Callee,
                 const clang::ParmVarDecl *Parameter);

} // namespace banklint

#endif // BANKLINT_FIX_DEDUCEDROWS_H
