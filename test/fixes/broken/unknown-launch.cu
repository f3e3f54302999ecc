// Nothing says which blocks there are: a padding has to be the best for every
// shape that the text allows, and a note says how to give one.

#include "host.h"

__global__ void square(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe: to 37 floats
}

__global__ void products(const float *in, float *out, int tiles) {
  int x = threadIdx.x, y = threadIdx.y;
  __shared__ float a[16][16], b[16][16];
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    a[x][y] = in[y * 16 + x + t]; // safe: to 18 floats
    b[y][x] = in[x * 16 + y + t];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += a[k][y] * b[k][x];
    __syncthreads();
  }
  out[y * 16 + x] = sum;
}

__global__ void oneWarp(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  __shared__ float s[32][32];
  for (int r = 0; r < 32; ++r)
    s[r][x] = in[r * 32 + x];
  __syncthreads();
  for (int c = 0; c < 32; ++c)
    out[c * 32 + x] = s[x][c]; // safe
}

// The text bounds the block.
__global__ void bounded(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  __shared__ float s[32][32];
  if (x >= 32 || y >= 8)
    return;
  for (int r = y; r < 32; r += 8)
    s[r][x] = in[r * 32 + x];
  __syncthreads();
  for (int r = y; r < 32; r += 8)
    out[r * 32 + x] = s[x][r]; // safe: to 37 floats
}

// The blocks come from elsewhere.
template <class... Values>
void launch(const void *kernel, int width, int height, Values... values) {
  void *arguments[] = {&values...};
  check(cudaLaunchKernel(kernel, dim3(1), dim3(width, height), arguments, 0,
                         nullptr));
}

int main(int count, char **) {
  const int side = 32 * count;
  run<float>("square", [&](const float *i, float *o) {
    launch(reinterpret_cast<const void *>(square), side, side, i, o);
  });
  run<float>("products", [&](const float *i, float *o) {
    launch(reinterpret_cast<const void *>(products), side / 2, side / 2, i, o,
           count);
  });
  run<float>("oneWarp", [&](const float *i, float *o) {
    launch(reinterpret_cast<const void *>(oneWarp), side, count, i, o);
  });
  run<float>("bounded", [&](const float *i, float *o) {
    launch(reinterpret_cast<const void *>(bounded), side, 8 * count, i, o);
  });
}
