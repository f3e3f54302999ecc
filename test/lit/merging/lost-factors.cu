// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// Whether two floats are loaded as a pair depends on what machine code sees of
// their address. Widths of machine code (nvcc 13.0 -O3, sm_90).

#define PAIR(NAME, ...)                                                        \
  __global__ void __launch_bounds__(32) NAME(float *out, int n) {              \
    __shared__ float s[1024];                                                  \
    int t = threadIdx.x, m = t % 4, q = t / 4;                                 \
    short h = threadIdx.x;                                                     \
    unsigned u = threadIdx.x;                                                  \
    for (int k = 0; k < 32; k++)                                               \
      s[k * 32 + t] = out[k * 32 + t];                                         \
    __syncwarp();                                                              \
    __VA_ARGS__;                                                               \
    out[t] = s[i] * s[i + 1];                                                  \
  }

// Nothing hides the factor.
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, {{0 requests|1 request}}
PAIR(product, int i = 2 * t)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': {{.*}}, conflict-free, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': {{.*}}, conflict-free, block 32x1x1, {{0 requests|1 request}}
PAIR(withoutSign, int i = 2 * u % 16)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': {{.*}}, conflict-free, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': {{.*}}, conflict-free, block 32x1x1, {{0 requests|1 request}}
PAIR(multipliedAfter, int i = m * 2 + q / 2 * 8)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': {{.*}}, conflict-free, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': {{.*}}, conflict-free, block 32x1x1, {{0 requests|1 request}}
PAIR(productOfSmaller, int i = 2 * min(t, 30))
// CHECK: [[#@LINE+2]]:1: remark: load of 4 bytes from 's': {{.*}}, conflict, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 4 bytes from 's': {{.*}}, conflict, block 32x1x1, {{0 requests|1 request}}
PAIR(odd, int i = m * 33 + q)

// LDS twice in machine code: remainders of a signed number, differences, extended
// signs, and one of two numbers. Others of the kind are merged: inexact.
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
PAIR(remainder, int i = q * 64 + 2 * t % 16)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
PAIR(fromBehind, int i = (31 - t / 8) * 4)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
PAIR(complement, int i = (~(t / 8) + 32) * 4)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
PAIR(narrow, int i = h * 2)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
PAIR(smaller, int i = min(2 * t, 60))
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
PAIR(chosen, int j = 2 * t; int i = j > 60 ? 60 : j)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
PAIR(clamped, int i = 2 * t; if (i > 40) i = 40)
__device__ int between(int i, int lowest, int highest) {
  return i < lowest ? lowest : i > highest ? highest : i;
}
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
PAIR(called, int i = between(2 * t, 2, 60))

// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': {{.*}}, possible {{.*}}, inexact, {{.*}} [oneOfTwo(
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': {{.*}}, possible {{.*}}, inexact, {{.*}} [oneOfTwo(
PAIR(oneOfTwo, int i = n ? t * 2 : t * 8)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
PAIR(byBranches, int i; if (n > 4) i = t * 4; else i = t * 8)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
PAIR(setAgain, int i = t * 4; if (n > 2) i = 124 - i)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
PAIR(notNegative, int i = abs(t * 4 - n * 4))

// LDS.64 in machine code: LLVM finds one multiple, or a bound that never decides.
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
PAIR(rounded, int i = t - t % 4)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
PAIR(twice, int i = n * 33 + n + 2 * t)
// CHECK: [[#@LINE+2]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:1: remark: load of 8 bytes from 's': {{.*}}, inexact, block 32x1x1, {{0 requests|1 request}}
PAIR(never, int i = min(2 * (t & 7), 64))

// What an index is depends on all calls that lead to it, however many.
__device__ void put(float *s, int i) {
  s[i] = 1;
  s[i + 1] = 2;
}
__device__ void outer(float *s, int i) { put(s, i); }
__global__ void __launch_bounds__(32) throughCalls(float *out) {
  __shared__ float a[512], b[512];
  int t = threadIdx.x;
  outer(a, 2 * t % 64);
  outer(b, 2 * (t & 31));
  __syncthreads();
// CHECK: [[#@LINE+2]]:12: remark: load of 8 bytes from 'a': {{.*}}, conflict-free, inexact, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:28: remark: load of 8 bytes from 'a': {{.*}}, conflict-free, inexact, block 32x1x1, {{0 requests|1 request}}
  out[t] = a[2 * t % 64] + a[2 * t % 64 + 1];
// CHECK: [[#@LINE+2]]:13: remark: load of 8 bytes from 'b': {{.*}}, conflict-free, block 32x1x1, {{0 requests|1 request}}
// CHECK: [[#@LINE+1]]:24: remark: load of 8 bytes from 'b': {{.*}}, conflict-free, block 32x1x1, {{0 requests|1 request}}
  out[t] += b[2 * t] + b[2 * t + 1];
}
