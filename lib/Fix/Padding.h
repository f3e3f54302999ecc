//===- Padding.h - Longer rows that free the banks --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_PADDING_H
#define BANKLINT_FIX_PADDING_H

#include "Finding/Finding.h"
#include "Kernel/Kernel.h"

namespace banklint {

/// Proposes, for each finding on a static array of two and more dimensions, the
/// padding of one dimension that leaves the fewest wavefronts over *all*
/// accesses of the array, in every kernel, instantiation and launch; among
/// equals the smallest. Each candidate is proved by replaying the recorded
/// accesses with the changed strides. A fix is safe only if no access gets
/// worse. Where none can be offered a note says why.
///
/// Padding comes in whole words, and in units of the widest access, so that
/// alignment is kept; never beyond the 48 KB of static shared memory that every
/// architecture allows (CUDA C++ Programming Guide, "Compute Capabilities").
void proposePadding(const Analysis &Found, clang::ASTContext &Context,
                    std::vector<Finding> &Findings);

} // namespace banklint

#endif // BANKLINT_FIX_PADDING_H
