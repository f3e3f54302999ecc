//===- Propose.h - Fixes for findings ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_PROPOSE_H
#define BANKLINT_FIX_PROPOSE_H

#include "Analysis/Kernel.h"
#include "Finding/Finding.h"

namespace banklint {

/// Steps for the proofs of all fixes of a source, as walks count them.
struct ProofBudget {
  uint64_t StepsLeft = UINT64_MAX;
  /// Of each array that a larger budget would have proved more of, a kernel
  /// that uses it.
  KernelSet CutShort;
};

/// Proposes, for each finding on a shared array, the layout that leaves the
/// fewest wavefronts over *all* accesses of the array, in every kernel,
/// instantiation and launch.
///
/// A fix is safe if no access gets worse; else its description names the one
/// that pays. It is offered only where every use of the array is understood;
/// elsewhere a note points at the obstacle. Where no padding frees
/// all accesses, or its edits are refused, a swizzle may: a fix, or a note where
/// the accesses cannot be edited.
///
/// Proofs take what they spend from the budget; where it ends before one, a
/// note says so.
void proposeFixes(const Analysis &Found, clang::ASTContext &Context,
                  ProofBudget &Budget, std::vector<Finding> &Findings);

} // namespace banklint

#endif // BANKLINT_FIX_PROPOSE_H
