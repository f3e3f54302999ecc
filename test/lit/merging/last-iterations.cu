// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// What the last iteration of an unrolled loop loads for a next one, machine code
// (nvcc 13.0 -O3, sm_90) does not load: inexact, since the walk counts it.

#define FILL                                                                   \
  __shared__ float s[512];                                                     \
  int t = threadIdx.x;                                                         \
  for (int i = 0; i < 16; i++)                                                 \
    s[i * 32 + t] = out[i * 32 + t];                                           \
  __syncthreads();

// Seven LDS: the last sum is of no use.
__global__ void __launch_bounds__(32) exclusive(float *out) {
  FILL
  float sum = 0;
  for (int i = 0; i < 8; i++) {
    out[i * 32 + t] = sum;
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 8 requests
    sum += s[i * 32 + t];
  }
}

// Eight: somebody looks at it.
__global__ void __launch_bounds__(32) inclusive(float *out) {
  FILL
  float sum = 0;
  for (int i = 0; i < 8; i++) {
    out[i * 32 + t] = sum;
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 8 requests
    sum += s[i * 32 + t];
  }
  out[999] = sum;
}

// Seven, by a class.
__global__ void __launch_bounds__(32) prefetched(float *out) {
  FILL
// CHECK: [[#@LINE+1]]:17: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  float2 next = *(float2 *)&s[2 * t];
  float sum = 0;
  for (int i = 0; i < 4; i++) {
    sum += next.x * next.y;
// CHECK: [[#@LINE+1]]:12: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, 4 requests
    next = *(float2 *)&s[(i + 1) * 64 + 2 * t];
  }
  out[t] = sum;
}

// Eight in each iteration of a loop that stays: the next one looks at them.
__global__ void __launch_bounds__(32) around(float *out, int n) {
  FILL
  float sum = 0;
  for (int k = 0; k < n; k++)
    for (int i = 0; i < 8; i++) {
      out[i * 32 + t] = sum;
// CHECK: [[#@LINE+1]]:14: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1
      sum += s[i * 32 + t];
    }
}

// What is set for this iteration, and a counter, are handed on to nobody.
__global__ void __launch_bounds__(32) counted(float *out) {
  FILL
  float sum = 0, x;
  int step = 1;
  while (step < 16) {
// CHECK: [[#@LINE+1]]:9: remark: load of 4 bytes from 's': 3.75/1 wavefronts, conflict, worst 8x, block 32x1x1, 4 requests
    x = s[step * t];
    sum += x * x;
    step *= 2;
  }
  out[t] = sum;
}

// Two LDS: of integers that are multiplied by zero none is loaded.
__global__ void __launch_bounds__(32) weights(int *out) {
  __shared__ int v[128];
  int t = threadIdx.x;
  for (int i = 0; i < 3; i++)
    v[i * 32 + t] = out[i * 32 + t];
  __syncthreads();
  const int w[3] = {-1, 0, 1};
  int sum = 0;
  for (int i = 0; i < 3; i++)
// CHECK: [[#@LINE+1]]:19: remark: load of 4 bytes from 'v': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 3 requests
    sum += w[i] * v[i * 32 + t];
  out[t] = sum;
}
