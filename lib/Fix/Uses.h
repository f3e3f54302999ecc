//===- Uses.h - Who uses an array -------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout may change only if all that is done to the array is known: in every
// function, whether or not a kernel was seen to get there. An array is followed
// from its name outwards, through pointers, members, arguments and results, to
// the accesses; whatever is met on the way and would notice another layout is
// an obstacle.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_USES_H
#define BANKLINT_FIX_USES_H

#include "SourceMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <string>

namespace banklint {

/// A place that stands in the way of a change, and why: "'sizeof' asks for its
/// size".
struct Obstacle {
  clang::SourceRange Where;
  std::string Reason;
  /// The layout could change, but the text that says so is not edited.
  bool IsTextOnly = false;
};

/// An expression that moves an address by so many elements.
struct Step {
  const clang::Expr *Count = nullptr;
  int64_t ElementBytes = 0;
  /// The subscript of an array: the language keeps it inside.
  bool IsOfArray = false;
};

/// What is done to an array, or to a part of it that a pointer leads to.
struct ArrayUses {
  /// For every layout.
  std::vector<Obstacle> Obstacles;
  /// Subscripts, and what is added to pointers.
  std::vector<Step> Steps;
  /// Of matrix fragments: how far their rows are apart.
  std::vector<Step> LeadingDimensions;
  /// Pointers, parameters and members that lead into the array.
  llvm::SetVector<const clang::ValueDecl *> Pointers;
  /// Expressions whose value is an address in the array, or a part of it.
  llvm::DenseSet<const clang::Expr *> Followed;
};

/// Follows the array `Array`, one instance of its declaration.
ArrayUses usesOf(const clang::VarDecl *Array, const SourceMap &Map,
                 const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_FIX_USES_H
