//===- channel_descriptor.h - Part of cuda_runtime.h ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __CHANNEL_DESCRIPTOR_H__
#define __CHANNEL_DESCRIPTOR_H__

#include "cuda_runtime.h"

#endif // __CHANNEL_DESCRIPTOR_H__
