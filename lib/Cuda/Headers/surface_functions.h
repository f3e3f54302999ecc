//===- surface_functions.h - Part of cuda_runtime.h -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __SURFACE_FUNCTIONS_H__
#define __SURFACE_FUNCTIONS_H__

#include "cuda_runtime.h"

#endif // __SURFACE_FUNCTIONS_H__
