//===- Gpu.h - What a GPU has -----------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers of the hardware that all parts share, the same from sm_50 to
// sm_120 unless said otherwise (CUDA C++ Programming Guide, "Compute
// Capabilities").
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_BANK_GPU_H
#define BANKLINT_BANK_GPU_H

#include <array>
#include <cstdint>

namespace banklint {

/// Lanes of a warp; banks of shared memory, each a word wide.
inline constexpr unsigned LaneCount = 32, BankCount = 32, WordBytes = 4;

/// The widest access of a lane, and so all of an alignment that matters.
inline constexpr int64_t MaxAccessBytes = 16;

/// Threads of a block: in all, and in each direction.
inline constexpr unsigned MaxBlockThreads = 1024;

/// Blocks of a cluster, where a kernel asks for more than the portable 8.
inline constexpr unsigned MaxClusterBlocks = 16;
inline constexpr std::array<unsigned, 3> MaxBlockExtents = {1024, 1024, 64};

/// Static shared memory of a block. More has to be dynamic.
inline constexpr int64_t MaxStaticBytes = 48 * 1024;

/// Shared memory of a streaming multiprocessor, of which a block can have all
/// but what the system reserves for each (sm_90; none has more).
inline constexpr int64_t MultiprocessorSharedBytes = 228 * 1024,
                         ReservedBlockBytes = 1024;

} // namespace banklint

#endif // BANKLINT_BANK_GPU_H
