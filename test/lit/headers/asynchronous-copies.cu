// Copies to shared memory: primitives, groups, pipelines, barriers.

// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++20 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_awbarrier.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

// 8 warps. Loads of a word in every 16 bytes: 8 banks, 4 lanes each.
__global__ void primitives(const float4 *In, float *Out) {
  __shared__ float4 Tile[256];
  __pipeline_memcpy_async(&Tile[threadIdx.x], &In[threadIdx.x], sizeof(float4));
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 'Tile': 4/4 wavefronts, conflict-free (assumes that the copy's source is aligned to 128 bytes, as allocations are), inexact, block 256x1x1, 8 requests
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  Out[threadIdx.x] = Tile[threadIdx.x].x;
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 'Tile': 4/1 wavefronts, conflict, block 256x1x1, 8 requests
}

// 1,024 bytes: a word for each of 256 threads, or 16 bytes for each of 64.
__global__ void group(const int *In, int *Out) {
  __shared__ int Tile[2][256];
  auto Block = cg::this_thread_block();
  cg::memcpy_async(Block, Tile[0], In, sizeof(int) * 256);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 4 bytes to 'Tile': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  cg::memcpy_async(Block, Tile[1], In, cuda::aligned_size_t<16>(1024));
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 'Tile': 4/4 wavefronts, conflict-free (assumes that the copy's source is aligned to 128 bytes, as allocations are), inexact, block 256x1x1, 2 requests
  cg::wait_prior<1>(Block);
  cg::wait(Block);
  Out[threadIdx.x] = Tile[0][threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 'Tile': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
}

__global__ void pipeline(const int *In, int *Out) {
  __shared__ int Tile[2][256];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> State;
  auto Block = cg::this_thread_block();
  auto Pipe = cuda::make_pipeline(Block, &State);
// CHECK: :[[@LINE-1]]:15: remark: atomic of 4 bytes on shared memory: ?/? wavefronts, unknown (no measured rule for 'cuda::pipeline'), inexact, block 256x1x1, 8 requests [pipeline
  Pipe.producer_acquire();
  cuda::memcpy_async(Block, Tile[0], In, sizeof(int) * 256, Pipe);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 4 bytes to 'Tile': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  cuda::memcpy_async(Tile[1] + threadIdx.x, In + threadIdx.x,
                     cuda::aligned_size_t<4>(4), Pipe);
// CHECK: :[[@LINE-2]]:3: remark: cp.async of 4 bytes to 'Tile': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  Pipe.producer_commit();
  cuda::pipeline_consumer_wait_prior<0>(Pipe);
  Pipe.consumer_wait();
  Out[threadIdx.x] = Tile[1][threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 'Tile': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  Pipe.consumer_release();
  auto Own = cuda::make_pipeline();
  Own.producer_acquire();
}

__global__ void barrier(const int *In, int *Out,
                        const __grid_constant__ CUtensorMap Map) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  namespace cde = cuda::device::experimental;
  __shared__ alignas(128) int Tile[256];
  __shared__ Barrier Ready;
  if (threadIdx.x == 0) {
    init(&Ready, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  Barrier::arrival_token Token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(Tile, &Map, 0, 0, Ready);
// CHECK: :[[@LINE-1]]:5: remark: cp.async of 4 bytes to shared memory: ?/? wavefronts, by-hardware (bulk copy (TMA): no lane has an address), inexact, block 256x1x1, 1 request
    Token = cuda::device::barrier_arrive_tx(Ready, 1, sizeof(Tile));
  } else {
    Token = Ready.arrive();
  }
  Ready.wait(static_cast<Barrier::arrival_token &&>(Token));
  // All lanes copy to one word: count, not degree.
  cuda::memcpy_async(Tile, In, sizeof(int), Ready);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 4 bytes to 'Tile': 32/1 wavefronts, by lines of global memory, block 256x1x1, 8 requests
  Ready.arrive_and_wait();
  cuda::atomic_ref<int, cuda::thread_scope_block> Count(Out[0]);
  Count.fetch_add(Tile[threadIdx.x], cuda::memory_order_relaxed);
// CHECK: :[[@LINE-1]]:19: remark: load of 4 bytes from 'Tile': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
}

void run(const int *In, int *Out, CUtensorMap Map) {
  barrier<<<1, 256>>>(In, Out, Map);
}
