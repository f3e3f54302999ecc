//===- LaunchOrigins.h - What launches are made of --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk of host code finds the blocks of a launch as far as it sees who
// calls what is around it, and what changes the variables that it passes. Calls
// are made in ways that no walk sees: by a deleter, a callback, a registry. So
// what is proved for the blocks that were found holds if a launch is made of
// nothing that such a call could change:
//
//   constexpr int Tile = 32;
//   k<<<grid, dim3(Tile, Tile)>>>(p);        // the same for every caller
//   static void go(int n) {
//     k<<<grid, dim3(n, 32)>>>(p);           // that of all calls of 'go'
//   }
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_LAUNCHORIGINS_H
#define BANKLINT_FIX_LAUNCHORIGINS_H

#include "Analysis/Kernel.h"
#include "Text/SourceMap.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

/// Follows the values that launches of a kernel pass to where they come from.
class LaunchOrigins {
public:
  LaunchOrigins(const WalkedKernel &Walked, const SourceMap &Map,
                const clang::ASTContext &Context)
      : Walked(Walked), Map(Map), Context(Context) {}

  /// Whether all launches that this source shows have blocks and sizes of
  /// shared memory that are made of constants, of variables with one value, and
  /// of parameters of functions that are only called by name. Rejected text
  /// names none of these. Arguments do not count: proofs hold for any.
  bool areClosed();

private:
  bool areHeldClosed();
  bool isClosed(const clang::CUDAKernelCallExpr &Launch);
  bool isClosed(const clang::Expr *E);
  bool isClosed(const clang::VarDecl *D);
  bool isCalledByName(const clang::FunctionDecl *Function) const;
  bool isOnlyRead(const clang::Expr *E) const;
  bool mayBeNamedUnread(const clang::VarDecl *D) const;

  const WalkedKernel &Walked;
  const SourceMap &Map;
  const clang::ASTContext &Context;
  llvm::DenseSet<const clang::VarDecl *> Seen;
};

} // namespace banklint

#endif // BANKLINT_FIX_LAUNCHORIGINS_H
