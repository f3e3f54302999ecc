// From one byte to sixteen a lane.

#include "host.h"
#include <cuda_fp16.h>

struct Padded {
  double value;
  char padding[4];
};
struct Triple {
  float x, y, z;
};

__global__ void doubles(double *out, const double *in) {
  __shared__ double line[64];
  __shared__ double tile[32][32];
  int t = threadIdx.x;
  line[t] = in[t];
  tile[t][0] = in[t + 32];
  __syncthreads();
  out[t] = line[t];
  out[t + 32] = tile[t][0];
  __syncthreads();
  line[t * 2] = in[t + 64];
  __syncthreads();
  out[t + 64] = line[t / 2];
  out[t + 96] = line[t * 2];
}

__global__ void structs(double *out, const double *in, float *single) {
  __shared__ Padded padded[32];
  __shared__ Triple triples[32];
  int t = threadIdx.x;
  padded[t].value = in[t];
  triples[t].y = single[t];
  __syncthreads();
  out[t] = padded[t].value;
  single[t] = triples[t].y;
}

__global__ void pairs(float2 *out, const float2 *in) {
  __shared__ float2 s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
  __syncthreads();
  out[t] = s[t];
  out[t + 32] = s[t & ~1];
  out[t + 64] = s[t & ~2];
  out[t + 96] = s[t / 2];
  out[t + 128] = s[t & 7];
  out[t + 160] = s[t * 2];
}

__global__ void quads(float4 *out, const float4 *in) {
  __shared__ float4 s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  s[2 * (31 - t) + 1] = in[t + 32];
  __syncthreads();
  out[t] = s[t];
  out[t + 32] = s[2 * t];
  out[t + 64] = s[t / 2];
  out[t + 96] = s[t & ~2];
  if (t < 8)
    out[t + 128] = s[t + 8];
}

__global__ void bytes(char *out, const char *in) {
  __shared__ char tall[32][128];
  __shared__ char square[32][32];
  int t = threadIdx.x;
  tall[t][0] = in[t];
  square[t][0] = in[t + 32];
  tall[0][t] = in[t + 64];
  __syncthreads();
  out[t] = tall[t][0];
  out[t + 32] = square[t][0];
  out[t + 64] = square[0][t];
}

__global__ void shorts(short *out, const short *in) {
  __shared__ short tile[32][66];
  __shared__ short square[32][32];
  int t = threadIdx.x;
  tile[t][2] = in[t];
  square[t][3] = in[t + 32];
  __syncthreads();
  out[t] = tile[t][2];
  out[t + 32] = square[t][3];
  out[t + 64] = square[0][t];
}

__global__ void halves(__half *out, const __half *in, __half2 *out2) {
  __shared__ __half tile[32][32];
  __shared__ __half2 pairs[32][32];
  int t = threadIdx.x;
  tile[t][1] = in[t];
  pairs[t][1] = __half2half2(in[t + 32]);
  __syncthreads();
  out[t] = tile[t][1];
  out2[t] = pairs[t][1];
}

int main() {
  double *in = counting<double>(4096);
  double *out = counting<double>(4096);
  doubles<<<1, 32>>>(out, in);
  structs<<<1, 32>>>(out, in, (float *)in);
  pairs<<<1, 32>>>((float2 *)out, (float2 *)in);
  quads<<<1, 32>>>((float4 *)out, (float4 *)in);
  bytes<<<1, 32>>>((char *)out, (char *)in);
  shorts<<<1, 32>>>((short *)out, (short *)in);
  halves<<<1, 32>>>((__half *)out, (__half *)in, (__half2 *)out);
  return finish();
}
