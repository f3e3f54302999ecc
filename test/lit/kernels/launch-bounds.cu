// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// __launch_bounds__ is an upper bound: a launch that is visible says more, and
// without one, warps are as full as the bound lets them be.

// At most one warp: t / 32 is 0, and a step of 2 words is 2.
__global__ void __launch_bounds__(32) oneWarp(float *out, const float *in) {
  __shared__ float s[64];
  s[2 * threadIdx.x + threadIdx.x / 32] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

template <int Threads>
__global__ void __launch_bounds__(Threads, 2)
    launched(float *out, const float *in) {
  __shared__ float s[4 * Threads];
  s[4 * threadIdx.x] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict, block 64x1x1, 2 requests
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
}

void run(float *out, const float *in) { launched<256><<<1, 64>>>(out, in); }
