//===- KernelCalls.h - What stands between <<< and >>> ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_KERNELCALLS_H
#define BANKLINT_CUDA_KERNELCALLS_H

#include <optional>

namespace clang {
class CUDAKernelCallExpr;
class Expr;
} // namespace clang

namespace banklint {

struct LaunchConfiguration {
  const clang::Expr *Grid, *Block, *SharedBytes, *Stream;
};

/// The same for launches by the host and by a kernel, though Clang makes
/// arguments of different functions of them.
std::optional<LaunchConfiguration>
configurationOf(const clang::CUDAKernelCallExpr &Launch);

} // namespace banklint

#endif // BANKLINT_CUDA_KERNELCALLS_H
