// A swizzle at every index, also of pointers into the array: what a pointer was
// moved by has to be a multiple of all the bits that are mixed. Memory is full,
// so that no padding fits.

#include "host.h"

// Two stages, each of 32 rows.
__global__ void stages(const int *in, int *out) {
  __shared__ int s[12288];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 4; ++i) {
    int *stage = &s[(i & 1) * 1024];
    for (int k = 0; k < 32; ++k)
      stage[k * 32 + t] = in[k * 32 + t + i];
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      sum += stage[t * 32 + k]; // safe: 's[i ^ (i / 32 & 31)]'
    __syncthreads();
  }
  out[t] = sum;
}

// Indices below zero count as well.
__global__ void negative(const int *in, int *out) {
  __shared__ int s[12288];
  int t = threadIdx.x, sum = 0;
  int *q = s + 2048;
  for (int k = 0; k < 32; ++k)
    q[k * 32 + t - 32] = in[k * 32 + t];
  __syncthreads();
  for (int k = 0; k < 31; ++k)
    sum += q[t * 32 + k - 32]; // safe: 's[i ^ (i / 32 & 31)]'
  out[t] = sum;
}

// Begins within a block of what is mixed.
__global__ void oddBegin(const int *in, int *out) {
  __shared__ int s[12288];
  int t = threadIdx.x, sum = 0;
  int *q = s + 40;
  for (int k = 0; k < 32; ++k)
    q[k * 32 + t] = in[k * 32 + t];
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    sum += q[t * 32 + k]; // none: count from elements that the swizzle may move
  out[t] = sum;
}

// Moved to an element, and counted from there.
__global__ void fromElement(const int *in, int *out) {
  __shared__ int s[12288];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 32; ++k)
    s[k * 32 + t] = in[k * 32 + t];
  __syncthreads();
  int *q = &s[t * 32];
  for (int k = 0; k < 32; ++k)
    sum += q[k]; // none: count from elements that the swizzle may move
  out[t] = sum;
}

// Addresses of atomic operations, as a sum and of an element.
__global__ void atomics(const int *in, int *out) {
  __shared__ int s[12288];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 32; ++k)
    s[k * 32 + t] = in[k * 32 + t];
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    atomicAdd(&s[t * 32 + k], in[k]); // safe: 's[i ^ (i / 32 & 31)]'
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    atomicAdd(s + (t * 32 + k), in[t]); // safe: 's[i ^ (i / 32 & 31)]'
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    sum += s[k * 32 + t] * k;
  out[t] = sum;
}

// The same memory as vectors, whose index counts four elements.
__global__ void vectors(const float4 *in, float4 *out) {
  extern __shared__ float dynamic[];
  int t = threadIdx.x;
  float4 *v = reinterpret_cast<float4 *>(dynamic), sum = in[t];
  for (int k = 0; k < 8; ++k)
    v[k * 32 + t] = in[k * 32 + t];
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    float4 x = v[t * 8 + k]; // safe: 'dynamic[i ^ (i / 32 & 7) * 4]'
    sum.x += x.x, sum.y += x.y, sum.z += x.z, sum.w += x.w;
  }
  out[t] = sum;
}

// Arguments of macros: one writes its own once, the other twice.
#define AT(i) s[i]
#define BOTH(i) (s[i] + in[i])
__global__ void writtenOnce(const int *in, int *out) {
  __shared__ int s[12288];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 32; ++k)
    AT(k * 32 + t) = in[k * 32 + t];
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    sum += AT(t * 32 + k); // safe: 's[i ^ (i / 32 & 31)]'
  out[t] = sum;
}
__global__ void writtenTwice(const int *in, int *out) {
  __shared__ int s[12288];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 32; ++k)
    s[k * 32 + t] = in[k * 32 + t];
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    sum += BOTH(t * 32 + k); // none: in the argument of a macro
  out[t] = sum;
}

// A padding for 32 lanes in a row, and blocks with half of these.
__global__ void padded(const float *in, float *out) {
  __shared__ float s[16][16 + 1];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x]; // safe: with 1 element less in each row
  __syncthreads();
  out[y * 16 + x] = s[x][y]; // safe: and frees 64 bytes
}

// The element behind each row is one.
__global__ void usedEnd(const float *in, float *out) {
  __shared__ float s[16][16 + 1];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x]; // none: what helps its other accesses
  if (x == 0)
    s[y][16] = in[y];
  __syncthreads();
  out[y * 16 + x] = s[x][y] + s[y][16]; // safe: 18 floats
}

int main() {
  run<int>("stages", [&](auto i, auto o) { stages<<<1, 32>>>(i, o); });
  run<int>("negative", [&](auto i, auto o) { negative<<<1, 32>>>(i, o); });
  run<int>("oddBegin", [&](auto i, auto o) { oddBegin<<<1, 32>>>(i, o); });
  run<int>("fromElement",
           [&](auto i, auto o) { fromElement<<<1, 32>>>(i, o); });
  run<int>("atomics", [&](auto i, auto o) { atomics<<<1, 32>>>(i, o); });
  run<float4>("vectors",
              [&](auto i, auto o) { vectors<<<1, 32, 49152>>>(i, o); });
  run<int>("writtenOnce",
           [&](auto i, auto o) { writtenOnce<<<1, 32>>>(i, o); });
  run<int>("writtenTwice",
           [&](auto i, auto o) { writtenTwice<<<1, 32>>>(i, o); });
  run<float>("padded",
             [&](auto i, auto o) { padded<<<1, dim3(16, 16)>>>(i, o); });
  run<float>("usedEnd",
             [&](auto i, auto o) { usedEnd<<<1, dim3(16, 16)>>>(i, o); });
}
