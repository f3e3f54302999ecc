// Rows that are a part of an array, and indices that are scaled.

#include "host.h"

//===----------------------------------------------------------------------===//
// Parts that pointers divide
//===----------------------------------------------------------------------===//

__global__ void first(const float *in, float *out) {
  extern __shared__ float mem[];
  float *q = mem, *s = mem + 32 * 64;
  int x = threadIdx.x;
  for (int i = 0; i < 64; ++i)
    q[i / 2 * 64 + i % 2 * 32 + x] = in[i * 32 + x];
  __syncthreads();
  for (int j = 0; j < 32; ++j) {
    float sum = 0;
    for (int d = 0; d < 64; ++d)
      sum += q[x * 64 + d] * (d + j); // safe: to 68 floats (+512 bytes)
    s[j * 32 + x] = sum;
  }
  __syncthreads();
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = s[j * 32 + x] + q[j * 64 + x];
}

__global__ void last(const float *in, float *out) {
  __shared__ float mem[32 * 32 + 32 * 64];
  float *s = mem, *q = &mem[32 * 32];
  int x = threadIdx.x;
  for (int i = 0; i < 64; ++i)
    q[i / 2 * 64 + i % 2 * 32 + x] = in[i * 32 + x];
  __syncthreads();
  for (int j = 0; j < 32; ++j) {
    float sum = 0;
    for (int d = 0; d < 64; ++d)
      sum += q[x * 64 + d] * (d + j); // safe: to 68 floats (+512 bytes)
    s[j * 32 + x] = sum;
  }
  __syncthreads();
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = s[j * 32 + x] + q[j * 64 + x];
}

// What lies behind is found through the first part's pointer.
__global__ void between(const float *in, float *out) {
  extern __shared__ float mem[];
  float *s = mem, *q = s + 32 * 32;
  int x = threadIdx.x;
  q[2048 + x] = in[x + 7];
  for (int i = 0; i < 64; ++i)
    q[i / 2 * 64 + i % 2 * 32 + x] = in[i * 32 + x];
  __syncthreads();
  for (int j = 0; j < 32; ++j) {
    float sum = q[2048 + j];
    for (int d = 0; d < 64; ++d)
      sum += q[x * 64 + d] * (d + j); // safe: to 68 floats
    s[j * 32 + x] = sum;
  }
  __syncthreads();
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = s[j * 32 + x] + q[j * 64 + x];
}

// Both sizes of a template, each with a part of its own.
template <int Rows> __global__ void sizes(const float *in, float *out) {
  extern __shared__ float mem[];
  float *q = mem, *s = mem + Rows * 64;
  int x = threadIdx.x;
  for (int i = 0; i < 2 * Rows; ++i)
    q[i / 2 * 64 + i % 2 * 32 + x] = in[i * 32 + x];
  __syncthreads();
  for (int j = 0; j < Rows; ++j) {
    float sum = 0;
    for (int d = 0; d < 64; ++d)
      sum += q[x % Rows * 64 + d] * (d + j); // safe: to 68 floats
    s[j * 32 + x] = sum;
  }
  __syncthreads();
  for (int j = 0; j < Rows; ++j)
    out[j * 32 + x] = s[j * 32 + x] + q[j * 64 + x];
}

// Row 32 is the first of the other part, and lies there still.
__global__ void oneBehind(const float *in, float *out) {
  extern __shared__ float mem[];
  float *q = mem, *s = mem + 32 * 64;
  int x = threadIdx.x;
  for (int i = 0; i < 64; ++i)
    q[i / 2 * 64 + i % 2 * 32 + x] = in[i * 32 + x];
  for (int j = 0; j < 32; ++j)
    s[j * 32 + x] = in[j + x];
  __syncthreads();
  float sum = 0;
  for (int d = 0; d < 64; ++d)
    sum += q[x * 64 + d] * d; // safe: to 68 floats (+512 bytes)
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = sum + s[j * 32 + x] + q[(j + 1) * 64 + x];
}

// Row 33 is not.
__global__ void twoBehind(const float *in, float *out) {
  extern __shared__ float mem[];
  float *q = mem, *s = mem + 32 * 64;
  int x = threadIdx.x;
  for (int i = 0; i < 64; ++i)
    q[i / 2 * 64 + i % 2 * 32 + x] = in[i * 32 + x];
  for (int j = 0; j < 32; ++j)
    s[j * 32 + x] = in[j + x];
  __syncthreads();
  float sum = 0;
  for (int d = 0; d < 64; ++d)
    sum += q[x * 64 + d] * d; // safe: to 68 floats (+768 bytes)
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = sum + s[j * 32 + x] + q[(j + 2) * 64 + x];
}

// Two parts share a row.
__global__ void shared(const float *in, float *out) {
  extern __shared__ float mem[];
  float *q = mem, *s = mem + 31 * 64;
  int x = threadIdx.x;
  for (int i = 0; i < 64; ++i)
    q[i / 2 * 64 + i % 2 * 32 + x] = in[i * 32 + x];
  __syncthreads();
  float sum = 0;
  for (int d = 0; d < 64; ++d)
    sum += q[x * 64 + d] * d; // safe: to 68 floats (+768 bytes)
  __syncthreads();
  for (int j = 0; j < 32; ++j)
    s[j * 32 + x] = in[j + x];
  __syncthreads();
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = sum + s[j * 32 + x] + q[j * 64 + x];
}

//===----------------------------------------------------------------------===//
// Scaled sums
//===----------------------------------------------------------------------===//

__global__ void pairs(const float *in, float *out) {
  __shared__ float s[32 * 32 * 2];
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8) {
    s[(r * 32 + x) * 2] = in[r * 32 + x];
    s[(r * 32 + x) * 2 + 1] = in[r * 32 + x + 1];
  }
  __syncthreads();
  for (int c = y; c < 32; c += 8)
    out[c * 32 + x] = s[(x * 32 + c) * 2] // safe: to 66 floats
                      + s[(x * 32 + c) * 2 + 1] + s[x * 64 + c * 2];
}

// A variable counts pairs here, and something else below.
__global__ void cells(const float *in, float *out) {
  __shared__ float s[32 * 32 * 2];
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8) {
    int cell = r * 32 + x;
    s[cell * 2] = in[cell];
    s[cell * 2 + 1] = in[cell + 1];
  }
  __syncthreads();
  for (int c = y; c < 32; c += 8) {
    int cell = x * 32 + c;
    out[c * 32 + x] = s[2 * cell] + s[2 * cell + 1] + cell; // safe: to 66 floats
  }
}

// Half a row further on is another row.
__global__ void halves(const float *in, float *out) {
  __shared__ float s[32 * 32 * 2];
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8) {
    s[(r * 32 + x) * 2] = in[r * 32 + x];
    s[(r * 32 + x) * 2 + 1] = in[r * 32 + x + 1];
  }
  __syncthreads();
  for (int c = y; c < 32; c += 8)
    out[c * 32 + x] = s[(x * 32 + c) * 2] + s[x * 16 + c]; // safe: swizzle
}

int main() {
  run<float>("first", [](float *In, float *Out) { first<<<1, 32, (32 * 64 + 32 * 32) * sizeof(float)>>>(In, Out); });
  run<float>("last", [](float *In, float *Out) { last<<<1, 32>>>(In, Out); });
  run<float>("between", [](float *In, float *Out) { between<<<1, 32, (32 * 64 + 32 * 32 + 32) * sizeof(float)>>>(In, Out); });
  run<float>("sizes32", [](float *In, float *Out) { sizes<32><<<1, 32, (32 * 64 + 32 * 32) * sizeof(float)>>>(In, Out); });
  run<float>("sizes16", [](float *In, float *Out) { sizes<16><<<1, 32, 8192>>>(In, Out); });
  run<float>("oneBehind", [](float *In, float *Out) { oneBehind<<<1, 32, (32 * 64 + 32 * 32) * sizeof(float)>>>(In, Out); });
  run<float>("twoBehind", [](float *In, float *Out) { twoBehind<<<1, 32, (32 * 64 + 32 * 32) * sizeof(float)>>>(In, Out); });
  run<float>("shared", [](float *In, float *Out) { shared<<<1, 32, (32 * 64 + 32 * 32) * sizeof(float)>>>(In, Out); });
  run<float>("pairs", [](float *In, float *Out) { pairs<<<1, dim3(32, 8)>>>(In, Out); });
  run<float>("cells", [](float *In, float *Out) { cells<<<1, dim3(32, 8)>>>(In, Out); });
  run<float>("halves", [](float *In, float *Out) { halves<<<1, dim3(32, 8)>>>(In, Out); });
}
