// Addresses as numbers: what is computed with them does not follow the rows.

#include "host.h"

__device__ unsigned addressOf(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
__device__ float loadFrom(unsigned address) {
  float value;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(value) : "r"(address));
  return value;
}

__global__ void baseAndOffset(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + loadFrom(addressOf(s) + 4 * ((31 - y) * 32 + x)); // none: converted to an integer
}

__global__ void backToAPointer(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  auto p = static_cast<const float *>(
      __cvta_shared_to_generic(addressOf(s) + 128 * (31 - y)));
  out[y * 32 + x] = s[x][y] + p[x]; // none: converted to an integer
}

__global__ void distance(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + float(addressOf(s[1]) - addressOf(s[0])); // none: converted to an integer
}

__global__ void distanceOfPointers(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + float(&s[y][x] - s[0]); // none: distance of two addresses
}

// Sent to other lanes.
__global__ void shuffled(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  unsigned mine = addressOf(&s[y * 32]);
  unsigned first = __shfl_sync(~0u, mine, 0);
  out[y * 32 + x] =
      s[x * 32 + y] + loadFrom(first + 4 * x + (y < 31 ? 128 : 0)); // none: converted to an integer
}

// The distance to the next row stands in the text of the instruction.
__global__ void offsetInText(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  float value;
  asm volatile("ld.shared.f32 %0, [%1 + 128];"
               : "=f"(value)
               : "r"(addressOf(&s[y & 30][x])));
  out[y * 32 + x] = s[x][y] + value; // none: converted to an integer
}

__global__ void compared(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  const float *end = &s[31][31];
  float sum = 0;
  for (const float *p = &s[y][x]; p <= end; p += 32)
    sum += *p;
  out[y * 32 + x] = s[x][y] + sum; // none: addresses in it are compared
}

// Kept for others in shared memory.
__global__ void kept(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  __shared__ unsigned long long base;
  if (x == 0 && y == 0)
    base = __cvta_generic_to_shared(s);
  __syncthreads();
  out[y * 32 + x] =
      s[x][y] + loadFrom(unsigned(base) + 4 * ((31 - y) * 32 + x)); // none: is stored where
}

__global__ void bits(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] =
      s[x][y] + float((reinterpret_cast<size_t>(&s[y][0]) & 127) == // none: converted to an integer
                      (reinterpret_cast<size_t>(&s[0][0]) & 127));
}

// The address of the one element that is accessed.
__global__ void ofOneElement(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + loadFrom(addressOf(&s[31 - y][x])); // none: converted to an integer
}

int main() {
  dim3 whole(32, 32);
  run<float>("baseAndOffset",
             [&](auto i, auto o) { baseAndOffset<<<1, whole>>>(i, o); });
  run<float>("backToAPointer",
             [&](auto i, auto o) { backToAPointer<<<1, whole>>>(i, o); });
  run<float>("distance", [&](auto i, auto o) { distance<<<1, whole>>>(i, o); });
  run<float>("distanceOfPointers",
             [&](auto i, auto o) { distanceOfPointers<<<1, whole>>>(i, o); });
  run<float>("shuffled", [&](auto i, auto o) { shuffled<<<1, whole>>>(i, o); });
  run<float>("offsetInText",
             [&](auto i, auto o) { offsetInText<<<1, whole>>>(i, o); });
  run<float>("compared", [&](auto i, auto o) { compared<<<1, whole>>>(i, o); });
  run<float>("kept", [&](auto i, auto o) { kept<<<1, whole>>>(i, o); });
  run<float>("bits", [&](auto i, auto o) { bits<<<1, whole>>>(i, o); });
  run<float>("ofOneElement",
             [&](auto i, auto o) { ofOneElement<<<1, whole>>>(i, o); });
}
