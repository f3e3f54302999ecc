//===- BlockExtents.h - Extents that all blocks have ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_BLOCKEXTENTS_H
#define BANKLINT_FIX_BLOCKEXTENTS_H

#include "SourceMap.h"
#include "llvm/ADT/SetVector.h"
#include <array>

namespace banklint {

/// The extents of the blocks of some kernels, where these are constants and the
/// same in every launch: `blockDim.x` is such a constant in their code.
class BlockExtents {
public:
  BlockExtents(const llvm::SetVector<const clang::FunctionDecl *> &Kernels,
               const SourceMap &Map);

  /// The number, if the expression is an extent of the block that is known.
  std::optional<int64_t> valueOf(const clang::Expr *E) const;

private:
  std::array<std::optional<int64_t>, 3> Extents;
};

} // namespace banklint

#endif // BANKLINT_FIX_BLOCKEXTENTS_H
