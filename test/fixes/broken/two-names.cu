// All dynamic arrays are one memory: what has other rows for one name has them
// for the other.

#include "host.h"

__global__ void sameType(const float *in, float *out) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  extern __shared__ float other[];
  out[y * 32 + x] = s[x * 32 + y] + other[(31 - y) * 32 + x]; // none: under another name
}

__global__ void otherType(const float *in, float *out) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  extern __shared__ int words[];
  out[y * 32 + x] = s[x * 32 + y] + (words[(31 - y) * 32 + x] & 7); // none: under another name
}

// The second name is used behind what the first one takes.
__global__ void behind(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  extern __shared__ float first[];
  extern __shared__ double second[];
  first[y * 32 + x] = in[y * 32 + x];
  second[512 + y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = first[x * 32 + y] + float(second[512 + y * 32 + x]); // none: under another name
}

__device__ float *memory() {
  extern __shared__ float inside[];
  return inside;
}
__global__ void inHelper(const float *in, float *out) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + memory()[(31 - y) * 32 + x]; // none: under another name
}

// The usual way to have one of each type.
template <class T> struct Memory {
  __device__ operator T *() const {
    extern __shared__ unsigned char bytes[];
    return reinterpret_cast<T *>(bytes);
  }
};
__global__ void ofTemplate(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  float *floats = Memory<float>();
  floats[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  int *words = Memory<int>();
  out[y * 32 + x] = floats[x * 32 + y] + (words[(31 - y) * 32 + x] & 7); // safe
}

namespace outer {
extern __shared__ float dynamic[];
}
extern __shared__ float alias[];
__device__ void fill(const float *in) {
  int i = threadIdx.y * 32 + threadIdx.x;
  outer::dynamic[i] = in[i];
}
__global__ void atScope(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  fill(in);
  __syncthreads();
  out[y * 32 + x] = alias[x * 32 + y]; // none: under another name
}

// A pointer leads to the first, and the second is of vectors.
__global__ void byPointer(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  extern __shared__ float mine[];
  mine[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  const float *begin = mine;
  extern __shared__ float4 quads[];
  out[y * 32 + x] = begin[x * 32 + y] + quads[(y * 32 + x) / 4].y; // none: under another name
}

// Another kernel's name is no other name of this kernel's memory.
__global__ void another(float *out) {
  extern __shared__ float its[];
  its[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = its[31 - threadIdx.x];
}
__global__ void alone(const float *in, float *out) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // safe
}

int main() {
  dim3 whole(32, 32);
  run<float>("sameType",
             [&](auto i, auto o) { sameType<<<1, whole, 4096>>>(i, o); });
  run<float>("otherType",
             [&](auto i, auto o) { otherType<<<1, whole, 4096>>>(i, o); });
  run<float>("behind",
             [&](auto i, auto o) { behind<<<1, whole, 12288>>>(i, o); });
  run<float>("inHelper",
             [&](auto i, auto o) { inHelper<<<1, whole, 4096>>>(i, o); });
  run<float>("ofTemplate",
             [&](auto i, auto o) { ofTemplate<<<1, whole, 4096>>>(i, o); });
  run<float>("atScope",
             [&](auto i, auto o) { atScope<<<1, whole, 4096>>>(i, o); });
  run<float>("byPointer",
             [&](auto i, auto o) { byPointer<<<1, whole, 4096>>>(i, o); });
  run<float>("alone", [&](auto i, auto o) { alone<<<1, whole, 4096>>>(i, o); });
}
