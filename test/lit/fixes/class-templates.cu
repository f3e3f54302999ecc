// Rows of a class that a template is made to, once: its text is that of no
// other class. Where it may be, rows stay as they are.
//
// RUN: split-file %s %t
// RUN: %lint --exit-zero %t/alone.cu -- 2>&1 | FileCheck %s
// RUN: %lint --exit-zero %t/twice.cu -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: %lint --exit-zero %t/alias.cu -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: %lint --exit-zero %t/argument.cu -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: %lint --exit-zero %t/pattern.cu -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: %lint --exit-zero %t/special.cu -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: %lint --exit-zero --fix %t/alone.cu --
// RUN: FileCheck %s --check-prefix=FIXED < %t/tile.cuh

// CHECK: note: pad the rows of 'v' to 33 floats (+128 bytes), which leaves no conflict
// FIXED: T v[R][C + 1];
// REFUSED: no fix for 't': {{its rows are members of a class|this other use of 'Tile'}}

//--- tile.cuh
#include <cuda_runtime.h>
template <class T, int R, int C> struct Tile {
  T v[R][C];
  __device__ T &operator()(int r, int c) { return v[r][c]; }
};
template <class T> __global__ void transpose(const T *in, T *out, int n) {
  __shared__ Tile<T, 32, 32> t;
  for (int j = threadIdx.y; j < 32; j += blockDim.y)
    t(j, threadIdx.x) = in[j * n + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += blockDim.y)
    out[j * n + threadIdx.x] = t(threadIdx.x, j);
}

//--- alone.cu
#include "tile.cuh"
void run(const float *in, float *out, int n) {
  transpose<float><<<1, dim3(32, 8)>>>(in, out, n);
}

//--- twice.cu
#include "tile.cuh"
__global__ void other(float *out) {
  Tile<float, 2, 2> own;
  own(0, 1) = out[1];
  out[0] = (&own.v[0][0])[threadIdx.x & 1];
}
void run(const float *in, float *out, int n) {
  transpose<float><<<1, dim3(32, 8)>>>(in, out, n);
  other<<<1, 32>>>(out);
}

//--- alias.cu
#include "tile.cuh"
template <class T> using Square = Tile<T, 32, 32>;
void run(const float *in, float *out, int n) {
  transpose<float><<<1, dim3(32, 8)>>>(in, out, n);
}

//--- argument.cu
#include "tile.cuh"
template <template <class, int, int> class Of> int bytes() {
  return sizeof(Of<float, 32, 32>);
}
int count() { return bytes<Tile>(); }
void run(const float *in, float *out, int n) {
  transpose<float><<<1, dim3(32, 8)>>>(in, out, n);
}

//--- pattern.cu
#include "tile.cuh"
template <class T> size_t bytesOf() { return sizeof(Tile<T, 32, 32>); }
void run(const float *in, float *out, int n) {
  transpose<float><<<1, dim3(32, 8)>>>(in, out, n);
}

//--- special.cu
#include "tile.cuh"
template <class T> struct Tile<T, 1, 1> {
  T v;
};
void run(const float *in, float *out, int n) {
  transpose<float><<<1, dim3(32, 8)>>>(in, out, n);
}
