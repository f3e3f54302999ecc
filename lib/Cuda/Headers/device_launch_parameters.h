//===- device_launch_parameters.h - Part of cuda_runtime.h ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_HEADERS_DEVICE_LAUNCH_PARAMETERS_H
#define BANKLINT_CUDA_HEADERS_DEVICE_LAUNCH_PARAMETERS_H

#include "cuda_runtime.h"

#endif // BANKLINT_CUDA_HEADERS_DEVICE_LAUNCH_PARAMETERS_H
