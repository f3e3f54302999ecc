// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// Sums in which LLVM finds one multiple. Widths of machine code (nvcc 13.0 -O3,
// sm_90).

#define PAIR(NAME, ...)                                                        \
  __global__ void __launch_bounds__(32) NAME(float *out) {                     \
    __shared__ float s[1024];                                                  \
    int t = threadIdx.x, m = t % 4, q = t / 4;                                 \
    for (int k = 0; k < 32; k++)                                               \
      s[k * 32 + t] = out[k * 32 + t];                                         \
    __syncwarp();                                                              \
    int i = __VA_ARGS__;                                                       \
    out[t] = s[i] * s[i + 1];                                                  \
  }

// LDS.64: what is rounded down, and multiples of one number.
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, {{0 requests|1 request}}
PAIR(remainder, t - t % 4)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, {{0 requests|1 request}}
PAIR(mask, t - (t & 3))
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, {{0 requests|1 request}}
PAIR(diagonal, m * 33 + m)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, {{0 requests|1 request}}
PAIR(difference, q * 5 - q)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, inexact, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, inexact, block 32x1x1, {{0 requests|1 request}}
PAIR(twice, m + m + 2 * t)

// LDS twice.
// CHECK: [[#@LINE+2]]:1: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
PAIR(otherNumbers, m * 33 + q)

// LDS twice: the extension of a sign hides what is even.
__global__ void __launch_bounds__(32) narrow(float *out) {
  __shared__ float s[1024];
  short t = threadIdx.x;
  for (int k = 0; k < 32; k++)
    s[k * 32 + t] = out[k * 32 + t];
  __syncwarp();
// CHECK: [[#@LINE+2]]:12: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:23: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = s[t + t] * s[t + t + 1];
}

// LDS.128: a number of the launch that is rounded down. In other sums LLVM does
// not find that.
__global__ void __launch_bounds__(32) launched(float *out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int k = 0; k < 32; k++)
    s[k * 32 + t] = out[k * 32 + t];
  __syncwarp();
  int b = n - n % 4 + t * 4;
  float a = 0;
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
    a += s[b + i];
  out[t] = a;
}

// LDS.128: the same by a mask, and of a block's number.
__global__ void __launch_bounds__(32) launchedMask(float *out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int k = 0; k < 32; k++)
    s[k * 32 + t] = out[k * 32 + t];
  __syncwarp();
  int b = n - (n & 3) + t * 4;
  float a = 0;
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[b + i];
  int rest = blockIdx.x % 4, c = blockIdx.x - rest;
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
    a += s[c + t * 4 + i];
  out[t] = a;
}

// LDS twice, or once with 8 bytes: one number stands in the sum twice, and what
// is in between may keep LLVM from making one multiple of both.
#define SUM(NAME, ...)                                                         \
  __global__ void __launch_bounds__(32) NAME(float *out) {                     \
    __shared__ float s[2048];                                                  \
    int t = threadIdx.x, m = t % 4, q = t / 4;                                 \
    for (int k = 0; k < 64; k++)                                               \
      s[k * 32 + t] = out[k * 32 + t];                                         \
    __syncwarp();                                                              \
    int i = __VA_ARGS__;                                                       \
    out[t] = s[i] * s[i + 1];                                                  \
  }
// CHECK: [[#@LINE+2]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
SUM(between, m * 33 + q * 4 + m)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': 8/2 wavefronts, conflict, inexact, block 32x1x1, 0 requests
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': 8/2 wavefronts, conflict, inexact, block 32x1x1, 1 request
SUM(shifted, (m << 5) + q + q * 3)
// CHECK: [[#@LINE+2]]:1: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:1: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
SUM(takenAway, q * 64 + m * 9 - m)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
SUM(nextRow, (t + 1) * 33 + t + 1)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
SUM(roundedAway, 64 - (t - t % 4))
