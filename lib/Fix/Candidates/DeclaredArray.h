//===- DeclaredArray.h - One declaration of a shared array ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A declaration in a template is a variable in each instantiation, and each
// variable is an array of each kernel that uses it. A fix edits the
// declaration, and so changes all of them.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_DECLAREDARRAY_H
#define BANKLINT_FIX_DECLAREDARRAY_H

#include "Analysis/Kernel.h"
#include "Candidates/Uses.h"
#include "Layout/Layout.h"
#include <set>

namespace banklint {

/// The walk whose trace a use is of.
inline const WalkedKernel &walkOf(const ArrayInKernel &Use) {
  return static_cast<const WalkedKernel &>(*Use.Walked);
}
inline const clang::VarDecl *declarationOf(const ArrayInKernel &Use) {
  return walkOf(Use).Memory->declarationOf(*Use.Array);
}
/// The expression that makes an access.
inline const clang::Expr *expressionOf(const ArrayInKernel &Use, SiteId Site) {
  return walkOf(Use).SitesOfSource->expressionOf(Site);
}

/// One declaration of an array, in all kernels and instantiations; or several
/// that can only change together.
class DeclaredArray {
public:
  DeclaredArray(const SourceMap &Map, clang::ASTContext &Context)
      : Map(&Map), Context(&Context) {}

  std::vector<ArrayInKernel> Uses;
  /// The variables that its declaration is in the instances of a template.
  llvm::SmallSetVector<const clang::VarDecl *, 1> Instances;
  /// These are several declarations.
  bool IsJoint = false;
  /// Each of them is followed by itself, since they only share the text of
  /// templates; else each as all of them are.
  bool AreApart = false;
  /// Its rows are this member of the objects that it consists of; else null.
  const clang::FieldDecl *Member = nullptr;

  const SharedArray &any() const { return *Uses.front().Array; }
  const clang::VarDecl *declaration() const {
    return declarationOf(Uses.front());
  }
  /// What is done to one instance of the declaration.
  const ArrayUses &usesOf(const clang::VarDecl *Instance) const;
  /// All functions that the kernels of its uses come to.
  const llvm::DenseSet<const clang::FunctionDecl *> &functions() const {
    reach();
    return Reached->Functions;
  }
  /// The dynamic arrays that these name.
  const llvm::SetVector<const clang::VarDecl *> &dynamicArrays() const {
    reach();
    return Reached->Dynamic;
  }
  /// Their inline assembly, that of libraries included.
  llvm::ArrayRef<const clang::GCCAsmStmt *> assembly() const {
    reach();
    return Reached->Assembly;
  }
  /// A call in these whose code is not seen: of a function that another source
  /// defines, or through a pointer or of a virtual method, by `delete` too,
  /// where that may be one that names shared memory. Null if there is none.
  const clang::Expr *unseenCall() const {
    reach();
    return Reached->Unseen;
  }

private:
  struct ReachedCode {
    llvm::DenseSet<const clang::FunctionDecl *> Functions;
    llvm::SetVector<const clang::VarDecl *> Dynamic;
    std::vector<const clang::GCCAsmStmt *> Assembly;
    const clang::Expr *Unseen;
  };
  void reach() const;
  mutable std::optional<ReachedCode> Reached; ///< once it is asked for

  const SourceMap *Map;
  clang::ASTContext *Context;
  /// Of each instance that was asked for.
  mutable std::map<const clang::VarDecl *, ArrayUses> Known;
};

/// Where an array is declared, and its name: all arrays of a macro stand where
/// that is expanded.
using ArrayKey = std::pair<SourcePoint, std::string>;

/// The shared arrays of all kernels; only the `Wanted`, unless that is null.
std::map<ArrayKey, DeclaredArray>
declaredArrays(const Analysis &Found, const SourceMap &Map,
               clang::ASTContext &Context,
               const std::set<ArrayKey> *Wanted = nullptr);

/// Whether an expression, or a part of it, leads into the array.
bool leadsInto(const clang::Stmt *S, const ArrayUses &Uses);

} // namespace banklint

#endif // BANKLINT_FIX_DECLAREDARRAY_H
