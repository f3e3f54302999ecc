// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// What a library does is shown where the source calls it, one access for each
// way through the library.

namespace cute {
template <class From, class To>
__device__ void copy(const From &from, To &to) {
  to(0) = from(0);
}
template <class A, class B, class C>
__device__ void gemm(const A &a, const B &b, C &c) {
  C x = c, y = c;
  copy(a, x);
  copy(b, y);
  c.value += x.value * y.value;
}
template <int N> struct C {};
template <class...> struct tuple {};
template <class Shape, class Stride> struct Layout {};
template <int, int, int> struct Swizzle {};
template <class, class, class> struct ComposedLayout {};
} // namespace cute

struct Row {
  float *at;
  __device__ float &operator()(int i) const { return at[i]; }
};
struct Held {
  float value;
  __device__ float &operator()(int) { return value; }
};

// CHECK: library-calls.cu:[[@LINE+11]]:3: warning: 32-way bank conflict in load from 'b'
// CHECK: library-calls.cu:[[@LINE-26]]:11: note: 'cute::gemm' makes the access here
// CHECK: library-calls.cu:[[@LINE+8]]:3: remark: store of 4 bytes to 'a': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [products(float *)]
// CHECK: library-calls.cu:[[@LINE+8]]:3: remark: load of 4 bytes from 'a': 0/0 wavefronts, conflict-free, block 32x1x1, 0 requests [products(float *)]
// CHECK: library-calls.cu:[[@LINE+7]]:3: remark: load of 4 bytes from 'b': 32/1 wavefronts, conflict, block 32x1x1, 1 request [products(float *)]
__global__ void __launch_bounds__(32) products(float *out) {
  __shared__ float a[32], b[1024];
  const int t = threadIdx.x;
  Row row = {a + t}, column = {b + 32 * t}, in = {out + t};
  Held sum = {0};
  cute::copy(in, row);
  cute::gemm(row, column, sum);
  out[t] = sum.value;
}

// Names of kernels have layouts as users of the library write them.
// CHECK: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [named<float, Swizzle<3,3,3> o ((8,2),64):((64,512),1)>(Swizzle<3,3,3> o ((8,2),64):((64,512),1) *)]
template <class T, class L> __global__ void __launch_bounds__(32) named(L *) {
  __shared__ T s[32];
  s[threadIdx.x] = 1;
}
using cute::C;
template <class... Ts> using T = cute::tuple<Ts...>;
using Tile = cute::ComposedLayout<
    cute::Swizzle<3, 3, 3>, C<0>,
    cute::Layout<T<T<C<8>, C<2>>, C<64>>, T<T<C<64>, C<512>>, C<1>>>>;
template __global__ void named<float, Tile>(Tile *);

// A kernel of the library itself is shown in its own text.
namespace cutlass {
__device__ void put(float *to, float value) {
  // CHECK: library-calls.cu:[[@LINE+1]]:3: remark: store of 4 bytes to 'own': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [cutlass::library(float *)]
  to[threadIdx.x] = value;
}
__global__ void __launch_bounds__(32) library(float *out) {
  __shared__ float own[1024];
  put(own, out[threadIdx.x]);
  // CHECK: library-calls.cu:[[@LINE+1]]:22: remark: load of 4 bytes from 'own': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [cutlass::library(float *)]
  out[threadIdx.x] = own[1];
}
} // namespace cutlass
