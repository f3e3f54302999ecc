//===- Check.h - The whole way in one call ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CHECK_CHECK_H
#define BANKLINT_CHECK_CHECK_H

#include "Analysis/Kernel.h"

namespace banklint {

/// What is to be said of a parsed source: its kernels analysed, the findings
/// collected, fixes proposed. Every tool goes this way. What other sources may
/// want to know goes to `Links`, which may be null.
Report checkSource(clang::ASTContext &Context,
                   llvm::ArrayRef<SourceError> Errors,
                   const AnalysisOptions &Options,
                   LaunchLinks *Links = nullptr);

/// What a parsed source can prove of edits that another build of it proposes.
OtherProof proveEdits(clang::ASTContext &Context,
                      llvm::ArrayRef<SourceError> Errors,
                      const AnalysisOptions &Options,
                      llvm::ArrayRef<ProvedEdits> Wanted);

/// The first half of that: the accesses, with what is not known of the
/// architecture taken into account. Kernels in `Known` are passed over.
Analysis analyseForFindings(clang::ASTContext &Context,
                            llvm::ArrayRef<SourceError> Errors,
                            const AnalysisOptions &Options,
                            const KernelSet &Known = {});

/// All options in one text, for hashes.
std::string keyOf(const AnalysisOptions &Options);

} // namespace banklint

#endif // BANKLINT_CHECK_CHECK_H
