// Atomics on integers of known places. Lanes that meet on one word take turns,
// except where the hardware counts them.

#include "host.h"

__global__ void words(int *out, const int *in) {
  __shared__ int bins[1024];
  int t = threadIdx.x;
#pragma unroll 1
  for (int i = t; i < 1024; i += 32)
    bins[i] = 0;
  __syncthreads();
  int value = in[t];
  atomicMax(&bins[t], value);
  __syncthreads();
  atomicMax(&bins[t * 32], value);
  __syncthreads();
  atomicMin(&bins[t * 2], value);
  __syncthreads();
  atomicAdd(&bins[t / 2], value);
  __syncthreads();
  atomicSub(&bins[t / 8 * 33], value);
  __syncthreads();
  atomicExch(&bins[t % 4], value);
  __syncthreads();
  atomicOr(&bins[t + 1], value);
  __syncthreads();
  atomicXor(&bins[t * 16], value);
  __syncthreads();
  out[t + 32] = atomicCAS(&bins[t / 8], 0, value);
  __syncthreads();
  out[t + 64] = atomicCAS(&bins[t * 4], 0, value);
  __syncthreads();
  out[t + 96] = atomicAdd(&bins[t % 16], value);
  __syncthreads();
  out[t + 128] = atomicAdd(&bins[t % 16 * 32], 1);
  __syncthreads();
  if (t < 5)
    atomicMax(&bins[t * 32], value);
  __syncthreads();
  out[t] = bins[t];
}

__global__ void counters(int *out) {
  __shared__ int bins[1024];
  int t = threadIdx.x;
#pragma unroll 1
  for (int i = t; i < 1024; i += 32)
    bins[i] = 0;
  __syncthreads();
  atomicAdd(&bins[t], 1);
  __syncthreads();
  atomicAdd(&bins[t % 4], 1);
  __syncthreads();
  atomicAdd(&bins[7], 1);
  __syncthreads();
  atomicAdd(&bins[t / 8 * 32], 1);
  __syncthreads();
  atomicAdd(&bins[t * 32], 1);
  __syncthreads();
  out[t] = bins[t];
}

__global__ void longWords(unsigned long long *out,
                          const unsigned long long *in) {
  __shared__ unsigned long long s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
  __syncthreads();
  out[t] = atomicCAS(&s[t], 0ull, in[t + 64]);
  __syncthreads();
  out[t + 32] = atomicCAS(&s[t * 2], 0ull, in[t + 64]);
  __syncthreads();
  out[t + 64] = s[t];
}

// A histogram to each warp; the bins of a warp side by side, or far apart.
__global__ void privateHistograms(int *out) {
  __shared__ int near[4][64];
  __shared__ int far[64][4];
  int t = threadIdx.x, warp = t / 32;
#pragma unroll 1
  for (int i = t; i < 256; i += blockDim.x) {
    near[i / 64][i % 64] = 0;
    far[i / 4][i % 4] = 0;
  }
  __syncthreads();
  int bin = t * 7 % 32;
  atomicAdd(&near[warp][bin], 1);
  __syncthreads();
  atomicAdd(&far[bin][warp], 1);
  __syncthreads();
  if (t < 64) {
    int sum = 0;
    sum += near[0][t];
    sum += near[3][t];
    sum += far[t][1];
    out[t] = sum;
  }
}

// What counts by one, and what does not.
__global__ void nearlyCounters(int *out, int n) {
  __shared__ int bins[32];
  __shared__ unsigned wrapping[32];
  int t = threadIdx.x;
  bins[t] = 0;
  wrapping[t] = 0;
  __syncthreads();
  atomicAdd(&bins[t / 2], n);
  __syncthreads();
  atomicAdd(&bins[t / 2], 2);
  __syncthreads();
  atomicAdd(&bins[t / 2], -1);
  __syncthreads();
  atomicSub(&bins[t / 2], 1);
  __syncthreads();
  atomicInc(&wrapping[t / 2], 9);
  __syncthreads();
  atomicAdd(&wrapping[t / 4], 1u);
  __syncthreads();
  out[t] = bins[t];
  out[t + 32] = wrapping[t];
}

// A loop that tries until it succeeds: how often is up to the hardware.
__global__ void retried(float *out, const float *in) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
  __syncthreads();
  atomicAdd(&s[t], 2.0f); // atomic unknown
  __syncthreads();
  out[t] = s[t];
}

// Where a lane adds is up to the data.
__global__ void histogram(int *out, const unsigned *in) {
  __shared__ int bins[64];
  int t = threadIdx.x;
  bins[t] = 0;
  bins[t + 32] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t] % 64], 1); // unknown
  __syncthreads();
  out[t] = bins[t];
}

int main() {
  int *in = counting<int>(4096);
  int *out = counting<int>(4096);
  words<<<1, 32>>>(out, in);
  counters<<<1, 32>>>(out);
  longWords<<<1, 32>>>((unsigned long long *)out, (unsigned long long *)in);
  privateHistograms<<<2, 128>>>(out);
  nearlyCounters<<<1, 32>>>(out, 3);
  retried<<<1, 32>>>((float *)out, (float *)in);
  histogram<<<1, 32>>>(out, (unsigned *)in);
  return finish();
}
