//===- Candidates.h - Layouts that a search tries ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LAYOUT_CANDIDATES_H
#define BANKLINT_LAYOUT_CANDIDATES_H

#include "Layout/Search.h"

namespace banklint {

/// The least number of whole units that keeps every access aligned, in
/// elements: of whole words, or of what accesses ask for.
int64_t alignedUnit(const std::vector<ArrayInKernel> &Uses,
                    int64_t UnitElements, bool WholeWords = true);

/// Longer declared rows, in one dimension or in two at once, outermost
/// dimension first, by multiples of an aligned unit.
std::vector<Layout> paddingsInOne(const std::vector<ArrayInKernel> &Uses,
                                  int64_t AlignedElements, PaddingReach Reach);
std::vector<Layout> paddingsInTwo(const std::vector<ArrayInKernel> &Uses,
                                  int64_t AlignedElements);

/// Longer rows that indices or a member make, by multiples of an aligned unit;
/// their walks count units of `UnitElements`.
std::vector<Layout> indexPaddings(const std::vector<ArrayInKernel> &Uses,
                                  int64_t UnitElements, int64_t AlignedElements,
                                  PaddingReach Reach);

/// Declared rows without what no access reaches at their ends, the shortest
/// first.
std::vector<Layout> shorterRows(const std::vector<ArrayInKernel> &Uses,
                                int64_t AlignedElements);

/// Swizzles that keep each element in its row, the plainest first. Empty where
/// elements, declared rows or units are no powers of two.
std::vector<Layout> swizzlesOf(const std::vector<ArrayInKernel> &Uses);

} // namespace banklint

#endif // BANKLINT_LAYOUT_CANDIDATES_H
