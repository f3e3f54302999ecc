//===- Check.h - The whole way in one call ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CHECK_CHECK_H
#define BANKLINT_CHECK_CHECK_H

#include "Kernel/Kernel.h"

namespace banklint {

/// What is to be said of a parsed source: its kernels analysed, the findings
/// joined, fixes proposed. Every tool goes this way.
Report checkSource(clang::ASTContext &Context,
                   llvm::ArrayRef<SourceError> Errors,
                   const AnalysisOptions &Options);

} // namespace banklint

#endif // BANKLINT_CHECK_CHECK_H
