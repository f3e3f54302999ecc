//===- cuda-async.cu - Barriers, pipelines and atomics of libcu++ ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../host.h"
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

// Counters that lie side by side: no two lanes share one.
__global__ void atomic_refs(const int *In, int *Out) {
  __shared__ int Shared[128];
  Shared[threadIdx.x] = In[threadIdx.x];
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_block> Mine(
      Shared[(threadIdx.x + 1) % 128]);
  Mine.fetch_add(In[threadIdx.x], cuda::memory_order_relaxed);
  __syncthreads();
  Out[threadIdx.x] = Shared[threadIdx.x];
}

// Four lanes each on a counter, and the old values are used.
__global__ void atomic_shared(const int *In, int *Out) {
  __shared__ unsigned Shared[32];
  if (threadIdx.x < 32)
    Shared[threadIdx.x] = 0;
  __syncthreads();
  cuda::atomic_ref<unsigned, cuda::thread_scope_block> Mine(
      Shared[threadIdx.x / 4]);
  Out[threadIdx.x] = int(
      Mine.fetch_max(unsigned(In[threadIdx.x]), cuda::memory_order_relaxed));
}

__global__ void atomic_objects(const int *In, int *Out) {
  using Counter = cuda::atomic<int, cuda::thread_scope_block>;
  __shared__ alignas(4) unsigned char Memory[64 * sizeof(Counter)];
  Counter *Shared = reinterpret_cast<Counter *>(Memory);
  Shared[threadIdx.x].store(In[threadIdx.x], cuda::memory_order_relaxed);
  __syncthreads();
  Out[threadIdx.x] =
      Shared[threadIdx.x * 2 % 64].load(cuda::memory_order_relaxed);
}

// A tile comes in while a barrier counts the threads that have asked.
__global__ void barrier_copy(const float *In, float *Out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ alignas(16) float Shared[512];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier Arrived;
  if (threadIdx.x == 0)
    init(&Arrived, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&Shared[threadIdx.x * 4], &In[threadIdx.x * 4],
                     cuda::aligned_size_t<16>(16), Arrived);
  Arrived.arrive_and_wait();
  Out[threadIdx.x] = Shared[threadIdx.x * 4 % 512 + 1];
}

// Copies of four bytes to a stride of five words.
__global__ void pipeline_words(const float *In, float *Out) {
  __shared__ float Shared[128 * 5];
  cuda::pipeline<cuda::thread_scope_thread> Pipe = cuda::make_pipeline();
  Pipe.producer_acquire();
  for (int I = 0; I < 4; ++I)
    cuda::memcpy_async(&Shared[threadIdx.x * 5 + I], &In[threadIdx.x + I * 128],
                       cuda::aligned_size_t<4>(4), Pipe);
  Pipe.producer_commit();
  Pipe.consumer_wait();
  float Sum = 0;
  for (int I = 0; I < 4; ++I)
    Sum += Shared[threadIdx.x * 5 + I];
  Pipe.consumer_release();
  Out[threadIdx.x] = Sum;
}

// Two stages of a block's pipeline, each of 16 bytes a thread.
__global__ void pipeline_stages(const float4 *In, float4 *Out) {
  __shared__ float4 Shared[2][64];
  cuda::pipeline<cuda::thread_scope_thread> Pipe = cuda::make_pipeline();
  Pipe.producer_acquire();
  cuda::memcpy_async(&Shared[0][threadIdx.x], &In[threadIdx.x],
                     cuda::aligned_size_t<16>(16), Pipe);
  Pipe.producer_commit();
  float4 Sum = {0, 0, 0, 0};
  for (int Step = 0; Step < 4; ++Step) {
    if (Step + 1 < 4) {
      Pipe.producer_acquire();
      cuda::memcpy_async(&Shared[(Step + 1) % 2][threadIdx.x],
                         &In[(Step + 1) * 64 + threadIdx.x],
                         cuda::aligned_size_t<16>(16), Pipe);
      Pipe.producer_commit();
      cuda::pipeline_consumer_wait_prior<1>(Pipe);
    } else {
      cuda::pipeline_consumer_wait_prior<0>(Pipe);
    }
    __syncthreads();
    float4 Value = Shared[Step % 2][threadIdx.x ^ 16];
    Sum.x += Value.x;
    Sum.y += Value.y + Value.z * Value.w;
    __syncthreads();
    Pipe.consumer_release();
  }
  Out[threadIdx.x] = Sum;
}

// The primitives in C, with zeros behind the data.
__global__ void pipeline_primitives(const float4 *In, float *Out) {
  __shared__ alignas(16) float Shared[64 * 8];
  float *Mine = Shared + threadIdx.x * 8;
  __pipeline_memcpy_async(Mine, In + threadIdx.x, 16,
                          threadIdx.x < 48 ? 0 : 16);
  __pipeline_memcpy_async(Mine + 4, In + threadIdx.x, 8);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  Out[threadIdx.x] = Shared[threadIdx.x * 9 % 448];
}

// Pairs of doubles by cooperative copies of a whole block.
__global__ void group_copy(const double *In, double *Out) {
  __shared__ alignas(16) double Shared[256];
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ Barrier Arrived;
  cg::thread_block Block = cg::this_thread_block();
  if (Block.thread_rank() == 0)
    init(&Arrived, Block.size());
  Block.sync();
  cuda::memcpy_async(Block, Shared, In,
                     cuda::aligned_size_t<16>(sizeof(Shared)), Arrived);
  Arrived.arrive_and_wait();
  Out[threadIdx.x] = Shared[threadIdx.x * 2] - Shared[threadIdx.x * 2 + 1];
}

int main() {
  int *In = counting<int>(4096), *Out = counting<int>(4096);
  float *InFloats = counting<float>(4096), *Floats = counting<float>(4096);
  atomic_refs<<<1, 128>>>(In, Out);
  atomic_shared<<<1, 128>>>(In, Out);
  atomic_objects<<<1, 64>>>(In, Out);
  barrier_copy<<<1, 128>>>(InFloats, Floats);
  pipeline_words<<<1, 128>>>(InFloats, Floats);
  pipeline_stages<<<1, 64>>>(counting<float4>(256), counting<float4>(64));
  pipeline_primitives<<<1, 64>>>(counting<float4>(64), Floats);
  group_copy<<<1, 128>>>(counting<double>(256), counting<double>(128));
  return finish();
}
