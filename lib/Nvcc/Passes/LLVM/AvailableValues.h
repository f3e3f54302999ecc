//===- AvailableValues.h - What registers hold of arrays --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_PASSES_LLVM_AVAILABLEVALUES_H
#define BANKLINT_NVCC_PASSES_LLVM_AVAILABLEVALUES_H

#include "Nvcc/Rules/Rules.h"
#include "Warp/Reason.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>

namespace banklint {

/// An access after which a register holds what is in its place.
struct Held {
  uint32_t Which = 0;       ///< item
  uint64_t LoadsBefore = 0; ///< of the array, when it was stored
  /// The rules by which the compiler may hold it no more: a store came between,
  /// say, that the walk shows to go elsewhere in all lanes, but the compiler
  /// compares expressions.
  ModelRules InexactBy = {};
};

/// What was given up at a limit.
struct HeldBefore {
  Held Entry;
  ReasonKind Limit = ReasonKind::None;
};

/// What is held of one base.
struct HeldOfBase {
  uint32_t BaseId = 0;
  uint64_t Order = 0; ///< in which they came
  llvm::SmallDenseMap<int64_t, Held, 16> ByOffset;
};

/// What is held of one array.
class HeldOfArray {
public:
  /// Null where there is nothing.
  HeldOfBase *find(uint32_t BaseId) const { return ByBase.lookup(BaseId); }
  HeldOfBase &get(uint32_t BaseId) {
    HeldOfBase *&Known = ByBase[BaseId];
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
    const HeldOfBase &Of = *InOrder[Place];
    for (const auto &[OffsetBytes, Entry] : Of.ByOffset)
      GivenUp[{Of.BaseId, OffsetBytes}] = {Entry, Limit};
    erase(Place);
  }
  /// What was given up there, for the last time.
  std::optional<HeldBefore> takeGivenUp(uint32_t BaseId, int64_t OffsetBytes) {
    auto Found = GivenUp.find({BaseId, OffsetBytes});
    if (Found == GivenUp.end())
      return std::nullopt;
    HeldBefore Entry = Found->second;
    GivenUp.erase(Found);
    return Entry;
  }
  bool hasGivenUp() const { return !GivenUp.empty(); }
  void erase(size_t Place) {
    ByBase.erase(InOrder[Place]->BaseId);
    InOrder.erase(InOrder.begin() + Place);
  }
  llvm::ArrayRef<HeldOfBase *> all() const { return InOrder; }

  uint64_t Loads = 0;

private:
  std::deque<HeldOfBase> Storage;
  llvm::DenseMap<uint32_t, HeldOfBase *> ByBase;
  llvm::DenseMap<std::pair<uint32_t, int64_t>, HeldBefore> GivenUp;
  llvm::SmallVector<HeldOfBase *, 8> InOrder;
};

} // namespace banklint

#endif // BANKLINT_NVCC_PASSES_LLVM_AVAILABLEVALUES_H
