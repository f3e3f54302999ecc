//===- cuda-atomics.cu - Atomic objects of libcu++ in shared memory -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../host.h"
#include <cuda/atomic>

using Counter = cuda::atomic<int, cuda::thread_scope_block>;
using Wide = cuda::atomic<unsigned long long, cuda::thread_scope_block>;
template <class T> using Ref = cuda::atomic_ref<T, cuda::thread_scope_block>;

template <class T> __device__ T *zeros(T *Shared, int Count) {
  for (int I = threadIdx.x; I < Count; I += blockDim.x)
    Shared[I] = 0;
  __syncthreads();
  return Shared;
}

template <class T> __device__ void show(const T *Shared, int *Out, int Count) {
  __syncthreads();
  if (threadIdx.x < Count)
    Out[threadIdx.x] = int(Shared[threadIdx.x]);
}

// All lanes add the same to one counter.
__global__ void ref_same(const int *In, int *Out) {
  __shared__ int Shared[128];
  Ref<int>(zeros(Shared, 128)[0]).fetch_add(1, cuda::memory_order_relaxed);
  show(Shared, Out, 128);
}

// All lanes add something else to one counter.
__global__ void ref_sum(const int *In, int *Out) {
  __shared__ int Shared[128];
  Ref<int>(zeros(Shared, 128)[0])
      .fetch_add(In[threadIdx.x], cuda::memory_order_relaxed);
  show(Shared, Out, 128);
}

// Every lane has a counter.
__global__ void ref_apart(const int *In, int *Out) {
  __shared__ int Shared[128];
  Ref<int>(zeros(Shared, 128)[threadIdx.x])
      .fetch_add(In[threadIdx.x], cuda::memory_order_relaxed);
  show(Shared, Out, 128);
}

// Four lanes a bank.
__global__ void ref_strided(const int *In, int *Out) {
  __shared__ int Shared[512];
  Ref<int>(zeros(Shared, 512)[threadIdx.x * 4])
      .fetch_add(In[threadIdx.x], cuda::memory_order_relaxed);
  show(Shared, Out, 128);
}

// Eight counters, four lanes each.
__global__ void ref_eights(const int *In, int *Out) {
  __shared__ int Shared[128];
  Ref<int>(zeros(Shared, 128)[threadIdx.x % 8])
      .fetch_add(In[threadIdx.x], cuda::memory_order_relaxed);
  show(Shared, Out, 128);
}

__global__ void ref_maximum(const int *In, int *Out) {
  __shared__ int Shared[128];
  Ref<int>(zeros(Shared, 128)[threadIdx.x / 2])
      .fetch_max(In[threadIdx.x], cuda::memory_order_relaxed);
  show(Shared, Out, 128);
}

__global__ void ref_exchange(const int *In, int *Out) {
  __shared__ int Shared[256];
  int Was = Ref<int>(zeros(Shared, 256)[threadIdx.x * 2])
                .exchange(In[threadIdx.x], cuda::memory_order_relaxed);
  show(Shared, Out, 128);
  Out[threadIdx.x] += Was;
}

__global__ void ref_compare(const int *In, int *Out) {
  __shared__ int Shared[256];
  int Expected = 0;
  Ref<int>(zeros(Shared, 256)[threadIdx.x * 2])
      .compare_exchange_strong(Expected, In[threadIdx.x],
                               cuda::memory_order_relaxed);
  show(Shared, Out, 128);
}

__global__ void ref_wide(const int *In, int *Out) {
  __shared__ unsigned long long Shared[128];
  Ref<unsigned long long>(zeros(Shared, 128)[threadIdx.x])
      .fetch_add(In[threadIdx.x], cuda::memory_order_relaxed);
  show(Shared, Out, 128);
}

__global__ void ref_ordered(const int *In, int *Out) {
  __shared__ int Shared[256];
  Ref<int>(zeros(Shared, 256)[threadIdx.x * 2]).fetch_add(In[threadIdx.x]);
  show(Shared, Out, 128);
}

__global__ void ref_loads(const int *In, int *Out) {
  __shared__ int Shared[256];
  Ref<int> Mine(zeros(Shared, 256)[threadIdx.x * 2]);
  Mine.store(In[threadIdx.x], cuda::memory_order_relaxed);
  __syncthreads();
  Out[threadIdx.x] = Ref<int>(Shared[threadIdx.x * 2 ^ 64])
                         .load(cuda::memory_order_relaxed);
}

__global__ void counter_same(const int *In, int *Out) {
  __shared__ Counter Shared;
  if (threadIdx.x == 0)
    new (&Shared) Counter(0);
  __syncthreads();
  Shared.fetch_add(1, cuda::memory_order_relaxed);
  __syncthreads();
  Out[threadIdx.x] = Shared.load(cuda::memory_order_relaxed);
}

__global__ void counters(const int *In, int *Out) {
  __shared__ Counter Shared[64];
  if (threadIdx.x < 64)
    new (&Shared[threadIdx.x]) Counter(0);
  __syncthreads();
  Shared[threadIdx.x % 64].fetch_add(In[threadIdx.x],
                                     cuda::memory_order_relaxed);
  __syncthreads();
  Out[threadIdx.x] = Shared[threadIdx.x / 2].load(cuda::memory_order_relaxed);
}

// The functions of CUDA on the same places, for comparison.
__global__ void plain_same(const int *In, int *Out) {
  __shared__ int Shared[128];
  atomicAdd(&zeros(Shared, 128)[0], 1);
  show(Shared, Out, 128);
}

__global__ void plain_strided(const int *In, int *Out) {
  __shared__ int Shared[512];
  atomicAdd(&zeros(Shared, 512)[threadIdx.x * 4], In[threadIdx.x]);
  show(Shared, Out, 128);
}

// Through a pointer that may lead to global memory.
__global__ void generic_eights(const int *In, int *Out, int N) {
  __shared__ int Shared[128];
  int *Place = N > 3 ? zeros(Shared, 128) : Out;
  atomicAdd(&Place[threadIdx.x % 8], In[threadIdx.x]);
  show(Shared, Out, 128);
}

__global__ void generic_strided(const int *In, int *Out, int N) {
  __shared__ int Shared[512];
  int *Place = N > 3 ? zeros(Shared, 512) : Out;
  atomicAdd(&Place[threadIdx.x * 4], In[threadIdx.x]);
  show(Shared, Out, 128);
}

int main() {
  const int *In = counting<int>(1024);
  int *Out = counting<int>(1024);
  ref_same<<<1, 128>>>(In, Out);
  ref_sum<<<1, 128>>>(In, Out);
  ref_apart<<<1, 128>>>(In, Out);
  ref_strided<<<1, 128>>>(In, Out);
  ref_eights<<<1, 128>>>(In, Out);
  ref_maximum<<<1, 128>>>(In, Out);
  ref_exchange<<<1, 128>>>(In, Out);
  ref_compare<<<1, 128>>>(In, Out);
  ref_wide<<<1, 128>>>(In, Out);
  ref_ordered<<<1, 128>>>(In, Out);
  ref_loads<<<1, 128>>>(In, Out);
  counter_same<<<1, 128>>>(In, Out);
  counters<<<1, 128>>>(In, Out);
  plain_same<<<1, 128>>>(In, Out);
  plain_strided<<<1, 128>>>(In, Out);
  generic_eights<<<1, 128>>>(In, Out, 8);
  generic_strided<<<1, 128>>>(In, Out, 8);
  return finish();
}
