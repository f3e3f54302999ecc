//===- Strides.h - The factors that make an array's rows --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of `float s[1024]` are made by its indices: in `s[row * 32 + col]`
// by the factor 32, which may as well be a constant, a template parameter, an
// extent of the block, or an argument of the function that reads the array.
// Longer rows need a change of all these factors at once. A matrix fragment's
// leading dimension is such a factor, too.
//
// Only the notation is looked at: that the indices stay within the rows is for
// the traces to prove (Layout/Rows.h).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_STRIDES_H
#define BANKLINT_FIX_STRIDES_H

#include "Candidates/Uses.h"

namespace banklint {

class BlockExtents;

/// A factor of an index, or a sum in it, that grows with the rows.
struct RowFactor {
  int64_t ElementBytes = 0; ///< of what it counts
  int64_t Rows = 1;         ///< that it leads over: 32 of `b * 1024`
  /// `row << 5`: the factor is the whole expression.
  bool IsShift = false;
  /// It stands in an initializer that is written in the place of a variable.
  bool IsInValue = false;
};

/// A variable in whose place its initializer is written.
struct WrittenValue {
  const clang::VarDecl *Variable = nullptr;
  bool IsInValue = false; ///< as RowFactor::IsInValue
};

/// The factors that make rows of one length.
struct RowStride {
  int64_t RowBytes = 0;
  llvm::MapVector<const clang::Expr *, RowFactor> Factors;
  /// Of each factor, the index that it is a part of.
  llvm::DenseMap<const clang::Expr *, const clang::Expr *> IndexOf;
  /// Loads of variables that serve for something else, too: of these the
  /// initializer holds factors.
  llvm::MapVector<const clang::Expr *, WrittenValue> Written;
  /// `a | b` around factors, and whether each stands in a value.
  llvm::MapVector<const clang::BinaryOperator *, bool> Sums;
  /// Functions that only return an index, and hold factors of it.
  llvm::SetVector<const clang::FunctionDecl *> IndexFunctions;
  /// A factor is an extent of the block.
  bool ReadsBlock = false;
  std::vector<SourceObstacle> Obstacles;
};

/// Whether a subscript of an array passes over rows that are declared: the
/// stride of the array tells where these are.
bool countsDeclaredRows(const Step &S, const SourceMap &Map);

/// The lengths of rows that the uses of an array suggest, the longest first.
/// Extents of the block are factors where `Blocks` knows them, which may be
/// null. `HasOuter` adds to each length what leads over several rows: `b *
/// 1024` and `+ 1024` of rows of 32.
std::vector<RowStride> rowStridesOf(const ArrayUses &Uses, const SourceMap &Map,
                                    const clang::ASTContext &Context,
                                    const BlockExtents *Blocks = nullptr,
                                    bool HasOuter = false);

} // namespace banklint

#endif // BANKLINT_FIX_STRIDES_H
