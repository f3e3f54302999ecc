//===- Lanes.h - The lanes of a mask ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_BANK_LANES_H
#define BANKLINT_BANK_LANES_H

#include "llvm/ADT/bit.h"
#include <cstdint>

namespace banklint {

/// Calls `Visit(Lane)` for each lane of a mask, from lane 0 up.
template <typename Fn> void forEachLane(uint32_t LaneMask, Fn Visit) {
  for (; LaneMask; LaneMask &= LaneMask - 1)
    Visit(static_cast<unsigned>(llvm::countr_zero(LaneMask)));
}

} // namespace banklint

#endif // BANKLINT_BANK_LANES_H
