//===- GVN.cpp - Loads of what a register holds ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// EarlyCSE and GVN: a load of what is available is no load.
//
//   x = s[t]; y = s[t];         the second one repeats the first
//   s[t] = x; y = s[t];         what was just stored is used
//   s[t] = x; q[t] = 0; y = s[t];   another array is in between: no store there
//
// GVN compares expressions, not numbers: what two expressions make of one
// address is inexact by gvn.address, and a store in between that only numbers
// keep apart by gvn.alias. What is lost on an arm of a branch may be loaded
// again there alone (PRE): gvn.arms. Evidence: lit/merging/updates-in-place.cu,
// reloads.cu, reloads-behind-arms.cu and seen-in-one-warp.cu (nvcc 13.0 -O3,
// sm_90).
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Rules/Modes.h"
#include "Values/Limits.h"
#include "LLVM/AvailableValues.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// Whether the value was available until a store on some arm, in the lanes of
/// the load or more: on the way around that arm it may still be.
bool AvailableValues::isLostOnArm(uint32_t Which) {
  const AccessRecord &Record = Items.recordOf(Which);
  return llvm::any_of(LostOnArms, [&](const auto &Lost) {
    const MergeBase B = Items.bases()[Lost.first];
    if (B.Array != Record.Where->Array || B.Unroll != Record.Unroll ||
        (Record.Active & ~B.Active) != 0 ||
        (B.Arm != Record.Arm && !llvm::is_contained(Record.OuterArms, B.Arm)))
      return false;
    const auto [Base, Offset] = Items.addressOn(Which, B.Arm, B.Active);
    return Base == Lost.first && Lost.second.contains(Offset);
  });
}

/// Whether a place is made of threads and lanes alone.
static bool isOfThreads(const AddressShape &Shape) {
  return llvm::all_of(Shape.Terms, [](const ByteTerm &T) {
    return T.What->Kind == Variable::Unresolved && T.What->Left.isKnown() &&
           T.What->Left.launchTerms().empty();
  });
}

/// Whether a value is available at the place that these lanes have, by another
/// expression: LLVM knows that `t / 32 * 32 + t % 32` is `t`.
bool AvailableValues::isAvailableInLanes(uint32_t Which,
                                         const ValuesOfArray &Array) const {
  const MergeBase &Mine = Items.baseOf(Which);
  if (Array.all().size() > limits::HeldBases)
    return false;
  return llvm::any_of(Array.all(), [&](const ValuesOfBase *Of) {
    const MergeBase &B = Items.bases()[Of->BaseId];
    const auto Found = Of->ByOffset.find(Items[Which].OffsetBytes);
    return B.Shape != Mine.Shape && B.Active == Mine.Active &&
           B.Arm == Mine.Arm && B.Unroll == Mine.Unroll &&
           Found != Of->ByOffset.end() &&
           mayServe(Items.recordOf(Found->second.Which),
                    Items.recordOf(Which)) &&
           isOfThreads(Items.shapeOf(B)) && isOfThreads(Items.shapeOf(Mine)) &&
           Items.shapeOf(B).FromFirst == Items.shapeOf(Mine).FromFirst;
  });
}

/// Whether the place grows with the number of the lane, as what is made without
/// a difference and an exclusive or does.
static bool isGrowing(const AddressShape &Shape, LaneMask Active) {
  int64_t Last = 0;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    if (!(Active >> Lane & 1))
      continue;
    if (Shape.FromFirst[Lane] < Last)
      return false;
    Last = Shape.FromFirst[Lane];
  }
  return true;
}

/// A store does not alias the values of another base. By factors of multiples
/// and by constants GVN sees that, too.
void AvailableValues::passBy(ValuesOfBase &Of, uint32_t Which) {
  const MergeBase &Held = Items.bases()[Of.BaseId],
                  &Stored = Items.baseOf(Which);
  if (Held.Shape == Stored.Shape ||
      (isGrowing(Items.shapeOf(Held), Held.Active) &&
       isGrowing(Items.shapeOf(Stored), Stored.Active)))
    return;
  Of.markInexact(inexactBy(ModelRule::GvnAlias));
}

/// A load whose value may have been available when a limit was reached.
void AvailableValues::markLoad(uint32_t Which, ValuesOfArray &Array) {
  if (!Array.hasGivenUp())
    return;
  for (uint32_t BaseId : Items.basesAround(Which))
    if (std::optional<GivenUpValue> Before =
            Array.takeGivenUp(BaseId, Items[Which].OffsetBytes))
      Items.markInexact(Which, Before->Limit);
}

void AvailableValues::load(uint32_t Which, ValuesOfArray &Array) {
  const AvailableValue *Holder = availableFor(Which, Array);
  if (!Holder)
    Holder = availableInMoreLanes(Which, Array);
  if (Holder) {
    ModelRules By = Holder->InexactBy;
    if (!areAlike(Items.recordOf(Holder->Which), Items.recordOf(Which)))
      By |= inexactBy(ModelRule::GvnAddress);
    if (!By && applies(ModelRule::Gvn)) {
      Items.drop(Which, Holder->Which);
      return;
    }
    Items.markInexact(Which, By ? By : inexactBy(ModelRule::Gvn));
  } else if (isLostOnArm(Which)) {
    Items.markInexact(Which, inexactBy(ModelRule::GvnArms));
  } else if (mayBePromoted(Which, Array)) {
    Items.markInexact(Which, inexactBy(ModelRule::LicmPromotion));
  } else if (isAvailableInLanes(Which, Array)) {
    Items.markInexact(Which, inexactBy(ModelRule::GvnAddress));
  }
  markLoad(Which, Array);
  Arms.step(Which);
  ++Array.Loads;
  Array.get(Items[Which].BaseId).ByOffset[Items[Which].OffsetBytes] = {
      Which, Array.Loads};
}
