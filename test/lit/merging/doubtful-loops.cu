// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep "remark: load" | FileCheck %s --implicit-check-not=remark

// Loops of which the rules for unrolling and for address registers do not hold, or not
// surely: read off machine code (nvcc 13.0 -O3, sm_90) of 700 kernels.

#define FILL                                                                   \
  __shared__ float s[4096];                                                    \
  int t = threadIdx.x;                                                         \
  for (int i = t; i < 4096; i += 32)                                           \
    s[i] = out[i];                                                             \
  __syncthreads();                                                             \
  float a = 0;

// LDS.64 in all iterations; by an int, LDS.128 in the unrolled ones.
__global__ void unsignedCounter(float *out) {
  FILL
  for (unsigned i = t * 4; i < 1024; i += 128)
// CHECK: [[#@LINE+4]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 8 requests [unsignedCounter(
// CHECK: [[#@LINE+3]]:21: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests [unsignedCounter(
// CHECK: [[#@LINE+2]]:36: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests [unsignedCounter(
// CHECK: [[#@LINE+1]]:51: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests [unsignedCounter(
    a += s[i] * 2 + s[i + 1] * 3 + s[i + 2] * 4 + s[i + 3];
  out[t] = a;
}

// Loads of two iterations are joined: all are unrolled, beyond the size that the rule
// has.
__global__ void nearlyTooLarge(float *out, const float *in) {
  FILL
  for (int k = 0; k < 32; k++)
// CHECK: [[#@LINE+2]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 4 requests [nearlyTooLarge(
// CHECK: [[#@LINE+1]]:34: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 32 requests [nearlyTooLarge(
    a += s[t * 33 + k] * in[k] + s[t * 33 + k + 1] * in[k + 40];
  out[t] = a;
}

// LDS.128: the helper's loop is unrolled, and so is the one around it.
__device__ void outer(float (&c)[4][4], const float (&x)[4],
                      const float (&y)[4]) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      c[i][j] += x[i] * y[j];
}
__global__ void helperWithLoops(float *out) {
  FILL
  float c[4][4] = {};
  for (int k = 0; k < 32; k++) {
    float x[4], y[4];
    for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:14: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 32 requests [helperWithLoops(
      x[i] = s[k * 64 + t % 16 * 4 + i];
    for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:14: remark: load of 16 bytes from 's': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, 32 requests [helperWithLoops(
      y[i] = s[2048 + k * 64 + t / 16 * 4 + i];
    outer(c, x, y);
  }
  for (int i = 0; i < 16; i++)
    a += c[i / 4][i % 4];
  out[t] = a;
}

// LDS.128 in all of five iterations.
__global__ void partWithRest(float *out) {
  FILL
#pragma unroll 4
  for (int k = 0; k < 5; k++)
// CHECK: [[#@LINE+2]]:10: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, inexact, block 32x1x1, 5 requests [partWithRest(
// CHECK: [[#@LINE+1]]:35: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, inexact, block 32x1x1, 0 requests [partWithRest(
    a += s[k * 128 + t * 4] * 2 + s[k * 128 + t * 4 + 1] * 3 +
// CHECK: [[#@LINE+2]]:10: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, inexact, block 32x1x1, 5 requests [partWithRest(
// CHECK: [[#@LINE+1]]:39: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, inexact, block 32x1x1, 0 requests [partWithRest(
         s[k * 128 + t * 4 + 2] * 4 + s[k * 128 + t * 4 + 3];
  out[t] = a;
}

void run(float *p) {
  unsignedCounter<<<1, 32>>>(p);
  nearlyTooLarge<<<1, 32>>>(p, p);
  helperWithLoops<<<1, 32>>>(p);
  partWithRest<<<1, 32>>>(p);
}
