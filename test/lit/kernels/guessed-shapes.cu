// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

// A shape that nobody launches is no ground for a warning: a conflict is
// reported where several are tried that agree.

// At most 64 threads. Rows of 34 floats: four rows of 8 begin at banks 0, 2, 4
// and 6 and meet, 4; a warp that is one row does not.
__global__ void __launch_bounds__(64) narrow(float *out, const float *in) {
  __shared__ float s[32][34];
  s[threadIdx.y][threadIdx.x] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 4/1 wavefronts, possible (conflicts for blocks of 8x8, but not of 32x2), inexact, block 8x8x1, 2 requests
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x2x1, 2 requests
  __syncthreads();
  out[threadIdx.x] = s[0][0];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 8x8x1, 2 requests
// CHECK: :[[@LINE-2]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x2x1, 2 requests
}

// A step of 2 words, which one of the shapes comes by.
__global__ void special(float *out, const float *in) {
  __shared__ float t[256];
  if (blockDim.x == 128)
    t[2 * threadIdx.x] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 't': 2/1 wavefronts, possible (conflicts for blocks of 128; others were not analysed), inexact, block 128x1x1, 4 requests
}

// Blocks of 256 threads and more would go beyond the end of the array: they are
// not what it is made for. Of the others all agree, and there are two.
__global__ void small(float *out, const float *in) {
  __shared__ float u[128];
  u[threadIdx.x] = in[blockDim.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'u': 1/1 wavefronts, conflict-free, inexact, block 64x1x1, 2 requests
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 'u': 1/1 wavefronts, conflict-free, inexact, block 128x1x1, 4 requests
}
