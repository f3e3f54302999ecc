// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// So many unknowns that all their numbers cannot be tried together.

__global__ void unknowns(float *out, int n, int m, int k, int l, int p, int q) {
  extern __shared__ float s[];
  int t = threadIdx.x;

  // What all lanes share is one unknown. In a ring of 64 words neighbours stay in
  // different banks.
  float sum = s[(t + n * m + k * l - p * q) % 64];
// CHECK: :[[@LINE-1]]:15: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free (not every value of its unknowns was tried: there are more than 600 combinations), inexact, block 256x1x1, 8 requests
  __syncthreads();

  // A ring of 33 words, where lane 0 has word 32 and lane 1 word 0: there is a
  // conflict, if that is what comes.
  sum += s[(t + n * m + k * l) % p];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, possible (conflicts for some values, as with p = 33, a computed value = 32), inexact, worst 2x, block 256x1x1, 8 requests
  __syncthreads();

  // Too many even for an example.
  sum += s[(t ^ n) % m / k % l + p * q * t];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': ?/? wavefronts, unknown (the index depends on too many unknowns), inexact, block 256x1x1, 8 requests
  out[t] = sum;
}

void run(float *out, int n, int m, int k, int l, int p, int q) {
  unknowns<<<4, 256, 4096>>>(out, n, m, k, l, p, q);
}
