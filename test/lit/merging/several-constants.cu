// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep "remark: load" | FileCheck %s --implicit-check-not=remark

// Exclusive ors of one number with several constants. In a loop the compiler joins
// those of one expression, and asks of the one that they make; where a number is
// mixed with different ones, or by a loop's counter, what it makes of them varies.
// Read off machine code (nvcc 13.0 -O3, sm_90) of 168 kernels.

#define FILL                                                                   \
  __shared__ __align__(16) float s[1024];                                      \
  int t = threadIdx.x;                                                         \
  for (int i = t; i < 1024; i += 32)                                           \
    s[i] = out[i];                                                             \
  __syncthreads();                                                             \
  float a = 0;

// Four loads: 1 ^ 2 is 3, of which 4t + 1 and 4t + 2 have one bit.
__global__ void joinedToMix(float *out, float n) {
  FILL
  for (int j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:17: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 4 requests [joinedToMix(
    a = a * n + s[((4 * t + j) ^ 1) ^ 2];
  out[t] = a;
}

// LDS.128: 1 ^ 3 is 2.
__global__ void joinedToBit(float *out, float n) {
  FILL
  for (int j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:17: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request [joinedToBit(
    a = a * n + s[1 ^ (4 * t + j) ^ 3];
  out[t] = a;
}

// High bits are sums, whatever else there is: LDS twice.
__global__ void high(float *out) {
  FILL
// CHECK: [[#@LINE+2]]:7: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request [high(
// CHECK: [[#@LINE+1]]:28: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request [high(
  a = s[(4 * t) ^ 8] * 3 + s[(4 * t) ^ 16];
  out[t] = a;
}

// LDS.128 and three LDS.
__global__ void different(float *out, float n) {
  FILL
  for (int j = 0; j < 4; j++)
// CHECK: [[#@LINE+2]]:{{.*}} conflict, inexact, {{.*}} [different(
// CHECK: [[#@LINE+1]]:{{.*}} conflict, inexact, {{.*}} [different(
    a = a * n + s[(4 * t + j) ^ 1] * s[(4 * t + j) ^ 2];
  out[t] = a;
}

// Eight LDS; LDS.128 and four LDS, as nothing is mixed with 0.
__global__ void byCounter(float *out, float n) {
  FILL
  for (int k = 0; k < 2; k++)
    for (int j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:{{.*}} conflict, inexact, {{.*}} [byCounter(
      a = a * n + s[128 * k + ((4 * t + j) ^ (k ? 1 : 9))];
  __syncthreads();
  for (int k = 0; k < 2; k++)
    for (int j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:{{.*}} load of 16 bytes from 's': 4/1.6 wavefronts, conflict, worst 4x, block 32x1x1, 5 requests [byCounter(
      a = a * n + s[512 + 128 * k + ((4 * t + j) ^ (k ? 0 : 8))];
  out[t] = a;
}

int main() {
  joinedToMix<<<1, 32>>>(nullptr, 3);
  joinedToBit<<<1, 32>>>(nullptr, 3);
  high<<<1, 32>>>(nullptr);
  different<<<1, 32>>>(nullptr, 3);
  byCounter<<<1, 32>>>(nullptr, 3);
}
