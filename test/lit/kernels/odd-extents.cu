// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Blocks of 15x3, 45 threads. The first warp: rows 0 and 1 of the block, and x =
// 0, 1 of row 2; the second: x = 2 ... 14 of row 2.
//
// [y][x] in rows of 15: the linear thread index, 1 and 1.
// [x][y] in rows of 4, word 4x + y: x and x + 8 share a bank, within a row of the
// block; y is a bank of its own. First warp x = 0 ... 14: 2. Second x = 2 ... 14:
// 2 and 10, 2.
// [x][y] in rows of 5, word 5x + y. First warp, y = 0: banks 0, 5, 10, 15, 20, 25,
// 30, 3, 8, 13, 18, 23, 28, 1, 6; y = 1: one more each, 1, 6, ... of which 1 and 6
// are taken by x = 13 and 14: 2. Second warp: 5 has no common divisor with 32,
// 13 words in 13 banks: 1.

__global__ void odd(float *out, const float *in) {
  __shared__ float rows15[3][15];
  __shared__ float rows4[15][4];
  __shared__ float rows5[15][5];
  int x = threadIdx.x, y = threadIdx.y, i = y * 15 + x;
  rows15[y][x] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'rows15': 1/1 wavefronts, conflict-free, block 15x3x1, 2 requests
  rows4[x][y] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'rows4': 2/1 wavefronts, conflict, block 15x3x1, 2 requests
  rows5[x][y] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'rows5': 1.5/1 wavefronts, conflict, worst 2x, block 15x3x1, 2 requests
  __syncthreads();
  out[i] = rows15[2 - y][14 - x];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'rows15': 1/1 wavefronts, conflict-free, block 15x3x1, 2 requests
  out[i] += rows4[x][y];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 'rows4': 2/1 wavefronts, conflict, block 15x3x1, 2 requests
  out[i] += rows5[x][y];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 'rows5': 1.5/1 wavefronts, conflict, worst 2x, block 15x3x1, 2 requests
}

void run(float *out, const float *in) { odd<<<1, dim3(15, 3)>>>(out, in); }
