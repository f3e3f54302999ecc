// No padding is safe: an access pays for it, or nothing helps all of them. Where each
// index can be moved, a swizzle may serve.

#include "host.h"
#include <cuda_pipeline.h>

// Blocks of 16x16: a column takes 8 wavefronts in rows of 16 words and one in
// rows of 18, where a row takes two. A swizzle frees both.
__global__ void squares(const float *in, float *out) {
  __shared__ float s[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = s[x][y]; // safe: 's[x][y ^ (x & 15)]'
}

__global__ void narrow(const float *in, float *out) {
  __shared__ float s[32][8];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 8 + x]; // pays
  __syncthreads();
  out[x * 32 + y] = s[x * 4 + y / 8][y % 8] + // unsafe: then takes
                    s[y][x];                  // pays
}

// 16 bytes a lane, from rows of 128 bytes: rows that are not of whole lines cost
// the copy.
__global__ void copiedPastTheCache(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  int row = (y * 32 + x) / 8, part = x % 8;
  __pipeline_memcpy_async(&s[row][part * 4], &in[row * 32 + part * 4], 16); // pays
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int i = y; i < 32; i += 8)
    out[i * 32 + x] = s[x][i]; // safe: swizzle
}

__global__ void flatSquares(const int *in, int *out) {
  __shared__ int s[16 * 16];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 16 + x] = in[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = s[x * 16 + y]; // safe: 's[i ^ (i / 32 & 15) * 2]'
}

// Whatever longer row helps one way of going through the array hurts the other.
__global__ void blocksOfEight(const float *in, float *out) {
  __shared__ float s[8][8];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 8 + x];
  __syncthreads();
  out[y * 8 + x] = s[x][y]; // safe: 's[x][y ^ (x & 7)]'
}

// The distance doubles from step to step: no length of rows is right.
__global__ void doubling(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    int i = 2 * step * t;
    if (i < 256)
      s[i] += s[i + step]; // safe: 's[i ^ (i / 32 & 31)]'
    __syncthreads();
  }
  if (t == 0)
    out[0] = s[0];
}

// 48 KB are full.
__global__ void full(const float *in, float *out) {
  __shared__ float s[96][128];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y; i < 96; i += 8)
    for (int j = x; j < 128; j += 32)
      s[i][j] = in[(i * 128 + j) % 8192];
  __syncthreads();
  for (int i = y; i < 96; i += 8)
    out[i * 32 + x] = s[x][i]; // safe: 's[x][i ^ (x & 31)]'
}

__global__ void fullFlat(const float *in, float *out) {
  __shared__ float s[12288];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y; i < 96; i += 8)
    for (int j = x; j < 128; j += 32)
      s[i * 128 + j] = in[(i * 128 + j) % 8192];
  __syncthreads();
  for (int i = y; i < 96; i += 8)
    out[i * 32 + x] = s[x * 128 + i]; // safe: 's[i ^ (i / 128 & 31)]'
}

// All lanes add to one word.
__global__ void counter(const unsigned *in, unsigned *out) {
  __shared__ unsigned s[2];
  int t = threadIdx.x;
  if (t < 2)
    s[t] = 0;
  __syncthreads();
  atomicAdd(&s[t / 32], in[t]); // none: one lane of a warp do it for all
  __syncthreads();
  if (t < 2)
    out[t] = s[t];
}

// What data says is not known in advance, now or then.
__global__ void histogram(const unsigned *in, unsigned *out) {
  __shared__ unsigned s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[x][y] = in[y * 32 + x]; // safe: then unknown
  __syncthreads();
  out[y * 32 + x] = s[in[x] % 32][in[y] % 32];
}

// One instance pays for the other: rows of 17 floats help blocks of 32 threads
// a row, and hurt those of 16.
template <int W> __global__ void disagreeing(const float *in, float *out) {
  __shared__ float s[32][W];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * W + x]; // pays
  __syncthreads();
  if (W == 32)
    out[y * W + x] = s[x][y % W]; // safe: 's[x][(y % W) ^ (x & 15)]'
  else
    out[y * W + x] = s[31 - y][x]; // pays
}

int main() {
  dim3 whole(32, 32), part(32, 8), square(16, 16);
  run<float>("squares", [&](auto i, auto o) { squares<<<1, square>>>(i, o); });
  run<float>("narrow",
             [&](auto i, auto o) { narrow<<<1, dim3(8, 32)>>>(i, o); });
  run<float>("copiedPastTheCache",
             [&](auto i, auto o) { copiedPastTheCache<<<1, part>>>(i, o); });
  run<int>("flatSquares",
           [&](auto i, auto o) { flatSquares<<<1, square>>>(i, o); });
  run<float>("blocksOfEight",
             [&](auto i, auto o) { blocksOfEight<<<1, dim3(8, 8)>>>(i, o); });
  run<float>("doubling", [&](auto i, auto o) { doubling<<<1, 128>>>(i, o); });
  run<float>("full", [&](auto i, auto o) { full<<<1, part>>>(i, o); });
  run<float>("fullFlat", [&](auto i, auto o) { fullFlat<<<1, part>>>(i, o); });
  run<unsigned>("counter", [&](auto i, auto o) { counter<<<1, 64>>>(i, o); });
  run<float>("disagreeing<32>",
             [&](auto i, auto o) { disagreeing<32><<<1, whole>>>(i, o); });
  run<float>("disagreeing<16>", [&](auto i, auto o) {
    disagreeing<16><<<1, dim3(16, 32)>>>(i, o);
  });
  run<unsigned>("histogram",
                [&](auto i, auto o) { histogram<<<1, whole>>>(i, o); });
}
