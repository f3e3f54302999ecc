// RUN: %lint --all-accesses %s -- 2>&1 | FileCheck %s

// What no kernel reaches is not analysed, and said to be so.

__device__ float reached(const float *in) {
  __shared__ float s[32];
  s[threadIdx.x] = in[threadIdx.x];
  return s[0];
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

// CHECK-DAG: unreached.cu:11:18: remark: device function 'unreached' not analysed: it uses shared memory, and no kernel of this source calls it
// CHECK-DAG: unreached.cu:16:34: remark: kernel template 'neverInstantiated' not analysed: nothing in this source instantiates it
// CHECK-NOT: device function 'reached'
