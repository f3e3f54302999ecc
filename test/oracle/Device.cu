//===- Device.cu - CUDA's intrinsics on fibers ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions of what the bundled headers declare, compiled as device code for
// the host. What is missing ends a program that calls it with the name of the
// function, so nothing is computed wrongly in silence.
//
//===----------------------------------------------------------------------===//

#include "Oracle.h"
#include <cuda_pipeline_primitives.h>

#define DEVICE __device__

DEVICE void banklint::makeUnknown(void *) {
  oracle_refuse("a function of a header that has no definition");
}

//===----------------------------------------------------------------------===//
// Synchronisation
//===----------------------------------------------------------------------===//

DEVICE void __syncthreads() { oracle_barrier(0, 0, 0); }
DEVICE void __barrier_sync(unsigned Barrier) { oracle_barrier(Barrier, 0, 0); }
DEVICE void __barrier_sync_count(unsigned Barrier, unsigned Threads) {
  oracle_barrier(Barrier, Threads, 0);
}
DEVICE int __syncthreads_count(int Vote) {
  return int(oracle_barrier(0, 0, Vote).True);
}
DEVICE int __syncthreads_and(int Vote) {
  OracleVotes Votes = oracle_barrier(0, 0, Vote);
  return Votes.True == Votes.Threads;
}
DEVICE int __syncthreads_or(int Vote) {
  return oracle_barrier(0, 0, Vote).True != 0;
}
DEVICE void __syncwarp(unsigned Mask) { oracle_exchange(Mask, &Mask, 0); }
DEVICE void __threadfence() {}
DEVICE void __threadfence_block() {}
DEVICE void __threadfence_system() {}
DEVICE void __threadfence_cluster() {}
DEVICE void __nanosleep(unsigned) {}
DEVICE void __trap() { oracle_refuse("a trap"); }
DEVICE long clock() { return 0; }
DEVICE long long clock64() { return 0; }
DEVICE unsigned long long __globaltimer() { return 0; }
extern "C" DEVICE void __assertfail(const char *What, const char *, unsigned,
                                    const char *, size_t) {
  oracle_refuse(What);
}

//===----------------------------------------------------------------------===//
// Exchange within a warp
//===----------------------------------------------------------------------===//

/// A value of each lane that takes part.
template <class T> struct FromLanes {
  DEVICE FromLanes(unsigned Mask, T Value)
      : All(oracle_exchange(Mask, &Value, sizeof(Value))), Own(Value) {}
  DEVICE unsigned mask() const { return All->Mask; }
  DEVICE bool has(unsigned Lane) const {
    return Lane < 32 && All->Mask >> Lane & 1;
  }
  DEVICE T of(unsigned Lane) const {
    T Result;
    __builtin_memcpy(&Result, All->Values[Lane], sizeof(T));
    return Result;
  }
  DEVICE T ofOr(unsigned Lane) const { return has(Lane) ? of(Lane) : Own; }

  const OracleExchange *All;
  T Own;
};

DEVICE unsigned __activemask() { return oracle_converged(); }
DEVICE unsigned __ballot_sync(unsigned Mask, int Vote) {
  FromLanes<int> Votes(Mask, Vote);
  unsigned Result = 0;
  for (unsigned Lane = 0; Lane != 32; ++Lane)
    if (Votes.has(Lane) && Votes.of(Lane))
      Result |= 1u << Lane;
  return Result;
}
DEVICE unsigned __ballot(int Vote) {
  return __ballot_sync(oracle_converged(), Vote);
}
DEVICE int __all_sync(unsigned Mask, int Vote) {
  return !__ballot_sync(Mask, !Vote);
}
DEVICE int __any_sync(unsigned Mask, int Vote) {
  return __ballot_sync(Mask, Vote) != 0;
}
DEVICE int __uni_sync(unsigned Mask, int Vote) {
  FromLanes<int> Votes(Mask, Vote != 0);
  for (unsigned Lane = 0; Lane != 32; ++Lane)
    if (Votes.has(Lane) && Votes.of(Lane) != (Vote != 0))
      return 0;
  return 1;
}
DEVICE int __all(int Vote) { return __all_sync(oracle_converged(), Vote); }
DEVICE int __any(int Vote) { return __any_sync(oracle_converged(), Vote); }

/// The lane of an index within the part of the warp that this lane is in.
static DEVICE unsigned laneIn(unsigned Width, unsigned Index) {
  unsigned Lane = oracle_lane();
  return (Lane & ~(Width - 1)) + (Index & (Width - 1));
}

#define SHUFFLES(T)                                                            \
  DEVICE T __shfl_sync(unsigned Mask, T Value, int From, int Width) {          \
    return FromLanes<T>(Mask, Value).ofOr(laneIn(Width, From));                \
  }                                                                            \
  DEVICE T __shfl_up_sync(unsigned Mask, T Value, unsigned By, int Width) {    \
    unsigned Lane = oracle_lane();                                             \
    FromLanes<T> All(Mask, Value);                                             \
    return (Lane & (Width - 1)) < By ? Value : All.ofOr(Lane - By);            \
  }                                                                            \
  DEVICE T __shfl_down_sync(unsigned Mask, T Value, unsigned By, int Width) {  \
    unsigned Lane = oracle_lane();                                             \
    FromLanes<T> All(Mask, Value);                                             \
    return (Lane & (Width - 1)) + By >= unsigned(Width) ? Value                \
                                                        : All.ofOr(Lane + By); \
  }                                                                            \
  DEVICE T __shfl_xor_sync(unsigned Mask, T Value, int With, int Width) {      \
    unsigned Lane = oracle_lane(), From = Lane ^ unsigned(With);               \
    FromLanes<T> All(Mask, Value);                                             \
    /* A lane of a part further up is out of reach. */                         \
    return From >= ((Lane | unsigned(Width - 1)) + 1) ? Value                  \
                                                      : All.ofOr(From);        \
  }
#define OLD_SHUFFLES(T)                                                        \
  DEVICE T __shfl(T Value, int From, int Width) {                              \
    return __shfl_sync(oracle_converged(), Value, From, Width);                \
  }                                                                            \
  DEVICE T __shfl_up(T Value, unsigned By, int Width) {                        \
    return __shfl_up_sync(oracle_converged(), Value, By, Width);               \
  }                                                                            \
  DEVICE T __shfl_down(T Value, unsigned By, int Width) {                      \
    return __shfl_down_sync(oracle_converged(), Value, By, Width);             \
  }                                                                            \
  DEVICE T __shfl_xor(T Value, int With, int Width) {                          \
    return __shfl_xor_sync(oracle_converged(), Value, With, Width);            \
  }
#define MATCHES(T)                                                             \
  DEVICE unsigned __match_any_sync(unsigned Mask, T Value) {                   \
    FromLanes<T> All(Mask, Value);                                             \
    unsigned Result = 0;                                                       \
    for (unsigned Lane = 0; Lane != 32; ++Lane)                                \
      if (All.has(Lane) && All.of(Lane) == Value)                              \
        Result |= 1u << Lane;                                                  \
    return Result;                                                             \
  }                                                                            \
  DEVICE unsigned __match_all_sync(unsigned Mask, T Value, int *Same) {        \
    unsigned Like = __match_any_sync(Mask, Value);                             \
    *Same = Like == Mask;                                                      \
    return *Same ? Mask : 0;                                                   \
  }
#define FOR_NUMBERS(Use)                                                       \
  Use(int) Use(unsigned) Use(long) Use(unsigned long) Use(long long)           \
      Use(unsigned long long) Use(float) Use(double)
FOR_NUMBERS(SHUFFLES)
FOR_NUMBERS(OLD_SHUFFLES)
FOR_NUMBERS(MATCHES)

#define REDUCE(T, Name, Expression)                                            \
  DEVICE T Name(unsigned Mask, T Value) {                                      \
    FromLanes<T> All(Mask, Value);                                             \
    bool IsFirst = true;                                                       \
    T A = Value;                                                               \
    for (unsigned Lane = 0; Lane != 32; ++Lane) {                              \
      if (!All.has(Lane))                                                      \
        continue;                                                              \
      T B = All.of(Lane);                                                      \
      A = IsFirst ? B : (Expression);                                          \
      IsFirst = false;                                                         \
    }                                                                          \
    return A;                                                                  \
  }
REDUCE(unsigned, __reduce_add_sync, A + B)
REDUCE(unsigned, __reduce_min_sync, A < B ? A : B)
REDUCE(unsigned, __reduce_max_sync, A < B ? B : A)
REDUCE(unsigned, __reduce_and_sync, A &B)
REDUCE(unsigned, __reduce_or_sync, A | B)
REDUCE(unsigned, __reduce_xor_sync, A ^ B)
REDUCE(int, __reduce_add_sync, A + B)
REDUCE(int, __reduce_min_sync, A < B ? A : B)
REDUCE(int, __reduce_max_sync, A < B ? B : A)

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

#define ATOMIC(Name, T, Expression)                                            \
  DEVICE T Name(T *Target, T Value) {                                          \
    oracle_access_at_call(Target, sizeof(T), OracleAtomic);                    \
    T Old = *Target;                                                           \
    *Target = (Expression);                                                    \
    return Old;                                                                \
  }                                                                            \
  DEVICE T Name##_block(T *Target, T Value) { return Name(Target, Value); }    \
  DEVICE T Name##_system(T *Target, T Value) { return Name(Target, Value); }
#define ATOMIC_INTEGERS(Name, Expression)                                      \
  ATOMIC(Name, int, Expression)                                                \
  ATOMIC(Name, unsigned, Expression)                                           \
  ATOMIC(Name, unsigned long long, Expression)
#define ATOMIC_CAS(T)                                                          \
  DEVICE T atomicCAS(T *Target, T Expected, T Value) {                         \
    oracle_access_at_call(Target, sizeof(T), OracleAtomic);                    \
    T Old = *Target;                                                           \
    if (Old == Expected)                                                       \
      *Target = Value;                                                         \
    return Old;                                                                \
  }                                                                            \
  DEVICE T atomicCAS_block(T *Target, T Expected, T Value) {                   \
    return atomicCAS(Target, Expected, Value);                                 \
  }                                                                            \
  DEVICE T atomicCAS_system(T *Target, T Expected, T Value) {                  \
    return atomicCAS(Target, Expected, Value);                                 \
  }

ATOMIC_INTEGERS(atomicAdd, Old + Value)
ATOMIC(atomicAdd, float, Old + Value)
ATOMIC(atomicAdd, double, Old + Value)
ATOMIC(atomicAdd, float2, (float2{Old.x + Value.x, Old.y + Value.y}))
ATOMIC(atomicAdd, float4,
       (float4{Old.x + Value.x, Old.y + Value.y, Old.z + Value.z,
               Old.w + Value.w}))
ATOMIC(atomicSub, int, Old - Value)
ATOMIC(atomicSub, unsigned, Old - Value)
ATOMIC_INTEGERS(atomicExch, Value)
ATOMIC(atomicExch, float, Value)
ATOMIC_INTEGERS(atomicMin, Old < Value ? Old : Value)
ATOMIC(atomicMin, long long, Old < Value ? Old : Value)
ATOMIC_INTEGERS(atomicMax, Old < Value ? Value : Old)
ATOMIC(atomicMax, long long, Old < Value ? Value : Old)
ATOMIC(atomicInc, unsigned, Old >= Value ? 0 : Old + 1)
ATOMIC(atomicDec, unsigned, Old == 0 || Old > Value ? Value : Old - 1)
ATOMIC_INTEGERS(atomicAnd, Old &Value)
ATOMIC_INTEGERS(atomicOr, Old | Value)
ATOMIC_INTEGERS(atomicXor, Old ^ Value)
ATOMIC_CAS(int)
ATOMIC_CAS(unsigned)
ATOMIC_CAS(unsigned long long)
ATOMIC_CAS(unsigned short)

//===----------------------------------------------------------------------===//
// Asynchronous copies, which are done at once
//===----------------------------------------------------------------------===//

DEVICE void __pipeline_memcpy_async(void *Target, const void *Source,
                                    size_t Bytes, size_t ZeroFill) {
  oracle_access_at_call(Target, Bytes, OracleCpAsync);
  __builtin_memcpy(Target, Source, Bytes - ZeroFill);
  __builtin_memset(static_cast<char *>(Target) + Bytes - ZeroFill, 0, ZeroFill);
}
DEVICE void __pipeline_commit() {}
DEVICE void __pipeline_wait_prior(size_t) {}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

DEVICE int __clz(int X) { return X ? __builtin_clz(unsigned(X)) : 32; }
DEVICE int __ffs(int X) { return __builtin_ffs(X); }
DEVICE int __popc(unsigned X) { return __builtin_popcount(X); }
DEVICE int __clzll(long long X) {
  return X ? __builtin_clzll((unsigned long long)X) : 64;
}
DEVICE int __ffsll(long long X) { return __builtin_ffsll(X); }
DEVICE int __popcll(unsigned long long X) { return __builtin_popcountll(X); }
DEVICE unsigned __brev(unsigned X) { return __builtin_bitreverse32(X); }
DEVICE unsigned long long __brevll(unsigned long long X) {
  return __builtin_bitreverse64(X);
}
DEVICE int __mul24(int A, int B) {
  return int(unsigned(A << 8 >> 8) * unsigned(B << 8 >> 8));
}
DEVICE unsigned __umul24(unsigned A, unsigned B) {
  return (A & 0xffffff) * (B & 0xffffff);
}
DEVICE int __mulhi(int A, int B) { return int((long long)A * B >> 32); }
DEVICE unsigned __umulhi(unsigned A, unsigned B) {
  return unsigned((unsigned long long)A * B >> 32);
}
DEVICE int __hadd(int A, int B) { return int(((long long)A + B) >> 1); }
DEVICE int __rhadd(int A, int B) { return int(((long long)A + B + 1) >> 1); }
DEVICE unsigned __uhadd(unsigned A, unsigned B) {
  return unsigned(((unsigned long long)A + B) >> 1);
}
DEVICE unsigned __urhadd(unsigned A, unsigned B) {
  return unsigned(((unsigned long long)A + B + 1) >> 1);
}
DEVICE long long __mul64hi(long long A, long long B) {
  return (long long)((__int128)A * B >> 64);
}
DEVICE unsigned long long __umul64hi(unsigned long long A,
                                     unsigned long long B) {
  return (unsigned long long)((unsigned __int128)A * B >> 64);
}
DEVICE unsigned __sad(int A, int B, unsigned Plus) {
  return (A < B ? unsigned(B) - unsigned(A) : unsigned(A) - unsigned(B)) + Plus;
}
DEVICE unsigned __usad(unsigned A, unsigned B, unsigned Plus) {
  return (A < B ? B - A : A - B) + Plus;
}

/// The sum of the products of elements, `Bytes` wide in the first operand and a
/// byte wide in the second, from byte `From` of that.
template <class A, class B, class T>
static DEVICE T dotProduct(unsigned Left, unsigned Right, T Plus,
                           unsigned From) {
  for (unsigned I = 0; I != 4 / sizeof(A); ++I)
    Plus += T(A(Left >> I * 8 * sizeof(A))) * T(B(Right >> (From + I) * 8));
  return Plus;
}
typedef signed char Int8;
typedef unsigned char UInt8;
typedef unsigned short UInt16;
DEVICE int __dp4a(int A, int B, int C) {
  return dotProduct<Int8, Int8>(unsigned(A), unsigned(B), C, 0);
}
DEVICE unsigned __dp4a(unsigned A, unsigned B, unsigned C) {
  return dotProduct<UInt8, UInt8>(A, B, C, 0);
}
DEVICE int __dp4a(char4 A, char4 B, int C) {
  return __dp4a(__builtin_bit_cast(int, A), __builtin_bit_cast(int, B), C);
}
DEVICE unsigned __dp4a(uchar4 A, uchar4 B, unsigned C) {
  return __dp4a(__builtin_bit_cast(unsigned, A),
                __builtin_bit_cast(unsigned, B), C);
}
DEVICE int __dp2a_lo(int A, int B, int C) {
  return dotProduct<short, Int8>(unsigned(A), unsigned(B), C, 0);
}
DEVICE unsigned __dp2a_lo(unsigned A, unsigned B, unsigned C) {
  return dotProduct<UInt16, UInt8>(A, B, C, 0);
}
DEVICE int __dp2a_hi(int A, int B, int C) {
  return dotProduct<short, Int8>(unsigned(A), unsigned(B), C, 2);
}
DEVICE unsigned __dp2a_hi(unsigned A, unsigned B, unsigned C) {
  return dotProduct<UInt16, UInt8>(A, B, C, 2);
}
DEVICE unsigned __byte_perm(unsigned A, unsigned B, unsigned Selector) {
  unsigned long long Both = (unsigned long long)B << 32 | A;
  unsigned Result = 0;
  for (unsigned I = 0; I != 4; ++I) {
    unsigned Selected = Selector >> 4 * I & 15;
    unsigned Byte = unsigned(Both >> 8 * (Selected & 7)) & 255;
    if (Selected & 8)
      Byte = Byte & 128 ? 255 : 0;
    Result |= Byte << 8 * I;
  }
  return Result;
}
DEVICE unsigned __funnelshift_l(unsigned Low, unsigned High, unsigned By) {
  return unsigned(((unsigned long long)High << 32 | Low) << (By & 31) >> 32);
}
DEVICE unsigned __funnelshift_r(unsigned Low, unsigned High, unsigned By) {
  return unsigned(((unsigned long long)High << 32 | Low) >> (By & 31));
}
DEVICE unsigned __funnelshift_lc(unsigned Low, unsigned High, unsigned By) {
  return By >= 32 ? Low : __funnelshift_l(Low, High, By);
}
DEVICE unsigned __funnelshift_rc(unsigned Low, unsigned High, unsigned By) {
  return By >= 32 ? High : __funnelshift_r(Low, High, By);
}
DEVICE size_t __cvta_generic_to_shared(const void *P) {
  return oracle_to_shared(P);
}
DEVICE void *__cvta_shared_to_generic(size_t Address) {
  return oracle_from_shared(Address);
}
DEVICE size_t __cvta_generic_to_global(const void *P) { return size_t(P); }
DEVICE unsigned __isShared(const void *P) { return oracle_is_shared(P); }
DEVICE unsigned __isGlobal(const void *P) { return !oracle_is_shared(P); }

#define CONVERSION(To, Name, From, Expression)                                 \
  DEVICE To Name(From X) { return static_cast<To>(Expression); }
// Where the number is no integer, rounded as the name says; to a float, as
// usual.
#define TO_INTEGERS(To, Name, From, Suffix)                                    \
  CONVERSION(To, Name##_rn, From, __builtin_rint##Suffix(X))                   \
  CONVERSION(To, Name##_rz, From, __builtin_trunc##Suffix(X))                  \
  CONVERSION(To, Name##_ru, From, __builtin_ceil##Suffix(X))                   \
  CONVERSION(To, Name##_rd, From, __builtin_floor##Suffix(X))
#define TO_FLOATS(To, Name, From)                                              \
  CONVERSION(To, Name##_rn, From, X)                                           \
  CONVERSION(To, Name##_rz, From, X)                                           \
  CONVERSION(To, Name##_ru, From, X)                                           \
  CONVERSION(To, Name##_rd, From, X)
TO_INTEGERS(int, __float2int, float, f)
TO_INTEGERS(unsigned, __float2uint, float, f)
TO_INTEGERS(long long, __float2ll, float, f)
TO_INTEGERS(unsigned long long, __float2ull, float, f)
TO_INTEGERS(int, __double2int, double, )
TO_INTEGERS(unsigned, __double2uint, double, )
TO_INTEGERS(long long, __double2ll, double, )
TO_INTEGERS(unsigned long long, __double2ull, double, )
TO_FLOATS(float, __int2float, int)
TO_FLOATS(float, __uint2float, unsigned)
TO_FLOATS(float, __ll2float, long long)
TO_FLOATS(float, __ull2float, unsigned long long)
TO_FLOATS(double, __ll2double, long long)
TO_FLOATS(double, __ull2double, unsigned long long)
TO_FLOATS(float, __double2float, double)
CONVERSION(double, __int2double_rn, int, X)
CONVERSION(double, __uint2double_rn, unsigned, X)
CONVERSION(int, __double2hiint, double,
           (__builtin_bit_cast(unsigned long long, X) >> 32))
CONVERSION(int, __double2loint, double,
           __builtin_bit_cast(unsigned long long, X))
DEVICE double __hiloint2double(int High, int Low) {
  return __builtin_bit_cast(double, (unsigned long long)unsigned(High) << 32 |
                                        unsigned(Low));
}

#define SAME_BITS(To, Name, From)                                              \
  DEVICE To Name(From X) { return __builtin_bit_cast(To, X); }
SAME_BITS(int, __float_as_int, float)
SAME_BITS(unsigned, __float_as_uint, float)
SAME_BITS(float, __int_as_float, int)
SAME_BITS(float, __uint_as_float, unsigned)
SAME_BITS(long long, __double_as_longlong, double)
SAME_BITS(double, __longlong_as_double, long long)

//===----------------------------------------------------------------------===//
// Mathematics
//===----------------------------------------------------------------------===//

#define UNARY(Name)                                                            \
  DEVICE double Name(double X) { return __builtin_##Name(X); }                 \
  DEVICE float Name(float X) { return __builtin_##Name##f(X); }                \
  DEVICE float Name##f(float X) { return __builtin_##Name##f(X); }
UNARY(acos)
UNARY(acosh)
UNARY(asin)
UNARY(asinh)
UNARY(atan)
UNARY(atanh)
UNARY(cbrt)
UNARY(ceil)
UNARY(cos)
UNARY(cosh)
UNARY(erf)
UNARY(erfc)
UNARY(exp)
UNARY(exp2)
UNARY(expm1)
UNARY(fabs)
UNARY(floor)
UNARY(lgamma)
UNARY(log)
UNARY(log10)
UNARY(log1p)
UNARY(log2)
UNARY(logb)
UNARY(nearbyint)
UNARY(rint)
UNARY(round)
UNARY(sin)
UNARY(sinh)
UNARY(sqrt)
UNARY(tan)
UNARY(tanh)
UNARY(tgamma)
UNARY(trunc)

#define BINARY(Name)                                                           \
  DEVICE double Name(double X, double Y) { return __builtin_##Name(X, Y); }    \
  DEVICE float Name(float X, float Y) { return __builtin_##Name##f(X, Y); }    \
  DEVICE float Name##f(float X, float Y) { return __builtin_##Name##f(X, Y); }
BINARY(atan2)
BINARY(copysign)
BINARY(fdim)
BINARY(fmax)
BINARY(fmin)
BINARY(fmod)
BINARY(hypot)
BINARY(nextafter)
BINARY(pow)
BINARY(remainder)

#define COMPUTED(Name, Expression)                                             \
  DEVICE double Name(double X) { return (Expression); }                        \
  DEVICE float Name(float X) { return Name(double(X)); }                       \
  DEVICE float Name##f(float X) { return Name(double(X)); }
static constexpr double Pi = 3.14159265358979323846;
COMPUTED(cospi, __builtin_cos(Pi *X))
COMPUTED(sinpi, __builtin_sin(Pi *X))
COMPUTED(tanpi, __builtin_tan(Pi *X))
COMPUTED(exp10, __builtin_pow(10, X))
COMPUTED(erfcx, __builtin_exp(X *X) * __builtin_erfc(X))
COMPUTED(normcdf, __builtin_erfc(-X * 0.70710678118654752440) / 2)
COMPUTED(rcbrt, 1 / __builtin_cbrt(X))

DEVICE double rsqrt(double X) { return 1 / __builtin_sqrt(X); }
DEVICE float rsqrt(float X) { return 1 / __builtin_sqrtf(X); }
DEVICE float rsqrtf(float X) { return 1 / __builtin_sqrtf(X); }
DEVICE double fma(double X, double Y, double Z) {
  return __builtin_fma(X, Y, Z);
}
DEVICE float fma(float X, float Y, float Z) { return __builtin_fmaf(X, Y, Z); }
DEVICE float fmaf(float X, float Y, float Z) { return __builtin_fmaf(X, Y, Z); }
#define WITH_EXPONENT(T, Suffix, Builtin)                                      \
  DEVICE T frexp##Suffix(T X, int *Exponent) {                                 \
    return __builtin_frexp##Builtin(X, Exponent);                              \
  }                                                                            \
  DEVICE T ldexp##Suffix(T X, int Exponent) {                                  \
    return __builtin_ldexp##Builtin(X, Exponent);                              \
  }                                                                            \
  DEVICE T scalbn##Suffix(T X, int Exponent) {                                 \
    return __builtin_ldexp##Builtin(X, Exponent);                              \
  }                                                                            \
  DEVICE T modf##Suffix(T X, T *Whole) {                                       \
    return __builtin_modf##Builtin(X, Whole);                                  \
  }
WITH_EXPONENT(double, , )
WITH_EXPONENT(float, , f)
WITH_EXPONENT(float, f, f)

#define TO_WHOLE(To, Name)                                                     \
  DEVICE To Name(double X) { return __builtin_##Name(X); }                     \
  DEVICE To Name(float X) { return __builtin_##Name##f(X); }                   \
  DEVICE To Name##f(float X) { return __builtin_##Name##f(X); }
TO_WHOLE(int, ilogb)
TO_WHOLE(long, lrint)
TO_WHOLE(long, lround)
TO_WHOLE(long long, llrint)
TO_WHOLE(long long, llround)
DEVICE long labs(long X) { return X < 0 ? -X : X; }
DEVICE long long llabs(long long X) { return X < 0 ? -X : X; }
DEVICE long long llmin(long long X, long long Y) { return X < Y ? X : Y; }
DEVICE long long llmax(long long X, long long Y) { return X < Y ? Y : X; }
DEVICE unsigned long long ullmin(unsigned long long X, unsigned long long Y) {
  return X < Y ? X : Y;
}
DEVICE unsigned long long ullmax(unsigned long long X, unsigned long long Y) {
  return X < Y ? Y : X;
}
DEVICE int abs(int X) { return X < 0 ? -X : X; }
DEVICE long abs(long X) { return X < 0 ? -X : X; }
DEVICE long long abs(long long X) { return X < 0 ? -X : X; }
DEVICE double abs(double X) { return __builtin_fabs(X); }
DEVICE float abs(float X) { return __builtin_fabsf(X); }
DEVICE bool isnan(float X) { return X != X; }
DEVICE bool isnan(double X) { return X != X; }
DEVICE bool isinf(float X) { return __builtin_isinf(X); }
DEVICE bool isinf(double X) { return __builtin_isinf(X); }
DEVICE bool isfinite(float X) { return __builtin_isfinite(X); }
DEVICE bool isfinite(double X) { return __builtin_isfinite(X); }
DEVICE bool signbit(float X) { return __builtin_signbitf(X); }
DEVICE bool signbit(double X) { return __builtin_signbit(X); }
DEVICE bool isnormal(float X) { return __builtin_isnormal(X); }
DEVICE bool isnormal(double X) { return __builtin_isnormal(X); }
DEVICE double fdivide(double X, double Y) { return X / Y; }
DEVICE float fdivide(float X, float Y) { return X / Y; }
DEVICE double rhypot(double X, double Y) { return 1 / __builtin_hypot(X, Y); }
DEVICE float rhypot(float X, float Y) { return 1 / __builtin_hypotf(X, Y); }
DEVICE float rhypotf(float X, float Y) { return 1 / __builtin_hypotf(X, Y); }
DEVICE double norm3d(double X, double Y, double Z) {
  return __builtin_sqrt(X * X + Y * Y + Z * Z);
}
DEVICE float norm3df(float X, float Y, float Z) {
  return __builtin_sqrtf(X * X + Y * Y + Z * Z);
}
DEVICE double rnorm3d(double X, double Y, double Z) {
  return 1 / norm3d(X, Y, Z);
}
DEVICE float rnorm3df(float X, float Y, float Z) {
  return 1 / norm3df(X, Y, Z);
}
DEVICE unsigned umin(unsigned X, unsigned Y) { return X < Y ? X : Y; }
DEVICE unsigned umax(unsigned X, unsigned Y) { return X < Y ? Y : X; }
DEVICE void sincos(float X, float *Sine, float *Cosine) {
  *Sine = __builtin_sinf(X);
  *Cosine = __builtin_cosf(X);
}
DEVICE void __sincosf(float X, float *Sine, float *Cosine) {
  sincos(X, Sine, Cosine);
}
DEVICE void sincospi(double X, double *Sine, double *Cosine) {
  *Sine = sinpi(X);
  *Cosine = cospi(X);
}
DEVICE void sincospi(float X, float *Sine, float *Cosine) {
  *Sine = sinpi(X);
  *Cosine = cospi(X);
}
DEVICE void sincospif(float X, float *Sine, float *Cosine) {
  sincospi(X, Sine, Cosine);
}
DEVICE void sincosf(float X, float *Sine, float *Cosine) {
  *Sine = __builtin_sinf(X);
  *Cosine = __builtin_cosf(X);
}
DEVICE void sincos(double X, double *Sine, double *Cosine) {
  *Sine = __builtin_sin(X);
  *Cosine = __builtin_cos(X);
}

#define INTRINSIC1(Name, Expression)                                           \
  DEVICE float Name(float X) { return (Expression); }
#define INTRINSIC2(Name, Expression)                                           \
  DEVICE float Name(float X, float Y) { return (Expression); }
INTRINSIC1(__cosf, __builtin_cosf(X))
INTRINSIC1(__expf, __builtin_expf(X))
INTRINSIC1(__log2f, __builtin_log2f(X))
INTRINSIC1(__log10f, __builtin_log10f(X))
INTRINSIC1(__logf, __builtin_logf(X))
INTRINSIC1(__saturatef, X > 1 ? 1 : X > 0 ? X : 0)
INTRINSIC1(__sinf, __builtin_sinf(X))
INTRINSIC1(__tanf, __builtin_tanf(X))
INTRINSIC1(__exp10f, __builtin_powf(10, X))
INTRINSIC1(__tanhf, __builtin_tanhf(X))
INTRINSIC1(__frsqrt_rn, 1 / __builtin_sqrtf(X))
INTRINSIC2(__fdividef, X / Y)
INTRINSIC2(fdividef, X / Y)
INTRINSIC2(__powf, __builtin_powf(X, Y))

// Rounded to the nearest, whatever the name says: a last digit is no address.
#define ROUNDED(Rounding)                                                      \
  INTRINSIC1(__fsqrt_##Rounding, __builtin_sqrtf(X))                           \
  INTRINSIC1(__frcp_##Rounding, 1 / X)                                         \
  INTRINSIC2(__fadd_##Rounding, X + Y)                                         \
  INTRINSIC2(__fsub_##Rounding, X - Y)                                         \
  INTRINSIC2(__fmul_##Rounding, X *Y)                                          \
  INTRINSIC2(__fdiv_##Rounding, X / Y)                                         \
  DEVICE float __fmaf_##Rounding(float X, float Y, float Z) {                  \
    return __builtin_fmaf(X, Y, Z);                                            \
  }                                                                            \
  DEVICE double __dsqrt_##Rounding(double X) { return __builtin_sqrt(X); }     \
  DEVICE double __drcp_##Rounding(double X) { return 1 / X; }                  \
  DEVICE double __dadd_##Rounding(double X, double Y) { return X + Y; }        \
  DEVICE double __dsub_##Rounding(double X, double Y) { return X - Y; }        \
  DEVICE double __dmul_##Rounding(double X, double Y) { return X * Y; }        \
  DEVICE double __ddiv_##Rounding(double X, double Y) { return X / Y; }        \
  DEVICE double __fma_##Rounding(double X, double Y, double Z) {               \
    return __builtin_fma(X, Y, Z);                                             \
  }
ROUNDED(rn)
ROUNDED(rz)
ROUNDED(ru)
ROUNDED(rd)
