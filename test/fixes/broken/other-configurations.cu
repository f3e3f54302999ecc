// configurations: -DTWICE

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
  out[y * 32 + x] = s[x * Length + y]; // none: depend on 'Length'
}

enum class Sizes { Row = LENGTH };
__global__ void scopedEnumerator(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * int(Sizes::Row) + y]; // none: depend on 'LENGTH'
}

struct Traits {
  enum { Stride = LENGTH };
};
__global__ void memberEnumerator(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * Traits::Stride + y]; // none: depend on 'LENGTH'
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
  out[y * 32 + x] = s[x * sizeof(Bytes) + y]; // none: depend on 'Bytes'
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
  out[y * 32 + x] = s[x * sizeof(Wide) + y]; // none: depend on 'Wide'
}

__device__ constexpr int table[] = {LENGTH, 1};
__global__ void constantTable(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * table[0] + y]; // none: depend on 'LENGTH'
}

__global__ void emptyMacro(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 HALF + y]; // none: depend on 'HALF'
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
                      + y]; // none: depend on '#if'
}

// Columns of declared rows.
__global__ void columnMacro(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][x + OFFSET] : 0); // none: depend on 'OFFSET'
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
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][c] : 0); // none: depend on 'c'
}

enum { ByMacro = LENGTH == 16 };
__global__ void columnOfMacro(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][x + ByMacro] : 0); // none: depend on 'LENGTH'
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
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][x + ByName] : 0); // none: depend on 'ByName'
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
  run<float>("sameEverywhere",
             [&](auto i, auto o) { sameEverywhere<<<1, whole>>>(i, o); });
}
