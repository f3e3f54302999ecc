//===- device_functions.h - Built-in variables and device intrinsics ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a kernel can name without any include: the built-in variables,
// synchronisation, warp-wide exchange, integer arithmetic, conversions, cached
// loads and stores, atomics, address spaces. The analyser knows these by name,
// so nearly all are declarations; families are declared through function types,
// one line a signature:
//
//   typedef unsigned Unary(unsigned);
//   __device__ Unary __brev, __popc;
//
//===----------------------------------------------------------------------===//

#ifndef __DEVICE_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_H__

#include "driver_types.h"
#include "vector_functions.h"
#include <limits.h>
#include <stddef.h>
#include <time.h>

//===-- Built-in variables ------------------------------------------------===//

extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
__device__ const int warpSize = 32;

namespace banklint {
/// Leaves any value in an object. Templates whose arguments may be lambdas or
/// local types end in this: Clang wants a definition of those.
__device__ void makeUnknown(void *);

/// Keeps a template argument from being deduced here.
template <class T> struct Identity {
  typedef T Type;
};
} // namespace banklint

//===-- Synchronisation, time, traps --------------------------------------===//

__device__ void __syncthreads(), __barrier_sync(unsigned),
    __barrier_sync_count(unsigned, unsigned),
    __syncwarp(unsigned = 0xffffffffu), __threadfence(), __threadfence_block(),
    __threadfence_system(), __threadfence_cluster(), __nanosleep(unsigned),
    __trap(), __brkpt(int = 0), __prof_trigger(int), __pm0(), __pm1(), __pm2(),
    __pm3();
__device__ int __syncthreads_count(int), __syncthreads_and(int),
    __syncthreads_or(int);
__device__ long clock();
__device__ long long clock64();
__device__ unsigned long long __globaltimer();
__device__ int __cluster_barrier_arrive_count();
__device__ void __cluster_barrier_arrive(), __cluster_barrier_arrive_relaxed(),
    __cluster_barrier_wait();
__device__ dim3 __clusterDim(), __clusterIdx(), __clusterGridDimInClusters(),
    __clusterRelativeBlockIdx();
__device__ unsigned __clusterRelativeBlockRank(), __clusterSizeInBlocks(),
    __clusterDimIsSpecified();
__device__ void *__cluster_map_shared_rank(const void *, unsigned);
__device__ unsigned __cluster_query_shared_rank(const void *);
__device__ uint2 __cluster_map_shared_multicast(const void *, unsigned);

//===-- Exchange within a warp --------------------------------------------===//

__device__ unsigned __activemask(), __ballot(int),
    __fns(unsigned, unsigned, int);
__device__ unsigned __ballot_sync(unsigned, int);
__device__ int __all(int), __any(int), __all_sync(unsigned, int),
    __any_sync(unsigned, int), __uni_sync(unsigned, int);

#define BANKLINT_SHUFFLE(T)                                                    \
  __device__ T __shfl_sync(unsigned, T, int, int = 32),                        \
      __shfl_up_sync(unsigned, T, unsigned, int = 32),                         \
      __shfl_down_sync(unsigned, T, unsigned, int = 32),                       \
      __shfl_xor_sync(unsigned, T, int, int = 32), __shfl(T, int, int = 32),   \
      __shfl_up(T, unsigned, int = 32), __shfl_down(T, unsigned, int = 32),    \
      __shfl_xor(T, int, int = 32);
#define BANKLINT_MATCH(T)                                                      \
  __device__ unsigned __match_any_sync(unsigned, T),                           \
      __match_all_sync(unsigned, T, int *);

BANKLINT_SHUFFLE(int)
BANKLINT_SHUFFLE(unsigned)
BANKLINT_SHUFFLE(long)
BANKLINT_SHUFFLE(unsigned long)
BANKLINT_SHUFFLE(long long)
BANKLINT_SHUFFLE(unsigned long long)
BANKLINT_SHUFFLE(float)
BANKLINT_SHUFFLE(double)
BANKLINT_MATCH(int)
BANKLINT_MATCH(unsigned)
BANKLINT_MATCH(long)
BANKLINT_MATCH(unsigned long)
BANKLINT_MATCH(long long)
BANKLINT_MATCH(unsigned long long)
BANKLINT_MATCH(float)
BANKLINT_MATCH(double)

#undef BANKLINT_SHUFFLE
#undef BANKLINT_MATCH

namespace banklint {
typedef unsigned ReduceUnsigned(unsigned, unsigned);
typedef int ReduceInt(unsigned, int);
} // namespace banklint
__device__ banklint::ReduceUnsigned __reduce_add_sync, __reduce_min_sync,
    __reduce_max_sync, __reduce_and_sync, __reduce_or_sync, __reduce_xor_sync;
__device__ banklint::ReduceInt __reduce_add_sync, __reduce_min_sync,
    __reduce_max_sync;

//===-- Integer arithmetic ------------------------------------------------===//

namespace banklint {
typedef int IntInt(int);
typedef int IntInt2(int, int);
typedef unsigned Unsigned1(unsigned);
typedef unsigned Unsigned2(unsigned, unsigned);
typedef unsigned Unsigned3(unsigned, unsigned, unsigned);
typedef long long Long2(long long, long long);
typedef unsigned long long ULong1(unsigned long long);
typedef unsigned long long ULong2(unsigned long long, unsigned long long);
} // namespace banklint

__device__ banklint::IntInt __clz, __ffs;
__device__ int __popc(unsigned), __clzll(long long), __ffsll(long long),
    __popcll(unsigned long long);
__device__ banklint::Unsigned1 __brev, __vabs2, __vabs4, __vabsss2, __vabsss4,
    __vneg2, __vneg4, __vnegss2, __vnegss4;
__device__ banklint::ULong1 __brevll;
__device__ banklint::IntInt2 __mul24, __mulhi, __hadd, __rhadd;
__device__ banklint::Unsigned2 __umul24, __umulhi, __uhadd, __urhadd;
__device__ banklint::Long2 __mul64hi;
__device__ banklint::ULong2 __umul64hi;
__device__ unsigned __sad(int, int, unsigned),
    __usad(unsigned, unsigned, unsigned);
__device__ banklint::Unsigned3 __byte_perm, __funnelshift_l, __funnelshift_r,
    __funnelshift_lc, __funnelshift_rc;
__device__ int __dp4a(int, int, int), __dp4a(char4, char4, int),
    __dp2a_lo(int, int, int), __dp2a_lo(short2, char4, int),
    __dp2a_hi(int, int, int), __dp2a_hi(short2, char4, int);
__device__ unsigned __dp4a(unsigned, unsigned, unsigned),
    __dp4a(uchar4, uchar4, unsigned), __dp2a_lo(unsigned, unsigned, unsigned),
    __dp2a_lo(ushort2, uchar4, unsigned),
    __dp2a_hi(unsigned, unsigned, unsigned),
    __dp2a_hi(ushort2, uchar4, unsigned);

// Two 16-bit or four 8-bit lanes in one word.
__device__ banklint::Unsigned2 __vadd2, __vadd4, __vaddss2, __vaddss4,
    __vaddus2, __vaddus4, __vsub2, __vsub4, __vsubss2, __vsubss4, __vsubus2,
    __vsubus4, __vabsdiffs2, __vabsdiffs4, __vabsdiffu2, __vabsdiffu4, __vavgs2,
    __vavgs4, __vavgu2, __vavgu4, __vhaddu2, __vhaddu4, __vmaxs2, __vmaxs4,
    __vmaxu2, __vmaxu4, __vmins2, __vmins4, __vminu2, __vminu4, __vcmpeq2,
    __vcmpeq4, __vcmpne2, __vcmpne4, __vcmpges2, __vcmpges4, __vcmpgeu2,
    __vcmpgeu4, __vcmpgts2, __vcmpgts4, __vcmpgtu2, __vcmpgtu4, __vcmples2,
    __vcmples4, __vcmpleu2, __vcmpleu4, __vcmplts2, __vcmplts4, __vcmpltu2,
    __vcmpltu4, __vseteq2, __vseteq4, __vsetne2, __vsetne4, __vsetges2,
    __vsetges4, __vsetgeu2, __vsetgeu4, __vsetgts2, __vsetgts4, __vsetgtu2,
    __vsetgtu4, __vsetles2, __vsetles4, __vsetleu2, __vsetleu4, __vsetlts2,
    __vsetlts4, __vsetltu2, __vsetltu4, __vsads2, __vsads4, __vsadu2, __vsadu4;
__device__ banklint::Unsigned3 __viaddmax_u32, __viaddmin_u32, __vimax3_u32,
    __vimin3_u32, __viaddmax_s16x2, __viaddmax_u16x2, __viaddmin_s16x2,
    __viaddmin_u16x2, __vimax3_s16x2, __vimax3_u16x2, __vimin3_s16x2,
    __vimin3_u16x2;
__device__ int __viaddmax_s32(int, int, int), __viaddmin_s32(int, int, int),
    __vimax3_s32(int, int, int), __vimin3_s32(int, int, int),
    __viaddmax_s32_relu(int, int, int), __vimax_s32_relu(int, int);
__device__ banklint::IntInt2 __vimin_s32_relu;
__device__ int __viaddmin_s32_relu(int, int, int),
    __vimax3_s32_relu(int, int, int), __vimin3_s32_relu(int, int, int),
    __vibmax_s32(int, int, bool *), __vibmin_s32(int, int, bool *);
__device__ unsigned __vibmax_u32(unsigned, unsigned, bool *),
    __vibmin_u32(unsigned, unsigned, bool *),
    __vibmax_s16x2(unsigned, unsigned, bool *, bool *),
    __vibmin_s16x2(unsigned, unsigned, bool *, bool *),
    __vibmax_u16x2(unsigned, unsigned, bool *, bool *),
    __vibmin_u16x2(unsigned, unsigned, bool *, bool *);
__device__ banklint::Unsigned2 __vimax_s16x2_relu, __vimin_s16x2_relu;
__device__ banklint::Unsigned3 __viaddmax_s16x2_relu, __viaddmin_s16x2_relu,
    __vimax3_s16x2_relu, __vimin3_s16x2_relu;

//===-- Conversions -------------------------------------------------------===//

#define BANKLINT_ROUNDED(Name) Name##rn, Name##rz, Name##ru, Name##rd
#define BANKLINT_CONVERSION(From, FromName, To, ToName)                        \
  namespace banklint {                                                         \
  typedef To FromName##To##ToName(From);                                       \
  }                                                                            \
  __device__ banklint::FromName##To##ToName BANKLINT_ROUNDED(                  \
      __##FromName##2##ToName##_);

BANKLINT_CONVERSION(float, float, int, int)
BANKLINT_CONVERSION(float, float, unsigned, uint)
BANKLINT_CONVERSION(double, double, int, int)
BANKLINT_CONVERSION(double, double, unsigned, uint)
BANKLINT_CONVERSION(double, double, float, float)
BANKLINT_CONVERSION(int, int, float, float)
BANKLINT_CONVERSION(unsigned, uint, float, float)
#undef BANKLINT_CONVERSION

namespace banklint {
typedef long long FloatToLong(float);
typedef unsigned long long FloatToULong(float);
typedef long long DoubleToLong(double);
typedef unsigned long long DoubleToULong(double);
typedef float LongToFloat(long long);
typedef float ULongToFloat(unsigned long long);
typedef double LongToDouble(long long);
typedef double ULongToDouble(unsigned long long);
} // namespace banklint
__device__ banklint::FloatToLong BANKLINT_ROUNDED(__float2ll_);
__device__ banklint::FloatToULong BANKLINT_ROUNDED(__float2ull_);
__device__ banklint::DoubleToLong BANKLINT_ROUNDED(__double2ll_);
__device__ banklint::DoubleToULong BANKLINT_ROUNDED(__double2ull_);
__device__ banklint::LongToFloat BANKLINT_ROUNDED(__ll2float_);
__device__ banklint::ULongToFloat BANKLINT_ROUNDED(__ull2float_);
__device__ banklint::LongToDouble BANKLINT_ROUNDED(__ll2double_);
__device__ banklint::ULongToDouble BANKLINT_ROUNDED(__ull2double_);
#undef BANKLINT_ROUNDED

__device__ double __int2double_rn(int), __uint2double_rn(unsigned),
    __hiloint2double(int, int), __longlong_as_double(long long);
__device__ int __double2hiint(double), __double2loint(double),
    __float_as_int(float);
__device__ unsigned __float_as_uint(float);
__device__ float __int_as_float(int), __uint_as_float(unsigned);
__device__ long long __double_as_longlong(double);

//===-- Loads and stores with a cache hint --------------------------------===//

#define BANKLINT_LOAD(Name) template <class T> __device__ T Name(const T *);
#define BANKLINT_STORE(Name)                                                   \
  template <class T>                                                           \
  __device__ void Name(T *, typename banklint::Identity<T>::Type);

BANKLINT_LOAD(__ldg)
BANKLINT_LOAD(__ldca)
BANKLINT_LOAD(__ldcg)
BANKLINT_LOAD(__ldcs)
BANKLINT_LOAD(__ldcv)
BANKLINT_LOAD(__ldlu)
BANKLINT_STORE(__stcg)
BANKLINT_STORE(__stcs)
BANKLINT_STORE(__stwb)
BANKLINT_STORE(__stwt)

#undef BANKLINT_LOAD
#undef BANKLINT_STORE

//===-- Address spaces ----------------------------------------------------===//

__device__ unsigned __isGlobal(const void *), __isShared(const void *),
    __isConstant(const void *), __isLocal(const void *),
    __isGridConstant(const void *), __isClusterShared(const void *),
    __isCtaShared(const void *);
__device__ size_t __cvta_generic_to_global(const void *),
    __cvta_generic_to_shared(const void *),
    __cvta_generic_to_local(const void *),
    __cvta_generic_to_constant(const void *),
    __cvta_generic_to_grid_constant(const void *);
__device__ void *__cvta_global_to_generic(size_t),
    *__cvta_shared_to_generic(size_t), *__cvta_local_to_generic(size_t),
    *__cvta_constant_to_generic(size_t),
    *__cvta_grid_constant_to_generic(size_t);

//===-- Atomics -----------------------------------------------------------===//

#define BANKLINT_ATOMIC(Name, T)                                               \
  __device__ T Name(T *, T), Name##_block(T *, T), Name##_system(T *, T);
#define BANKLINT_ATOMIC_CAS(T)                                                 \
  __device__ T atomicCAS(T *, T, T), atomicCAS_block(T *, T, T),               \
      atomicCAS_system(T *, T, T);
#define BANKLINT_ATOMIC_INTEGERS(Name)                                         \
  BANKLINT_ATOMIC(Name, int)                                                   \
  BANKLINT_ATOMIC(Name, unsigned)                                              \
  BANKLINT_ATOMIC(Name, unsigned long long)

BANKLINT_ATOMIC_INTEGERS(atomicAdd)
BANKLINT_ATOMIC(atomicAdd, float)
BANKLINT_ATOMIC(atomicAdd, double)
BANKLINT_ATOMIC(atomicAdd, float2)
BANKLINT_ATOMIC(atomicAdd, float4)
BANKLINT_ATOMIC(atomicSub, int)
BANKLINT_ATOMIC(atomicSub, unsigned)
BANKLINT_ATOMIC_INTEGERS(atomicExch)
BANKLINT_ATOMIC(atomicExch, float)
BANKLINT_ATOMIC_INTEGERS(atomicMin)
BANKLINT_ATOMIC(atomicMin, long long)
BANKLINT_ATOMIC_INTEGERS(atomicMax)
BANKLINT_ATOMIC(atomicMax, long long)
BANKLINT_ATOMIC(atomicInc, unsigned)
BANKLINT_ATOMIC(atomicDec, unsigned)
BANKLINT_ATOMIC_INTEGERS(atomicAnd)
BANKLINT_ATOMIC_INTEGERS(atomicOr)
BANKLINT_ATOMIC_INTEGERS(atomicXor)
BANKLINT_ATOMIC_CAS(int)
BANKLINT_ATOMIC_CAS(unsigned)
BANKLINT_ATOMIC_CAS(unsigned long long)
BANKLINT_ATOMIC_CAS(unsigned short)

#undef BANKLINT_ATOMIC
#undef BANKLINT_ATOMIC_CAS
#undef BANKLINT_ATOMIC_INTEGERS

//===-- The C library on the device ---------------------------------------===//

extern "C" {
__device__ int printf(const char *, ...);
__device__ int vprintf(const char *, const char *);
__device__ void *malloc(size_t) __attribute__((malloc));
__device__ void free(void *);
__device__ void *alloca(size_t);
__device__ void *memcpy(void *, const void *, size_t);
__device__ void *memmove(void *, const void *, size_t);
__device__ void *memset(void *, int, size_t);
__device__ int memcmp(const void *, const void *, size_t);
__device__ void __assert_fail(const char *, const char *, unsigned,
                              const char *) __attribute__((noreturn));
__device__ void __assertfail(const char *, const char *, unsigned, const char *,
                             size_t) __attribute__((noreturn));
}

// A host function with no include of its own may use these.
extern "C" {
int printf(const char *, ...);
void *malloc(size_t) noexcept;
void *calloc(size_t, size_t) noexcept;
void *realloc(void *, size_t) noexcept;
void free(void *) noexcept;
void *memcpy(void *, const void *, size_t) noexcept;
void *memset(void *, int, size_t) noexcept;
int memcmp(const void *, const void *, size_t) noexcept;
int strcmp(const char *, const char *) noexcept;
int strncmp(const char *, const char *, size_t) noexcept;
char *strcpy(char *, const char *) noexcept;
char *strncpy(char *, const char *, size_t) noexcept;
size_t strlen(const char *) noexcept;
int atoi(const char *) noexcept;
double atof(const char *) noexcept;
int rand(void) noexcept;
void srand(unsigned) noexcept;
void exit(int) noexcept __attribute__((noreturn));
void abort(void) noexcept __attribute__((noreturn));
}
#ifndef EXIT_SUCCESS
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#endif
#ifndef RAND_MAX
#define RAND_MAX 2147483647
#endif

#endif // __DEVICE_FUNCTIONS_H__
