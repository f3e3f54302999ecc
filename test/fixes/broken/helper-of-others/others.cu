// The same helpers for other memory.

#include "host.h"
#include "tile.h"

__global__ void global(float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  out[y * 32 + x] = strided(in, y, x);
  out[1024 + place(y, x)] = in[place(x, y)];
  out[2048 + y * 32 + x] = byDefault(in, x, y);
  out[3072 + y * 32 + x] = View<float>{in}(x, y);
}

__global__ void otherTile(const float *in, float *out) {
  __shared__ float t[1024];
  int x = threadIdx.x, y = threadIdx.y;
  t[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = ofTiles(t, x, y);
}

int main() {
  dim3 whole(32, 32);
  run<float>("global", [&](auto i, auto o) { global<<<1, whole>>>(i, o); });
  run<float>("otherTile",
             [&](auto i, auto o) { otherTile<<<1, whole>>>(i, o); });
}
