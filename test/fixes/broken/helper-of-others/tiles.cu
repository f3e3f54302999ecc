// Helpers of a header that index tiles here, and other memory in another
// source, or in another call.

#include "host.h"
#include "tile.h"

__global__ void byStrided(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = strided(s, x, y);
}

__global__ void byPlace(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[place(y, x)] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[place(x, y)]; // none: is not proved safe there
}

__global__ void byDefaultArgument(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = byDefault(s, x, y);
}

__global__ void byView(float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  View<float> tile{s}, matrix{in};
  tile(y, x) = matrix(y, x);
  __syncthreads();
  out[y * 32 + x] = tile(x, y); // none: also points to other memory
}

// A lambda of this source, called for both.
__global__ void byLambda(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  auto at = [](auto *m, int r, int c) -> auto & { return m[r * 32 + c]; };
  at(s, y, x) = at(in, y, x);
  __syncthreads();
  out[y * 32 + x] = at(s, x, y); // none: also serves another array
}

// Tiles everywhere: both sources get longer rows.
__global__ void byTiles(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = ofTiles(s, x, y);
}

__global__ void byOne(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = ofOne(s, x, y);
}

int main() {
  dim3 whole(32, 32);
  run<float>("byStrided",
             [&](auto i, auto o) { byStrided<<<1, whole>>>(i, o); });
  run<float>("byPlace", [&](auto i, auto o) { byPlace<<<1, whole>>>(i, o); });
  run<float>("byDefaultArgument",
             [&](auto i, auto o) { byDefaultArgument<<<1, whole>>>(i, o); });
  run<float>("byView", [&](auto i, auto o) { byView<<<1, whole>>>(i, o); });
  run<float>("byLambda", [&](auto i, auto o) { byLambda<<<1, whole>>>(i, o); });
  run<float>("byTiles", [&](auto i, auto o) { byTiles<<<1, whole>>>(i, o); });
  run<float>("byOne", [&](auto i, auto o) { byOne<<<1, whole>>>(i, o); });
}
