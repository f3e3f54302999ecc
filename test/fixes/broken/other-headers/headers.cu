// configurations: -DALT

// Another configuration includes another header, which this one does not read.

#include "host.h"
#include "always.h"
#ifdef ALT
#include "second.h"
#else
#include "first.h"
#endif
namespace named {
#ifdef ALT
#define FILE_NAME "second.h"
#else
#define FILE_NAME "first.h"
#endif
#include FILE_NAME
} // namespace named

__global__ void byFunction(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? at(s[y], x) : 0); // none: 'at'
}
__global__ void byConstant(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][x + Moved] : 0); // none: with '-DALT', the edit is not proved safe
}
__global__ void byMacro(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  float v = y < 31 ? named::at(s + y * 32, x) : 0;
  out[y * 32 + x] = s[x * 32 + y] + v; // none: 'at'
}
// Included in every configuration.
__global__ void bySame(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + same(s[y], x); // safe
}

int main() {
  dim3 whole(32, 32);
  run<float>("byFunction",
             [&](auto i, auto o) { byFunction<<<1, whole>>>(i, o); });
  run<float>("byConstant",
             [&](auto i, auto o) { byConstant<<<1, whole>>>(i, o); });
  run<float>("byMacro", [&](auto i, auto o) { byMacro<<<1, whole>>>(i, o); });
  run<float>("bySame", [&](auto i, auto o) { bySame<<<1, whole>>>(i, o); });
}
