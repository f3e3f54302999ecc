//===- cuda_awbarrier_primitives.h - Barriers in shared memory --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef _CUDA_AWBARRIER_PRIMITIVES_H_
#define _CUDA_AWBARRIER_PRIMITIVES_H_

#include "device_functions.h"

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

__device__ unsigned __mbarrier_maximum_count(),
    __mbarrier_token_pending_count(__mbarrier_token_t);
__device__ void __mbarrier_init(__mbarrier_t *, unsigned),
    __mbarrier_inval(__mbarrier_t *);
__device__ __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *),
    __mbarrier_arrive_and_drop(__mbarrier_t *);
__device__ bool __mbarrier_test_wait(__mbarrier_t *, __mbarrier_token_t),
    __mbarrier_test_wait_parity(__mbarrier_t *, bool),
    __mbarrier_try_wait(__mbarrier_t *, __mbarrier_token_t, unsigned),
    __mbarrier_try_wait_parity(__mbarrier_t *, bool, unsigned);

#endif // _CUDA_AWBARRIER_PRIMITIVES_H_
