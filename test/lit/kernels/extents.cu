// RUN: %lint --all-accesses --exit-zero %s -- -DROWS=32 2>&1 | FileCheck %s

// Extents from macros, of the command line too, enumerators, constexpr functions
// and sizeof: all of them 32 words, a column is 32 and a row 1.

#ifndef ROWS
#define ROWS 32
#endif
#define COLUMNS (ROWS * 1)

enum { Columns = 32 };
constexpr int log2Of(int n) { return n < 2 ? 0 : 1 + log2Of(n / 2); }
constexpr int Shift = log2Of(32);
const int ByConst = 1 << Shift;

__global__ void extents(float *out, const float *in) {
  __shared__ float byMacro[ROWS][COLUMNS];
  __shared__ float byEnum[Columns][Columns];
  __shared__ float byFunction[1 << Shift][ByConst];
  __shared__ float flat[ROWS * COLUMNS];
  __shared__ char bytes[32 * 32 * sizeof(float)];
  int x = threadIdx.x, y = threadIdx.y, i = y * blockDim.x + x;
  byMacro[x][y] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'byMacro': 32/1 wavefronts, conflict, block 32x32x1, 32 requests
  byEnum[x][y] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'byEnum': 32/1 wavefronts, conflict, block 32x32x1, 32 requests
  byFunction[x][y] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'byFunction': 32/1 wavefronts, conflict, block 32x32x1, 32 requests
  flat[x * COLUMNS + y] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'flat': 32/1 wavefronts, conflict, block 32x32x1, 32 requests
  bytes[x * 32 * sizeof(float) + y] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 1 byte to 'bytes': 32/1 wavefronts, conflict, block 32x32x1, 32 requests
  __syncthreads();
  out[i] = byMacro[y][x] + byEnum[y][x] + byFunction[y][x] + flat[i] + bytes[i];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'byMacro': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
// CHECK: :[[@LINE-2]]:28: remark: load of 4 bytes from 'byEnum': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
// CHECK: :[[@LINE-3]]:43: remark: load of 4 bytes from 'byFunction': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
// CHECK: :[[@LINE-4]]:62: remark: load of 4 bytes from 'flat': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
// CHECK: :[[@LINE-5]]:72: remark: load of 1 byte from 'bytes': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
}

void run(float *out, const float *in) {
  extents<<<1, dim3(ROWS, COLUMNS)>>>(out, in);
}
