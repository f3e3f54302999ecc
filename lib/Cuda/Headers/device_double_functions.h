//===- device_double_functions.h - Part of cuda_runtime.h -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __DEVICE_DOUBLE_FUNCTIONS_H__
#define __DEVICE_DOUBLE_FUNCTIONS_H__

#include "cuda_runtime.h"

#endif // __DEVICE_DOUBLE_FUNCTIONS_H__
