// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Four stores of one lane in a row of a tile, guarded round by round of a short
// loop in a long one: 16 bytes each, since the address of the tile does not
// move. Read off machine code (STS.128, nvcc 13.0 -O3, sm_90). 8 lanes fill the
// banks: 4/4. A row is loaded word by word. The arguments decide how many iterations
// there are, and which warps pass the guard.
__global__ void guarded(float *out, int n, int phases) {
  __shared__ float tile[16][128];
  int t = threadIdx.x, row = t / 32, column = t % 32;
  for (int phase = 0; phase < phases; ++phase) {
    for (int i = 0; i < 16; i += 8)
      if (row + i < n) {
        tile[row + i][column * 4 + 0] = 1;
// CHECK: :[[@LINE-1]]:9: remark: store of 16 bytes to 'tile': 4/4 wavefronts, conflict-free, inexact, block 256x1x1
        tile[row + i][column * 4 + 1] = 2;
// CHECK: :[[@LINE-1]]:9: remark: store of 16 bytes to 'tile': 4/4 wavefronts, conflict-free, inexact, block 256x1x1
        tile[row + i][column * 4 + 2] = 3;
// CHECK: :[[@LINE-1]]:9: remark: store of 16 bytes to 'tile': 4/4 wavefronts, conflict-free, inexact, block 256x1x1
        tile[row + i][column * 4 + 3] = 4;
// CHECK: :[[@LINE-1]]:9: remark: store of 16 bytes to 'tile': 4/4 wavefronts, conflict-free, inexact, block 256x1x1
      }
    __syncthreads();
    out[t] += tile[phase][column];
// CHECK: :[[@LINE-1]]:15: remark: load of 4 bytes from 'tile': 1/1 wavefronts, conflict-free, inexact, block 256x1x1
    __syncthreads();
  }
}

// Both sides end with the same stores of values at hand: all of them are done
// behind the if, or none, and are 16 bytes wide either way.
__global__ void filled(const float4 *in, float *out, int n, int phases) {
  __shared__ float tile[8][128];
  int t = threadIdx.x, row = t / 32, column = t % 32;
  for (int phase = 0; phase < phases; ++phase) {
    if (column * 4 < n) {
      float4 v = in[t * phase];
      tile[row][column * 4 + 0] = v.x;
// CHECK: :[[@LINE-1]]:7: remark: store of 16 bytes to 'tile': 4/4 wavefronts, conflict-free, inexact, block 256x1x1
      tile[row][column * 4 + 1] = v.y;
// CHECK: :[[@LINE-1]]:7: remark: store of 16 bytes to 'tile': 4/4 wavefronts, conflict-free, inexact, block 256x1x1
      tile[row][column * 4 + 2] = v.z;
// CHECK: :[[@LINE-1]]:7: remark: store of 16 bytes to 'tile': 4/4 wavefronts, conflict-free, inexact, block 256x1x1
      tile[row][column * 4 + 3] = v.w;
// CHECK: :[[@LINE-1]]:7: remark: store of 16 bytes to 'tile': 4/4 wavefronts, conflict-free, inexact, block 256x1x1
    } else {
      tile[row][column * 4 + 0] = 0;
// CHECK: :[[@LINE-1]]:7: remark: store of 16 bytes to 'tile': 4/4 wavefronts, conflict-free, inexact, block 256x1x1
      tile[row][column * 4 + 1] = 0;
// CHECK: :[[@LINE-1]]:7: remark: store of 16 bytes to 'tile': 4/4 wavefronts, conflict-free, inexact, block 256x1x1
      tile[row][column * 4 + 2] = 0;
// CHECK: :[[@LINE-1]]:7: remark: store of 16 bytes to 'tile': 4/4 wavefronts, conflict-free, inexact, block 256x1x1
      tile[row][column * 4 + 3] = 0;
// CHECK: :[[@LINE-1]]:7: remark: store of 16 bytes to 'tile': 4/4 wavefronts, conflict-free, inexact, block 256x1x1
    }
    __syncthreads();
    out[t] += tile[phase & 7][column];
// CHECK: :[[@LINE-1]]:15: remark: load of 4 bytes from 'tile': 1/1 wavefronts, conflict-free, inexact, block 256x1x1
    __syncthreads();
  }
}

void run(const float4 *in, float *out, int n) {
  guarded<<<1, 256>>>(out, n, n);
  filled<<<1, 256>>>(in, out, n, n);
}
