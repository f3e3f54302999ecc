//===- CompiledText.h - Which text a source compiled ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_COMPILEDTEXT_H
#define BANKLINT_FIX_COMPILEDTEXT_H

#include "Finding/CompiledText.h"
#include "Finding/Finding.h"
#include "clang/Basic/SourceLocation.h"

namespace clang {
class ASTContext;
} // namespace clang

namespace banklint {

/// What a parsed source has of its files, those of the system left out, and the
/// functions that it does not define. Text in `LeftOut` counts as unused.
CompiledText compiledText(const clang::ASTContext &Context,
                          llvm::ArrayRef<clang::SourceRange> LeftOut = {});

/// The edits that a source proposes, each set of them once.
std::vector<ProvedEdits> provedEdits(llvm::ArrayRef<Finding> Findings);

} // namespace banklint

#endif // BANKLINT_FIX_COMPILEDTEXT_H
