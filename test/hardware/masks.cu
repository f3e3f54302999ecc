// Which lanes ask.

#include "host.h"

__global__ void masks(float *out, const float *in) {
  __shared__ float s[64][32];
  int t = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < 32; ++i)
    s[t][i] = in[t * 32 + i];
  __syncthreads();
  if (t < 16)
    out[t] = s[t][0];
  if (t % 4 == 1)
    out[t] = s[t][1];
  if ((t & 5) == 5)
    out[t] += s[t][2];
  if (t >= 32)
    out[t] = s[t][3];
  if (t / 8 == 3)
    out[t] += s[t][4];
  if (t == 40)
    out[t] += s[t][5];
  if (!(t > 3 && t < 60))
    out[t] += s[t][6];
  // Everyone reads one word, or one of two in a bank.
  out[t + 64] = s[7][9];
  out[t + 128] = s[t & 1][10];
}

__global__ void cases(float *out, const float *in) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  s[t][t] = in[t];
  __syncthreads();
  switch (t % 4) {
  case 0:
    s[t][0] = in[t + 32];
    break;
  case 1:
  case 2:
    s[t][1] = in[t + 64] * 3;
    break;
  default:
    s[2][t] = sqrtf(in[t + 96]);
  }
  __syncthreads();
  out[t] = s[0][t];
}

__global__ void branches(float *out, const float *in) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  s[0][t] = in[t];
  __syncthreads();
  if (t < 12)
    s[t][1] = in[t + 32];
  else
    s[2][31 - t] = 2 * in[t + 64];
  __syncthreads();
  if (t >= 20)
    return;
  out[t] = s[0][t];
  out[t + 32] = s[t][1];
}

__global__ void edge(float *out, const float *in, int n) {
  __shared__ float s[32][33];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  s[threadIdx.x][threadIdx.x % 8] = in[i];
  out[i] = s[threadIdx.x][threadIdx.x % 8 ^ 1];
}

int main() {
  float *in = counting<float>(4096);
  float *out = counting<float>(4096);
  masks<<<1, 64>>>(out, in);
  cases<<<1, 32>>>(out, in);
  branches<<<1, 32>>>(out, in);
  edge<<<64, 32>>>(out, in, 2048);
  return finish();
}
