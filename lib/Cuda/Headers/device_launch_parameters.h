//===- device_launch_parameters.h - Part of cuda_runtime.h ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __DEVICE_LAUNCH_PARAMETERS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__

#include "cuda_runtime.h"

#endif // __DEVICE_LAUNCH_PARAMETERS_H__
