//===- Propose.h - Fixes for findings ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_PROPOSE_H
#define BANKLINT_FIX_PROPOSE_H

#include "Finding/Finding.h"
#include "Kernel/Kernel.h"

namespace banklint {

/// Proposes, for each finding on a shared array, the layout that leaves the
/// fewest wavefronts over *all* accesses of the array, in every kernel,
/// instantiation and launch.
///
/// A fix is safe if no access gets worse; else its description names the one
/// that pays. It is offered only where every use of the array is understood;
/// elsewhere a note points at what stands in the way. Where no padding frees
/// all accesses, a swizzle may: an unsafe fix, or a note where the accesses
/// cannot be edited.
void proposeFixes(const Analysis &Found, clang::ASTContext &Context,
                  std::vector<Finding> &Findings);

} // namespace banklint

#endif // BANKLINT_FIX_PROPOSE_H
