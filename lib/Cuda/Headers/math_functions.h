//===- math_functions.h - Mathematics on the device -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every function in float and in double, declared before any standard header
// can declare its host namesake, so that both live side by side as CUDA
// overloads. Integers promote to double through one template a function, as in
// <cmath>. The host functions are the few lines at the end: a source that
// includes no header may use them, and <cmath> declares them again.
//
//===----------------------------------------------------------------------===//

#ifndef __MATH_FUNCTIONS_H__
#define __MATH_FUNCTIONS_H__

#include "host_defines.h"

namespace banklint {
typedef double Double1(double);
typedef float Float1(float);
typedef double Double2(double, double);
typedef float Float2(float, float);
typedef double Double3(double, double, double);
typedef float Float3(float, float, float);

/// `Type` is the result of a function of mixed arithmetic types, and missing
/// where an overload without promotion serves.
template <class T, class U, bool = __is_arithmetic(T) && __is_arithmetic(U)>
struct Promoted {
  typedef double Type;
};
template <> struct Promoted<float, float> {};
template <> struct Promoted<double, double> {};
template <class T, class U> struct Promoted<T, U, false> {};
template <class T, bool = __is_integral(T)> struct FromInteger {
  typedef double Type;
};
template <class T> struct FromInteger<T, false> {};
/// `bool` where `T` is floating point.
template <class T, bool = __is_floating_point(T)> struct FromFloating {
  typedef bool Type;
};
template <class T> struct FromFloating<T, false> {};
} // namespace banklint

//===-- One argument ------------------------------------------------------===//

#define BANKLINT_UNARY(Name)                                                   \
  __device__ banklint::Double1 Name;                                           \
  __device__ banklint::Float1 Name, Name##f;                                   \
  template <class T> __device__ typename banklint::FromInteger<T>::Type Name(T);

BANKLINT_UNARY(acos)
BANKLINT_UNARY(acosh)
BANKLINT_UNARY(asin)
BANKLINT_UNARY(asinh)
BANKLINT_UNARY(atan)
BANKLINT_UNARY(atanh)
BANKLINT_UNARY(cbrt)
BANKLINT_UNARY(ceil)
BANKLINT_UNARY(cos)
BANKLINT_UNARY(cosh)
BANKLINT_UNARY(erf)
BANKLINT_UNARY(erfc)
BANKLINT_UNARY(exp)
BANKLINT_UNARY(exp2)
BANKLINT_UNARY(expm1)
BANKLINT_UNARY(fabs)
BANKLINT_UNARY(floor)
BANKLINT_UNARY(lgamma)
BANKLINT_UNARY(log)
BANKLINT_UNARY(log10)
BANKLINT_UNARY(log1p)
BANKLINT_UNARY(log2)
BANKLINT_UNARY(logb)
BANKLINT_UNARY(nearbyint)
BANKLINT_UNARY(rint)
BANKLINT_UNARY(round)
BANKLINT_UNARY(sin)
BANKLINT_UNARY(sinh)
BANKLINT_UNARY(sqrt)
BANKLINT_UNARY(tan)
BANKLINT_UNARY(tanh)
BANKLINT_UNARY(tgamma)
BANKLINT_UNARY(trunc)

// Functions that only CUDA has, and no integer is passed to.
#define BANKLINT_UNARY_CUDA(Name)                                              \
  __device__ banklint::Double1 Name;                                           \
  __device__ banklint::Float1 Name, Name##f;

BANKLINT_UNARY_CUDA(cospi)
BANKLINT_UNARY_CUDA(cyl_bessel_i0)
BANKLINT_UNARY_CUDA(cyl_bessel_i1)
BANKLINT_UNARY_CUDA(erfcinv)
BANKLINT_UNARY_CUDA(erfcx)
BANKLINT_UNARY_CUDA(erfinv)
BANKLINT_UNARY_CUDA(exp10)
BANKLINT_UNARY_CUDA(j0)
BANKLINT_UNARY_CUDA(j1)
BANKLINT_UNARY_CUDA(normcdf)
BANKLINT_UNARY_CUDA(normcdfinv)
BANKLINT_UNARY_CUDA(rcbrt)
BANKLINT_UNARY_CUDA(rsqrt)
BANKLINT_UNARY_CUDA(sinpi)
BANKLINT_UNARY_CUDA(tanpi)
BANKLINT_UNARY_CUDA(y0)
BANKLINT_UNARY_CUDA(y1)

#undef BANKLINT_UNARY
#undef BANKLINT_UNARY_CUDA

template <class T> __device__ typename banklint::FromInteger<T>::Type rsqrt(T);

__device__ int abs(int), ilogb(double), ilogb(float), ilogbf(float);
__device__ long abs(long), labs(long), lrint(double), lrint(float),
    lrintf(float), lround(double), lround(float), lroundf(float);
__device__ long long abs(long long), llabs(long long), llrint(double),
    llrint(float), llrintf(float), llround(double), llround(float),
    llroundf(float), llmin(long long, long long), llmax(long long, long long);
__device__ unsigned long long ullmin(unsigned long long, unsigned long long),
    ullmax(unsigned long long, unsigned long long);
__device__ unsigned umin(unsigned, unsigned), umax(unsigned, unsigned);
__device__ banklint::Double1 abs;
__device__ banklint::Float1 abs;

__device__ bool isnan(double), isnan(float), isinf(double), isinf(float),
    isfinite(double), isfinite(float), signbit(double), signbit(float),
    isnormal(double), isnormal(float);
// The host has those of its library, where its headers are read.
#define BANKLINT_CLASS(Name)                                                   \
  template <class T>                                                           \
  __host__ typename banklint::FromFloating<T>::Type Name(T);
BANKLINT_CLASS(isfinite)
BANKLINT_CLASS(isinf)
BANKLINT_CLASS(isnan)
BANKLINT_CLASS(isnormal)
BANKLINT_CLASS(signbit)
#undef BANKLINT_CLASS
__device__ int __isnan(double), __isnanf(float), __isinf(double),
    __isinff(float), __finite(double), __finitef(float), __signbit(double),
    __signbitf(float), __isfinited(double);

//===-- Several arguments -------------------------------------------------===//

#define BANKLINT_BINARY(Name)                                                  \
  __device__ banklint::Double2 Name;                                           \
  __device__ banklint::Float2 Name, Name##f;                                   \
  template <class T, class U>                                                  \
  __device__ typename banklint::Promoted<T, U>::Type Name(T, U);

BANKLINT_BINARY(atan2)
BANKLINT_BINARY(copysign)
BANKLINT_BINARY(fdim)
BANKLINT_BINARY(fmax)
BANKLINT_BINARY(fmin)
BANKLINT_BINARY(fmod)
BANKLINT_BINARY(hypot)
BANKLINT_BINARY(nextafter)
BANKLINT_BINARY(pow)
BANKLINT_BINARY(remainder)

#undef BANKLINT_BINARY

__device__ banklint::Double2 fdivide, rhypot;
__device__ banklint::Float2 fdivide, fdividef, rhypot, rhypotf;
__device__ banklint::Double3 fma, norm3d, rnorm3d;
__device__ banklint::Float3 fma, fmaf, norm3df, rnorm3df;
__device__ double frexp(double, int *), ldexp(double, int),
    modf(double, double *), remquo(double, double, int *), scalbn(double, int),
    scalbln(double, long), nan(const char *), jn(int, double), yn(int, double),
    norm(int, const double *), rnorm(int, const double *),
    norm4d(double, double, double, double),
    rnorm4d(double, double, double, double);
__device__ float frexp(float, int *), frexpf(float, int *), ldexp(float, int),
    ldexpf(float, int), modf(float, float *), modff(float, float *),
    remquo(float, float, int *), remquof(float, float, int *),
    scalbn(float, int), scalbnf(float, int), scalbln(float, long),
    scalblnf(float, long), nanf(const char *), jnf(int, float), ynf(int, float),
    normf(int, const float *), rnormf(int, const float *),
    norm4df(float, float, float, float), rnorm4df(float, float, float, float);
__device__ void sincos(double, double *, double *),
    sincos(float, float *, float *), sincosf(float, float *, float *),
    sincospi(double, double *, double *), sincospi(float, float *, float *),
    sincospif(float, float *, float *), __sincosf(float, float *, float *);

//===-- Intrinsics --------------------------------------------------------===//

#define BANKLINT_ROUNDED(Name) Name##_rn, Name##_rz, Name##_ru, Name##_rd

__device__ banklint::Float1 __cosf, __exp10f, __expf, __log10f, __log2f, __logf,
    __saturatef, __sinf, __tanf, __tanhf, __frsqrt_rn,
    BANKLINT_ROUNDED(__fsqrt), BANKLINT_ROUNDED(__frcp);
__device__ banklint::Float2 __fdividef, __powf, BANKLINT_ROUNDED(__fadd),
    BANKLINT_ROUNDED(__fsub), BANKLINT_ROUNDED(__fmul),
    BANKLINT_ROUNDED(__fdiv);
__device__ banklint::Float3 BANKLINT_ROUNDED(__fmaf),
    BANKLINT_ROUNDED(__fmaf_ieee);
__device__ banklint::Double1 BANKLINT_ROUNDED(__dsqrt),
    BANKLINT_ROUNDED(__drcp);
__device__ banklint::Double2 BANKLINT_ROUNDED(__dadd), BANKLINT_ROUNDED(__dsub),
    BANKLINT_ROUNDED(__dmul), BANKLINT_ROUNDED(__ddiv);
__device__ banklint::Double3 BANKLINT_ROUNDED(__fma);

#undef BANKLINT_ROUNDED

//===-- Smaller and larger ------------------------------------------------===//

#define BANKLINT_MIN_MAX(Result, T, U)                                         \
  __host__ __device__ constexpr Result min(T A, U B) {                         \
    return (Result)B < (Result)A ? (Result)B : (Result)A;                      \
  }                                                                            \
  __host__ __device__ constexpr Result max(T A, U B) {                         \
    return (Result)A < (Result)B ? (Result)B : (Result)A;                      \
  }

BANKLINT_MIN_MAX(int, int, int)
BANKLINT_MIN_MAX(unsigned, unsigned, unsigned)
BANKLINT_MIN_MAX(unsigned, int, unsigned)
BANKLINT_MIN_MAX(unsigned, unsigned, int)
BANKLINT_MIN_MAX(long, long, long)
BANKLINT_MIN_MAX(unsigned long, unsigned long, unsigned long)
BANKLINT_MIN_MAX(unsigned long, long, unsigned long)
BANKLINT_MIN_MAX(unsigned long, unsigned long, long)
BANKLINT_MIN_MAX(long long, long long, long long)
BANKLINT_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
BANKLINT_MIN_MAX(unsigned long long, long long, unsigned long long)
BANKLINT_MIN_MAX(unsigned long long, unsigned long long, long long)
BANKLINT_MIN_MAX(float, float, float)
BANKLINT_MIN_MAX(double, double, double)
BANKLINT_MIN_MAX(double, float, double)
BANKLINT_MIN_MAX(double, double, float)

#undef BANKLINT_MIN_MAX

//===-- Constants of <math.h> ---------------------------------------------===//

#ifndef INFINITY
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#endif
#ifndef M_PI
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#endif

//===-- On the host -------------------------------------------------------===//

#define BANKLINT_HOST1(Name)                                                   \
  double Name(double) noexcept;                                                \
  float Name##f(float) noexcept;
#define BANKLINT_HOST2(Name)                                                   \
  double Name(double, double) noexcept;                                        \
  float Name##f(float, float) noexcept;

extern "C" {
BANKLINT_HOST1(acos)
BANKLINT_HOST1(asin)
BANKLINT_HOST1(atan)
BANKLINT_HOST1(cbrt)
BANKLINT_HOST1(ceil)
BANKLINT_HOST1(cos)
BANKLINT_HOST1(cosh)
BANKLINT_HOST1(erf)
BANKLINT_HOST1(erfc)
BANKLINT_HOST1(exp)
BANKLINT_HOST1(exp2)
BANKLINT_HOST1(fabs)
BANKLINT_HOST1(floor)
BANKLINT_HOST1(log)
BANKLINT_HOST1(log10)
BANKLINT_HOST1(log2)
BANKLINT_HOST1(rint)
BANKLINT_HOST1(round)
BANKLINT_HOST1(sin)
BANKLINT_HOST1(sinh)
BANKLINT_HOST1(sqrt)
BANKLINT_HOST1(tan)
BANKLINT_HOST1(tanh)
BANKLINT_HOST1(trunc)
BANKLINT_HOST2(atan2)
BANKLINT_HOST2(fmax)
BANKLINT_HOST2(fmin)
BANKLINT_HOST2(fmod)
BANKLINT_HOST2(hypot)
BANKLINT_HOST2(pow)
double fma(double, double, double) noexcept;
float fmaf(float, float, float) noexcept;
int abs(int) noexcept;
long labs(long) noexcept;
}

#undef BANKLINT_HOST1
#undef BANKLINT_HOST2

// As <cmath> has them.
namespace std {
using ::abs;
using ::acos;
using ::acosh;
using ::asin;
using ::asinh;
using ::atan;
using ::atan2;
using ::atanh;
using ::cbrt;
using ::ceil;
using ::copysign;
using ::cos;
using ::cosh;
using ::erf;
using ::erfc;
using ::exp;
using ::exp2;
using ::expm1;
using ::fabs;
using ::fdim;
using ::floor;
using ::fma;
using ::fmax;
using ::fmin;
using ::fmod;
using ::frexp;
using ::hypot;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::ldexp;
using ::lgamma;
using ::log;
using ::log10;
using ::log1p;
using ::log2;
using ::lround;
using ::nearbyint;
using ::pow;
using ::remainder;
using ::rint;
using ::round;
using ::signbit;
using ::sin;
using ::sinh;
using ::sqrt;
using ::tan;
using ::tanh;
using ::tgamma;
using ::trunc;
} // namespace std

__host__ double rsqrt(double), normcdf(double);
__host__ float rsqrtf(float), normcdff(float);

#endif // __MATH_FUNCTIONS_H__
