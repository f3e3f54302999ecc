//===- GVN.h - Accesses that need no request --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_PASSES_LLVM_GVN_H
#define BANKLINT_NVCC_PASSES_LLVM_GVN_H

#include "MergeItems.h"

namespace banklint {

/// Drops the items that the compiler has no need of:
///
///   x = s[t]; y = s[t];         the second load: a repeat
///   s[t] = x; y = s[t];         the load: its value was just stored
///   s[t] = x; s[t] = y;         the first store: nothing reads it
///
/// A register holds what is in a place from the load or store of it until a
/// barrier, or a store that may meet it. It does so for the lanes that ran, so
/// a load finds what was held on the arms that led to it; behind a branch, what
/// is held at the end of both arms:
///
///   if (c) s[t] = x; else s[t] = 0;
///   y = s[t];                   a register, whatever c is
void dropRepeats(MergeItems &Items);

} // namespace banklint

#endif // BANKLINT_NVCC_PASSES_LLVM_GVN_H
