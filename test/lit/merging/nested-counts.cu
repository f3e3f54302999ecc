// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// A loop that begins with what the loop around it counts has a constant number
// of iterations once that one is unrolled whole; then nvcc unrolls it, too. The
// widths are those that nvcc 13.0 gives for sm_90.

// LDS.64 in each round of stride 1, which are five; LDS twice in the ten others.
__global__ void merges(float *out) {
  __shared__ float s[128];
  s[threadIdx.x] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [merges
  float sum = 0;
  for (unsigned size = 2; size < 64; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      sum += s[2 * threadIdx.x] * s[2 * threadIdx.x + stride];
// CHECK: :[[@LINE-1]]:14: remark: load of 8 bytes from 's': 2/1.333 wavefronts, conflict, worst 2x, block 32x1x1, 15 requests [merges
// CHECK: :[[@LINE-2]]:35: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 10 requests [merges
    }
  out[threadIdx.x] = sum;
}

// Three loops, one in another: the innermost stays, where it has more iterations
// than one. LDS.64 three times, and LDS twice in the seven other rounds.
__global__ void threeDeep(float *out) {
  __shared__ float s[128];
  s[threadIdx.x] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [threeDeep
  float sum = 0;
  for (unsigned i = 1; i < 8; i <<= 1)
    for (unsigned j = i; j > 0; j >>= 1)
      for (unsigned k = j; k > 0; k >>= 1) {
        __syncthreads();
        sum += s[2 * threadIdx.x] * s[2 * threadIdx.x + k];
// CHECK: :[[@LINE-1]]:16: remark: load of 8 bytes from 's': 2/1.3 wavefronts, conflict, worst 2x, block 32x1x1, 10 requests [threeDeep
// CHECK: :[[@LINE-2]]:37: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 7 requests [threeDeep
      }
  out[threadIdx.x] = sum;
}

// LDS twice: the loop around stays one.
__global__ void aroundStays(float *out, int n) {
  __shared__ float s[128];
  s[threadIdx.x] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [aroundStays
  float sum = 0;
#pragma unroll 1
  for (unsigned size = 2; size < 64; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      sum += s[2 * threadIdx.x] * s[2 * threadIdx.x + stride];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 15 requests [aroundStays
// CHECK: :[[@LINE-2]]:35: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 15 requests [aroundStays
    }
  out[threadIdx.x] = sum;
}

// LDS.128 twice: what the single iteration of the first inner loop loads is what
// the others do.
__global__ void singleFirst(float *out) {
  __shared__ float s[256];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    s[threadIdx.x + 32 * i] = out[i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 8 requests [singleFirst
  __syncthreads();
  float sum = 0;
  for (int i = 1; i <= 8; i *= 2)
    for (int j = 0; j < i; ++j)
      sum += s[8 * threadIdx.x + j] * i;
// CHECK: :[[@LINE-1]]:14: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, block 32x1x1, 2 requests [singleFirst
  out[threadIdx.x] = sum;
}

int main() {
  merges<<<1, 32>>>(nullptr);
  threeDeep<<<1, 32>>>(nullptr);
  aroundStays<<<1, 32>>>(nullptr, 5);
  singleFirst<<<1, 32>>>(nullptr);
}
