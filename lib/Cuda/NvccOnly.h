//===- NvccOnly.h - What nvcc declares and Clang does not -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included before every source that is parsed with a toolkit's headers, behind
// Clang's own wrapper of them, and part of the library as the bundled headers
// are. Declarations suffice: nothing here is compiled, and the analysis knows
// these functions by name.
//
//===----------------------------------------------------------------------===//

#pragma once
#pragma clang system_header

// Stores with a cache hint, for every type but half and bfloat16, which bring
// their own. The value converts to what the pointer points at.
template <typename T> struct __banklint_same {
  typedef T type;
};
template <typename T>
__device__ void __stwb(T *, typename __banklint_same<T>::type);
template <typename T>
__device__ void __stcg(T *, typename __banklint_same<T>::type);
template <typename T>
__device__ void __stcs(T *, typename __banklint_same<T>::type);
template <typename T>
__device__ void __stwt(T *, typename __banklint_same<T>::type);

// min and max without `std::` in host code, where launches compute their
// dimensions.
#define BANKLINT_HOST_MIN_MAX(T, A, B)                                         \
  __host__ inline T min(A X, B Y) { return (T)X < (T)Y ? (T)X : (T)Y; }        \
  __host__ inline T max(A X, B Y) { return (T)X < (T)Y ? (T)Y : (T)X; }
BANKLINT_HOST_MIN_MAX(int, int, int)
BANKLINT_HOST_MIN_MAX(unsigned, unsigned, unsigned)
BANKLINT_HOST_MIN_MAX(unsigned, int, unsigned)
BANKLINT_HOST_MIN_MAX(unsigned, unsigned, int)
BANKLINT_HOST_MIN_MAX(long, long, long)
BANKLINT_HOST_MIN_MAX(unsigned long, unsigned long, unsigned long)
BANKLINT_HOST_MIN_MAX(unsigned long, long, unsigned long)
BANKLINT_HOST_MIN_MAX(unsigned long, unsigned long, long)
BANKLINT_HOST_MIN_MAX(long long, long long, long long)
BANKLINT_HOST_MIN_MAX(unsigned long long, unsigned long long,
                      unsigned long long)
BANKLINT_HOST_MIN_MAX(unsigned long long, long long, unsigned long long)
BANKLINT_HOST_MIN_MAX(unsigned long long, unsigned long long, long long)
BANKLINT_HOST_MIN_MAX(float, float, float)
BANKLINT_HOST_MIN_MAX(double, double, double)
BANKLINT_HOST_MIN_MAX(double, float, double)
BANKLINT_HOST_MIN_MAX(double, double, float)
#undef BANKLINT_HOST_MIN_MAX

#include "nvcc_atomics.h"
