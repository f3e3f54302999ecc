//===- cuda_pipeline_primitives.h - Asynchronous copies to shared memory --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef _CUDA_PIPELINE_PRIMITIVES_H_
#define _CUDA_PIPELINE_PRIMITIVES_H_

#include "cuda_awbarrier_primitives.h"

__device__ void __pipeline_memcpy_async(void *Target, const void *Source,
                                        size_t Bytes, size_t ZeroFill = 0),
    __pipeline_commit(), __pipeline_wait_prior(size_t Prior),
    __pipeline_arrive_on(__mbarrier_t *);

#endif // _CUDA_PIPELINE_PRIMITIVES_H_
