// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// What an arm stores takes away no more than what it may change, and that only
// where its lanes come. Numbers of loads in machine code (nvcc 13.0 -O3, sm_90).

// One LDS.64: the store on the arm goes by the neighbour.
__global__ void __launch_bounds__(32) neighbours(float *out, const float *in) {
  __shared__ __align__(8) float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
  __syncthreads();
// CHECK: [[#@LINE+2]]:13: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:27: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
  float x = s[t * 2], y = s[t * 2 + 1];
  if (x > 0)
    s[t * 2] = 0;
// CHECK: [[#@LINE+1]]:12: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
  out[t] = s[t * 2 + 1] * y;
  __syncthreads();
// CHECK: [[#@LINE+1]]:17: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t + 32] = s[t * 7 % 32];
}

// One LDS: the lanes that store have returned.
__global__ void __launch_bounds__(32) returned(float *out, const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
// CHECK: [[#@LINE+1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  float x = s[t];
  if (t < 16) {
    s[31 - t] = 3;
    return;
  }
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = s[t] * x;
}

// Three LDS: behind the first round all lanes come together again.
__global__ void __launch_bounds__(32) rounds(float *out, const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
// CHECK: [[#@LINE+1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  float x = s[t], a = 0;
  for (int k = 0; k < 3; k++) {
    if (t < 16) {
      s[31 - t] = 3;
      continue;
    }
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 3 requests
    a += s[t] * x;
  }
  out[t] = a;
}

// One LDS: a place that is the same in all lanes.
__global__ void __launch_bounds__(32) pivot(float *out, const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
// CHECK: [[#@LINE+1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  float x = s[0];
  if (t < 16)
    s[t] = x;
  else
// CHECK: [[#@LINE+1]]:14: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
    out[t] = s[0] * x;
}

// One LDS.64, although one arm alone looks at its second half.
__global__ void __launch_bounds__(32) halves(float *out, const float *in) {
  __shared__ __align__(8) float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
  __syncthreads();
// CHECK: [[#@LINE+2]]:13: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:27: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
  float x = s[t * 2], y = s[t * 2 + 1];
  if (t < 16)
    out[t + 32] = y;
  out[t] = x;
}
