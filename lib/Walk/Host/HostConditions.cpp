//===- HostConditions.cpp - What host code knows behind conditions --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

using namespace banklint;

void Interpreter::tell(Value Condition, bool Holds) {
  if (!IsHost)
    return;
  if (!Conditions.Told.empty())
    Condition = P.substitute(Condition, Conditions.Told);
  if (!Condition.constant().isSame() || Condition.terms().size() != 1 ||
      !Condition.terms().front().Factor.isSame())
    return;
  const Variable &Of = *Condition.terms().front().What;
  const int64_t Constant = Condition.constant().same(),
                Factor = Condition.terms().front().Factor.same();
  const bool IsTruth = Of.Op == Operation::LogicalAnd ||
                       Of.Op == Operation::LogicalOr ||
                       Of.Op == Operation::IsZero;
  if (!IsTruth) {
    if (!Holds && Of.Kind == Variable::Symbol && Constant % Factor == 0)
      Conditions.Told[&Of] = -Constant / Factor;
    return;
  }
  // It is zero for the one truth, and not for the other.
  if (Constant != 0 && Constant != -Factor)
    return;
  const bool Is = (Constant == 0) == Holds;
  if (Of.Op == Operation::IsZero)
    return tell(Of.Left, !Is);
  if (Is != (Of.Op == Operation::LogicalAnd))
    return;
  tell(Of.Left, Is);
  tell(Of.Right, Is);
}
