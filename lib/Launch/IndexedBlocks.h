//===- IndexedBlocks.h - What indices tell of a kernel's block --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that numbers its threads says how many stand in a row:
//
//   int t = threadIdx.z * 64 + threadIdx.y * 32 + threadIdx.x;    32 x 2 x ?
//
// Nobody is bound to launch it so, but a launch with other rows would give two
// threads one number, or leave numbers out.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LAUNCH_INDEXEDBLOCKS_H
#define BANKLINT_LAUNCH_INDEXEDBLOCKS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <optional>

namespace banklint {

/// The extents of the block that the numbers of threads in these functions
/// tell, 0 for those that they do not: {32, 2, 0} above. None where they number
/// no threads, or in several ways.
std::optional<std::array<unsigned, 3>>
blockOfIndices(llvm::ArrayRef<const clang::FunctionDecl *> Functions,
               const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_LAUNCH_INDEXEDBLOCKS_H
