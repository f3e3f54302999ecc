//===- AddressRegisters.cpp - Where registers of loops point --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loop strength reduction, in LLVM and ptxas: in a loop that stays one, an
// address is a register that moves on and a constant.
//
//   for (p = s + t; ...; p += 32) x += p[0] + p[1] + p[2];    p points to p[1]
//
// The register points to the middle one of the places of a base, and what
// divides that in all iterations is all that is known of the alignment; with
// nothing but the array in the address it may begin at the array. Evidence:
// lit/merging/walking-pointers.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#include "Ptxas/AddressRegisters.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace banklint;
using llvm::ArrayRef;
using llvm::SmallVector;

AddressRegisters::AddressRegisters(const MergeItems &Items)
    : Items(Items), Sites(Items.siteCount() + 1) {
  findConstants();
  findOrigins();
}

int64_t AddressRegisters::alignmentOf(uint32_t Which) const {
  return Sites[Items.stepOf(Which).Site].AlignmentBytes;
}

bool AddressRegisters::isLoose(uint32_t Which) const {
  return Sites[Items.stepOf(Which).Site].IsLoose;
}

bool AddressRegisters::mayBeLoose(ArrayRef<uint32_t> Which) const {
  auto IsOfOneSite = [&](uint32_t Other) {
    return Items.recordOf(Other).Site == Items.recordOf(Which.front()).Site;
  };
  auto IsMetOnce = [&](uint32_t Other) {
    return Sites[Items.stepOf(Other).Site].IsMetOnce &&
           !Items.recordOf(Other).IsFixed && !isLoose(Other);
  };
  return llvm::any_of(Which, IsMetOnce) && !llvm::all_of(Which, IsOfOneSite);
}

/// What differs from iteration to iteration of a loop that stays is no constant
/// to the compiler: neither how far apart two accesses are (`s[i]` and `s[i +
/// step]`) nor what divides an address (`s[2 * step * t]`).
void AddressRegisters::findConstants() {
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, int64_t> Distances;
  std::vector<uint32_t> LastOfBase(Items.bases().size(), MergeItem::None);
  llvm::DenseMap<unsigned, unsigned> UnrollsOf; // by run
  for (const UnrollBlock &Unroll : Items.unrolls())
    if (Unroll.Degree)
      ++UnrollsOf[Unroll.Run];
  for (uint32_t I = 0; I != Items.size(); ++I) {
    const MergePlan::Step &Step = Items.stepOf(I);
    if (!Step.Site)
      continue;
    unsigned Unroll = Items.recordOf(I).Unroll;
    unsigned Run = Items.unrolls()[Unroll].Run;
    SiteFacts &Facts = Sites[Step.Site];
    Facts.Unrolls += std::exchange(Facts.LastUnroll, Unroll) != Unroll;
    Facts.Runs += std::exchange(Facts.LastRun, Run) != Run;
    Facts.AlignmentBytes =
        std::min(Facts.AlignmentBytes, Items.baseOf(I).AlignmentBytes);
    Facts.IsLooseElsewhere |= Items.recordOf(I).IsLoose;
    uint32_t Last = std::exchange(LastOfBase[Items[I].BaseId], I);
    if (Last == MergeItem::None)
      continue;
    int64_t Apart = Items[I].OffsetBytes - Items[Last].OffsetBytes;
    int64_t Before = Distances.try_emplace({Step.Site, Step.Occurrence}, Apart)
                         .first->second;
    // Those that are never neighbours may lie anywhere.
    bool AreNear = std::min(std::abs(Apart), std::abs(Before)) < MaxAccessBytes;
    if (Before != Apart && AreNear)
      Facts.IsLoose = Sites[Items.stepOf(Last).Site].IsLoose = true;
  }
  // Of many iterations these lanes may take part in one: that tells nothing.
  for (SiteFacts &Facts : llvm::drop_begin(Sites)) {
    Facts.IsMetOnce =
        Facts.Unrolls == Facts.Runs && UnrollsOf.lookup(Facts.LastRun) > 1;
    Facts.IsLoose |= Facts.IsMetOnce && Facts.IsLooseElsewhere;
  }
}

/// The places in static arrays that accesses of loops that stay loops go to,
/// each once, in order.
std::vector<SmallVector<int64_t, 8>> AddressRegisters::offsetsOfBases() {
  std::vector<SmallVector<int64_t, 8>> Result(Items.bases().size());
  llvm::DenseSet<std::pair<uint32_t, int64_t>> Rows;
  for (uint32_t I = 0; I != Items.size(); ++I) {
    if (!Items.stepOf(I).Site)
      continue;
    const MergeBase &B = Items.baseOf(I);
    if (Items.unrollOf(B).IsUncounted || B.isDynamic())
      continue;
    const uint32_t BaseId = Items[I].BaseId;
    SmallVector<int64_t, 8> &Offsets = Result[BaseId];
    const int64_t Offset = Items[I].OffsetBytes;
    const bool IsFar =
        !Offsets.empty() && std::abs(Offset - Offsets.back()) >= MaxAccessBytes;
    const bool IsNewRow =
        Rows.insert({BaseId, Offset >> llvm::Log2_64(MaxAccessBytes)}).second;
    if (IsFar && !IsNewRow)
      Returning.insert(BaseId);
    Offsets.push_back(Offset);
    if (!Items.isLoad(I))
      StoredTo.insert(Items[I].BaseId);
  }
  for (SmallVector<int64_t, 8> &Of : Result) {
    llvm::sort(Of);
    Of.erase(llvm::unique(Of), Of.end());
  }
  return Result;
}

/// In a loop that stays a loop, the register with the address in a static array
/// points to the middle one of the accesses of a base, and the others are
/// reached from there; not where the step from iteration to iteration is no
/// constant.
void AddressRegisters::findOrigins() {
  std::vector<SmallVector<int64_t, 8>> Offsets = offsetsOfBases();
  // Unrolls of one loop have bases of their own: find those that belong
  // together. Each iteration takes other arms of the same branches.
  using Key = std::tuple<const SharedArray *, LaneMask, unsigned, uint32_t>;
  llvm::MapVector<Key, SmallVector<uint32_t, 2>> Alike;
  for (uint32_t Id = 0; Id != Items.bases().size(); ++Id) {
    if (Offsets[Id].empty())
      continue;
    const MergeBase &B = Items.bases()[Id];
    Alike[{B.Array, B.Active, Items.unrollOf(B).Run,
           Items.shapeOf(B).FirstAlike}]
        .push_back(Id);
  }
  for (auto &[Shared, Ids] : Alike)
    findOrigins(Ids, Offsets);
}

/// Nothing but the array is the base.
bool AddressRegisters::isArrayAlone(const MergeBase &B) const {
  const AddressShape &Shape = Items.shapeOf(B);
  return llvm::all_of(Shape.FromFirst, [](int64_t N) { return N == 0; }) &&
         llvm::all_of(Shape.Terms, [&](const ByteTerm &T) {
           return T.What == Items.unrollOf(B).Counter;
         });
}

bool AddressRegisters::areIterationsApart(const MergeBase &B) const {
  return B.IsMoving && !B.isDynamic() && !isArrayAlone(B) &&
         llvm::is_contained(Items.unrollOf(B).Walked, B.Array->DeclarationId);
}

/// With nothing but the array in the address, the register moves on from where
/// the array begins where iterations are unrolled or few accesses make one
/// (read off machine code: up to 3 stores or 6 loads). Of more, most point to
/// the middle.
bool AddressRegisters::isShortRow(uint32_t BaseId,
                                  ArrayRef<int64_t> Offsets) const {
  return Offsets.size() <= (StoredTo.contains(BaseId) ? 3 : 6);
}

/// Whether machine code may have several registers for what these bases are:
/// where iterations that are unrolled go through several rows, and each of them
/// adds to these, or where some places move up and others down.
bool AddressRegisters::moveApart(ArrayRef<uint32_t> BaseIds,
                                 ArrayRef<SmallVector<int64_t, 8>> Offsets,
                                 unsigned Unrolled) const {
  ArrayRef<int64_t> First;
  for (uint32_t Id : BaseIds) {
    const ArrayRef<int64_t> Here = Offsets[Id];
    if (Items.unrollOf(Items.bases()[Id]).Degree != Unrolled)
      continue;
    if (First.empty())
      First = Here;
    if (Unrolled > 1 && Returning.contains(Id))
      return true;
    if (Here.size() != First.size())
      continue;
    const int64_t Apart = Here[0] - First[0];
    for (auto [There, Place] : llvm::zip_equal(First, Here))
      if (Place - There != Apart)
        return true;
  }
  return false;
}

/// Of bases that belong together.
void AddressRegisters::findOrigins(ArrayRef<uint32_t> BaseIds,
                                   ArrayRef<SmallVector<int64_t, 8>> Offsets) {
  assert(llvm::all_of(BaseIds,
                      [&](uint32_t Id) { return !Offsets[Id].empty(); }) &&
         "each base is that of an access in a loop");
  ArrayRef<MergeBase> Bases = Items.bases();
  auto DegreeOf = [&](uint32_t Id) { return Items.unrollOf(Bases[Id]).Degree; };
  auto MiddleOf = [&](uint32_t Id) {
    return Offsets[Id][Offsets[Id].size() / 2];
  };
  unsigned Unrolled = 0;
  for (uint32_t Id : BaseIds)
    Unrolled = std::max(Unrolled, DegreeOf(Id));
  // Of one unroll block, arms of several branches may go to places of their
  // own.
  llvm::SmallDenseMap<unsigned, int64_t> FirstOfUnroll;
  for (uint32_t Id : BaseIds) {
    auto [Known, IsNew] =
        FirstOfUnroll.try_emplace(Bases[Id].Unroll, Offsets[Id][0]);
    Known->second = std::min(Known->second, Offsets[Id][0]);
  }
  bool IsMoving = llvm::any_of(FirstOfUnroll, [&](const auto &Unroll) {
    return Unroll.second != FirstOfUnroll.begin()->second;
  });
  int64_t OfMiddle = MaxAccessBytes, OfSteps = MaxAccessBytes;
  std::optional<int64_t> First;
  for (uint32_t Id : BaseIds) {
    IsMoving |= Bases[Id].IsMoving;
    // Degree that are left over have a loop and a register of their own.
    if (DegreeOf(Id) != Unrolled)
      continue;
    OfMiddle = commonAlignment(OfMiddle, MiddleOf(Id));
    if (!First)
      First = Offsets[Id][0];
    OfSteps = commonAlignment(OfSteps, Offsets[Id][0] - *First);
  }
  if (!IsMoving)
    return;
  const bool IsInexact = moveApart(BaseIds, Offsets, Unrolled);
  for (uint32_t Id : BaseIds) {
    if (!isArrayAlone(Bases[Id]))
      Origins[Id] = {MiddleOf(Id), OfMiddle, IsInexact};
    else if (Unrolled > 1 || OfSteps == OfMiddle || isShortRow(Id, Offsets[Id]))
      Origins[Id] = {0, OfSteps};
    else
      Origins[Id] = {MiddleOf(Id), OfMiddle, /*IsInexact=*/true};
  }
}
