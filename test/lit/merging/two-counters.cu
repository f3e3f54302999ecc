// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// A loop that ends where two counters meet stays a loop, with an LDS for each
// access: LLVM does not count it by `<`. Widths of machine code (nvcc 13.0 -O3,
// sm_90).

#define FILL                                                                   \
  __shared__ float s[512];                                                     \
  int t = threadIdx.x;                                                         \
  for (int i = 0; i < 16; i++)                                                 \
    s[i * 32 + t] = in[i * 32 + t];                                            \
  __syncwarp();                                                                \
  float a = 0;

__global__ void __launch_bounds__(32) numbers(float *out, const float *in) {
  FILL
  for (int l = 0, r = 7; l < r; l++, r--)
// CHECK: [[#@LINE+2]]:10: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 4 requests
// CHECK: [[#@LINE+1]]:25: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 4 requests
    a += s[t * 8 + l] * s[t * 8 + r];
  out[t] = a;
}

__global__ void __launch_bounds__(32) pointers(float *out, const float *in) {
  FILL
  const float *l = s + t * 8, *r = l + 7;
  while (l < r)
// CHECK: [[#@LINE+2]]:10: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 4 requests
// CHECK: [[#@LINE+1]]:17: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 4 requests
    a += *l++ * *r--;
  out[t] = a;
}

// `r - l > 0` is the same.
__global__ void __launch_bounds__(32) differences(float *out,
                                                  const float *in) {
  FILL
  for (int l = 0, r = 7; r - l > 0; l++, r--)
// CHECK: [[#@LINE+2]]:10: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 4 requests
// CHECK: [[#@LINE+1]]:25: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 4 requests
    a += s[t * 8 + l] * s[t * 8 + r];
  out[t] = a;
}

// One counter against itself.
__global__ void __launch_bounds__(32) itself(float *out, const float *in) {
  FILL
  for (int i = 0; i < 7 - i; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 4 requests
    a += s[t * 8 + i];
  out[t] = a;
}

// The hint changes nothing.
__global__ void __launch_bounds__(32) hinted(float *out, const float *in) {
  FILL
#pragma unroll
  for (int l = 0, r = 7; l < r; l++, r--)
// CHECK: [[#@LINE+2]]:10: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 4 requests
// CHECK: [[#@LINE+1]]:25: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 4 requests
    a += s[t * 8 + l] * s[t * 8 + r];
  out[t] = a;
}

// LDS.128: by `!=` it is counted, as their difference is.
__global__ void __launch_bounds__(32) unequal(float *out, const float *in) {
  FILL
  int l = t * 8, r = l + 8;
  while (l != r)
// CHECK: [[#@LINE+2]]:10: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:19: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, block 32x1x1, 1 request
    a += s[l++] * s[--r];
  out[t] = a;
}

// LDS.128: against another number, too.
__global__ void __launch_bounds__(32) apart(float *out, const float *in) {
  FILL
  for (int l = 0, r = 7; r - l > 2; l++, r--)
// CHECK: [[#@LINE+2]]:10: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:25: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, block 32x1x1, 1 request
    a += s[t * 8 + l] * s[t * 8 + r];
  out[t] = a;
}

// LDS.128: the second condition decides.
__global__ void __launch_bounds__(32) decided(float *out, const float *in) {
  FILL
  for (int l = 0, r = 7; l < r && l < 4; l++, r--)
// CHECK: [[#@LINE+2]]:10: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, block 32x1x1, 1 request
// CHECK: [[#@LINE+1]]:25: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, block 32x1x1, 1 request
    a += s[t * 8 + l] * s[t * 8 + r];
  out[t] = a;
}

// LDS.64: a single iteration is no loop.
__global__ void __launch_bounds__(32) once(float *out, const float *in) {
  FILL
  int l = 0, r = 1;
  while (l < r) {
// CHECK: [[#@LINE+1]]:10: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[t * 2 + l];
    l++;
    r--;
  }
// CHECK: [[#@LINE+1]]:16: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
  out[t] = a + s[t * 2 + 1];
}
