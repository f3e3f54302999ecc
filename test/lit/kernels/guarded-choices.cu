// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// What a condition chooses that compares lanes with an unknown bound is judged
// for a block away from the edge, where all lanes go the same way. At the edge
// they part: s[16] and s[48] are two words of one bank. So nothing that depends
// on the choice is exact.

__global__ void branches(float *out, int n) {
  __shared__ float s[64];
  int at = 0;
  if (threadIdx.x * 4 < n)
    at = 16;
  else
    at = 48;
  out[threadIdx.x] = s[at];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free (assumes that a condition is the same in all lanes, as it is away from its boundary), inexact, block 32x1x1, 1 request [branches(
}

__global__ void operators(float *out, int n) {
  __shared__ float s[64];
  int at = threadIdx.x < n ? 16 : 48;
  out[threadIdx.x] = s[at];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free (assumes that a condition is the same in all lanes, as it is away from its boundary), inexact, block 32x1x1, 1 request [operators(
}

// All lanes go one way here, whatever n is.
__global__ void alike(float *out, int n) {
  __shared__ float s[64];
  int at = blockIdx.x < n ? 16 : 48;
  out[threadIdx.x] = s[at];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [alike(
}

// A binary search by each lane: the steps behind the first part the lanes.
__global__ void search(float *out) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [search(
  __syncthreads();
  int low = 0, high = 64;
  for (int i = 0; i < 2; ++i) {
    int middle = (low + high) / 2;
    if (threadIdx.x * 4 < s[middle])
// CHECK: :[[@LINE-1]]:27: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free (assumes that a condition is the same in all lanes, as it is away from its boundary), inexact, block 32x1x1, 2 requests [search(
      high = middle;
    else
      low = middle + 1;
  }
  out[threadIdx.x] = low;
}

void launch(float *f, int n) {
  branches<<<1, 32>>>(f, n);
  operators<<<1, 32>>>(f, n);
  alike<<<1, 32>>>(f, n);
  search<<<1, 32>>>(f);
}
