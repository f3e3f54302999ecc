// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s
// There groups wait in shared memory of their own, which is listed besides.
// UNSUPPORTED: 11.8

// Ranks of cooperative groups say which thread is which: each is seen by the
// conflicts of a store that it indexes. Blocks of 64 threads.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void groups(int *out) {
  __shared__ int s[4096];
  cg::thread_block block = cg::this_thread_block();
  s[block.thread_rank() * 2] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  s[block.thread_index().x * 4 + block.group_index().x] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict, block 64x1x1, 2 requests
  // 64 lanes and threads: a whole number of rounds of the banks.
  s[block.size() * threadIdx.x] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 64x1x1, 2 requests
  auto tile = cg::tiled_partition<32>(block);
  s[tile.thread_rank() * 16] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 64x1x1, 2 requests
  s[tile.meta_group_rank() * 32 + tile.thread_rank()] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  // Rank in 8 times 32 words, plus which 8: 4 banks of 8 words each.
  auto eight = cg::tiled_partition<8>(tile);
  s[eight.thread_rank() * 32 + eight.meta_group_rank()] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 8/1 wavefronts, conflict, block 64x1x1, 2 requests
  int own = threadIdx.x;
  s[tile.shfl_xor(own, 1) * 4] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict, block 64x1x1, 2 requests
  // Lane 31 keeps its own.
  s[tile.shfl_down(own, 1) * 32] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 31/1 wavefronts, conflict, block 64x1x1, 2 requests
  // From lane 3, the same for all.
  s[tile.shfl(own, 3) + tile.thread_rank() * 8] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 8/1 wavefronts, conflict, block 64x1x1, 2 requests
  cg::thread_group sixteen = cg::tiled_partition(block, 16);
  // 16 words of one bank, and the same 16.
  s[sixteen.thread_rank() * 32] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 64x1x1, 2 requests
  cg::coalesced_group active = cg::coalesced_threads();
  s[active.thread_rank() * 2] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  cg::grid_group grid = cg::this_grid();
  s[grid.thread_rank() % 512 * 8] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 8/1 wavefronts, conflict, block 64x1x1, 2 requests
  cg::sync(block);
  block.sync();
  tile.sync();
  sixteen.sync();
  active.sync();
  grid.sync();
  out[threadIdx.x] = s[threadIdx.x] + tile.any(own > 3) + tile.ballot(own > 4);
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
}

void run(int *out) { groups<<<1, 64>>>(out); }
