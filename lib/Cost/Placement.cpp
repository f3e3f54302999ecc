//===- Placement.cpp - Where the lanes of a record ask --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placement.h"
#include "Bank/Gpu.h"
#include "Cost/Requests.h"
#include "Values/Evaluation.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using llvm::ArrayRef;

Value banklint::addressOf(Pool &P, const SharedAddress &Where) {
  Value Address = P.add(Where.WithinBytes, Value(Where.Array->PlacementBytes));
  for (auto [Index, Stride] : llvm::zip(Where.Index, Where.Array->StrideBytes))
    Address = P.add(Address, P.mul(Index, Value(Stride)));
  return Address;
}

int64_t banklint::mostSpreadBytes(const SharedArray &Array) {
  return 2 * (Array.SizeBytes ? Array.SizeBytes : MultiprocessorSharedBytes);
}

bool banklint::makeRequest(const AccessRecord &Record,
                           const LaneNumbers &Offsets, Request &R) {
  R.Kind = Record.Kind;
  R.BytesPerLane = Record.BytesPerLane;
  R.Matrices = Record.Matrices;
  R.ActiveMask = Record.Active;
  R.ZeroFilledMask = Record.ZeroFilled;
  int64_t Least = INT64_MAX, Most = INT64_MIN;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    if (Record.Active >> Lane & 1) {
      Least = std::min(Least, Offsets[Lane]);
      Most = std::max(Most, Offsets[Lane]);
    }
  if (Least > Most || Most - Least >= mostSpreadBytes(*Record.Where->Array))
    return false;
  const int64_t Base = roundedDown(Least, LineBytes);
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    R.OffsetBytes[Lane] =
        Record.Active >> Lane & 1 ? uint32_t(Offsets[Lane] - Base) : 0;
  return true;
}

bool banklint::isOutside(const AccessRecord &Record,
                         const LaneNumbers &Offsets) {
  int64_t SizeBytes = Record.Where->Array->SizeBytes;
  LaneMask Outside = 0;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    if (Record.Active >> Lane & 1 &&
        (Offsets[Lane] < 0 || Offsets[Lane] >= SizeBytes))
      Outside |= LaneMask(1) << Lane;
  return Record.Confidence <= Certainty::Whole ? Outside != 0
                                               : Outside == Record.Active;
}

bool banklint::hasBounds(const AccessRecord &Record) {
  return Record.Where && Record.Where->Array->SizeBytes &&
         !Record.Where->Array->IsSwizzled &&
         Record.Kind != RequestKind::LdMatrix &&
         Record.Kind != RequestKind::StMatrix;
}

/// Whether an index of an inner dimension is beyond its extent, in some lane.
static bool leavesRow(const AccessRecord &Record, ArrayRef<Assignment> Warps) {
  const SharedAddress &Where = *Record.Where;
  for (size_t D = 1; D < Where.Index.size(); ++D) {
    Evaluation IndexOf(Where.Index[D]);
    const int64_t Extent = Where.Array->Extents[D];
    const auto IsBeyond = [&](const Assignment &Warp) {
      const LaneNumbers *Known = IndexOf.of(Warp);
      for (unsigned Lane = 0; Known && Lane != LaneCount; ++Lane)
        if (Record.Active >> Lane & 1 &&
            ((*Known)[Lane] < 0 || (*Known)[Lane] >= Extent))
          return true;
      return false;
    };
    if (!Where.isOfFirst(D) && Extent && llvm::any_of(Warps, IsBeyond))
      return true;
  }
  return false;
}

bool banklint::leavesArray(Pool &P, const AccessRecord &Record,
                           ArrayRef<Assignment> Warps) {
  if (!hasBounds(Record) || Record.Confidence > Certainty::Guarded)
    return false;
  if (leavesRow(Record, Warps))
    return true;
  Value Offset = P.sub(addressOf(P, *Record.Where),
                       Value(Record.Where->Array->PlacementBytes));
  Evaluation OffsetOf(Offset);
  return llvm::any_of(Warps, [&](const Assignment &Warp) {
    const LaneNumbers *Known = OffsetOf.of(Warp);
    return Known && isOutside(Record, *Known);
  });
}
