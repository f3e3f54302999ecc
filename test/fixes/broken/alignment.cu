// Alignment that longer rows do not keep: rows of 36 words do where 16 bytes
// are promised or accessed, rows of 33 do not.

#include "host.h"
#include <cuda_pipeline.h>

struct alignas(16) Quad {
  float a, b, c, d;
};
__global__ void accessedOnceInAWhile(const float *in, float *out, int rare) {
  int x = threadIdx.x, y = threadIdx.y;
  __shared__ alignas(16) float s[32][32];
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe
  if (rare && x < 8) {
    const Quad &quad = *reinterpret_cast<const Quad *>(&s[y][4 * x]);
    out[1024 + y * 32 + x] = quad.a + quad.d;
  }
}

__device__ float sumOf(const float *p) {
  const float4 v = *reinterpret_cast<const float4 *>(p);
  return v.x + v.y * v.z + v.w;
}
__global__ void byHelper(const float *in, float *out, int rare) {
  int x = threadIdx.x, y = threadIdx.y;
  __shared__ alignas(16) float s[32][32];
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (rare ? sumOf(s[y]) : 0); // safe
}

__global__ void promisedPairs(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  auto pairs = static_cast<const float *>(__builtin_assume_aligned(s[y], 8));
  out[y * 32 + x] = s[x][y] + pairs[x]; // safe
}

template <class V> __device__ V loadAs(const void *p) {
  return *static_cast<const V *>(p);
}
__global__ void byTemplate(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  __shared__ alignas(16) float s[32][32];
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  double wide = loadAs<double>(&s[y][2 * (x / 2)]);
  out[y * 32 + x] = s[x][y] + float(__double2loint(wide) & 7); // safe
}

union Words {
  float4 all;
  float each[4];
};
__global__ void byUnion(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  __shared__ alignas(16) float s[32][32];
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  const Words words = *reinterpret_cast<const Words *>(&s[y][x & 28]);
  out[y * 32 + x] =
      s[x][y] + words.each[x & 3]; // none: an array of another shape
}

__global__ void byAssembly(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  __shared__ alignas(16) float s[32][32];
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  float a, b;
  asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];"
               : "=f"(a), "=f"(b)
               : "r"(unsigned(__cvta_generic_to_shared(&s[y][x & 30]))));
  out[y * 32 + x] = s[x][y] + a * b; // safe
}

// What lies behind the tile in dynamic memory stays aligned.
__global__ void behindIt(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  extern __shared__ float memory[];
  auto quads = reinterpret_cast<float4 *>(memory + 1024);
  memory[y * 32 + x] = in[y * 32 + x];
  if (y == 0 && x < 8)
    quads[x] = make_float4(1, 2, 3, x);
  __syncthreads();
  out[y * 32 + x] = memory[x * 32 + y] + quads[x % 8].w; // safe
}

__global__ void asyncPieces(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  __shared__ alignas(16) float s[32][32];
  if (x < 8) {
    unsigned to = __cvta_generic_to_shared(&s[y][4 * x]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to),
                 "l"(in + y * 32 + 4 * x));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
  }
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe: swizzle
}

// An array that is aligned to 16 bytes, and accessed by words: rows of 33.
__global__ void onlyWords(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  __shared__ alignas(16) float s[32][32];
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe
}

// What makes such an access need not be a vector in the source.
__global__ void pieceByIndex(const float *in, float *out) {
  __shared__ __align__(16) float s[32 * 32];
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i)
    s[i * 32 + t] = in[i * 32 + t];
  __syncthreads();
  out[t] = s[t * 32]; // safe
  __syncthreads();
  const float *from = &in[4 * t + 8];
  __pipeline_memcpy_async(&s[t * 32 + 4], from, 16); // none: does not help this
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t + 32] = s[t * 32 + 4] + s[t * 32 + 7]; // safe
}

__global__ void matrixByIndex(const float *in, float *out) {
  __shared__ __align__(16) short s[32 * 64];
  int t = threadIdx.x;
  for (int i = 0; i < 64; ++i)
    s[i % 32 * 64 + i / 32 * 32 + t] = in[i * 32 + t] * 100;
  __syncthreads();
  unsigned a, from = unsigned(__cvta_generic_to_shared(&s[t % 8 * 64]));
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(a)
               : "r"(from)); // safe
  out[t] = a % 1024;
}

int main() {
  dim3 whole(32, 32);
  run<float>("accessedOnceInAWhile", [&](auto i, auto o) {
    accessedOnceInAWhile<<<1, whole>>>(i, o, 0);
    accessedOnceInAWhile<<<1, whole>>>(i, o + 2048, 1);
  });
  run<float>("byHelper", [&](auto i, auto o) {
    byHelper<<<1, whole>>>(i, o, 0);
    byHelper<<<1, whole>>>(i, o + 2048, 1);
  });
  run<float>("promisedPairs",
             [&](auto i, auto o) { promisedPairs<<<1, whole>>>(i, o); });
  run<float>("byTemplate",
             [&](auto i, auto o) { byTemplate<<<1, whole>>>(i, o); });
  run<float>("byUnion", [&](auto i, auto o) { byUnion<<<1, whole>>>(i, o); });
  run<float>("byAssembly",
             [&](auto i, auto o) { byAssembly<<<1, whole>>>(i, o); });
  run<float>("behindIt",
             [&](auto i, auto o) { behindIt<<<1, whole, 4096 + 128>>>(i, o); });
  run<float>("asyncPieces",
             [&](auto i, auto o) { asyncPieces<<<1, whole>>>(i, o); });
  run<float>("onlyWords",
             [&](auto i, auto o) { onlyWords<<<1, whole>>>(i, o); });
  run<float>("pieceByIndex",
             [&](auto i, auto o) { pieceByIndex<<<1, 32>>>(i, o); });
  run<float>("matrixByIndex",
             [&](auto i, auto o) { matrixByIndex<<<1, 32>>>(i, o); });
}
