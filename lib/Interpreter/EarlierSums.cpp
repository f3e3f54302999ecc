//===- EarlierSums.cpp - Addresses made of earlier sums -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlierSums.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <optional>

using namespace banklint;

/// Sums that LLVM looks back at for sure, and may.
static constexpr uint64_t SureDistance = 17, MostDistance = 32;

static bool isZero(const Value &V) {
  return V.isNumber(0) && V.launchTerms().empty();
}

/// Known and the same in all lanes, to the compiler, too.
static bool isConstant(const Value &V) {
  return V.isNumber() && V.launchTerms().empty();
}

void EarlierSums::note(const Value &A, const Value &B, const Value &Sum,
                       const Place &At) {
  if (isZero(A) || isZero(B) || (isConstant(A) && isConstant(B)))
    return;
  // A constant behind a sum is added last.
  if (!Last.empty() && !Last.back().Of &&
      ((isConstant(A) && Last.back().Whole == B) ||
       (isConstant(B) && Last.back().Whole == A))) {
    Last.back().Shift += (isConstant(A) ? A : B).constant().same();
    Last.back().Whole = Sum;
    return;
  }
  Last.push_back({{A, B}, Sum, 0, At.Arm, At.Unroll, Count++});
  if (Last.size() > MostDistance)
    Last.pop_front();
}

/// The factor of an unknown; 0 where it does not count.
static int64_t factorOf(const Value &In, const Variable *What, unsigned Lane) {
  for (llvm::ArrayRef<Term> Terms : {In.terms(), In.launchTerms()})
    for (const Term &T : Terms)
      if (T.What == What)
        return T.Factor[Lane];
  return 0;
}

/// Whether a value is another one times a number.
static bool isMultiple(const Value &Of, const Value &X) {
  // As a reduced fraction, once something tells what it is.
  std::optional<std::pair<int64_t, int64_t>> Ratio;
  auto Fits = [&](int64_t A, int64_t B) {
    if (A == 0 && B == 0)
      return true;
    if (A == 0 || B == 0)
      return false;
    const int64_t Common = A < 0 ? -std::gcd(A, B) : std::gcd(A, B);
    const std::pair<int64_t, int64_t> Here = {A / Common, B / Common};
    if (!Ratio)
      Ratio = Here;
    return *Ratio == Here;
  };
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    if (!Fits(Of.constant()[Lane], X.constant()[Lane]))
      return false;
    for (const Value *Each : {&Of, &X})
      for (llvm::ArrayRef<Term> Terms : {Each->terms(), Each->launchTerms()})
        for (const Term &T : Terms)
          if (!Fits(factorOf(Of, T.What, Lane), factorOf(X, T.What, Lane)))
            return false;
  }
  return Ratio.has_value();
}

/// A number that divides all that a value can be; 0 where it is 0.
static int64_t divisorOf(const Value &V) {
  int64_t Result = 0;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    Result = std::gcd(Result, V.constant()[Lane]);
  for (llvm::ArrayRef<Term> Terms : {V.terms(), V.launchTerms()})
    for (const Term &T : Terms)
      for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
        Result = std::gcd(Result, T.Factor[Lane] * T.What->MultipleOf);
  return Result;
}

bool EarlierSums::isBasis(const Sum &Earlier, const Sum &Later,
                          const SharedArray *Array) const {
  if (Earlier.Shift != Later.Shift)
    return false;
  for (unsigned I : {0, 1})
    for (unsigned J : {0, 1}) {
      const Value &Common = Later.Parts[J], &Rest = Later.Parts[1 - J];
      if (!(Earlier.Parts[I] == Common) || isConstant(Rest) ||
          Earlier.Parts[1 - I] == Rest)
        continue;
      // A constant goes into the address of the array, or is what lies between
      // two places that are computed as one.
      if (isConstant(Common) &&
          (Earlier.Of != Array ||
           llvm::is_contained(Indices, std::pair(Array, Rest))))
        continue;
      // LLVM makes one product of two by one number: (n + t) * 4.
      if (!isConstant(Common) && divisorOf(Common) == divisorOf(Rest) &&
          divisorOf(Rest) > 1)
        continue;
      if (isMultiple(Earlier.Parts[1 - I], Rest))
        return true;
    }
  return false;
}

/// The one index that counts elements of the array, with nothing but zeros
/// before it.
static const Value *onlyIndex(const SharedAddress &Where) {
  if (Where.Index.empty() || !Where.WithinBytes.isNumber(0))
    return nullptr;
  const llvm::ArrayRef<Value> Outer = Where.Index.drop_back();
  return llvm::all_of(Outer, isZero) ? &Where.Index.back() : nullptr;
}

llvm::SmallVector<EarlierSums::Basis, 2>
EarlierSums::basesOf(const SharedAddress &Where, const Place &At) {
  llvm::SmallVector<Basis, 2> Result;
  const SharedArray *Array = Where.Array;
  const Value *Index = onlyIndex(Where);
  if (!Index || !Array->isDeclared() || Array->IsDynamic)
    return Result;
  auto BytesOf = [&](const Value &Of) {
    const int64_t Bytes = divisorOf(Of) * Array->StrideBytes.back();
    return Bytes
               ? std::min(AccessRecord::MaxAlignment, unsigned(Bytes & -Bytes))
               : AccessRecord::MaxAlignment;
  };
  const unsigned Whole = BytesOf(*Index);
  if (Whole > WordBytes) {
    Indices.push_back({Array, *Index});
    if (Indices.size() > MostDistance)
      Indices.pop_front();
  }
  auto IsOnWay = [&](const Sum &S) {
    return S.Arm == 0 || S.Arm == At.Arm ||
           llvm::is_contained(At.OuterArms, S.Arm);
  };
  // What was computed before is not computed again.
  const Sum *First = nullptr;
  for (Sum &S : Last)
    if (S.Whole == *Index && IsOnWay(S)) {
      S.Of = Array;
      First = First ? First : &S;
    }
  if (!First || Whole <= WordBytes)
    return Result;
  for (const Sum &Earlier : Last) {
    if (Earlier.Order >= First->Order)
      break;
    const unsigned Bytes = BytesOf(Earlier.Whole);
    if (Bytes < Whole && IsOnWay(Earlier) && isBasis(Earlier, *First, Array))
      Result.push_back(
          {Bytes, Earlier.Unroll, First->Order - Earlier.Order > SureDistance});
  }
  return Result;
}
