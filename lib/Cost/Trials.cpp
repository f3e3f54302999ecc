//===- Trials.cpp - A cost for each number of its unknowns ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trials.h"
#include "Placement.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace banklint;
using llvm::ArrayRef;
using llvm::SmallVector;

/// Which lanes run, where numbers for these symbols tell; else null.
static const Value *settledBy(const Pool &P, const Value *Condition,
                              ArrayRef<const Variable *> Visited) {
  SmallVector<const Variable *, 4> Symbols;
  if (Condition)
    P.symbols(*Condition, Symbols);
  return llvm::all_of(Symbols,
                      [&](const Variable *A) {
                        return A->Role == SymbolKind::WarpShift ||
                               llvm::is_contained(Visited, A);
                      })
             ? Condition
             : nullptr;
}

/// The lanes in which a condition holds.
static LaneMask lanesOf(const LaneNumbers &Condition) {
  LaneMask Mask = 0;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    Mask |= LaneMask(Condition[Lane] != 0) << Lane;
  return Mask;
}

/// Whether one of these numbers is certain to come up.
bool TriedSymbols::assign(unsigned Case, Assignment &To) const {
  assert(Case < cases() && "there are so many cases");
  bool IsSure = true;
  for (auto [Symbol, Choices] : llvm::zip_equal(Which, Numbers)) {
    unsigned Choice = Case % Choices.size();
    bool IsWhole = Symbol->Choices.empty() && Symbol->Bounds.Max != INT64_MAX;
    IsSure &= IsWhole || Choice < Symbol->SureChoices;
    To[Symbol] = Choices[Choice];
    Case /= Choices.size();
  }
  return IsSure;
}

/// Of the numbers that `candidates` gives for a wide range the most telling.
void TriedSymbols::keepTelling(unsigned Most) {
  constexpr unsigned Telling[limits::SampleNumbers] = {1, 32, 33, 2,
                                                       0, 8,  37, 3};
  for (auto &Each : Numbers) {
    SmallVector<int64_t, 48> Kept;
    for (unsigned Place : ArrayRef(Telling).take_front(Most))
      if (Place < Each.size())
        Kept.push_back(Each[Place]);
    Each = std::move(Kept);
  }
}

Trials::Trials(Pool &P, const AccessRecord &Record, Value Address,
               std::optional<Value> Source, ArrayRef<Assignment> Warps)
    : P(P), Record(Record), Address(Address), Source(Source), Warps(Warps),
      Offset(P.sub(addressOf(P, *Record.Where),
                   Value(Record.Where->Array->PlacementBytes))),
      Here(Record) {
  listSymbols();
  limit();
  if (IsTooMuch)
    return;
  Range Reach = P.range(Offset);
  MayLeave = hasBounds(Record) && !HasFewer &&
             (Reach.Min < 0 || Reach.Max >= Record.Where->Array->SizeBytes);
  Condition = settledBy(P, Record.Condition, Visited.Which);
  AddressOf.emplace(this->Address);
  if (this->Source)
    SourceOf.emplace(*this->Source);
  OffsetOf.emplace(Offset);
  if (Condition)
    Holds.emplace(*Condition);
  groupWarps();
}

/// Warps are alike where what tells them apart is in nothing that is tried.
void Trials::groupWarps() {
  SmallVector<const Variable *, 4> Symbols;
  P.symbols(Address, Symbols);
  if (Source)
    P.symbols(*Source, Symbols);
  if (Condition)
    P.symbols(*Condition, Symbols);
  if (MayLeave)
    P.symbols(Offset, Symbols);
  llvm::erase_if(Symbols, [](const Variable *Symbol) {
    return Symbol->Role != SymbolKind::WarpShift;
  });
  std::map<SmallVector<int64_t, 3>, unsigned> First;
  for (const auto &[Number, Warp] : llvm::enumerate(Warps)) {
    SmallVector<int64_t, 3> Shifts;
    for (const Variable *Symbol : Symbols)
      Shifts.push_back(Warp.lookup(Symbol));
    AlikeTo.push_back(First.try_emplace(Shifts, Number).first->second);
  }
}

void Trials::list(const Variable &Symbol, bool IsOfAddress) {
  bool IsWhole = true, IsVisited = Symbol.Role == SymbolKind::Visited;
  TriedSymbols &Tried = IsVisited ? Visited : Unvisited;
  SmallVector<int64_t, 48> Numbers;
  if (Source)
    Numbers = sourceNumbers(Symbol, *Source, Record);
  const bool IsOfSource = !Numbers.empty();
  if (!IsOfSource || IsOfAddress)
    for (int64_t Number : candidates(Symbol, IsWhole))
      if (!llvm::is_contained(Numbers, Number))
        Numbers.push_back(Number);
  Tried.Numbers.push_back(std::move(Numbers));
  Tried.Which.push_back(&Symbol);
  IsComplete &= IsWhole && !IsOfSource && IsVisited;
  if (!HalfListed && !IsWhole && Symbol.Choices.empty() &&
      Symbol.Bounds.Min != INT64_MIN && Symbol.Bounds.Max != INT64_MAX)
    HalfListed = &Symbol;
}

void Trials::listSymbols() {
  SmallVector<const Variable *, 4> OfAddress, All;
  P.symbols(Address, OfAddress);
  All = OfAddress;
  if (Source) {
    SmallVector<const Variable *, 4> OfSource;
    P.symbols(*Source, OfSource);
    for (const Variable *Symbol : OfSource)
      if (!llvm::is_contained(All, Symbol))
        All.push_back(Symbol);
  }
  Visited = Unvisited = {};
  HalfListed = nullptr;
  IsComplete = true;
  for (const Variable *Symbol : All)
    if (Symbol->Role != SymbolKind::WarpShift)
      list(*Symbol, llvm::is_contained(OfAddress, Symbol));
}

/// Where all cannot be tried, each sum of unknowns that lanes share becomes
/// one; where that is not enough, few numbers look for an example.
void Trials::limit() {
  if (count() <= limits::CostTrials)
    return;
  HasFewer = true;
  Address = P.withFewerUnknowns(Address);
  if (Source)
    Source = P.withFewerUnknowns(*Source);
  listSymbols();
  if (count() <= limits::CostTrials)
    return;
  IsSample = true;
  IsComplete = false;
  const unsigned Most = Visited.Which.size() + Unvisited.Which.size() > 2
                            ? limits::SampleNumbersOfMany
                            : limits::SampleNumbers;
  Visited.keepTelling(Most);
  Unvisited.keepTelling(Most);
  IsTooMuch = count() > limits::SampleTrials;
  if (!Warps.empty())
    Warps = Warps.take_front(); // for an example one will do
}

/// Nothing where these numbers do not come up.
std::optional<Request> Trials::requestFor(const Assignment &Numbers) {
  ++Made;
  if (const LaneNumbers *Run = Holds ? Holds->of(Numbers) : nullptr)
    Here.Active = Record.Active & lanesOf(*Run);
  const LaneNumbers *Known = AddressOf->of(Numbers);
  Request Asked;
  if (!Known || !makeRequest(Here, *Known, Asked))
    return std::nullopt;
  if (MayLeave)
    if (const LaneNumbers *At = OffsetOf->of(Numbers);
        At && isOutside(Here, *At))
      return std::nullopt;
  if (SourceOf && Asked.ActiveMask) {
    const LaneNumbers *From = SourceOf->of(Numbers);
    if (!From || !setSource(*From, Asked))
      return std::nullopt;
  }
  return Asked;
}

void Trials::tryCase(unsigned Which) {
  static const Assignment NoWarp;
  Case One, Sure;
  double SureFewest = 0; ///< wherever a source begins
  const unsigned Visits = Visited.cases();
  const ArrayRef<Assignment> Tried = Warps.empty() ? ArrayRef(NoWarp) : Warps;
  SmallVector<std::optional<SourcedCost>, 32> Known(Tried.size());
  for (unsigned Visit = 0; Visit != Visits; ++Visit)
    for (size_t Warp = 0; Warp != Tried.size(); ++Warp) {
      Assignment Numbers = Tried[Warp];
      Unvisited.assign(Which, Numbers);
      bool IsSure = Visited.assign(Visit, Numbers);
      if (!Warps.empty() && AlikeTo[Warp] != Warp) {
        Known[Warp] = Known[AlikeTo[Warp]];
      } else if (std::optional<Request> Asked = requestFor(Numbers)) {
        Known[Warp] = Costs.of(*Asked);
        const RequestCost &Cost = Known[Warp]->Cost;
        const std::pair Ways(Cost.waysOfLayout(), Cost.ways());
        const bool IsNewWorst =
            Ways > std::pair(One.WorstOfLayout, One.Worst) || One.Count == 0;
        if (IsNewWorst && (Cases.empty() || Ways > WorstWays)) {
          Example = *Asked;
          WorstWays = Ways;
        }
      } else {
        Known[Warp].reset();
      }
      if (!Known[Warp])
        continue;
      const auto &[Cost, Fewest, IsOfStart] = *Known[Warp];
      DependsOnStart |= IsOfStart;
      One.add(Cost);
      if (!IsSure)
        continue;
      Sure.add(Cost);
      SureFewest += Fewest;
    }
  if (!One.Count)
    return;
  IsSurelyFree &= One.Wavefronts == One.Ideal;
  HasFree |= One.Wavefronts == One.Ideal;
  const bool HasExcess = Sure.Wavefronts > Sure.Ideal;
  AllSurelyConflict &= HasExcess;
  HasFreeStart |= HasExcess && SureFewest <= Sure.Ideal;
  Cases.push_back(One);
  CaseNumbers.push_back(Which);
}

/// Why the cost depends, where this case conflicts.
Reason Trials::reasonOf(unsigned Which) const {
  if (Unvisited.Which.empty())
    return ReasonKind::SomeIterations;
  Assignment Shown;
  Unvisited.assign(Which, Shown);
  SmallVector<ReasonValue, 4> Values;
  for (const Variable *Symbol : Unvisited.Which)
    Values.push_back({Symbol->Why, Shown[Symbol]});
  ReasonFields Fields;
  Fields.Values = Values;
  return Reason(ReasonKind::SomeValues, Fields, P.storage());
}

/// The limit that has left numbers untried.
Reason Trials::limitReached() const {
  if (HasFewer)
    return P.reason(ReasonKind::SharedUnknowns, limits::CostTrials);
  if (!HalfListed)
    return {};
  ReasonFields Fields;
  Fields.Inner = HalfListed->Why;
  return Reason(ReasonKind::ManyNumbers, Fields, P.storage());
}

/// Whether the rules say all that each request takes.
bool Trials::isMeasured() const {
  return llvm::all_of(Cases, [](const Case &C) { return C.IsExact; });
}

/// Of several cases, any layout takes what it does in the cheapest. Where
/// another layout helps in some and not in others, it may take all away.
void Trials::boundLayouts(CostEstimate &Result) const {
  bool IsOfLayout = false, IsOfLines = false;
  double Fewest = Result.InAnyLayout;
  for (const Case &C : Cases) {
    Fewest = std::min(Fewest, C.InAnyLayout / C.Count);
    if (C.Wavefronts > C.Ideal)
      (C.WorstOfLayout > 1 ? IsOfLayout : IsOfLines) = true;
  }
  if (!IsOfLayout)
    return;
  if (IsOfLines)
    Fewest = 0;
  if (Fewest >= Result.InAnyLayout)
    return;
  Result.InAnyLayout = std::max(Fewest, Result.Ideal);
  Result.WorstOfLayout = Result.Worst * Result.Ideal / Result.InAnyLayout;
}

/// How certain what was found is.
void Trials::judge(CostEstimate &Result, const Case &Most) const {
  const bool IsMeasured = isMeasured();
  const bool IsOpen = !IsMeasured && isCopy(Record.Kind);
  assert((!IsOpen || !Source) && "both sides tell what a copy takes");
  auto DependsOn = [&](const Reason &Why) {
    Result.Confidence = CostEstimate::Depends;
    Result.Worst = Most.Worst;
    Result.WorstOfLayout = Most.WorstOfLayout;
    Result.Why = Why;
  };
  Result.Confidence = CostEstimate::Certain;
  if (IsSample && IsSurelyFree) {
    Result.Confidence = CostEstimate::NotKnown;
    Result.Why = ReasonKind::TooManyUnknowns;
  } else if (IsSample || (!IsSurelyFree && !AllSurelyConflict)) {
    DependsOn(reasonOf(CaseNumbers[&Most - Cases.begin()]));
  } else if (IsSurelyFree && IsOpen) {
    DependsOn(ReasonKind::UnknownCopySource);
  } else if (!IsSurelyFree && HasFreeStart) {
    DependsOn(ReasonKind::AlignedCopySource);
  }
  Result.IsLeast = IsOpen;
  Result.IsExact = IsComplete && IsMeasured && !DependsOnStart;
  Result.Limit = limitReached();
  if (!Result.Limit && !IsMeasured)
    Result.Limit =
        IsOpen ? ReasonKind::UnknownCopySource : ReasonKind::GenericPairs;
  if (!Result.Limit && DependsOnStart)
    Result.Limit = ReasonKind::CopySourceAlignment;
}

CostEstimate Trials::sumUp() const {
  assert(!Cases.empty() && "some numbers come up");
  CostEstimate Result;
  Result.Example = Example;
  auto Excess = [](const Case &C) {
    return (C.Wavefronts - C.Ideal) / C.Count;
  };
  auto [Least, Most] = std::minmax_element(
      Cases.begin(), Cases.end(),
      [&](const Case &A, const Case &B) { return Excess(A) < Excess(B); });
  Result.Wavefronts = Least->Wavefronts / Least->Count;
  Result.Ideal = Least->Ideal / Least->Count;
  Result.InAnyLayout = Least->InAnyLayout / Least->Count;
  if (Condition)
    Result.Share =
        double(Least->Count) /
        (double(Visited.cases()) * double(std::max<size_t>(Warps.size(), 1)));
  Result.Worst = Least->Worst;
  Result.WorstOfLayout = Least->WorstOfLayout;
  Result.Fewest = Least->Fewest;
  Result.Most = Least->Most;
  // A loop that doubles has as many iterations as its bound allows.
  Result.IsMeanKnown = llvm::all_of(Visited.Which, [](const Variable *Symbol) {
    return Symbol->Choices.empty();
  });
  judge(Result, *Most);
  boundLayouts(Result);
  return Result;
}

CostEstimate Trials::run() {
  if (IsTooMuch)
    return notKnown(Record, ReasonKind::TooManyUnknowns);
  const unsigned CaseCount = Unvisited.cases();
  for (unsigned Which = 0; Which != CaseCount; ++Which) {
    tryCase(Which);
    if (IsSample && HasFree && !IsSurelyFree)
      break; // an example of either is all that is looked for
  }
  CostEstimate Result =
      Cases.empty() ? notKnown(Record, ReasonKind::OutsideArray) : sumUp();
  Result.Tried = Made;
  return Result;
}
