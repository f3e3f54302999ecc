//===- half_arithmetic.h - What 16-bit numbers compute ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions of the functions that `half_family.h` declares and programs use
// most. All arithmetic is that of float, rounded once. What is passed by reference
// is read once, as a whole: that is an access of the source.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TEST_ORACLE_HALF_ARITHMETIC_H
#define BANKLINT_TEST_ORACLE_HALF_ARITHMETIC_H

#define ORACLE_BOTH inline __host__ __device__

#define ORACLE_HALF_TO(Type, T)                                                \
  ORACLE_BOTH Type::operator T() const { return (T)oracle::toFloat(*this); }

// clang-format takes 'Op##=' apart.
// clang-format off
#define ORACLE_HALF_OPERATOR(Type, Pair, From, Op, Name)                       \
  ORACLE_BOTH Type operator Op(const Type &A, const Type &B) {                 \
    return From(oracle::toFloat(A) Op oracle::toFloat(B));                     \
  }                                                                            \
  ORACLE_BOTH Type &operator Op##=(Type &A, const Type &B) {                   \
    return A = A Op B;                                                         \
  }                                                                            \
  ORACLE_BOTH Pair operator Op(const Pair &A, const Pair &B) {                 \
    const Pair X = A, Y = B;                                                   \
    return Pair(X.x Op Y.x, X.y Op Y.y);                                       \
  }                                                                            \
  ORACLE_BOTH Pair &operator Op##=(Pair &A, const Pair &B) {                   \
    return A = A Op B;                                                         \
  }                                                                            \
  ORACLE_BOTH Type Name(Type A, Type B) { return A Op B; }
// clang-format on

#define ORACLE_HALF_COMPARE(Type, Op, Name)                                    \
  ORACLE_BOTH bool operator Op(const Type &A, const Type &B) {                 \
    return oracle::toFloat(A) Op oracle::toFloat(B);                           \
  }                                                                            \
  ORACLE_BOTH bool Name(Type A, Type B) { return A Op B; }

#define ORACLE_HALF_SHUFFLE(Type, Name, By)                                    \
  inline __device__ Type Name(unsigned Mask, Type Value, By Lane, int Width) { \
    unsigned Bits = 0;                                                         \
    __builtin_memcpy(&Bits, &Value, sizeof(Value));                            \
    Bits = Name(Mask, Bits, Lane, Width);                                      \
    __builtin_memcpy(&Value, &Bits, sizeof(Value));                            \
    return Value;                                                              \
  }
#define ORACLE_HALF_SHUFFLES(Type)                                             \
  ORACLE_HALF_SHUFFLE(Type, __shfl_sync, int)                                  \
  ORACLE_HALF_SHUFFLE(Type, __shfl_up_sync, unsigned)                          \
  ORACLE_HALF_SHUFFLE(Type, __shfl_down_sync, unsigned)                        \
  ORACLE_HALF_SHUFFLE(Type, __shfl_xor_sync, int)                              \
  inline __device__ Type atomicAdd(Type *Target, Type Value) {                 \
    oracle_access_at_call(Target, sizeof(Type), OracleAtomic);                 \
    Type Old = *Target;                                                        \
    *Target = Old + Value;                                                     \
    return Old;                                                                \
  }

#define ORACLE_HALF(Type, Pair, Name, PairName, From)                          \
  template <class T, class> ORACLE_BOTH Type::Type(T X) {                      \
    __x = From(float(X)).__x;                                                  \
  }                                                                            \
  ORACLE_BOTH Type::operator bool() const {                                    \
    return oracle::toFloat(*this) != 0;                                        \
  }                                                                            \
  ORACLE_HALF_TO(Type, float)                                                  \
  ORACLE_HALF_TO(Type, double)                                                 \
  ORACLE_HALF_TO(Type, int)                                                    \
  ORACLE_HALF_TO(Type, unsigned)                                               \
  ORACLE_HALF_TO(Type, short)                                                  \
  ORACLE_HALF_TO(Type, unsigned short)                                         \
  ORACLE_HALF_TO(Type, long long)                                              \
  ORACLE_HALF_TO(Type, unsigned long long)                                     \
  ORACLE_HALF_OPERATOR(Type, Pair, From, +, __hadd)                            \
  ORACLE_HALF_OPERATOR(Type, Pair, From, -, __hsub)                            \
  ORACLE_HALF_OPERATOR(Type, Pair, From, *, __hmul)                            \
  ORACLE_HALF_OPERATOR(Type, Pair, From, /, __hdiv)                            \
  ORACLE_HALF_COMPARE(Type, ==, __heq)                                         \
  ORACLE_HALF_COMPARE(Type, !=, __hne)                                         \
  ORACLE_HALF_COMPARE(Type, <, __hlt)                                          \
  ORACLE_HALF_COMPARE(Type, >, __hgt)                                          \
  ORACLE_HALF_COMPARE(Type, <=, __hle)                                         \
  ORACLE_HALF_COMPARE(Type, >=, __hge)                                         \
  ORACLE_HALF_SHUFFLES(Type)                                                   \
  ORACLE_HALF_SHUFFLES(Pair)                                                   \
  ORACLE_BOTH Type operator-(const Type &A) {                                  \
    return From(-oracle::toFloat(A));                                          \
  }                                                                            \
  ORACLE_BOTH Type __hneg(Type A) { return -A; }                               \
  ORACLE_BOTH Type __habs(Type A) {                                            \
    float X = oracle::toFloat(A);                                              \
    return From(X < 0 ? -X : X);                                               \
  }                                                                            \
  ORACLE_BOTH Type __hmax(Type A, Type B) { return A < B ? B : A; }            \
  ORACLE_BOTH Type __hmin(Type A, Type B) { return B < A ? B : A; }            \
  ORACLE_BOTH Type __hfma(Type A, Type B, Type C) {                            \
    return From(oracle::toFloat(A) * oracle::toFloat(B) + oracle::toFloat(C)); \
  }                                                                            \
  ORACLE_BOTH Pair __hfma2(Pair A, Pair B, Pair C) {                           \
    return Pair(__hfma(A.x, B.x, C.x), __hfma(A.y, B.y, C.y));                 \
  }                                                                            \
  ORACLE_BOTH Pair __hadd2(Pair A, Pair B) { return A + B; }                   \
  ORACLE_BOTH Pair __hsub2(Pair A, Pair B) { return A - B; }                   \
  ORACLE_BOTH Pair __hmul2(Pair A, Pair B) { return A * B; }                   \
  ORACLE_BOTH Pair __hmax2(Pair A, Pair B) {                                   \
    return Pair(__hmax(A.x, B.x), __hmax(A.y, B.y));                           \
  }                                                                            \
  ORACLE_BOTH Pair __hmin2(Pair A, Pair B) {                                   \
    return Pair(__hmin(A.x, B.x), __hmin(A.y, B.y));                           \
  }                                                                            \
  ORACLE_BOTH Type __float2##Name(float X) { return From(X); }                 \
  ORACLE_BOTH Type __float2##Name##_rn(float X) { return From(X); }            \
  ORACLE_BOTH Type __double2##Name(double X) { return From(float(X)); }        \
  ORACLE_BOTH Type __int2##Name##_rn(int X) { return From(float(X)); }         \
  ORACLE_BOTH Type __uint2##Name##_rn(unsigned X) { return From(float(X)); }   \
  ORACLE_BOTH int __##Name##2int_rz(Type X) {                                  \
    return int(oracle::toFloat(X));                                            \
  }                                                                            \
  ORACLE_BOTH int __##Name##2int_rn(Type X) {                                  \
    return int(__builtin_rintf(oracle::toFloat(X)));                           \
  }                                                                            \
  ORACLE_BOTH float __##Name##2float(Type X) { return oracle::toFloat(X); }    \
  ORACLE_BOTH float __low2float(Pair X) { return oracle::toFloat(X.x); }       \
  ORACLE_BOTH float __high2float(Pair X) { return oracle::toFloat(X.y); }      \
  ORACLE_BOTH Type __low2##Name(Pair X) { return X.x; }                        \
  ORACLE_BOTH Type __high2##Name(Pair X) { return X.y; }                       \
  ORACLE_BOTH float2 __##PairName##2float2(Pair X) {                           \
    return float2{oracle::toFloat(X.x), oracle::toFloat(X.y)};                 \
  }                                                                            \
  ORACLE_BOTH unsigned short __##Name##_as_ushort(Type X) { return X.__x; }    \
  ORACLE_BOTH short __##Name##_as_short(Type X) { return short(X.__x); }       \
  ORACLE_BOTH Type __ushort_as_##Name(unsigned short X) {                      \
    Type Result;                                                               \
    Result.__x = X;                                                            \
    return Result;                                                             \
  }                                                                            \
  ORACLE_BOTH Pair __float2##PairName##_rn(float X) {                          \
    return Pair(From(X), From(X));                                             \
  }                                                                            \
  ORACLE_BOTH Pair __floats2##PairName##_rn(float X, float Y) {                \
    return Pair(From(X), From(Y));                                             \
  }                                                                            \
  ORACLE_BOTH Pair __float22##PairName##_rn(float2 X) {                        \
    return Pair(From(X.x), From(X.y));                                         \
  }                                                                            \
  ORACLE_BOTH Pair __halves2##PairName(Type X, Type Y) { return Pair(X, Y); }  \
  ORACLE_BOTH Pair __##Name##2##PairName(Type X) { return Pair(X, X); }

#endif
