//===- texture_fetch_functions.h - Part of cuda_runtime.h -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __TEXTURE_FETCH_FUNCTIONS_H__
#define __TEXTURE_FETCH_FUNCTIONS_H__

#include "cuda_runtime.h"

#endif // __TEXTURE_FETCH_FUNCTIONS_H__
