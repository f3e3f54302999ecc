// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Objects that hold an array of narrow numbers which leaves part of a word move
// in parts that depend on what is around it. The widths are those that nvcc
// 13.0 gives for sm_90.

struct Broken { short a[3]; int b; float c; };
struct Whole { short a[3]; short b; float c, d; };
struct Single { short a; float b, c; };
struct Base { char tail[6]; };
struct Derived : Base { short a; int b; };

template <class T> __device__ void exchange(T *p) {
  __shared__ T t[64];
  t[threadIdx.x] = p[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 16 bytes to 't': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [broken
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 't': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 3 requests [derived
// CHECK: :[[@LINE-3]]:3: remark: store of 4 bytes to 't': 1/1 wavefronts, conflict-free, block 32x1x1, 3 requests [single
// CHECK: :[[@LINE-4]]:3: remark: store of 16 bytes to 't': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [whole
  __syncthreads();
  p[threadIdx.x] = t[threadIdx.x ^ 1];
// CHECK: :[[@LINE-1]]:20: remark: load of 16 bytes from 't': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [broken
// CHECK: :[[@LINE-2]]:20: remark: load of 4 bytes from 't': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 3 requests [derived
// CHECK: :[[@LINE-3]]:20: remark: load of 4 bytes from 't': 1/1 wavefronts, conflict-free, block 32x1x1, 3 requests [single
// CHECK: :[[@LINE-4]]:20: remark: load of 16 bytes from 't': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [whole
}

// STS, STS.U16 and STS.64; LDS.128 and LDS.U16.
__global__ void broken(Broken *p) { exchange(p); }
// STS.128 and LDS.128: inexact since others like it are not.
__global__ void whole(Whole *p) { exchange(p); }
// STS and LDS, three times each.
__global__ void single(Single *p) { exchange(p); }
// STS three times; LDS twice and LDS.U16 twice.
__global__ void derived(Derived *p) { exchange(p); }

int main() {
  broken<<<1, 32>>>(nullptr);
  whole<<<1, 32>>>(nullptr);
  single<<<1, 32>>>(nullptr);
  derived<<<1, 32>>>(nullptr);
}
