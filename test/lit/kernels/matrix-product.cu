// RUN: %lint --all-accesses %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

// The tiled product of introductory texts, blocks of 32x32. a is read at one word
// by a whole warp, b along a row.

#define TILE 32

__global__ void product(float *out, const float *a, const float *b, int n) {
  __shared__ float as[TILE][TILE];
  __shared__ float bs[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int column = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
  float sum = 0;
  for (int step = 0; step < n / TILE; ++step) {
    as[y][x] = a[row * n + step * TILE + x];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'as': 1/1 wavefronts, conflict-free, inexact, block 32x32x1
    bs[y][x] = b[(step * TILE + y) * n + column];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'bs': 1/1 wavefronts, conflict-free, inexact, block 32x32x1
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < TILE; ++k)
      sum += as[y][k] * bs[k][x];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 'as': 1/1 wavefronts, conflict-free, inexact, block 32x32x1
// CHECK: :[[@LINE-2]]:25: remark: load of 4 bytes from 'bs': 1/1 wavefronts, conflict-free, inexact, block 32x32x1
    __syncthreads();
  }
  out[row * n + column] = sum;
}

void run(float *out, const float *a, const float *b, int n) {
  product<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(out, a, b, n);
}
