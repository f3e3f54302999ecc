// configurations: -DTWICE; -DWIDTH=4

// Indices that another configuration computes otherwise, without a word of what
// is edited: the length of a row, or a column that leaves it.

#include "host.h"

#ifdef TWICE
#define LENGTH 16
#define OFFSET 1
#define HALF / 2
#else
#define LENGTH 32
#define OFFSET 0
#define HALF
#endif

#ifdef TWICE
enum { Length = 16 };
#else
enum { Length = 32 };
#endif
__global__ void enumerator(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * Length + y]; // safe: swizzle
}

enum class Sizes { Row = LENGTH };
__global__ void scopedEnumerator(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * int(Sizes::Row) + y]; // safe: swizzle
}

struct Traits {
  enum { Stride = LENGTH };
};
__global__ void memberEnumerator(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * Traits::Stride + y]; // safe: swizzle
}

#ifdef TWICE
typedef char Bytes[16];
#else
typedef char Bytes[32];
#endif
__global__ void sizeOfName(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * sizeof(Bytes) + y]; // safe: swizzle
}

#ifdef TWICE
struct Wide {
  float a[4];
};
#else
struct Wide {
  float a[8];
};
#endif
__global__ void sizeOfClass(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * sizeof(Wide) + y]; // safe: swizzle
}

__device__ constexpr int table[] = {LENGTH, 1};
__global__ void constantTable(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * table[0] + y]; // safe: swizzle
}

__global__ void emptyMacro(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 HALF + y]; // safe: swizzle
}

__global__ void withinTheIndex(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x *
#ifdef TWICE
                          16
#else
                          32
#endif
                      + y]; // none: its indices depend on '#if'
}

// Columns of declared rows.
__global__ void columnMacro(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][x + OFFSET] : 0); // none: with '-DTWICE', the edit is not proved safe
}

__global__ void columnVariable(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  int c = x;
#ifdef TWICE
  ++c;
#endif
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][c] : 0); // none: with '-DTWICE', the edit is not proved safe
}

enum { ByMacro = LENGTH == 16 };
__global__ void columnOfMacro(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][x + ByMacro] : 0); // none: with '-DTWICE', the edit is not proved safe
}

#ifdef TWICE
enum { ByName = 1 };
#else
enum { ByName = 0 };
#endif
__global__ void columnEnumerator(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][x + ByName] : 0); // none: with '-DTWICE', the edit is not proved safe
}

struct Offset {
  static __device__ int get() {
#ifdef TWICE
    return 1;
#else
    return 0;
#endif
  }
};
__global__ void columnFunction(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][x + Offset::get()] : 0); // none: depend on 'get'
}

// Types that are something else, and choose what makes a column.
#ifdef TWICE
typedef double real;
#else
typedef float real;
#endif
__device__ int shift(int y, float) { return y; }
__device__ int shift(int y, double) { return y + 1; }
__global__ void overloadByType(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][shift(x, real())] : 0); // none: depend on 'real'
}
__global__ void overloadByVariable(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  real v = in[y * 32 + x];
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][shift(x, v)] : 0); // none: depend on 'real'
}

template <typename T> struct Shift {
  static constexpr int value = 0;
};
template <> struct Shift<double> {
  static constexpr int value = 1;
};
__global__ void specialization(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][x + Shift<real>::value] : 0); // none: with '-DTWICE', the edit is not proved safe
}
template <typename T> __device__ int shiftOf() {
  return sizeof(T) / sizeof(float) - 1;
}
__global__ void templateByType(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][x + shiftOf<real>()] : 0); // none: depend on 'real'
}

struct ShiftsNone {
  static __device__ int shift() { return 0; }
};
struct ShiftsOne {
  static __device__ int shift() { return 1; }
};
#ifdef TWICE
struct Policy : ShiftsOne {};
#else
struct Policy : ShiftsNone {};
#endif
__global__ void baseClass(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][x + Policy::shift()] : 0); // none: depend on 'Policy'
}
using Chosen = Policy;
__global__ void baseOfAlias(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][x + Chosen().shift()] : 0); // none: depend on 'Policy'
}

// Columns that change after they were made.
__global__ void changedBySum(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  int c = x;
  c += OFFSET;
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][c] : 0); // none: with '-DTWICE', the edit is not proved safe
}
struct Index {
  int i;
  __device__ Index &operator+=(int by) {
    i += by;
    return *this;
  }
  __device__ void move() { i = i + OFFSET; }
};
__global__ void changedByOperator(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  Index c{x};
  c += OFFSET;
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][c.i] : 0); // none: with '-DTWICE', the edit is not proved safe
}
__device__ void bump(int &c) { c += OFFSET; }
__device__ void bumpAt(int *c) { *c += OFFSET; }
__global__ void changedByReference(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  int c = x;
  bump(c);
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][c] : 0); // none: with '-DTWICE', the edit is not proved safe
}
__global__ void changedByAddress(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  int c = x;
  bumpAt(&c);
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][c] : 0); // none: with '-DTWICE', the edit is not proved safe
}

// Rows that indices make are left by more columns than they have.
#ifdef TWICE
#define COLUMNS 64
#define FLAT_ROWS 16
#else
#define COLUMNS 32
#define FLAT_ROWS 32
#endif
__global__ void loopBound(const float *in, float *out) {
  __shared__ float s[1024 + 32];
  int t = threadIdx.x;
  for (int i = t; i < 1056; i += 32)
    s[i] = in[i % 1024] + 1;
  __syncthreads();
  float sum = 0;
  for (int c = 0; c < COLUMNS; c++)
    sum += s[t * 32 + c]; // safe: swizzle
  out[t] = sum;
}
__global__ void launchShape(const float *in, float *out) {
  __shared__ float s[1024 + 64];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y * blockDim.x + x; i < 1088; i += 1024)
    s[i] = in[i % 1024];
  __syncthreads();
  out[y * 64 + x] = s[y * 32 + x] + s[(x % 32) * 32 + y]; // safe: swizzle
}
__global__ void argument(const float *in, float *out, int offset) {
  __shared__ float s[1024 + 32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  if (y == 0)
    s[1024 + x] = 0;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y + offset]; // safe: swizzle
}
__global__ void guard(const float *in, float *out) {
  __shared__ float s[1024 + 64];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y * 64 + x; i < 1088; i += 1024)
    s[i] = in[i % 1024];
  __syncthreads();
  float sum = x < 32 ? s[x * 32 + y] : 0; // safe: swizzle
  if (x < COLUMNS)
    sum += s[y * 32 + x];
  out[y * 64 + x] = sum;
}
// However many threads there are, a remainder stays in its row.
__global__ void remainder(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x % 32, y = threadIdx.y % 16;
  for (int r = y; r < 32; r += 16)
    s[r * 32 + x] = in[r * 32 + x] + 1;
  __syncthreads();
  out[y * 64 + threadIdx.x] = s[x * 32 + y]; // safe
}

// Launched in a generic lambda, by a template argument.
template <int L> __global__ void launchedGenerically(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * L + y]; // safe: swizzle
}

// Wider accesses than here, which need aligned rows.
#ifdef TWICE
__device__ float sumOf4(const float *p) {
  const float4 v = *(const float4 *)p;
  return v.x + v.y + v.z + v.w;
}
using wide = float4;
#define ALIGNED alignas(16)
#else
__device__ float sumOf4(const float *p) { return p[0] + p[1] + p[2] + p[3]; }
using wide = float;
#define ALIGNED
#endif
__device__ float sum(float v) { return v; }
__device__ float sum(float4 v) { return v.x + v.w; }
__global__ void wideHelper(const float *in, float *out) {
  __shared__ __align__(16) float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + sumOf4(&s[y][x & ~3]); // none: depend on 'sumOf4'
}
__global__ void wideAlias(const float *in, float *out) {
  __shared__ __align__(16) float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + sum(*(const wide *)&s[y][x & ~3]); // none: 'wide'
}
struct ALIGNED Quad {
  float a, b, c, d;
};
__global__ void wideClass(const float *in, float *out) {
  __shared__ __align__(16) float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  Quad q = *(Quad *)&s[y][x & ~3];
  out[y * 32 + x] = s[x][y] + q.a + q.d; // none: depend on 'ALIGNED'
}
#ifndef WIDTH
#define WIDTH 1
#endif
template <int W> struct Vector;
template <> struct Vector<1> {
  typedef float type;
};
template <> struct Vector<4> {
  typedef float4 type;
};
__global__ void wideArgument(const float *in, float *out) {
  __shared__ __align__(16) float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  float v = sum(*(const Vector<WIDTH>::type *)&s[y][x & ~3]);
  out[y * 32 + x] = s[x][y] + v; // none: depend on 'WIDTH'
}
// Blocks of another shape, launched elsewhere only.
__global__ void otherBlocks(const float *in, float *out) {
  __shared__ float s[1024 + 32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y * blockDim.x + x; i < 1056; i += blockDim.x * blockDim.y)
    s[i] = in[i % 1024];
  __syncthreads();
  float v = s[y * 32 + x] + s[(x % 32) * 32 + y]; // none: that is not compiled here names
  out[y * blockDim.x + x] = v;
}

// The same in all configurations.
enum { Always = 32 };
__global__ void sameEverywhere(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * Always + x] + 1;
  __syncthreads();
  out[y * Always + x] = s[x % Always][y]; // safe
}

int main() {
  dim3 whole(32, 32);
  run<float>("enumerator",
             [&](auto i, auto o) { enumerator<<<1, whole>>>(i, o); });
  run<float>("scopedEnumerator",
             [&](auto i, auto o) { scopedEnumerator<<<1, whole>>>(i, o); });
  run<float>("memberEnumerator",
             [&](auto i, auto o) { memberEnumerator<<<1, whole>>>(i, o); });
  run<float>("sizeOfName",
             [&](auto i, auto o) { sizeOfName<<<1, whole>>>(i, o); });
  run<float>("sizeOfClass",
             [&](auto i, auto o) { sizeOfClass<<<1, whole>>>(i, o); });
  run<float>("constantTable",
             [&](auto i, auto o) { constantTable<<<1, whole>>>(i, o); });
  run<float>("emptyMacro",
             [&](auto i, auto o) { emptyMacro<<<1, whole>>>(i, o); });
  run<float>("withinTheIndex",
             [&](auto i, auto o) { withinTheIndex<<<1, whole>>>(i, o); });
  run<float>("columnMacro",
             [&](auto i, auto o) { columnMacro<<<1, whole>>>(i, o); });
  run<float>("columnVariable",
             [&](auto i, auto o) { columnVariable<<<1, whole>>>(i, o); });
  run<float>("columnOfMacro",
             [&](auto i, auto o) { columnOfMacro<<<1, whole>>>(i, o); });
  run<float>("columnEnumerator",
             [&](auto i, auto o) { columnEnumerator<<<1, whole>>>(i, o); });
  run<float>("columnFunction",
             [&](auto i, auto o) { columnFunction<<<1, whole>>>(i, o); });
  run<float>("overloadByType",
             [&](auto i, auto o) { overloadByType<<<1, whole>>>(i, o); });
  run<float>("overloadByVariable",
             [&](auto i, auto o) { overloadByVariable<<<1, whole>>>(i, o); });
  run<float>("specialization",
             [&](auto i, auto o) { specialization<<<1, whole>>>(i, o); });
  run<float>("templateByType",
             [&](auto i, auto o) { templateByType<<<1, whole>>>(i, o); });
  run<float>("baseClass",
             [&](auto i, auto o) { baseClass<<<1, whole>>>(i, o); });
  run<float>("baseOfAlias",
             [&](auto i, auto o) { baseOfAlias<<<1, whole>>>(i, o); });
  run<float>("changedBySum",
             [&](auto i, auto o) { changedBySum<<<1, whole>>>(i, o); });
  run<float>("changedByOperator",
             [&](auto i, auto o) { changedByOperator<<<1, whole>>>(i, o); });
  run<float>("changedByReference",
             [&](auto i, auto o) { changedByReference<<<1, whole>>>(i, o); });
  run<float>("changedByAddress",
             [&](auto i, auto o) { changedByAddress<<<1, whole>>>(i, o); });
  run<float>("loopBound",
             [&](const float *i, float *o) { loopBound<<<1, 32>>>(i, o); });
  dim3 wide(COLUMNS, FLAT_ROWS);
  run<float>("launchShape",
             [&](const float *i, float *o) { launchShape<<<1, wide>>>(i, o); });
  run<float>("argument", [&](const float *i, float *o) {
    argument<<<1, whole>>>(i, o, OFFSET);
  });
  dim3 guarded(64, 16);
  run<float>("guard",
             [&](const float *i, float *o) { guard<<<1, guarded>>>(i, o); });
  run<float>("remainder",
             [&](const float *i, float *o) { remainder<<<1, wide>>>(i, o); });
  run<float>("launchedGenerically", [&](auto i, auto o) {
    launchedGenerically<LENGTH><<<1, whole>>>(i, o);
  });
  run<float>("wideHelper",
             [&](auto i, auto o) { wideHelper<<<1, whole>>>(i, o); });
  run<float>("wideAlias",
             [&](auto i, auto o) { wideAlias<<<1, whole>>>(i, o); });
  run<float>("wideClass",
             [&](auto i, auto o) { wideClass<<<1, whole>>>(i, o); });
  run<float>("wideArgument",
             [&](auto i, auto o) { wideArgument<<<1, whole>>>(i, o); });
  run<float>("otherBlocks",
             [&](auto i, auto o) { otherBlocks<<<1, whole>>>(i, o); });
#ifdef TWICE
  dim3 flat(64, 16);
  run<float>("otherBlocks",
             [&](auto i, auto o) { otherBlocks<<<1, flat>>>(i, o); });
#endif
  run<float>("sameEverywhere",
             [&](auto i, auto o) { sameEverywhere<<<1, whole>>>(i, o); });
}
