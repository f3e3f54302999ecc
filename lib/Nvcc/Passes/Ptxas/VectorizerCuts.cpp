//===- VectorizerCuts.cpp - What merges in machine code -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas, the second half: a group is cut into aligned blocks of four and of two
// elements; of four places a load may leave one out.
//
//   s[4 * t + 1], s[4 * t + 2], s[4 * t + 3]    one load of 16 bytes
//
// How well the base is aligned decides, as far as machine code shows it: in a
// loop by where its address register points (AddressRegisters). Evidence:
// lit/merging/loads.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#include "Bank/Gpu.h"
#include "Nvcc/Rules/Modes.h"
#include "Ptxas/Vectorizer.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

/// Part of a piece.
struct Element {
  int64_t OffsetBytes; ///< from what is aligned
  const Piece *Of;
};

/// Cuts one group into accesses.
class GroupCutter {
public:
  GroupCutter(const MergeItems &Items, const AddressRegisters &Loops,
              const MergeGroup &G, std::vector<WideAccess> &Result);

  void run();

private:
  void run(ArrayRef<Piece> Of);
  void emitAlone(const Piece &Of);
  void emit(ArrayRef<Element> Elements, int64_t WidthBytes);
  SmallVector<Element, 16> elements(ArrayRef<Piece> Of);
  bool makeBlock(ArrayRef<Element> First, unsigned Width) const;
  size_t cutFirst(ArrayRef<Element> Rest);
  bool hasNeighbours() const;
  bool isPlacementOpen() const;
  bool isUnlike(ArrayRef<Element> Merged) const;

  const MergeItems &Items;
  const MergeGroup &G;
  std::vector<WideAccess> &Result;

  int64_t ElementBytes;
  int64_t OriginBytes = 0, AlignmentBytes = MaxAccessBytes;
  bool MayMerge;
  ModelRules MergedInexactBy; ///< where pieces merge
  ModelRules AloneInexactBy;  ///< where they do not, too
  bool HasEpilogueLoop = false;
  bool AreIterationsApart = false;
};

} // namespace

GroupCutter::GroupCutter(const MergeItems &Items, const AddressRegisters &Loops,
                         const MergeGroup &G, std::vector<WideAccess> &Result)
    : Items(Items), G(G), Result(Result) {
  assert(!G.Pieces.empty() && "a group has pieces");
  const Piece &Any = G.Pieces.front();
  const MergeBase &B = Items.bases()[G.BaseId];
  const UnrollBlock &Around = Items.unrollOf(B);
  const AddressRegisters::Origin Origin = Loops.originOf(G.BaseId);
  ElementBytes = Any.ElementBytes;
  if (!G.isOfNumbers()) {
    OriginBytes = Origin.OffsetBytes;
    AlignmentBytes = std::min(B.AlignmentBytes, Origin.AlignmentBytes);
    if (std::optional<int64_t> Aligned = Items.alignedOffset(B);
        Aligned && !Loops.isMoving(G.BaseId)) {
      OriginBytes = *Aligned;
      AlignmentBytes = MaxAccessBytes;
    }
  }
  MayMerge = ElementBytes >= 2 && !Any.IsWidened;
  // The alignment that the compiler surely sees.
  int64_t SeenBytes = MaxAccessBytes;
  SmallVector<uint32_t, 8> All;
  for (const Piece &P : G.Pieces)
    All.append(P.Items);
  for (uint32_t Which : All) {
    AlignmentBytes = std::min(AlignmentBytes, Loops.alignmentOf(Which));
    const AccessRecord &Record = Items.recordOf(Which);
    SeenBytes = std::min<int64_t>(SeenBytes, Record.SeenAlignment);
    MayMerge &= !Loops.isLoose(Which);
  }
  // Of two iterations, some bodies come out as pairs and others do not.
  if (Around.Degree == 2 || G.IsInPlace)
    MergedInexactBy |= inexactBy(ModelRule::PtxasVec);
  // Whether a narrow integer is widened depends on what is done with it.
  if (Any.IsWidened && ElementBytes == 2 && G.Pieces.size() > 1)
    AloneInexactBy |= inexactBy(ModelRule::NarrowIntegers);
  if (Around.Degree == 2 && MayMerge && hasNeighbours())
    AloneInexactBy |= inexactBy(ModelRule::PtxasVec);
  const bool MayBeLoose = Loops.mayBeLoose(All);
  const bool MayBeUnaligned =
      SeenBytes < AlignmentBytes && SeenBytes < 2 * ElementBytes;
  // Which place the register of a loop points to, machine code was read for;
  // some loops take another one, and lose nothing by it.
  const bool IsHalved = Origin.AlignmentBytes < B.AlignmentBytes &&
                        Origin.AlignmentBytes == AlignmentBytes;
  if ((Origin.IsInexact || IsHalved || MayBeLoose || MayBeUnaligned) &&
      MayMerge && hasNeighbours()) {
    if (MayBeUnaligned)
      AloneInexactBy |= inexactBy(ModelRule::KnownBits);
    if (Origin.IsInexact || IsHalved || MayBeLoose)
      AloneInexactBy |= inexactBy(ModelRule::PtxasLsr);
  }
  if (MayMerge && hasNeighbours() && Loops.hasOrigin(G.BaseId))
    AloneInexactBy |= doubtOnly(ModelRule::PtxasLsr);
  MayMerge &= !MayBeLoose;
  if (MayMerge && isPlacementOpen())
    AloneInexactBy |= inexactBy(ModelRule::Placement);
  HasEpilogueLoop = Around.HasEpilogueLoop;
  AreIterationsApart = Loops.areIterationsApart(B);
}

/// What keeps the width that the source gives it.
void GroupCutter::emitAlone(const Piece &Of) {
  WideAccess New;
  New.OffsetBytes = Of.OffsetBytes - Of.ShiftBytes;
  New.WidthBytes = Of.Bytes;
  New.Members = Of.Items;
  New.InexactBy = Of.InexactBy;
  if (G.Pieces.size() > 1)
    New.InexactBy |= doubtOnly(ModelRule::PtxasVec);
  Result.push_back(std::move(New));
}

/// Whether a piece follows upon another.
bool GroupCutter::hasNeighbours() const {
  llvm::SmallDenseSet<int64_t, 8> Ends;
  for (const Piece &P : G.Pieces)
    Ends.insert(P.OffsetBytes + ElementBytes);
  return llvm::any_of(
      G.Pieces, [&](const Piece &P) { return Ends.contains(P.OffsetBytes); });
}

/// Whether accesses merge, or may, by where the arrays lie, which is not sure.
bool GroupCutter::isPlacementOpen() const {
  return llvm::any_of(G.Pieces, [&](const Piece &P) {
    const uint32_t Which = P.Items.front();
    const MergeBase &B = Items.baseOf(Which);
    return B.Array->IsReplaced ||
           (B.Array->HasOpenPlacement && hasNeighbours() &&
            B.DeclaredBytes < Items.placeOf(Which).AlignmentBytes);
  });
}

/// Whether an access is made of what was read off machine code in no such
/// case: chains beside what is wider than a word, or in classes of 16 bytes.
bool GroupCutter::isUnlike(ArrayRef<Element> Merged) const {
  const bool HasChain = llvm::any_of(
      Merged, [](const Element &E) { return E.Of->Items.size() > 1; });
  return HasChain && llvm::any_of(Merged, [&](const Element &E) {
           return E.Of->Bytes > WordBytes ||
                  Items.baseOf(E.Of->Items.front()).DeclaredBytes >=
                      MaxAccessBytes;
         });
}

void GroupCutter::emit(ArrayRef<Element> Elements, int64_t WidthBytes) {
  assert(WidthBytes <= MaxAccessBytes && "no access is wider");
  WideAccess New;
  New.WidthBytes = WidthBytes;
  SmallVector<const Piece *, 4> Pieces;
  for (const Element &E : Elements)
    if (!llvm::is_contained(Pieces, E.Of))
      Pieces.push_back(E.Of);
  for (const Piece *P : Pieces) {
    New.Members.append(P->Items);
    New.InexactBy |= P->InexactBy;
  }
  const uint32_t Standing = standingOf(Items, New);
  const Piece &Of = **llvm::find_if(Pieces, [&](const Piece *P) {
    return llvm::is_contained(P->Items, Standing);
  });
  New.OffsetBytes = blockOf(Elements.front().OffsetBytes, WidthBytes) +
                    OriginBytes - Of.ShiftBytes;
  const bool IsMerged = Pieces.size() > 1;
  New.InexactBy |= AloneInexactBy;
  if (IsMerged)
    New.InexactBy |= MergedInexactBy;
  if (IsMerged && isUnlike(Elements))
    New.InexactBy |= inexactBy(ModelRule::PtxasVec);
  New.HasEpilogueLoop = HasEpilogueLoop;
  Result.push_back(std::move(New));
}

/// The elements that may merge, by offset.
SmallVector<Element, 16> GroupCutter::elements(ArrayRef<Piece> Of) {
  SmallVector<Element, 16> Elements;
  for (const Piece &P : Of) {
    const int64_t Bytes = P.Bytes;
    if (Bytes > ElementBytes && AlignmentBytes < Bytes) {
      // Its type says that it is aligned, although its base does not.
      emitAlone(P);
      continue;
    }
    for (int64_t Byte = 0; Byte < Bytes; Byte += ElementBytes)
      Elements.push_back({P.OffsetBytes - OriginBytes + Byte, &P});
  }
  llvm::sort(Elements, [](const Element &X, const Element &Y) {
    return std::tie(X.OffsetBytes, X.Of->Items.front()) <
           std::tie(Y.OffsetBytes, Y.Of->Items.front());
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
  if (Items.bases()[G.BaseId].Array->IsSwizzled ||
      (G.Pieces.size() > 1 && !applies(ModelRule::PtxasVec))) {
    for (const Piece &P : G.Pieces)
      emitAlone(P);
    return;
  }
  if (!AreIterationsApart)
    return run(G.Pieces);
  auto IterationOf = [&](const Piece &P) {
    return Items.stepOf(P.Items.front()).Iteration;
  };
  for (ArrayRef<Piece> Rest = G.Pieces; !Rest.empty();) {
    size_t Count =
        llvm::find_if(Rest,
                      [&](const Piece &P) {
                        return IterationOf(P) != IterationOf(Rest.front());
                      }) -
        Rest.begin();
    run(Rest.take_front(Count));
    Rest = Rest.drop_front(Count);
  }
}

void GroupCutter::run(ArrayRef<Piece> Of) {
  SmallVector<Element, 16> Elements = elements(Of);
  for (ArrayRef<Element> Rest = Elements; !Rest.empty();)
    Rest = Rest.drop_front(cutFirst(Rest));
}

void banklint::cutGroup(const MergeItems &Items, const AddressRegisters &Loops,
                        const MergeGroup &Of, std::vector<WideAccess> &Result) {
  GroupCutter(Items, Loops, Of, Result).run();
}
