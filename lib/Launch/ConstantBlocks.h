//===- ConstantBlocks.h - Blocks that a launch itself says ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LAUNCH_CONSTANTBLOCKS_H
#define BANKLINT_LAUNCH_CONSTANTBLOCKS_H

#include "clang/AST/Expr.h"
#include <array>
#include <optional>

namespace banklint {

/// The block of a launch by constants, and by variables of its function that
/// are constants from their declaration on, whatever runs before: `k<<<n,
/// 256>>>`, `dim3 block(16, N); k<<<n, block>>>`. Nothing where it has another.
std::optional<std::array<unsigned, 3>>
constantBlock(const clang::CallExpr &Launch, const clang::FunctionDecl &In);

} // namespace banklint

#endif // BANKLINT_LAUNCH_CONSTANTBLOCKS_H
