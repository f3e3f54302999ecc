// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// Behind a condition that compares a variable with a constant, the compiler has
// the constant in its place. Widths of machine code (nvcc 13.0 -O3, sm_90).

#define FILL                                                                   \
  __shared__ float s[512];                                                     \
  int t = threadIdx.x;                                                         \
  for (int i = 0; i < 16; i++)                                                 \
    s[i * 32 + t] = out[i * 32 + t];                                           \
  __syncthreads();                                                             \
  float a = 0;

// LDS.64.
__global__ void __launch_bounds__(32) remainder(float *out) {
  FILL
  int m = t % 2, q = t / 2;
  if (m == 0)
// CHECK: [[#@LINE+2]]:9: remark: load of 8 bytes from 's': 2/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:24: remark: load of 8 bytes from 's': 2/1 wavefronts, conflict, inexact, block 32x1x1, 0 requests
    a = s[q * 4 + m] + s[q * 4 + m + 1];
  out[t] = a;
}

// LDS.64, where the others have left.
__global__ void __launch_bounds__(32) left(float *out) {
  FILL
  int m = t % 2, q = t / 2;
  if (m)
    return;
// CHECK: [[#@LINE+2]]:7: remark: load of 8 bytes from 's': 2/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:22: remark: load of 8 bytes from 's': 2/1 wavefronts, conflict, inexact, block 32x1x1, 0 requests
  a = s[q * 4 + m] * s[q * 4 + m + 1];
  out[t] = a;
}

// LDS twice: t itself is not known, although all lanes here are even.
__global__ void __launch_bounds__(32) others(float *out) {
  FILL
  unsigned m = t & 3;
  if (m == 0)
// CHECK: [[#@LINE+2]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:20: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
    a = s[t + m] + s[t + m + 1];
  out[t] = a;
}

// LDS.128 of a number.
__global__ void __launch_bounds__(32) oneThread(float *out) {
  FILL
  if (t == 0)
// CHECK: [[#@LINE+3]]:9: remark: load of 16 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+2]]:16: remark: load of 16 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
// CHECK: [[#@LINE+1]]:27: remark: load of 16 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
    a = s[t] * s[t + 1] * s[t + 2];
  out[t] = a;
}

// LDS twice, once it is another number.
__global__ void __launch_bounds__(32) changed(float *out, int n) {
  FILL
  int m = t % 2, q = t / 2;
  if (m == 0) {
    m = n;
// CHECK: [[#@LINE+2]]:9: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:24: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
    a = s[q * 4 + m] + s[q * 4 + m + 1];
  }
  out[t] = a;
}

// LDS twice: of `t | 1`, less one, machine code knows no factor.
__global__ void __launch_bounds__(32) bits(float *out) {
  FILL
// CHECK: [[#@LINE+2]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:23: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = s[t | 1] + s[(t | 1) - 1];
}

// LDS.64, in each case of a switch.
__global__ void __launch_bounds__(32) cases(float *out) {
  FILL
  int m = t % 8, q = t / 8;
  switch (m) {
  case 0:
// CHECK: [[#@LINE+2]]:9: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:24: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
    a = s[q * 8 + m] * s[q * 8 + m + 1];
    break;
  case 2:
// CHECK: [[#@LINE+2]]:9: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:24: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
    a = s[q * 8 + m] - s[q * 8 + m + 1];
    break;
  }
  out[t] = a;
}

// A constant that is no signed number.
__global__ void __launch_bounds__(32) large(float *out,
                                            unsigned long long x) {
  FILL
  if (x == 0xffffffffffffffff)
// CHECK: [[#@LINE+1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
    a = s[t];
  switch (x) {
  case 0xfffffffffffffffe:
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
    a += s[2 * t];
    break;
  }
  out[t] = a;
}
