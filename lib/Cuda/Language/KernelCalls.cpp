//===- KernelCalls.cpp - What stands between <<< and >>> ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/KernelCalls.h"
#include "clang/AST/ExprCXX.h"

using namespace banklint;

/// On the device the function and its parameters come before.
std::optional<LaunchConfiguration>
banklint::configurationOf(const clang::CUDAKernelCallExpr &Launch) {
  const clang::CallExpr *Call = Launch.getConfig();
  if (!Call || Call->getNumArgs() < 4)
    return std::nullopt;
  unsigned First = Call->getNumArgs() - 4;
  return LaunchConfiguration{Call->getArg(First), Call->getArg(First + 1),
                             Call->getArg(First + 2), Call->getArg(First + 3)};
}
