// Kernels that two sources launch. How much memory there is, and which threads,
// is said there.

#pragma once

template <int N> __global__ void sized(const float *in, float *out) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + N; // none: is not proved safe there
}

inline __global__ void sizedByVariable(const float *in, float *out) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // none: is not proved safe there
}

inline __global__ void halfInUse(const float *in, float *out, int n) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // unsafe: swizzle
  if (n > 1024)
    out[1024 + y * 32 + x] = s[n - 1024 + y * 32 + x - 32];
}

// Threads of other shapes leave the rows.
inline __global__ void wider(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y * 32 + x % 32; i < 1024; i += 1024)
    s[i / 32][i % 32] = in[i];
  __syncthreads();
  out[y * 32 + x % 32] = s[x % 32][y] + s[y / 2][x]; // none: is not proved safe there
}

inline __global__ void sameEverywhere(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe
}
