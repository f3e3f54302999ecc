// No padding helps every access, or memory is full: each index is moved by bits
// above those that choose the bank, which costs no memory.

#include "host.h"

// Comparators of a sorting network, of two arrays with one index.
__global__ void sortingSteps(const int *in, int *out) {
  __shared__ int key[256], value[256];
  int t = threadIdx.x;
  key[t] = in[t];
  key[t + 128] = in[t + 128];
  value[t] = in[t + 256];
  value[t + 128] = in[t + 384];
  for (int stride = 1; stride < 128; stride *= 2) {
    __syncthreads();
    int pos = 2 * t - (t & (stride - 1));
    int a = key[pos];          // safe: 'key[pos ^ (pos / 32 & 1) * 31]'
    int b = key[pos + stride]; // safe: 'key[pos ^ (pos / 32 & 1) * 31]'
    key[pos] = a < b ? a : b;  // safe: 'key[pos ^ (pos / 32 & 1) * 31]'
    key[pos + stride] = a < b ? b : a; // safe: 'key[pos ^ (pos / 32 & 1) * 31]'
    value[pos] ^= b; // safe: 'value[pos ^ (pos / 32 & 1) * 31]'
  }
  __syncthreads();
  out[t] = key[t] + value[t];
}

// A tree's upper levels, where the distance doubles and threads fall away.
__global__ void tree(const double *in, double *out) {
  __shared__ double s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int step = 1; step < 256; step *= 2) {
    __syncthreads();
    if (t % (2 * step) == 0)
      s[t] += s[t + step]; // safe: / 16 & 15)]'
  }
  if (t == 0)
    out[0] = s[0];
}

// 48 KB are full; rows are read as vectors of four.
__global__ void fullOfVectors(const float *in, float *out) {
  __shared__ float s[96][128];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y; i < 96; i += 8)
    for (int j = x; j < 128; j += 32)
      s[i][j] = in[(i * 128 + j) % 8192];
  __syncthreads();
  float4 v =
      *reinterpret_cast<float4 *>(&s[x][4 * y]); // safe: ^ (x & 7) * 4]'
  out[y * 32 + x] = v.x + v.y * v.z - v.w;
}

// Two vectors for each thread: a row's own upper bits decide.
__global__ void twoVectorsEach(const float4 *in, float4 *out) {
  __shared__ float4 s[8][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  int half = x % 16;
  float4 a = s[y][2 * half];     // safe: ^ ((2 * half) / 8 & 3)]'
  float4 b = s[y][2 * half + 1]; // safe: ^ ((2 * half) / 8 & 3)]'
  out[y * 32 + x] = x < 16 ? a : b;
}

__global__ void halves(const __half *in, __half *out) {
  __shared__ __half s[384][64];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y; i < 384; i += 32) {
    s[i][x] = in[(i * 64 + x) % 8192];
    s[i][x + 32] = in[(i * 64 + x + 32) % 8192];
  }
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe: 's[x][y ^ (x & 31) * 2]'
}

__global__ void planes(const float *in, float *out) {
  __shared__ float s[12][32][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = 0; i < 12; ++i)
    s[i][y][x] = in[(i * 1024 + y * 32 + x) % 8192];
  __syncthreads();
  for (int i = 0; i < 8; ++i)
    out[i * 1024 + y * 32 + x] = s[i][x][y]; // safe: 's[i][x][y ^ (x & 31)]'
}

// Every fourth row is a store of its own; loads take eight of a row at once.
__global__ void everyFourthRow(const float *in, float *out) {
  __shared__ float s[96][128];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = 0; i < 24; ++i) {
    int r = i / 4 * 16 + x % 4 * 4 + i % 4, c = x / 4 + 8 * y;
    float a = in[(i * 256 + y * 32 + x) % 8192];
    s[r][c] = a;          // safe: ^ (r / 2 & 7) * 4]'
    s[r][c + 64] = a * 2; // safe: ^ (r / 2 & 7) * 4]'
  }
  __syncthreads();
  float4 v = *reinterpret_cast<float4 *>(&s[y][4 * x]);
  out[y * 32 + x] = v.x + v.y * v.z - v.w;
}

__global__ void counted(const unsigned *in, unsigned *out) {
  __shared__ unsigned s[12288];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y * 32 + x; i < 12288; i += 1024)
    s[i] = 0;
  __syncthreads();
  atomicAdd(&s[x * 384 + y], in[y * 32 + x]); // safe: 's[i ^ (i / 128 & 31)]'
  __syncthreads();
  out[y * 32 + x] = s[x * 384 + y]; // safe: 's[i ^ (i / 128 & 31)]'
}

template <class T, int N> __global__ void instances(const T *in, T *out) {
  __shared__ T s[N][N];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * N + x];
  __syncthreads();
  out[y * N + x] = s[x][y]; // safe: 's[x][y ^ (x & 15)]'
}

// What is a subscript in one place, and something else in another, has no swizzle that
// could be written; gaps count in both.
__global__ void alsoByPointer(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  float *p = s + t;
  *p = in[t];
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    int i = 2 * step * t;
    if (i < 256)
      s[i] += s[i + step]; // safe: 's[i + i / 32]' (+32 bytes)
    __syncthreads();
  }
  if (t == 0)
    out[0] = s[0];
}

__global__ void sizedByLaunch(const float *in, float *out) {
  extern __shared__ float dynamic[];
  int t = threadIdx.x;
  dynamic[t] = in[t];
  dynamic[t + 128] = in[t + 128];
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    int i = 2 * step * t;
    if (i < 256)
      dynamic[i] += dynamic[i + step]; // safe: swizzle
    __syncthreads();
  }
  if (t == 0)
    out[0] = dynamic[0];
}

__global__ void countsAsItGoes(const float *in, float *out) {
  __shared__ float s[8][8];
  int x = threadIdx.x, y = threadIdx.y, i = 0;
  s[y][x] = in[y * 8 + x]; // pays
  __syncthreads();
  float sum = s[(x + i++) % 8][y]; // unsafe: pad the rows of 's' to 12 floats
  sum -= s[(x + i++) % 8][y];      // unsafe: pad the rows of 's' to 12 floats
  out[y * 8 + x] = sum;
}

int main() {
  dim3 whole(32, 32), part(32, 8);
  run<int>("sortingSteps",
           [&](auto i, auto o) { sortingSteps<<<1, 128>>>(i, o); });
  run<double>("tree", [&](auto i, auto o) { tree<<<1, 256>>>(i, o); });
  run<float>("fullOfVectors",
             [&](auto i, auto o) { fullOfVectors<<<1, part>>>(i, o); });
  run<float4>("twoVectorsEach",
              [&](auto i, auto o) { twoVectorsEach<<<1, part>>>(i, o); });
  run<__half>("halves", [&](auto i, auto o) { halves<<<1, whole>>>(i, o); });
  run<float>("planes", [&](auto i, auto o) { planes<<<1, whole>>>(i, o); });
  run<float>("everyFourthRow",
             [&](auto i, auto o) { everyFourthRow<<<1, part>>>(i, o); });
  run<unsigned>("counted",
                [&](auto i, auto o) { counted<<<1, whole>>>(i, o); });
  run<float>("instances<float>", [&](auto i, auto o) {
    instances<float, 16><<<1, dim3(16, 16)>>>(i, o);
  });
  run<int>("instances<int>", [&](auto i, auto o) {
    instances<int, 16><<<1, dim3(16, 16)>>>(i, o);
  });
  run<float>("alsoByPointer",
             [&](auto i, auto o) { alsoByPointer<<<1, 256>>>(i, o); });
  run<float>("sizedByLaunch",
             [&](auto i, auto o) { sizedByLaunch<<<1, 128, 1024>>>(i, o); });
  run<float>("countsAsItGoes",
             [&](auto i, auto o) { countsAsItGoes<<<1, dim3(8, 8)>>>(i, o); });
}
