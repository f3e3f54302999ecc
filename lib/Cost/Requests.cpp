//===- Requests.cpp - What the recorded accesses cost ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost/Requests.h"
#include "Bank/Gpu.h"
#include "Warp/Evaluation.h"
#include "Warp/Limits.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using llvm::ArrayRef;
using llvm::SmallVector;

/// The address in bytes from the start of shared memory.
static Value addressOf(Pool &P, const SharedAddress &Where) {
  Value Address = P.add(Where.WithinBytes, Value(Where.Array->PlacementBytes));
  for (auto [Index, Stride] : llvm::zip(Where.Index, Where.Array->StrideBytes))
    Address = P.add(Address, P.mul(Index, Value(Stride)));
  return Address;
}

/// Without what moves all lanes by the same whole words: that only turns the
/// banks around.
static Value withoutCommonWords(Pool &P, Value Address) {
  Value Rest = Address.constant();
  for (const Term &T : Address.terms()) {
    bool IsCommon = T.Factor.isSame() && T.What->IsUniform;
    bool IsWords =
        IsCommon && (T.Factor.same() * T.What->MultipleOf) % WordBytes == 0;
    if (!IsWords)
      Rest = P.add(Rest, P.mul(P.valueOf(T.What), Value(T.Factor)));
  }
  return Rest;
}

/// Lanes that are further apart cannot all be in the array.
static int64_t mostSpreadBytes(const SharedArray &Array) {
  return 2 * (Array.SizeBytes ? Array.SizeBytes : MultiprocessorSharedBytes);
}

/// The request for known addresses; false where they lie too far apart to be
/// in the array.
static bool makeRequest(const AccessRecord &Record, const LaneNumbers &Offsets,
                        Request &R) {
  R.Kind = Record.Kind;
  R.BytesPerLane = Record.BytesPerLane;
  R.Matrices = Record.Matrices;
  R.ActiveMask = Record.Active;
  int64_t Least = INT64_MAX, Most = INT64_MIN;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    if (Record.Active >> Lane & 1) {
      Least = std::min(Least, Offsets[Lane]);
      Most = std::max(Most, Offsets[Lane]);
    }
  if (Least > Most || Most - Least >= mostSpreadBytes(*Record.Where->Array))
    return false;
  int64_t Base = Least - (((Least % 128) + 128) % 128);
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    R.OffsetBytes[Lane] =
        Record.Active >> Lane & 1 ? uint32_t(Offsets[Lane] - Base) : 0;
  return true;
}

/// Whether lanes that run lie outside of the array, for offsets from its start:
/// then the numbers that led there do not come up. A guard may keep single
/// lanes from where they would go too far.
static bool isOutside(const AccessRecord &Record, const LaneNumbers &Offsets) {
  int64_t SizeBytes = Record.Where->Array->SizeBytes;
  LaneMask Outside = 0;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    if (Record.Active >> Lane & 1 &&
        (Offsets[Lane] < 0 || Offsets[Lane] >= SizeBytes))
      Outside |= LaneMask(1) << Lane;
  return Record.Confidence <= Certainty::Whole ? Outside != 0
                                               : Outside == Record.Active;
}

/// Whether every lane that is active gives an address of its own, into an array
/// of which the size is known. A swizzle leads nowhere else.
static bool hasBounds(const AccessRecord &Record) {
  return Record.Where && Record.Where->Array->SizeBytes &&
         !Record.Where->Array->IsSwizzled &&
         Record.Kind != RequestKind::LdMatrix &&
         Record.Kind != RequestKind::StMatrix;
}

bool banklint::leavesArray(Pool &P, const AccessRecord &Record,
                           ArrayRef<Assignment> Warps) {
  if (!hasBounds(Record) || Record.Confidence != Certainty::Exact)
    return false;
  Value Offset = P.sub(addressOf(P, *Record.Where),
                       Value(Record.Where->Array->PlacementBytes));
  Evaluation OffsetOf(Offset);
  return llvm::any_of(Warps, [&](const Assignment &Warp) {
    const LaneNumbers *Known = OffsetOf.of(Warp);
    return Known && isOutside(Record, *Known);
  });
}

namespace {
/// The mean cost over the warps and over what is visited in turn.
struct Case {
  double Wavefronts = 0, Ideal = 0, Worst = 1;
  double Fewest = 0, Most = 0;
  unsigned Count = 0;

  void add(const RequestCost &Cost) {
    Fewest = Count ? std::min(Fewest, double(Cost.Wavefronts))
                   : double(Cost.Wavefronts);
    Most = std::max(Most, double(Cost.Wavefronts));
    Wavefronts += Cost.Wavefronts;
    Ideal += Cost.Ideal;
    Worst = std::max(Worst, Cost.ways());
    ++Count;
  }
};
} // namespace

static CostEstimate notKnown(const AccessRecord &Record, const Reason &Why) {
  CostEstimate Result;
  Result.Why = Why;
  Result.Example.Kind = Record.Kind;
  Result.Example.BytesPerLane = Record.BytesPerLane;
  Result.Example.Matrices = Record.Matrices;
  return Result;
}

static CostEstimate certainCost(const Request &Asked, const RequestCost &Cost) {
  assert(Cost.Wavefronts >= Cost.Ideal && "no request is better than ideal");
  CostEstimate Result;
  Result.Confidence = CostEstimate::Certain;
  Result.Wavefronts = Result.Fewest = Result.Most = Cost.Wavefronts;
  Result.Ideal = Cost.Ideal;
  Result.Worst = Cost.ways();
  Result.Example = Asked;
  return Result;
}

static Reason reasonOf(const Value &Address, Pool &P) {
  Reason OfIndex = Address.reason();
  if (!OfIndex)
    return ReasonKind::UnknownIndex;
  ReasonFields Fields;
  Fields.Inner = OfIndex;
  return Reason(ReasonKind::VaryingIndex, Fields, P.storage());
}

/// Each lane's unknown part keeps it in its own bank: no two lanes can meet in
/// a bank, whatever the data is.
static bool staysApart(const Value &Address, const AccessRecord &Record) {
  if (Record.BytesPerLane > WordBytes)
    return false;
  for (const Term &T : Address.terms())
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      if ((T.Factor[Lane] * T.What->MultipleOf) % (WordBytes * BankCount) != 0)
        return false;
  uint32_t Seen = 0;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    if (!(Record.Active >> Lane & 1))
      continue;
    int64_t Byte = Address.constant()[Lane] % (WordBytes * BankCount);
    unsigned Bank = bankOf(uint64_t(Byte + WordBytes * BankCount));
    if (Seen >> Bank & 1)
      return false;
    Seen |= 1u << Bank;
  }
  return true;
}

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

//===----------------------------------------------------------------------===//
// Addresses with unknowns
//===----------------------------------------------------------------------===//

namespace {
/// Some symbols of an address, and the numbers that each is tried with.
struct TriedSymbols {
  SmallVector<const Variable *, 4> Which;
  SmallVector<SmallVector<int64_t, 48>, 4> Numbers;

  unsigned cases() const {
    uint64_t Cases = 1;
    for (const auto &Each : Numbers) // more are not told apart
      Cases = std::min<uint64_t>(Cases * Each.size(), limits::CostTrials + 1);
    return unsigned(Cases);
  }
  bool assign(unsigned Case, Assignment &To) const;
  void keepTelling(unsigned Most);
};

/// What an address costs, for the numbers that its unknowns can be. Over those
/// that are visited in turn the mean is taken; over the others all cases have
/// to agree.
class Trials {
public:
  Trials(Pool &P, const AccessRecord &Record, Value Address,
         ArrayRef<Assignment> Warps);

  CostEstimate run();

private:
  void listSymbols();
  uint64_t count() const {
    return uint64_t(Visited.cases()) * Unvisited.cases();
  }
  void limit();
  void tryCase(unsigned Which);
  std::optional<Request> requestFor(const Assignment &Numbers);
  CostEstimate sumUp() const;
  Reason reasonOf(unsigned Which) const;
  Reason limitReached() const;

  Pool &P;
  const AccessRecord &Record;
  Value Address;
  ArrayRef<Assignment> Warps;
  const Value Offset; ///< in its array
  TriedSymbols Visited, Unvisited;
  bool IsComplete = true; ///< there are no other numbers
  bool HasFewer = false;  ///< one unknown stands for several
  /// The first that has more numbers than are listed, although they have an
  /// end.
  const Variable *HalfListed = nullptr;
  bool IsSample = false; ///< that serves for an example alone
  bool IsTooMuch = false;
  /// Which lanes run, where that is known; else null.
  const Value *Condition = nullptr;
  bool MayLeave = false; ///< its array, for some numbers
  std::optional<Evaluation> AddressOf, OffsetOf, Holds;
  AccessRecord Here; ///< with the lanes that run in one case

  SmallVector<Case, 8> Cases;
  SmallVector<unsigned, 8> CaseNumbers;
  bool IsSurelyFree = true, HasFree = false, AllSurelyConflict = true;
  Request Example; ///< of the worst case
  double WorstWays = 1;
};
} // namespace

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
               ArrayRef<Assignment> Warps)
    : P(P), Record(Record), Address(Address), Warps(Warps),
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
  OffsetOf.emplace(Offset);
  if (Condition)
    Holds.emplace(*Condition);
}

void Trials::listSymbols() {
  SmallVector<const Variable *, 4> Symbols;
  P.symbols(Address, Symbols);
  Visited = Unvisited = {};
  HalfListed = nullptr;
  IsComplete = true;
  for (const Variable *Symbol : Symbols) {
    if (Symbol->Role == SymbolKind::WarpShift)
      continue;
    bool IsWhole = true, IsVisited = Symbol->Role == SymbolKind::Visited;
    TriedSymbols &Tried = IsVisited ? Visited : Unvisited;
    Tried.Numbers.push_back(candidates(*Symbol, IsWhole));
    Tried.Which.push_back(Symbol);
    IsComplete &= IsWhole && IsVisited;
    if (!HalfListed && !IsWhole && Symbol->Choices.empty() &&
        Symbol->Bounds.Min != INT64_MIN && Symbol->Bounds.Max != INT64_MAX)
      HalfListed = Symbol;
  }
}

/// Where all cannot be tried, each sum of unknowns that lanes share becomes
/// one; where that is not enough, few numbers look for an example.
void Trials::limit() {
  if (count() <= limits::CostTrials)
    return;
  HasFewer = true;
  Address = P.withFewerUnknowns(Address);
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
  return Asked;
}

void Trials::tryCase(unsigned Which) {
  static const Assignment NoWarp;
  Case One, Sure;
  const unsigned Visits = Visited.cases();
  for (unsigned Visit = 0; Visit != Visits; ++Visit)
    for (const Assignment &Warp : Warps.empty() ? ArrayRef(NoWarp) : Warps) {
      Assignment Numbers = Warp;
      Unvisited.assign(Which, Numbers);
      bool IsSure = Visited.assign(Visit, Numbers);
      std::optional<Request> Asked = requestFor(Numbers);
      if (!Asked)
        continue;
      RequestCost Cost = costOf(*Asked);
      bool IsNewWorst = Cost.ways() > One.Worst || One.Count == 0;
      if (IsNewWorst && (Cases.empty() || Cost.ways() > WorstWays)) {
        Example = *Asked;
        WorstWays = Cost.ways();
      }
      One.add(Cost);
      if (IsSure)
        Sure.add(Cost);
    }
  if (!One.Count)
    return;
  IsSurelyFree &= One.Wavefronts == One.Ideal;
  HasFree |= One.Wavefronts == One.Ideal;
  AllSurelyConflict &= Sure.Wavefronts > Sure.Ideal;
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
  Result.IsExact = IsComplete;
  Result.Limit = limitReached();
  Result.Wavefronts = Least->Wavefronts / Least->Count;
  Result.Ideal = Least->Ideal / Least->Count;
  if (Condition)
    Result.Share =
        double(Least->Count) /
        (double(Visited.cases()) * double(std::max<size_t>(Warps.size(), 1)));
  Result.Worst = Least->Worst;
  Result.Fewest = Least->Fewest;
  Result.Most = Least->Most;
  // A loop that doubles has as many iterations as its bound allows.
  Result.IsMeanKnown = llvm::all_of(Visited.Which, [](const Variable *Symbol) {
    return Symbol->Choices.empty();
  });
  Result.Confidence = CostEstimate::Certain;
  if (IsSample && IsSurelyFree) {
    Result.Confidence = CostEstimate::NotKnown;
    Result.Why = ReasonKind::TooManyUnknowns;
  } else if (IsSample || (!IsSurelyFree && !AllSurelyConflict)) {
    Result.Confidence = CostEstimate::Depends;
    Result.Worst = Most->Worst;
    Result.Why = reasonOf(CaseNumbers[Most - Cases.begin()]);
  }
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
  return Cases.empty() ? notKnown(Record, ReasonKind::OutsideArray) : sumUp();
}

CostEstimate banklint::estimateCost(Pool &P, const AccessRecord &Record,
                                    ArrayRef<Assignment> Warps) {
  assert(Record.Active && "a request has lanes");
  if (!Record.Where)
    return notKnown(Record, Record.Why);
  CostEstimate Result = notKnown(Record, {});
  if (!hasRule(Result.Example))
    return notKnown(Record,
                    P.reason(ReasonKind::UnmeasuredWidth, Record.BytesPerLane));
  Value Address = withoutCommonWords(P, addressOf(P, *Record.Where));
  if (Address.isVarying()) {
    if (!staysApart(Address, Record))
      return notKnown(Record, reasonOf(Address, P));
    Result.Example.ActiveMask = Record.Active;
    return certainCost(Result.Example, {1, 1});
  }
  if (!Address.isKnown())
    return Trials(P, Record, Address, Warps).run();
  if (!makeRequest(Record, Address.constant(), Result.Example))
    return notKnown(Record, ReasonKind::OutsideArray);
  return certainCost(Result.Example, costOf(Result.Example));
}

/// Whether some value of an unknown leads outside of the array: it is left out,
/// and where it does depends on the offset.
bool CostEstimator::mayLeaveArray(const MachineRequest &Request,
                                  const ShapedPlace &Place, uint32_t Shape) {
  const AccessRecord &Record = *Request.Standing;
  if (!hasBounds(Record) || Shapes[Shape].Terms.empty())
    return false;
  std::optional<Range> &Known = ByShape[Shape].FromOffset;
  if (!Known) {
    Value Rest =
        P.sub(addressOf(P, *Record.Where),
              Value(Record.Where->Array->PlacementBytes + Place.OffsetBytes));
    Known = P.range(Rest);
  }
  int64_t OffsetBytes = Place.OffsetBytes + Request.MovedBytes;
  int64_t SizeBytes = Record.Where->Array->SizeBytes;
  return Known->Min < -OffsetBytes || Known->Max >= SizeBytes - OffsetBytes;
}

const CostEstimate &CostEstimator::of(const MachineRequest &Request) {
  assert(Request.Standing && Request.BytesPerLane > 0 &&
         "a request asks for something");
  const AccessRecord &Record = *Request.Standing;
  if (!Record.Where)
    return Unplaced = estimateCost(P, Record, Warps);
  ShapedPlace Place = Request.Place
                          ? *Request.Place
                          : Shapes.placeOf(*Record.Where, Record.Active, {});
  const SharedArray &Array = *Record.Where->Array;
  uint64_t ByteInWord =
      uint64_t(Place.OffsetBytes + Request.MovedBytes + Array.PlacementBytes) %
      WordBytes;
  // All that the size of the array matters for.
  int64_t Room = mostSpreadBytes(Array);
  uint32_t Shape = Shapes[Place.Shape].WithoutLaunch.value_or(Place.Shape);
  if (std::optional<int64_t> Spread = Shapes[Shape].SpreadBytes)
    Room = *Spread < Room;
  if (ByShape.size() <= Shape)
    ByShape.resize(Shape + 1);
  uint64_t Bounds = 0;
  if (mayLeaveArray(Request, Place, Shape))
    Bounds = uint64_t(Place.OffsetBytes + Request.MovedBytes) << 1 | 1;
  std::array<uint64_t, 5> Key = {
      uint64_t(Record.Active) << 32 | Request.BytesPerLane,
      ByteInWord << 48 | uint64_t(Record.Confidence) << 40 |
          uint64_t(Record.Kind) << 32 | Record.Matrices,
      uint64_t(Room), Bounds, reinterpret_cast<uintptr_t>(Record.Condition)};
  auto &Alike = ByShape[Shape].Alike;
  auto *Found =
      llvm::find_if(Alike, [&](const Costed &C) { return C.Key == Key; });
  if (Found == Alike.end())
    Found = &Alike.emplace_back(Costed{
        Key, &Costs.emplace_back(estimateCost(P, Request.record(P), Warps))});
  return *Found->Cost;
}
