// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Blocks of 32x4: a warp has one y.

__global__ void switches(float *out, const float *in, int mode) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y, i = y * 32 + x;
  for (int row = y; row < 32; row += 4)
    s[row][x] = in[row * 32 + x];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x4x1, 32 requests
  __syncthreads();

  // By warp: a column each.
  int column;
  switch (y) {
  case 0:
    column = 5;
    break;
  case 1:
  case 2:
    column = 7;
    break;
  default:
    column = 9;
  }
  out[i] = s[x][column];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x4x1, 4 requests
  __syncthreads();

  // By lane, with a fall through: x % 4 = 0 takes row 1 + 2 = 3, 1 row 2, 2 row
  // 7, 3 row 0. Every lane keeps its column.
  int row = 0;
  switch (x % 4) {
  case 0:
    row = 1;
    // Falls through.
  case 1:
    row += 2;
    break;
  case 2:
    row = 7;
  }
  out[i] += s[row][x];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x4x1, 4 requests
  __syncthreads();

  // The same rows in one column: rows 0, 2, 3 and 7, 4 words of one bank.
  out[i] += s[row][1];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x4x1, 4 requests
  __syncthreads();

  // Accesses under a case: lanes 0 ... 7 are x / 8 == 0. Where all paths store, nvcc
  // may make one store of theirs.
  switch (x / 8) {
  case 0:
    s[x][2] = in[i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 8/1 wavefronts, conflict, inexact, block 32x4x1, 4 requests
    break;
  case 1:
  case 3:
    s[3][x] = in[i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x4x1, 4 requests
    break;
  }
  __syncthreads();

  // By an unknown value, the same in all lanes: whichever runs, runs in full.
  switch (mode) {
  case 0:
    s[x][x & 1] = in[i];
// Word 32x + (x & 1): 16 words in each of 2 banks.
// CHECK: :[[@LINE-2]]:5: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 32x4x1, 4 requests
    break;
  default:
    s[y][x] = in[i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x4x1, 4 requests
  }
  __syncthreads();
  out[i] += s[y][x];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x4x1, 4 requests
}

void run(float *out, const float *in, int mode) {
  switches<<<1, dim3(32, 4)>>>(out, in, mode);
}
