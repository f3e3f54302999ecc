// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %lint --all-accesses --exit-zero --block-dim=16,16 %s -- 2>&1 \
// RUN:   | FileCheck %s --check-prefix=B16
// RUN: %lint --all-accesses --exit-zero --block-dim=32,8,1 %s -- 2>&1 \
// RUN:   | FileCheck %s --check-prefix=B32

// No launch to be seen. Only a certain conflict is reported.

// NONE:     :[[PAIRS:[0-9]+]]:3: warning: 2-way bank conflict in store to 'pairs': 2 wavefronts, ideal 1 [banklint-bank-conflict]
// NONE-NOT: warning:

// Only threadIdx.x: every multiple of 32 threads has the same full warps. A step
// of 2 words: 2. Blocks of 16x16 have two rows of 16 in a warp, at the same 16
// words: 1.
__global__ void linear(float *out, const float *in) {
  __shared__ float pairs[2048];
  pairs[threadIdx.x * 2] = in[threadIdx.x];
// NONE: :[[PAIRS]]:3: remark: store of 4 bytes to 'pairs': 2/1 wavefronts, conflict, block 256x1x1, 8 requests
// B16:  :[[@LINE-2]]:3: remark: store of 4 bytes to 'pairs': 1/1 wavefronts, conflict-free, block 16x16x1, 8 requests
// B32:  :[[@LINE-3]]:3: remark: store of 4 bytes to 'pairs': 2/1 wavefronts, conflict, block 32x8x1, 8 requests
  __syncthreads();
  out[threadIdx.x] = pairs[threadIdx.x];
// NONE: :[[@LINE-1]]:22: remark: load of 4 bytes from 'pairs': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
// B16:  :[[@LINE-2]]:22: remark: load of 4 bytes from 'pairs': 1/1 wavefronts, conflict-free, block 16x16x1, 8 requests
// B32:  :[[@LINE-3]]:22: remark: load of 4 bytes from 'pairs': 1/1 wavefronts, conflict-free, block 32x8x1, 8 requests
}

// Down a column of rows of 33 words, word 33x + y is bank x + y. Free of conflicts
// where a warp has one y, as in 32x8. Two rows of 16 in a warp: x of the second
// row meets x + 1 of the first, 2. Four rows of 8: x + y = 3 in four ways, 4.
// One word for all lanes is free of conflicts in any shape.
__global__ void rows(float *out, const float *in) {
  __shared__ float mixed[32][33];
  mixed[threadIdx.x][threadIdx.y] = in[threadIdx.x];
// NONE: :[[@LINE-1]]:3: remark: store of 4 bytes to 'mixed': 4/1 wavefronts, possible (conflicts for blocks of 16x16, 8x8, but not of 32x32, 32x8, 32x16), inexact, block 8x8x1, 2 requests
// NONE: :[[@LINE-2]]:3: remark: store of 4 bytes to 'mixed': 2/1 wavefronts, possible (conflicts for blocks of 16x16, 8x8, but not of 32x32, 32x8, 32x16), inexact, block 16x16x1, 8 requests
// NONE: :[[@LINE-3]]:3: remark: store of 4 bytes to 'mixed': 1/1 wavefronts, conflict-free, inexact, block 32x8x1, 8 requests
// NONE: :[[@LINE-4]]:3: remark: store of 4 bytes to 'mixed': 1/1 wavefronts, conflict-free, inexact, block 32x16x1, 16 requests
// NONE: :[[@LINE-5]]:3: remark: store of 4 bytes to 'mixed': 1/1 wavefronts, conflict-free, inexact, block 32x32x1, 32 requests
// B16:  :[[@LINE-6]]:3: remark: store of 4 bytes to 'mixed': 2/1 wavefronts, conflict, block 16x16x1, 8 requests
// B32:  :[[@LINE-7]]:3: remark: store of 4 bytes to 'mixed': 1/1 wavefronts, conflict-free, block 32x8x1, 8 requests
  __syncthreads();
  out[threadIdx.x] = mixed[0][0];
// NONE: :[[@LINE-1]]:22: remark: load of 4 bytes from 'mixed': 1/1 wavefronts, conflict-free, inexact, block 8x8x1, 2 requests
// NONE: :[[@LINE-2]]:22: remark: load of 4 bytes from 'mixed': 1/1 wavefronts, conflict-free, inexact, block 16x16x1, 8 requests
// NONE: :[[@LINE-3]]:22: remark: load of 4 bytes from 'mixed': 1/1 wavefronts, conflict-free, inexact, block 32x8x1, 8 requests
// NONE: :[[@LINE-4]]:22: remark: load of 4 bytes from 'mixed': 1/1 wavefronts, conflict-free, inexact, block 32x16x1, 16 requests
// NONE: :[[@LINE-5]]:22: remark: load of 4 bytes from 'mixed': 1/1 wavefronts, conflict-free, inexact, block 32x32x1, 32 requests
// B16:  :[[@LINE-6]]:22: remark: load of 4 bytes from 'mixed': 1/1 wavefronts, conflict-free, block 16x16x1, 8 requests
// B32:  :[[@LINE-7]]:22: remark: load of 4 bytes from 'mixed': 1/1 wavefronts, conflict-free, block 32x8x1, 8 requests
}
