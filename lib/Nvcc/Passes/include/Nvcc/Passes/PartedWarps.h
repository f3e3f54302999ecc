//===- PartedWarps.h - What all warps have in common ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine code is one for all warps, but warps that go different ways are
// walked apart, and a walk knows numbers where the compiler has an expression:
//
//   x = s[3]; y = s[min(threadIdx.x, 3)];    one place, to all warps but one
//   s[8 * w], s[8 * w + 1]                   w = threadIdx.x / 32, a number
//
// Two accesses are at one place to the compiler if they are in the walks of all
// warps that make both; and of an address it knows the alignment that all have.
// Evidence: lit/merging/parted-warps.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_PASSES_PARTEDWARPS_H
#define BANKLINT_NVCC_PASSES_PARTEDWARPS_H

#include "Trace/Trace.h"

namespace banklint {

/// Compares the walks of one block's warps, and sets `Apart` and
/// `WarpStepBytes` of their records. One walk has nothing to be compared with.
/// O(walks * records).
void compareWarps(llvm::MutableArrayRef<Trace> Groups);

} // namespace banklint

#endif // BANKLINT_NVCC_PASSES_PARTEDWARPS_H
