// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// An object that an iteration makes and sets whole is its own: what is written
// to a part of it afterwards does not move from one iteration to the next. An
// object of outside does.

struct Layout {
  int stride, offset;
};

// CHECK-NOT: not analysed
__global__ void ownInEachIteration(float *out, Layout by, int n) {
  __shared__ float s[1024];
  for (int i = 0; i < n; ++i) {
    Layout own = by;
    own.offset = threadIdx.x;
    s[own.offset] = i;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1
    __syncthreads();
  }
  out[threadIdx.x] = s[threadIdx.x * 32];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
}

__device__ int element(Layout by, int i) {
  by.offset += i;
  return by.offset;
}

__global__ void parameterOfAFunction(float *out, Layout by, int n) {
  __shared__ float s[1024];
  for (int i = 0; i < n; ++i) {
    s[threadIdx.x + element(by, i) - element(by, i)] = i;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1
    __syncthreads();
  }
  out[threadIdx.x] = s[threadIdx.x * 32];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
}

// The first iteration multiplies with 0, all others with 32.
__global__ void outsideOfTheLoop(float *out, Layout by, int n) {
  __shared__ float s[1024];
  Layout own = {};
  for (int i = 0; i < n; ++i) {
    s[own.stride * threadIdx.x] = i;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 16.5/1 wavefronts, possible ({{.*}}), inexact, worst 32x, block 32x1x1
    __syncthreads();
    own = by;
    own.stride = 32;
  }
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// Not set before the loop: the second iteration reads what the first wrote.
__global__ void setByTheFirstIteration(float *out, Layout by, int n) {
  __shared__ float s[1024];
  Layout own;
  for (int i = 0; i < n; ++i) {
    if (i > 0)
      s[own.stride * threadIdx.x] = i;
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': 1/1 wavefronts, possible ({{.*}}), inexact, worst 32x, block 32x1x1
    __syncthreads();
    own = by;
    own.stride = 32;
  }
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

int main(int argc, char **) {
  ownInEachIteration<<<1, 32>>>(nullptr, {1, 1}, argc);
  parameterOfAFunction<<<1, 32>>>(nullptr, {1, 1}, argc);
  outsideOfTheLoop<<<1, 32>>>(nullptr, {1, 1}, argc);
  setByTheFirstIteration<<<1, 32>>>(nullptr, {1, 1}, argc);
}
