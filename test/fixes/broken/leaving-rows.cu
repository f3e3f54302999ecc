// Subscripts that leave their rows: longer rows would put other elements there.

#include "host.h"

__global__ void allInRowZero(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  for (int i = y * 32 + x; i < 1024; i += 1024)
    out[1024 + i] = s[0][i];
  out[y * 32 + x] = s[x][y]; // safe
}

__global__ void edge(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][x + 1] : 0); // none: past the end of a declared row
}

__global__ void before(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y > 0 ? s[y][x - 1] : 0); // none: past the end of a declared row
}

// In one block of a thousand.
__global__ void oneBlock(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  int column = blockIdx.x == 777 && y < 31 ? x + 1 : x;
  float sum = s[x][y] + s[y][column]; // none: past the end of a declared row
  if (blockIdx.x == 777)
    out[y * 32 + x] = sum;
}

// In the last round of a long loop.
__global__ void lastRound(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 3000; ++k)
    sum += y < 31 ? s[y][k < 2990 ? x : x + 1] : 0;
  out[y * 32 + x] = s[x][y] + sum; // none: past the end of a declared row
}

__device__ float neighbour(const float *p) { return p[1]; }
__global__ void byNeighbour(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? neighbour(&s[y][x]) : 0); // none: past the end of a declared row
}

__global__ void byShuffle(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  int column = __shfl_xor_sync(~0u, x, 31) + 1;
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][column] : 0); // none: past the end of a declared row
}

__global__ void byTable(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  __shared__ int table[32];
  if (y == 0)
    table[x] = 32 - x;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][table[x]] : 0); // none: past the end of a declared row
}

__global__ void twoLaunches(const float *in, float *out, int by) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][x + by] : 0); // none: past the end of a declared row
}

// The last bytes of a vector.
__global__ void vectorAtEdge(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  __shared__ alignas(16) float s[32][34];
  s[y][x] = in[y * 32 + x];
  if (x < 2)
    s[y][32 + x] = 0;
  __syncthreads();
  float2 pair =
      y < 31 && x < 17 ? *reinterpret_cast<float2 *>(&s[y][2 * x]) : float2();
  float *row = s[y];
  out[y * 32 + x] = s[x][y] + s[2 * (y / 2)][x] + pair.x * pair.y; // none: no padding tried
  if (y < 31 && x < 2)
    out[1024 + y * 2 + x] = row[33 + x];
}

__global__ void throughReference(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  const float (&row)[32] = s[y < 31 ? y : 0];
  out[y * 32 + x] = s[x][y] + row[y < 31 ? 63 - x : x]; // none: repeats the length of its rows
}

__global__ void byLambda(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  auto at = [&](int r, int c) -> float & { return s[r][c]; };
  out[y * 32 + x] = at(x, y) + (y < 31 ? at(y, 63 - x) : 0); // safe: 's[row][column + column / 32]'
}

// The second of three subscripts leaves its plane.
__global__ void planes(const float *in, float *out) {
  __shared__ float s[4][16][16];
  int x = threadIdx.x, y = threadIdx.y;
  s[y / 8][y % 8 * 2 + x / 16][x % 16] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x / 16][x % 16][y % 16] + s[0][y][x % 16]; // none: past the end of a declared row
}

// The same forms, kept inside.
__global__ void staysInside(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  auto at = [&](int r, int c) -> float & { return s[r][c & 31]; };
  int column = __shfl_xor_sync(~0u, x, 31);
  out[y * 32 + x] = at(x, y) + at(y, x + 1) + s[y][column] + // safe
                    (x < 31 ? neighbour(&s[y][x]) : 0);
}

int main() {
  dim3 whole(32, 32);
  run<float>("allInRowZero",
             [&](auto i, auto o) { allInRowZero<<<1, whole>>>(i, o); });
  run<float>("edge", [&](auto i, auto o) { edge<<<1, whole>>>(i, o); });
  run<float>("before", [&](auto i, auto o) { before<<<1, whole>>>(i, o); });
  run<float>("oneBlock",
             [&](auto i, auto o) { oneBlock<<<1000, whole>>>(i, o); });
  run<float>("lastRound",
             [&](auto i, auto o) { lastRound<<<1, whole>>>(i, o); });
  run<float>("byNeighbour",
             [&](auto i, auto o) { byNeighbour<<<1, whole>>>(i, o); });
  run<float>("byShuffle",
             [&](auto i, auto o) { byShuffle<<<1, whole>>>(i, o); });
  run<float>("byTable", [&](auto i, auto o) { byTable<<<1, whole>>>(i, o); });
  run<float>("twoLaunches", [&](auto i, auto o) {
    twoLaunches<<<1, whole>>>(i, o, 0);
    twoLaunches<<<1, whole>>>(i, o + 1024, 1);
  });
  run<float>("vectorAtEdge",
             [&](auto i, auto o) { vectorAtEdge<<<1, whole>>>(i, o); });
  run<float>("throughReference",
             [&](auto i, auto o) { throughReference<<<1, whole>>>(i, o); });
  run<float>("byLambda", [&](auto i, auto o) { byLambda<<<1, whole>>>(i, o); });
  run<float>("planes", [&](auto i, auto o) { planes<<<1, whole>>>(i, o); });
  run<float>("staysInside",
             [&](auto i, auto o) { staysInside<<<1, whole>>>(i, o); });
}
