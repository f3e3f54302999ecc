// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// What the toolkit's mathematics computes is the same in all lanes where what
// it is given is: all lanes take the branch, and all run the loop as often.

__global__ void uniform(float *out, int n, float x) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  int phases = ceil((float)n / 16);
  for (int i = 0; i < phases; ++i) {
    out[t] += s[t][i];
// CHECK: :[[@LINE-1]]:15: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, inexact, block 32x1x1
    __syncthreads();
  }
  if (sqrtf(x) > 3)
    out[t] += s[t][1];
// CHECK: :[[@LINE-1]]:15: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
}

__global__ void varying(float *out, int n, float x) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  if (ceil((float)t / n) > x)
    out[t] = s[t][0];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 32/1 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1
  if (pow(x, out[t]) > 3)
    out[t] += s[t][1];
// CHECK: :[[@LINE-1]]:15: remark: load of 4 bytes from 's': 32/1 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1
}

void run(float *out, int n, float x) {
  uniform<<<1, 32>>>(out, n, x);
  varying<<<1, 32>>>(out, n, x);
}
