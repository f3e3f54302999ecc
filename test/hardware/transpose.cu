// A square of a matrix turned over its diagonal, in the usual ways.

#include "host.h"

constexpr int Tile = 32;

__global__ void naive(float *out, const float *in, int width, int height) {
  __shared__ float tile[Tile][Tile];
  int x = blockIdx.x * Tile + threadIdx.x;
  int y = blockIdx.y * Tile + threadIdx.y;
  if (x < width && y < height)
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * Tile + threadIdx.x;
  y = blockIdx.x * Tile + threadIdx.y;
  if (x < height && y < width)
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void padded(float *out, const float *in, int width, int height) {
  __shared__ float tile[Tile][Tile + 1];
  int x = blockIdx.x * Tile + threadIdx.x;
  int y = blockIdx.y * Tile + threadIdx.y;
  if (x < width && y < height)
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * Tile + threadIdx.x;
  y = blockIdx.x * Tile + threadIdx.y;
  if (x < height && y < width)
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

// Eight rows at a time, four times.
__global__ void coarse(float *out, const float *in, int width, int height) {
  __shared__ float tile[Tile][Tile];
  int x = blockIdx.x * Tile + threadIdx.x;
  int y = blockIdx.y * Tile + threadIdx.y;
  for (int j = 0; j < Tile; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * Tile + threadIdx.x;
  y = blockIdx.x * Tile + threadIdx.y;
  for (int j = 0; j < Tile; j += 8)
    out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Written and read down the columns.
__global__ void columns(float *out, const float *in) {
  __shared__ float tile[Tile][Tile];
  tile[threadIdx.x][threadIdx.y] = in[threadIdx.y * Tile + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * Tile + threadIdx.x] = tile[threadIdx.x][threadIdx.y] * 2;
  __syncthreads();
  out[threadIdx.y * Tile + threadIdx.x + 1024] =
      tile[threadIdx.x][threadIdx.y ^ 1];
}

__global__ void columnsPadded(float *out, const float *in) {
  __shared__ float tile[Tile][Tile + 1];
  tile[threadIdx.x][threadIdx.y] = in[threadIdx.y * Tile + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * Tile + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y ^ 1];
}

__global__ void swizzled(float *out, const float *in) {
  __shared__ float tile[Tile][Tile];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x ^ y] = in[y * Tile + x];
  __syncthreads();
  out[y * Tile + x] = tile[x][x ^ y];
}

__global__ void inPlace(float *data) {
  __shared__ float tile[Tile][Tile];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = data[y * Tile + x];
  __syncthreads();
  if (x > y) {
    float upper = tile[y][x];
    float lower = tile[x][y];
    tile[y][x] = lower;
    tile[x][y] = upper;
  }
  __syncthreads();
  data[y * Tile + x] = tile[y][x];
}

int main() {
  const int width = 256, height = 128;
  float *in = counting<float>(width * height);
  float *out = counting<float>(width * height);
  dim3 grid(width / Tile, height / Tile);
  naive<<<grid, dim3(Tile, Tile)>>>(out, in, width, height);
  padded<<<grid, dim3(Tile, Tile)>>>(out, in, width, height);
  coarse<<<grid, dim3(Tile, 8)>>>(out, in, width, height);
  columns<<<1, dim3(Tile, Tile)>>>(out, in);
  columnsPadded<<<1, dim3(Tile, Tile)>>>(out, in);
  swizzled<<<1, dim3(Tile, Tile)>>>(out, in);
  inPlace<<<1, dim3(Tile, Tile)>>>(out);
  return finish();
}
