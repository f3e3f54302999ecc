// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// A variable may hold at a break what no later iteration makes of it: all that
// the loop has changed before, not only what the arm with the break writes.

__global__ void search(float *out, int n) {
  __shared__ float s[1024];
  int j;
  for (j = 0; j < 3; ++j)
    if (j == n)
      break;
  if (j < 3)
    s[threadIdx.x * 32] = 1;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
  out[n] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// 32-way behind the first iteration, conflict-free at the end.
__global__ void strides(float *out, int n) {
  __shared__ float s[1024];
  int j = 0;
  for (; j < 3; ++j)
    if (out[j] > 0)
      break;
  out[n] = s[threadIdx.x * (32 - j)];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, possible ({{.*}}), inexact, worst 32x, block 32x1x1, 1 request
}

__device__ int count(int (&x)[3], int k) {
  int sum = 0;
  for (int &e : x) {
    sum += e;
    if (sum > k)
      break;
  }
  return sum;
}

// 1, 3 or 6.
__global__ void called(float *out, int n) {
  __shared__ float s[1024];
  int x[3] = {1, 2, 3};
  int sum = count(x, n);
  if (sum < 6)
    s[threadIdx.x * 32] = 1;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
  out[n] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// The break of a case leaves the rest of it.
__global__ void cases(float *out, int n) {
  __shared__ float s[1024];
  int stride = 32;
  switch (n) {
  case 1:
    if (out[0] > 0)
      break;
    stride = 33;
    break;
  default:
    stride = 1;
  }
  out[n] = s[threadIdx.x * stride % 1024];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, possible ({{.*}}), inexact, worst 32x, block 32x1x1, 1 request
}

// 33 or 35: what a case has written that returns goes no further.
__global__ void returns(float *out, int n) {
  __shared__ float s[1152];
  int stride = 33;
  switch (n) {
  case 0:
    stride = 35;
    break;
  case 1:
    stride = 32;
    return;
  case 2:
    stride = 33;
    break;
  }
  out[n] = s[threadIdx.x * stride];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
}

// 1 without a break, 32 at the inner one, 2 at the outer, which follows a change
// that the inner one undoes.
__global__ void within(float *out, int n) {
  __shared__ float s[1024];
  int stride = 1;
  for (int i = 0; i < n; ++i)
    if (out[i] > 0) {
      stride = 2;
      if (out[i + n] > 0) {
        stride = 32;
        break;
      }
      break;
    }
  s[threadIdx.x * stride] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, possible ({{.*}}), inexact, worst 32x, block 32x1x1, 1 request
  out[n] = s[threadIdx.x * (34 - stride) % 1024];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, possible ({{.*}}), inexact, worst 32x, block 32x1x1, 1 request
}

void run(float *out, int n) {
  search<<<1, 32>>>(out, n);
  strides<<<1, 32>>>(out, n);
  called<<<1, 32>>>(out, n);
  cases<<<1, 32>>>(out, n);
  returns<<<1, 32>>>(out, n);
  within<<<1, 32>>>(out, n);
}
