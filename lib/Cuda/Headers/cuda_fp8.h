//===- cuda_fp8.h - 8-bit floating point ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__

#include "cuda_bf16.h"

#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

#define BANKLINT_FP8(Name)                                                     \
  struct Name {                                                                \
    __nv_fp8_storage_t __x;                                                    \
    Name() = default;                                                          \
    template <class T> __host__ __device__ explicit Name(T);                   \
    __host__ __device__ explicit operator __half() const;                      \
    __host__ __device__ explicit operator __nv_bfloat16() const;               \
    __host__ __device__ explicit operator float() const;                       \
    __host__ __device__ explicit operator double() const;                      \
    __host__ __device__ explicit operator int() const;                         \
    __host__ __device__ explicit operator bool() const;                        \
  };
#define BANKLINT_FP8_VECTOR(Name, Storage, Floats)                             \
  struct Name {                                                                \
    Storage __x;                                                               \
    Name() = default;                                                          \
    template <class T> __host__ __device__ explicit Name(T);                   \
    template <class T> __host__ __device__ explicit Name(T, T);                \
    __host__ __device__ explicit operator __half2() const;                     \
    __host__ __device__ explicit operator Floats() const;                      \
  };

BANKLINT_FP8(__nv_fp8_e4m3)
BANKLINT_FP8(__nv_fp8_e5m2)
BANKLINT_FP8_VECTOR(__nv_fp8x2_e4m3, __nv_fp8x2_storage_t, float2)
BANKLINT_FP8_VECTOR(__nv_fp8x2_e5m2, __nv_fp8x2_storage_t, float2)
BANKLINT_FP8_VECTOR(__nv_fp8x4_e4m3, __nv_fp8x4_storage_t, float4)
BANKLINT_FP8_VECTOR(__nv_fp8x4_e5m2, __nv_fp8x4_storage_t, float4)

#undef BANKLINT_FP8
#undef BANKLINT_FP8_VECTOR

__host__ __device__ __nv_fp8_storage_t
__nv_cvt_float_to_fp8(float, __nv_saturation_t, __nv_fp8_interpretation_t),
    __nv_cvt_double_to_fp8(double, __nv_saturation_t,
                           __nv_fp8_interpretation_t),
    __nv_cvt_halfraw_to_fp8(__half_raw, __nv_saturation_t,
                            __nv_fp8_interpretation_t),
    __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw, __nv_saturation_t,
                                __nv_fp8_interpretation_t);
__host__ __device__ __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(
    float2, __nv_saturation_t, __nv_fp8_interpretation_t),
    __nv_cvt_halfraw2_to_fp8x2(__half2_raw, __nv_saturation_t,
                               __nv_fp8_interpretation_t);
__host__ __device__ __half_raw
    __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t, __nv_fp8_interpretation_t);
__host__ __device__ __half2_raw
    __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t, __nv_fp8_interpretation_t);

#endif // __CUDA_FP8_H__
