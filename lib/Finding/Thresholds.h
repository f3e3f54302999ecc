//===- Thresholds.h - Which conflicts are worth a line ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FINDING_THRESHOLDS_H
#define BANKLINT_FINDING_THRESHOLDS_H

#include "Finding/Finding.h"

namespace banklint {

/// The least that is reported.
struct Thresholds {
  unsigned Ways = 0;   ///< wavefronts / ideal of the worst request
  unsigned Excess = 0; ///< wavefronts a block above the ideal
};

/// Silences the findings that are below, and counts them in the totals. A
/// number that is not known is below no threshold.
void applyThresholds(Report &R, const Thresholds &Least);

} // namespace banklint

#endif // BANKLINT_FINDING_THRESHOLDS_H
