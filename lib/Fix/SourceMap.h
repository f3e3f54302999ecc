//===- SourceMap.h - What stands where in a source --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's tree can be walked downwards only. Who wants to know all that happens
// to an array has to walk upwards and sideways: from a name to the expression
// around it, from a variable to what it is set to, from a parameter to the
// calls.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_SOURCEMAP_H
#define BANKLINT_FIX_SOURCEMAP_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include <optional>

namespace banklint {

/// What an expression is directly a part of: a statement or a declaration.
struct SourceParent {
  const clang::Stmt *Statement = nullptr;
  const clang::Decl *Declaration = nullptr;
  /// Only its type is asked for, as by `decltype`.
  bool IsTypeOnly = false;

  bool operator==(const SourceParent &Other) const {
    return Statement == Other.Statement && Declaration == Other.Declaration &&
           IsTypeOnly == Other.IsTypeOnly;
  }
};

/// The user's own code, in all of its instantiations; what depends on template
/// parameters and what stands in system headers is left out.
class SourceMap {
public:
  explicit SourceMap(clang::ASTContext &Context);

  /// More than one where instantiations share an expression.
  llvm::ArrayRef<SourceParent> parentsOf(const clang::Stmt *S) const;
  /// Every expression that names a variable or a member.
  llvm::ArrayRef<const clang::Expr *>
  referencesTo(const clang::ValueDecl *D) const;
  /// Everything that a variable, a parameter or a member is set to.
  llvm::ArrayRef<const clang::Expr *> valuesOf(const clang::ValueDecl *D) const;
  /// It is also changed in steps, or by those who know its address.
  bool isChanged(const clang::ValueDecl *D) const {
    return Changed.contains(D);
  }
  /// The expressions of all instantiations whose location (Expr::getExprLoc)
  /// is this.
  llvm::ArrayRef<const clang::Expr *>
  expressionsAt(clang::SourceLocation Where) const;
  /// The functions and lambdas whose bodies hold an expression: more than one
  /// where instantiations share it.
  llvm::ArrayRef<const clang::FunctionDecl *>
  functionsAround(const clang::Stmt *S) const;
  /// Calls whose callee is known, and launches.
  llvm::ArrayRef<const clang::CallExpr *>
  callsOf(const clang::FunctionDecl *Function) const;

  /// As `constantValueOf`, asked of Clang once.
  std::optional<int64_t> constantOf(const clang::Expr *E) const;

private:
  class Builder;
  template <typename Key, typename Entry>
  using Table = llvm::DenseMap<Key, llvm::SmallVector<Entry, 1>>;

  Table<const clang::Stmt *, SourceParent> Parents;
  Table<const clang::ValueDecl *, const clang::Expr *> References, Values;
  Table<const clang::FunctionDecl *, const clang::CallExpr *> Calls;
  Table<clang::SourceLocation, const clang::Expr *> Expressions;
  llvm::DenseSet<const clang::ValueDecl *> Changed;
  /// What `functionsAround` has found: instances of a kernel share expressions,
  /// and ask for the same ones over and over.
  mutable llvm::DenseMap<const clang::Stmt *,
                         llvm::ArrayRef<const clang::FunctionDecl *>>
      Around;
  mutable llvm::DenseMap<const clang::Expr *, std::optional<int64_t>> Constants;
  const clang::ASTContext &Context;
  mutable llvm::BumpPtrAllocator Storage;
};

/// The value of an integer constant expression.
std::optional<int64_t> constantValueOf(const clang::Expr *E,
                                       const clang::ASTContext &Context);

/// The variable, parameter or member that an expression names; null if none.
const clang::ValueDecl *namedBy(const clang::Expr *E);

/// Calls `F` with each argument and its parameter, that of the definition where
/// there is one.
void forEachArgument(
    const clang::Expr *Call,
    llvm::function_ref<void(const clang::Expr *, const clang::ParmVarDecl *)>
        F);

} // namespace banklint

#endif // BANKLINT_FIX_SOURCEMAP_H
