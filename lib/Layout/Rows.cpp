//===- Rows.cpp - Which accesses stay in their rows -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Rows.h"
#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "Offsets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace banklint;

namespace {
/// Row and column of an address, as longer strides tell them apart.
struct RowAndColumn {
  Value RowTimesUnit;    ///< row * UnitBytes
  Value ColumnTimesUnit; ///< column in bytes * UnitBytes
};
} // namespace

/// Where each row is one unit longer, row r lies r units further behind the
/// beginning: the distance is the row, and the rest of the offset the column.
/// Of an array of several dimensions these are within the last two; where each
/// of its rows is several of those that are longer, within the last: a declared
/// row begins with a whole one, wherever it lies.
static RowAndColumn split(const ArrayInKernel &Use, const Trace &Group,
                          const SharedAddress &Where, int64_t UnitBytes) {
  assert(Use.rowBytes() > 0 && "the array has no rows");
  Pool &P = *Group.Values;
  llvm::SmallVector<int64_t, 3> Strides(Use.Array->StrideBytes);
  const size_t Kept = Use.RowBytes ? 1 : 2;
  if (Strides.size() > Kept)
    std::fill(Strides.begin(), Strides.end() - Kept, 0);
  llvm::SmallVector<int64_t, 3> Longer(Strides);
  if (!Use.RowBytes && Longer.size() > 1)
    Longer[Longer.size() - 2] += UnitBytes;
  Value Now = offsetIn(Group, withUnits(Group, Where, 0), Strides);
  Value Then = offsetIn(Group, withUnits(Group, Where, 1), Longer);
  Value Row = P.sub(Then, Now);
  return {Row, P.sub(P.mul(Now, Value(UnitBytes)),
                     P.mul(Row, Value(Use.rowBytes())))};
}

/// The lanes whose addresses an access uses: of the others of an ldmatrix, they
/// may lie anywhere.
static LaneMask lanesOf(const AccessRecord &Record) {
  Request Asked;
  Asked.Kind = Record.Kind;
  Asked.Matrices = Record.Matrices;
  Asked.ActiveMask = Record.Active;
  return askingLanes(Asked);
}

/// Nothing is known of how far such a column lies: the number that it depends
/// on has no bound but that of its type. A bound that it has on one side
/// counts.
static bool isUnbounded(const Range &Column, int64_t UnitBytes,
                        int64_t LastColumn) {
  constexpr int64_t MostBytes = int64_t(1) << 30; // more than any memory
  const bool HasNoLeast = Column.Min / UnitBytes < -MostBytes;
  const bool HasNoMost = Column.Max / UnitBytes > MostBytes;
  return (HasNoLeast || HasNoMost) && (HasNoLeast || Column.Min >= 0) &&
         (HasNoMost || Column.Max <= LastColumn);
}

/// Whether what is known of the columns of an access takes a whole row: then an
/// unknown number beside it moves it out of the row.
static bool fillsRow(const Value &ColumnTimesUnit, const AccessRecord &Record,
                     int64_t LastColumn) {
  const LaneMask Lanes = lanesOf(Record);
  int64_t Least = INT64_MAX, Most = INT64_MIN;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    if (Lanes >> Lane & 1) {
      Least = std::min(Least, ColumnTimesUnit.constant()[Lane]);
      Most = std::max(Most, ColumnTimesUnit.constant()[Lane]);
    }
  return Most > Least && Most - Least >= LastColumn;
}

/// Whether an access may leave its row in some lane.
static bool mayLeaveRow(const ArrayInKernel &Use, const Trace &Group,
                        const AccessRecord &Record, int64_t UnitElements,
                        SubscriptTrust Trusts) {
  int64_t UnitBytes = UnitElements * Use.elementBytes();
  RowAndColumn At = split(Use, Group, *Record.Where, UnitBytes);
  const Pool &P = *Group.Values;
  const LaneMask Lanes = lanesOf(Record);
  const int64_t LastColumn =
      (Use.rowBytes() - int64_t(Record.BytesPerLane)) * UnitBytes;
  const bool TrustsUnbounded =
      !fillsRow(At.ColumnTimesUnit, Record, LastColumn) &&
      Trusts(Use, Record.Site, /*IsOneRow=*/At.RowTimesUnit.isNumber());
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    if (!(Lanes >> Lane & 1))
      continue;
    Range Column = P.rangeInLane(At.ColumnTimesUnit, Lane);
    Range Row = P.rangeInLane(At.RowTimesUnit, Lane);
    if (TrustsUnbounded && isUnbounded(Column, UnitBytes, LastColumn))
      continue;
    if (Row.Min < 0 || Column.Min < 0 || Column.Max > LastColumn)
      return true;
  }
  if (Use.RowBytes)
    return false;
  // The outer dimensions keep their extents: subscripts must be in range.
  for (unsigned D = 1; D + 1 < Record.Where->Index.size(); ++D) {
    const bool IsTrusted = Trusts(Use, Record.Site, /*IsOneRow=*/false);
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
      if (!(Lanes >> Lane & 1))
        continue;
      const Range Bounds = P.rangeInLane(Record.Where->Index[D], Lane);
      if (IsTrusted &&
          isUnbounded(Bounds, /*UnitBytes=*/1, Use.Array->Extents[D] - 1))
        continue;
      if (Bounds.Min < 0 || Bounds.Max >= Use.Array->Extents[D])
        return true;
    }
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Rows that are a member
//===----------------------------------------------------------------------===//

/// Offsets in an element, as if nothing were longer.
static Range offsetInLane(const Trace &Group, const AccessRecord &Record,
                          unsigned Lane) {
  return Group.Values->rangeInLane(
      withUnits(Group, *Record.Where, 0).WithinBytes, Lane);
}

bool banklint::isBesideRows(const ArrayInKernel &Use, const Trace &Group,
                            const AccessRecord &Record) {
  if (!Use.Member)
    return false;
  const LaneMask Lanes = lanesOf(Record);
  const int64_t Begin = Use.Member->OffsetBytes;
  const int64_t End = Begin + Use.Member->Count * Use.RowBytes;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    if (Lanes >> Lane & 1) {
      const Range At = offsetInLane(Group, Record, Lane);
      if (At.Max > Begin - int64_t(Record.BytesPerLane) && At.Min < End)
        return false;
    }
  return true;
}

/// The same of an access to objects with a member whose rows are longer. It
/// moves with all rows before it: none, those up to its own, or all.
static bool mayLeaveMember(const ArrayInKernel &Use, const Trace &Group,
                           const AccessRecord &Record, int64_t UnitElements,
                           SubscriptTrust Trusts) {
  Pool &P = *Group.Values;
  const MemberRows &Rows = *Use.Member;
  const LaneMask Lanes = lanesOf(Record);
  const int64_t UnitBytes = UnitElements * Use.elementBytes();
  const int64_t End = Rows.OffsetBytes + Rows.Count * Use.RowBytes;
  const Value Now = withUnits(Group, *Record.Where, 0).WithinBytes;
  const Value Moved =
      P.sub(withUnits(Group, *Record.Where, 1).WithinBytes, Now);
  const Value ColumnTimesUnit =
      P.sub(P.mul(P.sub(Now, Value(Rows.OffsetBytes)), Value(UnitBytes)),
            P.mul(Moved, Value(Use.RowBytes)));
  const int64_t LastByte = Use.RowBytes - int64_t(Record.BytesPerLane);
  const int64_t ObjectBytes = Use.Array->StrideBytes.empty()
                                  ? Use.Array->SizeBytes
                                  : Use.Array->StrideBytes.back();
  const bool TrustsUnbounded =
      !fillsRow(ColumnTimesUnit, Record, LastByte * UnitBytes) &&
      Trusts(Use, Record.Site, /*IsOneRow=*/Moved.isNumber());
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    if (!(Lanes >> Lane & 1))
      continue;
    const Range At = P.rangeInLane(Now, Lane), By = P.rangeInLane(Moved, Lane);
    const Range Column = P.rangeInLane(ColumnTimesUnit, Lane);
    const bool IsBefore = By.Min == 0 && By.Max == 0 && At.Min >= 0 &&
                          At.Max <= Rows.OffsetBytes + LastByte;
    const bool IsBehind = By.Min == Rows.Count * UnitBytes &&
                          By.Max == By.Min && At.Min >= End &&
                          At.Max <= ObjectBytes - int64_t(Record.BytesPerLane);
    const bool IsInRow = By.Min >= 0 && By.Max < Rows.Count * UnitBytes &&
                         Column.Min >= 0 && Column.Max <= LastByte * UnitBytes;
    const bool IsTrusted =
        TrustsUnbounded && isUnbounded(Column, UnitBytes, LastByte * UnitBytes);
    if (!IsBefore && !IsBehind && !IsInRow && !IsTrusted)
      return true;
  }
  return false;
}

std::optional<AccessOfUse>
banklint::leavesRow(const std::vector<ArrayInKernel> &Uses,
                    int64_t UnitElements, SubscriptTrust Trusts) {
  assert(UnitElements > 0 && "rows as long as before tell nothing apart");
  std::optional<AccessOfUse> Found;
  forEachRecord(Uses, [&](const ArrayInKernel &Use, const Trace &Group,
                          const AccessRecord &Record) {
    const auto MayLeave = Use.Member ? mayLeaveMember : mayLeaveRow;
    if (!Found && MayLeave(Use, Group, Record, UnitElements, Trusts))
      Found = AccessOfUse{&Use, Record.Site};
  });
  return Found;
}

//===----------------------------------------------------------------------===//
// Rows that are a part
//===----------------------------------------------------------------------===//

namespace {
/// The bytes that one lane accesses, over all iterations.
struct LaneReach {
  Range Row;    ///< by how many units they are moved
  Range Column; ///< in bytes, from that many rows behind the array's begin
  Range At;     ///< from the array's begin, as it is now
  int64_t Bytes = 0;
  bool IsOfOneRow = false; ///< which is the same in all lanes

  bool isIn(int64_t Begin, int64_t RowBytes) const {
    return Row.Min >= 0 && Column.Min >= Begin &&
           Column.Max <= Begin + RowBytes - Bytes;
  }
};
} // namespace

/// Rounded outwards.
static Range dividedBy(const Range &R, int64_t UnitBytes) {
  return {llvm::divideFloorSigned(R.Min, UnitBytes),
          llvm::divideCeilSigned(R.Max, UnitBytes)};
}

static std::vector<LaneReach> reachOf(const ArrayInKernel &Use,
                                      int64_t UnitElements) {
  std::vector<LaneReach> Result;
  const int64_t UnitBytes = UnitElements * Use.elementBytes();
  forEachRecord({Use}, [&](const ArrayInKernel &, const Trace &Group,
                           const AccessRecord &Record) {
    const RowAndColumn Split = split(Use, Group, *Record.Where, UnitBytes);
    const Value Now = offsetIn(Group, withUnits(Group, *Record.Where, 0),
                               Use.Array->StrideBytes);
    const Pool &P = *Group.Values;
    const bool IsOfOneRow = Split.RowTimesUnit.isNumber();
    const LaneMask Lanes = lanesOf(Record);
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      if (Lanes >> Lane & 1)
        Result.push_back(
            {dividedBy(P.rangeInLane(Split.RowTimesUnit, Lane), UnitBytes),
             dividedBy(P.rangeInLane(Split.ColumnTimesUnit, Lane), UnitBytes),
             P.rangeInLane(Now, Lane), int64_t(Record.BytesPerLane),
             IsOfOneRow});
  });
  return Result;
}

/// The rows from one place on, if each access is in one of them, before them or
/// behind the last.
static std::optional<PartOfRows> rowsFrom(int64_t Begin, int64_t RowBytes,
                                          llvm::ArrayRef<LaneReach> Accesses) {
  PartOfRows Part = {Begin, /*Count=*/0};
  for (const LaneReach &A : Accesses) {
    const bool IsBefore = A.IsOfOneRow && A.Row.Min == 0 && A.At.Min >= 0 &&
                          A.At.Max <= Begin - A.Bytes;
    if (IsBefore || A.isIn(Begin, RowBytes))
      continue;
    const bool IsBehind = A.IsOfOneRow && A.Row.Min > 0 &&
                          A.At.Min >= Begin + A.Row.Min * RowBytes &&
                          (!Part.Count || Part.Count == A.Row.Min);
    if (!IsBehind)
      return std::nullopt;
    Part.Count = A.Row.Min;
  }
  // What is behind may begin like one more row.
  auto IsTooFar = [&](const LaneReach &A) {
    return A.Row.Max >= Part.Count &&
           !(A.IsOfOneRow && A.Row.Min == Part.Count);
  };
  if (Part.Count && llvm::any_of(Accesses, IsTooFar))
    return std::nullopt;
  return Part;
}

bool banklint::divideByRows(std::vector<ArrayInKernel> &Uses,
                            int64_t UnitElements) {
  std::vector<PartOfRows> Parts;
  for (const ArrayInKernel &Use : Uses) {
    if (!Use.RowBytes || Use.Member || Use.Array->Extents.size() > 1)
      return false;
    const std::vector<LaneReach> Accesses = reachOf(Use, UnitElements);
    // The rows begin with the array, or with the first column of those that
    // differ.
    int64_t Begin = INT64_MAX;
    for (const LaneReach &A : Accesses)
      if (!A.IsOfOneRow)
        Begin = std::min(Begin, A.Column.Min);
    std::optional<PartOfRows> Part = rowsFrom(0, Use.RowBytes, Accesses);
    if (!Part && Begin > 0 && Begin != INT64_MAX)
      Part = rowsFrom(Begin, Use.RowBytes, Accesses);
    if (!Part)
      return false;
    Parts.push_back(*Part);
  }
  for (auto [Use, Part] : llvm::zip_equal(Uses, Parts))
    Use.Part = Part;
  return true;
}

/// Whether a symbol only adds to a value, a multiple of itself.
static bool isLinear(const Pool &P, const Value &V, const Variable *Symbol) {
  return llvm::all_of(V.terms(), [&](const Term &T) {
    llvm::SmallVector<const Variable *, 4> Within;
    if (T.What->Kind == Variable::Unresolved) {
      P.symbols(T.What->Left, Within);
      P.symbols(T.What->Right, Within);
    }
    return !llvm::is_contained(Within, Symbol);
  });
}

std::optional<AccessOfUse>
banklint::wrapsAround(const std::vector<ArrayInKernel> &Uses, int64_t Units) {
  std::optional<AccessOfUse> Found;
  if (Units == 0)
    return Found;
  forEachRecord(Uses, [&](const ArrayInKernel &Use, const Trace &Group,
                          const AccessRecord &Record) {
    if (Found || !Group.StrideUnits)
      return;
    Pool &P = *Group.Values;
    auto IsEven = [&](const Value &V) {
      return isLinear(P, V, Group.StrideUnits);
    };
    if (IsEven(Record.Where->WithinBytes) &&
        llvm::all_of(Record.Where->Index, IsEven))
      return;
    auto Moved = [&](int64_t By) {
      auto At = [&](int64_t Number) {
        return offsetIn(Group, withUnits(Group, *Record.Where, Number),
                        Use.Array->StrideBytes);
      };
      return P.sub(At(By), At(0));
    };
    const LaneMask Lanes = lanesOf(Record);
    const Value Uneven = P.sub(Moved(Units), P.mul(Moved(1), Value(Units)));
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
      const Range Bounds = P.rangeInLane(Uneven, Lane);
      if ((Lanes >> Lane & 1) && (Bounds.Min != 0 || Bounds.Max != 0))
        Found = AccessOfUse{&Use, Record.Site};
    }
  });
  return Found;
}

bool banklint::stayWithin(const std::vector<ArrayInKernel> &Uses,
                          int64_t Columns) {
  bool Stays = true;
  forEachRecord(Uses, [&](const ArrayInKernel &Use, const Trace &Group,
                          const AccessRecord &Record) {
    if (!Stays)
      return;
    const SharedAddress &At = *Record.Where;
    Stays = At.Index.size() == Use.Array->Extents.size();
    if (!Stays)
      return;
    Pool &P = *Group.Values;
    const Value Column = P.add(
        P.mul(At.Index.back(), Value(Use.elementBytes())), At.WithinBytes);
    const int64_t Last =
        Columns * Use.elementBytes() - int64_t(Record.BytesPerLane);
    for (unsigned Lane = 0; Lane != LaneCount && Stays; ++Lane) {
      const Range Bounds = P.rangeInLane(Column, Lane);
      Stays = !(lanesOf(Record) >> Lane & 1) ||
              (Bounds.Min >= 0 && Bounds.Max <= Last);
    }
  });
  return Stays;
}

//===----------------------------------------------------------------------===//
// What indices count from
//===----------------------------------------------------------------------===//

/// An offset without the one index that it was moved by, or as it is where it
/// was moved by none; nothing where it is made of an index otherwise.
static std::optional<Value>
withoutIndex(const Trace &Group, const Value &Offset, int64_t BytesOfUnit) {
  Pool &P = *Group.Values;
  Value Base = Offset;
  for (const Term &T : Offset.terms())
    if (T.What == Group.StrideUnits) {
      if (!T.Factor.isSame() || T.Factor.same() != BytesOfUnit)
        return std::nullopt;
      Base = P.sub(Offset, P.mul(P.valueOf(T.What), Value(BytesOfUnit)));
    }
  llvm::SmallVector<const Variable *, 4> Symbols;
  P.symbols(Base, Symbols);
  // A pointer that a loop moves is in two places for the walk, and may be in
  // more.
  if (llvm::any_of(Symbols, [&](const Variable *Symbol) {
        return Symbol == Group.StrideUnits ||
               Symbol->Why.kind() == ReasonKind::LoopPhase;
      }))
    return std::nullopt;
  return Base;
}

/// The largest power of two that divides a value in these lanes.
static int64_t alignmentOf(const Pool &P, const Value &V, LaneMask Active) {
  int64_t Alignment = P.termsMultipleOf(V);
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    if (const int64_t Number = V.constant()[Lane];
        (Active >> Lane & 1) && Number != 0)
      Alignment = std::min(Alignment, Number & -Number);
  return Alignment;
}

IndexBases banklint::basesOfIndices(const std::vector<ArrayInKernel> &Uses,
                                    int64_t BytesOfUnit) {
  IndexBases Result;
  forEachRecord(Uses, [&](const ArrayInKernel &Use, const Trace &Group,
                          const AccessRecord &Record) {
    const Value Offset = offsetIn(Group, *Record.Where, Use.Array->StrideBytes);
    if (const auto Base = withoutIndex(Group, Offset, BytesOfUnit)) {
      const int64_t Bytes = alignmentOf(*Group.Values, *Base, Record.Active);
      if (Bytes < Result.AlignmentBytes)
        Result.Least = {&Use, Record.Site};
      Result.AlignmentBytes = std::min(Result.AlignmentBytes, Bytes);
    } else if (!Result.Other) {
      Result.Other = {&Use, Record.Site};
    }
  });
  return Result;
}
