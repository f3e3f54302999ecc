// Copies to shared memory: primitives, groups, pipelines, barriers.

// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --allow-empty --check-prefix=CLEAN
// CLEAN-NOT: error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++20 2>&1 \
// RUN:   | FileCheck %s --allow-empty --check-prefix=CLEAN

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_awbarrier.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__global__ void primitives(const float4 *In, float *Out) {
  __shared__ float4 Tile[256];
  __pipeline_memcpy_async(&Tile[threadIdx.x], &In[threadIdx.x], sizeof(float4));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  Out[threadIdx.x] = Tile[threadIdx.x].x;
}

__global__ void group(const int *In, int *Out) {
  __shared__ int Tile[2][256];
  auto Block = cg::this_thread_block();
  cg::memcpy_async(Block, Tile[0], In, sizeof(int) * 256);
  cg::memcpy_async(Block, Tile[1], In, cuda::aligned_size_t<16>(1024));
  cg::wait_prior<1>(Block);
  cg::wait(Block);
  Out[threadIdx.x] = Tile[0][threadIdx.x];
}

__global__ void pipeline(const int *In, int *Out) {
  __shared__ int Tile[2][256];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> State;
  auto Block = cg::this_thread_block();
  auto Pipe = cuda::make_pipeline(Block, &State);
  Pipe.producer_acquire();
  cuda::memcpy_async(Block, Tile[0], In, sizeof(int) * 256, Pipe);
  cuda::memcpy_async(Tile[1] + threadIdx.x, In + threadIdx.x,
                     cuda::aligned_size_t<4>(4), Pipe);
  Pipe.producer_commit();
  cuda::pipeline_consumer_wait_prior<0>(Pipe);
  Pipe.consumer_wait();
  Out[threadIdx.x] = Tile[1][threadIdx.x];
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
    Token = cuda::device::barrier_arrive_tx(Ready, 1, sizeof(Tile));
  } else {
    Token = Ready.arrive();
  }
  Ready.wait(static_cast<Barrier::arrival_token &&>(Token));
  cuda::memcpy_async(Tile, In, sizeof(int), Ready);
  Ready.arrive_and_wait();
  cuda::atomic_ref<int, cuda::thread_scope_block> Count(Out[0]);
  Count.fetch_add(Tile[threadIdx.x], cuda::memory_order_relaxed);
}
