//===- Strides.h - The factors that make an array's rows --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of `float s[1024]` are made by its indices: in `s[row * 32 + col]`
// by the factor 32, which may as well be a constant, a template parameter, or
// an argument of the function that reads the array. Longer rows need a change
// of all these factors at once. A matrix fragment's leading dimension is such a
// factor, too.
//
// Only the notation is looked at: that the indices stay within the rows is for
// the traces to prove (Layout/Rows.h).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_STRIDES_H
#define BANKLINT_FIX_STRIDES_H

#include "Uses.h"

namespace banklint {

/// The factors that make rows of one length.
struct RowStride {
  int64_t RowBytes = 0;
  /// Constant expressions, and the bytes of what they count.
  llvm::MapVector<const clang::Expr *, int64_t> Factors;
  /// Of each factor, the index that it is a part of.
  llvm::DenseMap<const clang::Expr *, const clang::Expr *> IndexOf;
  /// Functions that only return an index, and hold factors of it.
  llvm::SetVector<const clang::FunctionDecl *> IndexFunctions;
  std::vector<SourceObstacle> Obstacles;
};

/// The lengths of rows that the uses of an array suggest, the longest first.
std::vector<RowStride> rowStridesOf(const ArrayUses &Uses, const SourceMap &Map,
                                    const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_FIX_STRIDES_H
