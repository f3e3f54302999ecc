// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s
// There the headers themselves are not for Clang, which is told besides.
// UNSUPPORTED: 11.8, 12.4

// Barriers and pipelines in shared memory order accesses and are none. Their
// constructors, which nvcc warns of and Clang rejects, do not hide the copies
// that name them.

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;

__global__ void barriers(float *out, const float *in) {
  __shared__ float s[1024];
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&ready, block.size());
  block.sync();
  cuda::memcpy_async(block, s, in, sizeof(float) * 1024, ready);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 4 bytes to 's': 1/1 wavefronts, conflict-free{{(, inexact)?}}, block 256x1x1, 32 requests
  ready.arrive_and_wait();
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
}

__global__ void pipelines(float *out, const float *in) {
  __shared__ float s[1024];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
// CHECK: :[[@LINE-1]]:15: remark: atomic of 4 bytes on shared memory: ?/? wavefronts, unknown (no measured rule for 'cuda::pipeline'), inexact, block 256x1x1, 8 requests [pipelines
  pipe.producer_acquire();
  cuda::memcpy_async(block, s, in, sizeof(float) * 512, pipe);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 4 bytes to 's': 1/1 wavefronts, conflict-free{{(, inexact)?}}, block 256x1x1, 16 requests
  pipe.producer_commit();
  pipe.consumer_wait();
  out[threadIdx.x] += s[threadIdx.x * 4];
// CHECK: :[[@LINE-1]]:23: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 256x1x1, 8 requests
  pipe.consumer_release();
}

// In a template, too, although Clang meets the constructor when it instantiates
// the body only.
template <int Stride> __global__ void templated(float *out, const float *in) {
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  __shared__ float s[1024];
  auto *pointer = &ready;
  if (threadIdx.x == 0)
    init(pointer, blockDim.x);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  pointer->arrive_and_wait();
  const float *read = s;
  out[threadIdx.x] = read[threadIdx.x * Stride];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 256x1x1, 8 requests
}

void run(float *out, const float *in) {
  barriers<<<1, 256>>>(out, in);
  pipelines<<<1, 256>>>(out, in);
  templated<4><<<1, 256>>>(out, in);
}
