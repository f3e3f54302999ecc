//===- SampledWalk.cpp - Whether two sources do the same ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/SampledWalk.h"
#include "Values/Limits.h"
#include "Values/Sampling.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

static constexpr int64_t Nowhere = INT64_MIN;

//===----------------------------------------------------------------------===//
// A walk as numbers
//===----------------------------------------------------------------------===//

namespace {
uint64_t hashed(uint64_t A, uint64_t B) {
  return uint64_t(llvm::hash_combine(A, B));
}
} // namespace

/// Takes down a walk for one set of numbers.
class SampledWalk::Reader {
public:
  Reader(SampledWalk &To, Sample Numbers, size_t &Room)
      : To(To), Numbers(std::move(Numbers)), Room(Room) {}

  void read(const Trace &Group);

private:
  void read(const AccessRecord &Record);
  void read(const CountedNumber &Number);
  uint64_t hashOf(const Value &V, LaneMask Lanes);
  Lanes placesOf(const SharedAddress &Where, unsigned Bytes, LaneMask Asked);

  SampledWalk &To;
  Sample Numbers;
  size_t &Room;
};

uint64_t SampledWalk::Reader::hashOf(const Value &V, LaneMask Lanes) {
  const auto Each = Numbers.of(V).Each;
  uint64_t Hash = Lanes;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    if (Lanes >> Lane & 1)
      Hash = hashed(Hash, uint64_t(Each[Lane]));
  return Hash;
}

/// Where each lane is. Nowhere, where that is outside of the array, or where
/// numbers that were put in lead beyond the row: the program does not go there.
Lanes SampledWalk::Reader::placesOf(const SharedAddress &Where, unsigned Bytes,
                                    LaneMask Asked) {
  const SharedArray &Array = *Where.Array;
  auto [Result, IsChosen] = Numbers.of(Where.WithinBytes);
  LaneMask BeyondRow = 0, BeyondArray = 0, BeyondOther = 0;
  auto Note = [](LaneMask &To, unsigned Lane, bool IsBeyond) {
    To |= LaneMask(IsBeyond) << Lane;
  };
  for (size_t D = 0; D != Where.Index.size(); ++D) {
    const Sample::Numbers OfIndex = Numbers.of(Where.Index[D]);
    IsChosen |= OfIndex.IsChosen;
    const bool IsOfFirst = Where.isOfFirst(D);
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
      const int64_t Index = OfIndex.Each[Lane], Extent = Array.Extents[D];
      const bool IsBeyond = Index < 0 || (Extent && Index >= Extent);
      Note(BeyondRow, Lane, IsBeyond);
      Note(BeyondOther, Lane, IsBeyond && !IsOfFirst);
      Result[Lane] = int64_t(uint64_t(Result[Lane]) +
                             uint64_t(Index) * uint64_t(Array.StrideBytes[D]));
    }
  }
  for (unsigned Lane = 0; Array.SizeBytes && Lane != LaneCount; ++Lane)
    Note(BeyondArray, Lane,
         Result[Lane] < 0 || Result[Lane] > Array.SizeBytes - int64_t(Bytes));
  To.LeavesArray |= !IsChosen && ((BeyondArray | BeyondOther) & Asked);
  // Where a view of all memory leads with such numbers says nothing.
  const LaneMask Unmeant = Array.isDeclared() ? BeyondRow : AllLanes;
  const LaneMask Beyond = BeyondArray | (IsChosen ? Unmeant : 0);
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    Result[Lane] =
        Beyond >> Lane & 1 ? Nowhere : Result[Lane] + Array.PlacementBytes;
  return Result;
}

void SampledWalk::Reader::read(const AccessRecord &Record) {
  Action New;
  New.At = Record.Site;
  New.What = uint64_t(llvm::hash_combine(
      Record.Operation, Record.Kind, Record.BytesPerLane, Record.Matrices,
      Record.Active, Record.ZeroFilled, Record.Confidence, Record.IsVolatile,
      Record.Fence, Record.Where != nullptr, Record.From != nullptr));
  if (Record.From)
    New.What = hashed(New.What, hashOf(*Record.From, Record.Active));
  if (Record.Condition)
    New.What = hashed(New.What, hashOf(*Record.Condition, Record.Active));
  New.Bytes = Record.BytesPerLane;
  New.FirstPlace = To.Places.size();
  if (Record.Where) {
    // Of more rows than the matrices have, nobody looks at the addresses.
    const LaneMask Asked =
        Record.Matrices == 0 || Record.Matrices * 8 >= LaneCount
            ? Record.Active
            : Record.Active & ((LaneMask(1) << Record.Matrices * 8) - 1);
    const Lanes Each = placesOf(*Record.Where, New.Bytes, Asked);
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      if (Asked >> Lane & 1)
        To.Places.push_back(Each[Lane]);
  }
  New.Places = unsigned(To.Places.size() - New.FirstPlace);
  Room -= std::min<size_t>(Room, New.Places + 1);
  To.Actions.push_back(New);
}

void SampledWalk::Reader::read(const CountedNumber &Number) {
  // What DenseMap keeps for itself is larger.
  const uint64_t Hash = hashOf(Number.Number, Number.Lanes) >> 1;
  if (To.Numbers.insert({Hash, Number.At}).second)
    Room -= std::min<size_t>(Room, 1);
}

void SampledWalk::Reader::read(const Trace &Group) {
  Part New = {To.Actions.size(), 0, Group.IsTorn};
  for (const AccessRecord &Record : Group.Records) {
    New.IsCut |= Record.Limit.kind() == ReasonKind::LongLoopWalk || !Room;
    if (New.IsCut)
      break;
    read(Record);
  }
  New.End = To.Actions.size();
  To.Parts.push_back(New);
  To.IsWhole &= !New.IsCut;
  if (!Group.Counted)
    return;
  To.IsWhole &= Group.Counted->size() < limits::CountedNumbers;
  for (const CountedNumber &Number : *Group.Counted)
    if (To.IsWhole && Room)
      read(Number);
  To.IsWhole &= Room != 0;
}

void SampledWalk::add(const Trace &Group, size_t &Room) {
  auto Add = [&](unsigned Seed, const Assignment &Warp) {
    Reader(*this, Sample(Seed, Warp), Room).read(Group);
  };
  const size_t Last = Group.Warps.size();
  if (Last == 0)
    return Add(0, Assignment());
  // Warps of a group differ in what all their lanes share. What falls together
  // by accident with some numbers does not with others.
  Add(0, Group.Warps[0]);
  Add(1, Group.Warps[0]);
  if (Last > 1)
    Add(0, Group.Warps[Last - 1]);
  if (Last > 2)
    Add(0, Group.Warps[Last / 2]);
}

//===----------------------------------------------------------------------===//
// Two walks
//===----------------------------------------------------------------------===//

namespace {
/// The bytes of shared memory before an edit and behind it.
class PlaceMap {
public:
  /// False where one of them has another partner already.
  bool add(int64_t Before, int64_t After, unsigned Bytes) {
    if (!Known.insert({{Before, Bytes}, After}).second)
      return Known.lookup({Before, Bytes}) == After;
    for (unsigned Byte = 0; Byte != Bytes; ++Byte)
      if (!addByte(Before + Byte, After + Byte))
        return false;
    return true;
  }

private:
  bool addByte(int64_t Before, int64_t After) {
    return Forth.try_emplace(Before, After).first->second == After &&
           Back.try_emplace(After, Before).first->second == Before;
  }
  llvm::DenseMap<std::pair<int64_t, unsigned>, int64_t> Known;
  llvm::DenseMap<int64_t, int64_t> Forth, Back;
};
} // namespace

SampledWalk::Comparison
SampledWalk::compareWith(const SampledWalk &Edited) const {
  const bool AreWhole = IsWhole && Edited.IsWhole;
  if (Parts.size() != Edited.Parts.size())
    return {AreWhole ? Difference::Actions : Difference::None, NoSite};
  PlaceMap Map;
  for (const auto &[P, Q] : llvm::zip(Parts, Edited.Parts)) {
    const size_t Count = std::min(P.End - P.Begin, Q.End - Q.Begin);
    for (size_t I = 0; I != Count; ++I) {
      const Action &A = Actions[P.Begin + I], &B = Edited.Actions[Q.Begin + I];
      if (A.What != B.What || A.Places != B.Places)
        return {Difference::Actions, A.At};
      for (unsigned Which = 0; Which != A.Places; ++Which) {
        const int64_t Before = Places[A.FirstPlace + Which],
                      After = Edited.Places[B.FirstPlace + Which];
        if (Before != Nowhere &&
            (After == Nowhere || !Map.add(Before, After, A.Bytes)))
          return {Difference::Places, A.At};
      }
    }
    if (!P.IsCut && !Q.IsCut && P.End - P.Begin != Q.End - Q.Begin)
      return {Difference::Actions,
              P.Begin + Count < P.End ? Actions[P.Begin + Count].At : NoSite};
  }
  if (!AreWhole)
    return {};
  for (const auto &[Number, At] : Numbers)
    if (!Edited.Numbers.contains(Number))
      return {Difference::Actions, At};
  for (const auto &[Number, At] : Edited.Numbers)
    if (!Numbers.contains(Number))
      return {Difference::Actions, NoSite};
  return {};
}
