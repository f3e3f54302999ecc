// RUN: %lint --all-accesses %s -- 2>&1 | FileCheck %s

// The bound of a loop is a constant to the compiler if what the call gives for
// it is one, and if what it calls reads no register. Read off machine code
// (nvcc 13.0 -O3, sm_90).

__device__ int sumTo(const int *s, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += s[i];
  return sum;
}
__device__ int warpIndex() { return threadIdx.x / 32; }
__device__ int eight() { return 8; }

// CHECK: [[@LINE-6]]:12: remark: load of 16 bytes from 's': 1.25/1.25 wavefronts, conflict-free, block 256x1x1, 16 requests [ofWarp(int *)]
__global__ void __launch_bounds__(256) ofWarp(int *out) {
  __shared__ int s[8];
  // CHECK: [[@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests [ofWarp(int *)]
  s[threadIdx.x / 32] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = sumTo(s, threadIdx.x / 32);
}
__global__ void __launch_bounds__(256) ofCall(int *out) {
  __shared__ int s[8];
  // CHECK: [[@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests [ofCall(int *)]
  s[threadIdx.x / 32] = out[threadIdx.x];
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < warpIndex(); ++i)
    // CHECK: [[@LINE+1]]:12: remark: load of 16 bytes from 's': 1.25/1.25 wavefronts, conflict-free, block 256x1x1, 16 requests [ofCall(int *)]
    sum += s[i];
  out[threadIdx.x] = sum;
}
__global__ void __launch_bounds__(256) ofConstantCall(int *out) {
  __shared__ int s[8];
  // CHECK: [[@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests [ofConstantCall(int *)]
  s[threadIdx.x / 32] = out[threadIdx.x];
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < eight(); ++i)
    // CHECK: [[@LINE+1]]:12: remark: load of 16 bytes from 's': 2/2 wavefronts, conflict-free, block 256x1x1, 16 requests [ofConstantCall(int *)]
    sum += s[i];
  out[threadIdx.x] = sum;
}
