//===- SharedText.h - Text that serves for something else, too --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An edit changes all that its text is compiled to: in each instance of a
// template, for each element of a parameter pack. Where one of these is for
// other memory than the array, the text cannot change.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_SHAREDTEXT_H
#define BANKLINT_FIX_SHAREDTEXT_H

#include "DeclaredArray.h"

namespace banklint {

/// The place of the first of these expressions whose text also makes one that
/// is none of them, or that is also a part of an index into other memory; none
/// if all serve for the array alone. `IndexFunctions` only compute indices into
/// it:
///
///     template <class... P> float sum(int x, int y, P *...p) {
///       return (p[y * 32 + x] + ...); // 32, with sum(x, y, in, tile)
///     }
clang::SourceLocation
sharedText(llvm::ArrayRef<const clang::Expr *> Edited,
           const DeclaredArray &Array,
           const llvm::DenseSet<const clang::FunctionDecl *> &IndexFunctions,
           const SourceMap &Map);

} // namespace banklint

#endif // BANKLINT_FIX_SHAREDTEXT_H
