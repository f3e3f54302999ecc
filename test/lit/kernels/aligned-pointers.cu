// An address of global memory that is aligned in integers is not one of shared
// memory.
//
// RUN: %lint --all-accesses %s 2>&1 | FileCheck %s

#include <stdint.h>

__device__ const float *alignDown(const float *p, unsigned alignment) {
  return reinterpret_cast<const float *>(reinterpret_cast<uintptr_t>(p) &
                                         ~uintptr_t{alignment - 1});
}

__global__ void aligned(float *out, const float *in) {
  __shared__ float s[32];
  // CHECK: aligned-pointers.cu:[[@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  s[threadIdx.x] = alignDown(in + threadIdx.x, 16)[1];
  // CHECK: aligned-pointers.cu:[[@LINE+1]]:22: remark: load of 4 bytes from 's': 0/0 wavefronts, conflict-free, block 32x1x1, 0 requests
  out[threadIdx.x] = s[threadIdx.x];
}

void run() { aligned<<<1, 32>>>(nullptr, nullptr); }
// CHECK: 1 file, 1 kernel, 2 accesses: 0 conflicts, 0 possible, 0 unknown
