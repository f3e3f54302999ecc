// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// A block of 256. Interleaved: step d = 1, 2, 4, ... 128 has 128 / d active
// threads at words 2d apart, in
//   d      1  2  4  8  16  32  64 128
//   warps  4  2  1  1   1   1   1   1   12 requests
//   lanes 32 32 32 16   8   4   2   1   active in each
//   words  2  4  8  8   8   4   2   1   in the fullest bank, wavefronts
// 4 * 2 + 2 * 4 + 8 + 8 + 8 + 4 + 2 + 1 = 47 wavefronts in 12 requests.
// Sequential: the active threads are neighbours; also 12 requests, 1 each.

__global__ void interleaved(float *out, const float *in) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    unsigned i = 2 * d * threadIdx.x;
    if (i < blockDim.x)
      s[i] = s[i] + s[i + d];
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': 3.917/1 wavefronts, conflict, worst 8x, block 256x1x1, 12 requests
// CHECK: :[[@LINE-2]]:14: remark: load of 4 bytes from 's': 3.917/1 wavefronts, conflict, worst 8x, block 256x1x1, 12 requests
// CHECK: :[[@LINE-3]]:21: remark: load of 4 bytes from 's': 3.917/1 wavefronts, conflict, worst 8x, block 256x1x1, 12 requests
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = s[0];
// CHECK: :[[@LINE-1]]:23: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 256x1x1, 1 request
}

// Elements a distance apart, which halves, as sorts compare them; the host says
// where it begins. Within the array it is 128 at most: pairs are
// at 2t - (t mod d), which for d < 32 takes 2 wavefronts, 5 of 8 rounds: 13 / 8.
__global__ void merge(float *out, unsigned distance) {
  __shared__ float s[256];
  for (; distance > 0; distance >>= 1) {
    unsigned i = 2 * threadIdx.x - (threadIdx.x & (distance - 1));
    __syncthreads();
    out[threadIdx.x] = s[i + distance];
// CHECK: :[[@LINE-1]]:24: remark: load of 4 bytes from 's': 1.625/1 wavefronts, conflict, inexact, worst 2x, block 128x1x1
  }
}

__global__ void sequential(float *out, const float *in) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
    // A compound assignment loads and stores at one place.
    if (threadIdx.x < d)
      s[threadIdx.x] += s[threadIdx.x + d];
// CHECK: :[[@LINE-1]]:7: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 256x1x1, 12 requests
// CHECK: :[[@LINE-2]]:7: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 12 requests
// CHECK: :[[@LINE-3]]:25: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 256x1x1, 12 requests
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = s[0];
// CHECK: :[[@LINE-1]]:23: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 256x1x1, 1 request
}

void run(float *out, const float *in, unsigned distance) {
  interleaved<<<4, 256>>>(out, in);
  sequential<<<4, 256>>>(out, in);
  merge<<<4, 128>>>(out, distance);
}
