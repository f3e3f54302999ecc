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
inline __host__ __device__ float toFloat(const __half &X) {
  return float(__builtin_bit_cast(_Float16, X.__x));
}
inline __host__ __device__ __half halfFrom(float X) {
  __half Result;
  Result.__x = __builtin_bit_cast(unsigned short, (_Float16)X);
  return Result;
}
} // namespace oracle

ORACLE_HALF(__half, __half2, half, half2, oracle::halfFrom)

#endif
