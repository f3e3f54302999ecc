// Loops, with bounds that the source gives and with others.

#include "host.h"

__global__ void unknownBound(float *out, const float *in, int n) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < n; ++i)
    s[i][t] = in[i * 32 + t];
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < n; ++i)
    sum += s[t][i];
  out[t] = sum;
}

__global__ void unknownRow(float *out, const float *in, int n, int m) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  s[n][t] = in[t];
  __syncthreads();
  out[t] = s[n][31 - t];
  out[t + 32] = s[t][m];
}

__global__ void blockStride(float *out, const float *in) {
  __shared__ float s[1000];
  for (int i = threadIdx.x; i < 1000; i += blockDim.x)
    s[i] = in[i];
  __syncthreads();
#pragma unroll 1
  for (int i = threadIdx.x; i < 500; i += blockDim.x)
    out[i] = s[2 * i];
}

__global__ void backwards(float *out, const float *in) {
  __shared__ float s[32][33];
  int t = threadIdx.x;
  int i = 31;
#pragma unroll 1
  do {
    s[i][t] = in[i * 32 + t];
    --i;
  } while (i >= 0);
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int j = 31; j >= 0; j -= 3)
    sum += s[t][j] * j;
  out[t] = sum;
}

__global__ void triangle(float *out, const float *in) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i <= t; ++i)
    s[t][i] = in[t + i];
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < 32; ++i) {
    if (i % 3 == 0)
      continue;
    if (i > 20)
      break;
    sum += s[(t * i) % 32][t];
  }
  out[t] = sum;
}

__global__ void rowPointer(float *out, const float *in) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  float *row = &s[t][0];
  const float *end = row + 32;
#pragma unroll 1
  for (float *p = row; p != end; p += 2)
    *p = in[t];
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  while (row != end) {
    sum += *row;
    row += 2;
  }
  out[t] = sum;
}

__device__ float element(const float (*s)[32], int row, int column) {
  return s[row][column];
}
__device__ __noinline__ int column(int t) { return t / 2; }

__global__ void functions(float *out, const float *in) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  s[t][0] = in[t];
  __syncthreads();
  out[t] = element(s, t, 5);
  s[column(t)][t] = in[t + 32];
  __syncthreads();
  out[t + 32] = s[16][t];
}

int main() {
  float *in = counting<float>(4096);
  float *out = counting<float>(4096);
  unknownBound<<<1, 32>>>(out, in, 17);
  unknownRow<<<1, 32>>>(out, in, 3, 7);
  blockStride<<<1, 128>>>(out, in);
  backwards<<<1, 32>>>(out, in);
  triangle<<<1, 32>>>(out, in);
  rowPointer<<<1, 32>>>(out, in);
  functions<<<1, 32>>>(out, in);
  return finish();
}
