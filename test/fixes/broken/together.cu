// Fixes that fit one by one: 48 KB hold the tiles as they are, and not all of
// them with longer rows.

#include "host.h"

__global__ void twoOfOneKernel(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  __shared__ float s[188][32], t[188][32];
  s[y][x] = in[y * 32 + x];
  t[y][x ^ 1] = in[1024 + y * 32 + x]; // no swizzle is written beside another
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe
  out[1024 + y * 32 + x] = t[x][y ^ 1]; // safe
}

// One in a function that two kernels call.
__device__ float transposed(const float *in) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  return t[x][y]; // safe: swizzle
}
__global__ void nearlyFull(const float *in, float *out) {
  __shared__ float rest[352][32];
  int x = threadIdx.x, y = threadIdx.y;
  rest[y + 320][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = rest[351 - y][x] + transposed(in);
}
__global__ void ofHelper(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  out[y * 32 + x] = transposed(in);
}

__global__ void besideDynamic(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  extern __shared__ float dynamic[];
  __shared__ float s[32][32];
  s[y][x] = in[y * 32 + x];
  dynamic[y * 32 + x] = x;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + dynamic[(31 - y) * 32 + x]; // safe: swizzle
}

__global__ void threeTiles(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  __shared__ float a[126][32], b[126][32], c[126][32];
  a[y][x] = in[y * 32 + x];
  b[y][x] = in[1024 + y * 32 + x];
  c[y][x] = in[2048 + y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = a[x][y]; // safe: swizzle
  out[1024 + y * 32 + x] = b[x][y]; // safe: swizzle
  out[2048 + y * 32 + x] = c[x][y]; // safe
}

__global__ void bothFit(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  __shared__ float s[180][32], t[180][32];
  s[y][x] = in[y * 32 + x];
  t[y][x] = in[1024 + y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe
  out[1024 + y * 32 + x] = t[x][y]; // safe
}

int main() {
  dim3 whole(32, 32);
  run<float>("twoOfOneKernel",
             [&](auto i, auto o) { twoOfOneKernel<<<1, whole>>>(i, o); });
  run<float>("ofHelper", [&](auto i, auto o) {
    ofHelper<<<1, whole>>>(i, o);
    nearlyFull<<<1, whole>>>(i, o + 1024);
  });
  run<float>("besideDynamic",
             [&](auto i, auto o) { besideDynamic<<<1, whole, 45056>>>(i, o); });
  run<float>("threeTiles",
             [&](auto i, auto o) { threeTiles<<<1, whole>>>(i, o); });
  run<float>("bothFit", [&](auto i, auto o) { bothFit<<<1, whole>>>(i, o); });
}
