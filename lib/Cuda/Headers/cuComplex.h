//===- cuComplex.h - Complex numbers as vectors of two ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_

#include "math_functions.h"
#include "vector_functions.h"

#define BANKLINT_COMPLEX(Type, Vector, Real, Suffix)                           \
  typedef Vector Type;                                                         \
  __host__ __device__ inline Type make_##Type(Real R, Real I) {                \
    return {R, I};                                                             \
  }                                                                            \
  __host__ __device__ inline Real cuCreal##Suffix(Type Z) { return Z.x; }      \
  __host__ __device__ inline Real cuCimag##Suffix(Type Z) { return Z.y; }      \
  __host__ __device__ inline Type cuConj##Suffix(Type Z) {                     \
    return {Z.x, -Z.y};                                                        \
  }                                                                            \
  __host__ __device__ inline Type cuCadd##Suffix(Type A, Type B) {             \
    return {A.x + B.x, A.y + B.y};                                             \
  }                                                                            \
  __host__ __device__ inline Type cuCsub##Suffix(Type A, Type B) {             \
    return {A.x - B.x, A.y - B.y};                                             \
  }                                                                            \
  __host__ __device__ inline Type cuCmul##Suffix(Type A, Type B) {             \
    return {A.x * B.x - A.y * B.y, A.x * B.y + A.y * B.x};                     \
  }                                                                            \
  __host__ __device__ inline Type cuCfma##Suffix(Type A, Type B, Type C) {     \
    return cuCadd##Suffix(cuCmul##Suffix(A, B), C);                            \
  }                                                                            \
  __host__ __device__ Type cuCdiv##Suffix(Type, Type);                         \
  __host__ __device__ Real cuCabs##Suffix(Type);

BANKLINT_COMPLEX(cuFloatComplex, float2, float, f)
BANKLINT_COMPLEX(cuDoubleComplex, double2, double, )

#undef BANKLINT_COMPLEX

typedef cuFloatComplex cuComplex;

__host__ __device__ inline cuComplex make_cuComplex(float R, float I) {
  return {R, I};
}
__host__ __device__ inline cuDoubleComplex
cuComplexFloatToDouble(cuFloatComplex Z) {
  return {Z.x, Z.y};
}
__host__ __device__ inline cuFloatComplex
cuComplexDoubleToFloat(cuDoubleComplex Z) {
  return {(float)Z.x, (float)Z.y};
}

#endif // CU_COMPLEX_H_
