//===- ReadMemory.h - Reads of what other blocks may write ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_READMEMORY_H
#define BANKLINT_FIX_READMEMORY_H

#include "Cuda/CalledCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

/// Whether an lvalue is, or is a part of, a variable that nobody changes, as
/// `threadIdx` is.
bool isOfConstant(const clang::Expr *E);

/// Whether assembly reads memory that other blocks may write.
bool readsMemory(const clang::GCCAsmStmt *S);

/// Counts where code, or what it calls, reads what other blocks may write: no
/// variables of the thread, no shared memory, and nothing that the source says
/// is constant. A function whose code is not seen may read it.
class MemoryReader : public CalledCodeVisitor<MemoryReader> {
public:
  explicit MemoryReader(const clang::ASTContext &Context) : Context(Context) {}

  /// The reads of a statement, and of the functions that it calls.
  unsigned count(const clang::Stmt *S);

  bool VisitCallExpr(clang::CallExpr *Call);
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *Cast);
  bool VisitGCCAsmStmt(clang::GCCAsmStmt *Assembly);
  bool VisitAtomicExpr(clang::AtomicExpr *);
  void noteCallee(const clang::FunctionDecl &Callee);

private:
  bool isOfUser(const clang::FunctionDecl &F) const;
  bool readsByCall(const clang::CallExpr *Call) const;

  const clang::ASTContext &Context;
  unsigned Reads = 0;
  llvm::DenseSet<const clang::FunctionDecl *> Entered;
};

} // namespace banklint

#endif // BANKLINT_FIX_READMEMORY_H
