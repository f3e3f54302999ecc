// RUN: %lint --block-dim=32,2,2 --all-accesses --exit-zero %s -- 2>/dev/null | FileCheck %s

// A signed remainder by a power of two is a difference in machine code, of which
// ptxas sees no factor; LLVM sees it, in dynamic memory and in sums of two terms
// (nvcc 13.0 -O3, sm_90: each kernel has the widths that are expected here).

__global__ void threeTerms(float *o, int n) {
  extern __shared__ float s[];
  int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
  int row = tz * 64 + tx / 8, column = ty * 64 + tx % 8 * 2;
  float *d = s + row * 16 + column % 16;
  d[0] = o[tx];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x2x2, 4 requests [threeTerms(float *, int)]
  d[1] = o[tx + n];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x2x2, 4 requests [threeTerms(float *, int)]
}

__global__ void twoTerms(float *o, int n) {
  extern __shared__ float s[];
  int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
  float *d = s + (tz + ty) * 16 + tx * 2 % 16;
  d[0] = o[tx];
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 's': {{.*}}, 0 requests [twoTerms(float *, int)]
  d[1] = o[tx + n];
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 's': {{.*}}, 4 requests [twoTerms(float *, int)]
}

// A static array promises four bytes alone, so that all is left to ptxas.
__global__ void twoTermsStatic(float *o) {
  __shared__ float s[1024];
  int tx = threadIdx.x, tz = threadIdx.z;
  s[tx] = o[tx];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x2x2, 4 requests [twoTermsStatic(float *)]
  __syncthreads();
  const float *d = s + tz * 16 + tx * 2 % 16;
  o[tx] = d[0] * d[1];
// CHECK: :[[@LINE-1]]:11: remark: load of 4 bytes from 's': {{.*}}, 4 requests [twoTermsStatic(float *)]
// CHECK: :[[@LINE-2]]:18: remark: load of 4 bytes from 's': {{.*}}, 4 requests [twoTermsStatic(float *)]
}

__global__ void ofUnsigned(float *o) {
  __shared__ float s[4096];
  unsigned tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
  s[tx] = o[tx];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x2x2, 4 requests [ofUnsigned(float *)]
  __syncthreads();
  const float *d = s + (tz * 64 + ty) * 16 + tx * 2 % 16;
  o[tx] = d[0] * d[1];
// CHECK: :[[@LINE-1]]:11: remark: load of 8 bytes from 's': {{.*}}, 4 requests [ofUnsigned(float *)]
// CHECK: :[[@LINE-2]]:18: remark: load of 8 bytes from 's': {{.*}}, 0 requests [ofUnsigned(float *)]
}

__global__ void neverNegative(float *o) {
  __shared__ float s[4096];
  int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
  s[tx] = o[tx];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x2x2, 4 requests [neverNegative(float *)]
  __syncthreads();
  const float *d = s + (tz * 64 + ty) * 16 + (tx & 31) * 2 % 16;
  o[tx] = d[0] * d[1];
// CHECK: :[[@LINE-1]]:11: remark: load of 8 bytes from 's': {{.*}}, 4 requests [neverNegative(float *)]
// CHECK: :[[@LINE-2]]:18: remark: load of 8 bytes from 's': {{.*}}, 0 requests [neverNegative(float *)]
}

// The product has the factor again.
__global__ void multipliedAfter(float *o) {
  __shared__ float s[4096];
  int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
  s[tx] = o[tx];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x2x2, 4 requests [multipliedAfter(float *)]
  __syncthreads();
  const float *d = s + (tz * 64 + ty) * 16 + tx % 8 * 2;
  o[tx] = d[0] * d[1];
// CHECK: :[[@LINE-1]]:11: remark: load of 8 bytes from 's': {{.*}}, 4 requests [multipliedAfter(float *)]
// CHECK: :[[@LINE-2]]:18: remark: load of 8 bytes from 's': {{.*}}, 0 requests [multipliedAfter(float *)]
}

// By six: the quotient is multiplied, and a product is no difference.
__global__ void byOtherNumbers(float *o) {
  __shared__ float s[4096];
  int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
  s[tx] = o[tx];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x2x2, 4 requests [byOtherNumbers(float *)]
  __syncthreads();
  const float *d = s + (tz * 64 + ty) * 16 + tx * 2 % 6;
  o[tx] = d[0] * d[1];
// CHECK: :[[@LINE-1]]:11: remark: load of 8 bytes from 's': {{.*}}, 4 requests [byOtherNumbers(float *)]
// CHECK: :[[@LINE-2]]:18: remark: load of 8 bytes from 's': {{.*}}, 0 requests [byOtherNumbers(float *)]
}

// Which differences are left depends on how LLVM orders the sum; machine code
// has two loads of 4 bytes here.
__global__ void difference(float *o) {
  __shared__ float s[8192];
  int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
  s[tx] = o[tx];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x2x2, 4 requests [difference(float *)]
  __syncthreads();
  const float *d = s + (tz * 64 + ty) * 16 + (tx * 2 - ty * 4);
  o[tx] = d[0] * d[1];
// CHECK: :[[@LINE-1]]:11: remark: load of {{.*}} bytes from 's': {{.*}}, inexact{{.*}} [difference(float *)]
// CHECK: :[[@LINE-2]]:18: remark: load of {{.*}} bytes from 's': {{.*}}, inexact{{.*}} [difference(float *)]
}

// What an index is depends on all calls that lead to it, however many.
__device__ void put(float *s, int i) {
  s[i] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'a': 1/1 wavefronts, conflict-free, block 32x2x2, 4 requests [throughCalls(float *)]
// CHECK: :[[@LINE-2]]:3: remark: store of 8 bytes to 'b': 2/2 wavefronts, conflict-free, block 32x2x2, 0 requests [throughCalls(float *)]
  s[i + 1] = 2;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'a': 1/1 wavefronts, conflict-free, block 32x2x2, 4 requests [throughCalls(float *)]
// CHECK: :[[@LINE-2]]:3: remark: store of 8 bytes to 'b': 2/2 wavefronts, conflict-free, block 32x2x2, 4 requests [throughCalls(float *)]
}
__device__ void middle(float *s, int i) { put(s, i); }
__device__ void outer(float *s, int i) { middle(s, i); }
__global__ void throughCalls(float *o) {
  __shared__ float a[512], b[512];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  outer(a, y * 64 + z * 16 + 2 * x % 16);
  outer(b, y * 64 + z * 16 + 2 * (x & 7));
  __syncthreads();
  o[x] = a[x] + b[511 - x];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 'a': {{.*}}, 4 requests [throughCalls(float *)]
// CHECK: :[[@LINE-2]]:17: remark: load of 4 bytes from 'b': {{.*}}, 4 requests [throughCalls(float *)]
}
