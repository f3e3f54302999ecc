// RUN: %lint --exit-zero --sort=place %s -- 2>&1 | FileCheck %s

// Where no swizzle frees all accesses through a library's layout, the strides
// are named that do.

namespace cute {
template <int N> struct C {};
template <class...> struct tuple {};
template <class T> struct smem_ptr {
  T at;
};
template <class T> struct ViewEngine {
  T begin;
};
template <class Shape, class Stride> struct Layout;
template <int M, int N, int S, int T>
struct Layout<tuple<C<M>, C<N>>, tuple<C<S>, C<T>>> {
  static __device__ int at(int row, int column) { return S * row + T * column; }
};
template <int M, int N, int P, int S, int T, int U>
struct Layout<tuple<C<M>, C<N>, C<P>>, tuple<C<S>, C<T>, C<U>>> {
  static __device__ int at(int row, int column, int stage) {
    return S * row + T * column + U * stage;
  }
};
template <class Engine, class L> struct Tensor {
  Engine engine;
  template <class... Indices> __device__ auto &operator()(Indices... at) const {
    return engine.begin.at[L::at(at...)];
  }
};
template <class T, class... Indices>
__device__ void set(T &tensor, Indices... at) {
  tensor(at...) = 1;
}
template <class T, class... Indices>
__device__ float get(T &tensor, Indices... at) {
  return tensor(at...);
}
} // namespace cute
using cute::C;
using cute::tuple;
template <int S, int T>
using Tile = cute::Layout<tuple<C<128>, C<8>>, tuple<C<S>, C<T>>>;
template <class T, class L> using Shared =
    cute::Tensor<cute::ViewEngine<cute::smem_ptr<T *>>, L>;

// The tile of CuTe's first tutorial: rows of 8 floats are loaded whole, by lanes
// that lie 8 floats apart. Side by side along the other mode, lanes load and store
// different banks, and four floats more set the columns of a store apart.
// Measured on an H200: 10,485,760 wavefronts of loads before, 8,388,608 after,
// of both matrices; the kernel takes 0.80 of its time.
// CHECK: warning: 2-way bank conflict in load from 's': 8 wavefronts, ideal 4
// CHECK: note: with '(128,8):(1,132)' in place of '(128,8):(8,1)' as the layout of 's', no access to it has a conflict; all take 52 % of the wavefronts and 128 bytes more of shared memory
__global__ void __launch_bounds__(256) rows(float *out) {
  __shared__ float s[1024];
  Shared<float, Tile<8, 1>> tile = {{{s}}};
  const int t = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    cute::set(tile, 32 * i + t / 8, t % 8);
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k)
#pragma unroll
    for (int m = 0; m < 8; ++m)
      sum += cute::get(tile, 16 * m + t % 16, k);
  out[t] = sum;
}

// Stages follow one another.
// CHECK: warning: 2-way bank conflict in load from 's': 8 wavefronts, ideal 4
// CHECK: note: with '(128,8,3):(1,132,1056)' in place of '(128,8,3):(8,1,1024)' as the layout of 's', no access to it has a conflict; all take 52 % of the wavefronts and 384 bytes more of shared memory
__global__ void __launch_bounds__(256) stages(float *out) {
  __shared__ float s[3072];
  Shared<float, cute::Layout<tuple<C<128>, C<8>, C<3>>,
                             tuple<C<8>, C<1>, C<1024>>>>
      tile = {{{s}}};
  const int t = threadIdx.x;
  for (int p = 0; p < 3; ++p)
    for (int i = 0; i < 4; ++i)
      cute::set(tile, 32 * i + t / 8, t % 8, p);
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int p = 0; p < 3; ++p)
#pragma unroll
    for (int k = 0; k < 8; ++k)
#pragma unroll
      for (int m = 0; m < 8; ++m)
        sum += cute::get(tile, 16 * m + t % 16, k, p);
  out[t] = sum;
}

// What the source itself does with the array follows no layout.
// CHECK: warning: 2-way bank conflict in load from 's': 8 wavefronts, ideal 4
// CHECK-NOT: as the layout of
__global__ void __launch_bounds__(256) both(float *out) {
  __shared__ float s[1024];
  Shared<float, Tile<8, 1>> tile = {{{s}}};
  const int t = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    s[256 * i + t] = 1;
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k)
#pragma unroll
    for (int m = 0; m < 8; ++m)
      sum += cute::get(tile, 16 * m + t % 16, k);
  out[t] = sum;
}

// Two layouts of one array: the other would have to change as well.
// CHECK: warning: 2-way bank conflict in load from 's': 8 wavefronts, ideal 4
// CHECK-NOT: as the layout of
__global__ void __launch_bounds__(256) two(float *out) {
  __shared__ float s[1024];
  Shared<float, Tile<8, 1>> tile = {{{s}}};
  Shared<float, Tile<1, 128>> other = {{{s}}};
  const int t = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    cute::set(other, t % 128, 2 * i + t / 128);
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k)
#pragma unroll
    for (int m = 0; m < 8; ++m)
      sum += cute::get(tile, 16 * m + t % 16, k);
  out[t] = sum;
}
