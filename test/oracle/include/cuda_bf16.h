//===- cuda_bf16.h - Brain floating point that computes ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include_next <cuda_bf16.h>

#ifndef BANKLINT_TEST_ORACLE_CUDA_BF16_H
#define BANKLINT_TEST_ORACLE_CUDA_BF16_H

#include "half_arithmetic.h"

namespace oracle {
inline __host__ __device__ float toFloat(__nv_bfloat16 X) {
  return __builtin_bit_cast(float, unsigned(X.__x) << 16);
}
/// To the nearest, ties to even.
inline __host__ __device__ __nv_bfloat16 bfloatFrom(float X) {
  unsigned Bits = __builtin_bit_cast(unsigned, X);
  __nv_bfloat16 Result;
  Result.__x = (unsigned short)((Bits + 0x7fff + (Bits >> 16 & 1)) >> 16);
  return Result;
}
} // namespace oracle

ORACLE_HALF(__nv_bfloat16, __nv_bfloat162, bfloat16, bfloat162,
            oracle::bfloatFrom)

#endif
