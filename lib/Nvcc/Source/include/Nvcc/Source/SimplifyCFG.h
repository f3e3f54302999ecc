//===- SimplifyCFG.h - What both arms of an if store ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler does once, behind an if, the stores that both of its arms end
// with.
//
//   if (c) s[t] = f(x); else s[t] = g(x);         one store behind it
//   if (c) s[t] = f(x); else s[t] = 0;            two, outside of loops
//
// Read off the machine code of some 60 kernels (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_SIMPLIFYCFG_H
#define BANKLINT_NVCC_SOURCE_SIMPLIFYCFG_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

namespace banklint {

/// A store of the one arm, and its like on the other.
using ExprPair = std::pair<const clang::Expr *, const clang::Expr *>;

/// The stores that the arms end with, the last first: one after another, with
/// nothing to compute in between. Only the text is compared: whether it means
/// the same place on both arms is for the walk to say.
llvm::SmallVector<ExprPair, 4>
storesBothEndWith(const clang::IfStmt *S, const clang::ASTContext &Context);

/// Whether each arm keeps its last store, where the `if` is in no loop: the one
/// stores a zero, which takes no register, and the other what it makes first.
bool keepsStoreOfZero(const clang::IfStmt *S);

/// The ifs that an arm of this one ends with: their arms go on to one place in
/// more than two, and nothing is stored for all of them.
llvm::SmallVector<const clang::IfStmt *, 2>
ifsThatEndArms(const clang::IfStmt *S);

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_SIMPLIFYCFG_H
