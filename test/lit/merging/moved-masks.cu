// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep "remark: load" | FileCheck %s --implicit-check-not=remark

// LLVM makes (x + 4) & -4 of (x & -4) + 4 where a multiple is added to a number
// that lost its last bits, and nothing else is made of that. Then it does not
// know that (x & -4) + 5 is beside it. Read off machine code (nvcc 13.0 -O3,
// sm_90) of 80 such kernels.

#define KERNEL(Name, Index)                                                    \
  __global__ void __launch_bounds__(128)                                       \
      Name(float *__restrict__ out, const float *__restrict__ in) {            \
    __shared__ __align__(16) float s[1024];                                    \
    int t = threadIdx.x;                                                       \
    unsigned u = threadIdx.x;                                                  \
    const int held = t & ~3;                                                   \
    s[t * 5 + 3] = in[t] + u + held;                                           \
    __syncthreads();                                                           \
    Index                                                                      \
  }
#define LOADS(Base)                                                            \
  out[t * 4] = s[Base + 4];                                                    \
  out[t * 4 + 1] = s[Base + 5];                                                \
  out[t * 4 + 2] = s[Base + 6];                                                \
  out[t * 4 + 3] = s[Base + 7];

// LDS, and LDS.128 of the other three.
KERNEL(masked, LOADS((t & ~3)))
// CHECK: remark: load of 4 bytes from 's': {{.*}} 4 requests [masked(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [masked(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [masked(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [masked(
KERNEL(shifted, LOADS((t >> 2) * 4))
// CHECK: remark: load of 4 bytes from 's': {{.*}} 4 requests [shifted(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [shifted(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [shifted(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [shifted(
KERNEL(divided, LOADS(u / 4 * 4))
// CHECK: remark: load of 4 bytes from 's': {{.*}} 4 requests [divided(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [divided(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [divided(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [divided(

// LDS.128: a variable holds it for all, bits are lost at the other end, too, the
// number has a sign, something else is added first, or no multiple is.
KERNEL(inVariable, LOADS(held))
// CHECK: remark: load of 16 bytes from 's': {{.*}} [inVariable(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [inVariable(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [inVariable(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [inVariable(
KERNEL(bothEnds, LOADS((t & 124)))
// CHECK: remark: load of 16 bytes from 's': {{.*}} [bothEnds(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [bothEnds(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [bothEnds(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [bothEnds(
KERNEL(rows, LOADS((u / 32) * 4))
// CHECK: remark: load of 16 bytes from 's': {{.*}} [rows(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [rows(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [rows(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [rows(
KERNEL(withSign, LOADS(t / 4 * 4))
// CHECK: remark: load of 16 bytes from 's': {{.*}} [withSign(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [withSign(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [withSign(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [withSign(
KERNEL(ofSum, LOADS((t & ~3) + (int)blockIdx.x * 4))
// CHECK: remark: load of 16 bytes from 's': {{.*}} [ofSum(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [ofSum(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [ofSum(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [ofSum(
KERNEL(otherStep, LOADS((t & ~7)))
// CHECK: remark: load of 16 bytes from 's': {{.*}} [otherStep(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [otherStep(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [otherStep(
// CHECK: remark: load of 16 bytes from 's': {{.*}} [otherStep(
