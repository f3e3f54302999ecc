//===- half_family.h - What 16-bit floating-point types share ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// __half and __nv_bfloat16 have the same operations under names that differ in
// one part: '__float2half' and '__float2bfloat16', '__half22float2' and
// '__bfloat1622float2'. The macros below spell each family once, for the type,
// its pair, and the two parts of names. Internal to the bundled headers.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_HEADERS_HALF_FAMILY_H
#define BANKLINT_CUDA_HEADERS_HALF_FAMILY_H

#include "device_functions.h"

// Members that every arithmetic type converts to and from.
#define BANKLINT_HALF_ARITHMETIC(Use)                                          \
  Use(float) Use(double) Use(short) Use(unsigned short) Use(int) Use(unsigned) \
      Use(long) Use(unsigned long) Use(long long) Use(unsigned long long)
// A test that runs kernels defines what these compute.
#ifdef BANKLINT_HALF_WITHOUT_BODIES
#define BANKLINT_HALF_BODY(...) ;
#else
#define BANKLINT_HALF_BODY(...) {__VA_ARGS__}
#endif

#define BANKLINT_HALF_TO(T)                                                    \
  __host__ __device__ operator T()                                             \
      const BANKLINT_HALF_BODY(return banklint::computed<T>(*this);)

namespace banklint {
/// What arithmetic makes of these: the operands are loaded, as they are by the
/// functions of the toolkit.
template <class Result, class... Operands>
__host__ __device__ Result computed(Operands...);
} // namespace banklint

#define BANKLINT_HALF_TYPES(Half, Pair)                                        \
  struct Half##_raw {                                                          \
    unsigned short x;                                                          \
  };                                                                           \
  struct __attribute__((aligned(4))) Pair##_raw {                              \
    unsigned short x, y;                                                       \
  };                                                                           \
  struct __attribute__((aligned(2))) Half {                                    \
    unsigned short __x;                                                        \
    Half() = default;                                                          \
    template <class T, class = typename banklint::Arithmetic<T>::Type>         \
    __host__ __device__ Half(T);                                               \
    __host__ __device__ constexpr Half(const Half##_raw &Raw) : __x(Raw.x) {}  \
    __host__ __device__ operator Half##_raw() const;                           \
    __host__ __device__ operator bool() const;                                 \
    __host__ __device__ operator char() const;                                 \
    __host__ __device__ operator signed char() const;                          \
    __host__ __device__ operator unsigned char() const;                        \
    BANKLINT_HALF_ARITHMETIC(BANKLINT_HALF_TO)                                 \
  };                                                                           \
  struct __attribute__((aligned(4))) Pair {                                    \
    Half x, y;                                                                 \
    Pair() = default;                                                          \
    __host__ __device__ constexpr Pair(const Half &X, const Half &Y)           \
        : x(X), y(Y) {}                                                        \
    Pair(const Pair &) = default;                                              \
    __host__ __device__ Pair &operator=(const Pair &Other) {                   \
      *reinterpret_cast<unsigned *>(this) =                                    \
          *reinterpret_cast<const unsigned *>(&Other);                         \
      return *this;                                                            \
    }                                                                          \
    __host__ __device__ Pair(const Pair##_raw &);                              \
    __host__ __device__ operator Pair##_raw() const;                           \
  };

namespace banklint {
template <class T, bool = __is_arithmetic(T)> struct Arithmetic {
  typedef T Type;
};
template <class T> struct Arithmetic<T, false> {};
} // namespace banklint

#define BANKLINT_HALF_ROUNDED(Name) Name##rn, Name##rz, Name##ru, Name##rd

#define BANKLINT_HALF_BINARY(T, Result, Sign)                                  \
  inline __host__ __device__ Result operator Sign(const T &A, const T &B)      \
      BANKLINT_HALF_BODY(return banklint::computed<Result>(A, B);)
#define BANKLINT_HALF_ASSIGN(T, Sign)                                          \
  inline __host__ __device__ T &operator Sign(T &A, const T &B)                \
      BANKLINT_HALF_BODY(return A = banklint::computed<T>(A, B);)
#define BANKLINT_HALF_STEP(T, Sign)                                            \
  inline __host__ __device__ T &operator Sign(T &A) BANKLINT_HALF_BODY(        \
      return A = banklint::computed<T>(A);) inline __host__ __device__ T       \
  operator Sign(T &A, int) BANKLINT_HALF_BODY(                                 \
      T Before = A; A = banklint::computed<T>(A); return Before;)
#define BANKLINT_HALF_UNARY(T, Sign)                                           \
  inline __host__ __device__ T operator Sign(const T &A)                       \
      BANKLINT_HALF_BODY(return banklint::computed<T>(A);)

#define BANKLINT_HALF_OPERATORS(T)                                             \
  BANKLINT_HALF_BINARY(T, T, +)                                                \
  BANKLINT_HALF_BINARY(T, T, -)                                                \
  BANKLINT_HALF_BINARY(T, T, *) BANKLINT_HALF_BINARY(T, T, /)                  \
      BANKLINT_HALF_BINARY(T, bool, ==) BANKLINT_HALF_BINARY(T, bool, !=)      \
          BANKLINT_HALF_BINARY(T, bool, <) BANKLINT_HALF_BINARY(T, bool, >)    \
              BANKLINT_HALF_BINARY(T, bool, <=) BANKLINT_HALF_BINARY(          \
                  T, bool, >=) BANKLINT_HALF_ASSIGN(T, +=)                     \
                  BANKLINT_HALF_ASSIGN(T, -=) BANKLINT_HALF_ASSIGN(T, *=)      \
                      BANKLINT_HALF_ASSIGN(T, /=) BANKLINT_HALF_STEP(T, ++)    \
                          BANKLINT_HALF_STEP(T, --) BANKLINT_HALF_UNARY(T, +)  \
                              BANKLINT_HALF_UNARY(T, -) __device__ T           \
                              __shfl_sync(unsigned, T, int, int = 32),         \
      __shfl_up_sync(unsigned, T, unsigned, int = 32),                         \
      __shfl_down_sync(unsigned, T, unsigned, int = 32),                       \
      __shfl_xor_sync(unsigned, T, int, int = 32), atomicAdd(T *, T),          \
      atomicAdd_block(T *, T), atomicAdd_system(T *, T);

#define BANKLINT_HALF_FAMILY(Type, Pair, Name, PairName)                       \
  BANKLINT_HALF_OPERATORS(Type)                                                \
  BANKLINT_HALF_OPERATORS(Pair)                                                \
  namespace banklint {                                                         \
  typedef Type Name##1(Type);                                                  \
  typedef Type Name##2(Type, Type);                                            \
  typedef Type Name##3(Type, Type, Type);                                      \
  typedef bool Name##Compare(Type, Type);                                      \
  typedef Pair Name##Pair1(Pair);                                              \
  typedef Pair Name##Pair2(Pair, Pair);                                        \
  typedef Pair Name##Pair3(Pair, Pair, Pair);                                  \
  typedef bool Name##PairCompare(Pair, Pair);                                  \
  typedef unsigned Name##PairMask(Pair, Pair);                                 \
  typedef Type Name##FromFloat(float);                                         \
  typedef Type Name##FromInt(int);                                             \
  typedef Type Name##FromUInt(unsigned);                                       \
  typedef Type Name##FromLong(long long);                                      \
  typedef Type Name##FromULong(unsigned long long);                            \
  typedef int Name##ToInt(Type);                                               \
  typedef unsigned Name##ToUInt(Type);                                         \
  typedef short Name##ToShort(Type);                                           \
  typedef unsigned short Name##ToUShort(Type);                                 \
  typedef long long Name##ToLong(Type);                                        \
  typedef unsigned long long Name##ToULong(Type);                              \
  }                                                                            \
  /* Conversions. */                                                           \
  __host__ __device__ banklint::Name##FromFloat __float2##Name,                \
      BANKLINT_HALF_ROUNDED(__float2##Name##_);                                \
  __host__ __device__ banklint::Name##FromInt BANKLINT_HALF_ROUNDED(           \
      __int2##Name##_);                                                        \
  __host__ __device__ banklint::Name##FromInt BANKLINT_HALF_ROUNDED(           \
      __short2##Name##_);                                                      \
  __host__ __device__ banklint::Name##FromUInt BANKLINT_HALF_ROUNDED(          \
      __uint2##Name##_);                                                       \
  __host__ __device__ banklint::Name##FromUInt BANKLINT_HALF_ROUNDED(          \
      __ushort2##Name##_);                                                     \
  __host__ __device__ banklint::Name##FromLong BANKLINT_HALF_ROUNDED(          \
      __ll2##Name##_);                                                         \
  __host__ __device__ banklint::Name##FromULong BANKLINT_HALF_ROUNDED(         \
      __ull2##Name##_);                                                        \
  __host__ __device__ banklint::Name##ToInt BANKLINT_HALF_ROUNDED(             \
      __##Name##2int_);                                                        \
  __host__ __device__ banklint::Name##ToUInt BANKLINT_HALF_ROUNDED(            \
      __##Name##2uint_);                                                       \
  __host__ __device__ banklint::Name##ToShort BANKLINT_HALF_ROUNDED(           \
      __##Name##2short_);                                                      \
  __host__ __device__ banklint::Name##ToUShort BANKLINT_HALF_ROUNDED(          \
      __##Name##2ushort_);                                                     \
  __host__ __device__ banklint::Name##ToLong BANKLINT_HALF_ROUNDED(            \
      __##Name##2ll_);                                                         \
  __host__ __device__ banklint::Name##ToULong BANKLINT_HALF_ROUNDED(           \
      __##Name##2ull_);                                                        \
  __host__ __device__ signed char __##Name##2char_rz(Type);                    \
  __host__ __device__ unsigned char __##Name##2uchar_rz(Type);                 \
  __host__ __device__ float __##Name##2float(Type), __low2float(Pair),         \
      __high2float(Pair);                                                      \
  __host__ __device__ float2 __##PairName##2float2(Pair);                      \
  __host__ __device__ short __##Name##_as_short(Type);                         \
  __host__ __device__ unsigned short __##Name##_as_ushort(Type);               \
  __host__ __device__ Type __double2##Name(double), __short_as_##Name(short),  \
      __ushort_as_##Name(unsigned short), __low2##Name(Pair),                  \
      __high2##Name(Pair);                                                     \
  __host__ __device__ Pair __float2##PairName##_rn(float),                     \
      __floats2##PairName##_rn(float, float),                                  \
      __float22##PairName##_rn(float2), __halves2##PairName(Type, Type),       \
      __##Name##2##PairName(Type), __low2##PairName(Pair),                     \
      __high2##PairName(Pair), __lows2##PairName(Pair, Pair),                  \
      __highs2##PairName(Pair, Pair), __lowhigh2highlow(Pair);                 \
  __host__ __device__ inline Pair make_##PairName(Type X, Type Y) {            \
    return Pair(X, Y);                                                         \
  }                                                                            \
  /* Arithmetic. */                                                            \
  __host__ __device__ banklint::Name##1 __habs, __hneg;                        \
  __host__ __device__ banklint::Name##2 __hadd, __hsub, __hmul, __hdiv,        \
      __hadd_rn, __hsub_rn, __hmul_rn, __hadd_sat, __hsub_sat, __hmul_sat,     \
      __hmax, __hmin, __hmax_nan, __hmin_nan;                                  \
  __host__ __device__ banklint::Name##3 __hfma, __hfma_sat, __hfma_relu;       \
  __host__ __device__ banklint::Name##Compare __heq, __hne, __hle, __hge,      \
      __hlt, __hgt, __hequ, __hneu, __hleu, __hgeu, __hltu, __hgtu;            \
  __host__ __device__ bool __hisnan(Type);                                     \
  __host__ __device__ int __hisinf(Type);                                      \
  __device__ banklint::Name##1 hceil, hcos, hexp, hexp10, hexp2, hfloor, hlog, \
      hlog10, hlog2, hrcp, hrint, hrsqrt, hsin, hsqrt, htanh, htrunc,          \
      htanh_approx;                                                            \
  __host__ __device__ banklint::Name##Pair1 __habs2, __hneg2, __hisnan2;       \
  __host__ __device__ banklint::Name##Pair2 __hadd2, __hsub2, __hmul2,         \
      __h2div, __hadd2_rn, __hsub2_rn, __hmul2_rn, __hadd2_sat, __hsub2_sat,   \
      __hmul2_sat, __hmax2, __hmin2, __hmax2_nan, __hmin2_nan, __heq2, __hne2, \
      __hle2, __hge2, __hlt2, __hgt2, __hequ2, __hneu2, __hleu2, __hgeu2,      \
      __hltu2, __hgtu2;                                                        \
  __host__ __device__ banklint::Name##Pair3 __hfma2, __hfma2_sat,              \
      __hfma2_relu, __hcmadd;                                                  \
  __host__ __device__ banklint::Name##PairCompare __hbeq2, __hbne2, __hble2,   \
      __hbge2, __hblt2, __hbgt2, __hbequ2, __hbneu2, __hbleu2, __hbgeu2,       \
      __hbltu2, __hbgtu2;                                                      \
  __host__ __device__ banklint::Name##PairMask __heq2_mask, __hne2_mask,       \
      __hle2_mask, __hge2_mask, __hlt2_mask, __hgt2_mask, __hequ2_mask,        \
      __hneu2_mask, __hleu2_mask, __hgeu2_mask, __hltu2_mask, __hgtu2_mask;    \
  __device__ banklint::Name##Pair1 h2ceil, h2cos, h2exp, h2exp10, h2exp2,      \
      h2floor, h2log, h2log10, h2log2, h2rcp, h2rint, h2rsqrt, h2sin, h2sqrt,  \
      h2tanh, h2trunc, h2tanh_approx;

#endif // BANKLINT_CUDA_HEADERS_HALF_FAMILY_H
