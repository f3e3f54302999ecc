// Rows that the indices make: the factor in every index changes, and with it
// the extent, or the bytes that the launch asks for.

#include "host.h"
#include <cuda/pipeline>
#include <mma.h>

__global__ void literal(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // safe
}

#define PITCH 32
__global__ void macroStride(const float *in, float *out) {
  __shared__ float s[32 * PITCH];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * PITCH + x] = in[y * PITCH + x];
  __syncthreads();
  out[y * PITCH + x] = s[PITCH * x + y]; // safe
}

constexpr int Width = 64;
__global__ void constantStride(const short *in, short *out) {
  __shared__ short s[32 * Width];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * Width + x] = in[y * Width + x];
  s[y * Width + x + 32] = in[y * Width + x + 32];
  __syncthreads();
  out[y * 32 + x] = s[x * Width + y]; // safe
}

template <class T, int N> __global__ void instances(const T *in, T *out) {
  __shared__ T s[N * N];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * N + x] = in[y * N + x];
  __syncthreads();
  out[y * N + x] = s[x * N + y]; // safe
}

__global__ void indexVariable(const int *in, int *out) {
  __shared__ int s[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  const int to = y * 32 + x;
  s[to] = in[y * 32 + x];
  __syncthreads();
  int from = x * 32 + y;
  out[y * 32 + x] = s[from]; // safe
}

__device__ double column(const double *m, int stride, int r, int c) {
  return m[r * stride + c]; // safe
}
__global__ void strideArgument(const double *in, double *out) {
  __shared__ double s[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = column(s, 32, x, y);
}

__device__ float strided(const float *m, int r, int c) {
  return m[r * 32 + c]; // safe
}
__global__ void strideInHelper(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = strided(s, x, y);
}

__device__ int at(int r, int c) { return r * 32 + c; }
__global__ void indexFunction(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[at(y, x)] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[at(x, y)]; // safe
}

struct View {
  float *Data;
  int Stride;
  __device__ float &operator()(int r, int c) const {
    return Data[r * Stride + c];
  }
};
__global__ void leadingField(const float *in, float *out) {
  __shared__ float s[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  View v{s, 32};
  v(y, x) = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = v(x, y); // safe
}

template <int N> struct FixedView {
  float *Data;
  __device__ explicit FixedView(float *Data) : Data(Data) {}
  __device__ float &at(int r, int c) { return Data[r * N + c]; }
};
__global__ void leadingParameter(const float *in, float *out) {
  __shared__ float s[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  FixedView<32> v(s);
  v.at(y, x) = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = v.at(x, y); // safe
}

// Structures written out as elements: rows of two.
__global__ void interleaved(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[2 * t] = in[t]; // safe
  __syncthreads();
  s[2 * t + 1] = s[2 * (31 - t)] - in[t + 32]; // safe
  __syncthreads();
  out[t] = s[(31 - t) * 2 + 1]; // safe
}

__global__ void seenAsQuads(const float *in, float *out) {
  __shared__ float s[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y; i < 32; i += 8)
    s[i * 32 + x] = in[i * 32 + x];
  __syncthreads();
  const float4 *wide = reinterpret_cast<const float4 *>(s);
  float4 v = wide[x * 8 + y]; // safe
  out[y * 32 + x] = v.x * v.y + v.z - v.w;
}

__global__ void rowPointer(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  float *row = s + y * 32;
  row[x] = in[y * 32 + x];
  __syncthreads();
  const float *mine = &s[x * 32];
  out[y * 32 + x] = mine[y]; // safe
}

// Two numbers in one index are as long as a row; only one of them makes it.
template <int BM, int WM, int BK>
__global__ void tilesInRow(const float *in, float *out) {
  __shared__ float s[BM * BK];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * BM + x] = in[y * 32 + x];
  __syncthreads();
  for (int tile = 0; tile < BM / WM; ++tile)
    out[y * 32 + x] = s[x * BM + tile * WM + y]; // safe
}

// The size grows with each instance, by the same proportion.
template <int Rows> __global__ void proportion(const float *in, float *out) {
  __shared__ float s[Rows * 64];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y; i < 2 * Rows; i += 8)
    s[i * 32 + x] = in[i * 32 + x];
  __syncthreads();
  for (int i = y; i < 32; i += 8)
    out[i * 32 + x] =
        s[x * 32 + i] + s[32 * (2 * Rows - 32) + x * 32 + i]; // safe
}

constexpr int Columns = 32, Deep = 32;
__global__ void buffers(const float *in, float *out) {
  __shared__ float s[2 * Columns * Deep];
  int x = threadIdx.x, y = threadIdx.y;
  for (int buffer = 0; buffer < 2; ++buffer) {
    s[buffer * Columns * Deep + y * Columns + x] =
        in[buffer * 1024 + y * 32 + x];
    __syncthreads();
    out[buffer * 1024 + y * 32 + x] =
        s[buffer * Columns * Deep + x * Columns + y]; // safe
  }
}

// A thread copies one element at a time.
__global__ void copiedOneByOne(const float *in, float *out) {
  __shared__ float s[1024];
  auto pipe = cuda::make_pipeline();
  int x = threadIdx.x, y = threadIdx.y;
  pipe.producer_acquire();
  cuda::memcpy_async(&s[x * 32 + y], &in[y * 32 + x], // safe
                     cuda::aligned_size_t<4>(sizeof(float)), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  pipe.consumer_release();
  __syncthreads();
  out[y * 32 + x] = s[y * 32 + x];
}

__global__ void lambda(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  auto element = [&](int r, int c) -> float & { return s[r * 32 + c]; };
  element(y, x) = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = element(x, y); // safe
}

__global__ void dynamic(const float *in, float *out) {
  extern __shared__ float d[];
  int x = threadIdx.x, y = threadIdx.y;
  d[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = d[x * 32 + y]; // safe
}

__global__ void dynamicBytes(const double *in, double *out) {
  extern __shared__ char raw[];
  double *m = reinterpret_cast<double *>(raw);
  int x = threadIdx.x, y = threadIdx.y;
  m[y * 16 + x] = in[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = m[x * 16 + y]; // safe
}

__global__ void fragments(const __half *in, float *out) {
  using namespace nvcuda::wmma;
  __shared__ __half a[16][64];
  __shared__ __half b[16 * 64];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 32) {
    a[i / 64][i % 64] = in[i];
    b[(i / 64) * 64 + i % 64] = in[1024 + i];
  }
  __syncthreads();
  fragment<matrix_a, 16, 16, 16, __half, row_major> fa;
  fragment<matrix_b, 16, 16, 16, __half, col_major> fb;
  fragment<accumulator, 16, 16, 16, float> c;
  fill_fragment(c, 0.0f);
  for (int k = 0; k < 64; k += 16) {
    load_matrix_sync(fa, &a[0][k], 64); // safe
    load_matrix_sync(fb, b + k, 64);    // safe
    mma_sync(c, fa, fb, c);
  }
  store_matrix_sync(out, c, 16, mem_row_major);
}

// Filled by a flat index: the leading dimension alone makes rows.
__global__ void flatFill(const __half *in, float *out) {
  using namespace nvcuda::wmma;
  __shared__ __align__(32) __half a[16 * 128];
  int t = threadIdx.x;
  for (int i = t; i < 16 * 128; i += 32)
    a[i] = in[i];
  __syncthreads();
  fragment<matrix_a, 16, 16, 16, __half, row_major> fa;
  fragment<matrix_b, 16, 16, 16, __half, col_major> fb;
  fragment<accumulator, 16, 16, 16, float> c;
  fill_fragment(c, 0.0f);
  for (int k = 0; k < 128; k += 16) {
    load_matrix_sync(fa, a + k, 128); // safe: 136 elements
    load_matrix_sync(fb, in + k, 128);
    mma_sync(c, fa, fb, c);
  }
  store_matrix_sync(out, c, 16, mem_row_major);
}

int main() {
  dim3 whole(32, 32), part(32, 8);
  run<float>("literal", [&](auto i, auto o) { literal<<<1, whole>>>(i, o); });
  run<float>("macroStride",
             [&](auto i, auto o) { macroStride<<<1, whole>>>(i, o); });
  run<short>("constantStride",
             [&](auto i, auto o) { constantStride<<<1, whole>>>(i, o); });
  run<float>("instances<float>",
             [&](auto i, auto o) { instances<float, 32><<<1, whole>>>(i, o); });
  run<double>("instances<double>", [&](auto i, auto o) {
    instances<double, 16><<<1, dim3(16, 16)>>>(i, o);
  });
  run<int>("indexVariable",
           [&](auto i, auto o) { indexVariable<<<1, whole>>>(i, o); });
  run<double>("strideArgument",
              [&](auto i, auto o) { strideArgument<<<1, whole>>>(i, o); });
  run<float>("strideInHelper",
             [&](auto i, auto o) { strideInHelper<<<1, whole>>>(i, o); });
  run<float>("indexFunction",
             [&](auto i, auto o) { indexFunction<<<1, whole>>>(i, o); });
  run<float>("leadingField",
             [&](auto i, auto o) { leadingField<<<1, whole>>>(i, o); });
  run<float>("leadingParameter",
             [&](auto i, auto o) { leadingParameter<<<1, whole>>>(i, o); });
  run<float>("interleaved",
             [&](auto i, auto o) { interleaved<<<1, 32>>>(i, o); });
  run<float>("seenAsQuads",
             [&](auto i, auto o) { seenAsQuads<<<1, part>>>(i, o); });
  run<float>("rowPointer",
             [&](auto i, auto o) { rowPointer<<<1, whole>>>(i, o); });
  run<float>("tilesInRow", [&](auto i, auto o) {
    tilesInRow<32, 4 * 8, 32><<<1, whole>>>(i, o);
  });
  run<float>("proportion<16>",
             [&](auto i, auto o) { proportion<16><<<1, part>>>(i, o); });
  run<float>("proportion<32>",
             [&](auto i, auto o) { proportion<32><<<1, part>>>(i, o); });
  run<float>("buffers", [&](auto i, auto o) { buffers<<<1, whole>>>(i, o); });
  run<float>("copiedOneByOne",
             [&](auto i, auto o) { copiedOneByOne<<<1, whole>>>(i, o); });
  run<float>("lambda", [&](auto i, auto o) { lambda<<<1, whole>>>(i, o); });
  run<float>("dynamic", [&](auto i, auto o) {
    dynamic<<<1, whole, 32 * 32 * sizeof(float)>>>(i, o);
  });
  run<double>("dynamicBytes", [&](auto i, auto o) {
    const size_t bytes = 256 * sizeof(double);
    dynamicBytes<<<1, dim3(16, 16), bytes>>>(i, o);
  });
  run<float>("fragments", [&](auto i, auto o) {
    __half *numbers = nullptr;
    check(cudaMalloc(&numbers, 4096));
    check(cudaMemset(numbers, 0x3c, 4096));
    fragments<<<1, 32>>>(numbers, o);
    check(cudaFree(numbers));
  });
  run<float>("flatFill", [&](auto i, auto o) {
    __half *numbers = nullptr;
    check(cudaMalloc(&numbers, 4096));
    check(cudaMemset(numbers, 0x3c, 4096));
    flatFill<<<1, 32>>>(numbers, o);
    check(cudaFree(numbers));
  });
}
