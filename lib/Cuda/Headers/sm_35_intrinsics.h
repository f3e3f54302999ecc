//===- sm_35_intrinsics.h - Part of cuda_runtime.h --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __SM_35_INTRINSICS_H__
#define __SM_35_INTRINSICS_H__

#include "cuda_runtime.h"

#endif // __SM_35_INTRINSICS_H__
