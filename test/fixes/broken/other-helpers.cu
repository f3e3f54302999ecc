// configurations: -DALT

// Another configuration passes the array to other functions and classes, or
// launches its kernel by others. Here, each stays in its row.

#include "host.h"

struct First {
  static __device__ float get(const float *p, int i) { return p[i]; }
  __device__ float operator()(const float *p, int i) const { return p[i]; }
};
struct Second {
  static __device__ float get(const float *p, int i) { return p[i + 1]; }
  __device__ float operator()(const float *p, int i) const { return p[i + 1]; }
};
struct FirstView {
  const float *row;
  __device__ float operator[](int i) const { return row[i]; }
};
struct SecondView {
  const float *row;
  __device__ float operator[](int i) const { return row[i + 1]; }
};
namespace first {
__device__ float within(const float *p, int i) { return p[i]; }
} // namespace first
namespace second {
__device__ float within(const float *p, int i) { return p[i + 1]; }
} // namespace second
__device__ float of(const float *p, long i) { return p[i]; }
template <class T> __device__ T generic(const T *p, int i) { return p[i]; }
template <class F> __device__ float applied(F f, const float *p) {
  return f(p);
}
__device__ float same(const float *p, int i) { return p[i]; }
struct Tile {
  float v[32][32];
  float t[32];
};
struct Arguments {
  int by;
};
size_t Bytes = 4096;

#ifdef ALT
__device__ float at(const float *row, int i) { return row[i + 1]; }
__device__ float of(const float *p, int i) { return p[i + 1]; }
template <> __device__ float generic(const float *p, int i) {
  return p[i + 1];
}
template <class F> __device__ void each(F f) {
  for (int k = 0; k < 33; ++k)
    f(k);
}
dim3 shape() { return dim3(64, 16); }
Arguments arguments() { return {1}; }
using Functor = Second;
using namespace second;
typedef SecondView View;
using vec = float4;
enum { Promised = 16 };
#define FUNCTOR Second
#define NAME second::within
#define TAIL(tile, i) reinterpret_cast<const float *>(&tile)[1024 + i]
#define FILLED Bytes
#else
__device__ float at(const float *row, int i) { return row[i]; }
template <class F> __device__ void each(F f) {
  for (int k = 0; k < 32; ++k)
    f(k);
}
dim3 shape() { return dim3(32, 32); }
Arguments arguments() { return {0}; }
using Functor = First;
using namespace first;
typedef FirstView View;
using vec = float;
enum { Promised = 4 };
#define FUNCTOR First
#define NAME first::within
#define TAIL(tile, i) tile.t[i]
#define FILLED 4096
#endif

template <class K> void start(K kernel, const float *in, float *out) {
#ifdef ALT
  kernel<<<1, dim3(32, 32)>>>(in, out, 1);
#else
  kernel<<<1, dim3(32, 32)>>>(in, out, 0);
#endif
}

__global__ void byHelper(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? at(s[y], x) : 0); // none: 'at'
}

__global__ void byFlatHelper(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + (y < 31 ? at(s + y * 32, x) : 0); // none: 'at'
}

__global__ void byFunctor(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? Functor()(s[y], x) : 0); // none: 'Functor'
}

__global__ void byFunctorOfMacro(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? FUNCTOR()(s[y], x) : 0); // none: 'FUNCTOR'
}

template <class P> __global__ void byPolicy(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? P::get(s[y], x) : 0); // none: 'Functor'
}

__global__ void byStatic(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + (y < 31 ? Functor::get(&s[y * 32], x) : 0); // none: 'Functor'
}

__global__ void byOverload(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? of(s[y], x) : 0); // none: 'of'
}

__global__ void bySpecialization(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? generic(s[y], x) : 0); // none: 'generic'
}

__global__ void byNameOfMacro(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? NAME(s[y], x) : 0); // none: 'NAME'
}

__global__ void byNamespace(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? within(s[y], x) : 0); // none: 'within'
}

__global__ void byView(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  View v{s[y]};
  out[y * 32 + x] = s[x][y] + (y < 31 ? v[x] : 0); // none: 'row'
}

__global__ void byLambda(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
#ifdef ALT
  auto f = [=](const float *p) { return p[x + 1]; };
#else
  auto f = [=](const float *p) { return p[x]; };
#endif
  out[y * 32 + x] = s[x * 32 + y] + (y < 31 ? applied(f, s + y * 32) : 0); // none: 'f'
}

__global__ void byPromise(const float *in, float *out) {
  __shared__ __align__(16) float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  auto p = (const float *)__builtin_assume_aligned(&s[y][0], Promised);
  out[y * 32 + x] = s[x][y] + p[0] + p[1] + p[2]; // none: 'Promised'
}

template <class V> __global__ void byTypeArgument(const float *in, float *out) {
  __shared__ __align__(16) float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  V v = *(const V *)&s[y][x & ~3];
  out[y * 32 + x] = s[x][y] + *(float *)&v; // none: 'vec'
}

__global__ void byMember(const float *in, float *out) {
  __shared__ Tile tile;
  int x = threadIdx.x, y = threadIdx.y;
  tile.v[y][x] = in[y * 32 + x];
  tile.t[x] = x;
  __syncthreads();
  out[y * 32 + x] = tile.v[x][y] + TAIL(tile, x); // none: 'TAIL'
}

__global__ void byCallback(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  float v = 0;
  each([&](int k) { v += s[(y & 15) * 32 + k]; });
  out[y * 32 + x] = s[x * 32 + y] + v; // none: 'each'
}

__global__ void byShape(const float *in, float *out) {
  __shared__ float s[1024 + 32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y * blockDim.x + x; i < 1056; i += 1024)
    s[i] = i;
  __syncthreads();
  out[y * blockDim.x + x] = s[y * 32 + x] + s[x % 32 * 32 + y]; // safe: swizzle
}

__global__ void byLauncher(const float *in, float *out, int by) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + (y < 31 ? s[y * 32 + x + by] : 0); // unsafe: swizzle
}

__global__ void byArguments(const float *in, float *out, int by) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + (y < 31 ? s[y * 32 + x + by] : 0); // unsafe: swizzle
}

__global__ void bySize(const float *in, float *out) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // safe: swizzle
}

__global__ void bySame(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + same(s[y], x); // safe
}

int main() {
  dim3 whole(32, 32);
  run<float>("byHelper", [&](const float *i, float *o) {
    byHelper<<<1, whole>>>(i, o);
  });
  run<float>("byFlatHelper", [&](const float *i, float *o) {
    byFlatHelper<<<1, whole>>>(i, o);
  });
  run<float>("byFunctor", [&](const float *i, float *o) {
    byFunctor<<<1, whole>>>(i, o);
  });
  run<float>("byFunctorOfMacro", [&](const float *i, float *o) {
    byFunctorOfMacro<<<1, whole>>>(i, o);
  });
  run<float>("byPolicy", [&](const float *i, float *o) {
    byPolicy<Functor><<<1, whole>>>(i, o);
  });
  run<float>("byStatic", [&](const float *i, float *o) {
    byStatic<<<1, whole>>>(i, o);
  });
  run<float>("byOverload", [&](const float *i, float *o) {
    byOverload<<<1, whole>>>(i, o);
  });
  run<float>("bySpecialization", [&](const float *i, float *o) {
    bySpecialization<<<1, whole>>>(i, o);
  });
  run<float>("byNameOfMacro", [&](const float *i, float *o) {
    byNameOfMacro<<<1, whole>>>(i, o);
  });
  run<float>("byNamespace", [&](const float *i, float *o) {
    byNamespace<<<1, whole>>>(i, o);
  });
  run<float>("byView", [&](const float *i, float *o) {
    byView<<<1, whole>>>(i, o);
  });
  run<float>("byLambda", [&](const float *i, float *o) {
    byLambda<<<1, whole>>>(i, o);
  });
  run<float>("byPromise", [&](const float *i, float *o) {
    byPromise<<<1, whole>>>(i, o);
  });
  run<float>("byTypeArgument", [&](const float *i, float *o) {
    byTypeArgument<vec><<<1, whole>>>(i, o);
  });
  run<float>("byMember", [&](const float *i, float *o) {
    byMember<<<1, whole>>>(i, o);
  });
  run<float>("byCallback", [&](const float *i, float *o) {
    byCallback<<<1, whole>>>(i, o);
  });
  run<float>("byShape", [&](const float *i, float *o) {
    byShape<<<1, shape()>>>(i, o);
  });
  run<float>("byLauncher", [&](const float *i, float *o) {
    start(byLauncher, i, o);
  });
  run<float>("byArguments", [&](const float *i, float *o) {
    byArguments<<<1, whole>>>(i, o, arguments().by);
  });
  run<float>("bySize", [&](const float *i, float *o) {
    bySize<<<1, whole, Bytes>>>(i, o);
    cudaMemset(o + 4096, 1, FILLED);
  });
  run<float>("bySame", [&](const float *i, float *o) {
    bySame<<<1, whole>>>(i, o);
  });
}
