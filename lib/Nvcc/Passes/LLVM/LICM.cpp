//===- LICM.cpp - Loads and stores that leave a loop ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LICM: a load of one place in all iterations, which nothing in the loop writes
// to, is made once, in front of the loop.
//
//   for (i = 0; i < n; ++i) out[i] *= s[t];     one load
//
// Its promotion keeps what a loop stores to one place in a register, and stores
// it behind the loop; there the access is inexact by licm.promotion. Whether
// anything in the loop orders memory the text says (Nvcc/Source/LICM).
// Evidence: lit/merging/hoisted-loads.cu and reloads-behind-loops.cu (nvcc 13.0
// -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#include "Bank/Gpu.h"
#include "Nvcc/Rules/Modes.h"
#include "Values/Limits.h"
#include "LLVM/AvailableValues.h"
#include "LLVM/RegionPasses.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

using Records = std::vector<AccessRecord>;

//===----------------------------------------------------------------------===//
// Hoisting
//===----------------------------------------------------------------------===//

/// Whether no loop changes an address: it depends on the thread alone.
static bool dependsOnThread(const SharedAddress &Where) {
  auto IsOfThread = [](const Value &V) {
    return llvm::all_of(V.terms(), [](const Term &Each) {
      return Each.What->Role == SymbolKind::WarpShift;
    });
  };
  return IsOfThread(Where.WithinBytes) && llvm::all_of(Where.Index, IsOfThread);
}

/// The sites of a loop that load the same in every iteration, each with its
/// first record. Empty where lanes wait for others, or store nobody knows
/// where.
static llvm::MapVector<SiteId, AccessRecord *>
sameLoadsOf(llvm::MutableArrayRef<AccessRecord> Inside) {
  llvm::MapVector<SiteId, AccessRecord *> First;
  llvm::DenseSet<SiteId> Moving, Again;
  llvm::DenseSet<const SharedArray *> Stored;
  for (AccessRecord &Record : Inside) {
    if (Record.Fence != Inside.front().Fence)
      return {};
    if (Record.Operation != AccessOperation::Load) {
      if (!Record.Where || Record.Where->Array->IsDynamic ||
          !Record.Where->Array->DeclarationId)
        return {};
      Stored.insert(Record.Where->Array);
      continue;
    }
    const auto [Known, IsNew] = First.try_emplace(Record.Site, &Record);
    const AccessRecord *Before = Known->second;
    if (!IsNew)
      Again.insert(Record.Site);
    if (!Record.Where || Record.IsVolatile || !Before->Where ||
        !areSamePlace(*Before->Where, *Record.Where))
      Moving.insert(Record.Site);
  }
  First.remove_if([&](const auto &Entry) {
    // Of one iteration nothing tells what another would do.
    return Moving.contains(Entry.first) ||
           (!Again.contains(Entry.first) &&
            !dependsOnThread(*Entry.second->Where)) ||
           Stored.contains(Entry.second->Where->Array) ||
           (!Stored.empty() && Entry.second->Where->Array->IsDynamic);
  });
  return First;
}

/// Loads that are the same in every iteration of a loop move in front of it:
/// line tables then show them at its condition, or where the compiler was
/// before, and no longer at their own line, but for a loop that is run once.
/// All lanes that enter it load, also those that leave before others.
void banklint::hoistLoads(Records &All, const LoopRecords &Loop) {
  assert(Loop.Begin < Loop.End && Loop.End <= All.size() &&
         "the loop has records");
  llvm::MutableArrayRef<AccessRecord> Inside(All);
  Inside = Inside.slice(Loop.Begin, Loop.End - Loop.Begin);
  const auto Same = sameLoadsOf(Inside);
  auto IsSeen = [](const AccessRecord &Record) {
    return Record.Confidence == Certainty::Exact;
  };
  for (AccessRecord &Record : Inside) {
    const auto *Found = Same.find(Record.Site);
    if (Found == Same.end())
      continue;
    if (Record.LaterView == NoSite)
      Record.LaterView = Loop.Condition;
    const AccessRecord &First = *Found->second;
    if (&Record == &First || Record.Arm != Loop.Arm || First.Arm != Loop.Arm ||
        !IsSeen(Record) || !IsSeen(First) ||
        (Record.Active & ~First.Active) != 0)
      continue;
    if (Loop.MayHoist || (Loop.Hoists && !applies(ModelRule::Licm)))
      Record.InexactBy |= inexactBy(ModelRule::Licm);
    if (!Loop.Hoists || !applies(ModelRule::Licm))
      continue;
    Record.Active = First.Active;
    Record.Block = First.Block;
    Record.Unroll = Loop.OuterUnroll;
    if (!Loop.IsOneLine) {
      Record.InexactBy |= inexactBy(ModelRule::LineTable);
      Found->second->InexactBy |= inexactBy(ModelRule::LineTable);
    }
  }
  for (const auto &[Site, First] : Same)
    if (Loop.Hoists && applies(ModelRule::Licm) && First->Arm == Loop.Arm &&
        IsSeen(*First))
      First->Unroll = Loop.OuterUnroll;
}
//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

/// Whether an access is of a part of what a store of a loop that it is not in
/// left in a register, or one of an earlier iteration, or a wider store: the
/// compiler may keep in registers what a loop stores to one place, and stores
/// it once behind it.
bool AvailableValues::mayBePromoted(uint32_t Which,
                                    const ValuesOfArray &Array) const {
  const AccessRecord &Record = Items.recordOf(Which);
  if (Array.all().size() > limits::HeldBases)
    return false;
  return llvm::any_of(Array.all(), [&](const ValuesOfBase *Of) {
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
