//===- cuda_profiler_api.h - Profiler control from host code ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __CUDA_PROFILER_API_H__
#define __CUDA_PROFILER_API_H__

#include "driver_types.h"

cudaError_t cudaProfilerStart(), cudaProfilerStop();

#endif // __CUDA_PROFILER_API_H__
