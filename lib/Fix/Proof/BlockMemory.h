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
#include "Text/SourceObstacle.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include <optional>
#include <set>
#include <vector>

namespace banklint {

class DeclaredArray;
class SourceMap;
struct WalkedKernel;

/// What a launch asks for in dynamic memory.
struct LaunchBytes {
  /// The size itself, or the only value of a variable that names it; null for a
  /// call that is no launch.
  const clang::Expr *Size = nullptr;
  const clang::VarDecl *Named = nullptr; ///< null where it stands in the launch
};
LaunchBytes launchBytesOf(const clang::CallExpr &Call, const SourceMap &Map);

/// The call that a kernel is an argument or the callee of, as it stands there
/// or cast; null where it goes elsewhere.
const clang::CallExpr *callGiven(const clang::Expr *Kernel,
                                 const SourceMap &Map);

/// The name of the function that is called; "" where there is none.
llvm::StringRef calleeName(const clang::CallExpr *Call);

/// The member of a configuration of cudaLaunchKernelEx that says how much it
/// asks for; null where that is not told by its values in this source: another
/// function has made the configuration, or the member changes otherwise.
const clang::FieldDecl *configuredBytes(const clang::CallExpr &Launch,
                                        const SourceMap &Map);

/// Whether all that a variable can be stands in this source, and in one text:
/// it is no parameter, member, or part of a template.
bool isPlain(const clang::VarDecl *D);

/// How many bytes each launch of a kernel asks for. Fails where a launch may be
/// hidden, or does not name its size for itself.
llvm::Expected<llvm::SmallVector<const clang::Expr *, 2>>
launchBytes(const clang::FunctionDecl *Kernel, const SourceMap &Map);

/// Whether no other block than the walked ones can run a kernel.
bool hasKnownBlocks(const WalkedKernel &Walked, const SourceMap &Map);

/// The dynamic memory of a kernel's blocks, over all of its launches.
struct DynamicMemory {
  /// What launches ask for that is known, and the most that they may.
  std::set<int64_t> Sizes;
  int64_t mostBytes() const { return Sizes.empty() ? 0 : *Sizes.rbegin(); }
  bool IsKnown = true; ///< of each launch, and all launches are seen
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

/// Whether something counts on as many blocks at once as there are now.
bool countsOnBlocks(const DeclaredArray &Array, const SourceMap &Map,
                    const clang::ASTContext &Context);

/// By how many bytes all arrays of a kernel may grow together: each launch then
/// stays within the limit that it keeps now, and with `KeepsBlocks` as many
/// blocks fit as now. `Use` is in the layout that is replaced.
int64_t roomOf(const ArrayInKernel &Use, bool KeepsBlocks, const SourceMap &Map,
               const clang::ASTContext &Context);

/// What launches may count on that ask for a multiple of so many bytes then.
struct RoundedMemory {
  std::optional<SourceObstacle> Obstacle;
  /// Beside what else a block has, the larger size may be more than a limit
  /// that the size of today keeps.
  bool MayNotFit = false;
};
RoundedMemory roundedMemory(const DeclaredArray &Array, int64_t MultipleBytes,
                            const SourceMap &Map,
                            const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_FIX_BLOCKMEMORY_H
