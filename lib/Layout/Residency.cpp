//===- Residency.cpp - Blocks that an SM holds at once --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Residency.h"
#include "Bank/Gpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

namespace {
/// What the blocks on an SM share (CUDA C++ Programming Guide, "Technical
/// Specifications per Compute Capability").
struct Multiprocessor {
  int64_t SharedBytes, Threads, Blocks;
  int64_t ReservedBytes = ReservedBlockBytes; ///< of each block
  int64_t AllocatedBytes = AllocationBytes;   ///< a block has a multiple of it
};
} // namespace

static constexpr int64_t Kb = 1024;
/// Of compute capability 9.0, 10.0 and 10.3.
static constexpr Multiprocessor Newest = {MultiprocessorSharedBytes, 2048, 32};
static constexpr Multiprocessor Multiprocessors[] = {
    Newest,
    {64 * Kb, 2048, 32, 0, 256}, // 5.0, 5.3, 6.0, 6.2
    {96 * Kb, 2048, 32, 0, 256}, // 5.2, 6.1, 7.0, 7.2
    {64 * Kb, 1024, 16, 0, 256}, // 7.5
    {164 * Kb, 2048, 32},        // 8.0
    {164 * Kb, 1536, 16},        // 8.7
    {100 * Kb, 1536, 16},        // 8.6
    {100 * Kb, 1536, 24},        // 8.9, 12.0
    {228 * Kb, 1536, 24},        // 11.0
};

/// Blocks that shared memory and threads leave room for.
static int64_t residentBlocks(const Multiprocessor &On, int64_t SharedBytes,
                              int64_t Threads) {
  assert(Threads > 0 && "a block without threads");
  const int64_t Warps = (Threads + LaneCount - 1) / LaneCount;
  const int64_t BlockBytes =
      int64_t(llvm::alignTo(uint64_t(SharedBytes), On.AllocatedBytes)) +
      On.ReservedBytes;
  return std::min({On.Blocks, On.Threads / (Warps * LaneCount),
                   BlockBytes ? On.SharedBytes / BlockBytes : On.Blocks});
}

static int64_t threadsOf(const ArrayInKernel &Use) {
  const auto &Block = Use.Walked->Block;
  return int64_t(Block[0]) * Block[1] * Block[2];
}

std::optional<Residency>
banklint::lostResidency(const std::vector<ArrayInKernel> &Uses,
                        int64_t ExtraBytes) {
  std::optional<Residency> Worst;
  for (const ArrayInKernel &Use : Uses) {
    int64_t Bytes = Use.Walked->Arrays->staticBytes();
    Residency Here = {
        residentBlocks(Newest, Bytes, threadsOf(Use)),
        residentBlocks(Newest, Bytes + ExtraBytes, threadsOf(Use))};
    if (Here.Now - Here.Then > (Worst ? Worst->Now - Worst->Then : 0))
      Worst = Here;
  }
  return Worst;
}

bool banklint::mayLoseBlocks(const ArrayInKernel &Use, int64_t Bytes,
                             int64_t ExtraBytes) {
  return llvm::any_of(Multiprocessors, [&](const Multiprocessor &On) {
    return residentBlocks(On, Bytes + ExtraBytes, threadsOf(Use)) <
           residentBlocks(On, Bytes, threadsOf(Use));
  });
}
