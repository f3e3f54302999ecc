// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep "remark: load" | FileCheck %s --implicit-check-not=remark

// Loops that LLVM leaves as they are, or unrolls by two, ptxas may unroll by 2 to 6,
// and merge along (nvcc 13.0 -O3, sm_90, some 170 kernels): not beyond 56 instructions,
// nor where the body branches or a pragma stands. Quads of lanes
// load a word each from rows that begin in one bank, 8/1; 16 bytes are 4/4.

#define TILE(M, N)                                                             \
  __shared__ float x[8 * M * 32], y[32][4 * N];                                \
  int t = threadIdx.x;                                                         \
  for (int i = t; i < 8 * M * 32; i += 32)                                     \
    x[i] = in[i];                                                              \
  for (int i = t; i < 32 * 4 * N; i += 32)                                     \
    y[i / (4 * N)][i % (4 * N)] = in[i + 7];                                   \
  __syncthreads();                                                             \
  const float *row = x + t / 4 * M * 32;                                       \
  float p[M], q[N], c[M][N] = {};

#define MULTIPLY(M, N)                                                         \
  for (int m = 0; m < M; ++m)                                                  \
    for (int n = 0; n < N; ++n)                                                \
      c[m][n] += p[m] * q[n];

#define WRITE(M, N)                                                            \
  for (int m = 0; m < M; ++m)                                                  \
    for (int n = 0; n < N; ++n)                                                \
      out[(t * M + m) * N + n] = c[m][n];

// LDS.128 of four iterations; of y, which steps by rows, of one.
__global__ void again(const float *in, float *out) {
  TILE(4, 8)
  for (int k = 0; k < 32; ++k) {
    for (int m = 0; m < 4; ++m)
      p[m] = row[m * 32 + k];
// CHECK: [[#@LINE-1]]:14: remark: load of 4 bytes from 'x': 8/1 wavefronts, conflict, inexact, block 32x1x1, 128 requests [again(
    for (int n = 0; n < 8; ++n)
      q[n] = y[k][t % 4 * 8 + n];
// CHECK: [[#@LINE-1]]:14: remark: load of 16 bytes from 'y': 4/4 wavefronts, conflict-free, block 32x1x1, 64 requests [again(
    MULTIPLY(4, 8)
  }
  WRITE(4, 8)
}

// 64 multiplications: LDS of each word.
__global__ void large(const float *in, float *out) {
  TILE(8, 8)
  for (int k = 0; k < 32; ++k) {
    for (int m = 0; m < 8; ++m)
      p[m] = row[m * 32 + k];
// CHECK: [[#@LINE-1]]:14: remark: load of 4 bytes from 'x': 8/1 wavefronts, conflict, block 32x1x1, 256 requests [large(
    for (int n = 0; n < 8; ++n)
      q[n] = y[k][t % 4 * 8 + n];
// CHECK: [[#@LINE-1]]:14: remark: load of 16 bytes from 'y': 4/4 wavefronts, conflict-free, block 32x1x1, 64 requests [large(
    MULTIPLY(8, 8)
  }
  WRITE(8, 8)
}

__global__ void pragma(const float *in, float *out) {
  TILE(4, 8)
#pragma unroll 1
  for (int k = 0; k < 32; ++k) {
    for (int m = 0; m < 4; ++m)
      p[m] = row[m * 32 + k];
// CHECK: [[#@LINE-1]]:14: remark: load of 4 bytes from 'x': 8/1 wavefronts, conflict, block 32x1x1, 128 requests [pragma(
    for (int n = 0; n < 8; ++n)
      q[n] = y[k][t % 4 * 8 + n];
// CHECK: [[#@LINE-1]]:14: remark: load of 16 bytes from 'y': 4/4 wavefronts, conflict-free, block 32x1x1, 64 requests [pragma(
    MULTIPLY(4, 8)
  }
  WRITE(4, 8)
}

__global__ void branch(const float *in, float *out) {
  TILE(4, 8)
  for (int k = 0; k < 32; ++k) {
    for (int m = 0; m < 4; ++m)
      p[m] = row[m * 32 + k];
// CHECK: [[#@LINE-1]]:14: remark: load of 4 bytes from 'x': 8/1 wavefronts, conflict, block 32x1x1, 128 requests [branch(
    for (int n = 0; n < 8; ++n)
      q[n] = y[k][t % 4 * 8 + n];
// CHECK: [[#@LINE-1]]:14: remark: load of 16 bytes from 'y': 4/4 wavefronts, conflict-free, block 32x1x1, 64 requests [branch(
    MULTIPLY(4, 8)
    if (q[0] > 3)
      out[k * 32 + t + 4096] = q[0];
  }
  WRITE(4, 8)
}

// An odd number of iterations LLVM unrolls by four all the same, and leaves the loop in
// between.
__global__ void odd(const float *in, float *out) {
  __shared__ float x[8 * 336];
  int t = threadIdx.x;
  for (int i = t; i < 8 * 336; i += 32)
    x[i] = in[i];
  __syncthreads();
  float c = 0;
  for (int k = 0; k < 333; ++k)
    c += x[t / 4 * 336 + k] * in[k * 7];
// CHECK: [[#@LINE-1]]:10: remark: load of 4 bytes from 'x': {{.*}}, inexact, block 32x1x1, 333 requests [odd(
  out[t] = c;
}

void run(float *p) {
  again<<<1, 32>>>(p, p);
  large<<<1, 32>>>(p, p);
  pragma<<<1, 32>>>(p, p);
  branch<<<1, 32>>>(p, p);
  odd<<<1, 32>>>(p, p);
}
