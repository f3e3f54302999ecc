// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep "remark: load" | FileCheck %s --implicit-check-not=remark

// A load, a store and the same load again: the compiler loads twice unless it
// sees that the store goes elsewhere, by the expressions and not by the lanes.
// Read off machine code (nvcc 13.0 -O3, sm_90).

#define FILL                                                                   \
  __shared__ float s[256];                                                     \
  int t = threadIdx.x;                                                         \
  for (int i = 0; i < 8; i++)                                                  \
    s[i * 32 + t] = out[i * 32 + t];                                           \
  __syncthreads();

// Two LDS: t and 31 - t are never one, by parity.
__global__ void mirror(float *out) {
  FILL
// CHECK: [[#@LINE+1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  float a = s[31 - t];
  s[t] = a * 2;
// CHECK: [[#@LINE+1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  float b = s[31 - t];
  out[t] = a - b * 3;
}

// One LDS: a constant apart.
__global__ void apart(float *out) {
  FILL
// CHECK: [[#@LINE+1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  float a = s[t + 32];
  s[t] = a * 2;
// CHECK: [[#@LINE+1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 0 requests
  float b = s[t + 32];
  out[t] = a - b * 3;
}

// Two LDS: they meet.
__global__ void meet(float *out) {
  FILL
// CHECK: [[#@LINE+1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  float a = s[t ^ 1];
  s[t] = a * 2;
// CHECK: [[#@LINE+1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  float b = s[t ^ 1];
  out[t] = a - b * 3;
}

int main() {
  mirror<<<1, 32>>>(nullptr);
  apart<<<1, 32>>>(nullptr);
  meet<<<1, 32>>>(nullptr);
}
