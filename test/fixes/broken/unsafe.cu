// configurations: -DEXTRA; -DEXTRA=2 -DNDEBUG

// Unsafe fixes may cost another access something, but change no result either:
// the indices move by their bits, in each access.

#include "host.h"
#include <cassert>

__global__ void extraText(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  int i = y * 32 + x;
#ifdef EXTRA
  out[1024 + i] = s[i ^ 1];
#endif
  out[i] = s[x * 32 | y] + s[y * 16 | x]; // none: code that is not compiled here names
}

#ifdef EXTRA
#define ALSO(i) +s[i]
#else
#define ALSO(i)
#endif
__global__ void extraName(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 | y] + s[y * 16 | x] ALSO(31 - x); // none: code that is not compiled here names
}

// The index stands before the array.
__global__ void reversed(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = (x * 32 | y)[s] + (y * 16 | x)[s]; // safe
}

__global__ void parenthesized(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = (s)[x * 32 | y] + (*&s)[y * 16 | x]; // safe
}

__global__ void widthOfBlocks(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  __shared__ float s[1024];
  s[y * blockDim.x + x] = in[y * 32 + x];
  __syncthreads();
  out[y * blockDim.x + x] = s[x * blockDim.x + y]; // safe: swizzle
}

__global__ void changedIndex(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  int i = y * 32 + x;
  float first = s[i++ % 1024];
  i = x * 32 + y;
  out[y * 32 + x] = first + s[i]; // none: this index cannot be written twice
}

__global__ void byPointer(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  const float *p = s + 32 * (y / 2);
  out[y * 32 + x] = s[x * 32 | y] + s[y * 16 | x] + *p++ + p[x]; // none: this accesses it without an index that could be swizzled
}

__global__ void twoWidths(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  auto pairs = reinterpret_cast<const float2 *>(s);
  out[y * 32 + x] = s[x * 32 | y] + s[y * 16 | x] + pairs[(y * 16 + x / 2)].y; // safe: 's[i + i / 32 * 2]'
}

__global__ void atomically(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  atomicAdd(&s[x * 32 | y], 1.0f); // safe: the cost of some accesses is then unknown
  atomicAdd(s + (y * 32 | x), 2.0f);
  __syncthreads();
  out[y * 32 + x] = s[y * 16 | x];
}

// A reference to an element, from which others are addressed.
__device__ float behind(const float &element, int by) {
  return (&element)[by];
}
__global__ void byReference(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  __shared__ float s[12288];
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + behind(s[y * 32], 1); // none: it is not known which element of it this index counts from
}

struct First {
  const float &element;
  __device__ float at(int i) const { return (&element)[i]; }
};
__global__ void byMember(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  __shared__ float s[12288];
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  First first{s[0]};
  out[y * 32 + x] = s[x * 32 + y] + first.at(y * 32 + x); // none: it is not known which element of it this index counts from
}

__global__ void chosen(const float *in, float *out, bool isShared) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  const float &first = isShared ? s[0] : in[0];
  out[y * 32 + x] = (&first)[x * 32 + y]; // none: into other memory
}

// An index through all rows.
#define DECLARED(name, r, c) __shared__ float name[r][c]
__global__ void throughAllRows(const float *in, float *out) {
  DECLARED(s, 32, 32);
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + s[0][y * 32 + x]; // none: may run past the end
}

// An index that runs through all rows is none of its row's.
__global__ void readThrough(const float *in, float *out) {
  __shared__ __align__(16) float s[64][16];
  int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
  for (int r = y; r < 64; r += blockDim.y)
    if (x < 8)
      *reinterpret_cast<float2 *>(&s[r][x * 2]) =
          *reinterpret_cast<const float2 *>(&in[r * 16 + x * 2]);
  __syncthreads();
  if (t < 32)
    out[t] = s[2 * t + 1][8]; // none: no padding tried
  __syncthreads();
  for (int i = t; i < 1024; i += 256)
    out[32 + i] = s[0][i];
}

int main() {
  dim3 whole(32, 32);
  run<float>("extraText",
             [&](auto i, auto o) { extraText<<<1, whole>>>(i, o); });
  run<float>("extraName",
             [&](auto i, auto o) { extraName<<<1, whole>>>(i, o); });
  run<float>("reversed", [&](auto i, auto o) { reversed<<<1, whole>>>(i, o); });
  run<float>("parenthesized",
             [&](auto i, auto o) { parenthesized<<<1, whole>>>(i, o); });
  run<float>("widthOfBlocks", [&](auto i, auto o) {
    widthOfBlocks<<<1, dim3(16, 16)>>>(i, o);
    widthOfBlocks<<<1, whole>>>(i, o + 1024);
  });
  run<float>("changedIndex",
             [&](auto i, auto o) { changedIndex<<<1, whole>>>(i, o); });
  run<float>("byPointer",
             [&](auto i, auto o) { byPointer<<<1, whole>>>(i, o); });
  run<float>("twoWidths",
             [&](auto i, auto o) { twoWidths<<<1, whole>>>(i, o); });
  run<float>("byReference",
             [&](auto i, auto o) { byReference<<<1, whole>>>(i, o); });
  run<float>("byMember", [&](auto i, auto o) { byMember<<<1, whole>>>(i, o); });
  run<float>("chosen", [&](auto i, auto o) {
    chosen<<<1, whole>>>(i, o, true);
    chosen<<<1, whole>>>(i, o + 1024, false);
  });
  run<float>("atomically",
             [&](auto i, auto o) { atomically<<<1, whole>>>(i, o); });
  run<float>("throughAllRows",
             [&](auto i, auto o) { throughAllRows<<<1, whole>>>(i, o); });
  run<float>("readThrough", [&](auto i, auto o) {
    readThrough<<<1, dim3(16, 16)>>>(i, o);
  });
}
