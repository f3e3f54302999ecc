// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Operators and conversions of halves take references and objects: the operands
// are loaded all the same.

#include <cuda_fp16.h>

__global__ void operators(float *out) {
  __shared__ __half s[64][64];
  __shared__ __half2 pairs[64];
  int t = threadIdx.x;
  s[t][1] = (__half)out[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 2 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
  pairs[t] = __half2(__half(1), __half(2));
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'pairs': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  out[t] = (float)s[t][0];
// CHECK: :[[@LINE-1]]:19: remark: load of 2 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  out[t] += s[0][t] < s[0][t + 1];
// CHECK: :[[@LINE-1]]:13: remark: load of 2 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 2 requests
  __syncthreads();
  pairs[t] += pairs[2 * t];
// CHECK: :[[@LINE-1]]:3: remark: load of 4 bytes from 'pairs': 1.5/1 wavefronts, conflict, worst 2x, block 32x1x1, 2 requests
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 'pairs': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// What a member function does to its object that is nowhere defined is not known.
struct Opaque {
  int x;
  __device__ int get() const;
};
__global__ void opaque(int *out) {
  __shared__ Opaque s[32];
  out[threadIdx.x] = s[threadIdx.x].get();
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to 'get', whose body is not visible, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request
}

void run(float *out, int *numbers) {
  operators<<<1, 32>>>(out);
  opaque<<<1, 32>>>(numbers);
}
