// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// Three LDS each (nvcc 13.0 -O3, sm_90): what both arms end with becomes one load
// of the place that the arm chooses, although registers hold both.
#define FILL                                                                   \
  __shared__ float s[64];                                                      \
  int t = threadIdx.x;                                                         \
  s[t] = in[t];                                                                \
  s[t + 32] = in[t + 32];                                                      \
  __syncthreads();

__global__ void __launch_bounds__(32) larger(float *out, const float *in) {
  FILL
  float a;
// CHECK: [[#@LINE+2]]:7: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:14: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  if (s[t] > s[t + 32])
// CHECK: [[#@LINE+1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1
    a = s[t];
  else
// CHECK: [[#@LINE+1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1
    a = s[t + 32];
  out[t] = a;
}

__global__ void __launch_bounds__(32) chosen(float *out, const float *in) {
  FILL
// CHECK: [[#@LINE+3]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+2]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:19: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = s[t] > s[t + 32] ? s[t] : s[t + 32];
}

// One LDS.64: two loads under one condition.
__global__ void __launch_bounds__(32) pairs(float *out, const float *in) {
  FILL
// CHECK: [[#@LINE+2]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:49: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  float x = t < 16 ? s[t * 2] : 0, y = t < 16 ? s[t * 2 + 1] : 0;
  out[t] = x * y;
}

// LDS.128: places that are there in any case are loaded without the condition.
__global__ void __launch_bounds__(32) masked(float *out, const float *in) {
  FILL
  float a = 0;
  for (int i = 0; i < 4; ++i)
// CHECK: [[#@LINE+1]]:19: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 4 requests
    a += i <= t ? s[i] : 0;
  out[t] = a;
}

// LDS.64, without a conflict: t % 1 is 0.
__global__ void __launch_bounds__(16) butterfly(float *out, const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 16] = in[t + 16];
  __syncthreads();
  float a = 0;
  for (int h = 1; h < 4; h *= 2) {
    int i = t / h * h * 2 + t % h;
// CHECK: [[#@LINE+2]]:10: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, block 16x1x1, 2 requests
// CHECK: [[#@LINE+1]]:17: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 16x1x1, 1 request
    a += s[i] * s[i + h];
    __syncthreads();
  }
  out[t] = a;
}

// One LDS of three places, whatever makes them.
__global__ void __launch_bounds__(32) switched(float *out, const float *in) {
  FILL
  float a = 0;
  switch (t % 3) {
  case 0:
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
    a += s[t * 2];
    break;
  case 1:
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 0 requests
    a += s[(t * 7 + 3) % 32];
    break;
  default:
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 0 requests
    a += s[t];
    break;
  }
  out[t] = a;
}
