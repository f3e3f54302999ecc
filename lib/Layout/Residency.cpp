//===- Residency.cpp - Blocks that an SM holds at once --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Residency.h"
#include "Bank/Gpu.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

/// Blocks that shared memory and threads leave room for (compute capability
/// 9.0: CUDA C++ Programming Guide, "Compute Capabilities").
static int64_t residentBlocks(int64_t SharedBytes, int64_t Threads) {
  constexpr int64_t MaxThreads = 2048, MaxBlocks = 32;
  assert(Threads > 0 && "a block without threads");
  int64_t Warps = (Threads + LaneCount - 1) / LaneCount;
  int64_t BlockBytes =
      int64_t(llvm::alignTo(uint64_t(SharedBytes), AllocationBytes)) +
      ReservedBlockBytes;
  return std::min({MaxBlocks, MaxThreads / (Warps * LaneCount),
                   MultiprocessorSharedBytes / BlockBytes});
}

std::optional<Residency>
banklint::lostResidency(const std::vector<ArrayInKernel> &Uses,
                        int64_t ExtraBytes) {
  std::optional<Residency> Worst;
  for (const ArrayInKernel &Use : Uses) {
    const auto &Block = Use.Walked->Block;
    int64_t Threads = int64_t(Block[0]) * Block[1] * Block[2];
    int64_t Bytes = Use.Walked->Arrays->staticBytes();
    Residency Here = {residentBlocks(Bytes, Threads),
                      residentBlocks(Bytes + ExtraBytes, Threads)};
    if (Here.Now - Here.Then > (Worst ? Worst->Now - Worst->Then : 0))
      Worst = Here;
  }
  return Worst;
}
