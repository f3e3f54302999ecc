//===- BlockExtents.h - Extents that all blocks have ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_BLOCKEXTENTS_H
#define BANKLINT_FIX_BLOCKEXTENTS_H

#include "Text/SourceMap.h"
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

/// A component of a built-in variable, as `threadIdx.y`.
struct BuiltinComponent {
  llvm::StringRef Variable; ///< empty where it is none
  char Component = 'x';     ///< 'x', 'y' or 'z'

  unsigned dimension() const { return unsigned(Component - 'x'); }
};
BuiltinComponent builtinComponentOf(const clang::Expr *E);

/// What an extent of a block is made of: the expressions that give this
/// component of a `dim3`, all that can be found. Of what is no `dim3` that can
/// be followed, the whole.
llvm::SmallVector<const clang::Expr *, 2>
extentsOfBlock(const clang::Expr *Block, unsigned Dimension,
               const SourceMap &Map);

} // namespace banklint

#endif // BANKLINT_FIX_BLOCKEXTENTS_H
