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

#include "Candidates/DeclaredArray.h"

namespace banklint {

/// Why the text of these expressions cannot change for the array alone: it also
/// makes other expressions, is a part of an index into other memory, or is
/// executed by other kernels or on the host. None if it can. `IndexFunctions`
/// only compute indices into the array.
///
///     template <class... P> float sum(int x, int y, P *...p) {
///       return (p[y * 32 + x] + ...); // 32, with sum(x, y, in, tile)
///     }
std::optional<SourceObstacle>
sharedText(llvm::ArrayRef<const clang::Expr *> Edited,
           const DeclaredArray &Array,
           const llvm::DenseSet<const clang::FunctionDecl *> &IndexFunctions,
           const SourceMap &Map);

} // namespace banklint

#endif // BANKLINT_FIX_SHAREDTEXT_H
