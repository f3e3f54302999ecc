// RUN: %lint --block-dim=64 --all-accesses --exit-zero %s -- 2>/dev/null | FileCheck %s

// A store that another one replaces before anyone reads it is left out in one
// block. Over a branch it stays, unless nvcc knows the condition: that of a
// floating-point constant, say, which is not followed here (nvcc 13.0 -O3,
// sm_90).

__global__ void oneBlock(int *out) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[2 * t] = 0;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 64x1x1, 0 requests [oneBlock(int *)]
  s[2 * t] = out[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests [oneBlock(int *)]
  __syncthreads();
  out[t] = s[t ^ 2];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests [oneBlock(int *)]
}

__global__ void overBranch(int *out, int n) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[2 * t] = 0;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, inexact, block 64x1x1, 2 requests [overBranch(int *, int)]
  int value = n;
  if (n > 3)
    value = out[n + t];
  s[2 * t] = value;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests [overBranch(int *, int)]
  __syncthreads();
  out[t] = s[t ^ 2];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests [overBranch(int *, int)]
}

// What is read in between stays.
__global__ void readBetween(int *out, int n) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[2 * t] = n;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests [readBetween(int *, int)]
  int value = n;
  if (n > 3)
    value = s[t];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests [readBetween(int *, int)]
  s[2 * t] = value;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests [readBetween(int *, int)]
  __syncthreads();
  out[t] = s[t ^ 2];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests [readBetween(int *, int)]
}
