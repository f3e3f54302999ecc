//===- ApartArms.cpp - Neighbours that branches keep apart ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The branches of unrolled iterations may become one, and what one access did
// on an arm of each then stands side by side:
//
//   for (int k = 0; k < 2; ++k)
//     if (c && 2 * t + k < n) s[2 * t + k] = x;
//     else if (2 * t + k < n) s[2 * t + k] = y;
//
// nvcc 13.0 (sm_90) makes a store of 8 bytes on each arm. Whether it does so
// depends on what it knows of the conditions, which is not followed here.
//
//===----------------------------------------------------------------------===//

#include "Bank/Gpu.h"
#include "Model/Modes.h"
#include "WideAccess.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using llvm::SmallVector;

/// A way leads over one arm of a branch, and another over the other.
static bool excludeEachOther(const AccessRecord &A, const AccessRecord &B) {
  SmallVector<unsigned, 8> WayToA(A.OuterArms), WayToB(B.OuterArms);
  WayToA.push_back(A.Arm);
  WayToB.push_back(B.Arm);
  auto [X, Y] =
      std::mismatch(WayToA.begin(), WayToA.end(), WayToB.begin(), WayToB.end());
  return X != WayToA.end() && Y != WayToB.end() && areArmsOfOne(*X, *Y);
}

void banklint::doubtNeighboursOnArms(const MergeItems &Items,
                                     llvm::MutableArrayRef<WideAccess> All) {
  // What two accesses share that would be the halves of one: array, shape,
  // lanes, unroll block, fence, kind, width and the block of twice that.
  using Key =
      std::pair<std::tuple<const SharedArray *, uint32_t, LaneMask, unsigned>,
                std::tuple<unsigned, unsigned, int64_t, int64_t>>;
  llvm::DenseMap<Key, SmallVector<WideAccess *, 4>> Halves;
  for (WideAccess &Access : All) {
    const uint32_t Which = standingOf(Items, Access);
    const AccessRecord &Record = Items.recordOf(Which);
    const MergeBase &B = Items.baseOf(Which);
    const int64_t BlockBytes = 2 * Access.WidthBytes;
    if (Record.Arm == 0 || Access.WidthBytes < WordBytes ||
        BlockBytes > MaxAccessBytes || B.AlignmentBytes < BlockBytes ||
        B.Array->IsSwizzled)
      continue;
    const int64_t Within =
        ((Access.OffsetBytes % BlockBytes) + BlockBytes) % BlockBytes;
    Halves[{{B.Array, B.Shape, B.Active, B.Unroll},
            {Record.Fence, Record.Site, Access.WidthBytes,
             Access.OffsetBytes - Within}}]
        .push_back(&Access);
  }
  for (auto &[Shared, Of] : Halves)
    for (WideAccess *A : Of)
      if (llvm::any_of(Of, [&](const WideAccess *B) {
            const AccessRecord &X = Items.recordOf(A->Members.front());
            const AccessRecord &Y = Items.recordOf(B->Members.front());
            return A->OffsetBytes != B->OffsetBytes && X.Arm != Y.Arm &&
                   !excludeEachOther(X, Y);
          }))
        A->InexactBy |= doubtBy(ModelRule::MergeCondStores);
}
