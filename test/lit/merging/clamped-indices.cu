// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// Of the smaller or larger of two numbers, machine code sees no factor; of
// another choice it does. Widths of machine code (nvcc 13.0 -O3, sm_90).

#define PAIR(NAME, ...)                                                        \
  __global__ void __launch_bounds__(32) NAME(float *out, int n) {   \
    __shared__ float s[1024];                                                  \
    int t = threadIdx.x;                                                       \
    for (int k = 0; k < 32; k++)                                               \
      s[k * 32 + t] = out[k * 32 + t];                                         \
    __syncwarp();                                                              \
    __VA_ARGS__;                                                               \
    out[t] = s[i] * s[i + 1];                                                  \
  }

// LDS twice.
// CHECK: [[#@LINE+2]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
PAIR(smaller, int i = min(2 * t, 60))
// CHECK: [[#@LINE+2]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
PAIR(larger, int i = max(2 * t - 2, 0))
// CHECK: [[#@LINE+2]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
PAIR(between, int i = max(0, min(2 * t, 60)))
// CHECK: [[#@LINE+2]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
PAIR(unsignedSmaller, unsigned i = min(2u * t, 60u))
// CHECK: [[#@LINE+2]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
PAIR(choice, int j = 2 * t; int i = j > 60 ? 60 : j)
// CHECK: [[#@LINE+2]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
PAIR(again, int i = 2 * t; i = i < 0 ? 0 : i)
// CHECK: [[#@LINE+2]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
PAIR(condition, int i = 2 * t; if (i > 40) i = 40)
// CHECK: [[#@LINE+2]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
PAIR(moved, int i = min(2 * t, 60) + 4)
__device__ int clamped(int i, int lowest, int highest) {
  return i < lowest ? lowest : i > highest ? highest : i;
}
// CHECK: [[#@LINE+2]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, {{0 requests|1 request}}
PAIR(called, int i = clamped(2 * t, 2, 60))

// LDS.64: products of these, other choices, what never decides, and masks, which
// are dropped where LLVM knows the bits.
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, {{0 requests|1 request}}
PAIR(product, int i = 2 * min(t, 30))
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, {{0 requests|1 request}}
PAIR(mask, int i = min(2 * t, 60) & 62)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, {{0 requests|1 request}}
PAIR(otherChoice, int i = t < 16 ? 2 * t : 0)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, {{0 requests|1 request}}
PAIR(otherNumber, int i = 2 * t; if (i > 41) i = 40)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, {{0 requests|1 request}}
PAIR(never, int i = min(2 * (t & 7), 64))
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, {{0 requests|1 request}}
PAIR(more, int i = 2 * t; if (i > 40) { i = 40; n = 3; } out[n] = 1)

// LDS.64, of an array that is aligned: LLVM merges before.
__global__ void __launch_bounds__(32) aligned(float *out) {
  __shared__ __align__(16) float s[1024];
  int i = min(2 * int(threadIdx.x), 60);
// CHECK: [[#@LINE+2]]:22: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:29: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
  out[threadIdx.x] = s[i] * s[i + 1];
}
