// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// Loads on an arm that go with their neighbours before the branch: one load serves
// the condition and the copy behind it. What comes of it is said inexactly, the
// widths are those of machine code (nvcc 13.0 -O3, sm_90).

struct Least { float value; int index; };

// LDS.64 of s[t + 16], LDS of s[t].value.
__global__ void __launch_bounds__(32) least(Least *out) {
  __shared__ Least s[32];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  if (t < 16 &&
// CHECK: [[#@LINE+1]]:7: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
      s[t + 16].value <
// CHECK: [[#@LINE+1]]:11: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
          s[t].value)
// CHECK: [[#@LINE+1]]:12: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
    s[t] = s[t + 16];
  __syncthreads();
// CHECK: [[#@LINE+1]]:18: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t].value = s[t].value;
}

// LDS.64: with a member, too.
__global__ void __launch_bounds__(32) member(float *out) {
  __shared__ Least s[32];
  int t = threadIdx.x;
  s[t].value = out[t];
  s[t].index = t;
  __syncthreads();
// CHECK: [[#@LINE+1]]:7: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  if (s[31 - t].value < 0)
// CHECK: [[#@LINE+1]]:14: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests
    out[t] = s[31 - t].index;
}

// LDS, and LDS.64 behind the store.
__global__ void __launch_bounds__(32) stored(float *out) {
  __shared__ Least s[32];
  int t = threadIdx.x;
  s[t].value = out[t];
  s[t].index = t;
  __syncthreads();
// CHECK: [[#@LINE+1]]:7: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  if (s[31 - t].value < 0) {
    s[t].index = 5;
    __syncwarp();
// CHECK: [[#@LINE+1]]:12: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, inexact, block 32x1x1
    s[t] = s[31 - t];
  }
}

// LDS twice: not side by side in an aligned pair.
__global__ void __launch_bounds__(32) neighbours(float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
// CHECK: [[#@LINE+1]]:7: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  if (s[t] < 0)
// CHECK: [[#@LINE+1]]:14: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1
    out[t] = s[t + 1];
}

// The second operand leads to what is behind it: what it loads is loaded once.
__global__ void __launch_bounds__(32) operands(float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  float x = 0;
// CHECK: [[#@LINE+1]]:16: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  if (n > 3 && s[t * 2] > 1)
// CHECK: [[#@LINE+1]]:9: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 0 requests
    x = s[t * 2];
  out[t] = x;
}
