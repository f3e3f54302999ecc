// configurations: -DBIG

// Rows that may be longer here, and not where another configuration needs more
// of the 48 KB.

#include "host.h"
#include <climits>

#ifdef BIG
#define ROWS 376
#define BYTES 45056
typedef double real;
#define ELEMENT double2
#define WIDE double4
#define CLASS Two
typedef float Others[352][32];
#define OF_SYSTEM CHAR_BIT * 48
#define NAMED_BY_SYSTEM UCHAR_MAX
constexpr int Rows = 376;
enum { Count = 376 };
#else
#define ROWS 32
#define BYTES 1024
typedef float real;
#define ELEMENT float
#define WIDE float
#define CLASS float
typedef float Others[8][32];
#define OF_SYSTEM 32
#define NAMED_BY_SYSTEM 32
constexpr int Rows = 32;
enum { Count = 32 };
#endif
#define ALL_ROWS (ROWS)

__global__ void byMacro(const float *in, float *out) {
  __shared__ float s[ALL_ROWS][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // none: because of 'ROWS'
}
__global__ void byConstant(const float *in, float *out) {
  __shared__ float s[Rows][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // none: because of 'Rows'
}
__global__ void byEnumerator(const float *in, float *out) {
  __shared__ float s[Count][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // none: because of 'Count'
}
template <int N> __global__ void byArgument(const float *in, float *out) {
  __shared__ float s[N][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // none: because of 'ROWS'
}
__global__ void byType(const float *in, float *out) {
  __shared__ real s[190][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // none: with '-DBIG', the edit is not proved safe
}
__device__ float first(float v) { return v; }
__device__ float first(double2 v) { return v.x; }
__device__ void set(float &to, float v) { to = v; }
__device__ void set(double2 &to, float v) { to = make_double2(v, v); }
__global__ void byTypeOfMacro(const float *in, float *out) {
  __shared__ ELEMENT s[94][32];
  int x = threadIdx.x, y = threadIdx.y;
  set(s[y][x], in[y * 32 + x] + 1);
  __syncthreads();
  out[y * 32 + x] = first(s[x][y]); // none: with '-DBIG', the edit is not proved safe
}
__device__ float first(double4 v) { return v.x; }
__device__ void set(double4 &to, float v) { to = double4{v, v, v, v}; }
__global__ void byWideType(const float *in, float *out) {
  __shared__ WIDE s[47][32];
  int x = threadIdx.x, y = threadIdx.y;
  set(s[y][x], in[y * 32 + x] + 1);
  __syncthreads();
  out[y * 32 + x] = first(s[x][y]); // none: with '-DBIG', the edit is not proved safe
}
struct Two {
  double4 a, b;
};
__device__ float first(const Two &v) { return v.b.x; }
__device__ void set(Two &to, float v) { set(to.b, v); }
__global__ void byClass(const float *in, float *out) {
  __shared__ CLASS s[24][32];
  int x = threadIdx.x, y = threadIdx.y;
  if (y < 24)
    set(s[y][x], in[y * 32 + x] + 1);
  __syncthreads();
  if (x < 24)
    out[y * 32 + x] = first(s[x][y]); // none: with '-DBIG', the edit is not proved safe
}
__global__ void besideNamed(const float *in, float *out) {
  __shared__ Others t;
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y % 8][x] = in[1024 + y % 8 * 32 + x];
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + t[y % 8][x]; // safe: swizzle
}
__global__ void byNameOfSystem(const float *in, float *out) {
  __shared__ float s[OF_SYSTEM][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // none: because of 'OF_SYSTEM'
}
__global__ void byNumberOfSystem(const float *in, float *out) {
  __shared__ float s[NAMED_BY_SYSTEM][48];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // none: because of 'NAMED_BY_SYSTEM'
}
__global__ void besideAnother(const float *in, float *out) {
#ifdef BIG
  __shared__ float t[352 * 32];
  t[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.x];
#endif
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
#ifdef BIG
  out[1024 + y * 32 + x] = t[y * 32 + x];
#endif
  out[y * 32 + x] = s[x][y]; // safe: swizzle
}
__global__ void besideLonger(const float *in, float *out) {
  __shared__ float s[32][32], t[ROWS - 32 + 8][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  t[y % 8][x] = in[1024 + y % 8 * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y] + t[y % 8][x]; // safe: swizzle
}
template <class T, int N>
__global__ void instantiated(const float *in, float *out) {
  __shared__ T s[N][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // none: that is not compiled here names 'instantiated'
}
#ifdef BIG
template __global__ void instantiated<double, 190>(const float *, float *);
#endif
__global__ void besideDynamic(const float *in, float *out) {
  extern __shared__ float d[];
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  if (y == 0)
    d[x] = 1;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + d[x]; // none: because of 'BYTES'
}

// Larger, and still small enough; or a number that only a build can give.
#ifdef SIZE_OF_THE_BUILD
#define COUNT SIZE_OF_THE_BUILD
#else
#define COUNT 32
#endif
__global__ void ofTheBuild(const float *in, float *out) {
  __shared__ float s[COUNT][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe
}
#ifdef BIG
#define TILE 64
typedef double number;
#else
#define TILE 32
typedef float number;
#endif
__global__ void largeEnough(const float *in, float *out) {
  __shared__ number s[TILE][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe
}

int main() {
  dim3 whole(32, 32);
  run<float>("byMacro", [&](auto i, auto o) { byMacro<<<1, whole>>>(i, o); });
  run<float>("byConstant",
             [&](auto i, auto o) { byConstant<<<1, whole>>>(i, o); });
  run<float>("byEnumerator",
             [&](auto i, auto o) { byEnumerator<<<1, whole>>>(i, o); });
  run<float>("byArgument",
             [&](auto i, auto o) { byArgument<ROWS><<<1, whole>>>(i, o); });
  run<float>("byType", [&](auto i, auto o) { byType<<<1, whole>>>(i, o); });
  run<float>("byTypeOfMacro",
             [&](auto i, auto o) { byTypeOfMacro<<<1, whole>>>(i, o); });
  run<float>("byWideType",
             [&](auto i, auto o) { byWideType<<<1, whole>>>(i, o); });
  run<float>("byClass", [&](auto i, auto o) { byClass<<<1, whole>>>(i, o); });
  run<float>("besideNamed",
             [&](auto i, auto o) { besideNamed<<<1, whole>>>(i, o); });
  run<float>("byNameOfSystem",
             [&](auto i, auto o) { byNameOfSystem<<<1, whole>>>(i, o); });
  run<float>("byNumberOfSystem",
             [&](auto i, auto o) { byNumberOfSystem<<<1, whole>>>(i, o); });
  run<float>("besideAnother",
             [&](auto i, auto o) { besideAnother<<<1, whole>>>(i, o); });
  run<float>("besideLonger",
             [&](auto i, auto o) { besideLonger<<<1, whole>>>(i, o); });
  run<float>("instantiated", [&](auto i, auto o) {
    instantiated<float, 32><<<1, whole>>>(i, o);
  });
  run<float>("besideDynamic",
             [&](auto i, auto o) { besideDynamic<<<1, whole, BYTES>>>(i, o); });
  run<float>("ofTheBuild",
             [&](auto i, auto o) { ofTheBuild<<<1, whole>>>(i, o); });
  run<float>("largeEnough",
             [&](auto i, auto o) { largeEnough<<<1, whole>>>(i, o); });
}
