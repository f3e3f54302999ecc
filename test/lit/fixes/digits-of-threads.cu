// Each thread counts digits in a column of its own, in whichever row: free of
// conflicts with rows of 128, and of an unknown cost with any other length. What
// that may be at most, a wavefront for each lane, is less than what the sums of
// rows take: 64 requests of 32, for 256 of 16. Measured on an H200: 3.5
// wavefronts a request there, 1 in place of 16 here, and two thirds of the time.
//
// RUN: %lint --exit-zero --sort=place %s 2>&1 | FileCheck %s
#include <cuda_runtime.h>

__global__ void sort(const unsigned *in, unsigned *out, int bit) {
  __shared__ unsigned count[16][128];
  int t = threadIdx.x;
  for (int i = 0; i < 16; i++)
    count[i][t] = 0;
  for (int i = 0; i < 8; i++)
    count[(in[t * 8 + i] >> bit) & 15][t]++;
  __syncthreads();
  if (t < 16) {
    unsigned sum = 0;
    for (int i = 0; i < 128; i++) {
      // CHECK: [[#@LINE+1]]:20: warning: 16-way bank conflict in load from 'count'
      unsigned n = count[t][i];
      count[t][i] = sum;
      sum += n;
    }
  }
  // CHECK: note: pad the rows of 'count' to 129 elements (+64 bytes), which leaves no conflict (unsafe: the cost of some accesses is then unknown)
  __syncthreads();
  for (int i = 0; i < 16; i++)
    out[i * 128 + t] = count[i][t];
}

// With few sums it may be more.
__global__ void countsOnly(const unsigned *in, unsigned *out, int bit) {
  __shared__ unsigned count[16][128];
  int t = threadIdx.x;
  for (int i = 0; i < 8; i++)
    count[(in[t * 8 + i] >> bit) & 15][t] = i;
  __syncthreads();
  // CHECK: [[#@LINE+2]]:21: warning: 16-way bank conflict in load from 'count'
  // CHECK: note: no fix for 'count'
  out[t] = t < 16 ? count[t][3] : 0;
}
void run(const unsigned *in, unsigned *out) {
  sort<<<1, 128>>>(in, out, 0);
  countsOnly<<<1, 128>>>(in, out, 0);
}
