// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s --implicit-check-not=inexact

// Launches that nvcc takes and Clang rejects: lists in the place of shapes, and
// brackets with white space in them. What stands elsewhere in the file keeps its
// place, also behind a list.

#include <vector>

#define KERNEL(NAME)                                                           \
  __global__ void NAME(float *p) {                                             \
    __shared__ float s[1024];                                                  \
    s[threadIdx.x * 2] = p[threadIdx.x];                                       \
  }
KERNEL(ofList)
// CHECK: :[[@LINE-1]]:1: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 8x4x1, 1 request [ofList(float *)]
KERNEL(ofTwoLists)
// CHECK: :[[@LINE-1]]:1: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x3x1, 3 requests [ofTwoLists(float *)]
KERNEL(ofEmptyList)
// CHECK: :[[@LINE-1]]:1: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 1x1x1, 1 request [ofEmptyList(float *)]
KERNEL(ofParts)
// CHECK: :[[@LINE-1]]:1: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests [ofParts(float *)]
KERNEL(ofBoth)
// CHECK: :[[@LINE-1]]:1: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x4x1, 4 requests [ofBoth(float *)]
// Assembly that only nvcc takes is read as well.
__global__ void besideAssembly(float *p) {
  __shared__ float s[1024];
  unsigned lane;
  asm volatile("mov.u32 %0, %laneid;" : "=r"(lane));
  s[threadIdx.x * 2] = p[lane];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 96x1x1, 3 requests [besideAssembly(float *)]
}

template <class T> __global__ void ofTemplate(T *p) {
  __shared__ T s[1024];
  s[threadIdx.x * 2] = p[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 128x1x1, 4 requests [ofTemplate<float>(float *)]
}
template <class T> void launch(T *p, int width) {
  ofTemplate<T> << < 1, width, 0, 0 >> > (p);
}

int main() {
  float *p = nullptr;
  int width = 8;
  unsigned height = 4;
  std::vector<std::vector<std::vector<int>> > rows;
  ofList<<<1, {unsigned(width), height, 1}>>>(p);
  besideAssembly<<<1, {96}>>>(p);
  ofTwoLists<<<{2, 1}, {32, 3}, sizeof(int[2])>>>(p);
  ofEmptyList<<<{}, {}>>>(p);
  ofParts << <1, 64 >> >(p);
  ofBoth << <{1}, {32,
                   4} >> >(p);
  launch(p, 128);
}

// CHECK: :[[@LINE+3]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 256x1x1, 8 requests [behind(float *)]
__global__ void behind(float *p) {
  __shared__ float s[1024];
  s[threadIdx.x * 2] = p[threadIdx.x];
}
void last(float *p) { behind<<<1, {256}>>>(p); }
