//===- CopySources.cpp - The global side of asynchronous copies -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopySources.h"
#include "Placement.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>
#include <numeric>

using namespace banklint;
using llvm::SmallVector;

Value banklint::withoutCommonUnits(Pool &P, const Value &V, int64_t UnitBytes) {
  Value Rest = V.constant();
  for (const Term &T : V.terms()) {
    bool IsCommon = T.Factor.isSame() && T.What->IsUniform;
    bool IsWhole =
        IsCommon && (T.Factor.same() * T.What->MultipleOf) % UnitBytes == 0;
    if (!IsWhole)
      Rest = P.add(Rest, P.mul(P.valueOf(T.What), Value(T.Factor)));
  }
  return Rest;
}

std::optional<Value> banklint::sourceOf(Pool &P, const AccessRecord &Record) {
  if (!isCopy(Record.Kind) || !Record.From || !Record.Active)
    return std::nullopt;
  Value Source = P.inLanes(*Record.From, Record.Active);
  if (Source.isVarying())
    return std::nullopt;
  // Through the cache, only the lanes' differences count.
  Source = withoutCommonUnits(
      P, Source, Record.Kind == RequestKind::CpAsync ? 1 : LineBytes);
  // Steps of a loop that differ in nothing else cost the same.
  unsigned First = unsigned(llvm::countr_zero(Record.Active));
  int64_t Lines = roundedDown(Source.constant()[First], LineBytes);
  return P.sub(Source, Value(Lines));
}

//===----------------------------------------------------------------------===//
// Unknowns
//===----------------------------------------------------------------------===//

/// What a unit of a symbol adds to the address of each lane. Nothing where it
/// is not that simple.
static const LaneNumbers *factorOf(const Variable &Symbol,
                                   const Value &Source) {
  const LaneNumbers *Factor = nullptr;
  for (const Term &T : Source.terms()) {
    if (T.What == &Symbol)
      Factor = &T.Factor;
    else if (T.What->Kind == Variable::Unresolved)
      return nullptr; // it may be made of the symbol
  }
  return Factor;
}

/// The numbers of a symbol that keep the lanes' pieces aligned are multiples of
/// this.
static int64_t alignedStep(const Variable &Symbol, const Value &Source,
                           const AccessRecord &Record) {
  const int64_t Least = std::max<int64_t>(Symbol.MultipleOf, 1);
  const LaneNumbers *Factor = factorOf(Symbol, Source);
  if (!Factor)
    return Least;
  unsigned First = unsigned(llvm::countr_zero(Record.Active));
  int64_t Step = Least;
  for (unsigned Lane = First; Lane != LaneCount; ++Lane)
    if (int64_t Apart = (*Factor)[Lane] - (*Factor)[First];
        Apart && (Record.Active >> Lane & 1))
      Step = std::lcm(Step, Record.BytesPerLane /
                                std::gcd(Apart, int64_t(Record.BytesPerLane)));
  return Step;
}

SmallVector<int64_t, 48> banklint::sourceNumbers(const Variable &Symbol,
                                                 const Value &Source,
                                                 const AccessRecord &Record) {
  SmallVector<int64_t, 48> Numbers;
  // Twice as many as bytes in a line: with half of them rows may lie in one
  // line, with the others they are longer.
  constexpr int64_t Span = 2 * int64_t(LineBytes);
  Range Bounds = Symbol.Bounds;
  if (Bounds.Min < 0)
    Bounds.Min = Symbol.Role == SymbolKind::Visited ? 0 : 1;
  if (!Symbol.Choices.empty() || Bounds.Max - Bounds.Min < Span)
    return Numbers;
  int64_t Step = alignedStep(Symbol, Source, Record);
  int64_t Count = Span;
  // What moves all lanes alike matters modulo a line.
  if (const LaneNumbers *Factor = factorOf(Symbol, Source);
      Factor && Factor->isSame())
    Count = LineBytes / std::gcd<int64_t>(LineBytes, Factor->same() * Step);
  else if (Symbol.Role == SymbolKind::Visited)
    return Numbers;
  else
    Count = std::max<int64_t>(Span / Step, 2);
  const int64_t FirstStep =
      Bounds.Min / Step + (Bounds.Min % Step != 0 ? 1 : 0);
  for (int64_t I = 0; I != Count; ++I)
    Numbers.push_back((FirstStep + I) * Step);
  return Numbers;
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

bool banklint::setSource(const LaneNumbers &Source, Request &R) {
  assert(R.ActiveMask && "some lane copies");
  const int64_t PieceBytes = R.BytesPerLane;
  assert(llvm::isPowerOf2_64(uint64_t(PieceBytes)) && "no rule for this width");
  unsigned First = unsigned(llvm::countr_zero(R.ActiveMask));
  int64_t Least = INT64_MAX, Most = INT64_MIN;
  for (unsigned Lane = First; Lane != LaneCount; ++Lane) {
    if (!(R.ActiveMask >> Lane & 1))
      continue;
    if ((Source[Lane] - Source[First]) & (PieceBytes - 1))
      return false;
    Least = std::min(Least, Source[Lane]);
    Most = std::max(Most, Source[Lane]);
  }
  // Where all lanes are off by the same bytes, the array begins there.
  Least -= Source[First] - roundedDown(Source[First], PieceBytes);
  const int64_t Base = roundedDown(Least, LineBytes);
  if (Most - Base > UINT32_MAX - LineBytes)
    return false;
  LaneBytes &From = R.FromBytes.emplace();
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    From[Lane] = R.ActiveMask >> Lane & 1
                     ? uint32_t(roundedDown(Source[Lane] - Base, PieceBytes))
                     : 0;
  return true;
}

SourcedCost banklint::costWithSource(const Request &R) {
  SourcedCost Result = {costOf(R)};
  Result.FewestWavefronts = Result.Cost.Wavefronts;
  if (R.Kind != RequestKind::CpAsyncBypass || !R.FromBytes)
    return Result;
  for (unsigned Start = R.BytesPerLane; Start < LineBytes;
       Start += R.BytesPerLane) {
    Request Moved = R;
    for (uint32_t &From : *Moved.FromBytes)
      From += Start;
    RequestCost Other = costOf(Moved);
    Result.FewestWavefronts =
        std::min(Result.FewestWavefronts, Other.Wavefronts);
    Result.DependsOnStart |= Other.Wavefronts != Result.Cost.Wavefronts ||
                             Other.IsExact != Result.Cost.IsExact;
  }
  return Result;
}

/// Lines side by side stay so: a source that begins elsewhere reads over their
/// border.
SourcedCosts::Places SourcedCosts::placesOf(const LaneBytes &Bytes,
                                            uint32_t Lanes) {
  SmallVector<uint32_t, LaneCount> Lines;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    if (Lanes >> Lane & 1)
      Lines.push_back(Bytes[Lane] / LineBytes);
  llvm::sort(Lines, std::less<>());
  Lines.erase(llvm::unique(Lines), Lines.end());
  SmallVector<uint32_t, LaneCount> Ranks;
  for (size_t I = 0; I != Lines.size(); ++I) {
    const bool IsBeside = I != 0 && Lines[I] == Lines[I - 1] + 1;
    Ranks.push_back(I == 0 ? 0 : Ranks.back() + (IsBeside ? 1 : 2));
  }
  Places Result = {};
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    if (Lanes >> Lane & 1) {
      const auto *const Line =
          llvm::lower_bound(Lines, Bytes[Lane] / LineBytes);
      Result[Lane] = uint16_t(Ranks[size_t(Line - Lines.begin())] * LineBytes +
                              Bytes[Lane] % LineBytes);
    }
  return Result;
}

SourcedCost SourcedCosts::of(const Request &R) {
  // What others cost is soon found.
  if (R.Kind != RequestKind::CpAsyncBypass || !R.FromBytes)
    return costWithSource(R);
  const auto [Place, IsNew] = Known.try_emplace(
      {placesOf(R.OffsetBytes, R.ActiveMask),
       placesOf(*R.FromBytes, R.ActiveMask), R.ActiveMask, R.ZeroFilledMask});
  if (IsNew)
    Place->second = costWithSource(R);
  return Place->second;
}
