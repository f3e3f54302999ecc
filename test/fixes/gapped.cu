// A gap behind each 128 bytes, where the lanes of a request lie in one row, so that no
// longer row parts them: tiles of registers, which nvcc reads as vectors. What counts in
// a loop stays outside of the division, or nothing would merge any more.

#include "host.h"

// Neighbouring lanes read eight floats each.
__global__ void flatTile(const float *in, float *out) {
  __shared__ __align__(16) float b[8 * 128];
  int t = threadIdx.x, tx = t % 16;
  for (int i = 0; i < 4; ++i)
    b[t + i * 256] = in[t + i * 256];
  __syncthreads();
  float sum = 0, v[8];
#pragma unroll
  for (int k = 0; k < 8; ++k) {
#pragma unroll
    for (int j = 0; j < 8; ++j)
      v[j] = b[k * 128 + tx * 8 + j]; // safe: 'b[i + i / 32 * 4]' (+512 bytes)
#pragma unroll
    for (int j = 0; j < 8; ++j)
      sum += v[j] * (j + k);
  }
  out[t] = sum;
}

// The same with declared rows, of two stages, and a variable for the column.
__global__ void stages(const float *in, float *out) {
  __shared__ __align__(16) float b[2][8][128];
  int t = threadIdx.x, tx = t % 16;
  float sum = 0, v[8];
  for (int stage = 0; stage < 2; ++stage) {
    for (int i = 0; i < 4; ++i)
      b[stage][t / 128 + i * 2][t % 128] = in[t + i * 256 + stage];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; ++k) {
#pragma unroll
      for (int j = 0; j < 8; ++j) {
        int column = tx * 8 + j;
        v[j] = b[stage][k][column]; // safe: 'b[row][column + column / 32 * 4]' (+1024 bytes)
      }
#pragma unroll
      for (int j = 0; j < 8; ++j)
        sum += v[j] * (j + k);
    }
  }
  out[t] = sum;
}

// Tiles of two sizes: extents grow in proportion.
template <int Columns> __global__ void sizes(const float *in, float *out) {
  __shared__ __align__(16) float b[8 * Columns];
  const int tiles = Columns / 8;
  int t = threadIdx.x, tx = t % tiles;
  for (int i = t; i < 8 * Columns; i += 256)
    b[i] = in[i];
  __syncthreads();
  float sum = 0, v[8];
#pragma unroll
  for (int k = 0; k < 8; ++k) {
#pragma unroll
    for (int j = 0; j < 8; ++j)
      v[j] = b[tx * 8 + j + k * Columns]; // safe: 'b[i + i / 32 * 4]'
#pragma unroll
    for (int j = 0; j < 8; ++j)
      sum += v[j] * (j + k);
  }
  out[t] = sum;
}

// Written as vectors, through a macro: a swizzle takes no memory, and splits nothing.
#define FLOAT4(X) (reinterpret_cast<float4 *>(&(X))[0])
__global__ void vectors(const float *in, float *out) {
  __shared__ __align__(16) float b[8][128];
  int t = threadIdx.x, tx = t % 16;
  FLOAT4(b[t / 32][t % 32 * 4]) = *(const float4 *)&in[t * 4];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    float4 v = FLOAT4(b[k][tx * 8]);     // safe: 'b[row][column ^ (column / 32 & 3) * 4]'
    float4 w = FLOAT4(b[k][tx * 8 + 4]); // safe: 'b[row][column ^ (column / 32 & 3) * 4]'
    sum += v.x * k + v.y + v.z + v.w + w.x * k + w.y + w.z + w.w;
  }
  out[t] = sum;
}

// Dynamic memory, whose launch asks for more then.
__global__ void dynamic(const float *in, float *out) {
  extern __shared__ __align__(16) float d[];
  int t = threadIdx.x, tx = t % 16;
  for (int i = 0; i < 4; ++i)
    d[t + i * 256] = in[t + i * 256];
  __syncthreads();
  float sum = 0, v[8];
#pragma unroll
  for (int k = 0; k < 8; ++k) {
#pragma unroll
    for (int j = 0; j < 8; ++j)
      v[j] = d[k * 128 + tx * 8 + j]; // safe: 'd[i + i / 32 * 4]' (+512 bytes)
#pragma unroll
    for (int j = 0; j < 8; ++j)
      sum += v[j] * (j + k);
  }
  out[t] = sum;
}

// Two of a word: 64 elements are 128 bytes.
__global__ void halfs(const __half *in, __half *out) {
  __shared__ __align__(16) __half b[8][128];
  int t = threadIdx.x, tx = t % 8;
  for (int i = 0; i < 4; ++i)
    b[t / 128 + i * 2][t % 128] = in[t + i * 256];
  __syncthreads();
  float sum = 0, v[16];
#pragma unroll
  for (int k = 0; k < 8; ++k) {
#pragma unroll
    for (int j = 0; j < 16; ++j)
      v[j] = __half2float(b[k][tx * 16 + j]); // safe: 'b[row][column + column / 64 * 4]'
#pragma unroll
    for (int j = 0; j < 16; ++j)
      sum += v[j] * (j + k);
  }
  out[t] = __float2half(sum / 4096);
}

// A part begins between two gaps.
__global__ void parts(const float *in, float *out) {
  __shared__ __align__(16) float b[8 * 128 + 32];
  int t = threadIdx.x, tx = t % 16;
  float *p = b + 16;
  for (int i = 0; i < 4; ++i)
    p[t + i * 256] = in[t + i * 256];
  __syncthreads();
  float sum = 0, v[8];
#pragma unroll
  for (int k = 0; k < 8; ++k) {
#pragma unroll
    for (int j = 0; j < 8; ++j)
      v[j] = p[k * 128 + tx * 8 + j]; // none: no padding tried
#pragma unroll
    for (int j = 0; j < 8; ++j)
      sum += v[j] * (j + k);
  }
  out[t] = sum;
}

// No memory is left.
__global__ void full(const float *in, float *out) {
  __shared__ __align__(16) float b[96][128];
  int t = threadIdx.x, tx = t % 16;
  for (int i = 0; i < 48; ++i)
    b[t / 128 + i * 2][t % 128] = in[t + i * 128];
  __syncthreads();
  float sum = 0, v[8];
#pragma unroll
  for (int k = 0; k < 8; ++k) {
#pragma unroll
    for (int j = 0; j < 8; ++j)
      v[j] = b[k * 12][tx * 8 + j]; // none: longer rows would not fit in the shared memory
#pragma unroll
    for (int j = 0; j < 8; ++j)
      sum += v[j] * (j + k);
  }
  out[t] = sum;
}

int main() {
  run<float>("flatTile", [](float *In, float *Out) { flatTile<<<1, 256>>>(In, Out); });
  run<float>("stages", [](float *In, float *Out) { stages<<<1, 256>>>(In, Out); });
  run<float>("sizes64", [](float *In, float *Out) { sizes<64><<<1, 256>>>(In, Out); });
  run<float>("sizes128", [](float *In, float *Out) { sizes<128><<<1, 256>>>(In, Out); });
  run<float>("vectors", [](float *In, float *Out) { vectors<<<1, 256>>>(In, Out); });
  run<float>("dynamic", [](float *In, float *Out) { dynamic<<<1, 256, 4096>>>(In, Out); });
  run<__half>("halfs", [](__half *In, __half *Out) { halfs<<<1, 256>>>(In, Out); });
  run<float>("parts", [](float *In, float *Out) { parts<<<1, 256>>>(In, Out); });
  run<float>("full", [](float *In, float *Out) { full<<<1, 256>>>(In, Out); });
}
