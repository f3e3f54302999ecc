//===- Forms.h - The notations of an array's rows ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_FORMS_H
#define BANKLINT_FIX_FORMS_H

#include "Candidates/RowForm.h"

namespace banklint {

/// A part of a step budget: what is spent of it is taken from the whole.
class StepAllowance {
public:
  StepAllowance(uint64_t &Whole, uint64_t Most)
      : Left(std::min(Whole, Most)), Whole(Whole), Granted(Left) {}
  StepAllowance(const StepAllowance &) = delete;
  ~StepAllowance() {
    assert(Left <= Granted && "more is left than there was");
    Whole -= Granted - Left;
  }

  uint64_t Left;

private:
  uint64_t &Whole;
  const uint64_t Granted;
};

/// The one form of rows that are declared, or the forms of rows that indices
/// make: at least one, if only with an obstacle. Walks take what they spend
/// from `StepBudget`; where that ends at 0, this is an obstacle. `Array` and
/// `Map` have to outlive the forms.
std::vector<std::unique_ptr<RowForm>> formsOf(const DeclaredArray &Array,
                                              const SourceMap &Map,
                                              clang::ASTContext &Context,
                                              uint64_t &StepBudget);

/// The forms of rows that indices make within declared ones, as those of `float
/// s[2][8 * 128]` with `s[buffer][k * 128 + m]`; none where there are none.
std::vector<std::unique_ptr<RowForm>> innerForms(const DeclaredArray &Array,
                                                 const SourceMap &Map,
                                                 clang::ASTContext &Context,
                                                 uint64_t &StepBudget);

/// The array with its rows as they are, to try swizzles on: rows that indices
/// make need no change. The traces are those of a walk for one of `Longer`,
/// which have to outlive the result, or else of one more walk. Walks take what
/// they spend from `StepBudget`; where that ends at 0, this is an obstacle.
std::unique_ptr<RowForm> unchangedForm(
    const DeclaredArray &Array, llvm::ArrayRef<std::unique_ptr<RowForm>> Longer,
    const SourceMap &Map, clang::ASTContext &Context, uint64_t &StepBudget);

/// The same, where its elements can change places: null where accesses ask for
/// elements together, or where a declared row may be left.
std::unique_ptr<RowForm> formToSwizzle(
    const DeclaredArray &Array, llvm::ArrayRef<std::unique_ptr<RowForm>> Longer,
    const SourceMap &Map, clang::ASTContext &Context, uint64_t &StepBudget);

} // namespace banklint

#endif // BANKLINT_FIX_FORMS_H
