// Atomics for which the compiler finds something cheaper.

#include "host.h"

// Where all lanes name one word, the compiler joins their values first, and one
// lane asks for all. Not so for exchanges.
__global__ void oneWord(int *out, const int *in, int n) {
  __shared__ int bins[32];
  int t = threadIdx.x;
  bins[t] = in[t];
  __syncthreads();
  int value = in[t];
  atomicAdd(&bins[5], value);
  __syncthreads();
  atomicMax(&bins[n], value);
  __syncthreads();
  atomicAnd(&bins[7], value);
  __syncthreads();
  atomicExch(&bins[8], value);
  __syncthreads();
  out[t] = bins[t];
}

// A counter that wraps where all counters wrap is one that counts by one.
__global__ void wrapping(unsigned *out) {
  __shared__ unsigned bins[32];
  int t = threadIdx.x;
  bins[t] = 0;
  __syncthreads();
  atomicInc(&bins[t / 2], 0xffffffffu);
  __syncthreads();
  out[t] = bins[t];
}

int main() {
  int *in = counting<int>(4096);
  int *out = counting<int>(4096);
  oneWord<<<1, 32>>>(out, in, 6);
  wrapping<<<1, 32>>>((unsigned *)out);
  return finish();
}
