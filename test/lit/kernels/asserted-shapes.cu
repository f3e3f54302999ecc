// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// A block shape that the kernel asserts against is not one of those that are
// tried where no launch is seen.

#include <cassert>

// Of the shapes that are tried, 32x8, 32x16 and 32x32 remain. In a column of rows
// of 32 words all lanes share a bank: 32. A row is one warp: 1.
__global__ void rowsOfAWarp(float *out) {
  assert(blockDim.x == 32);
  __shared__ float s[32][32];
  s[threadIdx.x][threadIdx.y] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, inexact, block 32x8x1, 8 requests
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, inexact, block 32x16x1, 16 requests
// CHECK: :[[@LINE-3]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, inexact, block 32x32x1, 32 requests
  out[threadIdx.x] = s[threadIdx.y][threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x8x1, 8 requests
// CHECK: :[[@LINE-2]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x16x1, 16 requests
// CHECK: :[[@LINE-3]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x32x1, 32 requests
}

// Only 16x16 remains. A warp is two rows of 16. Columns: two banks of 16 words
// each, 16. Rows: words x and 32 + x share a bank, 2.
__global__ void trapped(float *out) {
  if (blockDim.x != 16)
    __trap();
  __shared__ float s[32][32];
  s[threadIdx.x][threadIdx.y] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 16/1 wavefronts, possible (conflicts for blocks of 16x16; others were not analysed), inexact, block 16x16x1, 8 requests
  out[threadIdx.x] = s[threadIdx.y][threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 2/1 wavefronts, possible (conflicts for blocks of 16x16; others were not analysed), inexact, block 16x16x1, 8 requests
}

// Assertions on data and sizes hold. Each lane loads what it has just stored: the
// value is still in a register.
__global__ void onSizes(float *out, int n) {
  assert(n % 4 == 0 && threadIdx.x < n);
  __shared__ float s[1024];
  s[threadIdx.x] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 0/0 wavefronts, conflict-free, block 256x1x1, 0 requests
}

// Nor is one with which it would leave its array: 16 rows are twice the array. In
// blocks of 8x8, lanes of 8 rows share 4 banks for each column: 2 wavefronts; one
// shape alone proves nothing. Along the rows a warp reads words 0 to 31.
__global__ void small(float *out) {
  __shared__ float s[8][8];
  s[threadIdx.x][threadIdx.y] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, possible (conflicts for blocks of 8x8; others were not analysed), inexact, block 8x8x1, 2 requests
  out[threadIdx.x] = s[threadIdx.y][threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 8x8x1, 2 requests
}

// Where all blocks of whole warps are alike, the largest of the smaller ones counts that
// stays within the array: a column of 16-word rows lies in two banks.
__global__ void smaller(float *out) {
  __shared__ float s[17][16];
  s[threadIdx.x + 1][0] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 8/1 wavefronts, conflict, inexact, block 16x1x1, 1 request
  out[threadIdx.x] = s[0][threadIdx.x % 16];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 16x1x1, 1 request
}

// 16 rows: blocks of 32 columns are none of this kernel's. Columns, word 16x + y:
// every other x is in the same bank, 4 of 8 and 8 of 16. Rows, word 16y + x: four
// rows of 8 use half of the banks, 2; two rows of 16 use all, 1.
__global__ void sixteen(float *out) {
  __shared__ float s[16][16];
  s[threadIdx.x][threadIdx.y] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict, inexact, block 8x8x1, 2 requests
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 's': 8/1 wavefronts, conflict, inexact, block 16x16x1, 8 requests
  out[threadIdx.x] = s[threadIdx.y][threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 2/1 wavefronts, possible (conflicts for blocks of 8x8, but not of 16x16), inexact, block 8x8x1, 2 requests
// CHECK: :[[@LINE-2]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 16x16x1, 8 requests
}
