//===- AbsentLibraries.h - Builds with libraries not here -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A source also knows builds for other systems, whose headers are not here:
//
//   #ifdef _WIN32
//   #include <windows.h>
//   #define SYNC() (Sleep(0), cudaDeviceSynchronize())
//   #endif
//
// Such a library knows nothing of the kernels. What Clang rejects for want of
// its header may still launch one, or give the numbers that launches pass.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CHECK_ABSENTLIBRARIES_H
#define BANKLINT_CHECK_ABSENTLIBRARIES_H

#include "Cuda/Parse.h"

namespace banklint {

/// Whether a build lacks headers of libraries, `<a.h>`, and nothing else: what
/// Clang rejects for that stands in statements of the host that name no kernel,
/// nothing that leads to one, and nothing that launches are made of.
bool lacksOnlyLibraries(clang::ASTContext &Context,
                        llvm::ArrayRef<SourceError> Errors);

} // namespace banklint

#endif // BANKLINT_CHECK_ABSENTLIBRARIES_H
