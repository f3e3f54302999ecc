//===- Rows.h - Which accesses stay in their rows ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LAYOUT_ROWS_H
#define BANKLINT_LAYOUT_ROWS_H

#include "Layout/Layout.h"

namespace banklint {

/// An access to an array in one kernel.
struct AccessOfUse {
  const ArrayInKernel *Use;
  SiteId Site;
};

/// Whether all lanes access other members than the one that the rows are.
bool isBesideRows(const ArrayInKernel &Use, const Trace &Group,
                  const AccessRecord &Record);

/// Whether the language's word is taken that a subscript without a known bound
/// stays in its row. `IsOneRow`: the row is the same in all lanes.
using SubscriptTrust = llvm::function_ref<bool(const ArrayInKernel &Use,
                                               SiteId Site, bool IsOneRow)>;

/// The first access that may leave its row, with its last byte too; nothing if
/// none does. The language lets no subscript leave the row that is declared,
/// but kernels do: `tile[0][i]` for all elements, `tile[y][x + 1]` at an edge.
/// So its word is to be taken only for subscripts of rows that are not the
/// same in all lanes: `tile[t][i]` for i < n.
std::optional<AccessOfUse> leavesRow(const std::vector<ArrayInKernel> &Uses,
                                     int64_t UnitElements,
                                     SubscriptTrust Trusts);

/// Takes the rows that indices make for a part of each array, if all accesses
/// are within one of its rows, before them, or behind them all: with `k` at
/// `mem` and `s` at `mem + 32 * d`, the rows of `k` can be longer, and `s`
/// moves by all of that. False, and nothing is taken, if some access may be
/// elsewhere.
bool divideByRows(std::vector<ArrayInKernel> &Uses, int64_t UnitElements);

/// Whether all accesses are known to be in the first columns of declared rows.
bool stayWithin(const std::vector<ArrayInKernel> &Uses, int64_t Columns);

/// Where the indices of accesses count from, in walks in which each index moves
/// its address by a unit of so many bytes.
struct IndexBases {
  /// The largest power of two that divides how far all of them lie behind the
  /// begin of the array.
  int64_t AlignmentBytes = int64_t(1) << 30;
  /// An access of which no more divides it.
  std::optional<AccessOfUse> Least;
  /// An access that is not found by one index, or of which that is not known.
  std::optional<AccessOfUse> Other;
};
IndexBases basesOfIndices(const std::vector<ArrayInKernel> &Uses,
                          int64_t BytesOfUnit);

/// The first access that `Units` units do not move so many times as far as one
/// does: with that many, a number of few bits wraps around.
std::optional<AccessOfUse> wrapsAround(const std::vector<ArrayInKernel> &Uses,
                                       int64_t Units);

} // namespace banklint

#endif // BANKLINT_LAYOUT_ROWS_H
