// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep "remark: load" | FileCheck %s --implicit-check-not=remark

// Members of a copy that are set before anybody looks at them are not loaded.
// Read off machine code (nvcc 13.0 -O3, sm_90).

#define FILL(Type)                                                             \
  __shared__ Type s[32];                                                       \
  int t = threadIdx.x;                                                         \
  s[t] = in[t];                                                                \
  __syncthreads();

// Two LDS.
__global__ void assigned(float3 *out, const float3 *in) {
  FILL(float3)
// CHECK: [[#@LINE+1]]:14: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 2 requests
  float3 v = s[31 - t];
  v.y = 0;
  out[t] = v;
}

// Two LDS, in an arm.
__global__ void inArm(float3 *out, const float3 *in, int n) {
  FILL(float3)
  if (t < n) {
// CHECK: [[#@LINE+1]]:16: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 2 requests
    float3 v = s[31 - t];
    v.y = 0;
    out[t] = v;
  }
}

// Three LDS: of v.x, the sum looks at it; that of v.z is needed on one way.
__global__ void lookedAt(float3 *out, const float3 *in, int n) {
  FILL(float3)
// CHECK: [[#@LINE+1]]:14: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 3 requests
  float3 v = s[31 - t];
  v.x += 1;
  if (n > 3)
    v.z = 2;
  out[t] = v;
}

// Two LDS: what is left of 16 bytes may come in another way.
__global__ void leftOver(float4 *out, const float4 *in) {
  FILL(float4)
// CHECK: [[#@LINE+1]]:14: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 32x1x1, 2 requests
  float4 v = s[31 - t];
  v.y = 0;
  v.z = 1;
  out[t] = v;
}

// LDS.128 and LDS: of four words of a union with a vector, nvcc loads one again.
union Both {
  float4 v;
  float f[4];
};
__global__ void words(float *out, const float4 *in) {
  __shared__ Both s[32];
  int t = threadIdx.x;
  s[t].v = in[t];
  __syncthreads();
  float a = 0;
  for (int i = 0; i < 4; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
    a += s[31 - t].f[i];
  out[t] = a;
}

int main() {
  assigned<<<1, 32>>>(nullptr, nullptr);
  inArm<<<1, 32>>>(nullptr, nullptr, 32);
  lookedAt<<<1, 32>>>(nullptr, nullptr, 1);
  leftOver<<<1, 32>>>(nullptr, nullptr);
  words<<<1, 32>>>(nullptr, nullptr);
}
