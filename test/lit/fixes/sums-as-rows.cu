// RUN: cd %S && %lint --exit-zero --format=diff %{s:basename} -- | FileCheck %s --check-prefix=DIFF --implicit-check-not="{{^[+] }}"

// Rows whose length is a sum: it grows in the sum, by its number where it ends with
// one, and an index moves by the sum to the next row.

#include <cuda_runtime.h>

#define SIDE 62

__global__ void halo(const float *in, float *out) {
  __shared__ float s[34 * (SIDE + 2)];
  int x = threadIdx.x, y = threadIdx.y, i = (y + 1) * (SIDE + 2) + x;
  s[i] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[i - (SIDE + 2)] + s[i + (SIDE + 2)] + s[x * (SIDE + 2) + y];
}
// DIFF: {{^}}+  __shared__ float s[34 * (SIDE + 3)];
// DIFF: {{^}}+  int x = threadIdx.x, y = threadIdx.y, i = (y + 1) * (SIDE + 3) + x;
// DIFF: {{^}}+  out[y * 32 + x] = s[i - (SIDE + 3)] + s[i + (SIDE + 3)] + s[x * (SIDE + 3) + y];

// No number of rows, though the sum around it is.
__global__ void columns(const float *in, float *out) {
  __shared__ float s[34 * 64];
  int x = threadIdx.x, y = threadIdx.y;
  s[(60 + 4) + y * 64 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[(64 + 3) + y * 64 + (x & 15)] + s[x * 64 + y];
}
// DIFF: {{^}}+  __shared__ float s[34 * (64 + 1)];
// DIFF: {{^}}+  s[(60 + 5) + y * (64 + 1) + x] = in[y * 32 + x];
// DIFF: {{^}}+  out[y * 32 + x] = s[((64 + 1) + 3) + y * (64 + 1) + (x & 15)] + s[x * (64 + 1) + y];

template <int Side> __global__ void named(const float *in, float *out) {
  const int more = 2;
  __shared__ float s[32 * (Side + more)];
  s[threadIdx.y * (Side + more) + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * (Side + more) + threadIdx.y];
}
// DIFF: {{^}}+  __shared__ float s[32 * (Side + more + 1)];
// DIFF: {{^}}+  s[threadIdx.y * (Side + more + 1) + threadIdx.x] = in[threadIdx.x];
// DIFF: {{^}}+  out[threadIdx.x] = s[threadIdx.x * (Side + more + 1) + threadIdx.y];

// All launches have this block.
__global__ void ofBlock(const float *in, float *out) {
  __shared__ float s[34 * 64];
  int bx = blockDim.x, x = threadIdx.x, y = threadIdx.y;
  int width = bx + 32;
  s[y * width + x] = in[y * bx + x];
  __syncthreads();
  out[y * bx + x] = s[x * width + y] + s[(blockDim.y - 1) * width + x];
}
// DIFF: {{^}}+  __shared__ float s[34 * (64 + 1)];
// DIFF: {{^}}+  int width = bx + 33;

// One of two launches has another: no rows of one length.
__global__ void ofBlocks(const float *in, float *out) {
  __shared__ float s[33 * 66];
  int x = threadIdx.x, y = threadIdx.y;
  if (x < 32)
    s[y * (blockDim.x + 32) + x] = in[y * 32 + x];
  __syncthreads();
  if (x < 32)
    out[y * 32 + x] = s[x * (blockDim.x + 32) + y];
}

int main() {
  halo<<<1, dim3(32, 32)>>>(nullptr, nullptr);
  columns<<<1, dim3(32, 32)>>>(nullptr, nullptr);
  named<62><<<1, dim3(32, 32)>>>(nullptr, nullptr);
  ofBlock<<<1, dim3(32, 32)>>>(nullptr, nullptr);
  ofBlocks<<<1, dim3(32, 32)>>>(nullptr, nullptr);
  ofBlocks<<<1, dim3(33, 30)>>>(nullptr, nullptr);
}
