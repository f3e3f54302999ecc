// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// A pointer keeps the array that it came from. Rows of 32 words: a column is 32.

__global__ void rowPointer(float *out, const float *in) {
  __shared__ float s[32][32];
  float *p = &s[threadIdx.x][0];
  *p = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  float *next = s[31 - threadIdx.x];
  out[threadIdx.x] = next[0];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
}

__global__ void arithmetic(float *out, const float *in) {
  __shared__ float s[96];
  float *p = s + threadIdx.x;
  *(p + 32) = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  p += threadIdx.x;
  p[32] = in[threadIdx.x + 32];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  const float *end = s + 95;
  --end;
  out[threadIdx.x] = end[-3 * (int)threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  // The element behind the lane's own: how far apart two pointers are.
  const float *mine = &s[threadIdx.x * 2];
  out[threadIdx.x + 32] = s[mine - s];
// CHECK: :[[@LINE-1]]:27: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
}

// A float4 at word 4t: 4 phases of 8 lanes, 4/4. A float2 at word 4t: a phase
// of 16 lanes covers 64 words, 2 wavefronts each, 4/2.
__global__ void casts(float *out, const float4 *in) {
  __shared__ __align__(16) float s[128];
  int t = threadIdx.x;
  reinterpret_cast<float4 *>(s)[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  float4 all = *reinterpret_cast<float4 *>(&s[4 * t]);
// CHECK: :[[@LINE-1]]:16: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  float2 low = *(const float2 *)(s + 4 * t);
// CHECK: :[[@LINE-1]]:16: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = all.x + all.y + all.z + all.w + low.x + low.y;
}

// A pointer that a call leaves out is null, and what it would guard is not
// run.
__device__ float scaled(float x, const float *factors = nullptr) {
  return factors == nullptr ? x : x * factors[threadIdx.x];
}
__global__ void optional(float *out, const float *in) {
  __shared__ float s[32];
  s[threadIdx.x] = scaled(in[threadIdx.x]);
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

void run(float *out, const float *in) {
  rowPointer<<<1, 32>>>(out, in);
  arithmetic<<<1, 32>>>(out, in);
  casts<<<1, 32>>>(out, (const float4 *)in);
  optional<<<1, 32>>>(out, in);
}
