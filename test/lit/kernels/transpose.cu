// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

// The naive transpose, guarded by the edge of the data. A warp is one row of
// the block: threadIdx.y is the same in all lanes. The store walks along a row:
// 32 words in 32 banks. The load walks down a column: a step of 32 words comes
// back to the same bank, 32 words in one bank.

// The warning comes before the remarks.
// CHECK: transpose.cu:[[LOAD:[0-9]+]]:26: warning: 32-way bank conflict in load from 'tile': 32 wavefronts, ideal 1 [banklint-bank-conflict]

#define TILE 32

__global__ void transpose(float *out, const float *in, int width) {
  __shared__ float tile[TILE][TILE];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  if (x < width && y < width)
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'tile': 1/1 wavefronts, conflict-free, inexact, block 32x32x1, 32 requests [transpose(float *, const float *, int)]
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  if (x < width && y < width)
    out[y * width + x] = tile[threadIdx.x][threadIdx.y];
// CHECK: :[[LOAD]]:26: remark: load of 4 bytes from 'tile': 32/1 wavefronts, conflict, inexact, block 32x32x1, 32 requests [transpose(float *, const float *, int)]
}

void run(float *out, const float *in, int width) {
  dim3 grid((width + TILE - 1) / TILE, (width + TILE - 1) / TILE);
  transpose<<<grid, dim3(TILE, TILE)>>>(out, in, width);
}
