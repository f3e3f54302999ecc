//===- Vectorizer.cpp - What may merge in machine code --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas merges what LLVM has left, in straight-line code: loads of one base
// between two stores or barriers, and unbroken runs of stores to one base.
//
//   s[2 * t] = x; q[2 * t] = y; s[2 * t + 1] = z;    a run of s, and one of q
//
// Of static arrays it takes every store to meet every access; in dynamic memory
// it tells places of one base apart. A slow path, which is a branch in machine
// code, ends all groups. Evidence: lit/merging/loads.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#include "Ptxas/Vectorizer.h"
#include "Bank/Gpu.h"
#include "Nvcc/Rules/Modes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using llvm::ArrayRef;

uint32_t banklint::standingOf(const MergeItems &Items,
                              const WideAccess &Access) {
  assert(!Access.Members.empty() && "an access is made of items");
  return Items.isLoad(Access.Members[0]) ? *llvm::min_element(Access.Members)
                                         : *llvm::max_element(Access.Members);
}

namespace {

/// Groups that further accesses may be part of, by their number.
struct PendingGroups {
  /// What the loads of a group share: base, and kind of element.
  using LoadKey = std::pair<uint32_t, unsigned>;
  llvm::DenseMap<LoadKey, uint32_t> Loads;
  /// What the stores of a run share: base, block of memory, block of code and
  /// bytes of an element.
  using RunKey = std::tuple<uint32_t, int64_t, unsigned, unsigned>;
  /// All go to one array and have one shape.
  llvm::DenseMap<RunKey, uint32_t> Runs;

  void clear() {
    Loads.clear();
    Runs.clear();
  }
};

/// Goes over the items and keeps the groups that further ones may be part of.
class GroupCollector {
public:
  GroupCollector(const MergeItems &Items, const AddressRegisters &Loops,
                 ArrayRef<WideAccess> Chains);

  std::vector<MergeGroup> run();

private:
  void step(uint32_t Which);
  void pass(uint32_t Which);
  Piece pieceOf(uint32_t Which) const;
  uint32_t baseOf(uint32_t Which, Piece &Of);
  void load(uint32_t Which, PendingGroups &Pending);
  void store(uint32_t Which, PendingGroups &Pending);
  void closeAround(uint32_t Which);
  bool separates(uint32_t Which, const MergeGroup &Pending) const;
  void close(PendingGroups &Pending, uint32_t Which, bool IsStore) const;
  PendingGroups::RunKey runOf(const Piece &Of, uint32_t BaseId) const;

  const MergeItems &Items;
  const AddressRegisters &Loops;
  ArrayRef<WideAccess> Chains;
  /// Of items in chains; the access stands where one of them does.
  static constexpr uint32_t NotInChain = ~0u, InChain = ~0u - 1;
  std::vector<uint32_t> ChainOf; ///< number of the chain that it stands for
  std::vector<MergeGroup> Groups;
  PendingGroups Static, Dynamic;
  llvm::DenseMap<uint32_t, uint32_t> LastLoads; ///< groups, by base
  /// The first base of those that are numbers, by what the others share.
  using NumberKey = std::tuple<LaneMask, unsigned, unsigned, unsigned>;
  llvm::DenseMap<NumberKey, uint32_t> NumberBases;
  std::optional<unsigned> Fence;
  std::pair<unsigned, unsigned> SlowPath;
};

} // namespace

GroupCollector::GroupCollector(const MergeItems &Items,
                               const AddressRegisters &Loops,
                               ArrayRef<WideAccess> Chains)
    : Items(Items), Loops(Loops), Chains(Chains),
      ChainOf(Items.size(), NotInChain) {
  for (uint32_t I = 0; I != Chains.size(); ++I) {
    for (uint32_t Member : Chains[I].Members)
      ChainOf[Member] = InChain;
    ChainOf[standingOf(Items, Chains[I])] = I;
  }
}

//===----------------------------------------------------------------------===//
// What ends a group
//===----------------------------------------------------------------------===//

/// Whether an access stands between those of a pending group, so that what
/// comes behind it does not merge with what came before. In dynamic memory the
/// compiler tells places of one base apart, and these from static arrays; of
/// static arrays it takes every store to meet every access, but for loads and
/// stores of which one is of dynamic memory and steps along with the other.
bool GroupCollector::separates(uint32_t Which,
                               const MergeGroup &Pending) const {
  const MergeBase &B = Items.baseOf(Which),
                  &Kept = Items.bases()[Pending.BaseId];
  if (!B.isDynamic())
    return !Kept.isDynamic();
  if (B.Shape != Kept.Shape)
    return true;
  if (Kept.isDynamic())
    return B.Array != Kept.Array;
  return !Pending.IsLoad && !Items.isLoad(Which);
}

/// Ends the groups between whose accesses one stands. It stands between those
/// of all pending runs or of none.
void GroupCollector::close(PendingGroups &Pending, uint32_t Which,
                           bool IsStore) const {
  if (!Pending.Runs.empty() &&
      separates(Which, Groups[Pending.Runs.begin()->second]))
    Pending.Runs.clear();
  if (IsStore)
    for (auto It = Pending.Loads.begin(); It != Pending.Loads.end();)
      if (auto Here = It++; separates(Which, Groups[Here->second]))
        Pending.Loads.erase(Here);
}

void GroupCollector::closeAround(uint32_t Which) {
  for (PendingGroups *Pending : {&Static, &Dynamic})
    close(*Pending, Which, !Items.isLoad(Which));
}

/// What can never merge ends groups all the same.
void GroupCollector::pass(uint32_t Which) {
  bool IsRead = Items.isLoad(Which) ||
                Items.recordOf(Which).Operation == AccessOperation::LdMatrix;
  for (PendingGroups *Pending : {&Static, &Dynamic}) {
    Pending->Runs.clear();
    if (!IsRead)
      Pending->Loads.clear();
  }
}

//===----------------------------------------------------------------------===//
// What goes on with one
//===----------------------------------------------------------------------===//

static bool isPiece(const MergeItems &Items, const WideAccess &Chain) {
  return Items.recordOf(Chain.Members.front()).ElementBytes < WordBytes &&
         Chain.WidthBytes <= int64_t(WordBytes);
}

/// Of an item in no chain, or one that stands for a chain.
Piece GroupCollector::pieceOf(uint32_t Which) const {
  Piece Result;
  if (ChainOf[Which] == NotInChain) {
    const AccessRecord &Record = Items.recordOf(Which);
    Result.Items = {Which};
    Result.OffsetBytes = Items[Which].OffsetBytes;
    Result.Bytes = Record.BytesPerLane;
    Result.ElementBytes = Record.ElementBytes;
    Result.IsWidened = Record.IsWidened;
    return Result;
  }
  const WideAccess &Chain = Chains[ChainOf[Which]];
  Result.Items = Chain.Members;
  Result.OffsetBytes = Chain.OffsetBytes;
  Result.InexactBy = Chain.InexactBy;
  Result.Bytes = Result.ElementBytes = unsigned(Chain.WidthBytes);
  return Result;
}

/// The base by which a piece finds its group. Numbers have one, whatever the
/// array: of `__shared__ float mean, deviation;` a thread loads both at once.
uint32_t GroupCollector::baseOf(uint32_t Which, Piece &Of) {
  const uint32_t BaseId = Items[Which].BaseId;
  const MergeBase &B = Items.bases()[BaseId];
  if (!B.IsConstant || B.Array->IsReplaced || B.Array->IsSwizzled ||
      Loops.isMoving(BaseId))
    return BaseId;
  Of.IsNumber = true;
  Of.ShiftBytes = B.Array->PlacementBytes;
  Of.OffsetBytes += Of.ShiftBytes;
  return NumberBases
      .try_emplace({B.Active, B.Arm, B.Unroll, B.Iteration}, BaseId)
      .first->second;
}

/// Stores are of one run where they go to one aligned block.
PendingGroups::RunKey GroupCollector::runOf(const Piece &Of,
                                            uint32_t BaseId) const {
  const AccessRecord &Record = Items.recordOf(Of.Items.front());
  const int64_t Block = std::min<int64_t>(MaxAccessBytes, 4 * Of.ElementBytes);
  const int64_t Origin =
      Of.IsNumber ? 0 : Items.alignedOffset(Items.bases()[BaseId]).value_or(0);
  return {BaseId, blockOf(Of.OffsetBytes - Origin, Block), Record.Block,
          Of.ElementBytes};
}

void GroupCollector::load(uint32_t Which, PendingGroups &Pending) {
  closeAround(Which);
  Piece New = pieceOf(Which);
  const uint32_t BaseId = baseOf(Which, New);
  auto [Found, IsNew] = Pending.Loads.try_emplace(
      {BaseId, 2 * New.ElementBytes + unsigned(New.IsWidened)},
      uint32_t(Groups.size()));
  if (IsNew)
    Groups.push_back(MergeGroup{BaseId, /*IsLoad=*/true, false, {}});
  Groups[Found->second].Pieces.push_back(std::move(New));
  LastLoads[Items[Which].BaseId] = Found->second;
}

/// A store goes on with a run even where it ends the others.
void GroupCollector::store(uint32_t Which, PendingGroups &Pending) {
  Piece New = pieceOf(Which);
  const uint32_t BaseId = baseOf(Which, New);
  const PendingGroups::RunKey Run = runOf(New, BaseId);
  uint32_t Next = uint32_t(Groups.size());
  auto Before = Pending.Runs.find(Run);
  uint32_t Kept = Before == Pending.Runs.end() ? Next : Before->second;
  if (Kept == Next)
    Groups.push_back(MergeGroup{BaseId, /*IsLoad=*/false, false, {}});
  Groups[Kept].Pieces.push_back(std::move(New));
  closeAround(Which);
  Pending.Runs[Run] = Kept;
  auto Loaded = LastLoads.find(Items[Which].BaseId);
  if (Loaded != LastLoads.end() && !Items.baseOf(Which).isDynamic())
    Groups[Kept].IsInPlace = Groups[Loaded->second].IsInPlace = true;
}

void GroupCollector::step(uint32_t Which) {
  unsigned Now = Items.recordOf(Which).Fence;
  if (std::exchange(Fence, Now) != Now) {
    Static.clear();
    Dynamic.clear();
    LastLoads.clear();
  }
  if (std::exchange(SlowPath, Items.slowPathAt(Which)) != SlowPath) {
    Static.clear();
    Dynamic.clear();
  }
  const uint32_t Chain = ChainOf[Which];
  if (Items[Which].isDropped() || Chain == InChain)
    return;
  if (Chain != NotInChain && !isPiece(Items, Chains[Chain]))
    return closeAround(Which);
  if (!Items.stepOf(Which).IsKnown)
    return pass(Which);
  PendingGroups &Pending = Items.baseOf(Which).isDynamic() ? Dynamic : Static;
  if (Items.isLoad(Which))
    load(Which, Pending);
  else
    store(Which, Pending);
}

std::vector<MergeGroup> GroupCollector::run() {
  for (uint32_t I = 0; I != Items.size(); ++I)
    step(I);
  return std::move(Groups);
}

/// Where words have merged before there is machine code, so may have the narrow
/// ones beside them.
static void markAdjacentWords(const MergeItems &Items,
                              llvm::MutableArrayRef<WideAccess> Chains) {
  using Place = std::pair<uint32_t, int64_t>;
  auto PlaceOf = [&](const WideAccess &C) {
    return Place(Items[standingOf(Items, C)].BaseId,
                 blockOf(C.OffsetBytes, MaxAccessBytes));
  };
  llvm::DenseSet<Place> Narrow;
  for (const WideAccess &C : Chains)
    if (isPiece(Items, C))
      Narrow.insert(PlaceOf(C));
  if (Narrow.empty())
    return;
  for (WideAccess &C : Chains)
    if (!isPiece(Items, C) && Narrow.contains(PlaceOf(C)))
      C.InexactBy |= inexactBy(ModelRule::PtxasVec);
}

std::vector<WideAccess> banklint::mergeGroups(const MergeItems &Items,
                                              const AddressRegisters &Loops,
                                              std::vector<WideAccess> &Chains) {
  std::vector<WideAccess> Result;
  markAdjacentWords(Items, Chains);
  for (const MergeGroup &G : GroupCollector(Items, Loops, Chains).run())
    cutGroup(Items, Loops, G, Result);
  llvm::erase_if(Chains,
                 [&](const WideAccess &C) { return isPiece(Items, C); });
  return Result;
}
