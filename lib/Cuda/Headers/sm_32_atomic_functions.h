//===- sm_32_atomic_functions.h - Part of cuda_runtime.h --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __SM_32_ATOMIC_FUNCTIONS_H__
#define __SM_32_ATOMIC_FUNCTIONS_H__

#include "cuda_runtime.h"

#endif // __SM_32_ATOMIC_FUNCTIONS_H__
