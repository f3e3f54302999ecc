//===- AvailableValues.cpp - What registers hold of arrays ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LLVM/AvailableValues.h"
#include "Nvcc/Rules/Modes.h"
#include "Values/Limits.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using llvm::SmallVector;

/// The earliest available value of a load's place; `Base` gets its base.
const AvailableValue *AvailableValues::availableFor(uint32_t Which,
                                                    const ValuesOfArray &Array,
                                                    uint32_t *Base) const {
  const AvailableValue *Result = nullptr;
  uint64_t Earliest = UINT64_MAX;
  for (uint32_t BaseId : Items.basesAround(Which)) {
    ValuesOfBase *Of = Array.find(BaseId);
    if (!Of || Of->Order >= Earliest)
      continue;
    auto Found = Of->ByOffset.find(Items[Which].OffsetBytes);
    if (Found == Of->ByOffset.end())
      continue;
    uint32_t Holder = Found->second.Which;
    const AccessRecord &Earlier = Items.recordOf(Holder),
                       &Record = Items.recordOf(Which);
    if (!mayServe(Earlier, Record))
      continue;
    Result = &Found->second;
    Earliest = Of->Order;
    if (Base)
      *Base = BaseId;
  }
  return Result;
}

/// A value that is available in more lanes, on an arm that leads to the access,
/// where all of them would have its address; `Base` gets its base.
const AvailableValue *AvailableValues::availableInMoreLanes(
    uint32_t Which, const ValuesOfArray &Array, uint32_t *Base) {
  const AccessRecord &Record = Items.recordOf(Which);
  if (Record.Arm == 0 || Array.all().size() > limits::HeldBases)
    return nullptr;
  for (const ValuesOfBase *Of : llvm::reverse(Array.all())) {
    const MergeBase B = Items.bases()[Of->BaseId];
    if (B.Active == Record.Active || (Record.Active & ~B.Active) != 0 ||
        B.Unroll != Record.Unroll ||
        !llvm::is_contained(Record.OuterArms, B.Arm))
      continue;
    const MergeItems::Address There = Items.addressOn(Which, B.Arm, B.Active);
    if (There.first != Of->BaseId)
      continue;
    auto Found = Of->ByOffset.find(There.second);
    if (Found == Of->ByOffset.end() ||
        !mayServe(Items.recordOf(Found->second.Which), Record))
      continue;
    if (Base)
      *Base = There.first;
    return &Found->second;
  }
  return nullptr;
}

void AvailableValues::store(uint32_t Which, ValuesOfArray &Array) {
  uint32_t BaseId = Items[Which].BaseId;
  markOverwritten(Which, Array);
  Arms.step(Which);
  markStoredAgain(Which, Array);
  if (mayBePromoted(Which, Array))
    Items.markInexact(Which, inexactBy(ModelRule::LicmPromotion));
  markStoredBefore(Which, Array);
  for (size_t I = Array.all().size(); I-- > 0;) {
    ValuesOfBase &Of = *Array.all()[I];
    if (Of.BaseId == BaseId)
      overwrite(Which, Array.Loads, Of);
    else if (excludes(Of, Which))
      continue;
    else if (Array.all().size() > limits::HeldBases)
      Array.giveUp(I, ReasonKind::ManyHeldBases);
    else if (Of.ByOffset.size() > limits::HeldOffsets)
      Array.giveUp(I, ReasonKind::ManyHeldOffsets);
    else {
      takeAway(Of, Which);
      passBy(Of, Which);
    }
  }
  Array.get(BaseId).ByOffset[Items[Which].OffsetBytes] = {Which, Array.Loads};
}

/// Whether a value of one place is available.
bool AvailableValues::haveValueOf(const ValuesOfBase &Of,
                                  const SharedAddress &Place) const {
  return llvm::any_of(Of.ByOffset, [&](const auto &Entry) {
    return areSamePlace(*Items.recordOf(Entry.second.Which).Where, Place);
  });
}

/// Invalidates available values: the access has an unknown address, or is
/// atomic or volatile.
void AvailableValues::forget(uint32_t Which) {
  const AccessRecord &Record = Items.recordOf(Which);
  if (Items.stepOf(Which).IsApart)
    return;
  if (Record.Operation == AccessOperation::Load ||
      Record.Operation == AccessOperation::LdMatrix) {
    for (auto &[Array, State] : Arrays)
      ++State->Loads;
  } else if (Record.Where && Record.Where->Array->DeclarationId) {
    auto *const State = Arrays.find(Record.Where->Array);
    if (State == Arrays.end())
      return;
    // Values of other places stay available, if that is seen.
    for (size_t I = State->second->all().size(); I-- > 0;)
      if (Record.Operation == AccessOperation::Atomic &&
          !haveValueOf(*State->second->all()[I], *Record.Where))
        State->second->all()[I]->markInexact(inexactBy(ModelRule::GvnAlias));
      else
        State->second->erase(I);
  } else {
    Arrays.clear();
  }
}

/// True if the values of a base became available on one arm of a branch, and
/// the access is on the other.
bool AvailableValues::excludes(const ValuesOfBase &Of, uint32_t Which) const {
  if (Of.ByOffset.empty())
    return false;
  const uint32_t Any = Of.ByOffset.begin()->second.Which;
  return areOnBothArms(armsTo(Items.recordOf(Any)),
                       armsTo(Items.recordOf(Which)));
}

/// Values that became available on an arm of a branch are none behind it: which
/// arm a warp came from is not known.
void AvailableValues::leaveBranch(unsigned Else) {
  assert(isElseArm(Else) && "both arms are behind");
  for (auto &[Object, State] : Arrays)
    for (size_t I = State->all().size(); I-- > 0;) {
      const unsigned Arm = Items.bases()[State->all()[I]->BaseId].Arm;
      if (Arm == Else || areArmsOfOne(Arm, Else))
        State->erase(I);
    }
}

/// Values are available no more that a store may change.
void AvailableValues::takeAway(ValuesOfBase &Of, uint32_t Which) {
  SmallVector<int64_t, 8> Gone;
  for (const auto &[OffsetBytes, Entry] : Of.ByOffset)
    if (Items.mayAlias(Entry.Which, Which))
      Gone.push_back(OffsetBytes);
  for (const int64_t OffsetBytes : Gone) {
    Of.ByOffset.erase(OffsetBytes);
    if (Items.recordOf(Which).Arm != 0)
      LostOnArms[Of.BaseId].insert(OffsetBytes);
  }
}

/// Leaves the branches that the access is behind.
void AvailableValues::leaveArms(uint32_t Which) {
  SmallVector<unsigned, 8> Now = armsTo(Items.recordOf(Which));
  const size_t Common =
      std::mismatch(ArmsHere.begin(), ArmsHere.end(), Now.begin(), Now.end())
          .first -
      ArmsHere.begin();
  for (; ArmsHere.size() > std::max<size_t>(Common, 1); ArmsHere.pop_back())
    if (isElseArm(ArmsHere.back()))
      leaveBranch(ArmsHere.back());
  ArmsHere = std::move(Now);
}

void AvailableValues::step(uint32_t Which) {
  const AccessRecord &Record = Items.recordOf(Which);
  if (std::exchange(Fence, Record.Fence) != Record.Fence) {
    Arrays.clear();
    Arms.clear();
    LostOnArms.clear();
  }
  leaveArms(Which);
  if (!Items.stepOf(Which).IsKnown)
    return forget(Which);
  std::unique_ptr<ValuesOfArray> &State = Arrays[Record.Where->Array];
  if (!State)
    State = std::make_unique<ValuesOfArray>();
  if (Items.isLoad(Which))
    load(Which, *State);
  else
    store(Which, *State);
}

void banklint::dropRepeats(MergeItems &Items) {
  AvailableValues All(Items);
  for (uint32_t I = 0; I != Items.size(); ++I)
    All.step(I);
}
