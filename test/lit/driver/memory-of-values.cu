// RUN: not %banklint --cuda-path=none --memory-limit=1500 %s 2>&1 | FileCheck %s

// Unknowns that are multiplied in loops within loops make new values in each
// round, all of which are kept: the walk of the host ends where these take too
// much memory. Without that, this source takes more than 4 GB.

#include "Inputs/multiply.h"

__global__ void columns(int *out) {
  __shared__ int s[32][32];
  s[threadIdx.x][0] = out[0];
// CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict in store to 's'
}
int main() {
  int *a = new int[259 * 251], *b = new int[253 * 251], *c = new int[259 * 253];
  multiply(c, a, b, 259, 253, 251);
  columns<<<1, 32>>>(c);
}
