// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Objects whose narrow numbers do not fill words, or are of several widths, move
// in parts that depend on what is around these. The widths are those that nvcc
// 13.0 gives for sm_90.

struct Broken { short a[3]; int b; float c; };
struct Whole { short a[3]; short b; float c, d; };
struct Single { short a; float b; };
struct Base { char tail[6]; };
struct Derived : Base { short a; int b; };
struct Unlike { int a; short b; char c, d; };
struct Wide { double a; short b, c; float d; };
struct WideGap { double a; char b; int c; };
struct Gap { short a; float b, c, d; };
struct Alike { int a; short b, c; };

template <class T> __device__ void exchange(T *p) {
  __shared__ T t[64];
  t[threadIdx.x] = p[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 't': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request [alike(
// CHECK: :[[@LINE-2]]:3: remark: store of 16 bytes to 't': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [broken(
// CHECK: :[[@LINE-3]]:3: remark: store of 4 bytes to 't': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 3 requests [derived(
// CHECK: :[[@LINE-4]]:3: remark: store of 16 bytes to 't': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [gap(
// CHECK: :[[@LINE-5]]:3: remark: store of 8 bytes to 't': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request [single(
// CHECK: :[[@LINE-6]]:3: remark: store of 8 bytes to 't': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [unlike(
// CHECK: :[[@LINE-7]]:3: remark: store of 16 bytes to 't': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [whole(
// CHECK: :[[@LINE-8]]:3: remark: store of 16 bytes to 't': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [wide(
// CHECK: :[[@LINE-9]]:3: remark: store of 16 bytes to 't': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request [wideGap(
  __syncthreads();
  p[threadIdx.x] = t[threadIdx.x ^ 1];
// CHECK: :[[@LINE-1]]:20: remark: load of 8 bytes from 't': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request [alike(
// CHECK: :[[@LINE-2]]:20: remark: load of 16 bytes from 't': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [broken(
// CHECK: :[[@LINE-3]]:20: remark: load of 4 bytes from 't': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 3 requests [derived(
// CHECK: :[[@LINE-4]]:20: remark: load of 16 bytes from 't': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [gap(
// CHECK: :[[@LINE-5]]:20: remark: load of 8 bytes from 't': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request [single(
// CHECK: :[[@LINE-6]]:20: remark: load of 8 bytes from 't': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [unlike(
// CHECK: :[[@LINE-7]]:20: remark: load of 16 bytes from 't': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [whole(
// CHECK: :[[@LINE-8]]:20: remark: load of 16 bytes from 't': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [wide(
// CHECK: :[[@LINE-9]]:20: remark: load of 16 bytes from 't': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request [wideGap(
}

// STS, STS.U16 and STS.64; LDS.128 and LDS.U16.
__global__ void broken(Broken *p) { exchange(p); }
// STS.128 and LDS.128: inexact since others like it are not.
__global__ void whole(Whole *p) { exchange(p); }
// STS.64 and LDS.64.
__global__ void single(Single *p) { exchange(p); }
// STS three times; LDS twice and LDS.U16 twice.
__global__ void derived(Derived *p) { exchange(p); }
// STS twice; LDS, LDS.U16 twice.
__global__ void unlike(Unlike *p) { exchange(p); }
// STS.64 twice; LDS.64 twice.
__global__ void wide(Wide *p) { exchange(p); }
// STS.128 and LDS.128.
__global__ void wideGap(WideGap *p) { exchange(p); }
// STS.128; LDS.128 and LDS.
__global__ void gap(Gap *p) { exchange(p); }
// STS.64 and LDS.64.
__global__ void alike(Alike *p) { exchange(p); }

int main() {
  broken<<<1, 32>>>(nullptr);
  whole<<<1, 32>>>(nullptr);
  single<<<1, 32>>>(nullptr);
  derived<<<1, 32>>>(nullptr);
  unlike<<<1, 32>>>(nullptr);
  wide<<<1, 32>>>(nullptr);
  wideGap<<<1, 32>>>(nullptr);
  gap<<<1, 32>>>(nullptr);
  alike<<<1, 32>>>(nullptr);
}
