// Cooperative groups: blocks, tiles, coalesced threads, the grid.

// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++14 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++20 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

// 8 warps. A block of 256 is halved 8 times, a group of 4 twice, a warp 5 times: 15
// stores a warp, 120. The lower half loads. Of the block these are 4, 2, 1, 1, 1, 1,
// 1 and 1 warps, 12 requests; groups of 4 and of 32 have such lanes in every warp,
// 8 * 2 + 8 * 5: 68 in all. Ranks index neighbouring words, or the same in several
// groups: 1/1.
__device__ float sumOf(cg::thread_group Group, float *Buffer, float Value) {
  const unsigned Lane = Group.thread_rank();
  for (unsigned I = Group.size() / 2; I > 0; I /= 2) {
    Buffer[Lane] = Value;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'Buffer': 1/1 wavefronts, conflict-free, block 256x1x1, 120 requests
    Group.sync();
    if (Lane < I)
      Value += Buffer[Lane + I];
// CHECK: :[[@LINE-1]]:16: remark: load of 4 bytes from 'Buffer': 1/1 wavefronts, conflict-free, block 256x1x1, 68 requests
    cg::sync(Group);
  }
  return Value;
}

template <class Tile> __device__ int shuffled(const Tile &T, int Value) {
  for (int Offset = T.size() / 2; Offset > 0; Offset /= 2)
    Value += T.shfl_down(Value, Offset);
  return T.shfl(Value, 0) + T.any(Value) + T.ballot(Value) +
         T.shfl_xor(Value, 1);
}

__global__ void groups(float *F, int *I) {
  __shared__ float Buffer[1024];
  auto Grid = cg::this_grid();
  cg::thread_block Block = cg::this_thread_block();
  cg::thread_block_tile<32> Warp = cg::tiled_partition<32>(Block);
  auto Quarter = cg::tiled_partition<8>(Warp);
  auto Four = cg::tiled_partition(Block, 4);
  Buffer[Block.thread_rank()] = F[Grid.thread_rank()];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'Buffer': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  cg::sync(Block);
  Buffer[Warp.meta_group_rank() * 32 + Warp.thread_rank()] +=
      Buffer[Quarter.meta_group_rank() + Quarter.meta_group_size()];
// CHECK: :[[@LINE-2]]:3: remark: load of 4 bytes from 'Buffer': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
// CHECK: :[[@LINE-3]]:3: remark: store of 4 bytes to 'Buffer': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
// CHECK: :[[@LINE-3]]:7: remark: load of 4 bytes from 'Buffer': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  F[0] = sumOf(Block, Buffer, 1.f) + sumOf(Four, Buffer, 2.f) +
         sumOf(Warp, Buffer, 3.f) + Block.group_index().x +
         Block.thread_index().y + Block.dim_threads().z;
  I[0] = shuffled(Warp, I[1]) + shuffled(Quarter, I[2]);
  struct Point {
    float X, Y;
  } P = {F[0], F[1]};
  F[1] = Warp.shfl(P, 3).Y;
  F[2] = cg::reduce(Warp, F[3], cg::plus<float>()) +
         cg::reduce(Warp, F[3], [](float A, float B) { return A + B; });
  F[3] = cg::exclusive_scan(Quarter, F[4]) +
         cg::inclusive_scan(Warp, F[4], cg::greater<float>());
  cg::coalesced_group Active = cg::coalesced_threads();
  if (Active.thread_rank() == 0)
    I[3] = Active.size() + Active.shfl(I[4], 0);
  auto Cluster = cg::this_cluster();
  float *Remote = Cluster.map_shared_rank(Buffer, 1);
  Cluster.sync();
  Remote[Block.thread_rank()] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to shared memory: ?/? wavefronts, unknown (distributed shared memory of a cluster: in another block, 32-byte sectors count, not banks), inexact, block 256x1x1, 8 requests
  Grid.sync();
}
