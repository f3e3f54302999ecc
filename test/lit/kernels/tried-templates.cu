// Of a kernel template that nothing instantiates is reported what conflicts
// whatever it is instantiated with, and nothing else.
//
// RUN: not %lint --all-accesses %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=no-member

// A row is 32 elements, whatever they are.
template <typename T> __global__ void rows(T *out) {
  __shared__ T s[32][32];
  s[threadIdx.y][threadIdx.x] = out[0];
  __syncthreads();
  // CHECK: :[[@LINE+1]]:22: warning: 32-way bank conflict in load from 's': 32 wavefronts, ideal 1
  out[threadIdx.x] = s[threadIdx.x][0];
  // CHECK: :[[@LINE-1]]:22: note: in every instantiation that was tried; these are the numbers of 'rows<float>(float *)'
}

// A row of 33 frees the banks.
template <typename T, int N> __global__ void square(T *out) {
  __shared__ T s[N][N];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x][0];
}

// What is independent of the argument conflicts, in a loop over it as well.
template <int N> __global__ void stride(float *out, const float *in) {
  __shared__ float s[64 * 33];
  // CHECK: :[[@LINE+1]]:3: warning: 2-way bank conflict in store to 's': 2 wavefronts, ideal 1
  s[threadIdx.x % 32 * 2] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 32 * N];
}

// With four, each lane reads 16 bytes at once.
template <int Values> __global__ void merged(float *out) {
  __shared__ float s[32 * 33];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int i = 0; i < Values; ++i)
    sum += s[threadIdx.x % 32 * 4 + i];
  out[threadIdx.x] = sum;
}

// What a template does not take is not tried, and its errors are none of the
// source's. Of one that takes next to nothing nothing is said.
template <int N> __global__ void picky(float *out) {
  static_assert(N == 32, "no-member");
  __shared__ float s[32][N];
  out[threadIdx.x] = s[threadIdx.x % 32][0];
}
struct Shape {
  static constexpr int width = 33;
};
template <typename Shape> __global__ void shaped(float *out) {
  __shared__ float s[32][Shape::width];
  out[threadIdx.x] = s[threadIdx.x % 32][0];
}

enum class Layout { Plain, Padded };
template <Layout Of, bool IsWide> __global__ void chosen(float *out) {
  __shared__ float s[32][Of == Layout::Padded ? 33 : 32];
  out[threadIdx.x] = s[threadIdx.x % 32][0];
}

// A function that a kernel instantiates otherwise is judged there.
template <int N> __device__ float column(const float *in) {
  __shared__ float s[32][N];
  s[0][threadIdx.x % 32] = in[0];
  __syncthreads();
  return s[threadIdx.x % 32][0];
}
template <typename T> __global__ void unused(T *out, const float *in) {
  out[threadIdx.x] = column<32>(in);
}
__global__ void used(float *out, const float *in) {
  out[threadIdx.x] = column<33>(in);
}

// A template that something instantiates is not tried.
template <typename T> __global__ void launched(T *out) {
  __shared__ T s[33][33];
  out[threadIdx.x] = s[threadIdx.x % 32][0] * sizeof(T);
}
void run(float *out) { launched<<<1, 32>>>(out), used<<<1, 32>>>(out, out); }

// CHECK: 'rows' not analysed: nothing in this source instantiates it; what conflicts in every one that was tried is reported
// CHECK: 'square' not analysed: nothing in this source instantiates it{{$}}
// CHECK: 1 file, 2 kernels,
