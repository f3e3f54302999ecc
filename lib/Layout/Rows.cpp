//===- Rows.cpp - Which accesses stay in their rows -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Rows.h"
#include "Places.h"

using namespace banklint;

namespace {
/// A place in its row, as far as longer strides tell the two apart.
struct RowAndColumn {
  Value RowTimesUnit;    ///< row * UnitBytes
  Value ColumnTimesUnit; ///< column in bytes * UnitBytes
};
} // namespace

/// Rows one unit longer move each row by one unit more than the one before: the
/// difference is the row, and what is left the column.
static RowAndColumn split(const ArrayInKernel &Use, const Trace &Group,
                          const SharedAddress &Where, int64_t UnitBytes) {
  Pool &P = *Group.Values;
  llvm::SmallVector<int64_t, 3> Longer(Use.Array->StrideBytes);
  if (!Use.RowBytes && Longer.size() > 1)
    Longer[Longer.size() - 2] += UnitBytes;
  Value Now =
      offsetIn(Group, withUnits(Group, Where, 0), Use.Array->StrideBytes);
  Value Then = offsetIn(Group, withUnits(Group, Where, 1), Longer);
  Value Row = P.sub(Then, Now);
  return {Row, P.sub(P.mul(Now, Value(UnitBytes)),
                     P.mul(Row, Value(Use.rowBytes())))};
}

std::optional<AccessOfUse> banklint::leavesRow(
    const std::vector<ArrayInKernel> &Uses, int64_t UnitElements,
    llvm::function_ref<bool(const ArrayInKernel &, SiteId)> SubscriptsRow) {
  std::optional<AccessOfUse> Found;
  forEachRecord(Uses, [&](const ArrayInKernel &Use, const Trace &Group,
                          const AccessRecord &Record) {
    if (Found || (!Use.RowBytes && SubscriptsRow(Use, Record.Site)))
      return;
    int64_t UnitBytes = UnitElements * Use.elementBytes();
    RowAndColumn At = split(Use, Group, *Record.Where, UnitBytes);
    const Pool &P = *Group.Values;
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane) {
      if (!(Record.Active >> Lane & 1))
        continue;
      Range Column = P.rangeInLane(At.ColumnTimesUnit, Lane);
      Range Row = P.rangeInLane(At.RowTimesUnit, Lane);
      if (Row.Min < 0 || Column.Min < 0 ||
          Column.Max >= Use.rowBytes() * UnitBytes) {
        Found = AccessOfUse{&Use, Record.Site};
        return;
      }
    }
    // Other dimensions stay what they are: their subscripts must be in range.
    for (unsigned D = 1; !Use.RowBytes && D + 1 < Record.Where->Index.size();
         ++D) {
      Range Bounds = P.range(Record.Where->Index[D]);
      if (Bounds.Min < 0 || Bounds.Max >= Use.Array->Extents[D])
        Found = AccessOfUse{&Use, Record.Site};
    }
  });
  return Found;
}
