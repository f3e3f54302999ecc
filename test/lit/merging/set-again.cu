// RUN: %lint --all-accesses --exit-zero %s -- -w 2>&1 | FileCheck %s

// What a variable was made of says nothing of it once it is set again, and less
// where it is part of that itself.

// Two conditions of one text, and two branches: no store of 8 bytes.
__global__ void setAgain(float x, int n, float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  int i = 4 * t;
  if (i < 256)
    s[4 * t] = x;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict, block 64x1x1, 2 requests
  i = n * 8 + t;
  if (i < 256)
    s[4 * t + 1] = x;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict, inexact, block 64x1x1, 2 requests
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
}

__device__ const float *again() { return again(); }

__global__ void ofItself(float x, float *out) {
  __shared__ float s[256];
  int i = i + 4 * threadIdx.x;
  const float *p = p + 1;
  float sum = 0;
  if (i < 256)
    sum += x;
  for (const float *q = s; q != p; ++q)
    sum += x;
  for (const float *q = again(); q != again() + 4; ++q)
    sum += x;
  out[threadIdx.x] = sum + s[threadIdx.x];
// CHECK: :[[@LINE-1]]:28: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
}

int main(int argc, char **) {
  setAgain<<<1, 64>>>(1, argc, nullptr);
  ofItself<<<1, 64>>>(1, nullptr);
}
// CHECK: :[[@LINE-21]]:42: remark: a recursive call of 'again' in kernel 'ofItself' not analysed: it is skipped
