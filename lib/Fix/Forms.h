//===- Forms.h - How longer rows would be written ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same layout takes different edits:
//
//   float s[32][32]                  the extent; of matrix fragments, the
//                                    leading dimension as well
//   float s[1024], s[r * 32 + c]     the factor in every index, and the extent
//   extern float s[], s[r * 32 + c]  the factor in every index, and the bytes
//                                    that each launch asks for
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_FORMS_H
#define BANKLINT_FIX_FORMS_H

#include "Analysis/Kernel.h"
#include "Layout/Rows.h"
#include "Layout/Search.h"
#include "Strides.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>
#include <functional>
#include <set>

namespace banklint {

/// The walk that an array's use was seen in.
inline const WalkedKernel &walkOf(const ArrayInKernel &Use) {
  return static_cast<const WalkedKernel &>(*Use.Walked);
}
inline const clang::VarDecl *declarationOf(const ArrayInKernel &Use) {
  return walkOf(Use).Memory->declarationOf(*Use.Array);
}
/// An access in the tree.
inline const clang::Expr *expressionOf(const ArrayInKernel &Use, SiteId Site) {
  return walkOf(Use).SitesOfSource->expressionOf(Site);
}

/// One declaration of an array, in all kernels and instantiations.
struct DeclaredArray {
  std::vector<ArrayInKernel> Uses;
  llvm::MapVector<const clang::VarDecl *, ArrayUses> Instances;

  const SharedArray &any() const { return *Uses.front().Array; }
  const clang::VarDecl *declaration() const {
    return declarationOf(Uses.front());
  }
};

/// Where an array is declared, and its name: all arrays of a macro stand where
/// that is expanded.
using ArrayKey = std::pair<SourcePoint, std::string>;

/// The shared arrays of all kernels; only the `Wanted`, unless that is null.
std::map<ArrayKey, DeclaredArray>
declaredArrays(const Analysis &Found, const SourceMap &Map,
               clang::ASTContext &Context,
               const std::set<ArrayKey> *Wanted = nullptr);

/// A way to write longer rows.
struct RowForm {
  std::vector<ArrayInKernel> Uses; ///< with walks that leave strides open
  int64_t UnitElements = 1;
  /// What stands in the way; then nothing is edited.
  std::vector<Obstacle> Obstacles;
  /// Makes the edits of a padding that was proved.
  std::function<llvm::Error(const Proof &, Fix &)> Edit;
  std::deque<WalkedKernel> Walks;
  bool IsWalked = false; ///< to the end, with every instance of the array

  /// Nothing stands in the way but text.
  bool isProvable() const {
    return llvm::all_of(Obstacles,
                        [](const Obstacle &O) { return O.IsTextOnly; });
  }
};

/// What every form has in common.
std::unique_ptr<RowForm> startForm(const DeclaredArray &Array);

/// Whether an expression, or a part of it, leads into the array.
bool leadsInto(const clang::Stmt *S, const ArrayUses &Uses);

/// A part of a step budget: what is spent of it is taken from the whole.
class Allowance {
public:
  Allowance(uint64_t &Whole, uint64_t Most)
      : Left(std::min(Whole, Most)), Whole(Whole), Granted(Left) {}
  Allowance(const Allowance &) = delete;
  ~Allowance() { Whole -= Granted - Left; }

  uint64_t Left;

private:
  uint64_t &Whole;
  const uint64_t Granted;
};

/// Walks the kernels again without a change, for the records of arrays of one
/// dimension.
void walkAsItIs(RowForm &Form, uint64_t &StepBudget,
                clang::ASTContext &Context);

/// An access that the walks lost is an obstacle, as is an array that escapes.
void checkFollowed(RowForm &Form, const DeclaredArray &Array);

/// The one form of rows that are declared, or the forms of rows that indices
/// make: at least one, if only with an obstacle. Walks take what they spend
/// from `StepBudget`; where that ends at 0, this is an obstacle.
std::vector<std::unique_ptr<RowForm>> formsOf(const DeclaredArray &Array,
                                              const SourceMap &Map,
                                              clang::ASTContext &Context,
                                              uint64_t &StepBudget);

} // namespace banklint

#endif // BANKLINT_FIX_FORMS_H
