// RUN: not %lint %s 2>&1 | FileCheck %s

// Where host code runs for too long to be followed, a launch behind it still
// says its block, by constants or by variables that hold one for good.
#include "Inputs/multiply.h"

__global__ void rows(int *out) {
  __shared__ int s[4][512];
  s[threadIdx.y][threadIdx.x * 16] = out[0];
// CHECK: :[[@LINE-1]]:3: warning: 16-way bank conflict in store to 's'
// CHECK: note: in kernel 'rows' with blocks of 16x2, launched here
// CHECK: note: also launched here with blocks of 32:
}
__global__ void open(int *out) {
  __shared__ int s[32][33];
  s[threadIdx.x % 32][0] = out[0];
}
int main() {
  const int width = 16;
  int threads = 32, changed = 64;
  dim3 block(width, 2);
  int *p = new int[4096];
  multiply(p, p + 1024, p + 2048, 259, 253, 251);
  changed *= 2;
  rows<<<p[0], block>>>(p);
  rows<<<1, threads>>>(p);
  open<<<1, changed>>>(p);
// CHECK: :[[@LINE-1]]:3: remark: a launch of kernel 'open' not analysed: the host code before it exceeds the step budget
}
