// Products of matrices by tiles, and a stencil.

#include "host.h"

template <int Tile>
__global__ void product(float *c, const float *a, const float *b, int n) {
  __shared__ float as[Tile][Tile];
  __shared__ float bs[Tile][Tile];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * Tile + y, column = blockIdx.x * Tile + x;
  float sum = 0;
  for (int m = 0; m < n / Tile; ++m) {
    as[y][x] = a[row * n + m * Tile + x];
    bs[y][x] = b[(m * Tile + y) * n + column];
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < Tile; ++k) {
      float left = as[y][k];
      float right = bs[k][x];
      sum += left * right;
    }
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// The second matrix turned over.
__global__ void turned(float *c, const float *a, const float *b, int n) {
  constexpr int Tile = 16;
  __shared__ float as[Tile][Tile];
  __shared__ float bs[Tile][Tile];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * Tile + y, column = blockIdx.x * Tile;
  float sum = 0;
  for (int m = 0; m < n; m += Tile) {
    as[y][x] = a[row * n + m + x];
    bs[y][x] = b[(column + y) * n + m + x];
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < Tile; ++k) {
      float left = as[y][k];
      float right = bs[x][k];
      sum += left * right;
    }
    __syncthreads();
  }
  c[row * n + column + x] = sum;
}

constexpr int Radius = 3;

__global__ void stencil(float *out, const float *in, int n) {
  __shared__ float s[64 + 2 * Radius];
  int i = blockIdx.x * blockDim.x + threadIdx.x + Radius;
  int local = threadIdx.x + Radius;
  s[local] = in[i];
  if (threadIdx.x < Radius) {
    s[local - Radius] = in[i - Radius];
    s[local + 64] = in[i + 64];
  }
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int d = -Radius; d <= Radius; ++d)
    sum += s[local + d];
  if (i < n)
    out[i] = sum;
}

__global__ void plane(float *out, const float *in, int width) {
  __shared__ float s[8 + 2][32 + 2];
  int x = threadIdx.x + 1, y = threadIdx.y + 1;
  const float *from = in + (blockIdx.y * 8 + y) * width + blockIdx.x * 32 + x;
  s[y][x] = from[0];
  if (threadIdx.y == 0) {
    s[0][x] = from[-width];
    s[9][x] = from[8 * width];
  }
  if (threadIdx.x == 0) {
    s[y][0] = from[-1];
    s[y][33] = from[32];
  }
  __syncthreads();
  float sum = -4 * s[y][x];
  sum += s[y - 1][x];
  sum += s[y + 1][x];
  sum += s[y][x - 1];
  sum += s[y][x + 1];
  out[(blockIdx.y * 8 + y) * width + blockIdx.x * 32 + x] = sum;
}

int main() {
  float *a = counting<float>(1 << 16);
  float *b = counting<float>(1 << 16);
  float *c = counting<float>(1 << 16);
  product<32><<<dim3(2, 2), dim3(32, 32)>>>(c, a, b, 64);
  product<16><<<dim3(4, 4), dim3(16, 16)>>>(c, a, b, 64);
  turned<<<dim3(4, 4), dim3(16, 16)>>>(c, a, b, 64);
  stencil<<<8, 64>>>(c, a, 1024);
  plane<<<dim3(2, 2), dim3(32, 8)>>>(c, a, 128);
  return finish();
}
