//===- Uses.h - What is done to an array ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout may change only if all that is done to the array is known: in every
// function, whether or not a walk of a kernel reaches it. An array is followed
// from its name outwards, through pointers, members, arguments and results, to
// the accesses. Whatever would notice another layout is an obstacle.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_USES_H
#define BANKLINT_FIX_USES_H

#include "Text/SourceMap.h"
#include "Text/SourceObstacle.h"
#include "llvm/ADT/SetVector.h"

namespace banklint {

/// An expression that moves an address by so many elements.
struct Step {
  const clang::Expr *Count = nullptr;
  int64_t ElementBytes = 0;
  /// The subscript of an array, which the language keeps within its extent.
  bool IsOfArray = false;
  /// The variable, parameter or member that the address is made of; null where
  /// there is none.
  const clang::ValueDecl *Base = nullptr;
};

/// What is done to an array, or to a part of it that a pointer leads to.
struct ArrayUses {
  std::vector<SourceObstacle> Obstacles;
  /// Subscripts, and what is added to pointers and to numbers of addresses.
  std::vector<Step> Steps;
  /// Of matrix fragments: the distance of their rows.
  std::vector<Step> LeadingDimensions;
  /// Pointers, parameters and members that lead into the array.
  llvm::SetVector<const clang::ValueDecl *> Pointers;
  /// What the types of the accesses, and promises of the source, say that
  /// addresses in it are aligned to.
  int64_t AlignmentBytes = 1;
  /// Expressions whose value is an address in the array, or a part of it.
  llvm::SetVector<const clang::Expr *> Followed;
};

/// The variable, parameter or member that an address is made of.
const clang::ValueDecl *baseOfAddress(const clang::Expr *E);

/// Follows one instance of an array's declaration, from its name in these
/// functions: dynamic memory has the same name in other kernels. Several arrays
/// are followed as if they were one. Where rows are a `Member` of a class, the
/// objects that hold it are followed, and of their members that one.
ArrayUses usesOf(llvm::ArrayRef<const clang::VarDecl *> Arrays,
                 const llvm::DenseSet<const clang::FunctionDecl *> &Functions,
                 const SourceMap &Map, const clang::ASTContext &Context,
                 const clang::FieldDecl *Member = nullptr);

/// Whether objects of a type, or what a pointer or a reference to them leads
/// to, hold a member.
bool holdsMember(clang::QualType Type, const clang::FieldDecl *Member);

} // namespace banklint

#endif // BANKLINT_FIX_USES_H
