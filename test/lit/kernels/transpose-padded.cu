// RUN: %lint --all-accesses %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

// A row of 33 words: the column's step of 33 words moves on by one bank.

constexpr int Tile = 32;

__global__ void transpose(float *out, const float *in, int width) {
  __shared__ float tile[Tile][Tile + 1];
  int x = blockIdx.x * Tile + threadIdx.x;
  int y = blockIdx.y * Tile + threadIdx.y;
  if (x < width && y < width)
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'tile': 1/1 wavefronts, conflict-free, inexact, block 32x32x1, 32 requests
  __syncthreads();
  x = blockIdx.y * Tile + threadIdx.x;
  y = blockIdx.x * Tile + threadIdx.y;
  if (x < width && y < width)
    out[y * width + x] = tile[threadIdx.x][threadIdx.y];
// CHECK: :[[@LINE-1]]:26: remark: load of 4 bytes from 'tile': 1/1 wavefronts, conflict-free, inexact, block 32x32x1, 32 requests
}

void run(float *out, const float *in, int width) {
  dim3 grid((width + Tile - 1) / Tile, (width + Tile - 1) / Tile);
  transpose<<<grid, dim3(Tile, Tile)>>>(out, in, width);
}
