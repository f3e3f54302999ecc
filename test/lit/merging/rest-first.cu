// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// A loop whose count differs by lane is unrolled by four. Where its counter begins
// with no constant, LLVM lets the iterations that are left over come first: lanes
// with others of these come to the unrolled ones with other iterations, in one
// request. A random kernel with such a loop took 42 wavefronts for 34 requests, of
// which each alone would take one.

__global__ void skewed(float *out, int n) {
  __shared__ float s[1056];
  for (int k = threadIdx.x; k < 1056; k += 125)
    s[k] = k;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 125x1x1, 34 requests
  __syncthreads();
  out[threadIdx.x] = s[n];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 125x1x1, 4 requests
}

// Others for each lane, but of words a multiple of 32 apart: banks stay the same.
__global__ void wholeRows(float *out, int n) {
  __shared__ float s[1056];
  for (int k = threadIdx.x; k < 1050; k += 128)
    s[k] = k;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 128x1x1, 33 requests
  __syncthreads();
  out[threadIdx.x] = s[n];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests
}

// As many for all lanes.
__global__ void even(float *out, int n) {
  __shared__ float s[1024];
  for (int k = threadIdx.x; k < 1024; k += 128)
    s[k] = k;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 128x1x1, 32 requests
  __syncthreads();
  out[threadIdx.x] = s[n];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests
}

// None gets to the unrolled iterations: one loop serves all lanes.
__global__ void few(float *out, int n) {
  __shared__ float s[256];
  for (int k = threadIdx.x; k < 256; k += 125)
    s[k] = k;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 125x1x1, 9 requests
  __syncthreads();
  out[threadIdx.x] = s[n];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 125x1x1, 4 requests
}

// A step that is known at run time only, too, where it is added as a signed number:
// the trip count of an addition that may wrap is not known.
__global__ void signedStep(float *out, int n, int step) {
  __shared__ float s[1056];
  for (int k = threadIdx.x; k < 1056; k += step)
    s[k] = k;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 125x1x1, 34 requests
  __syncthreads();
  out[threadIdx.x] = s[n];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 125x1x1, 4 requests
}

__global__ void downwards(float *out, int n, int step) {
  __shared__ float s[1056];
  for (int k = 1055 - threadIdx.x; k >= 0; k -= step)
    s[k] = k;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 125x1x1, 34 requests
  __syncthreads();
  out[threadIdx.x] = s[n];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 125x1x1, 4 requests
}

__global__ void unknownStep(float *out, int n) {
  __shared__ float s[1056];
  for (int k = threadIdx.x; k < 1056; k += blockDim.x)
    s[k] = k;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 125x1x1, 34 requests
  __syncthreads();
  out[threadIdx.x] = s[n];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 125x1x1, 4 requests
}

int main() {
  skewed<<<1, 125>>>(nullptr, 1);
  even<<<1, 128>>>(nullptr, 1);
  wholeRows<<<1, 128>>>(nullptr, 1);
  few<<<1, 125>>>(nullptr, 1);
  signedStep<<<1, 125>>>(nullptr, 1, 125);
  downwards<<<1, 125>>>(nullptr, 1, 125);
  unknownStep<<<1, 125>>>(nullptr, 1);
}
