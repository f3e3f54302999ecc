//===- GVN.cpp - Accesses that need no request ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LLVM/GVN.h"
#include "Bank/Gpu.h"
#include "Nvcc/Rules/Modes.h"
#include "Warp/Limits.h"
#include "LLVM/AvailableValues.h"
#include "LLVM/OtherArms.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using llvm::SmallVector;

namespace {

/// Goes over the items and keeps what registers hold.
class Registers {
public:
  explicit Registers(MergeItems &Items) : Items(Items), Arms(Items) {
    for (uint32_t I = 0; I != Items.size(); ++I)
      ++Times[Items.recordOf(I).Site];
  }

  void step(uint32_t Which);

private:
  void forget(uint32_t Which);
  void leaveArms(uint32_t Which);
  void leaveBranch(unsigned Else);
  bool excludes(const HeldOfBase &Of, uint32_t Which) const;
  void load(uint32_t Which, HeldOfArray &Array);
  void store(uint32_t Which, HeldOfArray &Array);
  const Held *holderOf(uint32_t Which, const HeldOfArray &Array,
                       uint32_t *BaseId = nullptr) const;
  const Held *holderOfMore(uint32_t Which, const HeldOfArray &Array,
                           uint32_t *BaseId = nullptr);
  bool isLostOnArm(uint32_t Which);
  bool isHeldOfLoop(uint32_t Which, const HeldOfArray &Array) const;
  bool isHeldInLanes(uint32_t Which, const HeldOfArray &Array) const;
  bool isPart(uint32_t Which) const;
  void doubtStoredAgain(uint32_t Which, const HeldOfArray &Array);
  void takeAway(HeldOfBase &Of, uint32_t Which);
  void overwrite(uint32_t Which, uint64_t Loads, HeldOfBase &Of);
  void doubtLoad(uint32_t Which, HeldOfArray &Array);
  void doubtOverwritten(uint32_t Which, HeldOfArray &Array);
  void passBy(HeldOfBase &Of, uint32_t Which);
  bool holdsPlace(const HeldOfBase &Of, const SharedAddress &Place) const;
  bool isRepeated(SiteId Site) const { return Times.lookup(Site) > 1; }

  /// How often each site makes an access.
  llvm::DenseMap<SiteId, unsigned> Times;
  MergeItems &Items;
  OtherArms Arms;
  llvm::MapVector<const SharedArray *, std::unique_ptr<HeldOfArray>> Arrays;
  std::optional<unsigned> Fence;
  /// Where a store on an arm has made unknown what was held: offsets, by bases.
  llvm::MapVector<uint32_t, llvm::SmallDenseSet<int64_t, 8>> LostOnArms;
  /// Which arms led to the last item, the innermost last, from 0 on.
  SmallVector<unsigned, 8> ArmsHere = {0};
};

} // namespace

/// Whether the compiler sees that two places with one address are the same. Of
/// `s[t]` and `s[t % 32]` it does not, though they are in a warp.
static bool areAlike(const AccessRecord &A, const AccessRecord &B) {
  return A.Operations == B.Operations;
}

/// Whether a register that an access of one place leaves may serve another.
static bool mayHold(const AccessRecord &Earlier, const AccessRecord &Record) {
  return Earlier.BytesPerLane == Record.BytesPerLane;
}

/// The earliest that holds what a load asks for; `Base` gets its base.
const Held *Registers::holderOf(uint32_t Which, const HeldOfArray &Array,
                                uint32_t *Base) const {
  const Held *Result = nullptr;
  uint64_t Earliest = UINT64_MAX;
  for (uint32_t BaseId : Items.basesAround(Which)) {
    HeldOfBase *Of = Array.find(BaseId);
    if (!Of || Of->Order >= Earliest)
      continue;
    auto Found = Of->ByOffset.find(Items[Which].OffsetBytes);
    if (Found == Of->ByOffset.end())
      continue;
    uint32_t Holder = Found->second.Which;
    const AccessRecord &Earlier = Items.recordOf(Holder),
                       &Record = Items.recordOf(Which);
    if (!mayHold(Earlier, Record))
      continue;
    Result = &Found->second;
    Earliest = Of->Order;
    if (Base)
      *Base = BaseId;
  }
  return Result;
}

/// What is held for more lanes, on an arm that leads to an item's own, where
/// all of them would have the item's address; `Base` gets its base.
const Held *Registers::holderOfMore(uint32_t Which, const HeldOfArray &Array,
                                    uint32_t *Base) {
  const AccessRecord &Record = Items.recordOf(Which);
  if (Record.Arm == 0 || Array.all().size() > limits::HeldBases)
    return nullptr;
  for (const HeldOfBase *Of : llvm::reverse(Array.all())) {
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
        !mayHold(Items.recordOf(Found->second.Which), Record))
      continue;
    if (Base)
      *Base = There.first;
    return &Found->second;
  }
  return nullptr;
}

/// Whether what a load asks for was held until a store on some arm, for its
/// lanes or more: where these do not go there, the compiler may still have it.
bool Registers::isLostOnArm(uint32_t Which) {
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

/// Whether an access is of a part of what a store of a loop that it is not in
/// left in a register, or one of an earlier iteration, or a wider store: the
/// compiler may keep in registers what a loop stores to one place, and stores
/// it once behind it.
bool Registers::isHeldOfLoop(uint32_t Which, const HeldOfArray &Array) const {
  const AccessRecord &Record = Items.recordOf(Which);
  if (Array.all().size() > limits::HeldBases)
    return false;
  return llvm::any_of(Array.all(), [&](const HeldOfBase *Of) {
    const MergeBase B = Items.bases()[Of->BaseId];
    if (B.Shape != Items.baseOf(Which).Shape || excludes(*Of, Which))
      return false;
    // A store, only with those of other iterations.
    const SiteId Loop = Items.unrolls()[Record.Unroll].Loop;
    if (Items.isStore(Which) &&
        (Loop == NoSite || Items.unrolls()[B.Unroll].Loop != Loop))
      return false;
    const int64_t Offset = Items[Which].OffsetBytes;
    for (int64_t Before = 0; Before < int64_t(MaxAccessBytes); ++Before) {
      const auto Found = Of->ByOffset.find(Offset - Before);
      if (Found == Of->ByOffset.end() || !Items.isStore(Found->second.Which))
        continue;
      const int64_t Bytes =
          Items.recordOf(Found->second.Which).BytesPerLane - Before;
      const bool IsWider = Before > 0 || Bytes > int64_t(Record.BytesPerLane);
      if (Bytes >= int64_t(Record.BytesPerLane) &&
          (IsWider || B.Unroll != Record.Unroll))
        return true;
    }
    return false;
  });
}

/// Whether a place is made of threads and lanes alone.
static bool isOfThreads(const AddressShape &Shape) {
  return llvm::all_of(Shape.Terms, [](const ByteTerm &T) {
    return T.What->Kind == Variable::Unresolved && T.What->Left.isKnown() &&
           T.What->Left.launchTerms().empty();
  });
}

/// Whether what a load asks for is held at the place that these lanes have,
/// made in another way: LLVM knows that `t / 32 * 32 + t % 32` is `t`.
bool Registers::isHeldInLanes(uint32_t Which, const HeldOfArray &Array) const {
  const MergeBase &Mine = Items.baseOf(Which);
  if (Array.all().size() > limits::HeldBases)
    return false;
  return llvm::any_of(Array.all(), [&](const HeldOfBase *Of) {
    const MergeBase &B = Items.bases()[Of->BaseId];
    const auto Found = Of->ByOffset.find(Items[Which].OffsetBytes);
    return B.Shape != Mine.Shape && B.Active == Mine.Active &&
           B.Arm == Mine.Arm && B.Unroll == Mine.Unroll &&
           Found != Of->ByOffset.end() &&
           mayHold(Items.recordOf(Found->second.Which),
                   Items.recordOf(Which)) &&
           isOfThreads(Items.shapeOf(B)) && isOfThreads(Items.shapeOf(Mine)) &&
           Items.shapeOf(B).FromFirst == Items.shapeOf(Mine).FromFirst;
  });
}

/// A store replaces what is held of its base.
void Registers::overwrite(uint32_t Which, uint64_t Loads, HeldOfBase &Of) {
  const AccessRecord &Record = Items.recordOf(Which);
  int64_t Offset = Items[Which].OffsetBytes;
  if (auto Found = Of.ByOffset.find(Offset); Found != Of.ByOffset.end()) {
    uint32_t Before = Found->second.Which;
    const AccessRecord &Earlier = Items.recordOf(Before);
    if (Earlier.Operation == AccessOperation::Store &&
        Earlier.BytesPerLane == Record.BytesPerLane &&
        Found->second.LoadsBefore == Loads) {
      // Two loops may lie apart by what the compiler makes of their bodies.
      const bool AreLoopsApart =
          Earlier.Site != Record.Site && isRepeated(Earlier.Site);
      if (Earlier.Block == Record.Block && !AreLoopsApart &&
          areAlike(Earlier, Record) && applies(ModelRule::Dse))
        Items.drop(Before, Which);
      else if (Earlier.Block == Record.Block ||
               Earlier.Exchange == Record.Exchange)
        Items.doubt(Before, doubtBy(ModelRule::Dse));
    }
  }
  // Accesses of one base step by elements: look where one may overlap.
  SmallVector<int64_t, 8> Gone;
  for (int64_t At = Offset - MaxAccessBytes + 1;
       At < Offset + int64_t(Record.BytesPerLane); ++At) {
    auto Near = Of.ByOffset.find(At);
    if (Near != Of.ByOffset.end() && Items.mayAlias(Near->second.Which, Which))
      Gone.push_back(At);
  }
  for (int64_t At : Gone)
    Of.ByOffset.erase(At);
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

static void doubt(HeldOfBase &Of, ModelRules By) {
  for (auto &[OffsetBytes, Entry] : Of.ByOffset)
    Entry.InexactBy |= By;
}

/// A store goes by what is held of another base. By factors of multiples and by
/// constants the compiler sees that, too.
void Registers::passBy(HeldOfBase &Of, uint32_t Which) {
  const MergeBase &Held = Items.bases()[Of.BaseId],
                  &Stored = Items.baseOf(Which);
  if (Held.Shape == Stored.Shape ||
      (isGrowing(Items.shapeOf(Held), Held.Active) &&
       isGrowing(Items.shapeOf(Stored), Stored.Active)))
    return;
  doubt(Of, doubtBy(ModelRule::GvnAlias));
}

/// A load that may repeat what was given up.
void Registers::doubtLoad(uint32_t Which, HeldOfArray &Array) {
  if (!Array.hasGivenUp())
    return;
  for (uint32_t BaseId : Items.basesAround(Which))
    if (std::optional<HeldBefore> Before =
            Array.takeGivenUp(BaseId, Items[Which].OffsetBytes))
      Items.doubt(Which, Before->Limit);
}

/// A store that was given up, and may be dead.
void Registers::doubtOverwritten(uint32_t Which, HeldOfArray &Array) {
  if (!Array.hasGivenUp())
    return;
  if (std::optional<HeldBefore> Before =
          Array.takeGivenUp(Items[Which].BaseId, Items[Which].OffsetBytes))
    if (Items.isStore(Before->Entry.Which) &&
        Before->Entry.LoadsBefore == Array.Loads)
      Items.doubt(Before->Entry.Which, Before->Limit);
}

void Registers::load(uint32_t Which, HeldOfArray &Array) {
  const Held *Holder = holderOf(Which, Array);
  if (!Holder)
    Holder = holderOfMore(Which, Array);
  if (Holder) {
    ModelRules By = Holder->InexactBy;
    if (!areAlike(Items.recordOf(Holder->Which), Items.recordOf(Which)))
      By |= doubtBy(ModelRule::GvnAddress);
    if (!By && applies(ModelRule::Gvn)) {
      Items.drop(Which, Holder->Which);
      return;
    }
    Items.doubt(Which, By ? By : doubtBy(ModelRule::Gvn));
  } else if (isLostOnArm(Which)) {
    Items.doubt(Which, doubtBy(ModelRule::GvnArms));
  } else if (isHeldOfLoop(Which, Array)) {
    Items.doubt(Which, doubtBy(ModelRule::LicmPromotion));
  } else if (isHeldInLanes(Which, Array)) {
    Items.doubt(Which, doubtBy(ModelRule::GvnAddress));
  }
  doubtLoad(Which, Array);
  Arms.step(Which);
  ++Array.Loads;
  Array.get(Items[Which].BaseId).ByOffset[Items[Which].OffsetBytes] = {
      Which, Array.Loads};
}

/// Whether an access is one of several that one expression makes of neighbours:
/// of an object, or in a loop that is unrolled.
bool Registers::isPart(uint32_t Which) const {
  auto IsOther = [&](uint32_t Other) {
    return Items.recordOf(Other).Site == Items.recordOf(Which).Site &&
           Items.recordOf(Other).Operation == Items.recordOf(Which).Operation &&
           Items[Other].BaseId == Items[Which].BaseId &&
           Items[Other].OffsetBytes != Items[Which].OffsetBytes;
  };
  return (Which > 0 && IsOther(Which - 1)) ||
         (Which + 1 < Items.size() && IsOther(Which + 1));
}

/// Of an object, or a row, that is loaded and stored to the same place again,
/// the compiler stores the parts that have changed, and loads what it needs:
///
///   Particle p = s[t]; p.x += p.v; s[t] = p;
void Registers::doubtStoredAgain(uint32_t Which, const HeldOfArray &Array) {
  const Held *Before = isPart(Which) ? holderOf(Which, Array) : nullptr;
  if (!Before || !Items.isLoad(Before->Which) || !isPart(Before->Which))
    return;
  Items.doubt(Before->Which, doubtBy(ModelRule::Sroa));
  Items.doubt(Which, doubtBy(ModelRule::Sroa));
}

void Registers::store(uint32_t Which, HeldOfArray &Array) {
  uint32_t BaseId = Items[Which].BaseId;
  doubtOverwritten(Which, Array);
  Arms.step(Which);
  doubtStoredAgain(Which, Array);
  if (isHeldOfLoop(Which, Array))
    Items.doubt(Which, doubtBy(ModelRule::LicmPromotion));
  // What an arm stores again right behind it may be one store of either.
  auto DoubtBefore = [&](const Held *Before, uint32_t BaseBefore) {
    if (!Before || BaseBefore == BaseId || !Items.isStore(Before->Which) ||
        Before->LoadsBefore != Array.Loads)
      return;
    Items.doubt(Before->Which, doubtBy(ModelRule::Dse));
    Items.doubt(Which, doubtBy(ModelRule::Dse));
  };
  uint32_t BaseBefore = 0;
  const Held *Around = holderOf(Which, Array, &BaseBefore);
  DoubtBefore(Around, BaseBefore);
  const Held *More = holderOfMore(Which, Array, &BaseBefore);
  DoubtBefore(More, BaseBefore);
  for (size_t I = Array.all().size(); I-- > 0;) {
    HeldOfBase &Of = *Array.all()[I];
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

/// Whether a base has something of one place.
bool Registers::holdsPlace(const HeldOfBase &Of,
                           const SharedAddress &Place) const {
  return llvm::any_of(Of.ByOffset, [&](const auto &Entry) {
    return areSamePlace(*Items.recordOf(Entry.second.Which).Where, Place);
  });
}

/// What an access leaves of what is held, of which it is not known where it
/// goes or which may go by no register.
void Registers::forget(uint32_t Which) {
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
    // What is held of other places is held still, if that is seen.
    for (size_t I = State->second->all().size(); I-- > 0;)
      if (Record.Operation == AccessOperation::Atomic &&
          !holdsPlace(*State->second->all()[I], *Record.Where))
        doubt(*State->second->all()[I], doubtBy(ModelRule::GvnAlias));
      else
        State->second->erase(I);
  } else {
    Arrays.clear();
  }
}

/// What is held of a base is held on the one arm of a branch, and an item is
/// on the other.
bool Registers::excludes(const HeldOfBase &Of, uint32_t Which) const {
  if (Of.ByOffset.empty())
    return false;
  const uint32_t Any = Of.ByOffset.begin()->second.Which;
  return areOnBothArms(armsTo(Items.recordOf(Any)),
                       armsTo(Items.recordOf(Which)));
}

/// Behind a branch, nothing of what one of its arms holds is held: which of
/// them a warp came from is not known.
void Registers::leaveBranch(unsigned Else) {
  assert(isElseArm(Else) && "both arms are behind");
  for (auto &[Object, State] : Arrays)
    for (size_t I = State->all().size(); I-- > 0;) {
      const unsigned Arm = Items.bases()[State->all()[I]->BaseId].Arm;
      if (Arm == Else || areArmsOfOne(Arm, Else))
        State->erase(I);
    }
}

/// What a store may change is held no more.
void Registers::takeAway(HeldOfBase &Of, uint32_t Which) {
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

/// Leaves the branches of which an item is behind both arms.
void Registers::leaveArms(uint32_t Which) {
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

void Registers::step(uint32_t Which) {
  const AccessRecord &Record = Items.recordOf(Which);
  if (std::exchange(Fence, Record.Fence) != Record.Fence) {
    Arrays.clear();
    Arms.clear();
    LostOnArms.clear();
  }
  leaveArms(Which);
  if (!Items.stepOf(Which).IsKnown)
    return forget(Which);
  std::unique_ptr<HeldOfArray> &State = Arrays[Record.Where->Array];
  if (!State)
    State = std::make_unique<HeldOfArray>();
  if (Items.isLoad(Which))
    load(Which, *State);
  else
    store(Which, *State);
}

void banklint::dropRepeats(MergeItems &Items) {
  Registers All(Items);
  for (uint32_t I = 0; I != Items.size(); ++I)
    All.step(I);
}
