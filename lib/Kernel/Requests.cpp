//===- Requests.cpp - What the recorded accesses cost ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Requests.h"
#include "Warp/Evaluation.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using llvm::ArrayRef;
using llvm::SmallVector;

static_assert(LaneCount == WarpLanes,
              "the model and the values agree on warps");

/// The address in bytes from the start of shared memory.
static Value addressOf(Pool &P, const Pointer &Where) {
  Value Address = P.add(Where.WithinBytes, Value(Where.Base->PlacementBytes));
  for (auto [Index, Stride] : llvm::zip(Where.Index, Where.Base->StrideBytes))
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

/// What a block can have of shared memory on any architecture up to sm_120
/// (CUDA C++ Programming Guide, "Compute Capabilities": 227 KB and 1 KB).
static constexpr int64_t MaxSharedBytes = 228 * 1024;

/// Lanes that are further apart cannot all be in the array.
static int64_t mostSpreadBytes(const Object &Array) {
  return 2 * (Array.SizeBytes ? Array.SizeBytes : MaxSharedBytes);
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
  for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
    if (Record.Active >> Lane & 1) {
      Least = std::min(Least, Offsets[Lane]);
      Most = std::max(Most, Offsets[Lane]);
    }
  if (Least > Most || Most - Least >= mostSpreadBytes(*Record.Where->Base))
    return false;
  int64_t Base = Least - (((Least % 128) + 128) % 128);
  for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
    R.OffsetBytes[Lane] =
        Record.Active >> Lane & 1 ? uint32_t(Offsets[Lane] - Base) : 0;
  return true;
}

/// Whether lanes that run lie outside of the array, for offsets from its start:
/// then the numbers that led there do not come up. A guard may keep single
/// lanes from where they would go too far.
static bool isOutside(const AccessRecord &Record, const LaneNumbers &Offsets) {
  int64_t SizeBytes = Record.Where->Base->SizeBytes;
  LaneMask Outside = 0;
  for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
    if (Record.Active >> Lane & 1 &&
        (Offsets[Lane] < 0 || Offsets[Lane] >= SizeBytes))
      Outside |= LaneMask(1) << Lane;
  return Record.How <= Certainty::Whole ? Outside != 0
                                        : Outside == Record.Active;
}

/// Whether every lane that is active gives an address of its own, into an array
/// of which the size is known. A swizzle leads nowhere else.
static bool hasBounds(const AccessRecord &Record) {
  return Record.Where && Record.Where->Base->SizeBytes &&
         !Record.Where->Base->IsSwizzled &&
         Record.Kind != RequestKind::LdMatrix &&
         Record.Kind != RequestKind::StMatrix;
}

bool banklint::leavesArray(Pool &P, const AccessRecord &Record,
                           ArrayRef<Assignment> Warps) {
  if (!hasBounds(Record) || Record.How != Certainty::Exact)
    return false;
  Value Offset = P.sub(addressOf(P, *Record.Where),
                       Value(Record.Where->Base->PlacementBytes));
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

static std::string notKnown(const Value &Address) {
  llvm::StringRef Reason = Address.reason();
  return Reason.empty() ? "the index is not known" : "index " + Reason.str();
}

/// Each lane's unknown part keeps it in its own bank: no two lanes can meet in
/// a bank, whatever the data is.
static bool staysApart(const Value &Address, const AccessRecord &Record) {
  if (Record.BytesPerLane > WordBytes)
    return false;
  for (const Term &T : Address.terms())
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
      if ((T.Factor[Lane] * T.What->MultipleOf) % (WordBytes * BankCount) != 0)
        return false;
  uint32_t Seen = 0;
  for (unsigned Lane = 0; Lane != WarpLanes; ++Lane) {
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

namespace {
using TriedNumbers = SmallVector<SmallVector<int64_t, 48>, 4>;

/// The symbols of an address, and the numbers to try for each.
struct Trials {
  SmallVector<const Atom *, 4> Visited, Open;
  TriedNumbers VisitedNumbers, OpenNumbers;
  bool IsComplete = true; ///< there are no other numbers

  static uint64_t count(const TriedNumbers &Numbers) {
    uint64_t Cases = 1;
    for (const auto &Each : Numbers)
      Cases = std::min<uint64_t>(Cases * Each.size(), 1 << 20);
    return Cases;
  }
  uint64_t count() const { return count(VisitedNumbers) * count(OpenNumbers); }
  void thinOut();
};
} // namespace

static Trials trialsFor(const Pool &P, const Value &Address) {
  SmallVector<const Atom *, 4> Symbols;
  P.symbols(Address, Symbols);
  Trials T;
  for (const Atom *Symbol : Symbols) {
    if (Symbol->Role == SymbolKind::WarpShift)
      continue;
    bool IsWhole = true, IsVisited = Symbol->Role == SymbolKind::Visited;
    (IsVisited ? T.VisitedNumbers : T.OpenNumbers)
        .push_back(candidates(*Symbol, IsWhole));
    (IsVisited ? T.Visited : T.Open).push_back(Symbol);
    T.IsComplete &= IsWhole && IsVisited;
  }
  return T;
}

/// Keeps so few numbers of each symbol that two or three can be tried together:
/// of those that `candidates` gives for a wide range the most telling.
void Trials::thinOut() {
  constexpr unsigned Telling[] = {1, 32, 33, 2, 0, 8, 37, 3};
  size_t Most = Visited.size() + Open.size() > 2 ? 4 : std::size(Telling);
  for (TriedNumbers *Of : {&VisitedNumbers, &OpenNumbers})
    for (auto &Numbers : *Of) {
      SmallVector<int64_t, 48> Kept;
      for (unsigned Place : llvm::ArrayRef(Telling).take_front(Most))
        if (Place < Numbers.size())
          Kept.push_back(Numbers[Place]);
      Numbers = std::move(Kept);
    }
  IsComplete = false;
}

CostEstimate banklint::estimateCost(Pool &P, const AccessRecord &Record,
                                    ArrayRef<Assignment> Warps) {
  CostEstimate Result;
  if (!Record.Where) {
    Result.Reason = Record.Reason.str();
    return Result;
  }
  Value Address = withoutCommonWords(P, addressOf(P, *Record.Where));
  Result.Example.Kind = Record.Kind;
  Result.Example.BytesPerLane = Record.BytesPerLane;
  Result.Example.Matrices = Record.Matrices;
  if (!hasRule(Result.Example)) {
    Result.Reason = "no measured rule for accesses of " +
                    std::to_string(Record.BytesPerLane) + " bytes";
    return Result;
  }
  if (Address.isVarying()) {
    if (staysApart(Address, Record)) {
      Result.How = CostEstimate::Certain;
      Result.Wavefronts = Result.Ideal = 1;
      Result.Fewest = Result.Most = 1;
      Result.Example.ActiveMask = Record.Active;
      return Result;
    }
    Result.Reason = notKnown(Address);
    return Result;
  }
  if (Address.isKnown()) {
    if (!makeRequest(Record, Address.constant(), Result.Example)) {
      Result.Reason = "the address lies outside the array";
      return Result;
    }
    RequestCost Cost = costOf(Result.Example);
    Result.How = CostEstimate::Certain;
    Result.Wavefronts = Result.Fewest = Result.Most = Cost.Wavefronts;
    Result.Ideal = Cost.Ideal;
    Result.Worst = Cost.ways();
    return Result;
  }

  // Try what the unknowns can be. Over those that are visited in turn the mean
  // is taken; over the others all cases have to agree.
  constexpr unsigned MaxCases = 600, MaxSamples = 64;
  Trials Tried = trialsFor(P, Address);
  bool HasFewer = Tried.count() > MaxCases;
  if (HasFewer) {
    Address = P.withFewerUnknowns(Address);
    Tried = trialsFor(P, Address);
  }
  bool IsSample = Tried.count() > MaxCases;
  if (IsSample)
    Tried.thinOut();
  if (IsSample && Tried.count() > MaxSamples) {
    Result.Reason = "the index depends on too many unknowns";
    return Result;
  }
  auto &[Visited, Open, VisitedNumbers, OpenNumbers, IsComplete] = Tried;
  const unsigned OpenCases = unsigned(Trials::count(OpenNumbers));
  const unsigned Visits = unsigned(Trials::count(VisitedNumbers));
  // For an example one warp will do.
  if (IsSample && !Warps.empty())
    Warps = Warps.take_front();
  auto Assign = [](Assignment &To, ArrayRef<const Atom *> Which,
                   ArrayRef<SmallVector<int64_t, 48>> Numbers,
                   unsigned Number) {
    bool IsSure = true;
    for (auto [Symbol, Choices] : llvm::zip(Which, Numbers)) {
      unsigned Choice = Number % Choices.size();
      bool IsWhole = Symbol->Choices.empty() && Symbol->Bounds.Max != INT64_MAX;
      IsSure &= IsWhole || Choice < Symbol->SureChoices;
      To[Symbol] = Choices[Choice];
      Number /= Choices.size();
    }
    return IsSure;
  };
  Value Offset = P.sub(addressOf(P, *Record.Where),
                       Value(Record.Where->Base->PlacementBytes));
  Range Reach = P.range(Offset);
  bool MayLeave = hasBounds(Record) && !HasFewer &&
                  (Reach.Min < 0 || Reach.Max >= Record.Where->Base->SizeBytes);
  Evaluation AddressOf(Address), OffsetOf(Offset);
  SmallVector<Assignment, 1> NoWarps(1);
  SmallVector<Case, 8> Cases;
  SmallVector<unsigned, 8> CaseNumbers;
  bool IsSurelyFree = true, HasFree = false;
  bool AllSurelyConflict = true;
  for (unsigned I = 0; I != OpenCases; ++I) {
    Case One, Sure;
    for (unsigned J = 0; J != Visits; ++J)
      for (const Assignment &Warp : Warps.empty() ? ArrayRef(NoWarps) : Warps) {
        Assignment Numbers = Warp;
        Assign(Numbers, Open, OpenNumbers, I);
        bool IsSure = Assign(Numbers, Visited, VisitedNumbers, J);
        const LaneNumbers *Known = AddressOf.of(Numbers);
        Request R;
        if (!Known || !makeRequest(Record, *Known, R))
          continue;
        if (MayLeave)
          if (const LaneNumbers *At = OffsetOf.of(Numbers);
              At && isOutside(Record, *At))
            continue;
        RequestCost Cost = costOf(R);
        bool IsNewWorst = Cost.ways() > One.Worst || One.Count == 0;
        if (IsNewWorst && (Cases.empty() || Cost.ways() > Result.Worst)) {
          Result.Example = R;
          Result.Worst = Cost.ways();
        }
        One.add(Cost);
        if (IsSure)
          Sure.add(Cost);
      }
    if (!One.Count)
      continue;
    IsSurelyFree &= One.Wavefronts == One.Ideal;
    AllSurelyConflict &= Sure.Wavefronts > Sure.Ideal;
    Cases.push_back(One);
    CaseNumbers.push_back(I);
    HasFree |= One.Wavefronts == One.Ideal;
    if (IsSample && HasFree && !IsSurelyFree)
      break; // an example of either is all that is looked for
  }
  if (Cases.empty()) {
    Result.Reason = "the address lies outside the array";
    return Result;
  }
  auto Excess = [](const Case &C) {
    return (C.Wavefronts - C.Ideal) / C.Count;
  };
  auto [Least, Most] = std::minmax_element(
      Cases.begin(), Cases.end(),
      [&](const Case &A, const Case &B) { return Excess(A) < Excess(B); });
  Result.IsExact = IsComplete;
  Result.Wavefronts = Least->Wavefronts / Least->Count;
  Result.Ideal = Least->Ideal / Least->Count;
  Result.Worst = Least->Worst;
  Result.Fewest = Least->Fewest;
  Result.Most = Least->Most;
  // A loop that doubles has as many rounds as its bound allows.
  Result.IsMeanKnown = llvm::all_of(
      Visited, [](const Atom *Symbol) { return Symbol->Choices.empty(); });
  Result.How = CostEstimate::Certain;
  if (IsSample && IsSurelyFree) {
    Result.How = CostEstimate::NotKnown;
    Result.Reason = "the index depends on too many unknowns";
  } else if (IsSample || (!IsSurelyFree && !AllSurelyConflict)) {
    Result.How = CostEstimate::Depends;
    Result.Worst = Most->Worst;
    Assignment Shown;
    Assign(Shown, Open, OpenNumbers, CaseNumbers[Most - Cases.begin()]);
    std::string Values;
    for (const Atom *Symbol : Open)
      Values += (Values.empty() ? "" : ", ") + Symbol->Text.str() + " = " +
                std::to_string(Shown[Symbol]);
    Result.Reason = Values.empty()
                        ? "conflicts in some rounds of a loop, if it gets there"
                        : "conflicts for some values, as with " + Values;
  }
  return Result;
}

/// Whether some value of an unknown leads outside of the array: it is left out,
/// and where it does depends on the offset.
bool RequestCosts::mayLeaveArray(const MachineRequest &Request,
                                 const ShapedPlace &Place, uint32_t Shape) {
  const AccessRecord &Record = *Request.Standing;
  if (!hasBounds(Record) || Shapes[Shape].Terms.empty())
    return false;
  std::optional<Range> &Known = ByShape[Shape].FromOffset;
  if (!Known) {
    Value Rest =
        P.sub(addressOf(P, *Record.Where),
              Value(Record.Where->Base->PlacementBytes + Place.OffsetBytes));
    Known = P.range(Rest);
  }
  int64_t OffsetBytes = Place.OffsetBytes + Request.MovedBytes;
  int64_t SizeBytes = Record.Where->Base->SizeBytes;
  return Known->Min < -OffsetBytes || Known->Max >= SizeBytes - OffsetBytes;
}

const CostEstimate &RequestCosts::of(const MachineRequest &Request) {
  const AccessRecord &Record = *Request.Standing;
  if (!Record.Where)
    return Unplaced = estimateCost(P, Record, Warps);
  ShapedPlace Place = Request.Place
                          ? *Request.Place
                          : Shapes.placeOf(*Record.Where, Record.Active, {});
  const Object &Array = *Record.Where->Base;
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
  std::array<uint64_t, 4> Key = {
      uint64_t(Record.Active) << 32 | Request.BytesPerLane,
      ByteInWord << 48 | uint64_t(Record.How) << 40 |
          uint64_t(Record.Kind) << 32 | Record.Matrices,
      uint64_t(Room), Bounds};
  auto &Alike = ByShape[Shape].Alike;
  auto *Found =
      llvm::find_if(Alike, [&](const Costed &C) { return C.Key == Key; });
  if (Found == Alike.end())
    Found = &Alike.emplace_back(Costed{
        Key, &Costs.emplace_back(estimateCost(P, Request.record(P), Warps))});
  return *Found->Cost;
}
