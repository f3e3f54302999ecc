//===- HostHeaders.h - Headers that launches go through ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_HOSTHEADERS_H
#define BANKLINT_CUDA_HOSTHEADERS_H

#include "llvm/ADT/StringRef.h"

namespace banklint {

/// Whether a header of libstdc++ holds containers, callables, or what they are
/// made of: their functions are parsed, and walked in host code. (Of other
/// headers of the system, templates and device functions alone are parsed.)
bool holdsContainers(llvm::StringRef Path);

} // namespace banklint

#endif // BANKLINT_CUDA_HOSTHEADERS_H
