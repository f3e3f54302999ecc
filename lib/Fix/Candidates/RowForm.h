//===- RowForm.h - A notation of rows that could be longer ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_ROWFORM_H
#define BANKLINT_FIX_ROWFORM_H

#include "Candidates/DeclaredArray.h"
#include "Layout/Proof.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include <deque>
#include <functional>

namespace banklint {

class MacroText;

/// A notation of an array's rows, and what it takes to write longer ones.
struct RowForm {
  explicit RowForm(const DeclaredArray &Array);

  /// In walks with symbolic strides, once these have been made.
  std::vector<ArrayInKernel> Uses;
  /// The same, in walks with whatever a launch may pass: code that the known
  /// launches do not reach has to stay right as well. Empty where they reach
  /// all.
  std::vector<ArrayInKernel> OpenUses;
  /// What the symbol of the walks counts, in elements: a promise of the source
  /// is kept by whole units. An access may ask for more of them together.
  int64_t UnitElements = 1;
  /// Subscripts that the language keeps within extents which stay as they are:
  /// where a constant of this configuration skips them, they need no walk.
  llvm::DenseSet<const clang::Expr *> KeptInExtents;
  /// Where there is one, nothing is edited.
  std::vector<SourceObstacle> Obstacles;
  /// The access that may leave its row, where this is an obstacle.
  const clang::Expr *Crossing = nullptr;
  /// What the edits would write once more in other places.
  llvm::SetVector<const clang::NamedDecl *> Written;
  /// Where the rows are a member of a class: the array, followed through that.
  std::shared_ptr<const DeclaredArray> OfMember;
  /// The edits rely on the shape of the blocks of all launches.
  bool ReadsBlock = false;
  /// Makes the edits of a padding that was proved.
  std::function<llvm::Error(const Proof &, Fix &)> Edit;
  std::deque<WalkedKernel> Walks;
  /// Each use was walked again, to the end.
  bool IsWalked = false;
  /// They were walked with other indices than the source has: those that run
  /// through all rows leave the ends of these out.
  bool HasFlatIndices = false;
  /// Its rows are no more than the 128 bytes behind which gaps lie.
  bool IsGapped = false;
  /// How many gaps lie before an element is computed once, in front of loops.
  bool HasSteadyGaps = false;
  /// Those of indices of which a part is left out where gaps are counted: how
  /// far they go matters.
  std::vector<const clang::Expr *> BoundedTerms;

  /// Those of known launches, and those with whatever may be passed.
  std::vector<ArrayInKernel> allUses() const {
    std::vector<ArrayInKernel> All = Uses;
    llvm::append_range(All, OpenUses);
    return All;
  }

  /// Whether a layout may change, if only in text that is not edited.
  bool isProvable() const {
    return llvm::all_of(Obstacles, [](const SourceObstacle &O) {
      return O.concernsOnlyText();
    });
  }
};

/// What changes with each unit by which rows are longer, for each instance of
/// an array.
using InstanceStrides = llvm::DenseMap<const clang::VarDecl *, StrideChange>;

/// The elements of which rows have to be longer by whole multiples to keep what
/// the source promises of the alignment of addresses, by types and otherwise.
int64_t promisedElements(const DeclaredArray &Array);

/// Walks the kernels again with a symbol for the units by which strides are
/// longer. Kernels whose instance has no entry keep their traces. Each factor
/// has to be evaluated in some walk, if only in one with other arguments than
/// the known launches pass: an expression that none reaches may do anything,
/// and is an obstacle.
void walkSymbolically(RowForm &Form, const InstanceStrides &Strides,
                      const SourceMap &Map, uint64_t &StepBudget,
                      clang::ASTContext &Context);

/// Whether the extents stand in the declarations of the array, or in that of a
/// type whose arrays all change with it.
bool hasAllExtents(const DeclaredArray &Array, const SourceMap &Map);

/// An access whose address a walk lost is an obstacle, as is an array that
/// escapes.
void checkFollowed(RowForm &Form, const DeclaredArray &Array);

/// An access that may leave its row is an obstacle as well, unless the rows may
/// be a part of the array and it is beside them. Rows that are `UnitElements`
/// longer tell rows and columns apart.
void checkRows(RowForm &Form, const DeclaredArray &Array, int64_t UnitElements,
               const SourceMap &Map, const clang::ASTContext &Context,
               bool MayBePart = false);

/// Adds to a factor of an index, an argument or a value that makes rows.
llvm::Error addToFactor(const clang::Expr *Factor, int64_t Sum,
                        const SourceMap &Map, const clang::ASTContext &Context,
                        Fix &Out, const MacroText *Alike);

} // namespace banklint

#endif // BANKLINT_FIX_ROWFORM_H
