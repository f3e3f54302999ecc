//===- builtin_types.h - Part of cuda_runtime.h -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __BUILTIN_TYPES_H__
#define __BUILTIN_TYPES_H__

#include "driver_types.h"

#endif // __BUILTIN_TYPES_H__
