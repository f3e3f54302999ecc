// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep "remark: load" | FileCheck %s --implicit-check-not=remark

// What the compiler knows of an exclusive or with a constant: it is a sum where
// no bit of it is set yet, else a number of its own. Where it would clear bits,
// and where several are joined, what it makes of them varies with what else is
// made of the number: inexact. Read off machine code of 168 kernels (nvcc 13.0
// -O3, sm_90).

#define FILL                                                                   \
  __shared__ __align__(16) float s[512];                                       \
  int t = threadIdx.x;                                                         \
  for (int i = t; i < 512; i += 32)                                            \
    s[i] = in[i];                                                              \
  __syncthreads();

// LDS.128: the bit of 4 is never set in 8t + j.
__global__ void sum(const float *in, float *out) {
  FILL
  float a = 0;
#pragma unroll
  for (int j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, block 32x1x1, 1 request [sum(
    a = a * 3 + s[(t * 8 + j) ^ 4];
  out[t] = a;
}

// LDS.128: it is set in all of them, and known to be.
__global__ void cleared(const float *in, float *out) {
  FILL
  float a = 0;
#pragma unroll
  for (int j = 4; j < 8; j++)
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, inexact, block 32x1x1, 1 request [cleared(
    a = a * 3 + s[(t * 8 + j) ^ 4];
  out[t] = a;
}

// Four loads: of 4t + 1 and 4t + 2 one bit of 3 is set.
__global__ void mixed(const float *in, float *out) {
  FILL
  float a = 0;
#pragma unroll
  for (int j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 32x1x1, 4 requests [mixed(
    a = a * 3 + s[(t * 4 + j) ^ 3];
  out[t] = a;
}

// The other half of a warp's pairs: one number, and what is beside it.
__global__ void butterfly(const float *in, float *out) {
  FILL
  int other = (t ^ 1) * 4;
// CHECK: [[#@LINE+4]]:{{[0-9]+}}: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request [butterfly(
// CHECK-NEXT: remark: load of 16 bytes from 's': 4/4 {{.*}}, 0 requests [butterfly(
// CHECK-NEXT: remark: load of 16 bytes from 's': 4/4 {{.*}}, 0 requests [butterfly(
// CHECK-NEXT: remark: load of 16 bytes from 's': 4/4 {{.*}}, 0 requests [butterfly(
  out[t] = s[other] * s[other + 1] + s[other + 2] / s[other + 3];
}

// The complement is a difference.
__global__ void complement(const float *in, float *out) {
  FILL
// CHECK: [[#@LINE+4]]:{{[0-9]+}}: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request [complement(
// CHECK-NEXT: remark: load of 16 bytes from 's': 4/4 {{.*}}, 0 requests [complement(
// CHECK-NEXT: remark: load of 16 bytes from 's': 4/4 {{.*}}, 0 requests [complement(
// CHECK-NEXT: remark: load of 16 bytes from 's': 4/4 {{.*}}, 0 requests [complement(
  out[t] = s[(~(t * 4)) + 256] * s[(~(t * 4 + 1)) + 256] +
           s[(~(t * 4 + 2)) + 256] / s[(~(t * 4 + 3)) + 256];
}

// LDS.128 in the row of k = 0, LDS.64 and 2 single ones in that of k = 2, and 4
// single ones in the others.
__global__ void swizzled(const float *in, float *out, int n) {
  __shared__ __align__(16) float s[4][128];
  int t = threadIdx.x;
  for (int i = t; i < 512; i += 32)
    s[i / 128][i % 128] = in[i];
  __syncthreads();
  float a = 0;
#pragma unroll
  for (int k = 0; k < 4; k++)
#pragma unroll
    for (int j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: {{.*}} conflict, inexact, {{.*}} [swizzled(
      a = a * n + s[k][(t * 4 + j) ^ k];
  out[t] = a;
}

// High bits are sums, whatever else there is: LDS twice.
__global__ void high(const float *in, float *out) {
  FILL
// CHECK: [[#@LINE+2]]:12: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request [high(
// CHECK: [[#@LINE+1]]:33: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request [high(
  out[t] = s[(4 * t) ^ 8] * 3 + s[(4 * t) ^ 16];
}

// Four LDS: 1 ^ 2 is 3, of which 4t + 1 and 4t + 2 have one bit.
__global__ void joined(const float *in, float *out, float n) {
  FILL
  float a = 0;
  for (int j = 0; j < 4; j++)
// CHECK: [[#@LINE+1]]:{{.*}} inexact, {{.*}} [joined(
    a = a * n + s[((4 * t + j) ^ 1) ^ 2];
  out[t] = a;
}

// LDS.128: in a loop the counter is mixed in last.
__global__ void mixedLast(const float *in, float *out) {
  __shared__ __align__(16) float s[2048];
  unsigned t = threadIdx.x;
  for (unsigned i = t; i < 2048; i += 32)
    s[i] = in[i];
  __syncthreads();
  float a = 0;
  for (unsigned j = 0; j < 4; j++) {
    unsigned u = (32 * t) ^ j;
// CHECK: [[#@LINE+1]]:{{.*}} inexact, {{.*}} [mixedLast(
    a += s[u ^ (8 * t)];
  }
  out[t] = a;
}

int main() {
  sum<<<1, 32>>>(nullptr, nullptr);
  cleared<<<1, 32>>>(nullptr, nullptr);
  mixed<<<1, 32>>>(nullptr, nullptr);
  butterfly<<<1, 32>>>(nullptr, nullptr);
  complement<<<1, 32>>>(nullptr, nullptr);
  swizzled<<<1, 32>>>(nullptr, nullptr, 3);
  high<<<1, 32>>>(nullptr, nullptr);
  joined<<<1, 32>>>(nullptr, nullptr, 3);
  mixedLast<<<1, 32>>>(nullptr, nullptr);
}
