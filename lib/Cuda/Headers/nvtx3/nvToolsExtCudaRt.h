//===- nvtx3/nvToolsExtCudaRt.h - Part of nvToolsExt.h ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_HEADERS_NVTX3_NVTOOLSEXTCUDART_H
#define BANKLINT_CUDA_HEADERS_NVTX3_NVTOOLSEXTCUDART_H

#include "nvToolsExt.h"

#endif // BANKLINT_CUDA_HEADERS_NVTX3_NVTOOLSEXTCUDART_H
