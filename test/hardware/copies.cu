// Copies from global to shared memory that pass no register. One to a kernel:
// the machine code of neighbouring calls of a function shares one line.

#include "host.h"
#include <cuda_pipeline.h>

template <class T> __device__ void complete(T *out, const T &element) {
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = element;
}

__global__ void wordRow(float *out, const float *in) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t], 4);
  complete(out, s[0][t]);
}

__global__ void wordColumn(float *out, const float *in) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t][1], &in[t], 4);
  complete(out, s[t][1]);
}

__global__ void wordPairs(float *out, const float *in) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t / 2][t % 2 * 8], &in[t], 4);
  complete(out, s[0][t]);
}

__global__ void pairRow(float2 *out, const float2 *in) {
  __shared__ float2 s[32][16];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t / 16][t % 16], &in[t], 8);
  complete(out, s[0][t]);
}

__global__ void pairColumn(float2 *out, const float2 *in) {
  __shared__ float2 s[32][16];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t][3], &in[t], 8);
  complete(out, s[t][3]);
}

// Sixteen bytes go past the first cache: the hardware counts no conflict.
__global__ void quadRow(float4 *out, const float4 *in) {
  __shared__ float4 s[32][8];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t / 8][t % 8], &in[t], 16);
  complete(out, s[0][t]);
}

__global__ void quadColumn(float4 *out, const float4 *in) {
  __shared__ float4 s[32][8];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t][3], &in[t], 16);
  complete(out, s[t][3]);
}

int main() {
  float *in = counting<float>(4096);
  float *out = counting<float>(4096);
  wordRow<<<1, 32>>>(out, in);
  wordColumn<<<1, 32>>>(out, in);
  wordPairs<<<1, 32>>>(out, in);
  pairRow<<<1, 32>>>((float2 *)out, (float2 *)in);
  pairColumn<<<1, 32>>>((float2 *)out, (float2 *)in);
  quadRow<<<1, 32>>>((float4 *)out, (float4 *)in);
  quadColumn<<<1, 32>>>((float4 *)out, (float4 *)in);
  return finish();
}
