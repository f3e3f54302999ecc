// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// An alignment that a declaration promises, as nvcc does for dynamic memory,
// lets accesses of one basic block join before there is machine code, whatever
// stands in between and does not meet them; narrow ones, too. The widths are
// those that nvcc 13.0 gives for sm_90 where the arrays are read afterwards.

// STS.128 and four STS.
__global__ void alternating(float *out, const float *in) {
  __shared__ __align__(16) float s[128];
  __shared__ float q[128];
  int t = threadIdx.x;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    s[4 * t + i] = in[t + i];
// CHECK: :[[@LINE-1]]:5: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    q[t + 32 * i] = in[2 * t + i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'q': 1/1 wavefronts, conflict-free, block 32x1x1, 4 requests
  }
}

// Eight STS.
__global__ void notPromised(float *out, const float *in) {
  __shared__ float s[128], q[128];
  int t = threadIdx.x;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    s[4 * t + i] = in[t + i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict, block 32x1x1, 4 requests
    q[t + 32 * i] = in[2 * t + i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'q': 1/1 wavefronts, conflict-free, block 32x1x1, 4 requests
  }
}

// STS.128 twice.
__global__ void dynamic(float *out, const float *in) {
  extern __shared__ float d[];
  int t = threadIdx.x;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    d[4 * t + i] = in[t + i];
// CHECK: :[[@LINE-1]]:5: remark: store of 16 bytes to 'd': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    d[128 + 4 * t + i] = in[2 * t + i];
// CHECK: :[[@LINE-1]]:5: remark: store of 16 bytes to 'd': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  }
}

// LDS.128 and STS.128.
__global__ void inPlace(float *out) {
  __shared__ __align__(16) float s[128];
  int t = threadIdx.x;
#pragma unroll
  for (int i = 0; i < 4; ++i)
    s[4 * t + i] *= out[i];
// CHECK: :[[@LINE-1]]:5: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:5: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
}

// Pairs where 8 is promised; four chars are a word; a place that may be the
// same one stands in between.
__global__ void others(float *out, const unsigned char *in, int n) {
  __shared__ __align__(8) float s[128];
  __shared__ __align__(16) unsigned char c[128];
  __shared__ __align__(16) float u[256];
  int t = threadIdx.x;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    s[4 * t + i] = in[t + i];
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 's': 4/2 wavefronts, conflict, block 32x1x1, 2 requests
    c[4 * t + i] = in[2 * t + i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'c': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    u[4 * t + i] = in[t + i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'u': 4/1 wavefronts, conflict, block 32x1x1, 4 requests
    u[t + n * i] = in[2 * t + i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'u': 1/1 wavefronts, conflict-free, block 32x1x1, 4 requests
  }
}

// In a loop that stays one, each row by itself; mathematics is no call that
// could touch memory. LDS.128 twice.
__global__ void rows(float *out, const float *in, int n) {
  extern __shared__ float d[];
  int t = threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 8; ++k) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      sum += expf(d[4 * t + i] * in[k]);
// CHECK: :[[@LINE-1]]:19: remark: load of 16 bytes from 'd': 4/4 wavefronts, conflict-free, block 32x1x1, 8 requests
      sum = fmaxf(sum, d[128 + 128 * k + 4 * t + i]);
// CHECK: :[[@LINE-1]]:24: remark: load of 16 bytes from 'd': 4/4 wavefronts, conflict-free, block 32x1x1, 8 requests
    }
    __syncthreads();
  }
  out[t] = sum;
}

void run(float *out, int n) {
  alternating<<<1, 32>>>(out, out);
  notPromised<<<1, 32>>>(out, out);
  dynamic<<<1, 32, 1024>>>(out, out);
  inPlace<<<1, 32>>>(out);
  others<<<1, 32>>>(out, (unsigned char *)out, n);
  rows<<<1, 32, 8192>>>(out, out, 1);
}
