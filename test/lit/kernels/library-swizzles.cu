// RUN: %lint --exit-zero %s -- 2>&1 | FileCheck %s

// Of a library's layout the least swizzle is named that frees all accesses
// through it.

namespace cute {
template <int N> struct C {};
template <class...> struct tuple {};
template <int, int, int> struct Swizzle {};
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
template <class, class, class> struct ComposedLayout;
template <int B, int M, int S, class L>
struct ComposedLayout<Swizzle<B, M, S>, C<0>, L> {
  static __device__ int at(int row, int column) {
    int o = L::at(row, column);
    return o ^ ((o & (((1 << B) - 1) << (M + S))) >> S);
  }
};
template <class Engine, class L> struct Tensor {
  Engine engine;
  __device__ auto &operator()(int row, int column) const {
    return engine.begin.at[L::at(row, column)];
  }
};
template <class T> __device__ void set(T &tensor, int row, int column) {
  tensor(row, column) = 1;
}
template <class T> __device__ float get(T &tensor, int row, int column) {
  return tensor(row, column);
}
} // namespace cute
using cute::C;
template <int M, int N> using Rows =
    cute::Layout<cute::tuple<C<M>, C<N>>, cute::tuple<C<N>, C<1>>>;
template <class T, class L> using Shared =
    cute::Tensor<cute::ViewEngine<cute::smem_ptr<T *>>, L>;

// CHECK: warning: 8-way bank conflict in load from 's': 32 wavefronts, ideal 4
// CHECK: note: 'cute::get' makes the access here
// CHECK: note: with 'Swizzle<5,0,5>' in the layout of 's', no access to it has a conflict
// CHECK-NOT: no fix for
__global__ void __launch_bounds__(32) words(float *out) {
  __shared__ float s[1024];
  Shared<float, Rows<32, 32>> tile = {{{s}}};
  const int t = threadIdx.x;
  for (int i = 0; i < 32; ++i)
    cute::set(tile, i, t);
  __syncwarp();
  for (int i = 0; i < 32; ++i)
    out[t] += cute::get(tile, t, i);
}

// Rows of 16 words put two rows in the banks: four bits of the row are enough.
// CHECK: warning: 4-way bank conflict in load from 's': 16 wavefronts, ideal 4
// CHECK: note: with 'Swizzle<4,0,5>' in the layout of 's', no access to it has a conflict
__global__ void __launch_bounds__(32) halves(float *out) {
  __shared__ float s[512];
  Shared<float, Rows<32, 16>> tile = {{{s}}};
  const int t = threadIdx.x;
  for (int i = 0; i < 16; ++i)
    cute::set(tile, 2 * i + t / 16, t % 16);
  __syncwarp();
  for (int i = 0; i < 16; ++i)
    out[t] += cute::get(tile, t, i);
}

// With two swizzles in one function it is not known which the array has.
// CHECK: warning: {{.*}}-way bank conflict in load from 's'
// CHECK-NOT: in the layout of
__global__ void __launch_bounds__(32) several(float *out) {
  __shared__ float s[1024], other[1024];
  Shared<float, Rows<32, 32>> tile = {{{s}}};
  Shared<float, cute::ComposedLayout<cute::Swizzle<5, 0, 5>, C<0>, Rows<32, 32>>>
      swizzled = {{{other}}};
  const int t = threadIdx.x;
  cute::set(tile, 0, t);
  cute::set(swizzled, 0, t);
  __syncwarp();
  out[t] = cute::get(tile, t, 0) + cute::get(swizzled, t, 0);
}
