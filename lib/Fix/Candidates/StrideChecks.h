//===- StrideChecks.h - What else a row's factors serve for -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_STRIDECHECKS_H
#define BANKLINT_FIX_STRIDECHECKS_H

#include "Candidates/Strides.h"

namespace banklint {

/// The names that indices of an array were followed through.
struct IndexNames {
  /// References to variables that were replaced by their values.
  llvm::DenseSet<const clang::Expr *> Seen;
  llvm::SetVector<const clang::ValueDecl *> SeenThrough;
  llvm::DenseSet<const clang::CallExpr *> SeenCalls;
  llvm::SetVector<const clang::FunctionDecl *> EnteredFunctions;
};

/// A variable that carries a stride must serve for nothing else.
void checkVariables(RowStride &S, const IndexNames &Names, const SourceMap &Map,
                    const clang::ASTContext &Context);

/// Code that also reads another array through the same pointer cannot change
/// for one of them.
void checkPointers(RowStride &S, const ArrayUses &Uses, const SourceMap &Map);

} // namespace banklint

#endif // BANKLINT_FIX_STRIDECHECKS_H
