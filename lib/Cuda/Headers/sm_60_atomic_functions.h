//===- sm_60_atomic_functions.h - Part of cuda_runtime.h --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_HEADERS_SM_60_ATOMIC_FUNCTIONS_H
#define BANKLINT_CUDA_HEADERS_SM_60_ATOMIC_FUNCTIONS_H

#include "cuda_runtime.h"

#endif // BANKLINT_CUDA_HEADERS_SM_60_ATOMIC_FUNCTIONS_H
