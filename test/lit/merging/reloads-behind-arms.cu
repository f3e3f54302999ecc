// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// Loads of what one arm has stored again, and a register held before. Numbers of
// loads in machine code (nvcc 13.0 -O3, sm_90).

#define FILL                                                                   \
  __shared__ float s[64];                                                      \
  int t = threadIdx.x;                                                         \
  s[t] = in[t];                                                                \
  s[t + 32] = in[t + 32];                                                      \
  __syncthreads();

// One LDS each: behind the arm, a register holds the one or the other. Whether the
// compiler finds that, depends on what lies in between.
__global__ void __launch_bounds__(32) lanes(float *out, const float *in) {
  FILL
// CHECK: [[#@LINE+1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  float v = s[t];
  if (t < 16)
    s[t] = v * 2;
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  out[t] = s[t] + v;
}

__global__ void __launch_bounds__(32) all(float *out, const float *in, int n) {
  FILL
// CHECK: [[#@LINE+1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  float v = s[t];
  if (n > 1)
    s[t] = v * 2;
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  out[t] = s[t] + v;
}

__global__ void __launch_bounds__(32) clipped(float *out, const float *in) {
  FILL
// CHECK: [[#@LINE+1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  float v = s[t];
  if (v > 1)
    s[t] = 0;
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  out[t] = s[t] + v;
}

// No LDS: the arm stores elsewhere.
__global__ void __launch_bounds__(32) elsewhere(float *out, const float *in) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 16)
    s[t + 32] = 1;
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 0/0 wavefronts, conflict-free, block 32x1x1, 0 requests
  out[t] = s[t];
}

// Two: other lanes may have stored behind the barrier.
__global__ void __launch_bounds__(32) barrier(float *out, const float *in) {
  FILL
// CHECK: [[#@LINE+1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  float v = s[t];
  if (t < 16)
    s[t] = v * 2;
  __syncthreads();
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = s[t] + v;
}

// One, for the other lanes, which hold nothing: whether all load, is open.
__global__ void __launch_bounds__(32) storedAlone(float *out, const float *in) {
  FILL
  if (t < 16)
    s[t] = 1;
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  out[t] = s[t];
}

// One, which is loaded before the branch: nobody knows when the compiler does.
__global__ void __launch_bounds__(32) loadedOnArm(float *out, const float *in) {
  FILL
  if (t < 16)
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
    s[t] = s[t] * 2;
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  out[t] = s[t];
}

// Two: it looks no further back than the shuffle for what it holds on two ways.
__global__ void __launch_bounds__(32) exchanged(float *out, const float *in) {
  FILL
// CHECK: [[#@LINE+1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  float v = s[t];
  if (t < 16)
    s[t] = v * 2;
  float other = __shfl_down_sync(~0u, v, 1);
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  out[t] = s[t] + v + other;
}
