//===- Evaluation.h - A value, for one set of numbers after another -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `Pool::substitute` says where all symbols get a number, without making a
// value of every step: for the many numbers that unknowns are tried with. What
// is made of none of the numbers that changed since the last time is kept.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_VALUES_EVALUATION_H
#define BANKLINT_VALUES_EVALUATION_H

#include "Values/Value.h"
#include <deque>

namespace banklint {

class Evaluation {
public:
  /// The value has to outlive this.
  explicit Evaluation(const Value &V) : Result(add(V)) {}

  /// The number of each lane with these put in for symbols; null where a symbol
  /// has none, or the value varies. Good until the next one.
  const LaneNumbers *of(const Assignment &Numbers);

private:
  /// A known number for each lane.
  struct Known {
    bool IsSame = true;
    Lanes Each; ///< only the first where all are the same
    LaneNumbers numbers() const {
      return IsSame ? LaneNumbers(Each[0]) : LaneNumbers(Each);
    }
  };
  struct Sum {
    LaneNumbers Constant;
    llvm::SmallVector<std::pair<unsigned, LaneNumbers>, 2> Terms; ///< by node
    Known Now;
  };
  /// A variable, behind those that it is made of.
  struct Node {
    const Variable *What;
    unsigned Left = 0, Right = 0; ///< sums, of an operation
    Known Now;
    bool HasChanged = true; ///< since the last numbers
  };

  unsigned add(const Value &V);
  unsigned add(const Variable *A);
  static bool hasChanged(const Sum &S, const std::deque<Node> &Nodes);
  static void workOut(Sum &S, const std::deque<Node> &Nodes);
  static void workOut(Node &N, const Known &Left, const Known &Right);
  template <Operation Op>
  static void computeLanes(const Known &Left, const Known &Right, IntType T,
                           Known &To);

  std::deque<Node> Nodes;
  std::deque<Sum> Sums;
  llvm::SmallDenseMap<const Variable *, unsigned, 8> NodeOf;
  bool IsVarying = false;
  bool IsWorkedOut = false; ///< for some numbers
  unsigned Result;
  LaneNumbers Last;
};

} // namespace banklint

#endif // BANKLINT_VALUES_EVALUATION_H
