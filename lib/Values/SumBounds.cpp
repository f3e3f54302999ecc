//===- SumBounds.cpp - What is known of the bounds of a sum ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bounds of a sum are those of its terms, one by one, as long as these have
// nothing to do with each other. A number beside its own quotient has: of
//
//   n - 24 * (n / 24)
//
// neither term says much, and the two together that it is the remainder, 0 to
// 23. So a number in a sum is written as the multiple of a quotient and a rest,
// one quotient after the other, and every sum that this makes bounds the first.
// So are shifts to the right, and masks that clear low bits.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <numeric>

using namespace banklint;

namespace {
/// Terms = Unit * (a quotient) + Rest, where Terms have no constant beside.
struct Division {
  llvm::ArrayRef<Term> Terms;
  int64_t Unit = 0;
  Range Rest;
};

/// A sum in one lane.
class LaneSum {
public:
  LaneSum(const Value &V, unsigned Lane, bool IsDivided)
      : Known{V.constant()[Lane], V.constant()[Lane]}, Lane(Lane),
        IsDivided(IsDivided) {
    for (const Term &T : V.terms())
      if (T.Factor[Lane])
        Factors[T.What] = T.Factor[Lane];
  }
  /// As the terms bound it, one by one.
  Range bounds() const;
  /// The same with the number that a quotient was made of, where the sum has
  /// it, as a multiple of the quotient; false where there is none.
  bool joinQuotient();

private:
  bool join(const Variable &Quotient, const Division &By);

  Range Known; ///< of what is not a term
  llvm::SmallMapVector<const Variable *, int64_t, 8> Factors;
  llvm::SmallPtrSet<const Variable *, 8> Joined;
  unsigned Lane;
  bool IsDivided; ///< symbols without a lower bound are not negative
};
} // namespace

/// By what an operation divides, rounding downwards or towards 0; 0 if it does
/// not. A mask clears the low bits of a quotient that stays where it is.
static int64_t divisorOf(const Variable &A) {
  if (!A.Right.isNumber() || A.Left.isKnown())
    return 0;
  const int64_t Number = A.Right.constant().same();
  switch (A.Op) {
  case Operation::Div:
    return std::max<int64_t>(Number, 0);
  case Operation::Shr:
    return Number >= 0 && Number < 62 ? int64_t(1) << Number : 0;
  case Operation::And: {
    const int64_t Cleared = wrapSub(0, wrapped(Number, {A.Type.Bits, true}));
    return isPowerOfTwo(Cleared) ? Cleared : 0;
  }
  default:
    return 0;
  }
}

/// The bounds of the terms one by one, in all lanes.
static Range boundsOfTerms(const Value &V, bool IsDivided) {
  Range Sum = {V.constant().min(), V.constant().max()};
  for (const Term &T : V.terms())
    Sum = addTerm(Sum, T.Factor,
                  IsDivided ? boundsDivided(*T.What) : T.What->Bounds);
  return Sum;
}

/// What a quotient divides, in one lane.
static std::optional<Division> divisionOf(const Variable &A, unsigned Lane) {
  const int64_t Divisor = divisorOf(A);
  // Only of a number that is not negative the quotient is known not to be.
  const bool IsMask = A.Op == Operation::And,
             MayBeNegative =
                 IsMask ? boundsOfTerms(A.Left, /*IsDivided=*/true).Min < 0
                        : A.LeastDivided < 0;
  if (Divisor == 0 || (MayBeNegative && !A.Type.IsSigned))
    return std::nullopt;
  // All that is divided leaves the same rest by what divides its terms.
  const int64_t Step = std::gcd(Divisor, multipleOf(A.Left.terms())),
                Constant = A.Left.constant()[Lane];
  Range Rest = {floorMod(Constant, Step),
                floorMod(Constant, Step) + Divisor - Step};
  if (MayBeNegative && A.Op == Operation::Div) // it is rounded towards 0
    Rest.Min -= Rest.Min ? Divisor : Divisor - Step;
  return Division{A.Left.terms(),
                  IsMask ? 1 : Divisor,
                  {leastAdd(Rest.Min, wrapSub(0, Constant)),
                   mostAdd(Rest.Max, wrapSub(0, Constant))}};
}

/// The same of a quotient that is divided once more.
static std::optional<Division> divisionOfQuotient(const Division &Outer,
                                                  unsigned Lane) {
  if (Outer.Terms.size() != 1 || Outer.Terms[0].Factor[Lane] != 1)
    return std::nullopt;
  std::optional<Division> Inner = divisionOf(*Outer.Terms[0].What, Lane);
  if (Inner) {
    Inner->Rest = addTerm(Inner->Rest, Inner->Unit, Outer.Rest);
    Inner->Unit = boundMul(Inner->Unit, Outer.Unit);
  }
  return Inner;
}

Range LaneSum::bounds() const {
  Range Sum = Known;
  for (const auto &[A, Factor] : Factors)
    Sum = addTerm(Sum, Factor, IsDivided ? boundsDivided(*A) : A->Bounds);
  return Sum;
}

bool LaneSum::join(const Variable &Quotient, const Division &By) {
  const Term &First = By.Terms.front();
  const int64_t OfFirst = First.Factor[Lane], Had = Factors.lookup(First.What);
  if (!OfFirst || !Had || Had % OfFirst != 0)
    return false;
  const int64_t Times = Had / OfFirst;
  for (const Term &T : By.Terms)
    Factors[T.What] = wrapSub(Factors[T.What], wrapMul(Times, T.Factor[Lane]));
  Factors[&Quotient] = wrapAdd(Factors[&Quotient], wrapMul(Times, By.Unit));
  Known = addTerm(Known, Times, By.Rest);
  return true;
}

bool LaneSum::joinQuotient() {
  // What was made last is made of the others.
  llvm::SmallVector<const Variable *, 8> Quotients;
  for (const auto &[A, Factor] : Factors)
    if (!Joined.contains(A) && divisorOf(*A))
      Quotients.push_back(A);
  llvm::sort(Quotients, [](const Variable *A, const Variable *B) {
    return A->Id > B->Id;
  });
  for (const Variable *A : Quotients) {
    Joined.insert(A);
    for (auto By = divisionOf(*A, Lane); By; By = divisionOfQuotient(*By, Lane))
      if (join(*A, *By))
        return true;
  }
  return false;
}

/// Whether a quotient stands beside other terms.
static bool hasQuotient(const Value &V) {
  return V.terms().size() > 1 && llvm::any_of(V.terms(), [](const Term &T) {
           return divisorOf(*T.What);
         });
}

static Range boundsInLane(const Value &V, unsigned Lane, bool IsDivided) {
  LaneSum Sum(V, Lane, IsDivided);
  Range Bounds = Sum.bounds();
  while (Sum.joinQuotient()) {
    const Range Other = Sum.bounds();
    Bounds = {std::max(Bounds.Min, Other.Min), std::min(Bounds.Max, Other.Max)};
  }
  return Bounds;
}

static Range boundsOf(const Value &V, bool IsDivided) {
  if (!hasQuotient(V))
    return boundsOfTerms(V, IsDivided);
  Range Sum = boundsInLane(V, 0, IsDivided);
  for (unsigned Lane = 1; Lane != LaneCount; ++Lane) {
    const Range InLane = boundsInLane(V, Lane, IsDivided);
    Sum = {std::min(Sum.Min, InLane.Min), std::max(Sum.Max, InLane.Max)};
  }
  return Sum;
}

Range Pool::range(const Value &V) const {
  return boundsOf(V, /*IsDivided=*/false);
}

Range Pool::rangeDivided(const Value &V) const {
  return boundsOf(V, /*IsDivided=*/true);
}

Range Pool::rangeInLane(const Value &V, unsigned Lane) const {
  if (hasQuotient(V))
    return boundsInLane(V, Lane, /*IsDivided=*/false);
  Range Sum = {V.constant()[Lane], V.constant()[Lane]};
  for (const Term &T : V.terms())
    Sum = addTerm(Sum, T.Factor[Lane], T.What->Bounds);
  return Sum;
}
