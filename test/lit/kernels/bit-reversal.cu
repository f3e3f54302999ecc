// The order in which a transform by halves begins: an element's number with its
// bits reversed. What the lanes of a warp have of it are the highest bits then,
// what is the same for all of them the lowest: all lanes are in one bank.
//
// RUN: %lint --exit-zero --sort=place %s 2>&1 | FileCheck %s
#include <cuda_runtime.h>

__global__ void transform(float *data) {
  __shared__ float s[512];
  unsigned t = threadIdx.x;
  // CHECK: [[#@LINE+1]]:3: warning: 16-way bank conflict in store to 's': 16 wavefronts, ideal 1
  s[__brev(t) >> 23] = data[t];
  // CHECK: [[#@LINE+1]]:3: note: likewise 16-way in store
  s[__brev(t + 256) >> 23] = data[t + 256];
  __syncthreads();
  data[t] = s[t] + s[t + 256];
}
// Of 64 numbers, the lanes have all but one bit.
__global__ void small(float *data) {
  __shared__ float s[64];
  unsigned t = threadIdx.x;
  // CHECK: [[#@LINE+1]]:3: warning: 2-way bank conflict in store to 's': 2 wavefronts, ideal 1
  s[__brev(t) >> 26] = data[t];
  __syncthreads();
  data[t] = s[t];
}
void run(float *data) {
  transform<<<1, 256>>>(data);
  small<<<1, 64>>>(data);
}
