// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// Loops that count by a step in their body are unrolled like others. Widths of
// machine code (nvcc 13.0 -O3, sm_90).

#define FILL                                                                   \
  __shared__ float s[512];                                                     \
  int t = threadIdx.x;                                                         \
  for (int i = 0; i < 16; i++)                                                 \
    s[i * 32 + t] = out[i * 32 + t];                                           \
  __syncthreads();                                                             \
  float a = 0;

// LDS.128.
__global__ void __launch_bounds__(32) pointers(float *out) {
  FILL
  const float *p = s + t * 4, *end = p + 4;
  while (p < end)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += *p++;
  out[t] = a;
}

// LDS.128, of a statement of its own.
__global__ void __launch_bounds__(32) numbers(float *out) {
  FILL
  int i = t * 4, end = i + 4;
  while (i < end) {
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
    a += s[i];
    i++;
  }
  out[t] = a;
}

// LDS.128, behind the body.
__global__ void __launch_bounds__(32) behind(float *out) {
  FILL
  const float *p = s + t * 4;
  do
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += *p++;
  while (p < s + t * 4 + 4);
  out[t] = a;
}

// Four LDS: by n the step is another, and how many come is not known.
__global__ void __launch_bounds__(32) unknown(float *out, int n) {
  FILL
  int i = t * 4, end = i + 4;
  while (i < end) {
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 32x1x1
    a += s[i];
    if (n > 3)
      i++;
    i++;
  }
  out[t] = a;
}
