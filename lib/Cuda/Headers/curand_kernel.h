//===- curand_kernel.h - Random numbers in kernels --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#include "curand.h"

#define BANKLINT_CURAND(State)                                                 \
  struct State {                                                               \
    unsigned Words[12];                                                        \
  };                                                                           \
  __device__ void curand_init(unsigned long long, unsigned long long,          \
                              unsigned long long, State *);                    \
  __device__ unsigned curand(State *);                                         \
  __device__ uint4 curand4(State *);                                           \
  __device__ float curand_uniform(State *), curand_normal(State *),            \
      curand_log_normal(State *, float, float);                                \
  __device__ double curand_uniform_double(State *),                            \
      curand_normal_double(State *),                                           \
      curand_log_normal_double(State *, double, double);                       \
  __device__ float2 curand_normal2(State *);                                   \
  __device__ double2 curand_normal2_double(State *),                           \
      curand_uniform2_double(State *);                                         \
  __device__ float4 curand_uniform4(State *), curand_normal4(State *);         \
  __device__ unsigned curand_poisson(State *, double);                         \
  __device__ void skipahead(unsigned long long, State *),                      \
      skipahead_sequence(unsigned long long, State *);

BANKLINT_CURAND(curandStateXORWOW)
BANKLINT_CURAND(curandStatePhilox4_32_10)
BANKLINT_CURAND(curandStateMRG32k3a)
BANKLINT_CURAND(curandStateMtgp32)

#undef BANKLINT_CURAND

#define BANKLINT_CURAND_SOBOL(State, Word)                                     \
  struct State {                                                               \
    Word i, x, c, direction_vectors[64];                                       \
  };                                                                           \
  __device__ void curand_init(Word *, unsigned, State *);                      \
  __device__ void curand_init(Word *, Word, unsigned, State *);                \
  __device__ Word curand(State *);                                             \
  __device__ float curand_uniform(State *), curand_normal(State *);            \
  __device__ double curand_uniform_double(State *),                            \
      curand_normal_double(State *);

BANKLINT_CURAND_SOBOL(curandStateSobol32, unsigned)
BANKLINT_CURAND_SOBOL(curandStateScrambledSobol32, unsigned)
BANKLINT_CURAND_SOBOL(curandStateSobol64, unsigned long long)
BANKLINT_CURAND_SOBOL(curandStateScrambledSobol64, unsigned long long)

#undef BANKLINT_CURAND_SOBOL

typedef curandStateXORWOW curandStateXORWOW_t, curandState, curandState_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStateMtgp32 curandStateMtgp32_t;
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateScrambledSobol64 curandStateScrambledSobol64_t;

#endif // CURAND_KERNEL_H_
