//===- ExecutionScopes.h - How often code runs ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conditions and loops that the walk does not decide are scopes, one in
// another: what stands in them runs as often as they say. A scope has a number;
// 0 is the outermost, which runs once. Numbers only grow, also where what was
// walked is taken back.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_STATE_EXECUTIONSCOPES_H
#define BANKLINT_WALK_STATE_EXECUTIONSCOPES_H

#include "Formulas/Iterations.h"
#include "Trace/Trace.h"
#include "llvm/ADT/BitVector.h"

namespace banklint {

class ExecutionScopes {
public:
  explicit ExecutionScopes(Pool &P) : P(P) {}

  /// Whether somebody asks how often: else no formula need be made.
  bool AreAsked = false;

  /// In `Outer`, where a condition that these lanes test holds, or where it
  /// does not.
  unsigned under(unsigned Outer, const Value &Condition, bool IsNot,
                 LaneMask Active);
  /// In `Outer` or not, nobody knows.
  unsigned perhaps(unsigned Outer, CountDoubt Why);
  /// Nobody knows how often.
  unsigned unknown(unsigned Outer, CountDoubt Why);
  /// Where either runs, of which no two do at once.
  unsigned either(unsigned A, unsigned B);
  /// In a loop, of which `Counter` counts the iterations; until it ends, nobody
  /// knows how many there are.
  unsigned openLoop(unsigned Outer, const Variable *Counter);
  void endLoop(unsigned Which, Count Some, Count All);

  /// Whether it is in a loop, or nobody knows.
  bool isRepeated(unsigned Which) const;
  unsigned size() const { return unsigned(Scopes.size()); }
  /// Of each of these scopes, how often it runs; of others, nothing is said.
  /// Empty where nobody asks.
  std::vector<ExecutionCount> take(const llvm::BitVector &Which);

private:
  struct Scope {
    unsigned Outer = 0, Other = 0;
    unsigned Depth = 0;
    bool IsLoop = false, IsEither = false;
    std::string Counter;
    /// A condition that no formula has been made of yet.
    std::optional<Value> Condition;
    LaneMask Active = AllLanes;
    Count Some = Formula(1), All = Formula(1);
  };
  unsigned add(Scope New);
  void makeFormulas(Scope &Of);
  Count resolve(unsigned Which, Count Inner, bool ForAll, unsigned &Steps);
  Count withoutCounters(Count C) const;

  Pool &P;
  std::vector<Scope> Scopes = {{}};
  std::vector<unsigned> Loops; ///< those with a counter
};

} // namespace banklint

#endif // BANKLINT_WALK_STATE_EXECUTIONSCOPES_H
