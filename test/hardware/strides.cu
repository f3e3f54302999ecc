// One warp, one word a lane, at many distances.

#include "host.h"

__global__ void strides(float *out, const float *in) {
  __shared__ float s[32 * 33];
  int t = threadIdx.x;
#pragma unroll 1
  for (int i = t; i < 32 * 33; i += 32)
    s[i] = in[i];
  __syncthreads();
  out[t] = s[t];
  out[t + 32] = s[2 * t];
  out[t + 64] = s[3 * t];
  out[t + 96] = s[4 * t];
  out[t + 128] = s[12 * t];
  out[t + 160] = s[32 * t];
  out[t + 192] = s[33 * t];
  out[t + 224] = s[31 * t + 31];
  // Backwards.
  out[t + 256] = s[31 - t];
  out[t + 288] = s[(31 - t) * 24];
  // Reaches over the end of unsigned numbers and back.
  unsigned wrapped = 0u - 8u * t;
  out[t + 320] = s[wrapped + 256];
  // 64 bits.
  unsigned long long far = (1ull << 40) + 16ull * t;
  out[t + 352] = s[far - (1ull << 40)];
  size_t divided = size_t(t) * 40 / 5;
  out[t + 384] = s[divided + 1];
  // Not a straight line.
  out[t + 416] = s[t * t];
  out[t + 448] = s[(t * 5) % 32];
  out[t + 480] = s[(t % 8) * 32];
  out[t + 512] = s[t / 4 * 32 + t % 4];
  out[t + 544] = s[(t << 5) | (t >> 2)];
  out[t + 576] = s[t < 16 ? t : (t - 16) * 32 + 3];
  out[t + 608] = s[max(t * 3 - 40, 0) * 8];
  out[t + 640] = s[__brev(t) >> 27];
}

__global__ void stores(float *out, const float *in) {
  __shared__ float s[32 * 33];
  int t = threadIdx.x;
  s[2 * t] = in[t];
  __syncthreads();
  s[32 * t] = in[t + 32];
  __syncthreads();
  s[33 * t] = in[t + 64];
  __syncthreads();
  s[(t & 3) * 32 + t / 4] = in[t + 96];
  __syncthreads();
  // Lanes that store to one word make no conflict.
  s[t / 4] = in[t + 128];
  __syncthreads();
#pragma unroll 1
  for (int i = t; i < 32 * 33; i += 32)
    out[i] = s[i];
}

int main() {
  float *in = counting<float>(2048);
  float *out = counting<float>(2048);
  strides<<<1, 32>>>(out, in);
  stores<<<1, 32>>>(out, in);
  return finish();
}
