//===- Candidates.h - Layouts that a search tries ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LAYOUT_CANDIDATES_H
#define BANKLINT_LAYOUT_CANDIDATES_H

#include "Layout/Layout.h"

namespace banklint {

/// Longer declared rows, in one dimension or in two at once, outermost
/// dimension first.
std::vector<Layout> paddingsInOne(const std::vector<ArrayInKernel> &Uses,
                                  int64_t UnitElements);
std::vector<Layout> paddingsInTwo(const std::vector<ArrayInKernel> &Uses,
                                  int64_t UnitElements);

/// Longer rows that indices or a member make.
std::vector<Layout> indexPaddings(const std::vector<ArrayInKernel> &Uses,
                                  int64_t UnitElements);

/// Swizzles that keep each element in its row, the plainest first. Empty where
/// elements, declared rows or units are no powers of two.
std::vector<Layout> swizzlesOf(const std::vector<ArrayInKernel> &Uses);

} // namespace banklint

#endif // BANKLINT_LAYOUT_CANDIDATES_H
