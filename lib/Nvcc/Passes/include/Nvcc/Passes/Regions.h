//===- Regions.h - What leaves branches and loops ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler does once what both arms of a branch do: in front of it what
// they begin with, and behind it the stores that they end with. Where all paths
// load into one variable, it loads behind them, from the place that each lane's
// path chooses. It moves loads that are the same in every iteration in front of
// their loop. All this changes which accesses may be merged, or where line
// tables show them.
//
// Read off the machine code of some 60 kernels (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_PASSES_REGIONS_H
#define BANKLINT_NVCC_PASSES_REGIONS_H

#include "Trace/Trace.h"

namespace banklint {

/// Applies the regions of a trace to its records, in order, and then clears
/// them; gives up the block in which a step budget ended the walk. The first
/// stage of the compiler model: all others expect a trace that went through it.
void applyRegions(Trace &T);

} // namespace banklint

#endif // BANKLINT_NVCC_PASSES_REGIONS_H
