//===- nvToolsExt.h - Ranges for a profiler's timeline, by an older name --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_HEADERS_NVTOOLSEXT_H
#define BANKLINT_CUDA_HEADERS_NVTOOLSEXT_H

#include "nvtx3/nvToolsExt.h"

#endif // BANKLINT_CUDA_HEADERS_NVTOOLSEXT_H
