// Rows that are declared: the extent changes.

#include "host.h"
#include <cuda_pipeline.h>

__global__ void plain(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe
}

__global__ void doubles(const double *in, double *out) {
  __shared__ double s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe
}

__global__ void halves(const __half *in, __half *out) {
  __shared__ __half s[32][64];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 64 + x];
  s[y][x + 32] = in[y * 64 + x + 32];
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe
}

__global__ void bytes(const unsigned char *in, unsigned char *out) {
  __shared__ unsigned char s[32][128];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = 0; i < 128; i += 32)
    s[y][x + i] = in[y * 128 + x + i];
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe
}

__global__ void shorts(const short *in, short *out) {
  __shared__ short s[32][64];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 64 + x];
  s[y][x + 32] = in[y * 64 + x + 32];
  __syncthreads();
  out[y * 32 + x] = s[x][2 * y]; // safe
}

__global__ void pairs(const int2 *in, int2 *out) {
  __shared__ int2 s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe
}

__global__ void quads(const float4 *in, float4 *out) {
  __shared__ float4 s[32][8];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 4 + x / 8][x % 8] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe
}

// Words are written, vectors of 16 bytes are read: 4 words keep them aligned.
__global__ void readAsQuads(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y; i < 32; i += 8)
    s[i][x] = in[i * 32 + x];
  __syncthreads();
  float4 v = *reinterpret_cast<const float4 *>(&s[x][4 * y]); // safe
  out[y * 32 + x] = v.x + v.y * v.z - v.w;
}

// Halves that are read eight at a time are padded by eight.
__global__ void halvesReadWide(const __half *in, __half *out) {
  __shared__ __half s[32][64];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y; i < 32; i += 8)
    for (int j = x; j < 64; j += 32)
      s[i][j] = in[i * 64 + j];
  __syncthreads();
  int4 v = *reinterpret_cast<const int4 *>(&s[x][8 * y]); // safe
  *reinterpret_cast<int4 *>(&out[(y * 32 + x) * 8]) = v;
}

// Word by word, longer rows cost a copy nothing.
__global__ void copiedAsynchronously(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y; i < 32; i += 8)
    __pipeline_memcpy_async(&s[i][x], &in[i * 32 + x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int i = y; i < 32; i += 8)
    out[i * 32 + x] = s[x][i]; // safe
}

__global__ void planes(const float *in, float *out) {
  __shared__ float s[2][32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[0][y][x] = in[y * 32 + x];
  s[1][y][x] = in[1024 + y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[0][x][y] - // safe
                    s[1][y][x];
}

// Neither dimension alone frees the banks: 5 * 9 words are odd.
__global__ void twoDimensions(const float *in, float *out) {
  __shared__ float s[32][4][8];
  int x = threadIdx.x, y = threadIdx.y;
  s[x][y][0] = in[y * 32 + x];     // safe
  s[x][y][5] = in[y * 32 + x] * 2; // safe
  __syncthreads();
  out[y * 32 + x] = s[31 - x][y][0] + s[31 - x][y][5]; // safe
}

#define TILE 32
__global__ void macroExtent(const int *in, int *out) {
  __shared__ int s[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * TILE + x];
  __syncthreads();
  out[y * TILE + x] = s[x][y]; // safe
}

constexpr int Rows = 32;
__global__ void constantExtent(const unsigned *in, unsigned *out) {
  __shared__ unsigned s[Rows][Rows << 1];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * Rows + x];
  __syncthreads();
  out[y * Rows + x] = s[x][y]; // safe
}

template <class T, int N> __global__ void instances(const T *in, T *out) {
  __shared__ T s[N][N];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * N + x];
  __syncthreads();
  out[y * N + x] = s[x][y]; // safe
}

__device__ float dot(const float *a, const float *b) {
  float sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += a[i] * b[i * 3]; // safe
  return sum;
}
__global__ void rowPointers(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  const float *row = s[x];
  out[y * 32 + x] = dot(row, &s[y][1]);
}

struct Body {
  float X, Y, Z, Mass;
};
__global__ void structs(const Body *in, Body *out) {
  __shared__ Body s[32][8];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 4 + x / 8][x % 8] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x].Mass = s[x][y].Mass; // safe
}

__global__ void counters(const unsigned *in, unsigned *out) {
  __shared__ unsigned s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = 0;
  __syncthreads();
  atomicAdd(&s[x][y], in[y * 32 + x]); // safe
  __syncthreads();
  out[y * 32 + x] = s[y][x];
}

__global__ void product(const float *a, float *c) {
  __shared__ float as[32][32], bs[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  as[x][y] = a[y * 32 + x]; // safe
  bs[y][x] = a[1024 + y * 32 + x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += as[k][y] * bs[k][x];
  c[y * 32 + x] = sum;
}

__global__ void loadedByMatrix(const __half *in, unsigned *out) {
  __shared__ __half s[32][64];
  int t = threadIdx.x;
  for (int i = 0; i < 2048; i += 32)
    s[(i + t) / 64][(i + t) % 64] = in[i + t];
  __syncthreads();
  unsigned r[4];
  unsigned at = __cvta_generic_to_shared(&s[t][8]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(at)); // safe
  for (int i = 0; i < 4; ++i)
    out[i * 32 + t] = r[i];
}

// Of two matrices, lanes 16 to 31 give addresses behind the rows, which nobody
// uses.
__global__ void loadedByTwoMatrices(const __half *in, unsigned *out) {
  __shared__ __half s[32][64];
  int t = threadIdx.x, lane = t % 32;
  for (int i = t; i < 2048; i += 128)
    s[i / 64][i % 64] = in[i];
  __syncthreads();
  unsigned r[2];
  unsigned at =
      __cvta_generic_to_shared(&s[t / 32 * 8 + lane % 8][lane / 8 * 8 + 48]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
               : "=r"(r[0]), "=r"(r[1])
               : "r"(at)); // safe
  out[t] = r[0];
  out[128 + t] = r[1];
}

// Row and column are the quotient and the remainder of one number.
__global__ void quotients(const float *in, float *out) {
  __shared__ float s[32][32];
  s[threadIdx.x / 32][threadIdx.x % 32] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 32][threadIdx.x / 32]; // safe
}

__global__ void restsByHand(const float *in, float *out, int n) {
  __shared__ float s[32][32];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int r = i / 32, c = i - r * 32;
    s[r][c] = in[i];
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 32][threadIdx.x / 32]; // safe
}

__global__ void quadsByQuotients(const float4 *in, float *out) {
  __shared__ __align__(16) float s[32][32];
  int t = threadIdx.x, r = t / 8, c = (t % 8) * 4;
  *reinterpret_cast<float4 *>(&s[r][c]) = in[t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; k++)
    sum += s[t % 32][k] * (k + t / 32); // safe
  out[t] = sum;
}

int main() {
  dim3 whole(32, 32), part(32, 8), four(32, 4);
  run<float>("plain", [&](auto i, auto o) { plain<<<1, whole>>>(i, o); });
  run<double>("doubles", [&](auto i, auto o) { doubles<<<1, whole>>>(i, o); });
  run<__half>("halves", [&](auto i, auto o) { halves<<<1, whole>>>(i, o); });
  run<unsigned char>("bytes",
                     [&](auto i, auto o) { bytes<<<1, whole>>>(i, o); });
  run<short>("shorts", [&](auto i, auto o) { shorts<<<1, whole>>>(i, o); });
  run<int2>("pairs", [&](auto i, auto o) { pairs<<<1, whole>>>(i, o); });
  run<float4>("quads", [&](auto i, auto o) { quads<<<1, part>>>(i, o); });
  run<float>("readAsQuads",
             [&](auto i, auto o) { readAsQuads<<<1, part>>>(i, o); });
  run<__half>("halvesReadWide",
              [&](auto i, auto o) { halvesReadWide<<<1, part>>>(i, o); });
  run<float>("copiedAsynchronously",
             [&](auto i, auto o) { copiedAsynchronously<<<1, part>>>(i, o); });
  run<float>("planes", [&](auto i, auto o) { planes<<<1, whole>>>(i, o); });
  run<float>("twoDimensions",
             [&](auto i, auto o) { twoDimensions<<<1, four>>>(i, o); });
  run<int>("macroExtent",
           [&](auto i, auto o) { macroExtent<<<1, whole>>>(i, o); });
  run<unsigned>("constantExtent",
                [&](auto i, auto o) { constantExtent<<<1, whole>>>(i, o); });
  run<float>("instances<float>",
             [&](auto i, auto o) { instances<float, 32><<<1, whole>>>(i, o); });
  run<double>("instances<double>", [&](auto i, auto o) {
    instances<double, 16><<<1, dim3(16, 16)>>>(i, o);
  });
  run<float>("rowPointers",
             [&](auto i, auto o) { rowPointers<<<1, whole>>>(i, o); });
  run<Body>("structs", [&](auto i, auto o) { structs<<<1, part>>>(i, o); });
  run<unsigned>("counters",
                [&](auto i, auto o) { counters<<<1, whole>>>(i, o); });
  run<float>("product", [&](auto i, auto o) { product<<<1, whole>>>(i, o); });
  run<unsigned>("loadedByMatrix", [&](auto i, auto o) {
    loadedByMatrix<<<1, 32>>>(reinterpret_cast<const __half *>(i), o);
  });
  run<unsigned>("loadedByTwoMatrices", [&](auto i, auto o) {
    loadedByTwoMatrices<<<1, 128>>>(reinterpret_cast<const __half *>(i), o);
  });
  run<float>("quotients",
             [&](auto i, auto o) { quotients<<<1, 1024>>>(i, o); });
  run<float>("restsByHand",
             [&](auto i, auto o) { restsByHand<<<1, 256>>>(i, o, 1024); });
  run<float>("quadsByQuotients", [&](auto i, auto o) {
    quadsByQuotients<<<1, 256>>>(reinterpret_cast<const float4 *>(i), o);
  });
}
