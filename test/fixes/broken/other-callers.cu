// Other kernels, and host code, come to text that is edited for an array: over
// several calls, by objects of a class, and by calls that have no text.

#include "host.h"
#include <functional>

__device__ float inner(const float *q, int r, int c) {
  return q[r * 32 + c]; // none: 'p' also points to other memory
}
__device__ float nested(const float *p, int r, int c) {
  return inner(p, r, c) + 1;
}
__global__ void inNested(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = nested(s, x, y);
}
__global__ void elsewhereNested(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  out[y * 32 + x] = nested(in, y, x);
}

// Both in one kernel.
__device__ float innerOfBoth(const float *q, int r, int c) {
  return q[r * 32 + c]; // none: also used for other memory
}
__device__ float nestedOfBoth(const float *p, int r, int c) {
  return innerOfBoth(p, r, c) + 1;
}
__global__ void inBoth(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = nestedOfBoth(s, x, y) + nestedOfBoth(in, y, x);
}

// A view, made by its constructor.
struct View {
  const float *p;
  __device__ View(const float *q) : p(q) {}
  __device__ float at(int r, int c) const {
    return p[r * 32 + c]; // none: 'q' also points to other memory
  }
};
__global__ void viewed(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  View v(s);
  out[y * 32 + x] = v.at(x, y);
}
__global__ void elsewhereViewed(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  View v(in);
  out[y * 32 + x] = v.at(y, x);
}

// The length of rows stands in the initializer of a base.
struct Strided {
  const float *p;
  int length;
  __device__ Strided(const float *q, int l) : p(q), length(l) {}
  __device__ float at(int r, int c) const {
    return p[r * length + c]; // none: 'q' also points to other memory
  }
};
struct Rows32 : Strided {
  __device__ Rows32(const float *q) : Strided(q, 32) {}
};
__global__ void lengthOfBase(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  Rows32 v(s);
  out[y * 32 + x] = v.at(x, y);
}
__global__ void elsewhereLength(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  Rows32 v(in);
  out[y * 32 + x] = v.at(y, x);
}

// Host code calls it, too.
__host__ __device__ float innerOnBoth(const float *q, int r, int c) {
  return q[r * 32 + c]; // none: 'p' also points to other memory
}
__host__ __device__ float onBoth(const float *p, int r, int c) {
  return innerOnBoth(p, r, c);
}
__global__ void alsoOnHost(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = onBoth(s, x, y);
}

// Clang makes the calls of a range-for.
struct Row {
  int i;
  __device__ int operator*() const { return i * 32; }
  __device__ Row &operator++() {
    ++i;
    return *this;
  }
  __device__ bool operator!=(Row o) const { return i != o.i; }
};
struct Rows {
  int n;
  __device__ Row begin() const { return {0}; }
  __device__ Row end() const { return {n}; }
};
__global__ void rangeFor(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[*Row{y} + x] = in[y * 32 + x] + 1;
  __syncthreads();
  float t = 0;
  for (int first : Rows{3})
    t += float(first);
  out[y * 32 + x] = s[*Row{x} + y] + t; // none: this index cannot be written twice
}

// A library calls what a class has from its base.
struct Index {
  __host__ __device__ int operator()(int r) const { return r * 32; }
};
struct DerivedIndex : Index {};
__global__ void givenToLibrary(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[Index{}(y) + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[Index{}(x) + y]; // none: this index cannot be written twice
}

// The same helpers for kernels that have the array alone.
__device__ float innerOfOurs(const float *q, int r, int c) {
  return q[r * 32 + c]; // safe
}
__device__ float nestedOfOurs(const float *p, int r, int c) {
  return innerOfOurs(p, r, c) + 1;
}
__global__ void inOurs(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = nestedOfOurs(s, x, y) + nestedOfOurs(s, y, x);
}

int main() {
  dim3 whole(32, 32);
  run<float>("inNested", [&](auto i, auto o) { inNested<<<1, whole>>>(i, o); });
  run<float>("elsewhereNested",
             [&](auto i, auto o) { elsewhereNested<<<1, whole>>>(i, o); });
  run<float>("inBoth", [&](auto i, auto o) { inBoth<<<1, whole>>>(i, o); });
  run<float>("viewed", [&](auto i, auto o) { viewed<<<1, whole>>>(i, o); });
  run<float>("elsewhereViewed",
             [&](auto i, auto o) { elsewhereViewed<<<1, whole>>>(i, o); });
  run<float>("lengthOfBase",
             [&](auto i, auto o) { lengthOfBase<<<1, whole>>>(i, o); });
  run<float>("elsewhereLength",
             [&](auto i, auto o) { elsewhereLength<<<1, whole>>>(i, o); });
  run<float>("alsoOnHost",
             [&](auto i, auto o) { alsoOnHost<<<1, whole>>>(i, o); });
  float rows[64] = {};
  rows[33] = onBoth(rows, 1, 1);
  run<float>("rangeFor", [&](auto i, auto o) { rangeFor<<<1, whole>>>(i, o); });
  run<float>("givenToLibrary", [&](auto i, auto o) {
    givenToLibrary<<<1, whole>>>(i, o);
    cudaDeviceSynchronize();
    o[7] += std::invoke(DerivedIndex{}, 3);
  });
  run<float>("inOurs", [&](auto i, auto o) { inOurs<<<1, whole>>>(i, o); });
}
