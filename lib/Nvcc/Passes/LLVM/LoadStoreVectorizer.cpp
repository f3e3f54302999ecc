//===- LoadStoreVectorizer.cpp - Neighbours that merge in the IR ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LoadStoreVectorizer: accesses of one basic block to neighbouring places
// become one, whatever stands between them and meets none of them, as wide as
// the alignment allows that the array declares.
//
//   int2 a = s[t].x, b = s[t].y     16 bytes, where s is declared as aligned so
//
// Loads with no store and no slow path in between that do not make up 16 bytes
// are left to ptxas (Ptxas/Vectorizer), unless they are narrow. Nothing merges
// over a barrier, nor over what is convergent: a shuffle, inline assembly.
// Evidence: lit/merging/alignment.cu and halves.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "Nvcc/Rules/Modes.h"
#include "Values/Limits.h"
#include "WideAccess.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

/// Accesses of one basic block that can become wider ones wherever others stand
/// in between, as long as none of these meets them.
struct Chain {
  bool IsLoad = false;
  /// How many stores there were in all before the first item, and whether there
  /// were more before the last.
  unsigned StoresBefore = 0;
  bool IsCut = false;
  bool IsParted = false; ///< by a slow path of machine code
  SmallVector<uint32_t, 8> Items;
  SmallVector<uint32_t, 8> Between; ///< stores, that loads would move over
};

/// Goes over the items and keeps the chains that further ones may be part of.
class ChainMerger {
public:
  ChainMerger(MergeItems &Items, const AddressRegisters &Loops)
      : Items(Items), Loops(Loops) {}

  std::vector<WideAccess> run();

private:
  void step(uint32_t Which);
  void add(uint32_t Which, std::vector<Chain> &Chains);
  bool continues(const Chain &C, uint32_t Which) const;
  void close(std::vector<Chain> &Chains);
  void closeAtLimit(std::vector<Chain> &Chains, ReasonKind Limit);
  void markNeighbours(uint32_t Which);
  void closeAll();
  void split(const Chain &C);
  WideAccess widestFrom(ArrayRef<uint32_t> Sorted, int64_t MostBytes) const;
  int64_t declaredAlignment(ArrayRef<uint32_t> Of) const;

  /// Of the items that can be in one chain: base, block, whether they load.
  using ChainKey = std::tuple<uint32_t, unsigned, unsigned>;
  ChainKey keyOf(uint32_t Which) const {
    return {Items[Which].BaseId, Items.recordOf(Which).Block,
            Items.isLoad(Which)};
  }

  MergeItems &Items;
  const AddressRegisters &Loops;
  /// Items of chains that a limit has ended, with that limit.
  using EndedItem = std::pair<uint32_t, ReasonKind>;
  llvm::DenseMap<ChainKey, SmallVector<EndedItem, 4>> EndedAtLimit;
  llvm::MapVector<const SharedArray *, std::vector<Chain>> Pending;
  const AccessRecord *Before = nullptr;
  unsigned Stores = 0;
  std::vector<WideAccess> Result;
};

} // namespace

/// The alignment that is known wherever the array lies, in every iteration of a
/// loop that stays one; 1 where the distances are no constants.
int64_t ChainMerger::declaredAlignment(ArrayRef<uint32_t> Of) const {
  assert(!Of.empty() && "a chain has items");
  if (Loops.mayBeLoose(Of))
    return 1;
  int64_t Alignment = Items.baseOf(Of.front()).DeclaredBytes;
  for (uint32_t Which : Of)
    Alignment = Loops.isLoose(Which)
                    ? 1
                    : std::min(Alignment, Loops.alignmentOf(Which));
  return Alignment;
}

/// Whether an access can be one with those of a chain.
bool ChainMerger::continues(const Chain &C, uint32_t Which) const {
  const AccessRecord &First = Items.recordOf(C.Items.front());
  const AccessRecord &Next = Items.recordOf(Which);
  return C.IsLoad == Items.isLoad(Which) && First.Block == Next.Block &&
         Items[C.Items.front()].BaseId == Items[Which].BaseId &&
         First.ElementBytes == Next.ElementBytes &&
         First.IsWidened == Next.IsWidened &&
         !Items.mayMeetAny(C.Items, Which) &&
         !Items.mayMeetAny(C.Between, Which);
}

/// Of neighbours from the first on, as many as make one access; the first alone
/// where none do.
WideAccess ChainMerger::widestFrom(ArrayRef<uint32_t> Sorted,
                                   int64_t MostBytes) const {
  WideAccess New;
  New.OffsetBytes = Items[Sorted.front()].OffsetBytes;
  size_t Taken = 1;
  int64_t End = New.OffsetBytes;
  for (size_t I = 0; I != Sorted.size(); ++I) {
    if (Items[Sorted[I]].OffsetBytes != End)
      break;
    End += Items.recordOf(Sorted[I]).BytesPerLane;
    int64_t Width = End - New.OffsetBytes;
    if (Width > MostBytes)
      break;
    if (llvm::isPowerOf2_64(uint64_t(Width)) && New.OffsetBytes % Width == 0) {
      Taken = I + 1;
      New.WidthBytes = Width;
    }
  }
  New.Members.append(Sorted.begin(), Sorted.begin() + Taken);
  return New;
}

/// Cuts a chain into the widest accesses that its alignment allows. What stays
/// alone is left to what comes later; so are loads with no store and no slow
/// path between them that do not make up 16 bytes, unless they are narrow.
void ChainMerger::split(const Chain &C) {
  if (C.Items.size() < 2)
    return;
  const MergeBase &B = Items.baseOf(C.Items.front());
  bool IsNarrow = Items.recordOf(C.Items.front()).ElementBytes < WordBytes;
  const bool MergesLater = C.IsLoad && !C.IsCut && !C.IsParted && !IsNarrow;
  int64_t Least = MergesLater ? MaxAccessBytes : 1;
  const int64_t Most = std::min(MaxAccessBytes, declaredAlignment(C.Items));
  SmallVector<uint32_t, 8> Sorted = C.Items;
  llvm::sort(Sorted, [&](uint32_t A, uint32_t B) {
    return Items[A].OffsetBytes < Items[B].OffsetBytes;
  });
  for (ArrayRef<uint32_t> Rest = Sorted; !Rest.empty();) {
    WideAccess New = widestFrom(Rest, Most);
    Rest = Rest.drop_front(New.Members.size());
    if (New.Members.size() == 1 || New.WidthBytes < Least)
      continue;
    llvm::sort(New.Members);
    if (llvm::any_of(New.Members, [&](uint32_t Which) {
          return Items.recordOf(Which).SeenAlignment < New.WidthBytes;
        }))
      New.InexactBy |= inexactBy(ModelRule::KnownBits);
    // With others on its side of the slow path it may merge again.
    if (C.IsLoad && C.IsParted && New.Members.size() != C.Items.size() &&
        New.WidthBytes < B.AlignmentBytes)
      New.InexactBy |= inexactBy(ModelRule::SlowPath);
    Result.push_back(std::move(New));
  }
}

void ChainMerger::close(std::vector<Chain> &Chains) {
  for (const Chain &C : Chains)
    split(C);
  Chains.clear();
}

void ChainMerger::closeAtLimit(std::vector<Chain> &Chains, ReasonKind Limit) {
  for (const Chain &C : Chains)
    for (uint32_t Which : C.Items)
      EndedAtLimit[keyOf(C.Items.front())].push_back({Which, Limit});
  close(Chains);
}

/// Where an item may have been part of a chain that a limit has ended, both are
/// uncertain.
void ChainMerger::markNeighbours(uint32_t Which) {
  if (EndedAtLimit.empty())
    return;
  auto Ended = EndedAtLimit.find(keyOf(Which));
  if (Ended == EndedAtLimit.end())
    return;
  for (auto [Other, Limit] : Ended->second)
    if (std::abs(Items[Which].OffsetBytes - Items[Other].OffsetBytes) <
        MaxAccessBytes) {
      Items.markInexact(Other, Limit);
      Items.markInexact(Which, Limit);
    }
}

void ChainMerger::closeAll() {
  EndedAtLimit.clear();
  for (auto &[Array, Chains] : Pending)
    close(Chains);
}

/// Adds an access of one array to a chain of it, or begins one with it; it ends
/// those that it would have to move over.
void ChainMerger::add(uint32_t Which, std::vector<Chain> &Chains) {
  markNeighbours(Which);
  bool IsLoad = Items.isLoad(Which);
  auto Found =
      llvm::find_if(Chains, [&](Chain &C) { return continues(C, Which); });
  std::optional<size_t> Mine;
  if (Found != Chains.end())
    Mine = Found - Chains.begin();
  for (size_t C = Chains.size(); C-- > 0;) {
    if (C == Mine)
      continue;
    if (Chains[C].IsLoad && !IsLoad) {
      Chains[C].Between.push_back(Which);
    } else if (!(Chains[C].IsLoad && IsLoad) &&
               Items.mayMeetAny(Chains[C].Items, Which)) {
      split(Chains[C]);
      Chains.erase(Chains.begin() + C);
      if (Mine && C < *Mine)
        --*Mine;
    }
  }
  if (Mine) {
    Chains[*Mine].Items.push_back(Which);
    Chains[*Mine].IsCut |= Chains[*Mine].StoresBefore != Stores;
    Chains[*Mine].IsParted |= Items.slowPathAt(Which) !=
                              Items.slowPathAt(Chains[*Mine].Items.front());
  } else if (Items.baseOf(Which).DeclaredBytes >
             int64_t(Items.recordOf(Which).ElementBytes)) {
    Chains.push_back({IsLoad, Stores, false, false, {Which}, {}});
  }
  if (Chains.size() > limits::PendingChains)
    closeAtLimit(Chains, ReasonKind::ManyChains);
  else if (Mine && Chains[*Mine].Items.size() + Chains[*Mine].Between.size() >
                       limits::ChainItems)
    closeAtLimit(Chains, ReasonKind::LongChain);
}

void ChainMerger::step(uint32_t Which) {
  const AccessRecord &Record = Items.recordOf(Which);
  Stores += Items.isStore(Which);
  const bool IsConvergent = Before && Before->Exchange != Record.Exchange;
  if (Before && (Before->Fence != Record.Fence ||
                 (IsConvergent && applies(ModelRule::Convergent))))
    closeAll();
  if (IsConvergent)
    Items.markInexact(Which, doubtOnly(ModelRule::Convergent));
  Before = &Record;
  if (Record.SlowPath != 0)
    Items.markInexact(Which, doubtOnly(ModelRule::SlowPath));
  if (Items[Which].isDropped())
    return;
  if (Items.stepOf(Which).IsKnown)
    return add(Which, Pending[Record.Where->Array]);
  bool IsPlain =
      Record.Kind == RequestKind::Load || Record.Kind == RequestKind::Store;
  if (!Items.stepOf(Which).IsApart || !IsPlain || Record.IsVolatile)
    closeAll();
}

std::vector<WideAccess> ChainMerger::run() {
  for (uint32_t I = 0; I != Items.size(); ++I)
    step(I);
  closeAll();
  return std::move(Result);
}

std::vector<WideAccess> banklint::mergeChains(MergeItems &Items,
                                              const AddressRegisters &Loops) {
  return ChainMerger(Items, Loops).run();
}
