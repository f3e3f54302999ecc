//===- Grouping.h - One finding for each cause ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many accesses of one array often conflict because of one thing, its layout. A
// reader is told of it once, at the access that costs most. What is chosen by
// access comes before: suppressions, thresholds, baselines, diffs.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FINDING_GROUPING_H
#define BANKLINT_FINDING_GROUPING_H

#include "Finding/Finding.h"

namespace banklint {

/// In which order findings are reported.
enum class FindingOrder {
  File,  ///< files as they were checked, and in each the costliest first
  Cost,  ///< the costliest first
  Place, ///< files as they were checked, and in each from above
};

/// True if `A` with all that it stands for costs more than `B`: wavefronts
/// above the ideal that a block spends; among equals, those of one request.
bool isCostlier(const Finding &A, const Finding &B);

/// Makes one finding of those of the same array and cause: with the same fixes,
/// or with none for the same reason. Lanes may meet in
/// each in another way that the layout makes. It stands at the access that
/// costs most; `Others` holds the rest, and notes name the first of them.
/// Example: a store and two loads of a tile that one padding cures are one
/// finding, with two others.
void groupByCause(std::vector<Finding> &Findings);

/// Makes one finding of those that have the same range, as the load and the
/// store of `s[i] += x` do: editors show one message for each range.
void groupByRange(std::vector<Finding> &Findings);

/// Puts findings in order.
void sortFindings(std::vector<Finding> &Findings, FindingOrder Order);

} // namespace banklint

#endif // BANKLINT_FINDING_GROUPING_H
