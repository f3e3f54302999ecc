//===- common_functions.h - Part of cuda_runtime.h --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __COMMON_FUNCTIONS_H__
#define __COMMON_FUNCTIONS_H__

#include "cuda_runtime.h"

#endif // __COMMON_FUNCTIONS_H__
