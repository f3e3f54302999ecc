// Rows that are a member of a class. All objects of the class change with the
// array, and what stands behind the member moves.

#include "host.h"

constexpr int Side = 32;

struct Stage {
  float a[Side][Side];
  float sums[Side];
};
__global__ void object(const float *in, float *out) {
  __shared__ Stage s;
  int x = threadIdx.x, y = threadIdx.y;
  s.a[y][x] = in[y * 32 + x];
  if (y == 0)
    s.sums[x] = in[x];
  __syncthreads();
  out[y * 32 + x] = s.a[x][y] + s.sums[y]; // safe
}

// Several objects, of each a row.
struct Row {
  float v[32];
};
__global__ void objects(const float *in, float *out) {
  __shared__ Row rows[32];
  int x = threadIdx.x, y = threadIdx.y;
  rows[y].v[x] = in[y * 32 + x];
  __syncthreads();
  const Row *row = rows + x;
  out[y * 32 + x] = row->v[y]; // safe
}

// The stages of a pipeline, with what keeps its alignment between them.
struct Buffers {
  float a[16][64];
  double scale;
  float b[16][64];
};
__global__ void stages(const float *in, float *out) {
  __shared__ Buffers stage[2];
  int x = threadIdx.x, y = threadIdx.y;
  for (int b = 0; b < 2; ++b) {
    stage[b].a[y][x] = in[b * 1024 + y * 64 + x];
    stage[b].b[y][x + 32] = in[b * 1024 + y * 64 + x + 32];
    if (x == 0 && y == 0)
      stage[b].scale = in[b];
  }
  __syncthreads();
  for (int b = 0; b < 2; ++b)
    out[b * 512 + y * 32 + x] =
        stage[b].a[x & 15][y] * float(stage[b].scale) + // safe
        stage[b].b[y][x + 32];
}

// A class that hides its rows.
class Tile {
public:
  __device__ float &at(int r, int c) { return data[r][c]; }
  __device__ float operator()(int r, int c) const {
    return data[r][c]; // safe
  }
  __device__ float *operator[](int r) { return this->data[r]; }

private:
  float data[32][32];
};
__global__ void methods(const float *in, float *out) {
  __shared__ Tile t;
  int x = threadIdx.x, y = threadIdx.y;
  t.at(y, x) = in[y * 32 + x];
  __syncthreads();
  t[x][y] += 1; // safe
  __syncthreads();
  out[y * 32 + x] = t(x, y);
}

// Passed on by reference and by pointer.
struct Pair {
  int n;
  float a[32][32], b[32][32];
};
__device__ void fillBoth(Pair &p, const float *in) {
  int x = threadIdx.x, y = threadIdx.y;
  p.a[y][x] = in[y * 32 + x];
  p.b[y][x] = in[1024 + y * 32 + x];
  p.n = 3;
}
__device__ float sumOf(const Pair *p) {
  int x = threadIdx.x, y = threadIdx.y;
  return p->a[x][y] + p->b[y][x] + p->n; // safe
}
__global__ void passed(const float *in, float *out) {
  __shared__ Pair p;
  fillBoth(p, in);
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = sumOf(&p);
}

// In a class of a class, by another name, in a lambda.
struct Panel {
  float w[16][32];
};
struct Work {
  int head;
  Panel panel;
  float tail[32];
};
__global__ void nested(const float *in, float *out) {
  __shared__ Work work;
  int x = threadIdx.x, y = threadIdx.y;
  auto &w = work.panel.w;
  w[y][x] = in[y * 32 + x];
  if (y == 0)
    work.tail[x] = in[x];
  __syncthreads();
  auto column = [&](int r) { return work.panel.w[r][y]; }; // safe
  out[y * 32 + x] = column(x & 15) + work.tail[x];
}

int main() {
  dim3 whole(32, 32), half(32, 16);
  run<float>("object", [&](auto i, auto o) { object<<<1, whole>>>(i, o); });
  run<float>("objects", [&](auto i, auto o) { objects<<<1, whole>>>(i, o); });
  run<float>("stages", [&](auto i, auto o) { stages<<<1, half>>>(i, o); });
  run<float>("methods", [&](auto i, auto o) { methods<<<1, whole>>>(i, o); });
  run<float>("passed", [&](auto i, auto o) { passed<<<1, whole>>>(i, o); });
  run<float>("nested", [&](auto i, auto o) { nested<<<1, half>>>(i, o); });
}
