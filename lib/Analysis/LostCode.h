//===- LostCode.h - What lost code means for reports ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_ANALYSIS_LOSTCODE_H
#define BANKLINT_ANALYSIS_LOSTCODE_H

#include "Analysis/Kernel.h"
#include "Cuda/LostCode.h"
#include "Cuda/LostNames.h"
#include "llvm/ADT/DenseMap.h"
#include <set>
#include <string>

namespace banklint {

/// By function that has lost code, the names of the kernels that come to it.
using KernelsOfLostCode =
    llvm::DenseMap<const clang::FunctionDecl *, std::set<std::string>>;

/// Whether one of the functions that a kernel comes to, by their canonical
/// declarations, has lost code; `To` then names the kernel.
bool meetsLostCode(
    const clang::FunctionDecl *Kernel,
    const llvm::SmallPtrSetImpl<const clang::FunctionDecl *> &Functions,
    const LostCode &Lost, KernelsOfLostCode &To);

/// Whether rejected text may declare what a kernel comes to, or another
/// overload of it, which its code would choose, or is a part of a class that it
/// uses.
bool mayBeHalfRead(
    const clang::FunctionDecl *Kernel,
    const llvm::SmallPtrSetImpl<const clang::FunctionDecl *> &Functions,
    const LostNames &Lost);

/// Beside lost code nobody knows which requests an access makes: it may merge
/// with one that is lost, or be repeated.
void doubt(Access &Beside);

/// Names the statements in the gaps, each once; those that a kernel may come to
/// and that are no CUDA are errors. `Reached` are the functions of kernels
/// that were walked.
void nameLostCode(
    const LostCode &Lost,
    const llvm::SmallPtrSetImpl<const clang::FunctionDecl *> &Reached,
    const KernelsOfLostCode &Kernels, const clang::ASTContext &Context,
    Analysis &Out);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_LOSTCODE_H
