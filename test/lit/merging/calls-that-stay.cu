// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Over a call that stays one in machine code, ptxas merges no loads: two LDS each, and
// LDS.64 where nothing stands between (nvcc 13.0 -O3, sm_90).

#include <cstdio>

__device__ __noinline__ float twice(float x) { return 2 * x; }

__global__ void called(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  float a = twice(s[2 * t]);
// CHECK: :[[@LINE-1]]:19: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  out[t] = a - s[2 * t + 1];
// CHECK: :[[@LINE-1]]:16: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
}

__global__ void printed(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  float a = s[2 * t];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  printf("%f", a);
  out[t] = a - s[2 * t + 1];
// CHECK: :[[@LINE-1]]:16: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
}

__global__ void beside(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  float a = s[2 * t];
// CHECK: :[[@LINE-1]]:13: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 64x1x1, 2 requests
  out[t] = a - s[2 * t + 1];
// CHECK: :[[@LINE-1]]:16: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 64x1x1, 0 requests
}

// What the declaration aligns, LLVM merges over a call that only computes: LDS.64; over
// one that writes it does not: two LDS.
__device__ __noinline__ void keep(float *to, float x) { *to = x; }

__global__ void overComputing(float *out) {
  __shared__ float2 s[64];
  int t = threadIdx.x;
  float a = twice(s[t].x);
// CHECK: :[[@LINE-1]]:19: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 64x1x1, 2 requests
  out[t] = a - s[t].y;
// CHECK: :[[@LINE-1]]:16: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 64x1x1, 0 requests
}

__global__ void overWriting(float *out) {
  __shared__ float2 s[64];
  int t = threadIdx.x;
  float a = s[t].x;
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  keep(out + t, a);
  out[t + 64] = a - s[t].y;
// CHECK: :[[@LINE-1]]:21: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
}

// nvcc heeds `#pragma unroll` alone, and no 0: two LDS.128.
__global__ void pragmas(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float a = 0;
#pragma nounroll
  for (int i = 0; i < 8; ++i)
    a = a * 2 + s[8 * t + i];
// CHECK: :[[@LINE-1]]:17: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, block 64x1x1, 4 requests
  __syncthreads();
#pragma clang loop unroll(disable)
  for (int i = 0; i < 8; ++i)
    a = a * 2 + s[8 * t + i];
// CHECK: :[[@LINE-1]]:17: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, block 64x1x1, 4 requests
  __syncthreads();
#pragma unroll 0
  for (int i = 0; i < 8; ++i)
    a = a * 2 + s[8 * t + i];
// CHECK: :[[@LINE-1]]:17: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, block 64x1x1, 4 requests
  __syncthreads();
#pragma unroll 1
  for (int i = 0; i < 8; ++i)
    a = a * 2 + s[8 * t + i];
// CHECK: :[[@LINE-1]]:17: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 64x1x1, 16 requests
  out[t] = a;
}

int main() {
  called<<<1, 64>>>(nullptr);
  printed<<<1, 64>>>(nullptr);
  beside<<<1, 64>>>(nullptr);
  overComputing<<<1, 64>>>(nullptr);
  overWriting<<<1, 64>>>(nullptr);
  pragmas<<<1, 64>>>(nullptr);
}
