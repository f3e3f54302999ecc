// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// A tree of sums up to a length that is not known: each step takes twice the
// distance and half the lanes, and both are worked out step by step.

__global__ void sweep(float *out, int length) {
  __shared__ float s[128];
  int t = threadIdx.x;
  // Two warps. Lanes are 2, 4, 8, ... words apart:
  //   offset 1: 64 lanes, 2 words a bank: 2 requests of 2 wavefronts
  //   offset 2: 32 lanes, 4 words apart: 1 request of 4
  //   offset 4: 16 lanes, 8 words apart: 4 of them in a bank: 1 request of 4
  //   offset 8: 8 lanes, 16 words apart: 4
  //   offset 16: 4 lanes, 32 words apart: 4; offset 32: 2 lanes: 2; 64: 1 lane
  // (2 * 2 + 4 + 4 + 4 + 4 + 2 + 1) / 8 = 2.875.
  for (int offset = 1; offset < length; offset *= 2) {
    int last = offset * (2 * t + 2) - 1;
    if (last < 128)
      s[last] = 0;
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': 2.875/1 wavefronts, conflict, inexact, worst 4x, block 64x1x1
    __syncthreads();
  }
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
}

void run(float *out, int length) { sweep<<<1, 64>>>(out, length); }

// What one iteration doubles and halves belongs together, though the number of
// iterations is not known: 8, 4, 2 and six times 1 requests, of 2, 4, 8, 16, 16,
// 8, 4, 2 and 1 wavefronts each, are 95 for 20.
__global__ void levels(float *out, unsigned n) {
  __shared__ float s[2048];
  const unsigned tid = threadIdx.x;
  unsigned offset = 1, left = blockDim.x >> 1, i = tid * 2;
  for (unsigned level = 1; level < n; ++level) {
    if (tid < left)
      s[i] = s[i + offset];
    left >>= 1;
    offset <<= 1;
    i <<= 1;
    __syncthreads();
  }
  out[tid] = s[tid];
}
// CHECK: remark: store of 4 bytes to 's': 4.75/1 wavefronts, conflict, inexact, worst 16x, block 512x1x1 [levels(float *, unsigned int)]
// CHECK: remark: load of 4 bytes from 's': 4.75/1 wavefronts, conflict, inexact, worst 16x, block 512x1x1 [levels(float *, unsigned int)]
// CHECK: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 512x1x1, 16 requests [levels(float *, unsigned int)]

// Lanes that stay out of an iteration keep their numbers, and stay out.
__global__ void levelsOfSome(float *out, unsigned n) {
  __shared__ float s[2048];
  const unsigned tid = threadIdx.x;
  unsigned offset = 1, left = blockDim.x >> 1, i = tid * 2;
  for (unsigned level = 1; level < n; ++level) {
    if (tid < left) {
      s[i] = s[i + offset];
      left >>= 1;
      offset <<= 1;
      i <<= 1;
    }
    __syncthreads();
  }
  out[tid] = s[tid];
}
// CHECK: remark: store of 4 bytes to 's': 4.75/1 wavefronts, conflict, inexact, worst 16x, block 512x1x1 [levelsOfSome(float *, unsigned int)]
// CHECK: remark: load of 4 bytes from 's': 4.75/1 wavefronts, conflict, inexact, worst 16x, block 512x1x1 [levelsOfSome(float *, unsigned int)]
// CHECK: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 512x1x1, 16 requests [levelsOfSome(float *, unsigned int)]

void launchLevels(float *out, unsigned n) {
  levels<<<1, 512>>>(out, n);
  levelsOfSome<<<1, 512>>>(out, n);
}
