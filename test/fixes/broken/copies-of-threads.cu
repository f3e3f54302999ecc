// configurations: -DBYTES=32
// Asynchronous copies that are one access of a thread, and those that are more: by
// their size, by a group, in another build.

#include "host.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

#ifndef BYTES
#define BYTES 16
#endif

using Pipeline = cuda::pipeline<cuda::thread_scope_thread>;
constexpr auto Whole = cuda::aligned_size_t<16>(16);

static __device__ void finish(Pipeline &pipe) {
  pipe.producer_commit();
  cuda::pipeline_consumer_wait_prior<0>(pipe);
  __syncthreads();
}

__global__ void sizeOfFile(const float4 *in, float *out) {
  __shared__ __align__(16) float s[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  Pipeline pipe = cuda::make_pipeline();
  if (x < 8)
    cuda::memcpy_async((float4 *)&s[y * 32 + x * 4], in + y * 8 + x, Whole, pipe);
  finish(pipe);
  out[y * 32 + x] = s[x * 32 + y]; // safe
}

__global__ void sizeOfFunction(const float4 *in, float *out) {
  __shared__ __align__(16) float s[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  const auto size = cuda::aligned_size_t<alignof(float4)>(sizeof(float4));
  Pipeline pipe = cuda::make_pipeline();
  if (x < 8)
    cuda::memcpy_async((float4 *)&s[y * 32 + x * 4], in + y * 8 + x, size, pipe);
  finish(pipe);
  out[y * 32 + x] = s[x * 32 + y]; // safe
}

// The size promises what the types do not.
__global__ void promised(const float *in, float *out) {
  __shared__ __align__(16) float s[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  Pipeline pipe = cuda::make_pipeline();
  if (x < 8)
    cuda::memcpy_async(&s[y * 32 + x * 4], in + y * 32 + x * 4, Whole, pipe);
  finish(pipe);
  out[y * 32 + x] = s[x * 32 + y]; // safe
}

__global__ void ofThread(const float4 *in, float *out) {
  __shared__ __align__(16) float s[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  if (x < 8)
    cg::memcpy_async(cg::this_thread(), (float4 *)&s[y * 32 + x * 4], in + y * 8 + x, sizeof(float4));
  cg::wait(cg::this_thread());
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // safe
}

__global__ void ofRows(const float4 *in, float *out) {
  __shared__ __align__(16) float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  auto me = cg::this_thread();
  if (x < 8)
    cg::memcpy_async(me, (float4 *)&s[y][x * 4], in + y * 8 + x, sizeof(float4));
  cg::wait(me);
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe
}

// Two rows, one behind the other.
__global__ void twoRows(const float *in, float *out) {
  __shared__ __align__(16) float s[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  const auto size = cuda::aligned_size_t<16>(256);
  Pipeline pipe = cuda::make_pipeline();
  if (x == 0 && y < 16)
    cuda::memcpy_async(&s[y * 64], in + y * 64, size, pipe);
  finish(pipe);
  out[y * 32 + x] = s[x * 32 + y]; // none: its address is used in a way
}

__global__ void byWarp(const float *in, float *out) {
  __shared__ __align__(16) float s[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  if (y < 16)
    cg::memcpy_async(warp, &s[y * 64], in + y * 64, cuda::aligned_size_t<16>(256));
  cg::wait(warp);
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // none: its address is used in a way
}

// In another build, two vectors.
__global__ void otherBytes(const float *in, float *out) {
  __shared__ __align__(16) float s[33 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  Pipeline pipe = cuda::make_pipeline();
  if (x < 8)
    cuda::memcpy_async(&s[y * 32 + x * 4], in + y * 32 + x * 4, cuda::aligned_size_t<16>(BYTES), pipe);
  pipe.producer_commit();
  cuda::pipeline_consumer_wait_prior<0>(pipe);
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // none: BYTES
}

int main() {
  dim3 square(32, 32);
  run<float>("sizeOfFile", [&](auto I, auto O) { sizeOfFile<<<1, square>>>((const float4 *)I, O); });
  run<float>("sizeOfFunction", [&](auto I, auto O) { sizeOfFunction<<<1, square>>>((const float4 *)I, O); });
  run<float>("promised", [&](auto I, auto O) { promised<<<1, square>>>(I, O); });
  run<float>("ofThread", [&](auto I, auto O) { ofThread<<<1, square>>>((const float4 *)I, O); });
  run<float>("ofRows", [&](auto I, auto O) { ofRows<<<1, square>>>((const float4 *)I, O); });
  run<float>("twoRows", [&](auto I, auto O) { twoRows<<<1, square>>>(I, O); });
  run<float>("byWarp", [&](auto I, auto O) { byWarp<<<1, square>>>(I, O); });
  run<float>("otherBytes", [&](auto I, auto O) { otherBytes<<<1, square>>>(I, O); });
}
