//===- Count.h - How often something is done --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FORMULAS_COUNT_H
#define BANKLINT_FORMULAS_COUNT_H

#include "Formulas/Formula.h"

namespace banklint {

/// Why a count is not exact. `countDoubtText` has the words.
enum class CountDoubt {
  None,
  DataCondition, ///< a condition that no formula can be made of decides
  PartingLanes,  ///< lanes part at a condition that is not known
  EarlyExit,     ///< a loop may be left early
  LoopLength,    ///< nobody knows how many iterations a loop has
  Jumps,         ///< jumps that are not followed
  Merged,        ///< several iterations may be one request
  Moved,         ///< or it may move in front of the loop, or behind
  Compiler,      ///< or be other requests
  Wavefronts,    ///< the wavefronts of a request differ
  Unknown,       ///< or are not known
  LongFormula,   ///< the formula is too long
  TooLarge,      ///< a number does not fit 64 bits
  Budget,        ///< not all of the kernel was walked
};

/// "a condition on data decides".
const char *countDoubtText(CountDoubt Why);

/// A number of which bounds are known, as formulas: exact where they are one.
struct Count {
  Formula Least;
  std::optional<Formula> Most = Formula(0); ///< none where there is no bound
  /// The bounds hold where none of these is negative.
  std::vector<Formula> Where;
  CountDoubt Doubt = CountDoubt::None; ///< the first, where it is not exact

  Count() = default;
  Count(Formula Exact) : Least(Exact), Most(std::move(Exact)) {}

  bool isExact() const { return Most && *Most == Least; }
  /// It holds only where this is not negative.
  void require(const Formula &NotNegative);
  /// What is not known any more of the lower bound.
  void doubtLeast(CountDoubt Why);
  /// Of both bounds: at least 0.
  void doubtAll(CountDoubt Why);
  /// Formulas that became too long are none.
  void dropInvalid();

  Count &operator+=(const Count &Other);
  friend bool operator==(const Count &A, const Count &B) {
    return A.Least == B.Least && A.Most == B.Most && A.Where == B.Where &&
           A.Doubt == B.Doubt;
  }
};

/// So often, each time that often; of numbers that are not negative.
Count operator*(const Count &A, const Count &B);
/// As `Formula::sum`, of numbers that are not negative.
Count sumOf(llvm::StringRef Counter, const Count &Times, const Count &Of);

} // namespace banklint

#endif // BANKLINT_FORMULAS_COUNT_H
