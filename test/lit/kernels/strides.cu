// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// A step of n words spreads 32 lanes over 32 / gcd(n, 32) banks, so that
// gcd(n, 32) words meet in each: 1, 2, 1, 32, 1 for the steps 1, 2, 3, 32, 33.

__global__ void strides(float *out, const float *in) {
  __shared__ float s[32 * 33];
  int t = threadIdx.x;
  for (int i = t; i < 32 * 33; i += 32)
    s[i] = in[i];
// 32 * 33 / 32 = 33 rounds of the one warp.
// CHECK: :[[@LINE-2]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 33 requests
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  out[t + 32] = s[2 * t];
// CHECK: :[[@LINE-1]]:17: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  out[t + 64] = s[t * 3];
// CHECK: :[[@LINE-1]]:17: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  out[t + 96] = s[32 * t];
// CHECK: :[[@LINE-1]]:17: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  out[t + 128] = s[t * 33];
// CHECK: :[[@LINE-1]]:18: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

void run(float *out, const float *in) { strides<<<1, 32>>>(out, in); }
