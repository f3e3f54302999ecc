// Casts that name the type that an array has anyway, and overloads that longer
// rows would select.

#include "host.h"

#define KERNEL(Name, ...)                                                      \
  __global__ void Name(const float *in, float *out) {                          \
    __shared__ float s[32][32];                                                \
    int x = threadIdx.x, y = threadIdx.y;                                      \
    s[y][x] = in[y * 32 + x] + 1;                                              \
    __syncthreads();                                                           \
    out[y * 32 + x] = __VA_ARGS__;                                             \
  }

KERNEL(castToPointer, ((float (*)[32])s)[x][y])         // none
KERNEL(castToReference, ((float (&)[32][32])s)[x][y])   // none
KERNEL(castByStatic, static_cast<float (*)[32]>(s)[x][y]) // none
KERNEL(castByConst, const_cast<float (&)[32][32]>(s)[x][y]) // none
KERNEL(castByReinterpret, reinterpret_cast<const float (*)[32]>(s)[x][y]) // none

// What names the elements alone says nothing of the rows.
__global__ void castToElements(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = ((const float *)s[x])[y]; // safe
}

// An array of one dimension by a name for its type.
using Flat = float[1024];
__global__ void castFlat(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = ((Flat &)s)[x * 32 + y]; // none
}

// Another overload takes rows of 33.
__device__ float at(const float (&row)[33], int i) { return row[i] + 5; }
__device__ float at(const float *row, int i) {
  return row[i]; // none: would change a type
}
__global__ void overloaded(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = at(s[x], y);
}

// One that takes something else there is no rival.
__device__ float get(const float *row, int i) {
  return row[i]; // safe
}
__device__ float get(int i, const float *row) { return row[i]; }
__global__ void overloadedElsewhere(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = get(s[x], y);
}

// A constructor.
struct Row {
  const float *p;
  __device__ Row(const float *p) : p(p) {}
  __device__ Row(const float (&row)[33]) : p(row + 1) {}
  __device__ float at(int i) const {
    return p[i]; // none: would change a type
  }
};
__global__ void constructed(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  Row row(s[x]);
  out[y * 32 + x] = row.at(y);
}

// By `using`, from another namespace.
namespace plain {
template <int R, int C>
__device__ float element(const float (&t)[R][C], int r, int c) {
  return t[r][c]; // none
}
} // namespace plain
namespace padded {
template <int R>
__device__ float element(const float (&t)[R][33], int r, int c) {
  return t[r][c] + 1;
}
} // namespace padded
using padded::element;
using plain::element;
__global__ void brought(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = element(s, x, y);
}

int main() {
  dim3 whole(32, 32);
#define RUN(Name)                                                              \
  run<float>(#Name, [&](auto i, auto o) { Name<<<1, whole>>>(i, o); });
  RUN(castToPointer)
  RUN(castToReference)
  RUN(castByStatic)
  RUN(castByConst)
  RUN(castByReinterpret)
  RUN(castToElements)
  RUN(castFlat)
  RUN(overloaded)
  RUN(overloadedElsewhere)
  RUN(constructed)
  RUN(brought)
}
