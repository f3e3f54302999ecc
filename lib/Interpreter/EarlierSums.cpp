//===- EarlierSums.cpp - Addresses made of earlier sums -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlierSums.h"
#include "Bank/Gpu.h"
#include "Trace/AccessRecord.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <optional>

using namespace banklint;

/// Candidates that LLVM looks back at for sure, and may: sums, and elements of
/// arrays.
static constexpr uint64_t SureDistance = 25, MostDistance = 40;
static constexpr size_t MostSums = 64;
/// An address is asked for right behind its computation.
static constexpr size_t MostElements = 8;

static bool isZero(const Value &V) {
  return V.isNumber(0) && V.launchTerms().empty();
}

/// Known and the same in all lanes, to the compiler, too.
static bool isConstant(const Value &V) {
  return V.isNumber() && V.launchTerms().empty();
}

bool EarlierSums::Sum::hasConstant() const {
  return isConstant(Parts[0]) || isConstant(Parts[1]);
}

static llvm::hash_code hashOf(const Value &V) {
  const LaneNumbers &Numbers = V.constant();
  llvm::hash_code Hash = Numbers.isSame()
                             ? llvm::hash_value(Numbers.same())
                             : llvm::hash_combine_range(*Numbers.each());
  for (llvm::ArrayRef<Term> Terms : {V.terms(), V.launchTerms()})
    for (const Term &T : Terms)
      Hash = llvm::hash_combine(Hash, T.What);
  return Hash;
}

/// A number that divides all that a value can be; 0 where it is 0.
static int64_t divisorOf(const Value &V) {
  int64_t Result = 0;
  if (V.constant().isSame())
    Result = std::abs(V.constant().same());
  else
    for (int64_t Number : *V.constant().each())
      Result = std::gcd(Result, Number);
  for (llvm::ArrayRef<Term> Terms : {V.terms(), V.launchTerms()})
    for (const Term &T : Terms)
      for (unsigned Lane = 0; Lane != (T.Factor.isSame() ? 1 : LaneCount);
           ++Lane)
        Result = std::gcd(Result, T.Factor[Lane] * T.What->MultipleOf);
  return Result;
}

static int64_t powerOfTwoIn(int64_t Number) { return Number & -Number; }

EarlierSums::Sum &EarlierSums::add(const Value &A, const Value &B,
                                   const Value &Whole, const Place &At,
                                   bool IsOfPointer) {
  Sum New;
  New.Parts[0] = A;
  New.Parts[1] = B;
  New.Whole = Whole;
  New.Hash = llvm::hash_combine(hashOf(A), hashOf(B));
  New.Divisor = powerOfTwoIn(std::gcd(divisorOf(A), divisorOf(B)));
  New.Arm = At.Arm;
  New.Unroll = At.Unroll;
  New.IsOfPointer = IsOfPointer;
  New.Id = Count++;
  // The compiler computes it once.
  const auto Same =
      llvm::find_if(Last, [&](const Sum &S) { return S.hasParts(New); });
  New.Candidates = Same != Last.end() ? Same->Candidates : Candidates;
  Candidates += !IsOfPointer && Same == Last.end();
  Last.push_back(New);
  if (Last.size() > MostSums)
    Last.pop_front();
  return Last.back();
}

/// In a loop, what does not change there is put together before what does: the
/// counter comes last.
void EarlierSums::addConstant(Sum &To, int64_t Constant, const Value &Whole,
                              const Place &At) {
  if (At.Unroll != 0)
    To.Within += std::exchange(To.Behind, 0);
  To.Behind += Constant;
  To.Whole = Whole;
}

void EarlierSums::note(const Value &A, const Value &B, const Value &Whole,
                       const Place &At) {
  if (isConstant(A) && isConstant(B))
    return;
  const bool IsBehindLast = !Last.empty() && !Last.back().Of &&
                            (Last.back().Whole == A || Last.back().Whole == B);
  if (IsBehindLast && (isConstant(A) || isConstant(B)))
    return addConstant(Last.back(), (isConstant(A) ? A : B).constant().same(),
                       Whole, At);
  if (isZero(A) || isZero(B))
    return;
  // Its constant goes behind this one.
  if (IsBehindLast && Last.back().hasConstant() &&
      Candidates > Last.back().Candidates)
    --Candidates;
  add(A, B, Whole, At, /*IsOfPointer=*/false);
}

void EarlierSums::addElement(const SharedAddress &At, int64_t Bytes,
                             uint64_t Sum) {
  Elements.push_back({&At, Bytes, Sum});
  if (Elements.size() > MostElements)
    Elements.pop_front();
}

void EarlierSums::noteElement(const SharedAddress &From, const Value &Index,
                              int64_t ElementBytes, const SharedAddress &To,
                              const Place &At) {
  ++Candidates;
  const SharedArray *Array = From.Array;
  if (!Array || !Array->isDeclared() || Array->IsDynamic)
    return;
  if (isConstant(Index)) {
    // Of what a pointer was made of, other elements are made, too.
    for (size_t I = Elements.size(); I-- > 0;)
      if (Elements[I].At == &From)
        return addElement(To, ElementBytes, Elements[I].Sum);
    return;
  }
  const Value Begin = From.Index.empty() ? Value() : From.Index.back();
  const bool IsOfPointer = !From.Index.empty() && !isZero(Begin) &&
                           Array->StrideBytes.back() == ElementBytes;
  const auto Found =
      std::find_if(Last.rbegin(), Last.rend(), [&](const Sum &S) {
        return S.Whole == Index && !S.IsOfPointer;
      });
  Sum *Made = Found == Last.rend() ? nullptr : &*Found;
  auto NoteUse = [&](Sum &S) {
    S.Of = Array;
    S.Begin = Begin;
    addElement(To, ElementBytes, S.Id);
  };
  if (!Made && !IsOfPointer) {
    Indices.push_back({Array, Index});
    if (Indices.size() > MostDistance)
      Indices.pop_front();
  }
  // Of a pointer and a product, or a lane: the product is what is added to it.
  if (IsOfPointer && (!Made || Made->hasConstant())) {
    const Value Product = !Made                        ? Index
                          : isConstant(Made->Parts[0]) ? Made->Parts[1]
                                                       : Made->Parts[0];
    const bool HasConstant = Made != nullptr;
    if (Made)
      NoteUse(*Made);
    Sum &Added = add(Begin, Product, Index, At, /*IsOfPointer=*/true);
    Added.Behind = HasConstant;
    NoteUse(Added);
  } else if (Made) {
    NoteUse(*Made);
  }
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

bool banklint::areNumberApart(const Value &A, const Value &B) {
  if (A.terms().size() != B.terms().size() ||
      A.launchTerms().size() != B.launchTerms().size() ||
      A.constant().isSame() != B.constant().isSame())
    return false;
  const int64_t Apart = A.constant()[0] - B.constant()[0];
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    if (A.constant()[Lane] - B.constant()[Lane] != Apart)
      return false;
    for (const Value *Each : {&A, &B})
      for (llvm::ArrayRef<Term> Terms : {Each->terms(), Each->launchTerms()})
        for (const Term &T : Terms)
          if (factorOf(A, T.What, Lane) != factorOf(B, T.What, Lane))
            return false;
  }
  return true;
}

/// Whether it is a sum of something with a constant.
static bool hasConstantInside(const Value &V) {
  return !isConstant(V) && V.constant().isSame() && V.constant().same() != 0;
}

/// Whether LLVM makes a sum of an earlier one.
EarlierSums::Match EarlierSums::match(const Sum &Earlier,
                                      const Sum &Later) const {
  Match Result = Match::None;
  for (unsigned I : {0, 1})
    for (unsigned J : {0, 1}) {
      const Value &Common = Later.Parts[J], &Rest = Later.Parts[1 - J];
      const Value &There = Earlier.Parts[I], &Other = Earlier.Parts[1 - I];
      const bool IsSame = There == Common;
      if (isConstant(Rest) ||
          (!IsSame && (isConstant(Common) || hasConstantInside(There) ||
                       !areNumberApart(There, Common))) ||
          Other == Rest || !isMultiple(Other, Rest))
        continue;
      if (isConstant(Common)) {
        // It goes into the address of the array, or is what lies between two
        // places that are computed as one, or a bit of its own.
        const int64_t Divisor = powerOfTwoIn(divisorOf(Rest));
        if (Earlier.Of == Later.Of &&
            Earlier.IsOfPointer == Later.IsOfPointer &&
            Earlier.Begin == Later.Begin &&
            Earlier.Within + Earlier.Behind == 0 && Later.Within == 0 &&
            (!Divisor || Common.constant().same() % Divisor == 0) &&
            !llvm::is_contained(Indices, std::pair(Later.Of, Rest)))
          return Match::Sure;
        continue;
      }
      // LLVM makes one product of two by one number: (n + t) * 4.
      if (divisorOf(Common) == divisorOf(Rest) && divisorOf(Rest) > 1)
        continue;
      if (IsSame && Earlier.IsOfPointer == Later.IsOfPointer) {
        if (Earlier.Within + Earlier.Behind == Later.Within)
          return Match::Sure;
      } else if (!hasConstantInside(There)) {
        // By how constants and pointers are put together.
        Result = Match::Doubtful;
      }
    }
  return Result;
}

llvm::SmallVector<EarlierSums::Basis, 2>
EarlierSums::basesOf(const SharedAddress &Where, const Place &At) const {
  llvm::SmallVector<Basis, 2> Result;
  auto IsOnWay = [&](const Sum &S) {
    return S.Arm == 0 || S.Arm == At.Arm ||
           llvm::is_contained(At.OuterArms, S.Arm);
  };
  for (const Element &E : Elements) {
    if (E.At != &Where &&
        (E.At->Index.empty() || E.At->Index.data() != Where.Index.data()))
      continue;
    auto BytesOf = [&](const Sum &S) {
      const int64_t Bytes = S.Divisor * E.Bytes;
      return unsigned(powerOfTwoIn(Bytes | AccessRecord::MaxAlignment));
    };
    const auto Later =
        llvm::find_if(Last, [&](const Sum &S) { return S.Id == E.Sum; });
    if (Later == Last.end())
      continue;
    const unsigned Whole = BytesOf(*Later);
    if (Whole <= WordBytes)
      continue;
    // What was computed before is not computed again.
    const auto First = llvm::find_if(Last, [&](const Sum &S) {
      return S.hasParts(*Later) && S.Within == Later->Within && IsOnWay(S);
    });
    if (First == Last.end() || (First->IsOfPointer && First->Behind != 0))
      continue;
    for (const Sum &Earlier : Last) {
      if (Earlier.Id >= First->Id)
        break;
      const uint64_t Between = First->Candidates - Earlier.Candidates;
      const unsigned Bytes = BytesOf(Earlier);
      if (Between > MostDistance || Bytes >= Whole || !IsOnWay(Earlier))
        continue;
      if (const Match How = match(Earlier, *Later); How != Match::None)
        Result.push_back(
            {Bytes, Earlier.Unroll,
             How == Match::Doubtful || Between > SureDistance ||
                 // In a loop LLVM may put constants together in another order.
                 (Earlier.Unroll != 0 &&
                  llvm::any_of(Earlier.Parts, hasConstantInside))});
    }
  }
  return Result;
}
