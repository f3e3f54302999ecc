// configurations: -DEDGE=40; -DSIDE=32; -DPAD=3; -DLEFT=30
// Rows whose length is a sum, and indices that move by such sums: of constants, of
// extents of the block, through variables, and in the place of variables.

#include "host.h"

#ifndef EDGE
#define EDGE 32
#endif
#ifndef SIDE
#define SIDE 30
#endif
#ifndef PAD
#define PAD 0
#endif
#ifndef LEFT
#define LEFT 31
#endif
#define ROW (30 + 2)

__global__ void halo(const float *in, float *out) {
  __shared__ float s[34 * (30 + 2)];
  int x = threadIdx.x, y = threadIdx.y;
  int i = (y + 1) * (30 + 2) + x;
  s[i] = in[i];
  if (y < 2)
    s[y * 33 * (30 + 2) + x] = 1;
  __syncthreads();
  out[y * 32 + x] = s[i - (30 + 2)] + s[i + (30 + 2)] +
                    s[x * (30 + 2) + y]; // safe
}

// The macro writes what is also the row of other memory.
__global__ void haloByMacro(const float *in, float *out) {
  __shared__ float s[34 * ROW];
  int x = threadIdx.x, y = threadIdx.y;
  int i = (y + 1) * ROW + x;
  s[i] = in[i];
  if (y < 2)
    s[y * 33 * ROW + x] = 1;
  __syncthreads();
  out[y * ROW + x] = s[i - ROW] + s[i + ROW] + s[x * ROW + y]; // safe
}

// One column further than the next row.
__global__ void pastHalo(const float *in, float *out) {
  __shared__ float s[36 * (30 + 2)];
  int x = threadIdx.x, y = threadIdx.y;
  int i = (y + 2) * (30 + 2) + x;
  for (int k = y; k < 36; k += 32)
    s[k * (30 + 2) + x] = in[k * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[i - (30 + 3)] + s[i + (30 + 3)] +
                    s[x * (30 + 2) + y]; // unsafe: swizzle
}

// Sums that are no number of rows, of numbers that are, and the other way round.
__global__ void parts(const float *in, float *out) {
  __shared__ float s[36 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int k = y; k < 36; k += 32)
    s[k * 32 + x] = in[k * 32 + x];
  __syncthreads();
  float sum = 0;
  if (x < 29)
    sum = s[y * 32 + x + (32 + 3)] + s[(64 - 32 + 2) + y * 32 + x];
  out[y * 32 + x] = s[x * 32 + y] + sum + s[(16 + 16) + y * 32 + x] + // safe
                    s[(2 * 32 + 32) + y * 32 + x] +
                    s[(32 + (20 + 12)) + y * 32 + x];
}

// Rows of the block and a border.
__global__ void border(const float *in, float *out) {
  __shared__ float s[34 * 64];
  int bx = blockDim.x, by = blockDim.y;
  int x = threadIdx.x, y = threadIdx.y;
  int width = bx + 32;
  s[(y + 1) * width + x + 1] = in[y * bx + x];
  if (y == 0)
    s[x + 1] = 0, s[(by + 1) * width + x + 1] = 1;
  if (x == 0)
    s[(y + 1) * width] = 2, s[(y + 1) * width + bx + 1] = 3;
  __syncthreads();
  out[y * bx + x] = s[y * width + x + 1] + s[(y + 2) * width + x + 1] +
                    s[(x + 1) * width + y + 1]; // safe
}

// The width is also what the output has.
__global__ void borderOfBoth(const float *in, float *out) {
  __shared__ float s[32 * 64];
  int x = threadIdx.x, y = threadIdx.y;
  unsigned width = blockDim.x + 32;
  s[y * width + x + 1] = in[y * width + x];
  __syncthreads();
  out[y * width + x] = s[x * width + y + 1]; // safe
}

// Another launch has other blocks.
__global__ void twoBlocks(const float *in, float *out) {
  __shared__ float s[32 * 65];
  int x = threadIdx.x, y = threadIdx.y;
  if (y < blockDim.x)
    s[y * (blockDim.x + 32) + x] = in[y * blockDim.x + x];
  __syncthreads();
  if (y < blockDim.x)
    out[y * blockDim.x + x] = s[x * (blockDim.x + 32) + y]; // safe: swizzle
}

// The block is changed before the launch.
__global__ void changedBlock(const float *in, float *out) {
  __shared__ float s[32 * 65];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * (blockDim.x + 32) + x] = in[y * blockDim.x + x];
  __syncthreads();
  out[y * blockDim.x + x] = s[x * (blockDim.x + 32) + y]; // safe: swizzle
}

// The variable in the sum changes.
__global__ void changedPart(const float *in, float *out) {
  __shared__ float s[32 * 65];
  int x = threadIdx.x, y = threadIdx.y;
  int edge = 32;
  s[y * (32 + edge) + x] = in[y * 32 + x];
  __syncthreads();
  float sum = s[x * (32 + edge) + y]; // safe: swizzle
  __syncthreads();
  edge += 1;
  s[y * (32 + edge) + x] = sum;
  __syncthreads();
  out[y * 32 + x] = s[y * (32 + edge) + x];
}

// Other builds have other rows.
__global__ void otherEdge(const float *in, float *out) {
  __shared__ float s[32 * (32 + EDGE)];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * (32 + EDGE) + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * (32 + EDGE) + y]; // safe
}
__global__ void otherSide(const float *in, float *out) {
  __shared__ float s[32 * 34];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * (SIDE + 2) + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * (SIDE + 2) + y]; // safe: swizzle
}
__global__ void otherPad(const float *in, float *out) {
  __shared__ float s[32 * 36];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * (blockDim.x + PAD) + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * (blockDim.x + PAD) + y]; // unsafe: swizzle
}
__global__ void otherStep(const float *in, float *out) {
  __shared__ float s[34 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int k = y; k < 34; k += 32)
    s[k * 32 + x] = in[k * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + // safe: swizzle
                    s[y * 32 + x + (LEFT + 1)];
}

// Two instances, with other borders.
template <int Side, int Border>
__global__ void instances(const float *in, float *out) {
  __shared__ float s[32 * (Side + Border)];
  int x = threadIdx.x, y = threadIdx.y;
  int i = y * (Side + Border) + x;
  s[i] = in[i];
  __syncthreads();
  out[i] = s[x * (Side + Border) + y] + // safe
           (y ? s[i - (Side + Border)] : 0);
}

// All of the array, by its size.
__global__ void bySize(const float *in, float *out) {
  __shared__ float s[32 * (30 + 2)];
  int x = threadIdx.x, y = threadIdx.y;
  for (int k = y * 32 + x; k < sizeof(s) / sizeof(float); k += 1024)
    s[k] = in[k];
  __syncthreads();
  out[y * 32 + x] = s[x * (30 + 2) + y]; // none: depends on its size
}

// A view of pairs.
__global__ void pairs(const float *in, float *out) {
  __shared__ __align__(8) float s[32 * (30 + 2)];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * (30 + 2) + x] = in[y * 32 + x];
  __syncthreads();
  const float2 *p = reinterpret_cast<const float2 *>(s);
  float2 two = p[y * (15 + 1) + x / 2];
  out[y * 32 + x] = s[x * (30 + 2) + y] + (x % 2 ? two.y : two.x); // safe
}

// A helper is told the length of other memory's rows, too.
__device__ float at(const float *p, int y, int x, int width) {
  return p[y * width + x]; // safe
}
__global__ void helper(const float *in, float *out) {
  __shared__ float s[32 * (30 + 2)];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * (30 + 2) + x] = at(in, y, x, 30 + 2);
  __syncthreads();
  out[y * 32 + x] = at(s, x, y, 30 + 2);
}

// Unsigned sums in the place of other types.
__global__ void intOfUnsigned(const float *in, float *out) {
  __shared__ float s[32 * 32];
  int i = threadIdx.y * 32 + threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  float sum = 0;
  if (i >= 32)
    sum = s[i - 32];
  out[i] = s[threadIdx.x * 32 + threadIdx.y] + sum; // safe
}
__global__ void longOfUnsigned(const float *in, float *out) {
  __shared__ float s[34 * 32];
  for (int k = threadIdx.y; k < 34; k += 32)
    s[k * 32 + threadIdx.x] = in[k * 32 + threadIdx.x];
  __syncthreads();
  const float *p = s + 64;
  long long i = threadIdx.y * 32u + threadIdx.x;
  out[i] = s[threadIdx.x * 32 + threadIdx.y] + p[i - 64]; // safe
}
__global__ void wrapped(const float *in, float *out) {
  __shared__ float s[33 * 32];
  for (int k = threadIdx.y; k < 33; k += 32)
    s[k * 32 + threadIdx.x] = in[k * 32 + threadIdx.x];
  __syncthreads();
  const float *p = s + 32;
  int i = threadIdx.y * 32u + threadIdx.x - 32u;
  out[i + 32] = s[threadIdx.x * 32 + threadIdx.y] + p[i - 0]; // none: may be negative
}
__global__ void unsignedOfInt(const float *in, float *out) {
  __shared__ float s[32 * 32];
  const int x = threadIdx.x, y = threadIdx.y;
  unsigned i = y * 32 + x;
  s[i] = in[i];
  __syncthreads();
  out[i] = s[x * 32 + y] + s[(i + 32) % 1024u]; // safe
}
__global__ void indexOfIndex(const float *in, float *out) {
  __shared__ float s[32 * 32];
  int i = threadIdx.y * 32 + threadIdx.x;
  i[s] = in[i];
  __syncthreads();
  out[i] = s[threadIdx.x * 32 + threadIdx.y] + i[s] + (i + 0)[s]; // safe
}

int main() {
  dim3 square(32, 32), half(16, 32), other(32, 32);
  run<float>("halo", [&](auto I, auto O) { halo<<<1, square>>>(I, O); });
  run<float>("haloByMacro", [&](auto I, auto O) { haloByMacro<<<1, square>>>(I, O); });
  run<float>("pastHalo", [&](auto I, auto O) { pastHalo<<<1, square>>>(I, O); });
  run<float>("parts", [&](auto I, auto O) { parts<<<1, square>>>(I, O); });
  run<float>("border", [&](auto I, auto O) { border<<<1, square>>>(I, O); });
  run<float>("borderOfBoth", [&](auto I, auto O) { borderOfBoth<<<1, square>>>(I, O); });
  run<float>("twoBlocks", [&](auto I, auto O) {
    twoBlocks<<<1, square>>>(I, O);
    twoBlocks<<<1, half>>>(I, O + 1024);
  });
  other.y = 32, other.x = 32;
  run<float>("changedBlock", [&](auto I, auto O) { changedBlock<<<1, other>>>(I, O); });
  run<float>("changedPart", [&](auto I, auto O) { changedPart<<<1, square>>>(I, O); });
  run<float>("otherEdge", [&](auto I, auto O) { otherEdge<<<1, square>>>(I, O); });
  run<float>("otherSide", [&](auto I, auto O) { otherSide<<<1, square>>>(I, O); });
  run<float>("otherPad", [&](auto I, auto O) { otherPad<<<1, square>>>(I, O); });
  run<float>("otherStep", [&](auto I, auto O) { otherStep<<<1, square>>>(I, O); });
  run<float>("instances", [&](auto I, auto O) {
    instances<30, 2><<<1, square>>>(I, O);
    instances<32, 32><<<1, square>>>(I, O + 4096);
  });
  run<float>("bySize", [&](auto I, auto O) { bySize<<<1, square>>>(I, O); });
  run<float>("pairs", [&](auto I, auto O) { pairs<<<1, square>>>(I, O); });
  run<float>("helper", [&](auto I, auto O) { helper<<<1, square>>>(I, O); });
  run<float>("intOfUnsigned", [&](auto I, auto O) { intOfUnsigned<<<1, square>>>(I, O); });
  run<float>("longOfUnsigned", [&](auto I, auto O) { longOfUnsigned<<<1, square>>>(I, O); });
  run<float>("wrapped", [&](auto I, auto O) { wrapped<<<1, square>>>(I, O); });
  run<float>("unsignedOfInt", [&](auto I, auto O) { unsignedOfInt<<<1, square>>>(I, O); });
  run<float>("indexOfIndex", [&](auto I, auto O) { indexOfIndex<<<1, square>>>(I, O); });
}
