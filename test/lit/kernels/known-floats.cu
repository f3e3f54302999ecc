// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep -o "store of .*" \
// RUN:   | FileCheck %s

// Loops that count to an integer that is made of floating-point numbers.

#include <cmath>

#define KERNEL(NAME, COUNT)                                                    \
  __global__ void NAME(float *p, int n, float f) {                             \
    __shared__ float s[4096];                                                  \
    int stride = 1, count = COUNT;                                             \
    for (int i = 0; i < count; i++)                                            \
      stride *= 2;                                                             \
    s[threadIdx.x * stride] = p[n];                                            \
  }
// CHECK: 32/1 wavefronts, conflict, block 32x1x1, {{.*}} [ofLog2(
KERNEL(ofLog2, (int)log2((float)blockDim.x))
// CHECK: 16/1 wavefronts, conflict, block 32x1x1, {{.*}} [ofLog2f(
KERNEL(ofLog2f, log2f(float(n + 3)))
// CHECK: 8/1 wavefronts, conflict, block 32x1x1, {{.*}} [ofCeil(
KERNEL(ofCeil, ceil(n / 6.0))
// CHECK: 4/1 wavefronts, conflict, block 32x1x1, {{.*}} [ofFloor(
KERNEL(ofFloor, (int)floorf(float(n) / 6))
// CHECK: 4/1 wavefronts, conflict, block 32x1x1, {{.*}} [ofRoot(
KERNEL(ofRoot, int(sqrtf(float(n) - 10)))
// What is not known, or lies too close to the next integer, is open.
// CHECK: possible {{.*}} [ofData(
KERNEL(ofData, (int)log2(f))
// CHECK: possible {{.*}} [ofThird(
KERNEL(ofThird, int(3 * (n / 42.0)))
// The square of 4097 is no float.
// CHECK: possible {{.*}} [ofRounded(
KERNEL(ofRounded, int((n + 4083.0f) * 4097.0f / 4097.0f - 4093.0f))

void run(float *p) {
  ofLog2<<<1, 32>>>(p, 14, 2);
  ofLog2f<<<1, 32>>>(p, 14, 2);
  ofCeil<<<1, 32>>>(p, 14, 2);
  ofFloor<<<1, 32>>>(p, 14, 2);
  ofRoot<<<1, 32>>>(p, 14, 2);
  ofData<<<1, 32>>>(p, 14, 2);
  ofThird<<<1, 32>>>(p, 14, 2);
  ofRounded<<<1, 32>>>(p, 14, 2);
}
