// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Where each path loads through a function of its own, or one of them does, the
// compiler has one load behind the paths all the same; and a switch whose cases are all
// that the selector can be has no path without. Machine code has one LDS for each
// pair (nvcc 13.0 -O3, sm_90).

#include <cuda_runtime.h>

__device__ float item(const float &x) { return x; }
// CHECK: :[[@LINE-1]]:48: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 128x1x1, 0 requests
__device__ float at(const float *s, int i) { return s[i]; }
// CHECK: :[[@LINE-1]]:53: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 128x1x1, 4 requests
__device__ float twice(const float *s, int i) { return 2 * s[i]; }
// CHECK: :[[@LINE-1]]:60: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 128x1x1, 0 requests
__device__ float plusOne(float x) { return x + 1; }

// Lanes of both paths meet in banks 0 and 1.
__global__ void paths(float *out) {
  __shared__ float s[512];
  int t = threadIdx.x;
  s[t] = t;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests
  __syncthreads();
  float sum = 0;
  if (t & 1)
    sum += at(s, t / 2);
  else
    sum += item(s[t / 2 + 32]);
  if (t & 1)
    sum += twice(s, t / 2);
  else
    sum += 2 * s[t / 2 + 32];
// CHECK: :[[@LINE-1]]:16: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 128x1x1, 0 requests
  if (t & 1)
    sum += plusOne(s[t / 2]);
// CHECK: :[[@LINE-1]]:20: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 128x1x1, 0 requests
  else
    sum += s[t / 2 + 32] + 1;
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 128x1x1, 0 requests
  if (t & 1) {
    const float &one = s[t / 2];
    sum += one;
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 128x1x1, 0 requests
  } else {
    sum += s[t / 2 + 32];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 128x1x1, 0 requests
  }
  out[t] = sum;
}

__global__ void cases(float *out) {
  __shared__ float s[512];
  int t = threadIdx.x;
  s[t] = t;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests
  __syncthreads();
  float sum = 0;
  switch (t & 1) {
  case 0:
    sum += s[t / 2];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 128x1x1, 4 requests
    break;
  case 1:
    sum += s[t / 2 + 32];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 128x1x1, 0 requests
    break;
  }
  // Here is a path without: two loads.
  switch (t & 3) {
  case 0:
    sum += s[t / 2];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests
    break;
  case 1:
    sum += s[t / 2 + 32];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests
    break;
  }
  out[t] = sum;
}

int main() {
  float *data = nullptr;
  paths<<<1, 128>>>(data);
  cases<<<1, 128>>>(data);
}
