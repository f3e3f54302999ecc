//===- oracle_prelude.h - Behind cuda_runtime.h in every source -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bundled headers declare what the analyser knows by name. What of this is
// a template is defined here, since only the source says for which types; the
// other definitions stand in Device.cu.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TEST_ORACLE_PRELUDE_H
#define BANKLINT_TEST_ORACLE_PRELUDE_H

// As CUDA's own header does.
#include <math.h>
#include <stdint.h>
#include "../Oracle.h"

// To Clang, lambdas of the device are classes like others.
#define __nv_is_extended_device_lambda_closure_type(T) false
#define __nv_is_extended_host_device_lambda_closure_type(T) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(T) false

// The plugin knows shared variables by this.
#undef __shared__
#define __shared__                                                             \
  __attribute__((shared)) __attribute__((annotate("oracle_shared")))

/// A function whose accesses are not reported.
#define ORACLE_QUIET __attribute__((annotate("oracle_quiet")))

namespace oracle {
/// Copies as many bytes with each access, of which the calling thread does
/// every `Step`-th, and reports what goes to shared memory.
__device__ ORACLE_QUIET inline void copyParts(void *Target, const void *Source,
                                              size_t Bytes, size_t Each,
                                              size_t First, size_t Step) {
  for (size_t At = First * Each; At + Each <= Bytes; At += Step * Each) {
    oracle_access_at_call((char *)Target + At, Each, OracleCpAsync);
    __builtin_memcpy((char *)Target + At, (const char *)Source + At, Each);
  }
}

/// Hands all lanes of the mask a value of any type, and returns one of them.
template <class T>
__device__ inline T fromLane(unsigned Mask, const T &Value, unsigned Source) {
  T Result = Value;
  const auto *From = reinterpret_cast<const unsigned char *>(&Value);
  auto *To = reinterpret_cast<unsigned char *>(&Result);
  for (size_t Byte = 0; Byte < sizeof(T); Byte += 16) {
    unsigned Bytes = sizeof(T) - Byte < 16 ? sizeof(T) - Byte : 16;
    const OracleExchange *All = oracle_exchange(Mask, From + Byte, Bytes);
    if (Source < 32 && All->Mask >> Source & 1)
      for (unsigned I = 0; I != Bytes; ++I)
        To[Byte + I] = All->Values[Source][I];
  }
  return Result;
}
} // namespace oracle

#include "oracle_assembly.h"

#define ORACLE_LOAD(Name)                                                      \
  template <class T> __device__ T Name(const T *From) { return *From; }
#define ORACLE_STORE(Name)                                                     \
  template <class T>                                                           \
  __device__ void Name(T *To, typename banklint::Identity<T>::Type Value) {    \
    *To = Value;                                                               \
  }
ORACLE_LOAD(__ldg)
ORACLE_LOAD(__ldca)
ORACLE_LOAD(__ldcg)
ORACLE_LOAD(__ldcs)
ORACLE_LOAD(__ldcv)
ORACLE_LOAD(__ldlu)
ORACLE_STORE(__stcg)
ORACLE_STORE(__stcs)
ORACLE_STORE(__stwb)
ORACLE_STORE(__stwt)
#undef ORACLE_LOAD
#undef ORACLE_STORE

#define ORACLE_UNARY(Name)                                                     \
  template <class T>                                                           \
  __device__ typename banklint::FromInteger<T>::Type Name(T X) {               \
    return Name(double(X));                                                    \
  }
ORACLE_UNARY(acos)
ORACLE_UNARY(asin)
ORACLE_UNARY(atan)
ORACLE_UNARY(cbrt)
ORACLE_UNARY(ceil)
ORACLE_UNARY(cos)
ORACLE_UNARY(cosh)
ORACLE_UNARY(erf)
ORACLE_UNARY(exp)
ORACLE_UNARY(exp2)
ORACLE_UNARY(fabs)
ORACLE_UNARY(floor)
ORACLE_UNARY(log)
ORACLE_UNARY(log10)
ORACLE_UNARY(log2)
ORACLE_UNARY(rint)
ORACLE_UNARY(round)
ORACLE_UNARY(rsqrt)
ORACLE_UNARY(sin)
ORACLE_UNARY(sinh)
ORACLE_UNARY(sqrt)
ORACLE_UNARY(tan)
ORACLE_UNARY(tanh)
ORACLE_UNARY(trunc)
#undef ORACLE_UNARY

#define ORACLE_BINARY(Name)                                                    \
  template <class T, class U>                                                  \
  __device__ typename banklint::Promoted<T, U>::Type Name(T X, U Y) {          \
    return Name(double(X), double(Y));                                         \
  }
ORACLE_BINARY(atan2)
ORACLE_BINARY(copysign)
ORACLE_BINARY(fmax)
ORACLE_BINARY(fmin)
ORACLE_BINARY(fmod)
ORACLE_BINARY(hypot)
ORACLE_BINARY(pow)
#undef ORACLE_BINARY

#endif // BANKLINT_TEST_ORACLE_PRELUDE_H
