//===- ComparedNumbers.cpp - Numbers that a condition tells ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Behind `if (m == 0)`, LLVM has 0 in the place of m, and machine code then
// sees how well `s[q * 4 + m]` is aligned. Not so in what was computed before
// the branch, or is computed on another way, too. Which of both it is depends
// on more than the source shows: such an access is inexact where it may merge
// with a neighbour.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "Nvcc/Rules/Modes.h"
#include "Nvcc/Source/SameText.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

/// What a name stands for; the expression itself where it is none.
const Expr *Interpreter::madeOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  const Expr *Made = dyn_cast<DeclRefExpr>(E) ? compileTime().valueOf(E) : E;
  return Made ? Made->IgnoreParenImpCasts() : E;
}

/// The numbers that a condition tells: a side of `m == 0`, and what is no
/// comparison.
void Interpreter::noteCompared(const Expr *Condition) {
  if (IsHost || consult(ModelRule::PropagateEquality) == RuleMode::Off)
    return;
  Condition = Condition->IgnoreParenImpCasts();
  if (Condition->getType()->isBooleanType())
    Condition = madeOf(Condition);
  const auto *Binary = dyn_cast<BinaryOperator>(Condition);
  if (Binary && Binary->isLogicalOp()) {
    noteCompared(Binary->getLHS());
    return noteCompared(Binary->getRHS());
  }
  const auto *Not = dyn_cast<UnaryOperator>(Condition);
  if (Not && Not->getOpcode() == UO_LNot)
    return noteCompared(Not->getSubExpr());
  if (Binary && Binary->isRelationalOp())
    return;
  Compared.AreAny = true;
  auto Add = [&](const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (E->getType()->isIntegerType() && !E->isEvaluatable(Context) &&
        !llvm::is_contained(Compared.Numbers, E))
      Compared.Numbers.push_back(E);
  };
  if (Binary && Binary->isEqualityOp()) {
    Add(Binary->getLHS());
    Add(Binary->getRHS());
  } else {
    Add(Condition);
  }
}

void Interpreter::tell(Value Condition, bool Holds) {
  if (!IsHost)
    return;
  if (!Compared.Told.empty())
    Condition = P.substitute(Condition, Compared.Told);
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
      Compared.Told[&Of] = -Constant / Factor;
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

/// Whether an expression is made of a number that a condition tells, also by
/// way of variables. True where these are too many to follow.
bool Interpreter::isOfCompared(const Stmt *S, unsigned Depth) {
  constexpr unsigned MostDepth = 4;
  const auto *E = dyn_cast<Expr>(S);
  if (E && !isa<ImplicitCastExpr, ParenExpr>(E)) {
    const Expr *Made = madeOf(E);
    for (const Expr *Number : Compared.Numbers)
      if (areSameText(E, Number, Context) ||
          areSameText(Made, madeOf(Number), Context))
        return true;
    if (Made != E)
      return Depth == MostDepth || isOfCompared(Made, Depth + 1);
  }
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return Child && isOfCompared(Child, Depth);
  });
}

/// What the lanes of a mask have in common of an address: a power of two that
/// divides how far they are apart in each of its parts, in bytes.
static int64_t commonOfLanes(const SharedAddress &Where, LaneMask Lanes) {
  int64_t Bits = AccessRecord::MaxAlignment;
  const unsigned First = llvm::countr_zero(Lanes);
  auto Add = [&](const Value &Part, int64_t Bytes) {
    for (unsigned Lane = First; Lane != LaneCount; ++Lane)
      if (Lanes >> Lane & 1)
        Bits |= (Part.constant()[Lane] - Part.constant()[First]) * Bytes;
  };
  for (const auto &[Index, Bytes] :
       llvm::zip(Where.Index, Where.Array->StrideBytes))
    Add(Index, Bytes);
  Add(Where.WithinBytes, 1);
  return Bits & -Bits;
}

void Interpreter::doubtCompared(const Expr *Site, size_t FirstRecord) {
  if (!Compared.AreAny || Recorded.size() == FirstRecord)
    return;
  const bool IsOfCompared = !Compared.Numbers.empty() && isOfCompared(Site);
  for (size_t I = FirstRecord; I != Recorded.size(); ++I) {
    const AccessRecord &Record = Recorded[I];
    if (IsOfCompared || (Record.Where && Record.Active &&
                         commonOfLanes(*Record.Where, Record.Active) >
                             commonOfLanes(*Record.Where, AllLanes)))
      Recorded.noteOpenAlignment(I, IsOfCompared);
  }
}
