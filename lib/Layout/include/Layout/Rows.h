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

/// The first access that may leave its row, with its last byte too; nothing if
/// none does. The language lets no subscript leave the row that is declared,
/// but kernels do: `tile[0][i]` for all elements, `tile[y][x + 1]` at an edge.
/// So its word is taken only for what `SubscriptsRow` holds for, where the
/// subscript has no bound that is known, and the row is not the same in all
/// lanes: `tile[t][i]` for i < n.
std::optional<AccessOfUse> leavesRow(
    const std::vector<ArrayInKernel> &Uses, int64_t UnitElements,
    llvm::function_ref<bool(const ArrayInKernel &, SiteId)> SubscriptsRow);

} // namespace banklint

#endif // BANKLINT_LAYOUT_ROWS_H
