//===- BlockWalk.h - All warps of a block, walked ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_ANALYSIS_BLOCKWALK_H
#define BANKLINT_ANALYSIS_BLOCKWALK_H

#include "Analysis/Kernel.h"
#include "Trace/Trace.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>

namespace banklint {

using GroupCallback = llvm::function_ref<void(const Trace &)>;

/// Walks all warps of the block of `Walked`, as many at a time as go the same
/// way, and hands each group to `Take`, with its regions applied. What was
/// passed over, and what the walk spent, goes to `Walked`; it is not complete
/// if `StepBudget` ends at 0. `Observer` and `Strides` may be null. With
/// `CountsTimes`, the traces say how often accesses are made.
void walkBlock(WalkedKernel &Walked, clang::ASTContext &Context,
               uint64_t &StepBudget, TraceObserver *Observer,
               const StrideChange *Strides, bool CountsTimes,
               GroupCallback Take);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_BLOCKWALK_H
