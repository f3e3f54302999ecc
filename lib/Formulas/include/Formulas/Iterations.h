//===- Iterations.h - How often loops and branches run ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From values of a walk to formulas: of a loop whose condition is
//
//     start + step * k < bound,     k iterations before,
//
// the length is max(0, ⌈(bound - start) / step⌉). Only what has a name in the
// pool (`Pool::nameInFormulas`) can be in a formula: what is loaded has none.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FORMULAS_ITERATIONS_H
#define BANKLINT_FORMULAS_ITERATIONS_H

#include "Formulas/Count.h"
#include "Values/Value.h"

namespace banklint {

/// Of lanes that need not agree: for which of them a formula is asked.
enum class LaneChoice {
  Shared, ///< all of them have to have the same
  Least,  ///< the one with the least number
  Most,   ///< with the greatest
};

/// Makes formulas of values, and notes what they take for granted.
class FormulaMaker {
public:
  explicit FormulaMaker(Pool &P, LaneMask Active = AllLanes)
      : P(P), Active(Active) {}

  /// None where it is no function of named unknowns. Lanes may differ in its
  /// constant part alone.
  std::optional<Formula> of(const Value &V,
                            LaneChoice Which = LaneChoice::Shared);
  /// 1 where a condition holds for some lane, or for all, else 0.
  std::optional<Formula> ofCondition(const Value &V, bool ForAll);

  /// The formulas are right where none of these is negative.
  std::vector<Formula> Where;

private:
  std::optional<Formula> ofVariable(const Variable &A);
  std::optional<Formula> ofOperation(const Variable &A);
  std::optional<Formula> ofTruth(const Variable &A, bool IsNot, bool ForAll);
  void require(const Formula &NotNegative) { Where.push_back(NotNegative); }
  bool requireUnsigned(const Variable &A);

  Pool &P;
  LaneMask Active;
};

/// How a number changes from iteration to iteration, where a symbol stands for
/// it at the head of any.
struct Motion {
  enum MotionKind {
    Counts,  ///< 0, 1, 2, ...: the iterations before
    Grows,   ///< 1, f, f * f, ...
    Divides, ///< Start, ⌊Start / f⌋, ...: by a power of two
  } Kind = Counts;
  const Variable *Symbol = nullptr;
  int64_t Factor = 1; ///< f, a power of two
  Value Start;
};

/// How many iterations come before a condition fails for some lane of those
/// (`ForAll`), or for all.
std::optional<Count> iterationsWhile(Pool &P, const Value &Condition,
                                     llvm::ArrayRef<Motion> Motions,
                                     LaneMask Active, bool ForAll);

} // namespace banklint

#endif // BANKLINT_FORMULAS_ITERATIONS_H
