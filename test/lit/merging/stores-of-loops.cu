// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: store" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// What a loop stores to one place machine code (nvcc 13.0 -O3, sm_90) may store
// once behind it: one STS in the first two.

__global__ void __launch_bounds__(64) last(float *out, const float *in, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < n; i++)
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 64x1x1, 20 requests [last(
    s[t] = in[i * 64 + t];
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void __launch_bounds__(64) sum(float *out, const float *in, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests [sum(
  s[t] = 0;
  for (int i = t; i < n; i += 64)
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 64x1x1, {{.*}} [sum(
    s[t] += in[i];
  __syncthreads();
  out[t] = s[t ^ 1];
}

// A barrier in the loop: each stays.
__global__ void __launch_bounds__(64) tiles(float *out, const float *in, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 64x1x1, 20 requests [tiles(
    s[t] = in[i * 64 + t];
    __syncthreads();
    out[i * 64 + t] = s[t ^ 1];
    __syncthreads();
  }
}

void run(float *p) {
  last<<<1, 64>>>(p, p, 10);
  sum<<<1, 64>>>(p, p, 640);
  tiles<<<1, 64>>>(p, p, 10);
}
