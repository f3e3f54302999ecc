//===- Residency.h - Blocks that an SM holds at once ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LAYOUT_RESIDENCY_H
#define BANKLINT_LAYOUT_RESIDENCY_H

#include "Layout/Layout.h"

namespace banklint {

/// A block has a multiple of this in shared memory (before sm_80, of twice as
/// much), and every limit to that is one.
inline constexpr int64_t AllocationBytes = 128;

/// Blocks that an SM holds at once.
struct Residency {
  int64_t Now = 0, Then = 0;
};

/// By how many blocks at once a larger array lowers the residency of the kernel
/// that loses most; nothing where none loses any.
std::optional<Residency> lostResidency(const std::vector<ArrayInKernel> &Uses,
                                       int64_t ExtraBytes);

/// Whether on some GPU (sm_50 to sm_121) fewer blocks of a kernel fit on an SM
/// where each takes `ExtraBytes` more than `Bytes`, its registers aside: they
/// can only be what allows fewer already.
///
///   32x32 threads, 4,096 + 128 bytes   // 2 by its threads, before and after
///   128 threads, 18,432 + 512 bytes    // 12 and 11 on sm_90
bool mayLoseBlocks(const ArrayInKernel &Use, int64_t Bytes, int64_t ExtraBytes);

} // namespace banklint

#endif // BANKLINT_LAYOUT_RESIDENCY_H
