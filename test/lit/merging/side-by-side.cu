// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep remark \
// RUN:   | FileCheck %s --implicit-check-not=remark

// Variables that lie side by side are accessed at once where all addresses are
// numbers. The widths are those of machine code (nvcc 13.0 -O3, sm_90).

// STS.64, LDS.64.
__global__ void __launch_bounds__(64) moments(float *out) {
  __shared__ float mean, deviation;
  int t = threadIdx.x;
  if (t == 0) {
// CHECK: [[#@LINE+1]]:5: remark: store of 8 bytes to 'mean': 1/1 wavefronts, conflict-free, block 64x1x1, 0 requests
    mean = out[0];
// CHECK: [[#@LINE+1]]:5: remark: store of 8 bytes to 'deviation': 1/1 wavefronts, conflict-free, block 64x1x1, 1 request
    deviation = out[1];
  }
  __syncthreads();
// CHECK: [[#@LINE+2]]:22: remark: load of 8 bytes from 'mean': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
// CHECK: [[#@LINE+1]]:30: remark: load of 8 bytes from 'deviation': 1/1 wavefronts, conflict-free, block 64x1x1, 0 requests
  out[t] = (out[t] - mean) * deviation;
}

// STS.128, LDS.128, whatever the types are.
__global__ void __launch_bounds__(64) four(float *out) {
  __shared__ float a;
  __shared__ int b;
  __shared__ unsigned c;
  __shared__ float d;
  int t = threadIdx.x;
  if (t == 0) {
// CHECK: [[#@LINE+1]]:5: remark: store of 16 bytes to 'a': 1/1 wavefronts, conflict-free, block 64x1x1, 0 requests
    a = out[0];
// CHECK: [[#@LINE+1]]:5: remark: store of 16 bytes to 'b': 1/1 wavefronts, conflict-free, block 64x1x1, 0 requests
    b = out[1];
// CHECK: [[#@LINE+1]]:5: remark: store of 16 bytes to 'c': 1/1 wavefronts, conflict-free, block 64x1x1, 0 requests
    c = out[2];
// CHECK: [[#@LINE+1]]:5: remark: store of 16 bytes to 'd': 1/1 wavefronts, conflict-free, block 64x1x1, 1 request
    d = out[3];
  }
  __syncthreads();
// CHECK: [[#@LINE+4]]:12: remark: load of 16 bytes from 'a': 2/2 wavefronts, conflict-free, block 64x1x1, 2 requests
// CHECK: [[#@LINE+3]]:16: remark: load of 16 bytes from 'b': 2/2 wavefronts, conflict-free, block 64x1x1, 0 requests
// CHECK: [[#@LINE+2]]:20: remark: load of 16 bytes from 'c': 2/2 wavefronts, conflict-free, block 64x1x1, 0 requests
// CHECK: [[#@LINE+1]]:24: remark: load of 16 bytes from 'd': 2/2 wavefronts, conflict-free, block 64x1x1, 0 requests
  out[t] = a * b + c * d;
}

// Two and two: an array lies between them.
__global__ void __launch_bounds__(64) apart(float *out) {
  __shared__ float a;
  __shared__ float s[64];
  __shared__ float b;
  int t = threadIdx.x;
// CHECK: [[#@LINE+1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  s[t] = out[t];
  if (t == 0) {
// CHECK: [[#@LINE+1]]:5: remark: store of 4 bytes to 'a': 1/1 wavefronts, conflict-free, block 64x1x1, 1 request
    a = out[0];
// CHECK: [[#@LINE+1]]:5: remark: store of 4 bytes to 'b': 1/1 wavefronts, conflict-free, block 64x1x1, 1 request
    b = out[1];
  }
  __syncthreads();
// CHECK: [[#@LINE+3]]:12: remark: load of 4 bytes from 'a': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
// CHECK: [[#@LINE+2]]:25: remark: load of 4 bytes from 'b': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
// CHECK: [[#@LINE+1]]:29: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  out[t] = a * out[t] + b + s[63 - t];
}

// Of a double and a float: each by itself.
__global__ void __launch_bounds__(64) unlike(double *out) {
  __shared__ double a;
  __shared__ float b;
  int t = threadIdx.x;
  if (t == 0) {
// CHECK: [[#@LINE+1]]:5: remark: store of 8 bytes to 'a': 1/1 wavefronts, conflict-free, block 64x1x1, 1 request
    a = out[0];
// CHECK: [[#@LINE+1]]:5: remark: store of 4 bytes to 'b': 1/1 wavefronts, conflict-free, block 64x1x1, 1 request
    b = out[1];
  }
  __syncthreads();
// CHECK: [[#@LINE+2]]:12: remark: load of 8 bytes from 'a': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
// CHECK: [[#@LINE+1]]:25: remark: load of 4 bytes from 'b': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  out[t] = a * out[t] + b;
}
