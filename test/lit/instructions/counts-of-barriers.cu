// RUN: %lint --all-accesses --exit-zero %s -- -std=c++17 2>&1 | FileCheck %s
// UNSUPPORTED: 11.8, 12.4

// A barrier of the block is counted by hardware; one of a wider scope, and the
// threads of a pipeline as they quit, by atomics on shared memory: nvcc 13.0
// has ATOM.E and ATOMS for sm_90. Nobody knows how often these are made.

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

using Wide = cuda::barrier<cuda::thread_scope_device>;

__global__ void wide(float *out) {
  __shared__ char bytes[sizeof(Wide)];
  Wide *barrier = reinterpret_cast<Wide *>(bytes);
  if (threadIdx.x == 0)
    init(barrier, blockDim.x);
// CHECK: :[[@LINE-1]]:5: remark: atomic of 4 bytes on shared memory: ?/? wavefronts, unknown (no measured rule for 'cuda::barrier'), inexact, block 64x1x1, 1 request [wide
  __syncthreads();
  barrier->arrive_and_wait();
// CHECK: :[[@LINE-1]]:3: remark: atomic of 4 bytes on shared memory: ?/? wavefronts, unknown (no measured rule for 'cuda::barrier'), inexact, block 64x1x1, 2 requests [wide
  out[threadIdx.x] = 1;
}

// Global memory.
__global__ void elsewhere(float *out, Wide *barrier) {
  barrier->arrive_and_wait();
  out[threadIdx.x] = 1;
}

__global__ void pipeline(float *out) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto pipe = cuda::make_pipeline(cooperative_groups::this_thread_block(),
// CHECK: :[[@LINE-1]]:15: remark: atomic of 4 bytes on shared memory: ?/? wavefronts, unknown (no measured rule for 'cuda::pipeline'), inexact, block 64x1x1, 2 requests [pipeline
                                  &state);
  pipe.producer_acquire();
  pipe.producer_commit();
  pipe.consumer_wait();
  pipe.consumer_release();
  out[threadIdx.x] = 1;
}

// Counted by no atomics.
__global__ void ofThread(float *out) {
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  pipe.producer_commit();
  pipe.consumer_wait();
  pipe.consumer_release();
  out[threadIdx.x] = 1;
}

__global__ void ofBlock(float *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> block;
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: shared array 'block' of kernel 'ofBlock' not analysed: no access to it was found
  if (threadIdx.x == 0)
    init(&block, blockDim.x);
  __syncthreads();
  block.arrive_and_wait();
  out[threadIdx.x] = 1;
}

int main() {
  wide<<<1, 64>>>(nullptr);
  elsewhere<<<1, 64>>>(nullptr, nullptr);
  pipeline<<<1, 64>>>(nullptr);
  ofThread<<<1, 64>>>(nullptr);
  ofBlock<<<1, 64>>>(nullptr);
}
