//===- Decision.cpp - Which lanes go which way ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Warp/Decision.h"
#include "llvm/ADT/bit.h"

using namespace banklint;
using llvm::ArrayRef;
using llvm::SmallVector;

static Split decideTruth(Pool &P, const Value &V, LaneMask Active);

static Split opposite(Split S) {
  std::swap(S.True, S.False);
  return S;
}

/// The largest set of active lanes for which Differs * 1 holds the same number.
static LaneMask largestEqualGroup(const LaneNumbers &Numbers, LaneMask Active,
                                  llvm::function_ref<bool(int64_t)> CanBe) {
  LaneMask Best = 0;
  for (unsigned Lane = 0; Lane != WarpLanes; ++Lane) {
    if (!(Active >> Lane & 1) || !CanBe(Numbers[Lane]))
      continue;
    LaneMask Group = 0;
    for (unsigned Other = Lane; Other != WarpLanes; ++Other)
      if (Active >> Other & 1 && Numbers[Other] == Numbers[Lane])
        Group |= LaneMask(1) << Other;
    if (llvm::popcount(Group) > llvm::popcount(Best))
      Best = Group;
  }
  return Best;
}

/// D is known lanes plus an unknown that all share.
static Split decideSharedUnknown(Pool &P, Operation Op, const Value &D,
                                 LaneMask Active) {
  Range Unknown = P.range(Value(LaneNumbers(0), D.terms()));
  const LaneNumbers &Known = D.constant();
  Split S;
  S.How = Known.isSame() ? Certainty::Whole : Certainty::Guarded;
  if (Op == Operation::IsZero) {
    S.True = largestEqualGroup(Known, Active, [&](int64_t Number) {
      return -Number >= Unknown.Min && -Number <= Unknown.Max;
    });
    S.False = Active;
    return S;
  }
  for (unsigned Lane = 0; Lane != WarpLanes; ++Lane) {
    LaneMask Bit = (LaneMask(1) << Lane) & Active;
    bool CanBeNegative =
        Unknown.Min == INT64_MIN || Known[Lane] + Unknown.Min < 0;
    bool CanBePositive =
        Unknown.Max == INT64_MAX || Known[Lane] + Unknown.Max >= 0;
    S.True |= CanBeNegative ? Bit : 0;
    S.False |= CanBePositive ? Bit : 0;
  }
  return S;
}

/// D has unknowns of which each lane holds its own function: try numbers, and
/// take the fullest set of lanes on each side.
static Split decideByTrial(Pool &P, Operation Op, const Value &D,
                           LaneMask Active) {
  constexpr unsigned MaxTrials = 256;
  SmallVector<const Atom *, 4> Symbols;
  P.symbols(D, Symbols);
  SmallVector<SmallVector<int64_t, 48>, 4> Numbers;
  bool IsComplete = true;
  unsigned Trials = 1;
  for (const Atom *Symbol : Symbols) {
    Numbers.push_back(candidates(*Symbol, IsComplete));
    Trials *= Numbers.back().size();
    if (Trials > MaxTrials)
      return {Active, Active, Certainty::Data};
  }
  Split Fullest;
  bool IsFirst = true, AllAgree = true;
  for (unsigned Trial = 0; Trial != Trials; ++Trial) {
    Assignment Try;
    unsigned Rest = Trial;
    for (auto [Symbol, Choices] : llvm::zip(Symbols, Numbers)) {
      Try[Symbol] = Choices[Rest % Choices.size()];
      Rest /= Choices.size();
    }
    Value Known = P.substitute(D, Try);
    LaneMask True = 0;
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane) {
      int64_t Number = Known.constant()[Lane];
      if (Op == Operation::IsNegative ? Number < 0 : Number == 0)
        True |= LaneMask(1) << Lane;
    }
    True &= Active;
    LaneMask False = Active & ~True;
    AllAgree &= IsFirst || True == Fullest.True;
    if (IsFirst || llvm::popcount(True) > llvm::popcount(Fullest.True))
      Fullest.True = True;
    if (IsFirst || llvm::popcount(False) > llvm::popcount(Fullest.False))
      Fullest.False = False;
    IsFirst = false;
  }
  Fullest.How = AllAgree && IsComplete ? Certainty::Exact : Certainty::Guarded;
  return Fullest;
}

static Split decideComparison(Pool &P, Operation Op, const Value &D,
                              LaneMask Active) {
  if (D.isVarying()) {
    Split S;
    S.How = Certainty::Data;
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane) {
      LaneMask Bit = (LaneMask(1) << Lane) & Active;
      Range Bounds = P.rangeInLane(D, Lane);
      bool CanBeTrue = Op == Operation::IsNegative
                           ? Bounds.Min < 0
                           : Bounds.Min <= 0 && Bounds.Max >= 0;
      bool CanBeFalse = Op == Operation::IsNegative
                            ? Bounds.Max >= 0
                            : !(Bounds.isPoint() && Bounds.Min == 0);
      S.True |= CanBeTrue ? Bit : 0;
      S.False |= CanBeFalse ? Bit : 0;
    }
    return S;
  }
  bool IsShared = llvm::all_of(D.terms(), [](const Term &T) {
    return T.Factor.isSame() && T.What->IsUniform;
  });
  return IsShared ? decideSharedUnknown(P, Op, D, Active)
                  : decideByTrial(P, Op, D, Active);
}

static Split decideAtom(Pool &P, const Atom &A, LaneMask Active) {
  if (A.Kind == Atom::Unresolved) {
    switch (A.Op) {
    case Operation::IsNegative:
    case Operation::IsZero:
      return decideComparison(P, A.Op, A.Left, Active);
    case Operation::LogicalAnd:
    case Operation::LogicalOr: {
      Split L = decideTruth(P, A.Left, Active);
      Split R = decideTruth(P, A.Right, Active);
      if (A.Op == Operation::LogicalAnd)
        return {L.True & R.True, L.False | R.False, worse(L.How, R.How)};
      return {L.True | R.True, L.False & R.False, worse(L.How, R.How)};
    }
    default:
      break;
    }
  }
  return {Active, Active,
          A.HasVarying  ? Certainty::Data
          : A.IsUniform ? Certainty::Whole
                        : Certainty::Guarded};
}

static Split decideTruth(Pool &P, const Value &V, LaneMask Active) {
  if (V.isKnown()) {
    Split S;
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
      (V.constant()[Lane] ? S.True : S.False) |= LaneMask(1) << Lane;
    S.True &= Active;
    S.False &= Active;
    return S;
  }
  Range Bounds = P.range(V);
  if (V.terms().size() == 1 && Bounds.Min == 0 && Bounds.Max == 1 &&
      V.constant().isSame() && V.terms()[0].Factor.isSame()) {
    Split S = decideAtom(P, *V.terms()[0].What, Active);
    return V.constant().same() == 0 ? S : opposite(S);
  }
  return opposite(decideComparison(P, Operation::IsZero, V, Active));
}

Split banklint::decide(Pool &P, const Value &Condition, LaneMask Active,
                       ArrayRef<Assignment> Warps, bool &WarpsDisagree) {
  if (Condition.isKnown())
    return decideTruth(P, Condition, Active);
  SmallVector<const Atom *, 4> Symbols;
  P.symbols(Condition, Symbols);
  bool DependsOnWarp = llvm::any_of(Symbols, [](const Atom *A) {
    return A->Role == SymbolKind::WarpShift;
  });
  if (!DependsOnWarp || Warps.empty())
    return decideTruth(P, Condition, Active);
  Split First =
      decideTruth(P, P.substitute(Condition, Warps.front()), Active);
  for (const Assignment &Warp : Warps.drop_front()) {
    Split Other = decideTruth(P, P.substitute(Condition, Warp), Active);
    WarpsDisagree |= Other.True != First.True || Other.False != First.False ||
                     Other.How != First.How;
  }
  return First;
}

SmallVector<int64_t, 48> banklint::candidates(const Atom &Symbol,
                                              bool &IsComplete) {
  constexpr int64_t FewValues = 40;
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
  if (Bounds.Max != INT64_MAX && (Bounds.Max - Bounds.Min) / Step < FewValues) {
    for (int64_t Number = Bounds.Min; Number <= Bounds.Max; Number += Step)
      Numbers.push_back(Number);
    IsComplete &= Symbol.Bounds.Min != INT64_MIN;
    return Numbers;
  }
  IsComplete = false;
  for (int64_t Multiple = 0; Multiple != 32; ++Multiple)
    Numbers.push_back(Bounds.Min + Multiple * Step);
  for (int64_t Multiple : {32, 33, 48, 64, 100, 128, 1000, 1024, 4097})
    if (Bounds.Max == INT64_MAX || Multiple * Step <= Bounds.Max - Bounds.Min)
      Numbers.push_back(Bounds.Min + Multiple * Step);
  return Numbers;
}
