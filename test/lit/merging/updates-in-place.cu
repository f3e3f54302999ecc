// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep "remark:" | FileCheck %s --implicit-check-not=remark

// Updates in place, with what was stored read again, in loops whose ends are bounds,
// sizes or both. Read off machine code (nvcc 13.0 -O3, sm_90): the load and the store
// are of 16 bytes in each, and what was stored is not read.

#define BEGIN                                                                  \
  extern __shared__ float s[];                                                 \
  int q = threadIdx.x;                                                         \
  float l = 0, m = out[q];

__global__ void bound(float *out) {
  BEGIN
  for (int j = 0; j < 32; j++) {
// CHECK: [[#@LINE+2]]:5: remark: store of 16 bytes to 's': 32/4 wavefronts, conflict, inexact, block 256x1x1, 64 requests [bound(
// CHECK: [[#@LINE+1]]:26: remark: load of 16 bytes from 's': 32/4 wavefronts, conflict, inexact, block 256x1x1, 64 requests [bound(
    s[q * 32 + j] = expf(s[q * 32 + j] - m);
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 0/0 wavefronts, conflict-free, block 256x1x1, 0 requests [bound(
    l += s[q * 32 + j];
  }
  out[q] = l;
}

__global__ void boundAndSize(float *out, int n) {
  BEGIN
  for (int j = 0; j < 32 && j < n; j++) {
// CHECK: [[#@LINE+2]]:5: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, inexact, block 256x1x1 [boundAndSize(
// CHECK: [[#@LINE+1]]:26: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, inexact, block 256x1x1 [boundAndSize(
    s[q * 32 + j] = expf(s[q * 32 + j] - m);
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 0/0 wavefronts, conflict-free, block 256x1x1, 0 requests [boundAndSize(
    l += s[q * 32 + j];
  }
  out[q] = l;
}

__global__ void readOnly(float *out, int n) {
  BEGIN
  for (int j = 0; j < 32 && j < n; j++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, inexact, block 256x1x1 [readOnly(
    l += s[q * 32 + j];
  out[q] = l + m;
}

// By tiles, with a barrier behind each.
__global__ void tiles(float *out, int n) {
  BEGIN
  for (int k = 0; k < n; k += 32) {
    for (int j = 0; j < 32 && k + j < n; j++) {
// CHECK: [[#@LINE+2]]:7: remark: store of 16 bytes to 's': 32/4 wavefronts, conflict, inexact, block 256x1x1 [tiles(
// CHECK: [[#@LINE+1]]:28: remark: load of 16 bytes from 's': 32/4 wavefronts, conflict, inexact, block 256x1x1 [tiles(
      s[q * 32 + j] = expf(s[q * 32 + j] - m);
// CHECK: [[#@LINE+1]]:12: remark: load of 4 bytes from 's': 0/0 wavefronts, conflict-free, block 256x1x1, 0 requests [tiles(
      l += s[q * 32 + j];
    }
    __syncthreads();
  }
  out[q] = l;
}

// With another view behind, here machine code has LDS, LDS and LDS.64 of each four, and
// stores alike. Why is not known; what is said is not exact.
__global__ void views(float *out, int n, int d) {
  BEGIN
  float *a = s + 32 * d, *b = s + 1024 + 32 * d;
  for (int k = 0; k < n; k += 32) {
    for (int r = q; r < 32; r += blockDim.x) {
      for (int j = 0; j < 32 && k + j < n; j++) {
// CHECK: [[#@LINE+2]]:9: remark: store of 16 bytes to 's': 32/4 wavefronts, conflict, inexact, block 256x1x1 [views(
// CHECK: [[#@LINE+1]]:30: remark: load of 16 bytes from 's': 32/4 wavefronts, conflict, inexact, block 256x1x1 [views(
        a[r * 32 + j] = expf(a[r * 32 + j] - m);
// CHECK: [[#@LINE+1]]:14: remark: load of 4 bytes from 's': 0/0 wavefronts, conflict-free, block 256x1x1, 0 requests [views(
        l += a[r * 32 + j];
      }
      for (int i = 0; i < d; i++) {
        float p = 0;
        for (int j = 0; j < 32 && k + j < n; j++)
// CHECK: [[#@LINE+2]]:16: remark: load of 16 bytes from 's': 32/4 wavefronts, conflict (may merge with another access: more groups of neighbours are open than are compared), inexact, block 256x1x1 [views(
// CHECK: [[#@LINE+1]]:32: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 256x1x1 [views(
          p += a[r * 32 + j] * b[j * d + i];
        out[i + 64] = p;
      }
      out[r] = l;
    }
    __syncthreads();
  }
}

void run(float *p, int n) {
  bound<<<1, 256, 32768>>>(p);
  boundAndSize<<<1, 256, 32768>>>(p, n);
  readOnly<<<1, 256, 32768>>>(p, n);
  tiles<<<1, 256, 32768>>>(p, n);
  views<<<1, 256, 32768>>>(p, n, 64);
}
