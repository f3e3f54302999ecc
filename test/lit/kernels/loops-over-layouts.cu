// RUN: %lint --all-accesses %s -- 2>&1 | FileCheck %s

// What a class without members says is a constant to the compiler, wherever the
// object comes from; of other objects, what a loop's bound looks at counts.
// Read off machine code (nvcc 13.0 -O3, sm_90).

template <int N> struct Int {
  __device__ constexpr operator int() const { return N; }
};
template <int N> struct Layout {
  __device__ Int<N> size() const { return {}; }
};
template <class L> struct View {
  const float *at;
  L layout;
  __device__ auto size() const { return layout.size(); }
  __device__ int extent() const { return layout.size(); }
  __device__ float operator[](int i) const { return at[i]; }
};
struct Counted {
  const float *at;
  int n;
  __device__ int size() const { return n; }
  __device__ float sum() const {
    float r = 0;
    for (int i = 0; i < n; ++i)
      r += at[i];
    return r;
  }
  __device__ float twice() const { return sum(); }
};
__device__ int own() { return threadIdx.x / 32; }

__global__ void __launch_bounds__(256) layout(float *out) {
  __shared__ __align__(16) float s[256];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  View<Layout<8>> v = {s + threadIdx.x / 32 * 8, {}};
  float sum = 0;
  for (int i = 0; i < v.size(); ++i)
    sum += v[i];
  for (int i = 0; i < v.extent(); ++i)
    sum *= v[i] + 1;
  out[threadIdx.x] = sum;
}
__global__ void __launch_bounds__(256) members(float *out) {
  __shared__ __align__(16) float s[256];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  Counted c = {s, int(threadIdx.x / 32)};
  out[threadIdx.x] = c.sum();
}
__global__ void __launch_bounds__(256) membersTwice(float *out) {
  __shared__ __align__(16) float s[256];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  Counted c = {s, int(threadIdx.x / 32)};
  out[threadIdx.x] = c.twice();
}
__global__ void __launch_bounds__(256) constantMember(float *out) {
  __shared__ __align__(16) float s[256];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  Counted c = {s, 8};
  out[threadIdx.x] = c.twice();
}
__global__ void __launch_bounds__(256) unlooked(float *out) {
  __shared__ __align__(16) float s[256];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  Counted c = {s + threadIdx.x / 32 * 8, 8};
  float sum = 0;
  for (int i = 0; i < c.size(); ++i)
    sum += c.at[i];
  out[threadIdx.x] = sum;
}

// CHECK: loops-over-layouts.cu:18:53: remark: load of 16 bytes from 's': 2/2 wavefronts, conflict-free, block 256x1x1, 16 requests [layout(float *)]
// CHECK: loops-over-layouts.cu:27:12: remark: load of 16 bytes from 's': 2/2 wavefronts, conflict-free, block 256x1x1, 16 requests [constantMember(float *)]
// CHECK: loops-over-layouts.cu:27:12: remark: load of 16 bytes from 's': 1.25/1.25 wavefronts, conflict-free, block 256x1x1, 16 requests [members(float *)]
// CHECK: loops-over-layouts.cu:27:12: remark: load of 16 bytes from 's': 1.25/1.25 wavefronts, conflict-free, block 256x1x1, 16 requests [membersTwice(float *)]
// CHECK: loops-over-layouts.cu:36:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests [layout(float *)]
// CHECK: loops-over-layouts.cu:48:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests [members(float *)]
// CHECK: loops-over-layouts.cu:55:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests [membersTwice(float *)]
// CHECK: loops-over-layouts.cu:62:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests [constantMember(float *)]
// CHECK: loops-over-layouts.cu:69:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests [unlooked(float *)]
// CHECK: loops-over-layouts.cu:74:12: remark: load of 16 bytes from 's': 2/2 wavefronts, conflict-free, inexact, block 256x1x1, 16 requests [unlooked(float *)]
