// Neighbouring words that the compiler fetches at once, and ones that it does
// not. Each request counts at the line where it begins.

#include "host.h"

__global__ void four(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
#pragma unroll 1
  for (int i = t; i < 1024; i += 32)
    s[i] = in[i];
  __syncthreads();
  out[t] = s[4 * t] + s[4 * t + 1] * 2 + s[4 * t + 2] * 3 + s[4 * t + 3] * 5;
  __syncthreads();
  out[t + 32] = s[2 * t] * 2 + s[2 * t + 1];
  __syncthreads();
  out[t + 64] = s[4 * t + 1] * 2 + s[4 * t + 2];
  __syncthreads();
  out[t + 96] = s[3 * t] * 2 + s[3 * t + 1] * 3 + s[3 * t + 2];
}

// A product with 4 by 4 results a thread.
__global__ void registers(float *c, const float *a, const float *b, int n) {
  __shared__ float as[8][64];
  __shared__ float bs[8][64];
  int t = threadIdx.x, row = t / 16 * 4, column = t % 16 * 4;
  float sum[4][4] = {};
  for (int m = 0; m < n; m += 8) {
    as[t % 8][t / 8] = a[t / 8 * n + m + t % 8];
    as[t % 8][t / 8 + 32] = a[(t / 8 + 32) * n + m + t % 8];
    bs[t / 64][t % 64] = b[(m + t / 64) * 64 + t % 64];
    bs[t / 64 + 4][t % 64] = b[(m + t / 64 + 4) * 64 + t % 64];
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
      float left[4], right[4];
      for (int i = 0; i < 4; ++i)
        left[i] = as[k][row + i];
      for (int i = 0; i < 4; ++i)
        right[i] = bs[k][column + i];
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          sum[i][j] += left[i] * right[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      c[(row + i) * 64 + column + j] = sum[i][j];
}

// Rows of 32 words are fetched by fours, rows of 33 one by one.
__global__ void rows(float *out, const float *in) {
  __shared__ float even[32][32];
  __shared__ float odd[32][33];
  int t = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < 32; ++i) {
    even[i][t] = in[i * 32 + t];
    odd[i][t] = in[i * 32 + t];
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 16; ++k)
    sum += even[t][k] * k;
#pragma unroll
  for (int k = 0; k < 16; ++k)
    sum += odd[t][k] * k;
  out[t] = sum;
}

int main() {
  float *in = counting<float>(8192);
  float *out = counting<float>(8192);
  four<<<1, 32>>>(out, in);
  registers<<<1, 256>>>(out, in, in, 64);
  rows<<<1, 32>>>(out, in);
  return finish();
}
