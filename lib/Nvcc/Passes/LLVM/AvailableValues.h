//===- AvailableValues.h - What registers hold of arrays --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is available at a load if, on every way there, it was loaded from the
// load's place or stored to it, and nothing in between may write there. What is
// available is kept here, array by array and base by base, while GVN.cpp,
// DSE.cpp and parts of LICM.cpp and SROA.cpp ask for it.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LLVM_AVAILABLEVALUES_H
#define BANKLINT_LLVM_AVAILABLEVALUES_H

#include "MergeItems.h"
#include "Nvcc/Rules/Rules.h"
#include "Values/Reason.h"
#include "LLVM/OtherArms.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>
#include <memory>

namespace banklint {

/// An access after which a register holds what is in its place.
struct AvailableValue {
  uint32_t Which = 0;       ///< item
  uint64_t LoadsBefore = 0; ///< of the array, when it was stored
  /// The rules by which the compiler may hold it no more: a store came between,
  /// say, that the walk shows to go elsewhere in all lanes, but the compiler
  /// compares expressions.
  ModelRules InexactBy = {};
};

/// What was given up at a limit.
struct GivenUpValue {
  AvailableValue Entry;
  ReasonKind Limit = ReasonKind::None;
};

/// What is held of one base.
struct ValuesOfBase {
  uint32_t BaseId = 0;
  uint64_t Order = 0; ///< in which they came
  llvm::SmallDenseMap<int64_t, AvailableValue, 16> ByOffset;

  void markInexact(ModelRules By) {
    for (auto &[OffsetBytes, Entry] : ByOffset)
      Entry.InexactBy |= By;
  }
};

/// What is held of one array.
class ValuesOfArray {
public:
  /// Null where there is nothing.
  ValuesOfBase *find(uint32_t BaseId) const { return ByBase.lookup(BaseId); }
  ValuesOfBase &get(uint32_t BaseId) {
    ValuesOfBase *&Known = ByBase[BaseId];
    if (!Known) {
      uint64_t Order = Storage.size();
      Known = &Storage.emplace_back();
      Known->BaseId = BaseId;
      Known->Order = Order;
      InOrder.push_back(Known);
    }
    return *Known;
  }
  /// Without knowing that it is held no more.
  void giveUp(size_t Place, ReasonKind Limit) {
    const ValuesOfBase &Of = *InOrder[Place];
    for (const auto &[OffsetBytes, Entry] : Of.ByOffset)
      GivenUp[{Of.BaseId, OffsetBytes}] = {Entry, Limit};
    erase(Place);
  }
  /// What was given up there, for the last time.
  std::optional<GivenUpValue> takeGivenUp(uint32_t BaseId,
                                          int64_t OffsetBytes) {
    auto Found = GivenUp.find({BaseId, OffsetBytes});
    if (Found == GivenUp.end())
      return std::nullopt;
    GivenUpValue Entry = Found->second;
    GivenUp.erase(Found);
    return Entry;
  }
  bool hasGivenUp() const { return !GivenUp.empty(); }
  void erase(size_t Place) {
    ByBase.erase(InOrder[Place]->BaseId);
    InOrder.erase(InOrder.begin() + Place);
  }
  llvm::ArrayRef<ValuesOfBase *> all() const { return InOrder; }

  uint64_t Loads = 0;

private:
  std::deque<ValuesOfBase> Storage;
  llvm::DenseMap<uint32_t, ValuesOfBase *> ByBase;
  llvm::DenseMap<std::pair<uint32_t, int64_t>, GivenUpValue> GivenUp;
  llvm::SmallVector<ValuesOfBase *, 8> InOrder;
};

/// Whether two accesses of one address are of one expression, so that GVN sees
/// one value. Of `s[t]` and `s[t % 32]` it does not, though they are in a warp.
inline bool areAlike(const AccessRecord &A, const AccessRecord &B) {
  return A.AddressExpr == B.AddressExpr;
}

/// Whether a register that an access of one place leaves may serve another.
inline bool mayServe(const AccessRecord &Earlier, const AccessRecord &Record) {
  return Earlier.BytesPerLane == Record.BytesPerLane;
}

/// Goes over the items and keeps what registers hold.
class AvailableValues {
public:
  explicit AvailableValues(MergeItems &Items) : Items(Items), Arms(Items) {
    for (uint32_t I = 0; I != Items.size(); ++I)
      ++Times[Items.recordOf(I).Site];
  }

  void step(uint32_t Which);

private:
  void forget(uint32_t Which);
  void leaveArms(uint32_t Which);
  void leaveBranch(unsigned Else);
  bool excludes(const ValuesOfBase &Of, uint32_t Which) const;
  void load(uint32_t Which, ValuesOfArray &Array);
  void store(uint32_t Which, ValuesOfArray &Array);
  const AvailableValue *availableFor(uint32_t Which, const ValuesOfArray &Array,
                                     uint32_t *BaseId = nullptr) const;
  const AvailableValue *availableInMoreLanes(uint32_t Which,
                                             const ValuesOfArray &Array,
                                             uint32_t *BaseId = nullptr);
  bool isLostOnArm(uint32_t Which);
  bool mayBePromoted(uint32_t Which, const ValuesOfArray &Array) const;
  bool isAvailableInLanes(uint32_t Which, const ValuesOfArray &Array) const;
  bool isPart(uint32_t Which) const;
  void markStoredAgain(uint32_t Which, const ValuesOfArray &Array);
  void takeAway(ValuesOfBase &Of, uint32_t Which);
  void markStoredBefore(uint32_t Which, const ValuesOfArray &Array);
  void overwrite(uint32_t Which, uint64_t Loads, ValuesOfBase &Of);
  void markLoad(uint32_t Which, ValuesOfArray &Array);
  void markOverwritten(uint32_t Which, ValuesOfArray &Array);
  void passBy(ValuesOfBase &Of, uint32_t Which);
  bool haveValueOf(const ValuesOfBase &Of, const SharedAddress &Place) const;
  bool isRepeated(SiteId Site) const { return Times.lookup(Site) > 1; }

  /// How often each site makes an access.
  llvm::DenseMap<SiteId, unsigned> Times;
  MergeItems &Items;
  OtherArms Arms;
  llvm::MapVector<const SharedArray *, std::unique_ptr<ValuesOfArray>> Arrays;
  std::optional<unsigned> Fence;
  /// Where a store on an arm has made unknown what was held: offsets, by bases.
  llvm::MapVector<uint32_t, llvm::SmallDenseSet<int64_t, 8>> LostOnArms;
  /// Which arms led to the last item, the innermost last, from 0 on.
  llvm::SmallVector<unsigned, 8> ArmsHere = {0};
};

/// GVN, EarlyCSE, DSE and LICM's promotion, over all items in order.
/// Drops the items that the compiler has no need of:
///
///   x = s[t]; y = s[t];         the second load: a repeat
///   s[t] = x; y = s[t];         the load: its value was just stored
///   s[t] = x; s[t] = y;         the first store: nothing reads it
///
/// A register holds what is in a place from the load or store of it until a
/// barrier, or a store that may meet it. It does so for the lanes that ran, so
/// a load finds what was held on the arms that led to it; behind a branch, what
/// is held at the end of both arms:
///
///   if (c) s[t] = x; else s[t] = 0;
///   y = s[t];                   a register, whatever c is
void dropRepeats(MergeItems &Items);

} // namespace banklint

#endif // BANKLINT_LLVM_AVAILABLEVALUES_H
