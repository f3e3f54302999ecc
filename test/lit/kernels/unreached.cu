// RUN: %lint --all-accesses %s -- 2>&1 | FileCheck %s

// What no kernel reaches is not analysed, and said to be so.
// The kernel stores a row, and all lanes read one word.

__device__ float reached(const float *in) {
  __shared__ float s[32];
  s[threadIdx.x] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  return s[0];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

__device__ float unreached(const float *in) {
  __shared__ float s[32][32];
  return s[threadIdx.x][0];
}

template <int N> __global__ void neverInstantiated(float *out) {
  __shared__ float s[N];
  out[0] = s[threadIdx.x];
}

__global__ void kernel(float *out) { out[0] = reached(out); }

void run(float *out) { kernel<<<1, 32>>>(out); }

// CHECK: unreached.cu:[[@LINE-9]]:34: remark: kernel template 'neverInstantiated' not analysed: nothing in this source instantiates it
// CHECK: unreached.cu:[[@LINE-15]]:18: remark: device function 'unreached' not analysed: it uses shared memory, and no kernel of this source calls it
