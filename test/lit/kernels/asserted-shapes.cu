// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// A block shape that the kernel asserts against is not one of those that are
// tried where no launch is seen.

#include <cassert>

__global__ void rowsOfAWarp(float *out) {
  assert(blockDim.x == 32);
  __shared__ float s[32][32];
  s[threadIdx.x][threadIdx.y] = 1;
// CHECK-NOT: [[@LINE-1]]:3: {{.*}}possible
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, inexact, block 32x
  out[threadIdx.x] = s[threadIdx.y][threadIdx.x];
}

__global__ void trapped(float *out) {
  if (blockDim.x != 16)
    __trap();
  __shared__ float s[32][32];
  s[threadIdx.x][threadIdx.y] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 16/1 wavefronts, possible (conflicts in blocks of 16x16, of others nothing is known)
// CHECK-NOT: [[@LINE-2]]:3: {{.*}} block 32x
  out[threadIdx.x] = s[threadIdx.y][threadIdx.x];
}

// Assertions on data and sizes hold.
__global__ void onSizes(float *out, int n) {
  assert(n % 4 == 0 && threadIdx.x < n);
  __shared__ float s[1024];
  s[threadIdx.x] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free
  out[threadIdx.x] = s[threadIdx.x];
}

// Nor is one with which it would leave its array: 16 rows are twice the array. In
// blocks of 8x8, lanes of 8 rows share 4 banks for each column: 2 wavefronts; one
// shape alone proves nothing.
__global__ void small(float *out) {
  __shared__ float s[8][8];
  s[threadIdx.x][threadIdx.y] = out[threadIdx.x];
// CHECK-NOT: [[@LINE-1]]:3: {{.*}}outside
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, possible (conflicts in blocks of 8x8, of others nothing is known), inexact, block 8x8x1
// CHECK-NOT: [[@LINE-3]]:3: {{.*}} block
  out[threadIdx.x] = s[threadIdx.y][threadIdx.x];
}

// 16 rows: blocks of 32 columns are none of this kernel's.
__global__ void sixteen(float *out) {
  __shared__ float s[16][16];
  s[threadIdx.x][threadIdx.y] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict, inexact, block 8x8x1
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 's': 8/1 wavefronts, conflict, inexact, block 16x16x1
// CHECK-NOT: [[@LINE-3]]:3: {{.*}} block 32x
  out[threadIdx.x] = s[threadIdx.y][threadIdx.x];
}
