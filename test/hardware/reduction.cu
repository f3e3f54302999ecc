// Sums and prefix sums of a block.

#include "host.h"

__global__ void interleaved(float *out, const float *in) {
  __shared__ float s[256];
  s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
#pragma unroll 1
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    unsigned i = 2 * d * threadIdx.x;
    if (i < blockDim.x) {
      float other = s[i + d];
      s[i] += other;
    }
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = s[0];
}

__global__ void sequential(float *out, const float *in) {
  __shared__ float s[256];
  s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
#pragma unroll 1
  for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
    if (threadIdx.x < d)
      s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = s[0];
}

__global__ void shuffled(float *out, const float *in) {
  __shared__ float partial[32];
  float sum = in[blockIdx.x * 256 + threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, d);
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0)
    partial[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = lane < 8 ? partial[lane] : 0;
    for (int d = 4; d > 0; d /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0)
      out[blockIdx.x] = sum;
  }
}

__global__ void doubling(float *out, const float *in) {
  __shared__ float s[2][256];
  int t = threadIdx.x;
  int from = 0;
  s[from][t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int d = 1; d < 256; d *= 2) {
    float sum = 0;
    if (t >= d)
      sum = s[from][t - d];
    __syncwarp();
    sum += s[from][t];
    s[1 - from][t] = sum;
    from = 1 - from;
    __syncthreads();
  }
  out[t] = s[from][t];
}

__host__ __device__ constexpr int spread(int i) { return i + i / 32; }

// Up and down a tree, over words that are spread and over ones that are not.
__global__ void tree(float *out, const float *in) {
  __shared__ float plain[256];
  __shared__ float wide[spread(256)];
  int t = threadIdx.x;
  plain[t] = in[t];
  plain[t + 128] = in[t + 128];
  wide[spread(t)] = in[t + 256];
  wide[spread(t + 128)] = in[t + 384];
  int step = 1;
#pragma unroll 1
  for (int d = 128; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) {
      int a = step * (2 * t + 1) - 1;
      int b = step * (2 * t + 2) - 1;
      float left = plain[a];
      plain[b] += left;
      float leftSpread = wide[spread(a)];
      wide[spread(b)] += leftSpread;
    }
    step *= 2;
  }
  __syncthreads();
  out[t] = plain[t + 128];
  out[t + 128] = wide[spread(t + 128)];
}

int main() {
  float *in = counting<float>(4096);
  float *out = counting<float>(4096);
  interleaved<<<4, 256>>>(out, in);
  sequential<<<4, 256>>>(out, in);
  shuffled<<<4, 256>>>(out, in);
  doubling<<<1, 256>>>(out, in);
  tree<<<1, 128>>>(out, in);
  return finish();
}
