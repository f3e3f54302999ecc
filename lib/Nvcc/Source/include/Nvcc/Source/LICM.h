//===- LICM.h - Whether loads leave a loop ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LICM loads what is the same in every iteration once, in front of the loop,
// also where the loop writes to global memory:
//
//   for (int i = 0; i < n; ++i)
//     out[i] *= s[threadIdx.x];       one load
//
// It does not where something in the loop may order memory: a shuffle, a fence,
// printf, inline assembly that is volatile. Which loads are the same, the
// records say (Nvcc/Passes/LLVM/LICM.cpp). Evidence:
// lit/merging/hoisted-loads.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_LICM_H
#define BANKLINT_NVCC_SOURCE_LICM_H

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"

namespace banklint {

enum class Hoisting {
  Happens, ///< nothing in the loop is in the way
  Unknown, ///< it calls what is not seen
  Never,
};

class HoistingFinder {
public:
  explicit HoistingFinder(const clang::ASTContext &Context)
      : Context(Context) {}

  /// Of loads in a loop, with the functions that it calls.
  Hoisting of(const clang::Stmt *Loop);

private:
  Hoisting ofParts(const clang::Stmt *S);
  Hoisting ofCall(const clang::FunctionDecl *Callee);

  const clang::ASTContext &Context;
  llvm::DenseMap<const clang::Stmt *, Hoisting> Loops;
  llvm::DenseMap<const clang::FunctionDecl *, Hoisting> Functions;
};

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_LICM_H
