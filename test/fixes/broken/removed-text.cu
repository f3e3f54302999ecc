// configurations: -DFLAT; -DNDEBUG -DFLAT; -DLEVEL=2; -DTWICE -DNDEBUG

// Text that the preprocessor removed here, and that another configuration has:
// no edit may change what it means there.

#include "host.h"
#include <cassert>

__global__ void byArchitecture(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
  const float *all = s[0];
  out[1024 + y * 32 + x] = all[y * 32 + x];
#endif
  out[y * 32 + x] = s[x][y]; // none: not compiled here
}

__global__ void byMacro(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
#ifdef FLAT
  float *all = *s;
  out[1024 + y * 32 + x] = all[x * 32 + y];
#endif
  out[y * 32 + x] = s[x][y]; // none: not compiled here
}

#if LEVEL + 0 > 1
#define TRACE(array, i) out[1024 + (i)] = (&array[0][0])[i]
#else
#define TRACE(array, i) ((void)0)
#endif
__global__ void byLevel(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  TRACE(s, y * 32 + x);
  out[y * 32 + x] = s[x][y]; // none: not compiled here
}

__global__ void asserted(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  assert(&s[y][x] - &s[0][0] == y * 32 + x);
  out[y * 32 + x] = s[x][y]; // none: distance of two addresses
}

template <bool IsFlat>
__global__ void keptByNoInstance(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  if constexpr (IsFlat)
    out[y * 32 + x] = s[0][x * 32 + y];
  else
    out[y * 32 + x] = s[x][y]; // none: not compiled here
}

// The name is put together.
#ifdef FLAT
#define USE(prefix) prefix##s[0][y * 32 + x]
#else
#define USE(prefix) 0
#endif
__global__ void pastedName(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + USE(); // none: not compiled here
}

// The length of a row, in the other configuration.
#ifdef TWICE
#define LENGTH 16
#else
#define LENGTH 32
#endif
__global__ void lengthElsewhere(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * LENGTH + y]; // safe: swizzle
}

__device__ float at(const float *m, int r, int c) { return m[r * 32 + c]; } // none: not compiled here
__global__ void helperElsewhere(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  float sum = at(s, x, y);
#ifdef TWICE
  sum += at(in, x, y);
#endif
  out[y * 32 + x] = sum;
}

// A more special overload, which only the other configuration has.
__device__ int place(int r, long c) { return r * 32 + int(c); }
#ifdef FLAT
__device__ int place(int r, int c) { return c * 32 + r; }
#endif
__global__ void overloadElsewhere(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[place(x, y)]; // none: not compiled here
}

template <class T> struct Row {
  static constexpr int Length = 32;
};
#ifdef TWICE
template <> struct Row<float> {
  static constexpr int Length = 16;
};
#endif
__global__ void specializedElsewhere(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * Row<float>::Length + y]; // safe: swizzle
}

// A macro that is defined away in between.
#define SIDE 32
#ifdef FLAT
#undef SIDE
#define SIDE 31
#endif
__global__ void undefined(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * SIDE + y]; // unsafe: swizzle
}

#ifdef FLAT
#define BYTES 4096
#else
#define BYTES 32 * 32 * 4
#endif
__global__ void otherLaunch(const float *in, float *out) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // none: a macro writes
}

// Not even compiled in any configuration.
__global__ void zeroed(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
#if 0
out[y * 32 + x] = s[0][x * 32 + y];
#endif
  out[y * 32 + x] = s[x][y]; // none: not compiled here
}

#ifdef FLAT
typedef float2 Access;
#else
typedef float Access;
#endif
__global__ void typedefElsewhere(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  Access *p = (Access *)&s[y][0];
  out[1024 + y * 32 + x] = *(float *)(p + x / 2);
  out[y * 32 + x] = s[x][y]; // none: not compiled here
}

#ifdef FLAT
#define NAMES s
#else
#define NAMES in_
#endif
__global__ void namedByMacro(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  const float (*in_)[32] = nullptr;
  out[y * 32 + x] = s[x][y] + (sizeof(NAMES) == 8 ? 0 : 1); // none: not compiled here
}

__global__ void otherArm(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  float v = 0;
#ifndef FLAT
  v = s[x][y]; // none: not compiled here
#else
  for (int i = 0; i < 32; ++i)
    v += (&s[y][0])[i * 31 % 32];
  v += s[x][y];
#endif
  out[y * 32 + x] = v;
}

#ifdef TWICE
#define INNER(i) ((i) % 512)
#else
#define INNER(i) (i)
#endif
#define OUTER(i) INNER(i)
__global__ void nestedMacro(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[OUTER(x * 32 + y)]; // safe: swizzle
}

#ifdef TWICE
__device__ int placeBy(int r, int c, int l = 16) { return r * l + c; }
#else
__device__ int placeBy(int r, int c, int l = 32) { return r * l + c; }
#endif
__global__ void defaultElsewhere(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[placeBy(x, y)]; // none: default argument
}

__global__ void eitherArm(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
#if __CUDA_ARCH__ >= 800
  out[y * 32 + x] = s[x][y]; // none: not compiled here
#else
  out[y * 32 + x] = s[x][y];
#endif
}

namespace whole {
constexpr int L = 32;
__device__ int f(int r) { return r * L; }
} // namespace whole
namespace halves {
constexpr int L = 16;
__device__ int f(int r) { return r * L; }
} // namespace halves
#ifdef TWICE
namespace used = halves;
#else
namespace used = whole;
#endif
__global__ void aliasElsewhere(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[used::f(x) + y]; // none: this index cannot be written twice
}

#ifdef TWICE
using halves::f;
#else
using whole::f;
#endif
__global__ void usingElsewhere(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[f(x) + y]; // none: this index cannot be written twice
}

#ifdef TWICE
#define DIM dim3(16, 16)
#else
#define DIM dim3(32, 32)
#endif
__global__ void blocksElsewhere(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  if (blockDim.x == 32)
    out[y * 32 + x] = s[x][y] + s[y][x + blockDim.x - 32]; // none: with '-DTWICE'
}

// The compiler reads arms that no constant of this configuration takes.
#ifdef TWICE
constexpr bool IsFlat = true;
#else
constexpr bool IsFlat = false;
#endif
__global__ void constantArm(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  float value = s[x][y]; // none: no analysed kernel executes
  if (IsFlat)
    value += (&s[0][0])[y * 32 + x];
  out[y * 32 + x] = value;
}

__global__ void constantArmOfSubscripts(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  float value = s[x][y]; // safe
  if (IsFlat)
    value += s[31 - y][x];
  out[y * 32 + x] = value;
}

template <int Which>
__global__ void armOfInstance(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  float value = s[x][y]; // safe
  if (Which == 2)
    value += (&s[0][0])[y * 32 + x];
  out[y * 32 + x] = value;
}

#ifdef TWICE
typedef int Size;
#else
typedef short Size;
#endif
__global__ void armOfType(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  float value = s[x][y]; // none: no analysed kernel executes
  if (sizeof(Size) == 4)
    value += (&s[0][0])[y * 32 + x];
  out[y * 32 + x] = value;
}

int main() {
  dim3 whole(32, 32);
  run<float>("byArchitecture",
             [&](auto i, auto o) { byArchitecture<<<1, whole>>>(i, o); });
  run<float>("byMacro", [&](auto i, auto o) { byMacro<<<1, whole>>>(i, o); });
  run<float>("byLevel", [&](auto i, auto o) { byLevel<<<1, whole>>>(i, o); });
  run<float>("asserted", [&](auto i, auto o) { asserted<<<1, whole>>>(i, o); });
  run<float>("keptByNoInstance", [&](auto i, auto o) {
    keptByNoInstance<false><<<1, whole>>>(i, o);
  });
  run<float>("pastedName",
             [&](auto i, auto o) { pastedName<<<1, whole>>>(i, o); });
  run<float>("lengthElsewhere",
             [&](auto i, auto o) { lengthElsewhere<<<1, whole>>>(i, o); });
  run<float>("helperElsewhere",
             [&](auto i, auto o) { helperElsewhere<<<1, whole>>>(i, o); });
  run<float>("overloadElsewhere",
             [&](auto i, auto o) { overloadElsewhere<<<1, whole>>>(i, o); });
  run<float>("specializedElsewhere",
             [&](auto i, auto o) { specializedElsewhere<<<1, whole>>>(i, o); });
  run<float>("undefined",
             [&](auto i, auto o) { undefined<<<1, whole>>>(i, o); });
  run<float>("otherLaunch",
             [&](auto i, auto o) { otherLaunch<<<1, whole, BYTES>>>(i, o); });
  run<float>("zeroed", [&](auto i, auto o) { zeroed<<<1, whole>>>(i, o); });
  run<float>("typedefElsewhere",
             [&](auto i, auto o) { typedefElsewhere<<<1, whole>>>(i, o); });
  run<float>("namedByMacro",
             [&](auto i, auto o) { namedByMacro<<<1, whole>>>(i, o); });
  run<float>("otherArm", [&](auto i, auto o) { otherArm<<<1, whole>>>(i, o); });
  run<float>("nestedMacro",
             [&](auto i, auto o) { nestedMacro<<<1, whole>>>(i, o); });
  run<float>("defaultElsewhere",
             [&](auto i, auto o) { defaultElsewhere<<<1, whole>>>(i, o); });
  run<float>("eitherArm",
             [&](auto i, auto o) { eitherArm<<<1, whole>>>(i, o); });
  run<float>("aliasElsewhere",
             [&](auto i, auto o) { aliasElsewhere<<<1, whole>>>(i, o); });
  run<float>("usingElsewhere",
             [&](auto i, auto o) { usingElsewhere<<<1, whole>>>(i, o); });
  run<float>("blocksElsewhere",
             [&](auto i, auto o) { blocksElsewhere<<<1, DIM>>>(i, o); });
  run<float>("constantArm",
             [&](auto i, auto o) { constantArm<<<1, whole>>>(i, o); });
  run<float>("constantArmOfSubscripts", [&](auto i, auto o) {
    constantArmOfSubscripts<<<1, whole>>>(i, o);
  });
  run<float>("armOfInstance",
             [&](auto i, auto o) { armOfInstance<1><<<1, whole>>>(i, o); });
  run<float>("armOfType",
             [&](auto i, auto o) { armOfType<<<1, whole>>>(i, o); });
}
