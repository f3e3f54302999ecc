// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep "remark: load" | FileCheck %s --implicit-check-not=remark

// Masks, remainders and quotients of sums. What is added may carry into bits that
// they clear or keep, so the compiler does not know how far one place is from the
// next. Read off machine code (nvcc 13.0 -O3, sm_90) of 90 such kernels.

#define FILL(Rows, Columns)                                                    \
  __shared__ __align__(16) float s[Rows][Columns];                             \
  unsigned t = threadIdx.x;                                                    \
  for (unsigned i = t; i < Rows * Columns; i += 32)                            \
    s[i / Columns][i % Columns] = out[i];                                      \
  __syncthreads();                                                             \
  float a = 0;

// Four LDS: 8t + 6 + j may carry.
__global__ void carried(float *out) {
  FILL(1, 2048)
  for (unsigned j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, inexact, block 32x1x1, 4 requests [carried(
    a += s[0][(8 * t + 6 + j) & 1023];
  out[t] = a;
}

// Four LDS.
__global__ void remainder(float *out) {
  FILL(1, 2048)
  for (unsigned j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 3/1 wavefronts, conflict, inexact, block 32x1x1, 4 requests [remainder(
    a += s[0][(4 * t + j + 2) % 96];
  out[t] = a;
}

// Four LDS.
__global__ void bitSet(float *out) {
  FILL(1, 2048)
  for (unsigned j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 32x1x1, 4 requests [bitSet(
    a += s[0][(4 * t + j) | 256];
  out[t] = a;
}

// LDS.128, and LDS of one of its words once more.
__global__ void withoutCarry(float *out) {
  FILL(1, 2048)
  for (unsigned j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 32x1x1, 4 requests [withoutCarry(
    a += s[0][(4 * t + j) & 1023];
  out[t] = a;
}

// LDS.128: the mask comes first.
__global__ void maskedBefore(float *out) {
  FILL(1, 2048)
  for (unsigned j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request [maskedBefore(
    a += s[0][((4 * t) & 1023) + j];
  out[t] = a;
}

// LDS.128: the mask changes nothing.
__global__ void maskedInVain(float *out) {
  FILL(1, 2048)
  for (unsigned j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request [maskedInVain(
    a += s[0][((t & 15) * 4 + j) & 63];
  out[t] = a;
}

// LDS.128: no bit of the sum is lost.
__global__ void divided(float *out) {
  FILL(1, 2048)
  for (unsigned j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request [divided(
    a += s[0][(16 * t + 4 * j) / 4];
  out[t] = a;
}

// LDS.128: (i / 32) * 32 + i % 32 is i.
__global__ void rejoined(float *out) {
  FILL(1, 2048)
  for (unsigned j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request [rejoined(
    a += s[0][(4 * t + j) / 32 * 32 + (4 * t + j) % 32];
  out[t] = a;
}

// Four LDS: as row and column they stay apart.
__global__ void rows(float *out) {
  FILL(64, 32)
  for (unsigned j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 32x1x1, 4 requests [rows(
    a += s[(4 * t + j) / 32][(4 * t + j) % 32];
  out[t] = a;
}

// Four LDS: rows of 40 do not follow each other.
__global__ void longRows(float *out) {
  FILL(51, 40)
  for (unsigned j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 32x1x1, 4 requests [longRows(
    a += s[(4 * t + j) / 32][(4 * t + j) % 32];
  out[t] = a;
}

// LDS.128: row and column are of the thread alone.
__global__ void columnAdded(float *out) {
  FILL(51, 40)
  for (unsigned j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request [columnAdded(
    a += s[4 * t / 32][4 * t % 32 + j];
  out[t] = a;
}

// Four LDS: a sum is not taken apart.
__global__ void addedAndMixed(float *out) {
  FILL(1, 2048)
  for (unsigned j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 4 requests [addedAndMixed(
    a += s[0][(32 * t + j) ^ (8 * t)];
  out[t] = a;
}

// LDS.128: whatever stands above the shift, an or below it is a sum.
__global__ void swizzledPieces(float *out) {
  FILL(1, 2048)
  unsigned row = t / 8, column = t % 8;
  for (unsigned j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request [swizzledPieces(
    a += s[0][32 * row + (((column ^ row) << 2) | j)];
  out[t] = a;
}

void run(float *p) {
  swizzledPieces<<<1, 32>>>(p);
  carried<<<1, 32>>>(p);
  remainder<<<1, 32>>>(p);
  bitSet<<<1, 32>>>(p);
  withoutCarry<<<1, 32>>>(p);
  maskedBefore<<<1, 32>>>(p);
  maskedInVain<<<1, 32>>>(p);
  divided<<<1, 32>>>(p);
  rejoined<<<1, 32>>>(p);
  rows<<<1, 32>>>(p);
  longRows<<<1, 32>>>(p);
  columnAdded<<<1, 32>>>(p);
  addedAndMixed<<<1, 32>>>(p);
}
