//===- Requests.cpp - Which accesses become one request -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Nvcc/Passes/Requests.h"
#include "Bank/BankModel.h"
#include "RequestList.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using llvm::ArrayRef;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//
void MergePlan::append(ArrayRef<AccessRecord> Records, uint32_t Index,
                       unsigned Iteration, const SharedArray *Only) {
  const AccessRecord &Record = Records[Index];
  const SharedArray *Array = Record.Where ? Record.Where->Array : nullptr;
  bool IsPlain =
      Record.Kind == RequestKind::Load || Record.Kind == RequestKind::Store;
  Step S;
  S.Record = Index;
  S.Iteration = Iteration;
  S.IsWanted = !Only || Array == Only;
  S.IsApart = Array && !S.IsWanted && Array->DeclarationId;
  S.HasBase = Array && IsPlain && S.IsWanted && Array->DeclarationId;
  S.IsKnown = S.HasBase && !Record.IsVolatile;
  Steps.push_back(S);
}

/// Lists the records; those of a loop that was walked once and is unrolled, in
/// all its iterations.
MergePlan::MergePlan(ArrayRef<AccessRecord> Records,
                     ArrayRef<UnrollBlock> Unrolls, const SharedArray *Only)
    : Unrolls(Unrolls) {
  assert(llvm::all_of(Records,
                      [&](const AccessRecord &Record) {
                        return Record.Unroll < Unrolls.size();
                      }) &&
         "every access belongs to an unroll block, be it that of none");
  std::vector<unsigned> Runs(Unrolls.size()); // of records
  for (size_t I = 0; I != Records.size(); ++I)
    if (I == 0 || Records[I].Unroll != Records[I - 1].Unroll)
      ++Runs[Records[I].Unroll];
  for (size_t I = 0; I != Records.size();) {
    size_t End = I + 1;
    while (End != Records.size() && Records[End].Unroll == Records[I].Unroll)
      ++End;
    const UnrollBlock &Unroll = Unrolls[Records[I].Unroll];
    bool IsRepeated = Unroll.Counter && Runs[Records[I].Unroll] == 1;
    unsigned Degree = IsRepeated ? Unroll.Degree : 1;
    for (unsigned Iteration = 0; Iteration != Degree; ++Iteration)
      for (size_t J = I; J != End; ++J)
        append(Records, uint32_t(J), Iteration, Only);
    I = End;
  }
  numberSites(Records);
}

void MergePlan::numberSites(ArrayRef<AccessRecord> Records) {
  // All that a library does at a call is at one site.
  using KindOfAccess = std::pair<SiteId, std::pair<unsigned, unsigned>>;
  llvm::DenseMap<std::pair<SiteId, KindOfAccess>, uint32_t> Sites;
  llvm::DenseMap<std::pair<unsigned, KindOfAccess>, uint32_t> Met;
  for (Step &S : Steps) {
    const AccessRecord &Record = Records[S.Record];
    SiteId Loop = Unrolls[Record.Unroll].Loop;
    if (!S.IsKnown || Loop == NoSite)
      continue;
    const KindOfAccess Kind = {
        Record.Site, {unsigned(Record.Operation), Record.BytesPerLane}};
    auto [Known, IsNew] = Sites.try_emplace({Loop, Kind}, SiteCount + 1);
    SiteCount += IsNew;
    S.Site = Known->second;
    S.Occurrence = Met[{Record.Unroll, Kind}]++;
  }
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//
/// Of a place that is a number: in bytes from where shared memory begins.
static int64_t placeOfNumber(const SharedAddress &Where) {
  assert(Where.isNumber() && "no other place is a number");
  int64_t Result =
      Where.Array->PlacementBytes + Where.WithinBytes.constant().same();
  for (auto [Index, Stride] : llvm::zip(Where.Index, Where.Array->StrideBytes))
    Result += Index.constant().same() * Stride;
  return Result;
}

AccessRecord MachineRequest::record(Pool &P) const {
  assert(Part && Standing && "a request stands for accesses");
  assert((MovedBytes == 0 || Standing->Where) && "only a known place moves");
  AccessRecord Result = *Standing;
  Result.Site = Part->Site;
  Result.Calls = Part->Calls;
  Result.ShownAt = Part->ShownAt;
  Result.BytesPerLane = BytesPerLane;
  Result.InexactBy = InexactBy;
  Result.Limit = Limit;
  Result.IsPartOf = IsPartOf;
  Result.IsLeftOver = IsLeftOver;
  Result.Share = Share;
  int64_t FromWhere = MovedBytes;
  // A variable beside another is shown as itself.
  if (Part != Standing && Part->Where->Array != Standing->Where->Array &&
      Part->Where->isNumber() && Standing->Where->isNumber()) {
    FromWhere += placeOfNumber(*Standing->Where) - placeOfNumber(*Part->Where);
    Result.Where = Part->Where;
  }
  if (FromWhere) {
    auto *Moved = new (P.storage()) SharedAddress(*Result.Where);
    Moved->WithinBytes = P.add(Moved->WithinBytes, Value(FromWhere));
    Result.Where = Moved;
  }
  return Result;
}

/// The request of an access by itself.
MachineRequest RequestList::alone(uint32_t Which) const {
  MachineRequest R;
  R.Part = R.Standing = R.CarriedBy = &Items.recordOf(Which);
  if (Items.stepOf(Which).HasBase)
    R.Place = Items.placeOf(Which);
  R.BytesPerLane = R.Part->BytesPerLane;
  R.InexactBy = R.Part->InexactBy | Items[Which].InexactBy;
  R.Limit = limitOf(Which);
  return R;
}

/// The items that take part in an access, one a site: that for which it stands,
/// the other members, and what these replace. A forwarded load takes no part in
/// a store.
SmallVector<uint32_t, 8> RequestList::partsOf(const WideAccess &Access) const {
  SmallVector<uint32_t, 8> Parts;
  auto Take = [&](uint32_t Which) {
    const AccessRecord &Record = Items.recordOf(Which);
    bool IsListed = llvm::any_of(Parts, [&](uint32_t Part) {
      return Items.recordOf(Part).Site == Record.Site &&
             Items.recordOf(Part).Calls == Record.Calls;
    });
    if (!IsListed && (Parts.empty() ||
                      Record.Operation == Items.recordOf(Parts[0]).Operation))
      Parts.push_back(Which);
  };
  Take(standingOf(Items, Access));
  // With what was dropped for each, in turn.
  SmallVector<uint32_t, 8> Open(llvm::reverse(Access.Members));
  while (!Open.empty()) {
    const uint32_t Which = Open.pop_back_val();
    Take(Which);
    llvm::append_range(Open, llvm::reverse(Items.droppedFor(Which)));
  }
  return Parts;
}

/// What merges with other iterations is by itself in those that are left over.
void RequestList::addLeftOver(ArrayRef<uint32_t> Members) {
  if (llvm::all_of(Members, [&](uint32_t Which) {
        return Items.stepOf(Which).Iteration ==
               Items.stepOf(Members[0]).Iteration;
      }))
    return;
  for (uint32_t Which : Members) {
    MachineRequest R = alone(Which);
    R.IsLeftOver = true;
    Listed.push_back({Which, R});
  }
}

void RequestList::add(const WideAccess &Access) {
  SmallVector<uint32_t, 8> Parts = partsOf(Access);
  uint32_t Standing = Parts[0];
  assert(Standing == standingOf(Items, Access) &&
         !Items[Standing].isDropped() && "the access stands where it is made");
  const MergeItem &From = Items[Standing];
  MachineRequest R;
  R.Standing = R.CarriedBy = &Items.recordOf(Standing);
  R.Place = Items.placeOf(Standing);
  R.MovedBytes = Access.OffsetBytes - From.OffsetBytes + From.ShiftBytes;
  R.Iteration = Items.stepOf(Standing).Iteration;
  R.BytesPerLane = unsigned(Access.WidthBytes);
  R.InexactBy = Access.InexactBy | From.InexactBy;
  for (uint32_t Which : Access.Members)
    R.InexactBy |= Items.recordOf(Which).InexactBy;
  for (uint32_t Which : Access.Members)
    if (!R.Limit)
      R.Limit = limitOf(Which);
  R.Share = 1.0 / double(Parts.size());
  for (uint32_t Part : Parts) {
    R.Part = &Items.recordOf(Part);
    R.IsPartOf = Part != Standing;
    Listed.push_back({Part, R});
  }
  if (Access.HasEpilogueLoop)
    addLeftOver(Access.Members);
}

/// What can never merge, and loads whose value was just stored: these make no
/// request.
void RequestList::addUnmerged() {
  for (uint32_t I = 0; I != Items.size(); ++I) {
    const MergePlan::Step &Step = Items.stepOf(I);
    bool IsForwarded =
        Items[I].isDropped() && Items.recordOf(I).Operation !=
                                    Items.recordOf(Items[I].Instead).Operation;
    bool IsSingle = !Step.IsKnown && Step.IsWanted;
    if (!IsForwarded && !IsSingle)
      continue;
    MachineRequest R = alone(I);
    R.IsPartOf = IsForwarded;
    if (IsForwarded)
      R.CarriedBy = &Items.recordOf(Items[I].Instead);
    R.Share = IsForwarded ? 0 : 1;
    Listed.push_back({I, R});
  }
}

std::vector<MachineRequest> RequestList::take() {
  std::vector<std::pair<uint32_t, uint32_t>> Order;
  Order.reserve(Listed.size());
  for (uint32_t I = 0; I != Listed.size(); ++I)
    Order.push_back({Listed[I].first, I});
  llvm::sort(Order);
  std::vector<MachineRequest> Result;
  Result.reserve(Listed.size());
  for (auto [Item, Which] : Order)
    Result.push_back(Listed[Which].second);
  return Result;
}
