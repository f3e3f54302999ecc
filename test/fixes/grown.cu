// Arrays that are no whole number of the blocks that a swizzle moves elements
// within: they grow to that.

#include "host.h"

#define LENGTH (4 * 256 + 1 + 65)

// A scan with the offsets of another bank count, and an array behind it that
// moves by 120 bytes.
__global__ void scan(const int *in, int *out) {
  __shared__ int s[LENGTH];
  __shared__ int last[3];
  int t = threadIdx.x, stride = 1;
  for (int i = t; i < 1024; i += 256)
    s[i] = in[i];
  for (int d = 512; d > 0; d /= 2) {
    __syncthreads();
    for (int k = t; k < d; k += 256)
      s[2 * stride * k + 2 * stride - 1] += s[2 * stride * k + stride - 1]; // safe: grow to whole blocks
    stride *= 2;
  }
  __syncthreads();
  if (t < 3)
    last[t] = s[1023 - 256 * t]; // safe: grow to whole blocks
  __syncthreads();
  for (int i = t; i < 1024; i += 256)
    out[i] = s[i] + last[i % 3];
}

// The extent is an argument.
template <class T, int Length> __global__ void sorted(const T *in, T *out) {
  __shared__ T key[Length];
  int t = threadIdx.x;
  key[t] = in[t];
  key[t + 128] = in[t + 128];
  for (int stride = 1; stride < 128; stride *= 2) {
    __syncthreads();
    int pos = 2 * t - (t & (stride - 1));
    T a = key[pos], b = key[pos + stride]; // safe: grow to whole blocks
    key[pos] = a < b ? a : b;              // safe: grow to whole blocks
    key[pos + stride] = a < b ? b : a;     // safe: grow to whole blocks
  }
  __syncthreads();
  out[t] = key[t] + key[t + 128];
}

// What a use makes of the size would change.
__global__ void measured(const int *in, int *out) {
  __shared__ int s[1060];
  int t = threadIdx.x;
  for (int i = t; i < int(sizeof(s) / sizeof(int)); i += 256)
    s[i] = in[i];
  __syncthreads();
  int sum = 0;
  for (int stride = 1; stride < 256; stride *= 2)
    sum += s[(t % (256 / stride)) * stride]; // none: 'sizeof' depends on its size
  out[t] = sum;
}

// Vectors of the array behind it stay aligned: blocks of 16 elements, not of 32.
__global__ void before(const int *in, float4 *out) {
  __shared__ int s[1028];
  __shared__ float behind[128];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 32)
    s[i] = in[i];
  if (t < 4)
    s[1024 + t] = in[1024 + t];
  for (int i = t; i < 128; i += 32)
    behind[i] = float(in[i]);
  __syncthreads();
  float4 v = reinterpret_cast<float4 *>(behind)[t];
  for (int stride = 1; stride < 32; stride *= 2)
    v.x += float(s[t * stride + 3]); // safe: grow to whole blocks of the swizzle (+48 bytes)
  out[t] = v;
}

int main() {
  run<int>("scan", [&](auto i, auto o) { scan<<<1, 256>>>(i, o); });
  run<float>("sorted<float>",
             [&](auto i, auto o) { sorted<float, 270><<<1, 128>>>(i, o); });
  run<int>("sorted<int>",
           [&](auto i, auto o) { sorted<int, 270><<<1, 128>>>(i, o); });
  run<int>("measured", [&](auto i, auto o) { measured<<<1, 256>>>(i, o); });
  run<int>("before", [&](auto i, auto o) {
    before<<<1, 32>>>(i, reinterpret_cast<float4 *>(o));
  });
}
