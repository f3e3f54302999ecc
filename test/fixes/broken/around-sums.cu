// What stands around an index that becomes a sum takes a part of it, unless
// parentheses keep it whole.

#include "host.h"

// Behind a minus: *(last - t).
__global__ void subtracted(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // safe
  for (int t = y * 32 + x; t < 1024; t += 1024)
    out[1024 + t] = *(s + 31 * 32 + 31 - t);
}

__global__ void subtractedFromLast(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  int t = y * 32 + x;
  const float *last = &s[31][31];
  out[1024 + t] = *(last - t);
  out[t] = s[x][y]; // safe
}

// In front of brackets.
__device__ float backwards(const float *p, int t) { return t[p]; }
__global__ void subscripted(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + backwards(s[0], y * 32 + x); // safe
}

__global__ void subscriptedNumber(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // safe
  if (x == 0 && y == 0)
    out[1024] = 32[s];
}

// A number that is another one each time it is written.
__device__ float next(const float *p, int t) { return p[t + __COUNTER__]; }
__global__ void counted(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + next(s[0], y * 32 + x); // none
}

int main() {
  dim3 whole(32, 32);
  run<float>("subtracted",
             [&](auto i, auto o) { subtracted<<<1, whole>>>(i, o); });
  run<float>("subtractedFromLast",
             [&](auto i, auto o) { subtractedFromLast<<<1, whole>>>(i, o); });
  run<float>("subscripted",
             [&](auto i, auto o) { subscripted<<<1, whole>>>(i, o); });
  run<float>("subscriptedNumber",
             [&](auto i, auto o) { subscriptedNumber<<<1, whole>>>(i, o); });
  run<float>("counted", [&](auto i, auto o) { counted<<<1, whole>>>(i, o); });
}
