//===- cuda_fp16.h - Half precision that computes ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include_next <cuda_fp16.h>

#ifndef BANKLINT_TEST_ORACLE_CUDA_FP16_H
#define BANKLINT_TEST_ORACLE_CUDA_FP16_H

#include "half_arithmetic.h"

namespace oracle {
inline __host__ __device__ float toFloat(__half X) {
  unsigned Sign = unsigned(X.__x & 0x8000) << 16;
  int Exponent = X.__x >> 10 & 31;
  unsigned Digits = X.__x & 1023;
  float Result =
      Exponent == 31
          ? __builtin_bit_cast(float, 0x7f800000 | Digits << 13)
          : __builtin_ldexpf(float(Exponent ? Digits | 1024 : Digits),
                             (Exponent ? Exponent : 1) - 25);
  return __builtin_bit_cast(float, __builtin_bit_cast(unsigned, Result) | Sign);
}
/// To the nearest, ties to even.
inline __host__ __device__ __half halfFrom(float X) {
  unsigned Bits = __builtin_bit_cast(unsigned, X);
  unsigned Sign = Bits >> 16 & 0x8000;
  float Size = __builtin_fabsf(X);
  unsigned Result;
  if (X != X)
    Result = 0x7fff;
  else if (Size >= 65520)
    Result = 0x7c00;
  else if (Size < 0x1p-14f)
    Result = unsigned(__builtin_rintf(Size * 0x1p24f));
  else {
    unsigned Rounded = (Bits & 0x7fffffff) + 0xfff + (Bits >> 13 & 1);
    Result = (Rounded >> 13) - ((127 - 15) << 10);
  }
  __half Half;
  Half.__x = (unsigned short)(Result | Sign);
  return Half;
}
} // namespace oracle

ORACLE_HALF(__half, __half2, half, half2, oracle::halfFrom)

#endif
