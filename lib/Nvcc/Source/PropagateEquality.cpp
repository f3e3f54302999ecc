//===- PropagateEquality.cpp - Numbers that a condition tells -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/PropagateEquality.h"
#include "Nvcc/Rules/Modes.h"
#include "Nvcc/Source/SameText.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

/// What a name stands for; the expression itself where it is none.
static const Expr *madeOf(const Expr *E, const CompileTime &Known) {
  E = E->IgnoreParenImpCasts();
  const Expr *Made = dyn_cast<DeclRefExpr>(E) ? Known.valueOf(E) : E;
  return Made ? Made->IgnoreParenImpCasts() : E;
}

/// The numbers that a condition tells: a side of `m == 0`, and what is no
/// comparison.
void ComparedNumbers::note(const Expr *Condition, const CompileTime &Known) {
  if (consult(ModelRule::PropagateEquality) == RuleMode::Off)
    return;
  Condition = Condition->IgnoreParenImpCasts();
  if (Condition->getType()->isBooleanType())
    Condition = madeOf(Condition, Known);
  const auto *Binary = dyn_cast<BinaryOperator>(Condition);
  if (Binary && Binary->isLogicalOp()) {
    note(Binary->getLHS(), Known);
    return note(Binary->getRHS(), Known);
  }
  const auto *Not = dyn_cast<UnaryOperator>(Condition);
  if (Not && Not->getOpcode() == UO_LNot)
    return note(Not->getSubExpr(), Known);
  if (Binary && Binary->isRelationalOp())
    return;
  AreAny = true;
  auto Add = [&](const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (E->getType()->isIntegerType() && !E->isEvaluatable(Known.context()) &&
        !llvm::is_contained(Numbers, E))
      Numbers.push_back(E);
  };
  if (Binary && Binary->isEqualityOp()) {
    Add(Binary->getLHS());
    Add(Binary->getRHS());
  } else {
    Add(Condition);
  }
}

/// Whether an expression is made of a number that a condition tells, also by
/// way of variables. True where these are too many to follow.
bool ComparedNumbers::tell(const Stmt *S, const CompileTime &Known,
                           unsigned Depth) const {
  constexpr unsigned MostDepth = 4;
  const auto *E = dyn_cast<Expr>(S);
  if (E && !isa<ImplicitCastExpr, ParenExpr>(E)) {
    const Expr *Made = madeOf(E, Known);
    for (const Expr *Number : Numbers)
      if (areSameText(E, Number, Known.context()) ||
          areSameText(Made, madeOf(Number, Known), Known.context()))
        return true;
    if (Made != E)
      return Depth == MostDepth || tell(Made, Known, Depth + 1);
  }
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return Child && tell(Child, Known, Depth);
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
void ComparedNumbers::markInexact(const Expr *Site, size_t FirstRecord,
                                  llvm::ArrayRef<AccessRecord> Records,
                                  const CompileTime &Known,
                                  std::vector<OpenAlignment> &Open) const {
  if (!AreAny || Records.size() == FirstRecord)
    return;
  const bool IsOfCompared = !Numbers.empty() && tell(Site, Known);
  for (size_t I = FirstRecord; I != Records.size(); ++I) {
    const AccessRecord &Record = Records[I];
    if (IsOfCompared || (Record.Where && Record.Active &&
                         commonOfLanes(*Record.Where, Record.Active) >
                             commonOfLanes(*Record.Where, AllLanes)))
      Open.push_back({I, IsOfCompared});
  }
}

/// The records before and behind one that are looked at for a neighbour.
static llvm::ArrayRef<AccessRecord> around(llvm::ArrayRef<AccessRecord> All,
                                           size_t Of) {
  constexpr size_t Window = 32;
  const size_t First = Of < Window ? 0 : Of - Window;
  return All.slice(First, std::min(Of + Window, All.size()) - First);
}

/// Whether two places of one array are less than the widest access apart, by
/// one number in all lanes.
static bool areNear(Pool &P, const SharedAddress &A, const SharedAddress &B) {
  const Value Apart = bytesApart(P, A, B);
  if (!Apart.isNumber() || !Apart.launchTerms().empty())
    return false;
  const int64_t Bytes = Apart.constant().same();
  return Bytes != 0 && std::abs(Bytes) < MaxAccessBytes;
}

/// Whether a record may merge with one that is not far from it.
static bool mayMerge(const OpenAlignment &Open,
                     llvm::ArrayRef<AccessRecord> Records, Pool &P) {
  const AccessRecord &Of = Records[Open.Record];
  if (Of.Unroll != 0)
    return true; // with that of another iteration
  if (!Of.Where)
    return false;
  // What both arms load may be one, before the number is known on one of them.
  const bool IsOfArms = Open.IsOfKnown && Of.Operation == AccessOperation::Load;
  for (const AccessRecord &Other : around(Records, Open.Record))
    if (Other.Operation == Of.Operation && Other.Fence == Of.Fence &&
        Other.Where && Other.Where->Array == Of.Where->Array &&
        (areNear(P, *Other.Where, *Of.Where) ||
         (IsOfArms && areArmsOfOne(Other.Arm, Of.Arm))))
      return true;
  return false;
}

void banklint::applyOpenAlignments(llvm::MutableArrayRef<AccessRecord> Records,
                                   llvm::ArrayRef<OpenAlignment> OpenAlignments,
                                   Pool &P) {
  for (const OpenAlignment &Open : OpenAlignments)
    if (mayMerge(Open, Records, P))
      Records[Open.Record].InexactBy |= inexactBy(
          Open.IsOfKnown ? ModelRule::PropagateEquality : ModelRule::KnownBits);
}
