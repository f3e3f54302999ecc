//===- cuda_fp16.h - Half precision -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// __half is two bytes and __half2 two of them, aligned to four. __half copies
// trivially, which the toolkit's own type does not say as plainly; a pair is
// assigned as one word by a function, as it is there: machine code has its store
// where that is called.
//
//===----------------------------------------------------------------------===//

#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__

#include "half_family.h"

BANKLINT_HALF_TYPES(__half, __half2)
BANKLINT_HALF_FAMILY(__half, __half2, half, half2)

typedef __half half, nv_half, __nv_half;
typedef __half2 half2, nv_half2, __nv_half2;
typedef __half_raw nv_half_raw, __nv_half_raw;

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)

#endif // __CUDA_FP16_H__
