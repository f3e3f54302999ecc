// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep ' remark: load' | FileCheck %s

// Of two iterations side by side, nvcc merges some accesses and others not: a
// neighbour that is taken to stay alone is not exact. nvcc 13.0 -O3, sm_90 makes
// LDS.64 of the first.

__global__ void __launch_bounds__(32) neighbours(float *out) {
  __shared__ __align__(16) float s[256];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  float sum = 0;
#pragma unroll 2
  for (int i = 0; i < 8; ++i)
    // CHECK: :[[@LINE+1]]:12: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, inexact, block 32x1x1, 8 requests [neighbours(float *)]
    sum += s[threadIdx.x * 8 + i];
  out[threadIdx.x] = sum;
}

// These are not neighbours.
__global__ void __launch_bounds__(32) apart(float *out) {
  __shared__ __align__(16) float s[256];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  float sum = 0;
#pragma unroll 2
  for (int i = 0; i < 8; ++i)
    // CHECK: :[[@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 8 requests [apart(float *)]
    sum += s[threadIdx.x + 32 * i];
  out[threadIdx.x] = sum;
}
