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

/// The first access that may leave its row; nothing if none does. Accesses for
/// which `SubscriptsRow` holds subscript a row that is declared: the language
/// lets no subscript leave it, and they are not asked about.
std::optional<AccessOfUse> leavesRow(
    const std::vector<ArrayInKernel> &Uses, int64_t UnitElements,
    llvm::function_ref<bool(const ArrayInKernel &, SiteId)> SubscriptsRow);

} // namespace banklint

#endif // BANKLINT_LAYOUT_ROWS_H
