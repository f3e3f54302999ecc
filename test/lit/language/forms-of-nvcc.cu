// RUN: not %lint %s 2>&1 | FileCheck %s --implicit-check-not='not analysed' --implicit-check-not='Clang rejects'
// RUN: not %lint %s -- -std=c++20 2>&1 | FileCheck %s --implicit-check-not='not analysed' --implicit-check-not='Clang rejects'

// What nvcc takes and Clang rejects, in forms that are known: nothing is lost,
// and fixes are as safe as elsewhere.

#include <type_traits>
#include <utility>

//===----------------------------------------------------------------------===//
// Names of templates without the keyword
//===----------------------------------------------------------------------===//

template <int N> struct Tiles {
  int shape;
  template <bool Swap = true> __device__ int index(int n, int block) const {
    return Swap ? n * block + shape : block * N + n;
  }
  template <int Times> static __device__ int times(int n) { return n * Times; }
};

template <int N>
__global__ void byObject(float *out, const float *in, int shape) {
  __shared__ float s[32][32];
  auto tiles = Tiles<N>{shape};
  const auto *at = &tiles;
  s[threadIdx.y][threadIdx.x] = in[tiles.index<false>(threadIdx.x, 2)] +
                                in[at->index<true>(threadIdx.x, threadIdx.y)];
  __syncthreads();
  // CHECK-DAG: :[[@LINE+2]]:22: warning: 32-way bank conflict in load from 's': 32 wavefronts, ideal 1 [banklint-bank-conflict]
  // CHECK-DAG: note: pad the rows of 's' to 33 floats
  out[threadIdx.x] = s[Tiles<N>::times<1>(threadIdx.x)][0];
}

//===----------------------------------------------------------------------===//
// Parameters that are `auto`
//===----------------------------------------------------------------------===//

__device__ void put(auto *s, auto by, const float *g) {
  // CHECK-DAG: :[[@LINE+1]]:3: warning: 2-way bank conflict in store to 's': 2 wavefronts, ideal 1 [banklint-bank-conflict]
  s[threadIdx.x * by] = g[threadIdx.x];
}
__global__ void byAuto(float *g) {
  __shared__ float s[512];
  put(s, 2, g);
  __syncthreads();
  g[threadIdx.x] = s[threadIdx.x];
}

//===----------------------------------------------------------------------===//
// Constants by a reference
//===----------------------------------------------------------------------===//

struct View {
  static constexpr int extent = 4;
};
template <int N> __device__ int scaled(int i) { return i * N; }
template <class T> __device__ float element(const T &view, const float *s) {
  constexpr int n = view.extent;
  // CHECK-DAG: :[[@LINE+1]]:10: warning: 4-way bank conflict in load from 's': 4 wavefronts, ideal 1 [banklint-bank-conflict]
  return s[threadIdx.x * n + scaled<view.extent>(0)];
}
__global__ void byReference(float *g) {
  __shared__ float s[128];
  s[threadIdx.x] = g[threadIdx.x];
  __syncthreads();
  g[threadIdx.x] = element(View(), s);
}

//===----------------------------------------------------------------------===//
// Operands that are not evaluated
//===----------------------------------------------------------------------===//

struct Column {
  float *first;
  __device__ float &operator()(int i) const { return first[i * 8]; }
};
template <class T> __global__ void byDeclval(T *g) {
  __shared__ T s[256];
  using Result = std::remove_reference_t<decltype(std::declval<Column &>()(0))>;
  static_assert(sizeof(std::declval<T>() + std::declval<T &>()) == 4);
  s[threadIdx.x] = g[threadIdx.x];
  __syncthreads();
  // CHECK-DAG: :[[@LINE+1]]:16: warning: 8-way bank conflict in load from 's': 8 wavefronts, ideal 1 [banklint-bank-conflict]
  Result sum = s[threadIdx.x * 8];
  g[threadIdx.x] = sum;
}

//===----------------------------------------------------------------------===//
// Less alignment than a type's
//===----------------------------------------------------------------------===//

struct alignas(128) Descriptor {
  int word[32];
};
__global__ void byAlignment(Descriptor *to, float *out) {
  __shared__ alignas(64) Descriptor map;
  __shared__ float s[32][16];
  if (threadIdx.x == 0)
    map.word[1] = 2;
  // CHECK-DAG: :[[@LINE+2]]:3: warning: 16-way bank conflict in store to 's': 16 wavefronts, ideal 1 [banklint-bank-conflict]
  // CHECK-DAG: note: pad the rows of 's' to 17 floats
  s[threadIdx.x][0] = out[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    *to = map;
  out[threadIdx.x] = s[0][threadIdx.x % 16];
}

void run(Descriptor *to, float *out) {
  byObject<32><<<1, dim3(32, 32)>>>(out, out, 32);
  byAuto<<<1, 256>>>(out);
  byReference<<<1, 32>>>(out);
  byDeclval<<<1, 32>>>(out);
  byAlignment<<<1, 32>>>(to, out);
}
// CHECK: 1 file, 5 kernels, 12 accesses: 5 conflicts, 0 possible, 0 unknown, 0 suppressed{{$}}
