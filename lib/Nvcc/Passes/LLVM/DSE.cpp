//===- DSE.cpp - Stores that nothing reads --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DSE: a store is dead if a later one writes the same bytes before anyone reads
// them, in the same basic block.
//
//   s[t] = x; s[t] = y;         the first store makes no request
//
// Across blocks without a barrier in between, and where a loop may lie between
// the two, it may be dead: inexact by dse. Evidence: lit/merging/dead-stores.cu
// (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#include "Bank/Gpu.h"
#include "Nvcc/Rules/Modes.h"
#include "LLVM/AvailableValues.h"

using namespace banklint;
using llvm::SmallVector;

/// A store replaces available values of its base.
void AvailableValues::overwrite(uint32_t Which, uint64_t Loads,
                                ValuesOfBase &Of) {
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
        Items.markInexact(Before, inexactBy(ModelRule::Dse));
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

/// A store may be dead that was given up at a limit.
void AvailableValues::markOverwritten(uint32_t Which, ValuesOfArray &Array) {
  if (!Array.hasGivenUp())
    return;
  if (std::optional<GivenUpValue> Before =
          Array.takeGivenUp(Items[Which].BaseId, Items[Which].OffsetBytes))
    if (Items.isStore(Before->Entry.Which) &&
        Before->Entry.LoadsBefore == Array.Loads)
      Items.markInexact(Before->Entry.Which, Before->Limit);
}

/// What an arm stores again right behind it may be one store of either.
void AvailableValues::markStoredBefore(uint32_t Which,
                                       const ValuesOfArray &Array) {
  const uint32_t BaseId = Items[Which].BaseId;
  auto DoubtBefore = [&](const AvailableValue *Before, uint32_t BaseBefore) {
    if (!Before || BaseBefore == BaseId || !Items.isStore(Before->Which) ||
        Before->LoadsBefore != Array.Loads)
      return;
    Items.markInexact(Before->Which, inexactBy(ModelRule::Dse));
    Items.markInexact(Which, inexactBy(ModelRule::Dse));
  };
  uint32_t BaseBefore = 0;
  const AvailableValue *Around = availableFor(Which, Array, &BaseBefore);
  DoubtBefore(Around, BaseBefore);
  const AvailableValue *More = availableInMoreLanes(Which, Array, &BaseBefore);
  DoubtBefore(More, BaseBefore);
}
