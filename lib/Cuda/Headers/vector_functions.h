//===- vector_functions.h - make_int4 and its family ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#define BANKLINT_MAKE(Type, Element)                                           \
  __host__ __device__ inline Type##1 make_##Type##1(Element X) { return {X}; } \
  __host__ __device__ inline Type##2 make_##Type##2(Element X, Element Y) {    \
    return {X, Y};                                                             \
  }                                                                            \
  __host__ __device__ inline Type##3 make_##Type##3(Element X, Element Y,      \
                                                    Element Z) {               \
    return {X, Y, Z};                                                          \
  }                                                                            \
  __host__ __device__ inline Type##4 make_##Type##4(Element X, Element Y,      \
                                                    Element Z, Element W) {    \
    return {X, Y, Z, W};                                                       \
  }

BANKLINT_MAKE(char, signed char)
BANKLINT_MAKE(uchar, unsigned char)
BANKLINT_MAKE(short, short)
BANKLINT_MAKE(ushort, unsigned short)
BANKLINT_MAKE(int, int)
BANKLINT_MAKE(uint, unsigned int)
BANKLINT_MAKE(long, long)
BANKLINT_MAKE(ulong, unsigned long)
BANKLINT_MAKE(longlong, long long)
BANKLINT_MAKE(ulonglong, unsigned long long)
BANKLINT_MAKE(float, float)
BANKLINT_MAKE(double, double)

#undef BANKLINT_MAKE

#define BANKLINT_MAKE_WIDE(Type, Element)                                      \
  __host__ __device__ inline Type make_##Type(Element X, Element Y, Element Z, \
                                              Element W) {                     \
    return {X, Y, Z, W};                                                       \
  }

BANKLINT_MAKE_WIDE(long4_16a, long)
BANKLINT_MAKE_WIDE(long4_32a, long)
BANKLINT_MAKE_WIDE(ulong4_16a, unsigned long)
BANKLINT_MAKE_WIDE(ulong4_32a, unsigned long)
BANKLINT_MAKE_WIDE(longlong4_16a, long long)
BANKLINT_MAKE_WIDE(longlong4_32a, long long)
BANKLINT_MAKE_WIDE(ulonglong4_16a, unsigned long long)
BANKLINT_MAKE_WIDE(ulonglong4_32a, unsigned long long)
BANKLINT_MAKE_WIDE(double4_16a, double)
BANKLINT_MAKE_WIDE(double4_32a, double)

#undef BANKLINT_MAKE_WIDE

#endif // __VECTOR_FUNCTIONS_H__
