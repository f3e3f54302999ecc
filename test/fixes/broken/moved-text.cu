// Text that moves: names that mean another thing, and sums that are worth
// another number, where an index is written out.

#include "host.h"

__global__ void innerVariable(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  const int i = x * 32 + y;
  float sum = 0;
  for (int x = 0; x < 2; ++x)
    sum += s[i] * float(x + 1); // safe: swizzle
  out[i] = sum;
}

__global__ void innerEnumerator(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  constexpr int Row = 32;
  const int i = x * Row + y;
  {
    enum { Row = 3 };
    out[i] = s[i] + Row; // safe: swizzle
  }
}

namespace other {
constexpr int Side = 3;
}
constexpr int Side = 32;
__global__ void usedName(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  const int i = x * Side + y;
  {
    using other::Side;
    out[i] = s[i] + Side; // safe: swizzle
  }
}

struct Pair {
  int first, second;
};
__global__ void structuredBinding(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  const int i = x * 32 + y;
  {
    auto [x, y] = Pair{1, 2};
    out[i] = s[i] + x * y; // safe: swizzle
  }
}

__global__ void changedLater(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  int row = x;
  const int i = row * 32 + y;
  row = 31 - row;
  out[i] = s[i] + row; // safe: swizzle
}

__device__ void turn(int &v) { v = 31 - v; }
__global__ void changedByReference(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  int row = x;
  int &same = row;
  const int i = row * 32 + y;
  turn(same);
  out[i] = s[i] + row; // safe: swizzle
}

__global__ void unsignedSum(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  const unsigned i = threadIdx.x * 32u + threadIdx.y;
  const float *next = s + 32;
  out[i] = x ? next[int(i - 32)] : 0; // none: its indices count from elements that the swizzle may move
}

__global__ void lambdaParameter(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  const int i = x * 32 + y;
  auto read = [&](int x) { return s[i] + x; }; // safe: swizzle
  out[i] = read(2);
}

struct Reader {
  const float *s;
  int x;
  __device__ float at(int i) const { return s[i] + x; } // safe
};
__global__ void memberName(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  Reader reader{s, 3};
  out[y * 32 + x] = reader.at(x * 32 + y);
}

__global__ void sideEffects(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  int n = 0;
  const int i = x * 32 + y + n++;
  out[i] = s[i] + n; // safe: swizzle
}

// The same names mean the same there.
__global__ void movedWhole(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  const int i = x * 32 + y;
  float value;
  {
    int z = 2;
    value = s[i] + z; // safe
  }
  out[i] = value;
}

// What a helper calls the length of its rows is no name in the kernel.
template <int Length, class T> __device__ T &ofHelper(T *p, int r, int c) {
  return p[r * Length + c];
}
__global__ void parameterOfHelper(const float *in, float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 32)
    s[i] = in[i];
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    out[k * 32 + t] = ofHelper<32>(s, t, k); // safe: leave gaps
}

template <int N, class T> __device__ T &ofOtherN(T *p, int r, int c) {
  return p[r * N + c];
}
template <int N> __global__ void otherParameter(const float *in, float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += N / 2)
    s[i] = in[i];
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    out[k * 32 + t] = ofOtherN<32>(s, t, k); // safe: leave gaps
}

#define SQUARE(n) ((n) * (n))
template <int N, class T> __device__ T &ofSmallerN(T *p, int r, int c) {
  return p[r * N + c];
}
template <int N> __global__ void otherExtent(const float *in, float *out) {
  __shared__ float s[SQUARE(N)];
  int t = threadIdx.x;
  for (int k = 0; k < 128; ++k)
    ofSmallerN<32>(s, k, t) = in[k * 32 + t];
  __syncthreads();
  for (int j = 0; j < 128; j += 32)
    for (int k = 0; k < 32; ++k)
      out[k * 128 + j + t] = ofSmallerN<32>(s, j + t, k); // safe
}

template <int N> __global__ void ownParameter(const float *in, float *out) {
  __shared__ float s[N * N];
  int t = threadIdx.x;
  for (int i = t; i < N * N; i += 32)
    s[i] = in[i];
  __syncthreads();
  out[t] = s[t * N] + s[t * N + 7]; // safe
}

int main() {
  dim3 whole(32, 32);
  run<float>("innerVariable",
             [&](auto i, auto o) { innerVariable<<<1, whole>>>(i, o); });
  run<float>("innerEnumerator",
             [&](auto i, auto o) { innerEnumerator<<<1, whole>>>(i, o); });
  run<float>("usedName", [&](auto i, auto o) { usedName<<<1, whole>>>(i, o); });
  run<float>("structuredBinding",
             [&](auto i, auto o) { structuredBinding<<<1, whole>>>(i, o); });
  run<float>("changedLater",
             [&](auto i, auto o) { changedLater<<<1, whole>>>(i, o); });
  run<float>("changedByReference",
             [&](auto i, auto o) { changedByReference<<<1, whole>>>(i, o); });
  run<float>("unsignedSum",
             [&](auto i, auto o) { unsignedSum<<<1, whole>>>(i, o); });
  run<float>("lambdaParameter",
             [&](auto i, auto o) { lambdaParameter<<<1, whole>>>(i, o); });
  run<float>("memberName",
             [&](auto i, auto o) { memberName<<<1, whole>>>(i, o); });
  run<float>("sideEffects",
             [&](auto i, auto o) { sideEffects<<<1, whole>>>(i, o); });
  run<float>("movedWhole",
             [&](auto i, auto o) { movedWhole<<<1, whole>>>(i, o); });
  run<float>("parameterOfHelper",
             [&](auto i, auto o) { parameterOfHelper<<<1, 32>>>(i, o); });
  run<float>("otherParameter",
             [&](auto i, auto o) { otherParameter<64><<<1, 32>>>(i, o); });
  run<float>("otherExtent",
             [&](auto i, auto o) { otherExtent<64><<<1, 32>>>(i, o); });
  run<float>("ownParameter",
             [&](auto i, auto o) { ownParameter<32><<<1, 32>>>(i, o); });
}
