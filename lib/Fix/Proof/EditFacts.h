//===- EditFacts.h - What belongs to the edits of a fix ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_EDITFACTS_H
#define BANKLINT_FIX_EDITFACTS_H

#include "Candidates/DeclaredArray.h"
#include "Finding/Finding.h"

namespace banklint {

/// A kernel that also runs with blocks that are not known: these may leave the
/// rows, or other rows may be better for them. Null where there is none.
const clang::FunctionDecl *kernelWithOtherBlocks(const DeclaredArray &Array,
                                                 const SourceMap &Map);

/// By what names other sources reach what a fix changes, or what it was proved
/// for: the kernels, host functions that launch them and are called here, too,
/// so that only these calls were walked, and functions of the device that
/// execute edited text, be it over several calls.
std::vector<std::string> symbolsOf(const DeclaredArray &Array, const Fix &Edits,
                                   const SourceMap &Map,
                                   const clang::ASTContext &Context);

/// The kernels that longer rows of the array take memory in.
std::vector<KernelGrowth> growthOf(const DeclaredArray &Array,
                                   const std::vector<ArrayInKernel> &Uses,
                                   const Layout &Longer, const SourceMap &Map,
                                   const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_FIX_EDITFACTS_H
