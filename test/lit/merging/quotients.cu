// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: store" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// Whether two doubles are stored as a pair depends on what the compiler sees of
// a quotient in their address. Widths of machine code (nvcc 13.0 -O3, sm_90).

#define PAIR(NAME, ALIGNED, ...)                                               \
  __global__ void __launch_bounds__(64) NAME(double *o, int n, unsigned m) {   \
    __shared__ ALIGNED double s[4096];                                         \
    int t = threadIdx.x, e = t * 32;                                           \
    unsigned u = threadIdx.x;                                                  \
    __VA_ARGS__;                                                               \
    s[e + q] = n;                                                              \
    s[e + q + 1] = m;                                                          \
    __syncthreads();                                                           \
    o[t] = s[o == nullptr];                                                    \
  }
#define LAUNCH(NAME) void launch##NAME() { NAME<<<1, 64>>>(nullptr, 1, 2); }

// STS.128: a product that does not wrap is divided without a remainder, and a
// quotient that is multiplied has that factor.
PAIR(product, , int q = e / 16)
LAUNCH(product)
// CHECK: [[#@LINE-2]]:1: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 64x1x1, {{0|2}} requests
// CHECK: [[#@LINE-3]]:1: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 64x1x1, {{0|2}} requests
PAIR(times, , int q = t / 16 * 2)
LAUNCH(times)
// CHECK: [[#@LINE-2]]:1: remark: store of 16 bytes to 's': {{[0-9/]+}} wavefronts, conflict, block 64x1x1, {{0|2}} requests
// CHECK: [[#@LINE-3]]:1: remark: store of 16 bytes to 's': {{[0-9/]+}} wavefronts, conflict, block 64x1x1, {{0|2}} requests
// Of an unsigned sum the IR says it, where an array declares its alignment.
PAIR(aligned, __align__(16), unsigned q = (u * 8 + 32 * m) / 4)
LAUNCH(aligned)
// CHECK: [[#@LINE-2]]:1: remark: store of 16 bytes to 's': {{[0-9/]+}} wavefronts, conflict-free, block 64x1x1, {{0|2}} requests
// CHECK: [[#@LINE-3]]:1: remark: store of 16 bytes to 's': {{[0-9/]+}} wavefronts, conflict-free, block 64x1x1, {{0|2}} requests

// STS.64 twice. Others of the kind are merged: inexact.
PAIR(sum, , unsigned q = (u * 8 + 32 * m) / 4)
LAUNCH(sum)
// CHECK: [[#@LINE-2]]:1: remark: {{.*}}, inexact, block 64x1x1, {{0|2}} requests
// CHECK: [[#@LINE-3]]:1: remark: {{.*}}, inexact, block 64x1x1, {{0|2}} requests
PAIR(signedSum, __align__(16), int q = (t * 8 + 32 * n) / 4)
LAUNCH(signedSum)
// CHECK: [[#@LINE-2]]:1: remark: {{.*}}, inexact, block 64x1x1, {{0|2}} requests
// CHECK: [[#@LINE-3]]:1: remark: {{.*}}, inexact, block 64x1x1, {{0|2}} requests
PAIR(digits, __align__(16), int q = (t / 16 * 512 + t % 16 * 32) / 16)
LAUNCH(digits)
// CHECK: [[#@LINE-2]]:1: remark: {{.*}}, inexact, block 64x1x1, {{0|2}} requests
// CHECK: [[#@LINE-3]]:1: remark: {{.*}}, inexact, block 64x1x1, {{0|2}} requests
PAIR(shifted, __align__(16), int q = (t << 5) / 16)
LAUNCH(shifted)
// CHECK: [[#@LINE-2]]:1: remark: {{.*}}, inexact, block 64x1x1, {{0|2}} requests
// CHECK: [[#@LINE-3]]:1: remark: {{.*}}, inexact, block 64x1x1, {{0|2}} requests
