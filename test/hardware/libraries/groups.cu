//===- groups.cu - Cooperative groups that use shared memory --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../host.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;

// Tiles of eight lanes, each with a row of nine words.
__global__ void tiles_of_eight(const int *In, int *Out) {
  __shared__ int Shared[16 * 9];
  auto Tile = cg::tiled_partition<8>(cg::this_thread_block());
  int *Row = Shared + Tile.meta_group_rank() * 9;
  Row[Tile.thread_rank()] = In[threadIdx.x];
  Tile.sync();
  Out[threadIdx.x] = Row[Tile.size() - 1 - Tile.thread_rank()];
}

// The same with rows of eight words, read by column.
__global__ void tiles_by_column(const int *In, int *Out) {
  __shared__ int Shared[32][8];
  cg::thread_block Block = cg::this_thread_block();
  auto Tile = cg::tiled_partition<32>(Block);
  for (int I = 0; I < 8; I += Tile.meta_group_size())
    Shared[Tile.thread_rank()][I + Tile.meta_group_rank()] =
        In[threadIdx.x + I];
  Block.sync();
  Out[Block.thread_rank()] = Shared[Tile.thread_rank()][Tile.meta_group_rank()];
}

// The sums of the warps lie in shared memory; one tile adds them up.
__global__ void reduced(const float *In, float *Out) {
  __shared__ float Sums[8];
  cg::thread_block Block = cg::this_thread_block();
  auto Warp = cg::tiled_partition<32>(Block);
  float Sum = cg::reduce(Warp, In[Block.thread_rank()], cg::plus<float>());
  if (Warp.thread_rank() == 0)
    Sums[Warp.meta_group_rank()] = Sum;
  Block.sync();
  if (Warp.meta_group_rank() == 0) {
    float Value = Warp.thread_rank() < Warp.meta_group_size()
                      ? Sums[Warp.thread_rank()]
                      : 0.0f;
    Value = cg::reduce(Warp, Value, cg::plus<float>());
    if (Warp.thread_rank() == 0)
      *Out = Value;
  }
}

// The sums of the tiles before decide nothing about addresses.
__global__ void scanned(const int *In, int *Out) {
  __shared__ int Shared[128];
  auto Tile = cg::tiled_partition<16>(cg::this_thread_block());
  int Before = cg::exclusive_scan(Tile, In[threadIdx.x], cg::plus<int>());
  Shared[Tile.thread_rank() * 8 + Tile.meta_group_rank()] = Before;
  cg::this_thread_block().sync();
  Out[threadIdx.x] = Shared[threadIdx.x];
}

// The lanes that a branch leaves, which is known from their numbers.
__global__ void coalesced(const int *In, int *Out) {
  __shared__ int Shared[128];
  Shared[threadIdx.x] = In[threadIdx.x];
  __syncthreads();
  if (threadIdx.x % 4 == 1) {
    cg::coalesced_group Active = cg::coalesced_threads();
    Out[threadIdx.x] = Shared[Active.thread_rank() * 16] + int(Active.size());
  }
}

// A place in a queue for each lane that has something to say.
__global__ void queue(const int *In, int *Out) {
  __shared__ int Places, Shared[256];
  if (threadIdx.x == 0)
    Places = 0;
  Shared[threadIdx.x] = -1;
  __syncthreads();
  int Value = In[threadIdx.x];
  if (Value % 3 == 0) {
    cg::coalesced_group Active = cg::coalesced_threads();
    int Start = 0;
    if (Active.thread_rank() == 0)
      Start = atomicAdd(&Places, int(Active.size()));
    Shared[Active.shfl(Start, 0) + Active.thread_rank()] = Value;
  }
  __syncthreads();
  Out[threadIdx.x] = Shared[threadIdx.x];
}

// The block copies together, as wide as alignment lets it.
__global__ void copied(const float *In, float *Out) {
  __shared__ alignas(16) float Shared[512];
  cg::thread_block Block = cg::this_thread_block();
  cg::memcpy_async(Block, Shared, In, cuda::aligned_size_t<16>(sizeof(Shared)));
  cg::wait(Block);
  float Sum = 0;
  for (int I = 0; I < 4; ++I)
    Sum += Shared[Block.thread_rank() * 4 + I];
  Out[Block.thread_rank()] = Sum;
}

// Every warp copies for itself, in words.
__global__ void copied_by_warps(const int *In, int *Out) {
  __shared__ int Shared[4][48];
  auto Warp = cg::tiled_partition<32>(cg::this_thread_block());
  int *Mine = Shared[Warp.meta_group_rank()];
  cg::memcpy_async(Warp, Mine, In + Warp.meta_group_rank() * 48,
                   sizeof(int) * 48);
  cg::wait(Warp);
  Out[threadIdx.x] = Mine[Warp.thread_rank() * 3 / 2];
}

// Half of each warp, split by a label.
__global__ void labeled(const int *In, int *Out) {
  __shared__ int Shared[64 * 2];
  auto Warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto Half = cg::labeled_partition(Warp, int(Warp.thread_rank() / 16));
  Shared[Warp.meta_group_rank() * 64 + Half.thread_rank() * 4] =
      In[threadIdx.x];
  Warp.sync();
  Out[threadIdx.x] =
      Shared[Warp.meta_group_rank() * 64 + Half.thread_rank() * 4];
}

// A block of three dimensions, numbered by the group.
__global__ void ranks(const float *In, float *Out) {
  __shared__ float Shared[6 * 4 * 8 * 2];
  cg::thread_block Block = cg::this_thread_block();
  dim3 Place = Block.thread_index();
  Shared[Block.thread_rank() * 2] = In[Block.thread_rank()];
  Block.sync();
  Out[Block.thread_rank()] =
      Shared[((Place.x * 4 + Place.y) * 8 + Place.z) * 2];
}

// Two blocks of a cluster read each other's memory.
__global__ void __cluster_dims__(2) clustered(const int *In, int *Out) {
  __shared__ int Shared[128];
  cg::cluster_group Cluster = cg::this_cluster();
  Shared[threadIdx.x] = In[threadIdx.x] + int(Cluster.block_rank());
  Cluster.sync();
  int *Other = Cluster.map_shared_rank(Shared, Cluster.block_rank() ^ 1);
  Out[blockIdx.x * 128 + threadIdx.x] =
      Other[threadIdx.x] + Shared[threadIdx.x * 2 % 128];
  Cluster.sync();
}

// Pairs of warps meet at a tile that is larger than a warp.
__global__ void large_tiles(const float *In, float *Out) {
  __shared__ float Shared[4][65];
  __shared__ cg::block_tile_memory<256> Memory;
  auto Block = cg::this_thread_block(Memory);
  auto Tile = cg::tiled_partition<64>(Block);
  Shared[Tile.meta_group_rank()][Tile.thread_rank()] = In[threadIdx.x];
  Tile.sync();
  Out[threadIdx.x] = Shared[Tile.meta_group_rank()][63 - Tile.thread_rank()];
}

// One thread of a group is chosen, and tells the others through memory.
__global__ void invoked(const int *In, int *Out) {
  __shared__ int Shared[4];
  cg::thread_block Block = cg::this_thread_block();
  auto Warp = cg::tiled_partition<32>(Block);
  cg::invoke_one(Warp, [&] {
    Shared[Warp.meta_group_rank()] = In[Warp.meta_group_rank()];
  });
  Block.sync();
  Out[threadIdx.x] = Shared[threadIdx.x % 4];
}

int main() {
  int *In = counting<int>(4096), *Out = counting<int>(4096);
  float *InFloats = counting<float>(4096), *Floats = counting<float>(4096);
  tiles_of_eight<<<1, 128>>>(In, Out);
  tiles_by_column<<<1, 128>>>(In, Out);
  reduced<<<1, 256>>>(InFloats, Floats);
  scanned<<<1, 128>>>(In, Out);
  coalesced<<<1, 128>>>(In, Out);
  queue<<<1, 256>>>(In, Out);
  copied<<<1, 128>>>(InFloats, Floats);
  copied_by_warps<<<1, 128>>>(In, Out);
  labeled<<<1, 64>>>(In, Out);
  ranks<<<1, dim3(6, 4, 8)>>>(InFloats, Floats);
  clustered<<<2, 128>>>(In, Out);
  large_tiles<<<1, 256>>>(InFloats, Floats);
  invoked<<<1, 128>>>(In, Out);
  return finish();
}
