// Instances of one template fill several arrays: the text that they share
// serves all of them, so that these change together or not at all.

#include "host.h"

// Of other types, and one without a conflict.
template <typename T, typename U>
__device__ void fillAll(T *to, const U *from) {
  to[threadIdx.y * 32 + threadIdx.x] = T(from[threadIdx.y * 32 + threadIdx.x]);
}
__global__ void otherTypes(const float *in, float *out) {
  __shared__ float a[32 * 32];
  __shared__ unsigned short b[32 * 32];
  fillAll(a, in);
  fillAll(b, in);
  __syncthreads();
  int x = threadIdx.x, y = threadIdx.y;
  out[y * 32 + x] = a[x * 32 + y] * b[y * 32 + x]; // safe: 33 floats
}

// Of rows of another length, which an argument of the template says.
template <int Rows, int Columns>
__device__ void load(float *to, const float *from) {
  for (int r = threadIdx.y; r < Rows; r += blockDim.y)
    for (int c = threadIdx.x; c < Columns; c += blockDim.x)
      to[r * Columns + c] = from[r * 64 + c];
}
__global__ void otherRows(const float *in, float *out) {
  __shared__ float a[32 * 32];
  __shared__ float b[32 * 64];
  load<32, 32>(a, in);
  load<32, 64>(b, in + 2048);
  __syncthreads();
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += a[x * 32 + k] * b[k * 64 + y]; // safe: 36 floats
  out[y * 32 + x] = sum;
}

// Of other kernels.
template <typename T> __device__ void fillOne(T *to, const float *from) {
  to[threadIdx.y * 32 + threadIdx.x] = T(from[threadIdx.y * 32 + threadIdx.x]);
}
__global__ void ofFloats(const float *in, float *out) {
  __shared__ float s[32 * 32];
  fillOne(s, in);
  __syncthreads();
  int x = threadIdx.x, y = threadIdx.y;
  out[y * 32 + x] = s[x * 32 + y]; // safe: 33 floats
}
__global__ void ofDoubles(const float *in, float *out) {
  __shared__ double d[32 * 32];
  fillOne(d, in);
  __syncthreads();
  int x = threadIdx.x, y = threadIdx.y;
  out[y * 32 + x] = float(d[x * 32 + y]); // safe: 33 doubles
}

// One of them is global memory.
template <typename T> __device__ void fillBoth(T *to, const float *from) {
  to[threadIdx.y * 32 + threadIdx.x] = T(from[threadIdx.y * 32 + threadIdx.x]);
}
__global__ void sharedAndGlobal(const float *in, float *out) {
  __shared__ float s[32 * 32];
  fillBoth(s, in);
  fillBoth(reinterpret_cast<int *>(out + 1024), in);
  __syncthreads();
  int x = threadIdx.x, y = threadIdx.y;
  out[y * 32 + x] = s[x * 32 + y]; // none: also serves another array
}

// One of them has an index that crosses rows.
template <typename T> __device__ void fillMixed(T *to, const float *from) {
  to[threadIdx.y * 32 + threadIdx.x] = T(from[threadIdx.y * 32 + threadIdx.x]);
}
__global__ void oneCrosses(const float *in, float *out, int shift) {
  __shared__ float s[32 * 32];
  __shared__ int t[32 * 32];
  fillMixed(s, in);
  fillMixed(t, in);
  __syncthreads();
  int x = threadIdx.x, y = threadIdx.y;
  int *p = t + shift;
  out[y * 32 + x] =
      s[x * 32 + y] + p[y * 31]; // none: also serves another array
}

int main() {
  const dim3 Block(32, 32);
  run<float>("otherTypes",
             [=](auto i, auto o) { otherTypes<<<1, Block>>>(i, o); });
  run<float>("otherRows",
             [](auto i, auto o) { otherRows<<<1, dim3(32, 8)>>>(i, o); });
  run<float>("ofFloats", [=](auto i, auto o) { ofFloats<<<1, Block>>>(i, o); });
  run<float>("ofDoubles",
             [=](auto i, auto o) { ofDoubles<<<1, Block>>>(i, o); });
  run<float>("sharedAndGlobal",
             [=](auto i, auto o) { sharedAndGlobal<<<1, Block>>>(i, o); });
  run<float>("oneCrosses",
             [=](auto i, auto o) { oneCrosses<<<1, Block>>>(i, o, 5); });
}
