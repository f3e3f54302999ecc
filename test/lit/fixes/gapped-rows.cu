// Gaps in an array whose rows its indices make: what counts whole rows grows by
// the gaps between them, and only the column says how many lie before it in its
// row. In a loop over rows, that is the same in all rounds.
//
// RUN: cd %S && %lint --exit-zero --format=diff %{s:basename} -- | FileCheck %s
#include <cuda_runtime.h>
#define AT(row, column, length) ((row) * (length) + (column))
#define FOUR(x) (reinterpret_cast<float4 *>(&(x))[0])

// CHECK: -  __shared__ float s[8 * 128];
// CHECK-NEXT: +  __shared__ float s[8 * 128 + 128];
// CHECK: +    s[(row + j) * (128 + 16) + column + column / 32 * 4] = in[j * 256 + threadIdx.x];
// CHECK: +      sum += s[i * (128 + 16) + tile + j + tile / 32 * 4] * in[i];
__global__ void literal(const float *in, float *out) {
  __shared__ float s[8 * 128];
  const int row = threadIdx.x / 128, column = threadIdx.x % 128;
  const int tile = threadIdx.x % 16 * 8;
  for (int j = 0; j < 8; j += 2)
    s[(row + j) * 128 + column] = in[j * 256 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 8; ++i)
#pragma unroll
    for (int j = 0; j < 8; ++j)
      sum += s[i * 128 + tile + j] * in[i];
  out[threadIdx.x] = sum;
}

// The factor may end the index, or begin it.
// CHECK: -  __shared__ float s[Depth * Width];
// CHECK-NEXT: +  __shared__ float s[Depth * Width / 32 * (32 + 4)];
// CHECK: +    s[(Width + Width / 32 * 4) * (row + j) + column + column / 32 * 4] = in[j * 256 + threadIdx.x];
// CHECK: +      sum += s[tile + j + i * (Width + Width / 32 * 4) + tile / 32 * 4] * in[i];
template <int Depth, int Width> __global__ void named(const float *in, float *out) {
  __shared__ float s[Depth * Width];
  const int row = threadIdx.x / Width, column = threadIdx.x % Width;
  const int tile = threadIdx.x % (Width / 8) * 8;
  for (int j = 0; j < Depth; j += 256 / Width)
    s[Width * (row + j) + column] = in[j * 256 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < Depth; ++i)
#pragma unroll
    for (int j = 0; j < 8; ++j)
      sum += s[tile + j + i * Width] * in[i];
  out[threadIdx.x] = sum;
}

// In a macro, an argument is the column and another one the length.
// CHECK: -  __shared__ float s[8 * 128];
// CHECK-NEXT: +  __shared__ float s[8 * 128 + 128];
// CHECK: +  FOUR(s[AT(threadIdx.x / 32, threadIdx.x % 32 * 4 + threadIdx.x % 32 * 4 / 32 * 4, (128 + 16))]) =
// CHECK: +      FOUR(r[j]) = FOUR(s[AT(i, tile + j + tile / 32 * 4, (128 + 16))]);
__global__ void macro(float *in, float *out) {
  __shared__ float s[8 * 128];
  const int tile = threadIdx.x % 16 * 8;
  float r[8], sums[64] = {};
  FOUR(s[AT(threadIdx.x / 32, threadIdx.x % 32 * 4, 128)]) =
      FOUR(in[threadIdx.x * 4]);
  __syncthreads();
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; j += 4)
      FOUR(r[j]) = FOUR(s[AT(i, tile + j, 128)]);
    for (int j = 0; j < 64; ++j)
      sums[j] += r[j / 8] * r[j % 8];
  }
  for (int j = 0; j < 64; ++j)
    out[threadIdx.x * 64 + j] = sums[j];
}

// A length that is no whole 32 elements does not grow. (Gaps that all of the
// index counts cost the store more.)
// CHECK-NOT: 120
__global__ void notWhole(const float *in, float *out) {
  __shared__ float s[8 * 120];
  const int row = threadIdx.x / 120, column = threadIdx.x % 120;
  const int tile = threadIdx.x % 15 * 8;
  for (int j = 0; j < 8; j += 2)
    s[(row + j) * 120 + column] = in[j * 240 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 8; ++i)
#pragma unroll
    for (int j = 0; j < 8; ++j)
      sum += s[i * 120 + tile + j] * in[i];
  out[threadIdx.x] = sum;
}

// Rows of 32 have a gap behind each of them, and none within.
// CHECK: -  return p[r * Length + c];
// CHECK-NEXT: +  return p[r * (Length + 4) + c];
// CHECK: +    s[i + i / 32 * 4] = in[i];
template <int Length, class T> __device__ T &at(T *p, int r, int c) {
  return p[r * Length + c];
}
__global__ void inPeriod(const float *in, float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 32)
    s[i] = in[i];
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    out[k * 32 + t] = at<32>(s, t, k);
}

void run(float *in, float *out) {
  literal<<<1, 256>>>(in, out);
  named<8, 128><<<1, 256>>>(in, out);
  named<16, 64><<<1, 256>>>(in, out);
  macro<<<1, 256>>>(in, out);
  notWhole<<<1, 240>>>(in, out);
  inPeriod<<<1, 32>>>(in, out);
}
