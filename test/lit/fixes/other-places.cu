// RUN: cd %S && %lint --exit-zero --format=diff %{s:basename} -- | FileCheck %s --check-prefix=DIFF --implicit-check-not="{{^[+] }}"

// Text that moves to another place has to mean and to be worth the same there: a cast
// keeps its type, and names that are hidden keep it where it is. A swizzle takes an
// index as it stands.

#include <cuda_runtime.h>

// An unsigned sum is another number as soon as something is taken off it: without the
// type of the variable, 'c[i - 32]' leads four billion elements up.
__global__ void otherHalo(const float *in, float *out) {
  __shared__ float s[32 * 32];
  const int x = threadIdx.x, i = threadIdx.y * 32 + threadIdx.x;
  for (int k = threadIdx.y; k < 32; k += 30)
    s[k * 32 + x] = in[k * 32 + x];
  __syncthreads();
  const float *c = s + 32;
  out[i] = c[i - 32] + c[i] + c[i + 32] + s[x * 32 + threadIdx.y];
}
// DIFF: {{^}}+  __shared__ float s[32 * (32 + 1)];
// DIFF: {{^}}+    s[k * (32 + 1) + x] = in[k * 32 + x];
// DIFF: {{^}}+  const float *c = s + (32 + 1);
// DIFF: {{^}}+  out[i] = c[(int)(threadIdx.y * (32 + 1) + threadIdx.x) - (32 + 1)] + c[threadIdx.y * (32 + 1) + threadIdx.x] + c[(int)(threadIdx.y * (32 + 1) + threadIdx.x) + (32 + 1)] + s[x * (32 + 1) + threadIdx.y];
__global__ void otherWide(const float *in, float *out) {
  __shared__ float s[1024];
  const size_t i = threadIdx.y * 32u + threadIdx.x;
  const long long j = i - 1;
  s[j + 1] = in[i];
  __syncthreads();
  out[i] = s[threadIdx.x * 32 + threadIdx.y];
}
// DIFF: {{^}}+  __shared__ float s[1024 + 32];
// DIFF: {{^}}+  const long long j = (unsigned long)(threadIdx.y * (32u + 1) + threadIdx.x) - 1;
// DIFF: {{^}}+  out[i] = s[threadIdx.x * (32 + 1) + threadIdx.y];

// Names that are hidden where the index would be written.
__global__ void otherEnumerator(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  constexpr int W = 32;
  const int i = y * W + x;
  {
    enum { W = 16 };
    s[i] = in[i] + W;
  }
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y];
}
// DIFF: {{^}}+    s[i ^ (i / 32 & 31)] = in[i] + W;
// DIFF: {{^}}+  out[y * 32 + x] = s[(x * 32 + y) ^ ((x * 32 + y) / 32 & 31)];
struct Pair {
  int A, B;
};
__global__ void otherBinding(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  const int i = y * 32 + x;
  {
    auto [x, y] = Pair{3, 4};
    s[i] = in[i] + x * y;
  }
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y];
}
// DIFF: {{^}}+    s[i ^ (i / 32 & 31)] = in[i] + x * y;
// DIFF: {{^}}+  out[y * 32 + x] = s[(x * 32 + y) ^ ((x * 32 + y) / 32 & 31)];
constexpr int Q = 32;
namespace inner {
constexpr int Q = 16;
}
__global__ void otherUsing(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  const int i = y * Q + x;
  {
    using inner::Q;
    s[i] = in[i] + Q;
  }
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y];
}
// DIFF: {{^}}+    s[i ^ (i / 32 & 31)] = in[i] + Q;
// DIFF: {{^}}+  out[y * 32 + x] = s[(x * 32 + y) ^ ((x * 32 + y) / 32 & 31)];
__global__ void otherDirective(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  const int i = y * ::Q + x;
  {
    using namespace inner;
    s[i] = in[i];
  }
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y];
}
// DIFF: {{^}}+    s[i ^ (i / 32 & 31)] = in[i];
// DIFF: {{^}}+  out[y * 32 + x] = s[(x * 32 + y) ^ ((x * 32 + y) / 32 & 31)];
__global__ void otherType(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  const int i = y * 32 + x;
  {
    struct x {
      int A;
    };
    s[i] = in[i];
  }
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y];
}
// DIFF: {{^}}+    s[i ^ (i / 32 & 31)] = in[i];
// DIFF: {{^}}+  out[y * 32 + x] = s[(x * 32 + y) ^ ((x * 32 + y) / 32 & 31)];

// The length of a row, where all elements are counted. (Of three words: no gaps serve.)
constexpr int N = 32;
__device__ void zero(float3 *other, int N) {
  for (int i = threadIdx.y * 32 + threadIdx.x; i < N; i += 1024)
    other[i] = float3{};
}
__global__ void otherParameter(const float3 *in, float3 *out) {
  __shared__ float3 s[N][N];
  int x = threadIdx.x, y = threadIdx.y;
  zero(&s[0][0], N * N);
  __syncthreads();
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y];
}
#define HALVES 16 + 16
__global__ void otherSum(const float3 *in, float3 *out) {
  __shared__ float3 other[32][HALVES];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y * 32 + x; i < 1024; i += 1024)
    (&other[0][0])[i] = in[i];
  __syncthreads();
  out[y * 32 + x] = other[x][y];
}
#define L 16
__device__ void fillBefore(float3 *other, const float3 *in, int t) {
  for (int i = t; i < 1024; i += 1024)
    other[i] = in[i + L - 16];
}
#undef L
#define L 32
__global__ void otherMacro(const float3 *in, float3 *out) {
  __shared__ float3 s[L][L];
  int x = threadIdx.x, y = threadIdx.y;
  fillBefore(&s[0][0], in, y * 32 + x);
  __syncthreads();
  out[y * 32 + x] = s[x][y];
}
__device__ void fillEarly(float3 *other, const float3 *in, int t) {
  for (int i = t; i < 1024; i += 1024)
    other[i] = in[i];
}
constexpr int Late = 32;
__global__ void otherOrder(const float3 *in, float3 *out) {
  __shared__ float3 s[Late][Late];
  int x = threadIdx.x, y = threadIdx.y;
  fillEarly(&s[0][0], in, y * 32 + x);
  __syncthreads();
  out[y * 32 + x] = s[x][y];
}

// A generic lambda asks for the length of rows.
__global__ void otherLambda(const float *in, float *out) {
  __shared__ float other[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  auto width = [](const auto &row) { return sizeof(row) / sizeof(row[0]); };
  other[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = other[x][y] + width(other[0]);
}

// These are written out: the whole index, and a name that is the same.
__global__ void same(const float *in, float *out) {
  __shared__ float s[1024];
  const int i = threadIdx.y * 32 + threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  out[i] = s[threadIdx.x * 32 + threadIdx.y];
}
// DIFF: +  __shared__ float s[1024 + 32];
// DIFF: +  s[threadIdx.y * (32 + 1) + threadIdx.x] = in[i];
// DIFF: +  out[i] = s[threadIdx.x * (32 + 1) + threadIdx.y];
constexpr int Side = 32;
__global__ void sameName(const float *in, float *out) {
  __shared__ float s[Side][Side];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y * 32 + x; i < 1024; i += 1024)
    (&s[0][0])[i] = in[i];
  __syncthreads();
  out[y * 32 + x] = s[x][y];
}
// DIFF: +  __shared__ float s[Side][Side + 1];
// DIFF: +    (&s[0][0])[i + i / Side] = in[i];

int main() {
  float *out = nullptr;
  dim3 whole(32, 32);
  otherHalo<<<1, dim3(32, 30)>>>(out, out);
  otherWide<<<1, whole>>>(out, out);
  otherEnumerator<<<1, whole>>>(out, out);
  otherBinding<<<1, whole>>>(out, out);
  otherUsing<<<1, whole>>>(out, out);
  otherDirective<<<1, whole>>>(out, out);
  otherType<<<1, whole>>>(out, out);
  otherParameter<<<1, whole>>>((float3 *)out, (float3 *)out);
  otherSum<<<1, whole>>>((float3 *)out, (float3 *)out);
  otherMacro<<<1, whole>>>((float3 *)out, (float3 *)out);
  otherOrder<<<1, whole>>>((float3 *)out, (float3 *)out);
  otherLambda<<<1, whole>>>(out, out);
  same<<<1, whole>>>(out, out);
  sameName<<<1, whole>>>(out, out);
}
