//===- cuda_profiler_api.h - Profiler control from host code ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_HEADERS_CUDA_PROFILER_API_H
#define BANKLINT_CUDA_HEADERS_CUDA_PROFILER_API_H

#include "driver_types.h"

cudaError_t cudaProfilerStart(), cudaProfilerStop();

#endif // BANKLINT_CUDA_HEADERS_CUDA_PROFILER_API_H
