//===- Operations.cpp - Division, bits, comparison and choice -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Bank/Gpu.h"
#include "Nvcc/Rules/Modes.h"
#include <cassert>
#include <optional>
#include <utility>

using namespace banklint;
using llvm::ArrayRef;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// Division and bits
//===----------------------------------------------------------------------===//

int64_t Pool::termsMultipleOf(const Value &V) const {
  return multipleOf(V.terms());
}

bool Pool::splitResidues(Value V, int64_t Modulus, Value &Multiple,
                         LaneNumbers &Rest) {
  assert(Modulus > 0 && "residues are of positive numbers");
  for (const Term &T : V.terms())
    for (unsigned Lane = 0; Lane != (T.Factor.isSame() ? 1 : LaneCount); ++Lane)
      if (wrapMul(T.Factor[Lane], T.What->MultipleOf) % Modulus != 0)
        return false;
  Rest = mapLanes(V.constant(), 0,
                  [&](int64_t N, int64_t) { return floorMod(N, Modulus); });
  Multiple = combine(V, Value(Rest), -1, Int64);
  return true;
}

namespace {
/// What a divisor divides.
struct Divisibility {
  bool OfFactor = true; ///< the factor of a term, in all lanes
  bool OfTerm =
      true; ///< the factor times every number that the variable can be
};

/// The terms of a sum, as a divisor sorts them.
struct DividedTerms {
  SmallVector<Term, 4> Quotients; ///< of those whose factors it divides
  SmallVector<Term, 4> Others;
  bool DividesOthers = true;
  Range OfOthers = {0, 0}; ///< as they are divided
};
} // namespace

static Divisibility divisibilityOf(const Term &T, int64_t Divisor) {
  Divisibility Result;
  for (unsigned Lane = 0; Lane != (T.Factor.isSame() ? 1 : LaneCount); ++Lane) {
    int64_t Factor = T.Factor[Lane], Product;
    Result.OfFactor &= Factor % Divisor == 0;
    Result.OfTerm &=
        !__builtin_mul_overflow(Factor, T.What->MultipleOf, &Product) &&
        Product % Divisor == 0;
  }
  return Result;
}

/// `DivideLanes` divides numbers of which the divisor divides each.
template <typename Function>
static DividedTerms divideTerms(ArrayRef<Term> Terms, int64_t Divisor,
                                Function DivideLanes) {
  DividedTerms Result;
  for (const Term &T : Terms) {
    Divisibility Divides = divisibilityOf(T, Divisor);
    if (Divides.OfFactor) {
      Result.Quotients.push_back({T.What, DivideLanes(T.Factor)});
      continue;
    }
    Result.Others.push_back(T);
    Result.DividesOthers &= Divides.OfTerm;
    Result.OfOthers =
        addTerm(Result.OfOthers, T.Factor, boundsDivided(*T.What));
  }
  return Result;
}

/// A = Divisor * Quotient + Rest, up to a part of the rest that changes nothing
/// about Rest / Divisor, with as much as possible in the quotient. The rest is
/// not negative; false is returned where that cannot be had.
bool Pool::splitMultiples(const Value &A, int64_t Divisor, IntType T,
                          Value &Quotient, Value &Rest) {
  assert(Divisor > 0 && "a sum is divided by a positive number");
  // The rest may be larger than A by about the divisor: that has to fit.
  const int64_t Limit = int64_t(1) << (T.Bits > 32 ? 61 : 29);
  if (Divisor > Limit)
    return false;
  DividedTerms Terms =
      divideTerms(A.terms(), Divisor, [&](const LaneNumbers &Factor) {
        return mapLanes(Factor, 0,
                        [&](int64_t N, int64_t) { return N / Divisor; });
      });
  LaneNumbers Whole = mapLanes(A.constant(), 0, [&](int64_t N, int64_t) {
    return floorDiv(N, Divisor);
  });
  LaneNumbers Left = mapLanes(A.constant(), 0, [&](int64_t N, int64_t) {
    return floorMod(N, Divisor);
  });
  if (Terms.DividesOthers)
    Left = 0; // what is less than a multiple's step changes no quotient
  int64_t Lack = leastAdd(Terms.OfOthers.Min, Left.min());
  if (Lack < 0) {
    if (Lack < -Limit)
      return false;
    int64_t Lent = floorDiv(Lack, Divisor);
    Whole = mapLanes(Whole, Lent, wrapAdd);
    Left = mapLanes(Left, wrapMul(Lent, Divisor), wrapSub);
  }
  Quotient = save(Whole, Terms.Quotients);
  Rest = save(Left, Terms.Others);
  return true;
}

Value Pool::div(Value A, Value B, IntType T) {
  return narrowed(Operation::Div, quotient(A, B, T), A, B, T);
}

Value Pool::quotient(Value A, Value B, IntType T) {
  if (isLaunched(A, B))
    return applyLaunched(Operation::Div, A, B, T);
  if (A.isKnown() && B.isKnown())
    return computeKnown<Operation::Div>(A, B, T);
  if (A.isNumber(0) || B.isNumber(1))
    return A;
  Value Quotient, Rest;
  if (!B.isNumber() || B.constant().same() <= 0 || mayBeNegative(A) ||
      !splitMultiples(A, B.constant().same(), T, Quotient, Rest))
    return unresolved(Operation::Div, A, B, T);
  Range Bounds = range(Rest);
  if (Bounds.Min >= 0 && Bounds.Max < B.constant().same())
    return Quotient;
  return add(Quotient, unresolved(Operation::Div, Rest, B, T), T);
}

Value Pool::rem(Value A, Value B, IntType T) {
  return narrowed(Operation::Rem, remainder(A, B, T), A, B, T);
}

Value Pool::remainder(Value A, Value B, IntType T) {
  if (isLaunched(A, B))
    return applyLaunched(Operation::Rem, A, B, T);
  if (A.isKnown() && B.isKnown())
    return computeKnown<Operation::Rem>(A, B, T);
  if (A.isNumber(0))
    return A;
  if (!B.isNumber() || B.constant().same() <= 0)
    return unresolved(Operation::Rem, A, B, T);
  int64_t Divisor = B.constant().same();
  Range Bounds = range(A);
  if (Bounds.Min >= 0 && Bounds.Max < Divisor)
    return A;
  // What unsigned numbers lose by wrapping is a multiple of these divisors.
  bool WrapsAlike = !T.IsSigned && isPowerOfTwo(Divisor);
  Value Multiple, Quotient, Rest;
  LaneNumbers Residues;
  if (mayBeNegative(A) && !WrapsAlike)
    return unresolved(Operation::Rem, A, B, T);
  if (splitResidues(A, Divisor, Multiple, Residues))
    return Value(Residues);
  if (!splitMultiples(A, Divisor, T, Quotient, Rest))
    return unresolved(Operation::Rem, A, B, T);
  Bounds = range(Rest);
  if (Bounds.Min >= 0 && Bounds.Max < Divisor)
    return Rest;
  return unresolved(Operation::Rem, Rest, B, T);
}

Value Pool::shl(Value A, Value B, IntType T) {
  if (isLaunched(A, B))
    return applyLaunched(Operation::Shl, A, B, T);
  if (A.isKnown() && B.isKnown())
    return computeKnown<Operation::Shl>(A, B, T);
  if (A.isNumber(0))
    return A;
  if (!B.isKnown())
    return unresolved(Operation::Shl, A, B, T);
  LaneNumbers Powers = mapLanes(B.constant(), 0, [&](int64_t N, int64_t) {
    return shiftsAllOut(N, T) ? 0 : wrapShl(1, N);
  });
  return scale(A, Powers, T);
}

Value Pool::shr(Value A, Value B, IntType T) {
  return narrowed(Operation::Shr, shiftedRight(A, B, T), A, B, T);
}

Value Pool::shiftedRight(Value A, Value B, IntType T) {
  if (isLaunched(A, B))
    return applyLaunched(Operation::Shr, A, B, T);
  if (A.isKnown() && B.isKnown())
    return computeKnown<Operation::Shr>(A, B, T);
  if (A.isNumber(0) || B.isNumber(0))
    return A;
  // The quotient, rounded downwards also for negative signed numbers.
  Value Quotient, Rest;
  if (!B.isNumber() || uint64_t(B.constant().same()) >= std::min(T.Bits, 63u) ||
      (!T.IsSigned && mayBeNegative(A)) ||
      !splitMultiples(A, int64_t(1) << B.constant().same(), T, Quotient, Rest))
    return unresolved(Operation::Shr, A, B, T);
  Range Bounds = range(Rest);
  if (Bounds.Min >= 0 && Bounds.Max >> B.constant().same() == 0)
    return Quotient;
  return add(Quotient, unresolved(Operation::Shr, Rest, B, T), T);
}

/// The same operation is the same variable in either order: known numbers last.
static void inOrder(Value &A, Value &B) {
  if (A.isKnown() ||
      (!B.isKnown() && A.terms()[0].What->Id > B.terms()[0].What->Id))
    std::swap(A, B);
}

/// A where B is known, and A a multiple of 2^k plus known lanes: what is below
/// 2^k is carried out.
Value Pool::bitwiseByParts(Operation Op, Value A, Value B, int64_t Step,
                           IntType T) {
  bool IsAnd = Op == Operation::And;
  // A = Multiple + Rest and B = High + Low, with known Rest and Low below 2^k.
  Value Multiple, High;
  LaneNumbers Rest, Low;
  splitResidues(A, Step, Multiple, Rest);
  splitResidues(B, Step, High, Low);
  Value Bottom = Value(mapLanes(
      Rest, Low, [&](int64_t X, int64_t Y) { return compute(Op, X, Y, T); }));
  if (High.isNumber(0))
    return IsAnd ? Bottom : add(Multiple, Bottom, T);
  if (IsAnd && High.isNumber() &&
      T.wrap(High.constant().same()) == T.wrap(wrapSub(0, Step)))
    return add(Multiple, Bottom, T);
  return add(unresolved(Op, Multiple, High, T), Bottom, T);
}

/// All bits that are set in any lane.
static int64_t bitsOfLanes(const LaneNumbers &Numbers) {
  int64_t Bits = 0;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    Bits |= Numbers[Lane];
  return Bits;
}

/// Whether no number of Low has a bit in common with one of High.
bool Pool::haveNoCommonBits(const Value &High, const Value &Low) const {
  int64_t Step = termsMultipleOf(High);
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    Step = std::min(Step, lowestBit(High.constant()[Lane]));
  Range Bounds = range(Low);
  return Bounds.Min >= 0 && Bounds.Max < Step;
}

/// X where A is X ^ B.
static std::optional<Value> withoutXor(const Value &A, const Value &B,
                                       IntType T) {
  if (A.terms().size() != 1 || !(A.constant() == LaneNumbers(0)) ||
      !A.terms()[0].Factor.isSame() || A.terms()[0].Factor.same() != 1)
    return std::nullopt;
  const Variable &Mixed = *A.terms()[0].What;
  if (Mixed.Kind != Variable::Unresolved || Mixed.Op != Operation::Xor ||
      Mixed.Type.Bits != T.Bits)
    return std::nullopt;
  if (Mixed.Left == B)
    return Mixed.Right;
  return Mixed.Right == B ? std::optional(Mixed.Left) : std::nullopt;
}

Value Pool::bitwise(Operation Op, Value A, Value B, IntType T) {
  inOrder(A, B);
  bool IsAnd = Op == Operation::And;
  if (B.isNumber(0))
    return IsAnd ? Value(0) : A;
  if (A == B)
    return Op == Operation::Xor ? Value(0) : A;
  if (B.isNumber() && T.wrap(B.constant().same()) == T.wrap(-1)) {
    if (IsAnd)
      return A;
    return Op == Operation::Or ? B : sub(Value(-1), A, T);
  }
  if (haveNoCommonBits(A, B))
    return IsAnd ? Value(0) : add(A, B, T);
  if (haveNoCommonBits(B, A))
    return IsAnd ? Value(0) : add(B, A, T);
  if (IsAnd && B.isNumber()) {
    int64_t Kept = B.constant().same();
    Range Bounds = range(A);
    if (isPowerOfTwo(wrapAdd(Kept, 1)) && Bounds.Min >= 0 && Bounds.Max <= Kept)
      return A;
  }
  int64_t Step = std::min<int64_t>(termsMultipleOf(A), int64_t(1) << 31);
  if (B.isKnown() && Step > 1)
    return bitwiseByParts(Op, A, B, Step, T);
  // Low bits are all that a mask of low bits keeps.
  if (IsAnd && B.isNumber() && isPowerOfTwo(wrapAdd(B.constant().same(), 1)))
    return rem(A, Value(B.constant().same() + 1), {T.Bits, false});
  return unresolved(Op, A, B, T);
}

Value Pool::bitAnd(Value A, Value B, IntType T) {
  if (isLaunched(A, B))
    return applyLaunched(Operation::And, A, B, T);
  const Value Kept = A.isKnown() && B.isKnown()
                         ? computeKnown<Operation::And>(A, B, T)
                         : bitwise(Operation::And, A, B, T);
  return A.isNumber() ? narrowed(Operation::And, Kept, B, A, T)
                      : narrowed(Operation::And, Kept, A, B, T);
}
/// A | B and A ^ B where one is a number below what divides the other, whatever
/// the launch: their sum.
std::optional<Value> Pool::sumOfBits(const Value &A, const Value &B,
                                     IntType T) {
  for (const auto &[High, Low] : {std::pair(A, B), std::pair(B, A)})
    if (Low.isNumber() && !Low.LaunchTerms && Low.constant().same() >= 0 &&
        Low.constant().same() < provenMultipleOf(High))
      return add(High, Low, T);
  return std::nullopt;
}

/// The largest power of two by which all lanes leave the same rest, and no term
/// another one.
static int64_t commonStep(const Value &V, int64_t OfTerms) {
  int64_t Differences = 0;
  for (unsigned Lane = 1; !V.constant().isSame() && Lane != LaneCount; ++Lane)
    Differences |= wrapSub(V.constant()[Lane], V.constant()[0]);
  return std::min(OfTerms, lowestBit(Differences));
}

/// Whether a number has bits above those of the lanes at hand alone: in other
/// warps the others may reach them.
static bool isAbove(const Pool &P, const Value &Number, const Value &Lanes) {
  if (!Number.isNumber() || !Lanes.isKnown() || Lanes.isNumber())
    return false;
  const int64_t Step = commonStep(Lanes, INT64_MAX),
                Lowest = lowestBit(Number.constant().same());
  return Step >= 2 && P.range(Lanes).Max < Lowest &&
         Lowest / Step <= MaxBlockThreads;
}

Value Pool::bitOr(Value A, Value B, IntType T) {
  if (isLaunched(A, B)) {
    const std::optional<Value> Sum = sumOfBits(A, B, T);
    return Sum ? *Sum : applyLaunched(Operation::Or, A, B, T);
  }
  const Value Bits = A.isKnown() && B.isKnown()
                         ? computeKnown<Operation::Or>(A, B, T)
                         : bitwise(Operation::Or, A, B, T);
  const bool IsSum = haveNoCommonBits(A, B) || haveNoCommonBits(B, A);
  if (IsSum && !isAbove(*this, A, B) && !isAbove(*this, B, A))
    return Bits;
  const Value Result = A.isNumber() ? keptApart(Operation::Or, Bits, B, A, T)
                                    : keptApart(Operation::Or, Bits, A, B, T);
  if (IsSum)
    noteDoubt(Value(LaneNumbers(0), Result.launchTerms()));
  return Result;
}

/// Of the bits that a mask has, those that are set in all lanes, where no other
/// of them is set in any.
static std::optional<int64_t> bitsInAllLanes(const Value &V, int64_t Mask) {
  const LaneNumbers &Each = V.constant();
  const int64_t First = Each[0] & Mask;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    if ((Each[Lane] & Mask) != First)
      return std::nullopt;
  return First;
}

bool Pool::clearsBits(const Value &A, const Value &B) const {
  const Value &Mask = B.isNumber() ? B : A, &Of = B.isNumber() ? A : B;
  return Mask.isNumber() && Of.isKnown() && !Of.isNumber() &&
         Mask.constant().same() != 0 && Mask.constant().same() != -1 &&
         bitsInAllLanes(Of, Mask.constant().same()) == Mask.constant().same();
}

/// Whether A ^ B is as far from A in all launches: the bits of a constant
/// are all set in A, or none is.
bool Pool::isLinearXor(const Value &A, const Value &B, IntType T) const {
  for (const Value &V : {A, B})
    if (V.isNumber() && T.wrap(V.constant().same()) == T.wrap(-1))
      return true;
  if (haveNoCommonBits(A, B) || haveNoCommonBits(B, A))
    return true;
  if (!A.isNumber() && !B.isNumber())
    return false;
  if (!A.isKnown() || !B.isKnown())
    return A.isUniform() && B.isUniform();
  const int64_t Mask = (B.isNumber() ? B : A).constant().same();
  const std::optional<int64_t> Set = bitsInAllLanes(B.isNumber() ? A : B, Mask);
  return Set == 0 || Set == Mask;
}

/// X ^ (C ^ B) where A is X ^ C, and B and C are numbers: these are joined,
/// and the one that they make is asked what it is to X.
std::optional<Value> Pool::withJoinedXor(const Value &A, const Value &B,
                                         IntType T) {
  if (!B.isNumber() || B.LaunchTerms)
    return std::nullopt;
  const bool IsApart = A.isKnown() && A.LaunchTerms;
  const llvm::ArrayRef<Term> Terms = IsApart ? A.launchTerms() : A.terms();
  if (Terms.size() != 1 || !Terms[0].Factor.isSame() ||
      Terms[0].Factor.same() != 1)
    return std::nullopt;
  const Variable &Mixed = *Terms[0].What;
  if (Mixed.Kind != Variable::Unresolved || Mixed.Op != Operation::Xor ||
      Mixed.Type.Bits != T.Bits)
    return std::nullopt;
  const bool IsFirst = Mixed.Left.isNumber();
  const Value &X = IsFirst ? Mixed.Right : Mixed.Left,
              &C = IsFirst ? Mixed.Left : Mixed.Right;
  if (!C.isNumber() || X.LaunchTerms || C.LaunchTerms ||
      !(bitXor(X, C, T) == A))
    return std::nullopt;
  return bitXor(X, bitXor(C, B, T), T);
}

Value Pool::bitXor(Value A, Value B, IntType T) {
  for (const auto &[Mixed, By] : {std::pair(A, B), std::pair(B, A)})
    if (std::optional<Value> Joined = withJoinedXor(Mixed, By, T))
      return *Joined;
  if (isLaunched(A, B)) {
    const std::optional<Value> Sum = sumOfBits(A, B, T);
    return Sum ? *Sum : applyLaunched(Operation::Xor, A, B, T);
  }
  for (const auto &[Mixed, By] : {std::pair(A, B), std::pair(B, A)})
    if (std::optional<Value> Left = withoutXor(Mixed, By, T))
      return *Left;
  inOrder(A, B);
  const Value Result = A.isKnown() && B.isKnown()
                           ? computeKnown<Operation::Xor>(A, B, T)
                           : bitwise(Operation::Xor, A, B, T);
  const bool IsAbove = isAbove(*this, A, B) || isAbove(*this, B, A);
  if (Result.isNumber() || (!IsAbove && isLinearXor(A, B, T)))
    return Result;
  // Else no more holds in all launches and warps than that they are mixed.
  const Value Mixed = unresolved(Operation::Xor, A, B, T);
  // Here no lane has a bit that is in both. In all warps that may be so or
  // not.
  if (IsAbove || (A.isKnown() && B.isKnown() &&
                  (bitsOfLanes(A.constant()) & bitsOfLanes(B.constant())) == 0))
    noteDoubt(Mixed);
  const llvm::ArrayRef<Term> Apart =
      Result == Mixed ? llvm::ArrayRef<Term>() : Mixed.terms();
  // Where both are bits of one number, it does not drop others of it first:
  // of (n >> 3 ^ n) & 28, not even the last ones.
  const Value Whole = wholeOf(A);
  if (!(Whole == wholeOf(B)) || Whole == A || Whole == B)
    return withLaunch(Result, Apart);
  const Value Origin = unresolved(Operation::Convert, Whole, Value(0), T);
  return withLaunch(
      Result,
      sumOf(Apart,
            scaled(Origin.terms(), LaneNumbers(provenMultipleOf(Result))), 1));
}

void Pool::noteDoubt(const Value &Bits) {
  for (const Term &Each : Bits.terms())
    DoubtfulBits.insert(Each.What);
}

bool Pool::holdsInexactBits(const Value &V) const {
  auto IsDoubtful = [&](const Term &Each) {
    return DoubtfulBits.contains(Each.What);
  };
  return !DoubtfulBits.empty() && (llvm::any_of(V.terms(), IsDoubtful) ||
                                   llvm::any_of(V.launchTerms(), IsDoubtful));
}

/// (X + 1) & 255 and (X + 2) & 255 are no neighbours for all X: the sum may
/// carry into the bits that the mask clears, as it may into those that a
/// remainder or a quotient drops. Accesses at such places stay apart, one by
/// one; where X is even, of some it is seen, and not of all.
///
/// Only numbers that are even in all lanes, or odd, can be places that wide
/// accesses begin at; others keep their accesses apart by themselves.
Value Pool::keptApart(Operation Op, Value Bits, const Value &Of,
                      const Value &By, IntType T) {
  if (!By.isNumber() || isLaunched(Of, By) || Of.isNumber() ||
      Bits.isVarying() || consult(ModelRule::Masks) == RuleMode::Off)
    return Bits;
  const int64_t Step = commonStep(Of, termsMultipleOf(Of)),
                Number = By.constant().same();
  if (Step < 2)
    return Bits;
  const int64_t Rest = floorMod(Of.constant()[0], Step);
  if (Op == Operation::Div || Op == Operation::Shr) {
    const int64_t Divisor = divisorOf(Op, By);
    if (!Divisor || (Rest % Divisor == 0 && Step % Divisor == 0))
      return Bits;
  }
  if (Op == Operation::And && T.wrap(Number) == T.wrap(-1))
    return Bits;
  // What nothing changes in these lanes may change in other warps, but for bits
  // that were taken from a number before.
  if (Bits == Of && Of.isKnown()) {
    const Value Steps =
        mapLanes(Of.constant(), Rest,
                 [&](int64_t N, int64_t R) { return wrapSub(N, R) / Step; });
    if (!(wholeOf(Steps) == Steps))
      return Bits;
  }
  // A mask may clear all that differs.
  const bool IsCleared = Op == Operation::And && (Number & (Step - 1)) == 0;
  const Value Key =
      unresolved(Op, IsCleared ? sub(Of, Value(Rest)) : Of, By, T);
  if ((Rest != 0 && !IsCleared) || !applies(ModelRule::Masks))
    noteDoubt(Key);
  return withLaunch(Bits, sumOf(Bits.launchTerms(), Key.terms(), 1));
}

/// (X & -4) + 8 may become (X + 8) & -4 where nothing else is made of the mask:
/// then it is not known how far that is from (X & -4) + 9.
Value Pool::movedMask(Value Sum, int64_t Granule, IntType T) {
  if (Sum.isVarying() || consult(ModelRule::Masks) == RuleMode::Off)
    return Sum;
  const Value Key =
      unresolved(Operation::And, withoutLaunch(Sum), Value(-Granule), T);
  if (!applies(ModelRule::Masks))
    noteDoubt(Key);
  return withLaunch(Sum, sumOf(Sum.launchTerms(), Key.terms(), 1));
}

/// Whether an operation gives the same number whatever it is done to.
static bool isConstantResult(Operation Op, const Value &By) {
  return (Op == Operation::Rem && By.isNumber(1)) ||
         (Op == Operation::And && By.isNumber(0));
}

/// Remembers of which number these are some of the bits. Where they are the
/// same in the lanes of these warps, they need not be in those of others.
Value Pool::narrowed(Operation Op, Value Bits, const Value &Of, const Value &By,
                     IntType T) {
  if (isConstantResult(Op, By) || consult(ModelRule::Masks) == RuleMode::Off)
    return Bits;
  if (Bits.isNumber() && !Bits.LaunchTerms &&
      (tellsWarps(Of) || (Of.isKnown() && !Of.isUniform()))) {
    const Value Unseen = unresolved(Op, Of, By, T);
    // Of the bits of a number it may know that these are none of them.
    if (!(wholeOf(Of) == Of))
      noteDoubt(Unseen);
    return withLaunch(Bits, Unseen.terms());
  }
  const Value Result = keptApart(Op, Bits, Of, By, T);
  if (Bits.isUniform() || Bits == Of)
    return Result;
  auto &Alike = Wholes[keyOf(Operation::Convert, Bits, Value(0), Int64)];
  auto *Known = llvm::find_if(
      Alike, [&](const auto &Each) { return Each.first == Bits; });
  if (Known == Alike.end())
    Alike.push_back({withoutLaunch(Bits), withoutLaunch(Of)});
  else
    Known->second = withoutLaunch(Of);
  return Result;
}

/// The number that has last been narrowed, maybe several times, to `Bits`.
Value Pool::wholeOf(Value Bits) const {
  SmallVector<Value, 4> Met;
  while (!llvm::is_contained(Met, Bits)) {
    Met.push_back(Bits);
    const auto Alike =
        Wholes.find(keyOf(Operation::Convert, Bits, Value(0), Int64));
    if (Alike != Wholes.end())
      for (const auto &[Part, Whole] : Alike->second)
        if (Part == Met.back())
          Bits = Whole;
  }
  return Bits;
}

//===----------------------------------------------------------------------===//
// Comparison and choice
//===----------------------------------------------------------------------===//

/// A uniform sum, as one unknown in place of many.
Value Pool::oneUnknown(const Value &V) {
  if (V.isKnown() || (V.terms().size() == 1 && V.constant().isZero() &&
                      V.terms()[0].What->Kind == Variable::Symbol))
    return V;
  Variable *&Similar = similarTo(Operation::Add, V, Value(0), Int64);
  for (const Variable *Known = Similar; Known; Known = Known->NextSimilar)
    if (isOneForMany(*Known) && Known->Left == V)
      return valueOf(Known);
  Variable *New = newVariable(Variable::Symbol);
  New->Why = ReasonKind::ComputedValue;
  New->Left = V;
  New->Bounds = range(V);
  New->LeastDivided = rangeDivided(V).Min;
  New->MultipleOf = provenMultipleOf(V);
  New->NextSimilar = Similar;
  Similar = New;
  return valueOf(New);
}

/// min(lane + u, v) = u + min(lane, v - u): what all lanes share moves all by
/// the same, but for one unknown.
Value Pool::extreme(Operation Op, Value A, Value B, IntType T) {
  auto IsShared = [](const Term &Each) {
    return Each.Factor.isSame() && Each.What->IsUniform;
  };
  if (A.constant().isSame())
    std::swap(A, B);
  bool CanShift = (T.IsSigned || (!mayBeNegative(A) && !mayBeNegative(B))) &&
                  !A.constant().isSame() && llvm::all_of(A.terms(), IsShared) &&
                  llvm::all_of(B.terms(), IsShared);
  if (!CanShift) {
    inOrder(A, B);
    return unresolved(Op, A, B, T);
  }
  // What warps differ in stays what it is. Differences of unsigned numbers have
  // signs.
  SmallVector<Term, 4> Shifts, Others;
  for (const Term &Each : sumOf(B.terms(), A.terms(), -1))
    (tellsWarps(valueOf(Each.What)) ? Shifts : Others).push_back(Each);
  Value Bound =
      add(add(B.constant(), save(0, Shifts)), oneUnknown(save(0, Others)));
  return add(save(0, A.terms()),
             unresolved(Op, Bound, Value(A.constant()), Int64), T);
}

Value Pool::min(Value A, Value B, IntType T) {
  if (isLaunched(A, B))
    return applyLaunched(Operation::Min, A, B, T);
  if (A.isKnown() && B.isKnown())
    return computeKnown<Operation::Min>(A, B, T);
  Range Difference = range(sub(A, B));
  if (Difference.Max <= 0)
    return A;
  if (Difference.Min >= 0)
    return B;
  return extreme(Operation::Min, A, B, T);
}

Value Pool::max(Value A, Value B, IntType T) {
  if (isLaunched(A, B))
    return applyLaunched(Operation::Max, A, B, T);
  if (A.isKnown() && B.isKnown())
    return computeKnown<Operation::Max>(A, B, T);
  Range Difference = range(sub(A, B));
  if (Difference.Min >= 0)
    return A;
  if (Difference.Max <= 0)
    return B;
  return extreme(Operation::Max, A, B, T);
}

Value Pool::less(Value A, Value B, IntType T) {
  if (A.isKnown() && B.isKnown())
    return Value(
        mapLanes(A.constant(), B.constant(), [&](int64_t X, int64_t Y) {
          return int64_t(isBelow(X, Y, T));
        }));
  return compare(Operation::IsNegative, withoutLaunch(A), withoutLaunch(B), T);
}

Value Pool::equal(Value A, Value B, IntType T) {
  return compare(Operation::IsZero, withoutLaunch(A), withoutLaunch(B), T);
}

/// Compares their difference with 0.
Value Pool::compare(Operation Op, const Value &A, const Value &B, IntType T) {
  auto Open = [&](const Value &Other) {
    const Reason &Why = Other.terms().front().What->Why;
    return A.isUniform() && B.isUniform()
               ? symbol(Why, SymbolKind::Choice, {0, 1})
               : varying(Why, {0, 1});
  };
  // What is not known of such a type is taken for a number that a signed one
  // can hold: it may be a larger one where it is compared with one.
  if (T.Bits == 64 && !T.IsSigned && A.isKnown() != B.isKnown()) {
    const Value &Number = A.isKnown() ? A : B, &Other = A.isKnown() ? B : A;
    if (Number.constant().min() < 0 && range(Other).Min >= 0)
      return Open(Other);
  }
  Value Result = apply(Op, sub(A, B), Value(0), Int64);
  // A sum without a sign that wraps may be equal after all: n + 1u == 0.
  if (Op == Operation::IsZero && !T.IsSigned && T.Bits < 64 &&
      Result.isNumber(0))
    for (const Value &Side : {A, B})
      if (!Side.isKnown() &&
          (range(Side).Min < 0 || range(Side).Max > (int64_t(1) << T.Bits) - 1))
        return Open(Side);
  if (T.IsSigned || Result.terms().size() != 1)
    return Result;
  const Variable *Comparison = Result.terms()[0].What;
  for (const Value &Side : {A, B})
    if (range(Side).Min < 0)
      if (auto &Known = NotNegative[Comparison];
          !llvm::is_contained(Known, Side))
        Known.push_back(Side);
  return Result;
}

void Pool::nameInFormulas(const Value &Symbol, llvm::StringRef Name) {
  if (Symbol.terms().size() == 1)
    FormulaNames[Symbol.terms()[0].What] = Name.copy(Storage);
}

Value Pool::logicalNot(Value A) {
  A = withoutLaunch(A);
  Range Bounds = range(A);
  bool IsTruth = Bounds.Min >= 0 && Bounds.Max <= 1;
  return IsTruth ? sub(Value(1), A, Int32) : equal(A, Value(0), Int64);
}

Value Pool::truth(Value A) {
  A = withoutLaunch(A);
  Range Bounds = range(A);
  bool IsTruth = Bounds.Min >= 0 && Bounds.Max <= 1;
  return IsTruth ? A : logicalNot(logicalNot(A));
}

Value Pool::logicalAnd(Value A, Value B) {
  A = withoutLaunch(A);
  B = withoutLaunch(B);
  if (A.isNumber(0) || B.isNumber(0))
    return Value(0);
  if (A.isNumber())
    return truth(B);
  return B.isNumber() ? truth(A) : apply(Operation::LogicalAnd, A, B, Int32);
}

Value Pool::logicalOr(Value A, Value B) {
  A = withoutLaunch(A);
  B = withoutLaunch(B);
  if ((A.isNumber() && !A.isNumber(0)) || (B.isNumber() && !B.isNumber(0)))
    return Value(1);
  if (A.isNumber())
    return truth(B);
  return B.isNumber() ? truth(A) : apply(Operation::LogicalOr, A, B, Int32);
}

Value Pool::convert(Value A, IntType From, IntType To) {
  if (A.LaunchTerms) {
    if (To.Bits < 32)
      return applyLaunched(Operation::Convert, A, Value(0), To);
    Value Converted = convert(withoutLaunch(A), From, To);
    Converted.LaunchTerms = A.LaunchTerms;
    return Converted;
  }
  if (A.isKnown())
    return computeKnown<Operation::Convert>(A, Value(0), To);
  if (To.Bits == 1)
    return truth(A);
  if (To.Bits >= 32) // congruent, and taken to fit
    return To.Bits < From.Bits ? make(A.constant(), A.terms(), To) : A;
  Range Bounds = range(A);
  int64_t Least = To.IsSigned ? -(int64_t(1) << (To.Bits - 1)) : 0;
  int64_t Most = Least + (int64_t(1) << To.Bits) - 1;
  if (Bounds.Min >= Least && Bounds.Max <= Most)
    return A;
  return unresolved(Operation::Convert, A, Value(0), To);
}

Value Pool::select(LaneMask Mask, Value A, Value B) {
  if (Mask == AllLanes || A == B)
    return A;
  if (Mask == 0)
    return B;
  if (isLaunched(A, B)) {
    LaneNumbers IsA = select(Mask, Value(1), Value(0)).constant();
    LaneNumbers IsB = select(Mask, Value(0), Value(1)).constant();
    return withLaunch(
        select(Mask, withoutLaunch(A), withoutLaunch(B)),
        sumOf(scaled(A.launchTerms(), IsA), scaled(B.launchTerms(), IsB), 1));
  }
  Lanes Chosen;
  bool IsKnown = A.isKnown() && B.isKnown();
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    int64_t IsA = Mask >> Lane & 1;
    Chosen[Lane] =
        IsKnown ? (IsA ? A.constant()[Lane] : B.constant()[Lane]) : IsA;
  }
  Value IsA = lanes(Chosen);
  if (IsKnown)
    return IsA;
  return add(B, scale(sub(A, B), IsA.constant(), Int64));
}

Value Pool::inLanes(const Value &V, LaneMask Mask) {
  if (!Mask || hasSameFactors(V))
    return V;
  SmallVector<Term, 4> Terms;
  unsigned First = llvm::countr_zero(Mask);
  for (const Term &T : V.terms()) {
    bool IsSame = true;
    for (unsigned Lane = First; Lane != LaneCount; ++Lane)
      IsSame &= !(Mask >> Lane & 1) || T.Factor[Lane] == T.Factor[First];
    LaneNumbers Factor = IsSame ? LaneNumbers(T.Factor[First]) : T.Factor;
    if (!Factor.isZero())
      Terms.push_back({T.What, Factor});
  }
  Value Rest = save(V.constant(), Terms);
  Rest.LaunchTerms = V.LaunchTerms;
  return Rest;
}
