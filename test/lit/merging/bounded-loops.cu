// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep "remark:" | FileCheck %s --implicit-check-not=remark

// Loops over a tile that end with the data as well. Up to 20 iterations LLVM
// leaves them as they are, unless another loop is around; from 21 on, it unrolls
// them by four. Read off machine code (nvcc 13.0 -O3, sm_90). They are taken for
// loops that are unrolled, and are inexact.

extern __shared__ float s[];

// LDS, a loop.
__global__ void tile20(float *o, int n) {
  float l = 0;
  for (int j = 0; j < 20 && j < n; j++)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, inexact, block 32x1x1 [tile20(
    l += s[threadIdx.x * 32 + j];
  o[threadIdx.x] = l;
}

// 4 LDS.128 in 16 iterations, then two, one, and single ones.
__global__ void tile21(float *o, int n) {
  float l = 0;
  for (int j = 0; j < 21 && j < n; j++)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, inexact, block 32x1x1 [tile21(
    l += s[threadIdx.x * 32 + j];
  o[threadIdx.x] = l;
}

// LDS: the break is the second condition.
__global__ void leading(float *o, int n) {
  float l = 0;
  for (int j = 0; j < 16; j++) {
    if (j >= n)
      break;
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, inexact, block 32x1x1, 16 requests [leading(
    l += s[threadIdx.x * 32 + j];
  }
  o[threadIdx.x] = l;
}

// What a pragma says is done.
__global__ void unrolled(float *o, int n) {
  float l = 0;
#pragma unroll 1
  for (int j = 0; j < 21 && j < n; j++)
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict,{{.*}} [unrolled(
    l += s[threadIdx.x * 32 + j];
  o[threadIdx.x] = l;
}

// Threads 0 to 31.
int main(int argc, char **) {
  tile20<<<1, 32, 4096>>>(nullptr, argc);
  tile21<<<1, 32, 4096>>>(nullptr, argc);
  leading<<<1, 32, 4096>>>(nullptr, argc);
  unrolled<<<1, 32, 4096>>>(nullptr, argc);
}
