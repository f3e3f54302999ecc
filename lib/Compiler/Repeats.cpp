//===- Repeats.cpp - Accesses that need no request ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Repeats.h"
#include "Bank/Gpu.h"
#include "HeldPlaces.h"
#include "Model/Modes.h"
#include "Warp/Limits.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using llvm::SmallVector;

namespace {

/// Goes over the items and keeps what registers hold.
class Registers {
public:
  explicit Registers(MergeItems &Items) : Items(Items) {
    for (uint32_t I = 0; I != Items.size(); ++I) {
      const AccessRecord &Record = Items.recordOf(I);
      ++Times[Record.Site];
      if (!Record.Where)
        continue;
      const auto [Known, IsNew] =
          LoneSites.try_emplace(kindOf(Record), Record.Site);
      if (!IsNew && Known->second != Record.Site)
        Known->second = NoSite;
    }
  }

  void step(uint32_t Which);

private:
  void forget(uint32_t Which);
  void leaveArms(uint32_t Which);
  void joinArms(unsigned Arm, unsigned Outer);
  bool excludes(const HeldOfBase &Of, uint32_t Which) const;
  void load(uint32_t Which, HeldOfArray &Array);
  void store(uint32_t Which, HeldOfArray &Array);
  const Held *holderOf(uint32_t Which, const HeldOfArray &Array,
                       MergeItems::Address *Where = nullptr) const;
  const Held *holderOfMore(uint32_t Which, const HeldOfArray &Array,
                           MergeItems::Address *Where = nullptr);
  bool isHeldOfArm(uint32_t Which, const HeldOfArray &Array);
  bool isHeldOfLoop(uint32_t Which, const HeldOfArray &Array) const;
  bool isHeldInLanes(uint32_t Which, const HeldOfArray &Array) const;
  void doubtOtherArms(uint32_t Which);
  bool mayBeChoice(const AccessRecord &A, const AccessRecord &B) const;
  bool isPart(uint32_t Which) const;
  void doubtStoredAgain(uint32_t Which, const HeldOfArray &Array);
  void leaveArm(unsigned Arm);
  void takeAway(HeldOfBase &Of, uint32_t Which);
  void enterElse(unsigned Then, unsigned Else, size_t Depth, uint32_t Which);
  void overwrite(uint32_t Which, uint64_t Loads, HeldOfBase &Of);
  void doubtLoad(uint32_t Which, HeldOfArray &Array);
  void doubtOverwritten(uint32_t Which, HeldOfArray &Array);
  void passBy(HeldOfBase &Of, uint32_t Which);
  bool holdsPlace(const HeldOfBase &Of, const SharedAddress &Place) const;
  bool isRepeated(SiteId Site) const { return Times.lookup(Site) > 1; }

  /// What an access of one basic block does to which array.
  using BlockKind =
      std::pair<std::pair<unsigned, unsigned>, const SharedArray *>;
  static BlockKind kindOf(const AccessRecord &Record) {
    return {{Record.Block, unsigned(Record.Operation)}, Record.Where->Array};
  }
  /// The one site that does; none where there are several.
  llvm::DenseMap<BlockKind, SiteId> LoneSites;
  /// How often each site makes an access.
  llvm::DenseMap<SiteId, unsigned> Times;
  MergeItems &Items;
  llvm::MapVector<const SharedArray *, std::unique_ptr<HeldOfArray>> Arrays;
  std::optional<unsigned> Fence;
  /// What was held before a branch, and was stored again on its one arm: behind
  /// it a register holds one or the other.
  struct StoredOnArm {
    unsigned Arm;
    const SharedArray *Array;
    MergeItems::Address Before; ///< where all lanes are
    uint32_t Store;
  };
  std::vector<StoredOnArm> StoredOnArms; ///< the innermost arm last
  /// The last accesses on arms, by array, since the last fence.
  llvm::DenseMap<const SharedArray *, SmallVector<uint32_t, 8>> OnArms;
  /// What a store on the first arm of a branch took away: on the second it is
  /// held still.
  struct LostOnArm {
    SmallVector<unsigned, 8> Arms; ///< that lead to the store
    uint32_t Store;
    MergeItems::Address Where;
    Held Entry;
  };
  std::vector<LostOnArm> LostOnArms;
  /// What is held again there: until the second arm ends, or, where the lanes
  /// of the first return or continue (0), until these run again.
  struct HeldAgain {
    unsigned Arm;
    LaneMask Lanes; ///< of the first
    const SharedArray *Array;
    MergeItems::Address Where;
    uint32_t Which;
  };
  std::vector<HeldAgain> AllHeldAgain;
  void forgetAgain(llvm::function_ref<bool(const HeldAgain &)> AreTogether);
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

/// The arms on the way to an access, its own last.
static SmallVector<unsigned, 8> armsTo(const AccessRecord &Record) {
  SmallVector<unsigned, 8> Arms(Record.OuterArms);
  Arms.push_back(Record.Arm);
  return Arms;
}

/// The earliest that holds what a load asks for; `Where` gets its place.
const Held *Registers::holderOf(uint32_t Which, const HeldOfArray &Array,
                                MergeItems::Address *Where) const {
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
    if (Where)
      *Where = {BaseId, Items[Which].OffsetBytes};
  }
  return Result;
}

/// What is held for more lanes, on an arm that leads to an item's own, where
/// all of them would have the item's address.
/// `Where` gets the place of that.
const Held *Registers::holderOfMore(uint32_t Which, const HeldOfArray &Array,
                                    MergeItems::Address *Where) {
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
    if (Where)
      *Where = There;
    return &Found->second;
  }
  return nullptr;
}

/// Whether what a load asks for is held at the end of an arm without another,
/// behind which it is: the compiler may load it before the branch.
bool Registers::isHeldOfArm(uint32_t Which, const HeldOfArray &Array) {
  const AccessRecord &Record = Items.recordOf(Which);
  if (Array.all().size() > limits::HeldBases)
    return false;
  return llvm::any_of(Array.all(), [&](const HeldOfBase *Of) {
    if (Of->ByOffset.empty() || Of->ByOffset.size() > limits::HeldOffsets)
      return false;
    const MergeBase B = Items.bases()[Of->BaseId];
    const AccessRecord &Any =
        Items.recordOf(Of->ByOffset.begin()->second.Which);
    if (isElseArm(B.Arm) || B.Arm == Record.Arm || B.Unroll != Record.Unroll ||
        (B.Active & ~Record.Active) != 0 ||
        !llvm::is_contained(Any.OuterArms, Record.Arm))
      return false;
    return llvm::any_of(Of->ByOffset, [&](const auto &Entry) {
      const uint32_t Held = Entry.second.Which;
      return Items.recordOf(Held).BytesPerLane == Record.BytesPerLane &&
             Items.addressOn(Held, Record.Arm, Record.Active) ==
                 MergeItems::Address(Items[Which].BaseId,
                                     Items[Which].OffsetBytes);
    });
  });
}

/// Whether what a load asks for is part of what a store of a loop that it is
/// not in left in a register, or a wider store: the compiler may keep in
/// registers what a loop stores to one place, and stores it once behind it.
bool Registers::isHeldOfLoop(uint32_t Which, const HeldOfArray &Array) const {
  const AccessRecord &Record = Items.recordOf(Which);
  if (Array.all().size() > limits::HeldBases)
    return false;
  return llvm::any_of(Array.all(), [&](const HeldOfBase *Of) {
    const MergeBase B = Items.bases()[Of->BaseId];
    if (B.Shape != Items.baseOf(Which).Shape || excludes(*Of, Which))
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

static bool haveOneCondition(const AccessRecord &A, const AccessRecord &B) {
  return A.Active == B.Active && A.Times == B.Times &&
         (A.Condition && B.Condition ? *A.Condition == *B.Condition
                                     : !A.Condition && !B.Condition);
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

/// Where each lane takes one of several arms, and each arm makes one access to
/// an array, the compiler may make one of these, behind the arms, at the place
/// that each lane's arm chooses:
///
///   if (t < 16) x = s[t]; else x = s[2 * t];
bool Registers::mayBeChoice(const AccessRecord &A,
                            const AccessRecord &B) const {
  return (A.Active & B.Active) == 0 && A.Kind == B.Kind &&
         A.Operation == B.Operation && LoneSites.lookup(kindOf(A)) != NoSite &&
         LoneSites.lookup(kindOf(B)) != NoSite;
}

/// Of accesses under conditions that exclude each other, or are the same, the
/// compiler may make one, as it does of both arms of one branch. Under the same
/// one, neighbours may become a wider one:
///
///   if (up) { if (s[t] > s[x]) … }        if (t < 16) x = s[2 * t];
///   if (!up) { if (s[t] < s[x]) … }       if (t < 16) y = s[2 * t + 1];
void Registers::doubtOtherArms(uint32_t Which) {
  const AccessRecord &Record = Items.recordOf(Which);
  if (Record.Arm == 0)
    return;
  SmallVector<uint32_t, 8> &Others = OnArms[Record.Where->Array];
  const SmallVector<unsigned, 8> Here = armsTo(Record);
  for (const uint32_t Other : Others) {
    const AccessRecord &Earlier = Items.recordOf(Other);
    const bool AreApart = (Earlier.Active & Record.Active) == 0;
    if (Earlier.BytesPerLane != Record.BytesPerLane ||
        Earlier.Unroll != Record.Unroll)
      continue;
    const SmallVector<unsigned, 8> There = armsTo(Earlier);
    const auto [X, Y] =
        std::mismatch(There.begin(), There.end(), Here.begin(), Here.end());
    if (X == There.end() || Y == Here.end())
      continue;
    const bool MayBeChoice =
        areArmsOfOne(*X, *Y) && mayBeChoice(Earlier, Record);
    const bool MayBeOne =
        Items.isLoad(Which) &&
        (AreApart ? Items.isLoad(Other) : haveOneCondition(Earlier, Record));
    if (!MayBeChoice && !MayBeOne)
      continue;
    assert(X != There.begin() && "all arms are in that of the function");
    const unsigned Common = X[-1];
    const LaneMask Active = Earlier.Active | Record.Active;
    const auto [BaseOfOther, OffsetOfOther] =
        Items.addressOn(Other, Common, Active);
    const auto [Base, Offset] = Items.addressOn(Which, Common, Active);
    const int64_t Apart = std::abs(Offset - OffsetOfOther);
    const bool MayMerge =
        !AreApart && Items.isLoad(Other) && Apart < int64_t(MaxAccessBytes);
    if (MayBeChoice && (Base != BaseOfOther || Apart != 0)) {
      Items.doubt(Other, doubtBy(ModelRule::PhiOfLoads));
      Items.doubt(Which, doubtBy(ModelRule::PhiOfLoads));
    }
    if (!MayBeOne || Base != BaseOfOther || !(Apart == 0 || MayMerge))
      continue;
    const ModelRules By = doubtBy(ModelRule::CfgArms);
    if (AreApart || Apart != 0)
      Items.doubt(Other, By);
    Items.doubt(Which, By);
  }
  if (Others.size() == limits::HeldBases)
    Others.erase(Others.begin());
  Others.push_back(Which);
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
  } else if (isHeldOfArm(Which, Array)) {
    Items.doubt(Which, doubtBy(ModelRule::GvnArms));
  } else if (isHeldOfLoop(Which, Array)) {
    Items.doubt(Which, doubtBy(ModelRule::LicmPromotion));
  } else if (isHeldInLanes(Which, Array)) {
    Items.doubt(Which, doubtBy(ModelRule::GvnAddress));
  }
  doubtLoad(Which, Array);
  doubtOtherArms(Which);
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
  doubtOtherArms(Which);
  doubtStoredAgain(Which, Array);
  const AccessRecord &Record = Items.recordOf(Which);
  auto StoreAgain = [&](const Held *Before, const MergeItems::Address &There) {
    if (!Before || There.first == BaseId)
      return;
    if (!Before->InexactBy)
      StoredOnArms.push_back({Record.Arm, Record.Where->Array, There, Which});
    // What an arm stores again right behind it may be one store of either.
    if (Items.isStore(Before->Which) && Before->LoadsBefore == Array.Loads) {
      Items.doubt(Before->Which, doubtBy(ModelRule::Dse));
      Items.doubt(Which, doubtBy(ModelRule::Dse));
    }
  };
  MergeItems::Address There;
  const Held *Around = holderOf(Which, Array, &There);
  StoreAgain(Around, There);
  const Held *More = holderOfMore(Which, Array, &There);
  StoreAgain(More, There);
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
  SmallVector<unsigned, 8> There =
      armsTo(Items.recordOf(Of.ByOffset.begin()->second.Which));
  SmallVector<unsigned, 8> Here = armsTo(Items.recordOf(Which));
  auto [X, Y] =
      std::mismatch(There.begin(), There.end(), Here.begin(), Here.end());
  return X != There.end() && Y != Here.end() && areArmsOfOne(*X, *Y);
}

/// Behind a branch, of which `Arm` is the second arm, registers hold what
/// they hold at the end of both. What only one of them holds is of no use.
void Registers::joinArms(unsigned Arm, unsigned Outer) {
  assert(isElseArm(Arm) && "both arms are behind");
  for (auto &[Object, State] : Arrays) {
    SmallVector<uint32_t, 8> First, Second; // items
    LaneMask Active = 0;
    for (size_t I = State->all().size(); I-- > 0;) {
      const HeldOfBase &Of = *State->all()[I];
      const MergeBase &B = Items.bases()[Of.BaseId];
      if (B.Arm != Arm && !areArmsOfOne(B.Arm, Arm))
        continue;
      Active |= B.Active;
      for (const auto &[Offset, Entry] : Of.ByOffset)
        (B.Arm == Arm ? Second : First).push_back(Entry.Which);
      State->erase(I);
    }
    if (First.empty() || Second.empty())
      continue;
    llvm::DenseMap<MergeItems::Address, unsigned> Bytes;
    for (uint32_t Which : First)
      Bytes[Items.addressOn(Which, Outer, Active)] =
          Items.recordOf(Which).BytesPerLane;
    for (uint32_t Which : Second) {
      MergeItems::Address At = Items.addressOn(Which, Outer, Active);
      if (Bytes.lookup(At) != Items.recordOf(Which).BytesPerLane ||
          consult(ModelRule::GvnArms) == RuleMode::Off)
        continue;
      State->get(At.first).ByOffset.try_emplace(
          At.second, Held{Which, std::nullopt, doubtOnly(ModelRule::GvnArms)});
    }
  }
}

/// Behind an arm without another, what was held before it may be held again
/// where the arm has stored to that place, and still holds what it stored. The
/// compiler finds so unless there is a shuffle, a loop or a related condition
/// in between.
void Registers::leaveArm(unsigned Arm) {
  while (!StoredOnArms.empty() && StoredOnArms.back().Arm == Arm) {
    const StoredOnArm Stored = StoredOnArms.back();
    StoredOnArms.pop_back();
    auto *const State = Arrays.find(Stored.Array);
    if (State == Arrays.end())
      continue;
    const MergeItem &Item = Items[Stored.Store];
    const HeldOfBase *Of = State->second->find(Item.BaseId);
    if (!Of)
      continue;
    const auto Found = Of->ByOffset.find(Item.OffsetBytes);
    const ModelRules By = doubtBy(ModelRule::GvnArms);
    if (By && Found != Of->ByOffset.end() &&
        Found->second.Which == Stored.Store)
      State->second->get(Stored.Before.first).ByOffset[Stored.Before.second] = {
          Stored.Store, std::nullopt, By};
  }
}

/// What a store may change is held no more.
void Registers::takeAway(HeldOfBase &Of, uint32_t Which) {
  const AccessRecord &Record = Items.recordOf(Which);
  SmallVector<int64_t, 8> Gone;
  for (const auto &[OffsetBytes, Entry] : Of.ByOffset)
    if (Items.mayAlias(Entry.Which, Which))
      Gone.push_back(OffsetBytes);
  llvm::sort(Gone);
  for (const int64_t OffsetBytes : Gone) {
    const Held Entry = Of.ByOffset.lookup(OffsetBytes);
    Of.ByOffset.erase(OffsetBytes);
    if (Record.Arm != 0)
      LostOnArms.push_back({armsTo(Record),
                            Which,
                            {Of.BaseId, OffsetBytes},
                            {Entry.Which, std::nullopt, Entry.InexactBy}});
  }
}

/// From an arm, at a depth, to an item that its lanes do not come to: what the
/// arm took away is held there. `Else` is the second arm, and 0 where the lanes
/// of the first return or continue.
void Registers::enterElse(unsigned Then, unsigned Else, size_t Depth,
                          uint32_t Which) {
  for (const LostOnArm &Lost : LostOnArms) {
    const AccessRecord &Store = Items.recordOf(Lost.Store);
    if (Lost.Arms.size() <= Depth || Lost.Arms[Depth] != Then ||
        (Else == 0 && (Store.Active & Items.recordOf(Which).Active) != 0))
      continue;
    const SharedArray *Array = Store.Where->Array;
    auto *const State = Arrays.find(Array);
    if (State == Arrays.end())
      continue;
    HeldOfBase &Of = State->second->get(Lost.Where.first);
    // What is of the first arm itself was not held before.
    const AccessRecord &Record = Items.recordOf(Lost.Entry.Which);
    Held Entry = Lost.Entry;
    Entry.InexactBy |= doubtOnly(ModelRule::GvnArms);
    if (llvm::is_contained(armsTo(Record), Then) ||
        consult(ModelRule::GvnArms) == RuleMode::Off ||
        !Of.ByOffset.try_emplace(Lost.Where.second, Entry).second)
      continue;
    AllHeldAgain.push_back(
        {Else, Store.Active, Array, Lost.Where, Lost.Entry.Which});
  }
}

/// What the first arm took away is not held where both have come together.
void Registers::forgetAgain(
    llvm::function_ref<bool(const HeldAgain &)> AreTogether) {
  llvm::erase_if(AllHeldAgain, [&](const HeldAgain &Again) {
    if (!AreTogether(Again))
      return false;
    auto *const State = Arrays.find(Again.Array);
    HeldOfBase *Of = State == Arrays.end()
                         ? nullptr
                         : State->second->find(Again.Where.first);
    if (!Of)
      return true;
    const auto Found = Of->ByOffset.find(Again.Where.second);
    if (Found != Of->ByOffset.end() && Found->second.Which == Again.Which)
      Of->ByOffset.erase(Found);
    return true;
  });
}

/// Joins the branches of which an item is behind both arms.
void Registers::leaveArms(uint32_t Which) {
  SmallVector<unsigned, 8> Now = armsTo(Items.recordOf(Which));
  size_t Common =
      std::mismatch(ArmsHere.begin(), ArmsHere.end(), Now.begin(), Now.end())
          .first -
      ArmsHere.begin();
  const unsigned Last = Common < ArmsHere.size() ? ArmsHere[Common] : 0;
  const bool IsElse = Common < ArmsHere.size() && Common < Now.size() &&
                      areArmsOfOne(Last, Now[Common]);
  for (; ArmsHere.size() > Common; ArmsHere.pop_back())
    if (ArmsHere.size() > 1 && !isElseArm(ArmsHere.back()))
      leaveArm(ArmsHere.back());
    else if (ArmsHere.size() > 1) {
      forgetAgain(
          [&](const HeldAgain &Again) { return Again.Arm == ArmsHere.back(); });
      joinArms(ArmsHere.back(), ArmsHere[ArmsHere.size() - 2]);
    }
  if (Last != 0)
    enterElse(Last, IsElse ? Now[Common] : 0, Common, Which);
  if (!IsElse && Common <= 1)
    LostOnArms.clear();
  ArmsHere = std::move(Now);
}

void Registers::step(uint32_t Which) {
  const AccessRecord &Record = Items.recordOf(Which);
  if (std::exchange(Fence, Record.Fence) != Record.Fence) {
    Arrays.clear();
    OnArms.clear();
    LostOnArms.clear();
    AllHeldAgain.clear();
  }
  forgetAgain([&](const HeldAgain &Again) {
    return Again.Arm == 0 && (Again.Lanes & Record.Active) != 0;
  });
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
