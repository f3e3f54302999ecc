// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Warps that go different ways are walked apart, each with its own numbers. The
// machine code is one for all: a place that is a number in the walk of one warp is no
// constant to the compiler. It has as many accesses (nvcc 13.0 -O3, sm_90).

#include <cuda_runtime.h>

// In the second and third warp, all but four lanes are at s[3].
__global__ void chosen(float *out) {
  __shared__ double s[104];
  int t = threadIdx.x;
  s[t] = t;
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 's': 2/2 wavefronts, conflict-free, block 96x1x1, 3 requests
  __syncthreads();
  float sum = s[3];
// CHECK: :[[@LINE-1]]:15: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests
  sum += s[t / 4 * 8 >= 67 ? 3 : t];
// CHECK: :[[@LINE-1]]:10: remark: load of 8 bytes from 's': 2/1.667 wavefronts, conflict, worst 1.5x, block 96x1x1, 3 requests
  out[t] = sum;
}

// What all warps load from one place is loaded once: a repeat in each walk.
__global__ void clamped(float *out) {
  __shared__ double s[512];
  int t = threadIdx.x;
  s[t] = t;
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 's': 2/2 wavefronts, conflict-free, block 128x1x1, 4 requests
  __syncthreads();
  float sum = s[3];
// CHECK: :[[@LINE-1]]:15: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests
  int i = 3;
  if (t < 64)
    i = t;
  sum += s[i];
// CHECK: :[[@LINE-1]]:10: remark: load of 8 bytes from 's': 1.5/1.5 wavefronts, conflict-free, block 128x1x1, 4 requests
  sum += s[t < 64 ? t : 3];
// CHECK: :[[@LINE-1]]:10: remark: load of 8 bytes from 's': 1.5/1.5 wavefronts, conflict-free, block 128x1x1, 0 requests
  sum += s[min(t, 3)];
// CHECK: :[[@LINE-1]]:10: remark: load of 8 bytes from 's': 1.25/1.25 wavefronts, conflict-free, block 128x1x1, 4 requests
  out[t] = sum;
}

// A guard that all warps but one pass does not change what repeats.
__global__ void guarded(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = t;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests
  __syncthreads();
  float sum = s[127 - t];
// CHECK: :[[@LINE-1]]:15: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests
  if (t >= 32)
    sum *= s[127 - t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 0 requests
  out[t] = sum;
}

// Rows of six floats: the first warp's are aligned to 16 bytes, by chance.
__global__ void rows(float *out, const float *in) {
  __shared__ __align__(16) float s[128];
  int t = threadIdx.x, w = t / 32;
  s[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests
  __syncthreads();
  float sum = in[t + 128];
  if (t < 32)
    sum += s[127 - t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 1 request
  sum += s[6 * w] + s[6 * w + 1] + s[6 * w + 2] + s[6 * w + 3];
// CHECK: :[[@LINE-1]]:10: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests
// CHECK: :[[@LINE-2]]:21: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 0 requests
// CHECK: :[[@LINE-3]]:36: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests
// CHECK: :[[@LINE-4]]:51: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 0 requests
  out[t] = sum;
}

int main() {
  float *data = nullptr;
  chosen<<<1, 96>>>(data);
  clamped<<<1, 128>>>(data);
  guarded<<<1, 128>>>(data);
  rows<<<1, 128>>>(data, data);
}
