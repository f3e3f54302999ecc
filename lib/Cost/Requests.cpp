//===- Requests.cpp - What the recorded accesses cost ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost/Requests.h"
#include "Bank/Gpu.h"
#include "CopySources.h"
#include "Placement.h"
#include "Trials.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;
using llvm::ArrayRef;

CostEstimate banklint::notKnown(const AccessRecord &Record, const Reason &Why) {
  CostEstimate Result;
  Result.Why = Why;
  Result.Example.Kind = Record.Kind;
  Result.Example.BytesPerLane = Record.BytesPerLane;
  Result.Example.Matrices = Record.Matrices;
  return Result;
}

static CostEstimate certainCost(const Request &Asked, const RequestCost &Cost) {
  assert(Cost.Wavefronts >= Cost.Ideal && "no request is better than ideal");
  assert((Cost.IsExact || Asked.Kind == RequestKind::GenericLoad) &&
         "copies are tried");
  CostEstimate Result;
  Result.Confidence = CostEstimate::Certain;
  Result.Wavefronts = Result.Fewest = Result.Most = Cost.Wavefronts;
  Result.Ideal = Cost.Ideal;
  Result.InAnyLayout = Cost.InAnyLayout;
  Result.Worst = Cost.ways();
  Result.WorstOfLayout = Cost.waysOfLayout();
  Result.Example = Asked;
  Result.IsExact = Cost.IsExact;
  if (!Cost.IsExact)
    Result.Limit = ReasonKind::GenericPairs;
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

/// Whether all bytes from one to another lie in as many words as there are
/// banks.
static bool isOneRow(int64_t FirstByte, int64_t LastByte) {
  const auto WordOf = [](int64_t Byte) {
    return llvm::divideFloorSigned(Byte, int64_t(WordBytes));
  };
  return WordOf(LastByte) - WordOf(FirstByte) < int64_t(BankCount);
}

/// Wherever the unknown parts lead, no two lanes can ask for different words of
/// one bank: all that they can reach is one row of banks, as `table[n & 31]`,
/// or an array that is no longer.
static bool staysInOneRow(const Value &Address, const AccessRecord &Record,
                          const Pool &P) {
  const bool IsPlain = Record.Kind == RequestKind::Load ||
                       Record.Kind == RequestKind::GenericLoad ||
                       Record.Kind == RequestKind::Store;
  if (!IsPlain || Record.BytesPerLane > WordBytes)
    return false;
  const SharedArray &Array = *Record.Where->Array;
  if (Array.SizeBytes && isOneRow(Array.PlacementBytes,
                                  Array.PlacementBytes + Array.SizeBytes - 1))
    return true;
  Range Reached = {INT64_MAX, INT64_MIN};
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    if (!(Record.Active >> Lane & 1))
      continue;
    const Range Here = P.rangeInLane(Address, Lane);
    Reached.Min = std::min(Reached.Min, Here.Min);
    Reached.Max = std::max(Reached.Max, Here.Max);
  }
  int64_t Last = 0;
  return Reached.Min != INT64_MIN &&
         !llvm::AddOverflow(Reached.Max, int64_t(Record.BytesPerLane) - 1,
                            Last) &&
         isOneRow(Reached.Min, Last);
}

/// What decides where an address of shared memory counts from: banks, or rows
/// of all banks for what pieces of both sides are compared by.
static int64_t addressUnit(RequestKind Kind) {
  return Kind == RequestKind::CpAsyncBypass ? LineBytes : WordBytes;
}

/// Both sides of a copy are tried at once. Where too many unknowns are in them,
/// what the shared side says alone is left.
static CostEstimate costOfCopy(Pool &P, const AccessRecord &Record,
                               const Value &Address,
                               ArrayRef<Assignment> Warps) {
  if (std::optional<Value> Source = sourceOf(P, Record)) {
    CostEstimate Both = Trials(P, Record, Address, Source, Warps).run();
    if (Both.Confidence != CostEstimate::NotKnown)
      return Both;
  }
  return Trials(P, Record, Address, std::nullopt, Warps).run();
}

CostEstimate banklint::estimateCost(Pool &P, const AccessRecord &Record,
                                    ArrayRef<Assignment> Warps) {
  assert(Record.Active && "a request has lanes");
  if (!Record.Where || Record.Why)
    return notKnown(Record, Record.Why);
  CostEstimate Result = notKnown(Record, {});
  if (!hasRule(Result.Example))
    return notKnown(Record,
                    P.reason(ReasonKind::UnmeasuredWidth, Record.BytesPerLane));
  Value Address = withoutCommonUnits(P, addressOf(P, *Record.Where),
                                     addressUnit(Record.Kind));
  if (Address.isVarying()) {
    if (isCopy(Record.Kind) ||
        !(staysApart(Address, Record) || staysInOneRow(Address, Record, P)))
      return notKnown(Record, reasonOf(Address, P));
    Result.Example.ActiveMask = Record.Active;
    return certainCost(Result.Example, {1, 1, 1});
  }
  if (isCopy(Record.Kind))
    return costOfCopy(P, Record, Address, Warps);
  if (!Address.isKnown())
    return Trials(P, Record, Address, std::nullopt, Warps).run();
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
  uint64_t ByteInUnit =
      uint64_t(Place.OffsetBytes + Request.MovedBytes + Array.PlacementBytes) %
      uint64_t(addressUnit(Record.Kind));
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
  std::array<uint64_t, 6> Key = {
      uint64_t(Record.Active) << 32 | Request.BytesPerLane,
      ByteInUnit << 48 | uint64_t(Record.Confidence) << 40 |
          uint64_t(Record.Kind) << 32 | Record.Matrices,
      Record.ZeroFilled,
      uint64_t(Room),
      Bounds,
      reinterpret_cast<uintptr_t>(Record.Condition)};
  const std::optional<Value> Source = sourceOf(P, Record);
  auto &Alike = ByShape[Shape].Alike;
  auto *Found = llvm::find_if(Alike, [&](const Costed &C) {
    return C.Key == Key && C.Source == Source;
  });
  if (Found == Alike.end()) {
    Found = &Alike.emplace_back(
        Costed{Key, Source,
               &Costs.emplace_back(estimateCost(P, Request.record(P), Warps))});
    Tried += Found->Cost->Tried;
  }
  return *Found->Cost;
}
