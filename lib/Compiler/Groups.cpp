//===- Groups.cpp - Accesses that merge in machine code -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bank/Gpu.h"
#include "ReducedAddresses.h"
#include "WideAccess.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using llvm::ArrayRef;
using llvm::SmallVector;

uint32_t banklint::standingOf(const MergeItems &Items,
                              const WideAccess &Access) {
  assert(!Access.Members.empty() && "an access is made of items");
  return Items.isLoad(Access.Members[0]) ? *llvm::min_element(Access.Members)
                                         : *llvm::max_element(Access.Members);
}

//===----------------------------------------------------------------------===//
// What may merge
//===----------------------------------------------------------------------===//

namespace {

/// Loads or stores of one base that may become wider ones.
struct MergeGroup {
  uint32_t BaseId = 0;
  bool IsLoad = false;
  /// What is loaded is stored to in the same place: loads may move down to
  /// their uses between these stores.
  bool IsInPlace = false;
  SmallVector<uint32_t, 4> Items; ///< in program order
};

/// Groups that further accesses may be part of, by their number.
struct PendingGroups {
  /// By base and kind of element.
  llvm::DenseMap<std::pair<uint32_t, unsigned>, uint32_t> Loads;
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
  GroupCollector(const MergeItems &Items, ArrayRef<WideAccess> Chains);

  std::vector<MergeGroup> run();

private:
  void step(uint32_t Which);
  std::pair<unsigned, unsigned> slowPathAt(uint32_t Which) const;
  void pass(uint32_t Which);
  void load(uint32_t Which, PendingGroups &Pending);
  void store(uint32_t Which, PendingGroups &Pending);
  void closeAround(uint32_t Which);
  bool separates(uint32_t Which, const MergeGroup &Pending) const;
  void close(PendingGroups &Pending, uint32_t Which, bool IsStore) const;
  PendingGroups::RunKey runOf(uint32_t Which) const;

  const MergeItems &Items;
  /// Of items in chains; the access stands where one of them does.
  enum ChainPart : uint8_t { NotInChain, InChain, StandsForChain };
  std::vector<ChainPart> Parts;
  std::vector<MergeGroup> Groups;
  PendingGroups Static, Dynamic;
  llvm::DenseMap<uint32_t, uint32_t> LastLoads; ///< groups, by base
  std::optional<unsigned> Fence;
  std::pair<unsigned, unsigned> SlowPath;
};

} // namespace

GroupCollector::GroupCollector(const MergeItems &Items,
                               ArrayRef<WideAccess> Chains)
    : Items(Items), Parts(Items.size(), NotInChain) {
  for (const WideAccess &C : Chains) {
    for (uint32_t Member : C.Members)
      Parts[Member] = InChain;
    Parts[standingOf(Items, C)] = StandsForChain;
  }
}

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

/// Stores are of one run where they go to one aligned block.
PendingGroups::RunKey GroupCollector::runOf(uint32_t Which) const {
  const AccessRecord &Record = Items.recordOf(Which);
  int64_t Block = std::min<int64_t>(MaxAccessBytes, 4 * Record.ElementBytes);
  int64_t Offset = Items[Which].OffsetBytes -
                   Items.alignedOffset(Items.baseOf(Which)).value_or(0);
  int64_t Begin = Offset - ((Offset % Block) + Block) % Block;
  return {Items[Which].BaseId, Begin, Record.Block, Record.ElementBytes};
}

void GroupCollector::load(uint32_t Which, PendingGroups &Pending) {
  const AccessRecord &Record = Items.recordOf(Which);
  uint32_t BaseId = Items[Which].BaseId;
  closeAround(Which);
  auto [Found, IsNew] = Pending.Loads.try_emplace(
      {BaseId, 2 * Record.ElementBytes + Record.IsWidened},
      uint32_t(Groups.size()));
  if (IsNew)
    Groups.push_back(MergeGroup{BaseId, true, false, {}});
  Groups[Found->second].Items.push_back(Which);
  LastLoads[BaseId] = Found->second;
}

/// A store goes on with a run even where it ends the others.
void GroupCollector::store(uint32_t Which, PendingGroups &Pending) {
  uint32_t BaseId = Items[Which].BaseId;
  PendingGroups::RunKey Run = runOf(Which);
  uint32_t Next = uint32_t(Groups.size());
  auto Before = Pending.Runs.find(Run);
  uint32_t Kept = Before == Pending.Runs.end() ? Next : Before->second;
  if (Kept == Next)
    Groups.push_back(MergeGroup{BaseId, false, false, {}});
  Groups[Kept].Items.push_back(Which);
  closeAround(Which);
  Pending.Runs[Run] = Kept;
  auto Loaded = LastLoads.find(BaseId);
  if (Loaded != LastLoads.end() && !Items.bases()[BaseId].isDynamic())
    Groups[Kept].IsInPlace = Groups[Loaded->second].IsInPlace = true;
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

/// Nothing merges where this is not the same: each iteration of a loop that is
/// walked once takes the slow paths of its body.
std::pair<unsigned, unsigned> GroupCollector::slowPathAt(uint32_t Which) const {
  const AccessRecord &Record = Items.recordOf(Which);
  bool IsInEachIteration = Items.unrolls()[Record.Unroll].HasSlowPath;
  return {Record.SlowPath,
          IsInEachIteration ? Items.stepOf(Which).Iteration : 0};
}

void GroupCollector::step(uint32_t Which) {
  unsigned Now = Items.recordOf(Which).Fence;
  if (std::exchange(Fence, Now) != Now) {
    Static.clear();
    Dynamic.clear();
    LastLoads.clear();
  }
  if (std::exchange(SlowPath, slowPathAt(Which)) != SlowPath) {
    Static.clear();
    Dynamic.clear();
  }
  if (Items[Which].isDropped() || Parts[Which] == InChain)
    return;
  if (Parts[Which] == StandsForChain)
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

//===----------------------------------------------------------------------===//
// What does merge
//===----------------------------------------------------------------------===//

namespace {

/// Part of an item.
struct Element {
  int64_t OffsetBytes; ///< from what is aligned
  uint32_t Which;      ///< item
};

/// Cuts one group into accesses.
class GroupCutter {
public:
  GroupCutter(const MergeItems &Items, const LoopAddresses &Loops,
              const ReducedAddresses &Reduced, const MergeGroup &G,
              std::vector<WideAccess> &Result);

  void run();

private:
  void run(ArrayRef<uint32_t> Of);
  void emitAlone(uint32_t Which);
  void emit(ArrayRef<Element> Elements, int64_t WidthBytes);
  SmallVector<Element, 16> elements(ArrayRef<uint32_t> Of);
  bool makeBlock(ArrayRef<Element> First, unsigned Width) const;
  size_t cutFirst(ArrayRef<Element> Rest);
  bool hasNeighbours() const;
  bool isPlacementOpen() const;

  const MergeItems &Items;
  const MergeGroup &G;
  std::vector<WideAccess> &Result;

  int64_t ElementBytes;
  int64_t OriginBytes, AlignmentBytes;
  bool MayMerge;
  bool IsUncertain = false;      ///< where items merge
  bool IsAloneUncertain = false; ///< where they do not
  bool HasUnknownRemainder = false;
  bool AreIterationsApart = false;
};

} // namespace

GroupCutter::GroupCutter(const MergeItems &Items, const LoopAddresses &Loops,
                         const ReducedAddresses &Reduced, const MergeGroup &G,
                         std::vector<WideAccess> &Result)
    : Items(Items), G(G), Result(Result) {
  assert(!G.Items.empty() && "a group has items");
  const AccessRecord &Any = Items.recordOf(G.Items[0]);
  const MergeBase &B = Items.bases()[G.BaseId];
  const UnrollBlock &Around = Items.unrollOf(B);
  LoopAddresses::Origin Origin = Loops.originOf(G.BaseId);
  ElementBytes = Any.ElementBytes;
  OriginBytes = Origin.OffsetBytes;
  AlignmentBytes = std::min(B.AlignmentBytes, Origin.AlignmentBytes);
  if (std::optional<int64_t> Aligned = Items.alignedOffset(B);
      Aligned && !Loops.isMoving(G.BaseId)) {
    OriginBytes = *Aligned;
    AlignmentBytes = MaxAccessBytes;
  }
  MayMerge = ElementBytes >= 2 && !Any.IsWidened;
  int64_t SureBytes = MaxAccessBytes;
  for (uint32_t Which : G.Items) {
    AlignmentBytes = std::min(AlignmentBytes, Loops.alignmentOf(Which));
    SureBytes =
        std::min<int64_t>(SureBytes, Items.recordOf(Which).SureAlignment);
    MayMerge &= !Loops.isLoose(Which);
  }
  // Of two iterations, some bodies come out as pairs and others do not.
  IsUncertain = Around.Degree == 2 || G.IsInPlace;
  // Whether a narrow integer is widened depends on what is done with it.
  IsAloneUncertain =
      (Any.IsWidened && ElementBytes == 2 && G.Items.size() > 1) ||
      (Around.Degree == 2 && MayMerge && hasNeighbours());
  if (ElementBytes < WordBytes && AlignmentBytes > ElementBytes && MayMerge &&
      hasNeighbours()) {
    const auto [Bytes, IsDoubtful] = Reduced.alignmentOf(G.BaseId);
    AlignmentBytes = std::min(AlignmentBytes, Bytes);
    IsAloneUncertain |= IsDoubtful;
    IsUncertain |= IsDoubtful;
  }
  const bool MayBeLoose = Loops.mayBeLoose(G.Items);
  const bool MayBeUnaligned =
      SureBytes < AlignmentBytes && SureBytes < 2 * ElementBytes;
  // Which place the register of a loop points to, machine code was read for;
  // some loops take another one, and lose nothing by it.
  const bool IsHalved = Origin.AlignmentBytes < B.AlignmentBytes &&
                        Origin.AlignmentBytes == AlignmentBytes;
  if ((Origin.IsDoubtful || IsHalved || MayBeLoose || MayBeUnaligned) &&
      MayMerge && hasNeighbours())
    IsAloneUncertain = IsUncertain = true;
  MayMerge &= !MayBeLoose;
  if (MayMerge && isPlacementOpen())
    IsAloneUncertain = IsUncertain = true;
  HasUnknownRemainder = Around.HasUnknownRemainder;
  AreIterationsApart = Loops.areIterationsApart(B);
}

/// What keeps the width that the source gives it.
void GroupCutter::emitAlone(uint32_t Which) {
  Result.push_back({Items[Which].OffsetBytes,
                    Items.recordOf(Which).BytesPerLane,
                    {Which},
                    /*IsUncertain=*/false,
                    /*HasUnknownRemainder=*/false});
}

/// Whether an item follows upon another.
bool GroupCutter::hasNeighbours() const {
  llvm::SmallDenseSet<int64_t, 8> Ends;
  for (uint32_t Which : G.Items)
    Ends.insert(Items[Which].OffsetBytes + ElementBytes);
  return llvm::any_of(G.Items, [&](uint32_t Which) {
    return Ends.contains(Items[Which].OffsetBytes);
  });
}

/// Whether accesses merge, or may, by where the array lies, which is not sure.
bool GroupCutter::isPlacementOpen() const {
  const MergeBase &B = Items.bases()[G.BaseId];
  return B.Array->IsReplaced ||
         (B.Array->HasOpenPlacement && hasNeighbours() &&
          B.DeclaredBytes < Items.placeOf(G.Items[0]).AlignmentBytes);
}

static int64_t blockOf(int64_t Offset, int64_t Width) {
  return Offset - ((Offset % Width) + Width) % Width;
}

void GroupCutter::emit(ArrayRef<Element> Elements, int64_t WidthBytes) {
  assert(WidthBytes <= MaxAccessBytes && "no access is wider");
  WideAccess New;
  New.OffsetBytes =
      blockOf(Elements.front().OffsetBytes, WidthBytes) + OriginBytes;
  New.WidthBytes = WidthBytes;
  for (const Element &E : Elements)
    if (!llvm::is_contained(New.Members, E.Which))
      New.Members.push_back(E.Which);
  New.IsUncertain = IsAloneUncertain || (IsUncertain && New.Members.size() > 1);
  New.HasUnknownRemainder = HasUnknownRemainder;
  Result.push_back(std::move(New));
}

/// The elements that may merge, by offset.
SmallVector<Element, 16> GroupCutter::elements(ArrayRef<uint32_t> Of) {
  SmallVector<Element, 16> Elements;
  for (uint32_t Which : Of) {
    int64_t Bytes = Items.recordOf(Which).BytesPerLane;
    if (Bytes > ElementBytes && AlignmentBytes < Bytes) {
      // Its type says that it is aligned, although its base does not.
      emitAlone(Which);
      continue;
    }
    for (int64_t Byte = 0; Byte < Bytes; Byte += ElementBytes)
      Elements.push_back(
          {Items[Which].OffsetBytes - OriginBytes + Byte, Which});
  }
  llvm::sort(Elements, [](const Element &X, const Element &Y) {
    return std::tie(X.OffsetBytes, X.Which) < std::tie(Y.OffsetBytes, Y.Which);
  });
  return Elements;
}

/// How many of the first elements lie in the block of the first one.
static size_t countInBlock(ArrayRef<Element> Elements, int64_t BlockBytes) {
  int64_t Begin = blockOf(Elements.front().OffsetBytes, BlockBytes);
  return llvm::find_if(Elements,
                       [&](const Element &E) {
                         return blockOf(E.OffsetBytes, BlockBytes) != Begin;
                       }) -
         Elements.begin();
}

static unsigned countPlaces(ArrayRef<Element> Elements) {
  unsigned Count = 1;
  for (size_t I = 1; I != Elements.size(); ++I)
    Count += Elements[I].OffsetBytes != Elements[I - 1].OffsetBytes;
  return Count;
}

/// Whether the first elements make a block of `Width` elements; of four places
/// a load may leave one out.
bool GroupCutter::makeBlock(ArrayRef<Element> First, unsigned Width) const {
  unsigned Places = countPlaces(First);
  return Places == Width || (Width == 4 && G.IsLoad && Places == 3);
}

/// Makes an access of the first elements: as many as are one aligned block.
size_t GroupCutter::cutFirst(ArrayRef<Element> Rest) {
  for (unsigned Width : {4, 2}) {
    int64_t Bytes = Width * ElementBytes;
    if (!MayMerge || Bytes > MaxAccessBytes || AlignmentBytes < Bytes)
      continue;
    size_t Count = countInBlock(Rest, Bytes);
    if (!makeBlock(Rest.take_front(Count), Width))
      continue;
    emit(Rest.take_front(Count), Bytes);
    return Count;
  }
  size_t Count = 1;
  while (Count != Rest.size() &&
         Rest[Count].OffsetBytes == Rest.front().OffsetBytes)
    ++Count;
  emit(Rest.take_front(Count), ElementBytes);
  return Count;
}

void GroupCutter::run() {
  if (Items.bases()[G.BaseId].Array->IsSwizzled) {
    for (uint32_t Which : G.Items)
      emitAlone(Which);
    return;
  }
  if (!AreIterationsApart)
    return run(G.Items);
  auto IterationOf = [&](uint32_t Which) {
    return Items.stepOf(Which).Iteration;
  };
  for (ArrayRef<uint32_t> Rest = G.Items; !Rest.empty();) {
    size_t Count =
        llvm::find_if(Rest,
                      [&](uint32_t Which) {
                        return IterationOf(Which) != IterationOf(Rest[0]);
                      }) -
        Rest.begin();
    run(Rest.take_front(Count));
    Rest = Rest.drop_front(Count);
  }
}

void GroupCutter::run(ArrayRef<uint32_t> Of) {
  SmallVector<Element, 16> Elements = elements(Of);
  for (ArrayRef<Element> Rest = Elements; !Rest.empty();)
    Rest = Rest.drop_front(cutFirst(Rest));
}

std::vector<WideAccess> banklint::mergeGroups(const MergeItems &Items,
                                              const LoopAddresses &Loops,
                                              ArrayRef<WideAccess> Chains) {
  std::vector<WideAccess> Result;
  const ReducedAddresses Reduced(Items);
  for (const MergeGroup &G : GroupCollector(Items, Chains).run())
    GroupCutter(Items, Loops, Reduced, G, Result).run();
  return Result;
}
