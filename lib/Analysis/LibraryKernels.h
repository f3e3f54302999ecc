//===- LibraryKernels.h - Kernels that libraries launch ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `cub::DeviceReduce::Sum(...)` launches kernels that stand in the headers of a
// library. They are compiled with the source and are not the user's to change:
// they are not analysed, but not passed over in silence either.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_ANALYSIS_LIBRARYKERNELS_H
#define BANKLINT_ANALYSIS_LIBRARYKERNELS_H

#include "Analysis/Kernel.h"

namespace banklint {

/// Adds a gap for each call in the source's own functions that leads to such
/// kernels, each kernel at the first of the calls.
void nameLibraryKernels(
    llvm::ArrayRef<const clang::FunctionDecl *> OwnFunctions,
    const clang::ASTContext &Context, Analysis &Out);

/// Adds a gap for each header that a pragma alone makes a library's, and that
/// defines kernels.
void nameKernelsBehindPragmas(const clang::ASTContext &Context, Analysis &Out);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_LIBRARYKERNELS_H
