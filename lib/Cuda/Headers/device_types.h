//===- device_types.h - Part of cuda_runtime.h ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __DEVICE_TYPES_H__
#define __DEVICE_TYPES_H__

#include "cuda_runtime.h"

#endif // __DEVICE_TYPES_H__
