//===- vector_types.h - The built-in vector types and dim3 ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes and alignments are CUDA's: a vector of two or four elements is aligned
// to its size, up to 16 bytes; one of one or three elements to its element.
//
//===----------------------------------------------------------------------===//

#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__

#include "host_defines.h"

#define BANKLINT_VECTORS(Name, Element, Align2, Align4)                        \
  struct Name##1 { Element x; };                                               \
  struct __attribute__((aligned(Align2))) Name##2 { Element x, y; };           \
  struct Name##3 { Element x, y, z; };                                         \
  struct __attribute__((aligned(Align4))) Name##4 { Element x, y, z, w; };

BANKLINT_VECTORS(char, signed char, 2, 4)
BANKLINT_VECTORS(uchar, unsigned char, 2, 4)
BANKLINT_VECTORS(short, short, 4, 8)
BANKLINT_VECTORS(ushort, unsigned short, 4, 8)
BANKLINT_VECTORS(int, int, 8, 16)
BANKLINT_VECTORS(uint, unsigned int, 8, 16)
BANKLINT_VECTORS(long, long, (2 * sizeof(long)), 16)
BANKLINT_VECTORS(ulong, unsigned long, (2 * sizeof(long)), 16)
BANKLINT_VECTORS(longlong, long long, 16, 16)
BANKLINT_VECTORS(ulonglong, unsigned long long, 16, 16)
BANKLINT_VECTORS(float, float, 8, 16)
BANKLINT_VECTORS(double, double, 16, 16)

#undef BANKLINT_VECTORS

// The vectors of four 8-byte elements by their alignment.
#define BANKLINT_WIDE_VECTOR(Name, Element)                                    \
  struct __attribute__((aligned(16))) Name##4_16a { Element x, y, z, w; };     \
  struct __attribute__((aligned(32))) Name##4_32a { Element x, y, z, w; };

BANKLINT_WIDE_VECTOR(long, long)
BANKLINT_WIDE_VECTOR(ulong, unsigned long)
BANKLINT_WIDE_VECTOR(longlong, long long)
BANKLINT_WIDE_VECTOR(ulonglong, unsigned long long)
BANKLINT_WIDE_VECTOR(double, double)

#undef BANKLINT_WIDE_VECTOR

struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int X = 1, unsigned int Y = 1,
                                     unsigned int Z = 1)
      : x(X), y(Y), z(Z) {}
  __host__ __device__ constexpr dim3(uint3 V) : x(V.x), y(V.y), z(V.z) {}
  __host__ __device__ constexpr operator uint3() const {
    return uint3{x, y, z};
  }
};

#endif // __VECTOR_TYPES_H__
