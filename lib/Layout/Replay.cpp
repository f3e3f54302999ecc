//===- Replay.cpp - What an array's accesses cost in another layout -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Replay.h"
#include "Bank/Gpu.h"
#include "Cost/Requests.h"
#include "CostSums.h"
#include "Nvcc/Passes/Pipeline.h"
#include "Offsets.h"

using namespace banklint;

/// The records that decide how accesses to the array merge. Accesses to other
/// arrays only separate them: of those without one to this array between them,
/// one load and one store are kept.
static std::vector<AccessRecord> recordsAround(const ArrayInKernel &Use,
                                               const Trace &Group) {
  std::vector<AccessRecord> Result;
  const AccessRecord *Load = nullptr, *Store = nullptr; // that were kept
  for (const AccessRecord &Record : Group.Records) {
    bool IsOther = Record.Where && Record.Where->Array != Use.Array &&
                   Record.Where->Array->isDeclared();
    bool IsNext = !Result.empty() && Result.back().Unroll == Record.Unroll &&
                  Result.back().Fence == Record.Fence;
    if (!IsOther || !IsNext)
      Load = Store = nullptr;
    if (IsOther) {
      bool IsLoad = Record.Operation == AccessOperation::Load ||
                    Record.Operation == AccessOperation::LdMatrix;
      const AccessRecord *&Kept = IsLoad ? Load : Store;
      if (std::exchange(Kept, &Record))
        continue;
    }
    Result.push_back(Record);
  }
  return Result;
}

/// The array in one trace, laid out again and again.
class Replay::Group {
public:
  Group(size_t UseNumber, const ArrayInKernel &Use, const Trace &Walked)
      : UseNumber(UseNumber), Use(Use), Walked(Walked),
        Records(recordsAround(Use, Walked)), Relocated(Records),
        Addresses(Records.size()), Plan(Records, Walked.Unrolls, Use.Array),
        Swizzled(*Walked.Values), Costs(*Walked.Values, Shapes, Walked.Warps) {
    findAlike();
  }

  /// Merges all records.
  void count(const Layout &L, CostSums &To);
  /// Reuses what merging made of an earlier layout. False where the limit is
  /// exceeded, before all requests are counted.
  bool estimate(const Layout &L, const CostLimit &Limit, CostSums &To);
  size_t recordCount() const { return Records.size(); }
  uint64_t triedRequests() const { return Costs.triedRequests(); }

private:
  void findAlike();
  bool isOfLibrary(size_t Which) const {
    return !(*Use.Walked->Sites)[Records[Which].Site].Library.empty();
  }
  void describe(SharedArray &Changed, const Layout &L,
                llvm::ArrayRef<int64_t> Strides) const;
  void relocate(size_t Which, const Layout &L, SharedArray &Changed);
  void relocate(MachineRequest &Request, const Layout &L, SharedArray &Changed);
  std::vector<MachineRequest> merge(const Layout &L, SharedArray &Changed);
  /// Returns the excess.
  double add(const MachineRequest &Request, CostSums &To) {
    double Requests = double(Walked.Warps.size()) * Request.Share;
    const CostEstimate &Cost = Costs.of(Request);
    To.add(UseNumber, *Use.Walked->Sites, Request, Cost, Requests);
    return (Cost.Wavefronts - Cost.InAnyLayout) * Requests;
  }

  size_t UseNumber;
  const ArrayInKernel &Use;
  const Trace &Walked;
  const std::vector<AccessRecord> Records;
  // In the layout that is tried: the same records, with these addresses.
  std::vector<AccessRecord> Relocated;
  std::vector<SharedAddress> Addresses;
  /// Of each record, the first with its address, and the layout that this was
  /// last worked out in.
  std::vector<size_t> AlikeTo;
  std::vector<unsigned> LaidOutIn;
  unsigned LayoutNumber = 0; ///< of the one that is tried
  const MergePlan Plan;
  Swizzler Swizzled;
  AddressShapes Shapes;
  CostEstimator Costs;
  /// What merging made of the records in the first layout of each alignment.
  std::map<std::vector<int64_t>, std::vector<MachineRequest>> Merged;
};

/// Finds the records of the array that any layout gives the same address.
void Replay::Group::findAlike() {
  AlikeTo.resize(Records.size());
  LaidOutIn.resize(Records.size());
  llvm::DenseMap<uint64_t, llvm::SmallVector<size_t, 1>> ByHash;
  for (size_t I = 0; I != Records.size(); ++I) {
    AlikeTo[I] = I;
    const SharedAddress *Where = Records[I].Where;
    if (!Where || Where->Array != Use.Array)
      continue;
    auto &Met = ByHash[hashOfPlace(*Where)];
    const auto *Found = llvm::find_if(Met, [&](size_t Other) {
      return isOfLibrary(Other) == isOfLibrary(I) &&
             areSamePlace(*Records[Other].Where, *Where);
    });
    if (Found != Met.end())
      AlikeTo[I] = *Found;
    else
      Met.push_back(I);
  }
}

/// All of a layout that decides what merges. With a swizzle nothing does.
static std::vector<int64_t> alignmentOf(const Layout &L,
                                        llvm::ArrayRef<int64_t> Strides,
                                        int64_t ElementBytes) {
  if (L.Swizzled)
    return {};
  std::vector<int64_t> Result = {L.Units * L.UnitElements * ElementBytes,
                                 L.DroppedBytes};
  llvm::append_range(Result, Strides);
  for (int64_t &Bytes : Result)
    Bytes %= MaxAccessBytes;
  if (L.Restrided)
    llvm::append_values(Result, L.Restrided->First, L.Restrided->Second);
  return Result;
}

/// Describes the array in another layout.
void Replay::Group::describe(SharedArray &Changed, const Layout &L,
                             llvm::ArrayRef<int64_t> Strides) const {
  Changed.DeclarationId = Use.Array->DeclarationId;
  Changed.IsDynamic = Use.Array->IsDynamic;
  Changed.IsSwizzled = L.Swizzled.has_value();
  Changed.PlacementBytes = Use.Array->PlacementBytes;
  Changed.DeclaredAlignment = L.Swizzled ? 1 : Use.Array->DeclaredAlignment;
  Changed.Extents = Use.Array->Extents;
  Changed.StrideBytes = Strides;
  if (Use.Array->SizeBytes)
    Changed.SizeBytes = L.sizeBytes(Use);
}

/// Gives a record its address in another layout, if it is one of the array.
void Replay::Group::relocate(size_t Which, const Layout &L,
                             SharedArray &Changed) {
  assert(Which < Records.size() && "not a record of this group");
  const SharedAddress *Original = Records[Which].Where;
  if (!Original || Original->Array != Use.Array)
    return;
  const size_t First = AlikeTo[Which];
  SharedAddress &New = Addresses[First];
  Relocated[Which].Where = &New;
  if (std::exchange(LaidOutIn[First], LayoutNumber) == LayoutNumber)
    return;
  const bool IsMoved = !L.IsOfLibrary || isOfLibrary(Which);
  New = withUnits(Walked, *Original, L.Units);
  New.Array = &Changed;
  if (L.Undone && IsMoved)
    New = Swizzled.apply(*L.Undone, L.rowElements(Use), Use, Walked, New);
  if (L.Swizzled && IsMoved)
    New = Swizzled.apply(*L.Swizzled, L.rowElements(Use), Use, Walked, New);
  if (L.Restrided)
    New = withStrides(*L.Restrided, Use, Walked, New);
}

void Replay::Group::relocate(MachineRequest &Request, const Layout &L,
                             SharedArray &Changed) {
  relocate(size_t(Request.Standing - Relocated.data()), L, Changed);
  if (Request.Place)
    Request.Place =
        Shapes.placeOf(*Request.Standing->Where, Request.Standing->Active,
                       Walked.Unrolls[Request.Standing->Unroll]);
}

std::vector<MachineRequest> Replay::Group::merge(const Layout &L,
                                                 SharedArray &Changed) {
  for (size_t I = 0; I != Records.size(); ++I)
    relocate(I, L, Changed);
  return mergeAccesses(Shapes, Plan, Relocated);
}

void Replay::Group::count(const Layout &L, CostSums &To) {
  StridesAndSize Strides = stridesIn(L, *Use.Array);
  SharedArray Changed;
  describe(Changed, L, Strides.StrideBytes);
  Shapes.forgetObjects();
  ++LayoutNumber;
  for (const MachineRequest &Request : merge(L, Changed))
    add(Request, To);
}

bool Replay::Group::estimate(const Layout &L, const CostLimit &Limit,
                             CostSums &To) {
  StridesAndSize Strides = stridesIn(L, *Use.Array);
  SharedArray Changed;
  describe(Changed, L, Strides.StrideBytes);
  Shapes.forgetObjects();
  ++LayoutNumber;
  auto [Known, IsNew] = Merged.try_emplace(
      alignmentOf(L, Strides.StrideBytes, Use.elementBytes()));
  // How far a request of a later iteration lies from its record depends on the
  // length of the rows.
  IsNew |= llvm::any_of(
      Known->second, [](const MachineRequest &R) { return R.Iteration != 0; });
  if (IsNew)
    Known->second = merge(L, Changed);
  auto Worst = Known->second.begin();
  double MostExcess = 0;
  for (auto Each = Known->second.begin(); Each != Known->second.end(); ++Each) {
    MachineRequest Request = *Each;
    if (!IsNew)
      relocate(Request, L, Changed);
    double Excess = add(Request, To);
    if (Excess > MostExcess) {
      MostExcess = Excess;
      Worst = Each;
    }
    if (To.exceeds(Limit)) {
      // The next layout is likely to exceed the limit by the same request:
      // count that first.
      std::rotate(Known->second.begin(), Worst, std::next(Worst));
      return false;
    }
  }
  return true;
}

Replay::Replay(const std::vector<ArrayInKernel> &Uses)
    : Uses(Uses), Sums(std::make_unique<CostSums>()) {
  assert(llvm::all_of(Uses,
                      [&](const ArrayInKernel &Use) {
                        return Use.Walked->Sites == Uses.front().Walked->Sites;
                      }) &&
         "the sites of one source have one table");
  for (size_t I = 0; I != Uses.size(); ++I)
    for (const Trace &Walked : Uses[I].Walked->Groups)
      Groups.push_back(std::make_unique<Group>(I, Uses[I], Walked));
  for (const auto &G : Groups)
    Records += G->recordCount();
}

Replay::~Replay() = default;

void Replay::charge(uint64_t &StepBudget) {
  constexpr uint64_t StepsOfRecord = 8; // measured; a request takes one
  uint64_t Spent = StepsOfRecord * Records * Layouts;
  for (const auto &G : Groups)
    Spent += G->triedRequests();
  StepBudget -= std::min(StepBudget, Spent - Charged);
  Charged = Spent;
}

LayoutCost Replay::costOf(const Layout &L) {
  ++Layouts;
  Sums->clear();
  for (const auto &G : Groups)
    G->count(L, *Sums);
  return Sums->take();
}

std::optional<LayoutCost> Replay::estimate(const Layout &L,
                                           const CostLimit &Limit) {
  ++Layouts;
  Sums->clear();
  for (const auto &G : Groups)
    if (!G->estimate(L, Limit, *Sums))
      return std::nullopt;
  return Sums->take();
}
