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

class SourceMap;

/// Whether a call of a function template deduces the length of an array's rows
/// from an argument, and would call the same code for longer rows:
///
///   template <int N> float at(float (&t)[32][N], int r, int c);
///   template <class T> float at(const T &t, int r, int c);
///
/// Nothing else of the template may look at what is deduced.
bool deducesRows(const clang::Expr *Call, const clang::FunctionDecl *Callee,
                 const clang::ParmVarDecl *Parameter, const SourceMap &Map);

/// Whether a call may choose another function if the rows of an argument are
/// longer: one of the same name takes arrays, or pointers to them, there.
bool mayChooseByRows(const clang::FunctionDecl *Callee,
                     const clang::Expr *Argument,
                     const clang::ParmVarDecl *Parameter, const SourceMap &Map);

} // namespace banklint

#endif // BANKLINT_FIX_DEDUCEDROWS_H
