// Rows that are written otherwise than by one factor: an index that serves for
// global memory too, shifts and unions of bits, extents of the block, what
// leads over several rows, and indices that run through all of them.

#include "host.h"

__global__ void sharedIndex(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  int i = y * 32 + x;
  s[i] = in[i];
  __syncthreads();
  out[i] = s[x * 32 + y]; // safe
}

// Through another variable, in a loop.
__global__ void sharedRow(const float *in, float *out) {
  __shared__ float s[32 * 32];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  for (int r = 0; r < 32; r += 8) {
    const unsigned row = (y + r) * 32;
    const unsigned to = row + x;
    s[to] = in[to];
    out[1024 + row + x] = in[row];
  }
  __syncthreads();
  for (int r = y; r < 32; r += 8)
    out[r * 32 + x] = s[x * 32 + r]; // safe
}

__global__ void sharedPitch(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  int pitch = 32;
  s[y * pitch + x] = in[y * pitch + x];
  __syncthreads();
  out[y * pitch + x] = s[x * pitch + y]; // safe
}

constexpr int Bits = 5;
__global__ void shifted(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[(y << 5) + x] = in[(y << 5) + x];
  __syncthreads();
  out[y * 32 + x] = s[(x + 0 << Bits) + y]; // safe
}

__global__ void joined(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y << 5 | x] = in[y * 32 | x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 | y & 31]; // safe
}

__global__ void blockWide(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * blockDim.x + x] = in[y * blockDim.x + x];
  __syncthreads();
  out[y * blockDim.x + x] = s[x * blockDim.y + y]; // safe
}

__global__ void blockWideOnce(const float *in, float *out) {
  __shared__ float s[1024];
  unsigned w = blockDim.x;
  unsigned i = threadIdx.y * w + threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  out[i] = s[threadIdx.x * w + threadIdx.y]; // safe
}

__global__ void doubleBuffer(const float *in, float *out) {
  __shared__ float s[2048];
  int x = threadIdx.x, y = threadIdx.y;
  int b = 0;
  for (int k = 0; k < 2; ++k) {
    s[b * 1024 + y * 32 + x] = in[k * 1024 + y * 32 + x];
    __syncthreads();
    out[k * 1024 + y * 32 + x] = s[b * 1024 + x * 32 + y]; // safe
    b ^= 1;
  }
}

__global__ void tail(const float *in, float *out) {
  extern __shared__ float d[];
  float *second = d + 1024;
  int x = threadIdx.x, y = threadIdx.y;
  d[y * 32 + x] = in[y * 32 + x];
  second[y * 32 + x] = in[1024 + y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = d[x * 32 + y] - second[y * 32 + x]; // safe
}

// Dynamic memory of the same name.
__global__ void otherTail(const float *in, float *out) {
  extern __shared__ float d[];
  float *second = d + 1024;
  int x = threadIdx.x, y = threadIdx.y;
  d[y * 32 + x] = in[y * 32 + x];
  if (y == 0)
    second[x] = in[1024 + x];
  __syncthreads();
  out[y * 32 + x] = d[x * 32 + y] - second[y]; // safe
}

__global__ void cleared(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y * 32 + x; i < 1024; i += 256)
    (&s[0][0])[i] = in[i];
  __syncthreads();
  s[y][x] += in[x];
  __syncthreads();
  for (int i = y; i < 32; i += 8)
    out[i * 32 + x] = s[x][i]; // safe
}

__global__ void filled(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y * 32 + x; i < 1024; i += 256)
    s[i] = in[i];
  __syncthreads();
  for (int i = y; i < 32; i += 8)
    out[i * 32 + x] = s[x * 32 + i]; // safe
}

template <int N>
__device__ float deducedCell(const float (&t)[32][N], int r, int c) {
  return t[r][c]; // safe
}
template <class T> __device__ float anyCell(const T &t, int r, int c) {
  return t[r][c];
}
__global__ void deduced(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = deducedCell(s, x, y) - anyCell(s, y, x);
}

__global__ void copiedRow(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  if (x == 0)
    memcpy(s[y], in + y * 32, 128);
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe
}

// Arrays that take each other's place, and arrays of one type.
__global__ void pingPong(const float *in, float *out) {
  __shared__ float s[1024];
  __shared__ float t[32 * 32];
  float *from = s, *to = t;
  int x = threadIdx.x, y = threadIdx.y;
  from[y * 32 + x] = in[y * 32 + x];
  for (int k = 0; k < 3; ++k) {
    __syncthreads();
    to[y * 32 + x] = from[x * 32 + y]; // safe
    float *other = from;
    from = to;
    to = other;
  }
  __syncthreads();
  out[y * 32 + x] = from[y * 32 + x];
}

using Tile = float[32][32];
__global__ void tiles(const float *in, float *out) {
  __shared__ Tile s, t;
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  t[x][y] = in[1024 + y * 32 + x]; // safe
  __syncthreads();
  out[y * 32 + x] = s[x][y] - t[y][x]; // safe
}

#define TILE 32
#define SQUARE(n) ((n) * (n))
__global__ void squareOfMacro(const float *in, float *out) {
  __shared__ float s[SQUARE(TILE)];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * TILE + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * TILE + y]; // safe
}

int main() {
  dim3 whole(32, 32), part(32, 8);
  run<float>("sharedIndex",
             [&](auto i, auto o) { sharedIndex<<<1, whole>>>(i, o); });
  run<float>("sharedRow",
             [&](auto i, auto o) { sharedRow<<<1, part>>>(i, o); });
  run<float>("sharedPitch",
             [&](auto i, auto o) { sharedPitch<<<1, whole>>>(i, o); });
  run<float>("shifted", [&](auto i, auto o) { shifted<<<1, whole>>>(i, o); });
  run<float>("joined", [&](auto i, auto o) { joined<<<1, whole>>>(i, o); });
  run<float>("blockWide",
             [&](auto i, auto o) { blockWide<<<1, whole>>>(i, o); });
  run<float>("blockWideOnce",
             [&](auto i, auto o) { blockWideOnce<<<1, whole>>>(i, o); });
  run<float>("doubleBuffer",
             [&](auto i, auto o) { doubleBuffer<<<1, whole>>>(i, o); });
  run<float>("tail", [&](auto i, auto o) { tail<<<1, whole, 8192>>>(i, o); });
  run<float>("otherTail", [&](auto i, auto o) {
    otherTail<<<1, whole, 4096 + 128>>>(i, o);
  });
  run<float>("cleared", [&](auto i, auto o) { cleared<<<1, part>>>(i, o); });
  run<float>("deduced", [&](auto i, auto o) { deduced<<<1, whole>>>(i, o); });
  run<float>("copiedRow",
             [&](auto i, auto o) { copiedRow<<<1, whole>>>(i, o); });
  run<float>("pingPong",
             [&](auto i, auto o) { pingPong<<<1, whole>>>(i, o); });
  run<float>("tiles", [&](auto i, auto o) { tiles<<<1, whole>>>(i, o); });
  run<float>("squareOfMacro",
             [&](auto i, auto o) { squareOfMacro<<<1, whole>>>(i, o); });
  run<float>("filled", [&](auto i, auto o) { filled<<<1, part>>>(i, o); });
}
