// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep -e "remark: store of 8" -e "remark: store of 16" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// Stores of a loop that is unrolled in full merge where no test is left between
// them. Widths of machine code (nvcc 13.0 -O3, sm_90).

// STS.128.
__global__ void __launch_bounds__(32) counted(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  int i = t * 4, end = i + 4;
  while (i < end) {
// CHECK: [[#@LINE+1]]:5: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    s[i] = t;
    ++i;
  }
  __syncthreads();
  out[t] = s[t];
}

// STS.128.
__global__ void __launch_bounds__(32) stepped(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  int i = t * 4, end = i + 4;
  do
// CHECK: [[#@LINE+1]]:5: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    s[i] = t;
  while (++i != end);
  __syncthreads();
  out[t] = s[t];
}

// Two STS and an STS.64: the number may wrap, so that tests are left.
__global__ void __launch_bounds__(32) wrapping(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  unsigned i = t * 4, end = i + 4;
  while (i < end)
// CHECK: [[#@LINE+1]]:5: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
    s[i++] = t;
  __syncthreads();
  out[t] = s[t];
}

// The same of pointers.
__global__ void __launch_bounds__(32) pointers(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  float *p = s + t * 4, *end = p + 4;
  do
// CHECK: [[#@LINE+1]]:5: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
    *p = t;
  while (++p < end);
  __syncthreads();
  out[t] = s[t];
}
