//===- BlockMemory.h - The shared memory of a kernel's blocks ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Longer rows take memory that something else may count on: dynamic memory that
// launches ask for, and code that asks how much a kernel takes.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_BLOCKMEMORY_H
#define BANKLINT_FIX_BLOCKMEMORY_H

#include "Layout/Layout.h"
#include "SourceObstacle.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include <optional>
#include <vector>

namespace banklint {

class DeclaredArray;
class SourceMap;

/// What a launch asks for in dynamic memory.
struct LaunchBytes {
  /// The size itself, or the only value of a variable that names it; null for a
  /// call that is no launch.
  const clang::Expr *Size = nullptr;
  const clang::VarDecl *Named = nullptr; ///< null where it stands in the launch
};
LaunchBytes launchBytesOf(const clang::CallExpr &Call, const SourceMap &Map);

/// How many bytes each launch of a kernel asks for. Nothing where a launch may
/// be hidden, or does not name its size for itself.
std::optional<llvm::SmallVector<const clang::Expr *, 2>>
launchBytes(const clang::FunctionDecl *Kernel, const SourceMap &Map);

/// The dynamic memory of a kernel's blocks, over all of its launches.
struct DynamicMemory {
  int64_t MostBytes = 0; ///< of the launches whose size is known
  bool IsKnown = true;   ///< of each launch, and all launches are seen
  bool HasOpenSize =
      false;            ///< a launch that is seen sets it, and by no constant
  bool HasLimit = true; ///< with static arrays, 48 KB: no attribute is set
  /// Variables and functions hold its address, which may be launched, too.
  bool IsGivenAway = false;
};
DynamicMemory dynamicMemoryOf(const clang::FunctionDecl *Kernel,
                              const SourceMap &Map,
                              const clang::ASTContext &Context);

/// What counts on the memory that blocks take now: inline assembly that reads a
/// special register, a query of CUDA, code that is not seen, or dynamic memory
/// for which longer rows may leave too little. `Uses` are those of the array,
/// in the layout that is replaced.
std::optional<SourceObstacle>
memoryObstacle(const DeclaredArray &Array,
               const std::vector<ArrayInKernel> &Uses, const Layout &Longer,
               const SourceMap &Map, const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_FIX_BLOCKMEMORY_H
