// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep remark \
// RUN:   | FileCheck %s --implicit-check-not=remark

// What all lanes have loaded or stored, some of them have, too. Counts of machine
// code (nvcc 13.0 -O3, sm_90).

// One LDS.
__global__ void __launch_bounds__(32) loaded(float *out) {
  __shared__ float s[32];
  int t = threadIdx.x;
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  s[t] = out[t];
  __syncthreads();
// CHECK: [[#@LINE+1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  float a = s[31 - t];
  if (t < 16)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 0 requests
    a *= s[31 - t] + 1;
  out[t] = a;
}

// One STS of either: both are said inexactly.
__global__ void __launch_bounds__(32) storedAgain(float *out) {
  __shared__ float s[32];
  int t = threadIdx.x;
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  s[t] = out[t];
  if (t < 7)
// CHECK: [[#@LINE+1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
    s[t] = 1;
  __syncthreads();
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = s[31 - t];
}

// Fifteen lanes are on the second arm, and one load serves both.
__global__ void __launch_bounds__(32) choice(float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  s[t] = out[t];
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  s[t + 32] = out[t + 32];
  __syncthreads();
// CHECK: [[#@LINE+3]]:21: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+2]]:32: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:39: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = t < 17 ? s[t] * 2 : s[t] * s[t + 5];
}
