//===- Decision.cpp - Which lanes go which way ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values/Decision.h"
#include "Bank/Gpu.h"
#include "Values/Evaluation.h"
#include "Values/Limits.h"
#include "llvm/ADT/bit.h"

using namespace banklint;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

static Split decideTruth(Pool &P, const Value &V, LaneMask Active);

static Split opposite(Split S) {
  std::swap(S.True, S.False);
  std::swap(S.MayBeFewerTrue, S.MayBeFewerFalse);
  return S;
}

/// Where every lane has only one way to go, the split is exact.
static Split exactIfDisjoint(Split S) {
  if (!(S.True & S.False)) {
    S.Confidence = Certainty::Exact;
    S.IsSample = S.IsLimited = false;
  }
  return S;
}

/// The largest set of active lanes that hold the same number, of those that can
/// be.
static LaneMask largestEqualGroup(const LaneNumbers &Numbers, LaneMask Active,
                                  llvm::function_ref<bool(int64_t)> CanBe) {
  LaneMask Best = 0;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    if (!(Active >> Lane & 1) || !CanBe(Numbers[Lane]))
      continue;
    LaneMask Group = 0;
    for (unsigned Other = Lane; Other != LaneCount; ++Other)
      if (Active >> Other & 1 && Numbers[Other] == Numbers[Lane])
        Group |= LaneMask(1) << Other;
    if (llvm::popcount(Group) > llvm::popcount(Best))
      Best = Group;
  }
  return Best;
}

/// Is -Number one of the unknown's values?
static bool canCancel(int64_t Number, Range Unknown, int64_t MultipleOf) {
  if (Number % MultipleOf != 0)
    return false;
  if (Number == INT64_MIN)
    return Unknown.Max == INT64_MAX;
  return -Number >= Unknown.Min && -Number <= Unknown.Max;
}

/// Number + Bound < 0, where the sum need not fit 64 bits.
static bool isSumNegative(int64_t Number, int64_t Bound) {
  int64_t Sum;
  return __builtin_add_overflow(Number, Bound, &Sum) ? Number < 0 : Sum < 0;
}

/// D is known lanes plus an unknown that all share.
static Split decideSharedUnknown(Pool &P, Operation Op, const Value &D,
                                 LaneMask Active) {
  Value Terms(LaneNumbers(0), D.terms());
  Range Unknown = P.range(Terms);
  int64_t MultipleOf = P.termsMultipleOf(Terms);
  const LaneNumbers &Known = D.constant();
  Split S;
  S.Confidence = Known.isSame() ? Certainty::Whole : Certainty::Guarded;
  if (Op == Operation::IsZero) {
    S.True = largestEqualGroup(Known, Active, [&](int64_t Number) {
      return canCancel(Number, Unknown, MultipleOf);
    });
    S.False = Active;
    S.IsSample = S.True != Active;
    return exactIfDisjoint(S);
  }
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    LaneMask Bit = (LaneMask(1) << Lane) & Active;
    bool CanBeNegative =
        Unknown.Min == INT64_MIN || isSumNegative(Known[Lane], Unknown.Min);
    bool CanBePositive =
        Unknown.Max == INT64_MAX || !isSumNegative(Known[Lane], Unknown.Max);
    S.True |= CanBeNegative ? Bit : 0;
    S.False |= CanBePositive ? Bit : 0;
  }
  return exactIfDisjoint(S);
}

namespace {
/// The numbers that the symbols of a value are tried with.
class TrialNumbers {
public:
  TrialNumbers(const Pool &P, const Value &Of);

  bool areTooMany() const { return Count > limits::DecisionTrials; }
  unsigned count() const { return Count; }
  Assignment operator[](unsigned Trial) const;

  bool IsComplete = true; ///< there are no other numbers
  /// There are none, or what comes up is among those that are listed.
  bool IsListed = true;

private:
  SmallVector<const Variable *, 4> Symbols;
  SmallVector<SmallVector<int64_t, 48>, 4> Numbers;
  unsigned Count = 1;
};
} // namespace

TrialNumbers::TrialNumbers(const Pool &P, const Value &Of) {
  P.symbols(Of, Symbols);
  for (const Variable *Symbol : Symbols) {
    bool IsWhole = true;
    Numbers.push_back(candidates(*Symbol, IsWhole));
    IsComplete &= IsWhole;
    IsListed &= IsWhole || !Symbol->Choices.empty();
    Count *= Numbers.back().size();
    if (areTooMany())
      return;
  }
}

Assignment TrialNumbers::operator[](unsigned Trial) const {
  assert(Trial < Count && !areTooMany() && "there are so many trials");
  Assignment Try;
  for (auto [Symbol, Choices] : llvm::zip_equal(Symbols, Numbers)) {
    Try[Symbol] = Choices[Trial % Choices.size()];
    Trial /= Choices.size();
  }
  return Try;
}

/// The active lanes in which a number is negative, or zero.
static LaneMask lanesWhere(Operation Op, const LaneNumbers &Numbers,
                           LaneMask Active) {
  assert((Op == Operation::IsNegative || Op == Operation::IsZero) &&
         "comparisons are with zero");
  LaneMask True = 0;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    int64_t Number = Numbers[Lane];
    if (Op == Operation::IsNegative ? Number < 0 : Number == 0)
      True |= LaneMask(1) << Lane;
  }
  return True & Active;
}

/// D has unknowns of which each lane holds its own function: try numbers, and
/// take the fullest set of lanes on each side. A side that no trial reaches is
/// possible all the same, unless all numbers were tried.
static Split decideByTrial(Pool &P, Operation Op, const Value &D,
                           LaneMask Active) {
  TrialNumbers Trials(P, D);
  if (Trials.areTooMany()) {
    Split S = {Active, Active, Certainty::Data};
    S.IsLimited = true;
    return S;
  }
  Split Fullest;
  Evaluation Known(D);
  bool AllAgree = true;
  for (unsigned Trial = 0; Trial != Trials.count(); ++Trial) {
    const LaneNumbers *Each = Known.of(Trials[Trial]);
    if (!Each)
      return {Active, Active, Certainty::Data};
    LaneMask True = lanesWhere(Op, *Each, Active);
    LaneMask False = Active & ~True;
    bool IsFirst = Trial == 0;
    AllAgree &= IsFirst || True == Fullest.True;
    if (IsFirst || llvm::popcount(True) > llvm::popcount(Fullest.True))
      Fullest.True = True;
    if (IsFirst || llvm::popcount(False) > llvm::popcount(Fullest.False))
      Fullest.False = False;
  }
  if (!Trials.IsListed && (!Fullest.True || !Fullest.False))
    return {Active, Active, Certainty::Data};
  Fullest.Confidence =
      AllAgree && Trials.IsComplete ? Certainty::Exact : Certainty::Guarded;
  Fullest.IsSample = !AllAgree;
  return Fullest;
}

/// What varies in D is one comparison of like data.
static bool hasEvenOdds(const Value &D) {
  const Variable *Only = nullptr;
  for (const Term &T : D.terms()) {
    if (!T.What->HasVarying)
      continue;
    if (Only || !T.What->HasEvenOdds || !T.Factor.isSame())
      return false;
    Only = T.What;
  }
  return Only;
}

static Split decideComparison(Pool &P, Operation Op, const Value &D,
                              LaneMask Active) {
  if (D.isVarying()) {
    Split S;
    S.Confidence = hasEvenOdds(D) ? Certainty::Even : Certainty::Data;
    bool IsSame = Pool::hasSameRange(D);
    Range Bounds = P.rangeInLane(D, 0);
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
      LaneMask Bit = (LaneMask(1) << Lane) & Active;
      if (!IsSame)
        Bounds = P.rangeInLane(D, Lane);
      bool CanBeTrue = Op == Operation::IsNegative
                           ? Bounds.Min < 0
                           : Bounds.Min <= 0 && Bounds.Max >= 0;
      bool CanBeFalse = Op == Operation::IsNegative
                            ? Bounds.Max >= 0
                            : !(Bounds.isPoint() && Bounds.Min == 0);
      S.True |= CanBeTrue ? Bit : 0;
      S.False |= CanBeFalse ? Bit : 0;
    }
    return exactIfDisjoint(S);
  }
  bool IsShared = llvm::all_of(D.terms(), [](const Term &T) {
    return T.Factor.isSame() && T.What->IsUniform;
  });
  return IsShared ? decideSharedUnknown(P, Op, D, Active)
                  : decideByTrial(P, Op, D, Active);
}

/// Both conditions hold; a side counts as its opposite where `Not` is set.
static Split decideBoth(Pool &P, const Variable &A, bool Not, LaneMask Active) {
  auto Decide = [&](const Value &V, LaneMask Asked) {
    Split S = decideTruth(P, V, Asked);
    return Not ? opposite(S) : S;
  };
  // What one side is known to rule out, the other need not decide.
  Split L = Decide(A.Left, Active);
  Split R = Decide(A.Right, L.isKnown() ? L.True : Active);
  if (R.isKnown() && !L.isKnown())
    L = Decide(A.Left, R.True);
  Split Both = {L.True & R.True, L.False | R.False,
                nested(L.Confidence, R.Confidence)};
  Both.IsSample = L.IsSample || R.IsSample;
  Both.IsLimited = L.IsLimited || R.IsLimited;
  Both.MayBeFewerTrue = L.MayBeFewerTrue || R.MayBeFewerTrue;
  Both.MayBeFewerFalse = L.MayBeFewerFalse || R.MayBeFewerFalse ||
                         (L.isKnown() != R.isKnown() && L.False && R.False);
  // The fullest sets of two conditions need not be those of the same numbers.
  if (Both.True || !L.True || !R.True || Both.Confidence == Certainty::Exact)
    return Both;
  if (A.HasVarying)
    return {Active, Active, Certainty::Data};
  Split Tried = decideByTrial(P, Operation::IsZero, P.valueOf(&A), Active);
  return Not ? Tried : opposite(Tried);
}

/// A condition as `Pool` makes them.
static bool isCondition(const Variable &A) {
  return A.Kind == Variable::Unresolved &&
         (A.Op == Operation::IsNegative || A.Op == Operation::IsZero ||
          A.Op == Operation::LogicalAnd || A.Op == Operation::LogicalOr);
}

static Split decideVariable(Pool &P, const Variable &A, LaneMask Active) {
  switch (A.Op) {
  case Operation::LogicalAnd:
    return decideBoth(P, A, /*Not=*/false, Active);
  case Operation::LogicalOr:
    return opposite(decideBoth(P, A, /*Not=*/true, Active));
  default:
    return decideComparison(P, A.Op, A.Left, Active);
  }
}

static Split decideTruth(Pool &P, const Value &V, LaneMask Active) {
  if (!Active)
    return {};
  if (V.isKnown()) {
    Split S;
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      (V.constant()[Lane] ? S.True : S.False) |= LaneMask(1) << Lane;
    S.True &= Active;
    S.False &= Active;
    return S;
  }
  Range Bounds = P.range(V);
  if (V.terms().size() == 1 && isCondition(*V.terms()[0].What) &&
      Bounds.Min == 0 && Bounds.Max == 1 && V.constant().isSame() &&
      V.terms()[0].Factor.isSame()) {
    Split S = decideVariable(P, *V.terms()[0].What, Active);
    return V.constant().same() == 0 ? S : opposite(S);
  }
  return opposite(decideComparison(P, Operation::IsZero, V, Active));
}

/// Where it is exact, each active lane goes one way, and no other goes any.
static Split checked(Split S, LaneMask Active) {
  assert((S.True & ~Active) == 0 && (S.False & ~Active) == 0 &&
         "only active lanes go anywhere");
  assert((S.Confidence != Certainty::Exact ||
          ((S.True & S.False) == 0 && (S.True | S.False) == Active)) &&
         "an exact split is a partition of the active lanes");
  return S;
}

Split banklint::decide(Pool &P, const Value &Condition, LaneMask Active,
                       ArrayRef<Assignment> Warps,
                       SmallVectorImpl<unsigned> &Partition) {
  if (Condition.isKnown())
    return checked(decideTruth(P, Condition, Active), Active);
  SmallVector<const Variable *, 4> Symbols;
  P.symbols(Condition, Symbols);
  bool DependsOnWarp = llvm::any_of(Symbols, [](const Variable *A) {
    return A->Role == SymbolKind::WarpShift;
  });
  if (!DependsOnWarp || Warps.empty())
    return checked(decideTruth(P, Condition, Active), Active);
  Evaluation Known(Condition);
  SmallVector<Split, 4> Splits;
  SmallVector<unsigned, 32> SplitOf;
  for (const Assignment &Warp : Warps) {
    const LaneNumbers *Each = Known.of(Warp);
    Split S = decideTruth(
        P, Each ? Value(*Each) : P.substitute(Condition, Warp), Active);
    auto *Like = llvm::find(Splits, S);
    SplitOf.push_back(unsigned(Like - Splits.begin()));
    if (Like == Splits.end())
      Splits.push_back(S);
  }
  if (Splits.size() > 1)
    Partition.assign(SplitOf.begin(), SplitOf.end());
  return checked(Splits.front(), Active);
}

SmallVector<int64_t, 48> banklint::candidates(const Variable &Symbol,
                                              bool &IsComplete) {
  SmallVector<int64_t, 48> Numbers;
  if (!Symbol.Choices.empty()) {
    IsComplete = false;
    Numbers.assign(Symbol.Choices.begin(), Symbol.Choices.end());
    return Numbers;
  }
  int64_t Step = std::max<int64_t>(Symbol.MultipleOf, 1);
  Range Bounds = Symbol.Bounds;
  // An unknown size or index is taken to be zero or more.
  if (Bounds.Min == INT64_MIN)
    Bounds.Min = std::min<int64_t>(Bounds.Max, 0);
  // The first multiple within the bounds; the last is this many steps on.
  int64_t Above = Bounds.Min % Step;
  if (Above != 0)
    Bounds.Min += Above > 0 ? Step - Above : -Above;
  uint64_t Steps = Bounds.Max < Bounds.Min
                       ? 0
                       : (uint64_t(Bounds.Max) - uint64_t(Bounds.Min)) / Step;
  auto Add = [&](uint64_t Multiple) {
    if (Multiple <= Steps)
      Numbers.push_back(
          int64_t(uint64_t(Bounds.Min) + Multiple * uint64_t(Step)));
  };
  if (Bounds.Max != INT64_MAX && Steps < limits::ListedNumbers) {
    for (uint64_t Multiple = 0; Multiple <= Steps; ++Multiple)
      Add(Multiple);
    IsComplete &= Symbol.Bounds.Min != INT64_MIN;
    return Numbers;
  }
  IsComplete = false;
  for (uint64_t Multiple = 0; Multiple != 32; ++Multiple)
    Add(Multiple);
  for (uint64_t Multiple : {32, 33, 48, 64, 100, 128, 1000, 1024, 4097})
    Add(Multiple);
  return Numbers;
}
