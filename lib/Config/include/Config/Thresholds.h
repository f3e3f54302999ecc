//===- Thresholds.h - Which conflicts are worth a line ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CONFIG_THRESHOLDS_H
#define BANKLINT_CONFIG_THRESHOLDS_H

namespace banklint {

/// The least that is reported.
struct Thresholds {
  unsigned Ways = 0;   ///< wavefronts / ideal of the worst request
  unsigned Excess = 0; ///< wavefronts a block above the ideal
};

} // namespace banklint

#endif // BANKLINT_CONFIG_THRESHOLDS_H
