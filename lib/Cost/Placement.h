//===- Placement.h - Where the lanes of a record ask -------------*- C++ -*===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_COST_PLACEMENT_H
#define BANKLINT_COST_PLACEMENT_H

#include "Trace/AccessRecord.h"
#include "llvm/Support/MathExtras.h"

namespace banklint {

/// The largest multiple of a unit that is not above a number.
inline int64_t roundedDown(int64_t Number, int64_t Unit) {
  assert(llvm::isPowerOf2_64(uint64_t(Unit)) && "not a unit of memory");
  return Number & -Unit;
}

/// The address in bytes from the start of shared memory.
Value addressOf(Pool &P, const SharedAddress &Where);

/// Lanes that are further apart cannot all be in the array.
int64_t mostSpreadBytes(const SharedArray &Array);

/// The request for known addresses; false where they lie too far apart to be
/// in the array.
bool makeRequest(const AccessRecord &Record, const LaneNumbers &Offsets,
                 Request &R);

/// Whether lanes that run lie outside of the array, for offsets from its start:
/// then the numbers that led there do not come up. A guard may keep single
/// lanes from where they would go too far.
bool isOutside(const AccessRecord &Record, const LaneNumbers &Offsets);

/// Whether every lane that is active gives an address of its own, into an array
/// of which the size is known. A swizzle leads nowhere else.
bool hasBounds(const AccessRecord &Record);

} // namespace banklint

#endif // BANKLINT_COST_PLACEMENT_H
