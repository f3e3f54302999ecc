// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// A warp is two rows of the block: x = 0 ... 15, y = 2w and 2w + 1.
//
// Rows of 16 words. Store, word 16y + x: 32 words in a row, 1. Load, word
// 16x + y: the 16 x fall into banks 0 and 16, 8 words each; y + 1 is a bank of
// its own. 8.
//
// Rows of 17 words. Store, word 17y + x: the row y has banks 17y ... 17y + 15,
// the next one 17y + 17 ... 17y + 32: the last falls onto the first. 2. Load,
// word 17x + y: x = 15 of row y + 1 is word 256 + y, the bank of word y. 2.
//
// Rows of 18 words. Store: the second row begins 18 banks on and ends at 33,
// onto banks 0 and 1. 2. Load, word 18x + y: 18x is even, in banks 0, 18, 4,
// 22, ... all distinct for 16 x; y + 1 takes the odd banks. 1.

__global__ void square(float *out, const float *in) {
  __shared__ float rows16[16][16];
  __shared__ float rows17[16][17];
  __shared__ float rows18[16][18];
  unsigned x = threadIdx.x, y = threadIdx.y;
  unsigned i = y * 16 + x;
  rows16[y][x] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'rows16': 1/1 wavefronts, conflict-free, block 16x16x1, 8 requests
  rows17[y][x] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'rows17': 2/1 wavefronts, conflict, block 16x16x1, 8 requests
  rows18[y][x] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'rows18': 2/1 wavefronts, conflict, block 16x16x1, 8 requests
  __syncthreads();
  out[i] = rows16[x][y];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'rows16': 8/1 wavefronts, conflict, block 16x16x1, 8 requests
  out[i + 256] = rows17[x][y];
// CHECK: :[[@LINE-1]]:18: remark: load of 4 bytes from 'rows17': 2/1 wavefronts, conflict, block 16x16x1, 8 requests
  out[i + 512] = rows18[x][y];
// CHECK: :[[@LINE-1]]:18: remark: load of 4 bytes from 'rows18': 1/1 wavefronts, conflict-free, block 16x16x1, 8 requests
}

void run(float *out, const float *in) {
  square<<<1, dim3(16, 16)>>>(out, in);
}
