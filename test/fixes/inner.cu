// Rows within declared ones, rows of three times the length, and shorter ones.

#include "host.h"

#define OFFSET(row, col, ld) ((row) * (ld) + (col))
#define FLOAT4(x) (reinterpret_cast<float4 *>(&(x))[0])
#define TILE 1024

//===----------------------------------------------------------------------===//
// Rows within declared ones
//===----------------------------------------------------------------------===//

template <int BM, int BK>
__global__ void buffers(const float *in, float *out, int n) {
  __shared__ float s[2][BM * BK];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4, w = 0;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    s[w][OFFSET(c, r, BM)] = in[t + i];     // safe: to 132 floats
    s[w][OFFSET(c + 1, r, BM)] = in[t + 1]; // safe
    __syncthreads();
    for (int k = 0; k < BK; k += 4)
      for (int j = 0; j < 8; ++j)
        sum += s[w][k * BM + t / 16 * 8 + j];
    w ^= 1;
  }
  out[t] = sum;
}

__global__ void vectors(const float *in, float *out, int n) {
  __shared__ __align__(16) float s[2][TILE];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4, w = 1;
  float4 sum = {};
  do {
    w ^= 1;
    s[w][OFFSET(c, r, 128)] = in[t + n]; // safe: to 132 floats
    __syncthreads();
    float4 v = FLOAT4(s[w][OFFSET(4, t / 16 * 4, 128)]);
    sum.x += v.x + v.w, sum.y += v.y * v.z;
  } while (--n > 0);
  out[t] = sum.x + sum.y;
}

__global__ void planes(const float *in, float *out) {
  __shared__ float s[2][2][8 * 128];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4;
  for (int i = 0; i < 4; ++i)
    s[i / 2][i % 2][c * 128 + r] = in[t + i * 256]; // safe: to 132 floats
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += s[i % 2][i / 2][t / 128 * 512 + t % 128] * (i + 1);
  out[t] = sum;
}

__global__ void shifts(const float *in, float *out, int w) {
  __shared__ float s[2][8 * 128];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4;
  s[w & 1][(c << 7) + r] = in[t]; // safe: to 132 floats
  __syncthreads();
  out[t] = s[w & 1][(t / 128 * 4 << 7) + t % 128];
}

// The declared rows are numbered by products, too.
__global__ void numbered(const float *in, float *out) {
  __shared__ float s[8][4 * 128];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 2;
  for (int i = 0; i < 4; ++i)
    s[i * 2][c * 128 + r] = in[t + i * 128]; // safe: to 136 floats
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += s[i * 128 / 64][t / 128 * 256 + t % 128];
  out[t] = sum;
}

__global__ void pointer(const float *in, float *out, int w) {
  __shared__ float s[2][8 * 128];
  float *p = s[w & 1];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4;
  p[c * 128 + r] = in[t]; // safe: to 132 floats
  __syncthreads();
  out[t] = p[t / 128 * 512 + t % 128];
}

// The next buffer is found by a number.
__global__ void nextByNumber(const float *in, float *out) {
  __shared__ float s[2][8 * 128];
  float *p = &s[0][0];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4;
  float sum = 0;
  for (int i = 0; i < 2; ++i) {
    p[c * 128 + r] = in[t + i]; // safe: to 132 floats
    __syncthreads();
    sum += p[t / 128 * 512 + t % 128];
    p += 1024;
  }
  out[t] = sum;
}

// The same, by one that is no whole number of rows.
__global__ void nextByOther(const float *in, float *out) {
  __shared__ float s[2][8 * 128];
  float *p = &s[0][0];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4;
  float sum = 0;
  for (int i = 0; i < 2; ++i) {
    p[c * 128 + r] = in[t + i]; // safe: leave gaps
    __syncthreads();
    sum += p[t / 128 * 512 + t % 128];
    p += 1024 - 64;
  }
  out[t] = sum;
}

// Row 8 of the first buffer is row 0 of the second.
__global__ void beyond(const float *in, float *out) {
  __shared__ float s[2][8 * 128];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4;
  s[0][c * 128 + r] = in[t]; // safe: to 132 floats
  s[1][c * 128 + r] = in[t + 1]; // safe
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; k += 4)
    sum += (&s[0][0])[k * 128 + t % 128] * (k + 1);
  out[t] = sum;
}

__global__ void behind(const float *in, float *out) {
  __shared__ float s[2][8 * 128];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4;
  s[0][c * 128 + r] = in[t]; // none: may run past the end of a declared row
  s[1][c * 128 + r] = in[t + 1]; // none
  __syncthreads();
  out[t] = (&s[1][0])[t / 128 * 512 + t % 128 - 1024];
}

__global__ void allOfOne(const float *in, float *out) {
  __shared__ float s[2][8 * 128];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4;
  for (int i = t; i < 1024; i += 256)
    s[0][i] = s[1][i] = in[i];
  __syncthreads();
  s[1][c * 128 + r] += in[t]; // safe: to 528 floats
  __syncthreads();
  out[t] = s[1][t / 128 * 512 + t % 128] + s[0][t];
}

__global__ void turned(const float *in, float *out) {
  __shared__ float s[2][8 * 128];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4;
  for (int i = 0; i < 8; ++i)
    s[0][i * 128 + t % 128] = 0;
  __syncthreads();
  s[0][c * 128 + r] = in[t]; // unsafe: to 132 floats
  __syncthreads();
  out[t] = s[0][(t / 128 * 512 + t % 128 + 1000) % 1024]; // pays
}

__global__ void asksSize(const float *in, float *out) {
  __shared__ float s[2][8 * 128];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4;
  s[1][c * 128 + r] = in[t]; // none: 'sizeof' depends on its size
  __syncthreads();
  out[t] = s[1][t / 128 * 512 + t % 128] + sizeof(s[0]);
}

__global__ void viewOfRows(const float *in, float *out) {
  __shared__ float s[2][8 * 128];
  float(*v)[1024] = s;
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4;
  v[1][c * 128 + r] = in[t]; // none
  __syncthreads();
  out[t] = v[1][t / 128 * 512 + t % 128];
}

__global__ void referenceToRow(const float *in, float *out) {
  __shared__ float s[2][8 * 128];
  float(&v)[1024] = s[1];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4;
  v[c * 128 + r] = in[t]; // none
  __syncthreads();
  out[t] = v[t / 128 * 512 + t % 128];
}

__global__ void unevenRow(const float *in, float *out) {
  __shared__ float s[2][8 * 128 + 4];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4;
  s[1][c * 128 + r] = in[t]; // safe: with 4 elements less in each row
  __syncthreads();
  out[t] = s[1][t / 128 * 512 + t % 128];
}

__global__ void distance(const float *in, float *out) {
  __shared__ float s[2][8 * 128];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4;
  s[1][c * 128 + r] = in[t]; // none
  __syncthreads();
  out[t] = s[1][t / 128 * 512 + t % 128] + (&s[1][0] - &s[0][0]);
}

__device__ void put(float *row, int r, int c, float x) { row[c * 128 + r] = x; } // none: also points to other memory

__global__ void sharedHelper(const float *in, float *out) {
  __shared__ float s[2][8 * 128];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4;
  put(s[1], r, c, in[t]);
  __syncthreads();
  out[t] = s[1][t / 128 * 512 + t % 128];
  put(out + 1024, r, c, in[t]);
}

__device__ void putInto(float *row, int r, int c, int ld, float x) {
  row[c * ld + r] = x; // safe: to 132 floats
}

__global__ void ownHelper(const float *in, float *out) {
  __shared__ float s[2][8 * 128];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4;
  putInto(s[1], r, c, 128, in[t]);
  __syncthreads();
  out[t] = s[1][t / 128 * 512 + t % 128];
}

__global__ void indexOfBoth(const float *in, float *out) {
  __shared__ float s[2][8 * 128];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4;
  int i = c * 128 + r;
  s[1][i] = in[i]; // safe: to 132 floats
  __syncthreads();
  out[t] = s[1][t / 128 * 512 + t % 128] + i;
}

__global__ void allAtOnce(const float *in, float *out) {
  __shared__ float s[2][8 * 128];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4;
  s[1][c * 128 + r] = in[t]; // none
  __syncthreads();
  float sum = 0;
  if (t < 32)
    for (float x : s[1])
      sum += x > 0;
  out[t] = sum + s[1][t / 128 * 512 + t % 128];
}

// Column factors that stand in a variable which a macro reads.
__global__ void columnsOfMacros(const float *in, float *out, int w) {
  __shared__ float s[2][8 * 128];
  int t = threadIdx.x, r = t / 2, c = t % 2 * 4, x = t % 16 * 8;
  s[w & 1][OFFSET(c, r, 128)] = in[t]; // safe: to 132 floats
  __syncthreads();
  for (int j = 0; j < 4; ++j)
    out[t] += s[w & 1][OFFSET(4, x % 64 + j, 128)] + x; // none: what helps its other accesses
}

//===----------------------------------------------------------------------===//
// Rows of three times the length
//===----------------------------------------------------------------------===//

__global__ void stencil(const float *in, float *out) {
  __shared__ float s[18][18];
  int x = threadIdx.x + 1, y = threadIdx.y + 1;
  s[y][x] = in[y * 16 + x]; // safe: to 48 floats (+2160 bytes)
  if (x < 3)
    s[y][x == 1 ? 0 : 17] = s[x == 1 ? 0 : 17][y] = in[y];
  __syncthreads();
  out[y * 16 + x] = s[y - 1][x] + s[y + 1][x] + s[y][x - 1] + s[y][x + 1]; // safe
}

__global__ void stencilByIndex(const float *in, float *out) {
  __shared__ float s[18 * 18];
  int x = threadIdx.x + 1, y = threadIdx.y + 1;
  s[y * 18 + x] = in[y * 16 + x]; // safe: to 48 floats
  __syncthreads();
  out[y * 16 + x] = s[y * 18 + x]; // safe
}

__global__ void neighbours(const float *in, float *out) {
  __shared__ float s[18 * 18];
  int x = threadIdx.x + 1, y = threadIdx.y + 1, i = y * 18 + x;
  s[i] = in[y * 16 + x]; // safe: 's[i ^ (i / 32 & 1) * 16]'
  __syncthreads();
  out[y * 16 + x] = x < 16 && y > 1 ? s[i - 17] : 0; // safe
}

// Fewer blocks would fit on an SM.
__global__ void manyPlanes(const float *in, float *out) {
  __shared__ float s[24][18][18];
  int x = threadIdx.x + 1, y = threadIdx.y + 1;
  for (int i = 0; i < 24; ++i)
    s[i][y][x] = in[y * 16 + x + i]; // none: too many pairs
  __syncthreads();
  out[y * 16 + x] = s[x][y][x]; // none
}

//===----------------------------------------------------------------------===//
// Shorter rows
//===----------------------------------------------------------------------===//

__global__ void padded(const float *in, float *out) {
  __shared__ float s[16][16 + 1];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x]; // safe: shorten the rows of 's' to 16 floats (-64 bytes)
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += s[k][x] * (k + 1);
  out[y * 16 + x] = sum;
}

template <int N, int PAD> __global__ void sizes(const float *in, float *out) {
  __shared__ float s[N][N + PAD];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x]; // none: no padding tried
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < N; ++k)
    sum += s[k][x] * (k + 1);
  out[y * 16 + x] = sum;
}

// The column behind the others serves for something.
__global__ void keptColumn(const float *in, float *out) {
  __shared__ float s[16][16 + 1];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x]; // safe: pad the rows
  s[y][16] = in[y];
  __syncthreads();
  float sum = s[y][16];
  for (int k = 0; k < 16; ++k)
    sum += s[k][x] * (k + 1);
  out[y * 16 + x] = sum;
}

__global__ void keptByGuard(const float *in, float *out, int width) {
  __shared__ float s[16][16 + 1];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x]; // safe: pad the rows
  if (width > 1000)
    s[y][16] = 3;
  __syncthreads();
  float sum = width > 1000 ? s[y][16] : 0;
  for (int k = 0; k < 16; ++k)
    sum += s[k][x] * (k + 1);
  out[y * 16 + x] = sum;
}

__device__ void mark(float (&s)[16][17], int y, int c) { s[y][c] = 3; } // none: repeats the length of its rows

__global__ void keptByHelper(const float *in, float *out, int width) {
  __shared__ float s[16][16 + 1];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x];
  mark(s, y, x);
  if (width > 1000)
    mark(s, y, 16);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += s[k][x] * (k + 1);
  out[y * 16 + x] = sum;
}

__global__ void keptByChoice(const float *in, float *out, int width) {
  __shared__ float s[16][16 + 1];
  int x = threadIdx.x, y = threadIdx.y, c = x;
  s[y][x] = in[y * 16 + x]; // safe: pad the rows
  if (x >= width)
    c = 16;
  __syncthreads();
  s[y][c] = 5; // none: what helps its other accesses
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += s[k][x] * (k + 1);
  out[y * 16 + x] = sum + s[y][c]; // none
}

__global__ void keptByLoop(const float *in, float *out) {
  __shared__ float s[16][16 + 1];
  int x = threadIdx.x, y = threadIdx.y;
  for (int c = x; c < 17; c += 16)
    s[y][c] = in[y * 16 + c]; // none: what helps its other accesses
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += s[k][x] * (k + 1);
  out[y * 16 + x] = sum + s[x][y]; // safe: to 18 floats
}

__global__ void keptByData(const float *in, float *out, const int *column) {
  __shared__ float s[16][16 + 1];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x]; // safe: the cost of some accesses
  s[y][column[x] & 1 ? 16 : 0] = 3;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += s[k][x] * (k + 1);
  out[y * 16 + x] = sum;
}

__global__ void keptByPointer(const float *in, float *out) {
  __shared__ float s[16][16 + 1];
  int x = threadIdx.x, y = threadIdx.y;
  float *p = s[y];
  p[x] = in[y * 16 + x]; // safe: pad the rows
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += s[k][x] * (k + 1);
  out[y * 16 + x] = sum;
}

__global__ void keptBySize(const float *in, float *out) {
  __shared__ float s[16][16 + 1];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x]; // none: 'sizeof' depends on its size
  __syncthreads();
  float sum = sizeof(s[0]);
  for (int k = 0; k < 16; ++k)
    sum += s[k][x] * (k + 1);
  out[y * 16 + x] = sum;
}

// Blocks of 17 columns use all of them.
__global__ void widerBlocks(const float *in, float *out) {
  __shared__ float s[16][16 + 1];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x]; // none: no padding tried
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += s[k][x] * (k + 1);
  out[y * 17 + x] = sum;
}

// Its lengths may be others.
__global__ void widthPassed(const float *in, float *out, int width) {
  __shared__ float s[16][16 + 1];
  int x = threadIdx.x, y = threadIdx.y;
  if (x < width)
    s[y][x] = in[y * 16 + x]; // safe
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < width; ++k)
    sum += s[k % 16][x % width] * (k + 1);
  out[y * 16 + x] = sum;
}

__global__ void wideElements(const double *in, double *out) {
  __shared__ double s[8][8 + 1];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 8 + x]; // safe
  __syncthreads();
  double sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += s[k][x] * (k + 1);
  out[y * 8 + x] = sum;
}

__global__ void aligned(const float *in, float *out) {
  __shared__ __align__(16) float s[16][16 + 4];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x]; // safe: shorten the rows of 's' to 16 floats (-256 bytes)
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; k += 4) {
    float4 v = *reinterpret_cast<float4 *>(&s[y][k]);
    sum += v.x + v.y * v.z - v.w;
  }
  out[y * 16 + x] = sum;
}

int main() {
  run<float>("buffers", [](float *In, float *Out) { buffers<128, 8><<<1, 256>>>(In, Out, 3); });
  run<float>("vectors", [](float *In, float *Out) { vectors<<<1, 256>>>(In, Out, 3); });
  run<float>("planes", [](float *In, float *Out) { planes<<<1, 256>>>(In, Out); });
  run<float>("shifts", [](float *In, float *Out) { shifts<<<1, 256>>>(In, Out, 1); });
  run<float>("numbered", [](float *In, float *Out) { numbered<<<1, 256>>>(In, Out); });
  run<float>("pointer", [](float *In, float *Out) { pointer<<<1, 256>>>(In, Out, 1); });
  run<float>("nextByNumber", [](float *In, float *Out) { nextByNumber<<<1, 256>>>(In, Out); });
  run<float>("nextByOther", [](float *In, float *Out) { nextByOther<<<1, 256>>>(In, Out); });
  run<float>("beyond", [](float *In, float *Out) { beyond<<<1, 256>>>(In, Out); });
  run<float>("behind", [](float *In, float *Out) { behind<<<1, 256>>>(In, Out); });
  run<float>("allOfOne", [](float *In, float *Out) { allOfOne<<<1, 256>>>(In, Out); });
  run<float>("turned", [](float *In, float *Out) { turned<<<1, 256>>>(In, Out); });
  run<float>("asksSize", [](float *In, float *Out) { asksSize<<<1, 256>>>(In, Out); });
  run<float>("viewOfRows", [](float *In, float *Out) { viewOfRows<<<1, 256>>>(In, Out); });
  run<float>("referenceToRow", [](float *In, float *Out) { referenceToRow<<<1, 256>>>(In, Out); });
  run<float>("unevenRow", [](float *In, float *Out) { unevenRow<<<1, 256>>>(In, Out); });
  run<float>("distance", [](float *In, float *Out) { distance<<<1, 256>>>(In, Out); });
  run<float>("sharedHelper", [](float *In, float *Out) { sharedHelper<<<1, 256>>>(In, Out); });
  run<float>("ownHelper", [](float *In, float *Out) { ownHelper<<<1, 256>>>(In, Out); });
  run<float>("indexOfBoth", [](float *In, float *Out) { indexOfBoth<<<1, 256>>>(In, Out); });
  run<float>("allAtOnce", [](float *In, float *Out) { allAtOnce<<<1, 256>>>(In, Out); });
  run<float>("columnsOfMacros", [](float *In, float *Out) { columnsOfMacros<<<1, 256>>>(In, Out, 1); });
  run<float>("stencil", [](float *In, float *Out) { stencil<<<1, dim3(16, 16)>>>(In, Out); });
  run<float>("stencilByIndex", [](float *In, float *Out) { stencilByIndex<<<1, dim3(16, 16)>>>(In, Out); });
  run<float>("neighbours", [](float *In, float *Out) { neighbours<<<1, dim3(16, 16)>>>(In, Out); });
  run<float>("manyPlanes", [](float *In, float *Out) { manyPlanes<<<1, dim3(16, 16)>>>(In, Out); });
  run<float>("padded", [](float *In, float *Out) { padded<<<1, dim3(16, 16)>>>(In, Out); });
  run<float>("sizes0", [](float *In, float *Out) { sizes<16, 0><<<1, dim3(16, 16)>>>(In, Out); });
  run<float>("sizes1", [](float *In, float *Out) { sizes<16, 1><<<1, dim3(16, 16)>>>(In, Out); });
  run<float>("keptColumn", [](float *In, float *Out) { keptColumn<<<1, dim3(16, 16)>>>(In, Out); });
  run<float>("keptByGuard", [](float *In, float *Out) { keptByGuard<<<1, dim3(16, 16)>>>(In, Out, 16); });
  run<float>("keptByHelper", [](float *In, float *Out) { keptByHelper<<<1, dim3(16, 16)>>>(In, Out, 16); });
  run<float>("keptByChoice", [](float *In, float *Out) { keptByChoice<<<1, dim3(16, 16)>>>(In, Out, 12); });
  run<float>("keptByLoop", [](float *In, float *Out) { keptByLoop<<<1, dim3(16, 16)>>>(In, Out); });
  run<float>("keptByData", [](float *In, float *Out) { keptByData<<<1, dim3(16, 16)>>>(In, Out, (const int *)In); });
  run<float>("keptByPointer", [](float *In, float *Out) { keptByPointer<<<1, dim3(16, 16)>>>(In, Out); });
  run<float>("keptBySize", [](float *In, float *Out) { keptBySize<<<1, dim3(16, 16)>>>(In, Out); });
  run<float>("widerBlocks16", [](float *In, float *Out) { widerBlocks<<<1, dim3(16, 16)>>>(In, Out); });
  run<float>("widerBlocks17", [](float *In, float *Out) { widerBlocks<<<1, dim3(17, 16)>>>(In, Out); });
  run<float>("widthPassed", [](float *In, float *Out) { widthPassed<<<1, dim3(16, 16)>>>(In, Out, 16); });
  run<double>("wideElements", [](double *In, double *Out) { wideElements<<<1, dim3(8, 8)>>>(In, Out); });
  run<float>("aligned", [](float *In, float *Out) { aligned<<<1, dim3(16, 16)>>>(In, Out); });
}
