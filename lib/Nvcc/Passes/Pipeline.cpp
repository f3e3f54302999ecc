//===- Pipeline.cpp - What nvcc makes of a trace, pass by pass ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Passes/Pipeline.h"
#include "Nvcc/Rules/Modes.h"
#include "RequestList.h"
#include "WideAccess.h"
#include "LLVM/AvailableValues.h"
#include "LLVM/RegionPasses.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using llvm::ArrayRef;
/// Where the budget ends in the middle of a block, nobody knows what the
/// compiler merges the last accesses with: those that were met before in a
/// whole block go, the others do not make a conflict certain. How often any of
/// them runs in what was not reached is not known.
static void giveUpTornBlock(std::vector<AccessRecord> &All) {
  if (All.empty())
    return;
  unsigned Torn = All.back().Block;
  llvm::DenseSet<SiteId> Whole;
  for (const AccessRecord &Record : All)
    if (Record.Block != Torn)
      Whole.insert(Record.Site);
  llvm::erase_if(All, [&](const AccessRecord &Record) {
    return Record.Block == Torn && Whole.count(Record.Site);
  });
  for (AccessRecord &Record : All) {
    Record.IsRepeated = true;
    if (Record.Block == Torn)
      Record.Doubt = ReasonKind::BudgetEnd;
  }
}

void banklint::applyRegions(Trace &T) {
  for (const Region &R : T.Regions)
    if (const auto *Arms = std::get_if<BranchArms>(&R))
      sinkCommonStores(T.Records, *Arms);
    else
      hoistLoads(T.Records, std::get<LoopRecords>(R));
  T.Regions.clear();
  loadUsedMembers(T.Records, *T.Values);
  if (T.IsTorn)
    giveUpTornBlock(T.Records);
}

/// Of each request exactly one part stands for it, and all parts add up to one,
/// but for forwarded loads, which have none.
[[maybe_unused]] static bool areSharesWhole(ArrayRef<MachineRequest> Requests) {
  size_t Standing = llvm::count_if(
      Requests, [](const MachineRequest &R) { return !R.IsPartOf; });
  double Sum = 0;
  for (const MachineRequest &R : Requests)
    Sum += R.Share;
  return std::abs(Sum - double(Standing)) <= 1e-9 * double(Requests.size());
}

std::vector<MachineRequest>
banklint::mergeAccesses(AddressShapes &Shapes, const MergePlan &Plan,
                        ArrayRef<AccessRecord> Records) {
  MergeItems Items(Shapes, Plan, Records);
  dropRepeats(Items);
  AddressRegisters Loops(Items);
  std::vector<WideAccess> Chains = mergeChains(Items, Loops);
  if (!Chains.empty() && !applies(ModelRule::Lsv)) {
    for (const WideAccess &Chain : Chains)
      for (uint32_t Which : Chain.Members)
        Items.markInexact(Which, inexactBy(ModelRule::Lsv));
    Chains.clear();
  }
  std::vector<WideAccess> Groups = mergeGroups(Items, Loops, Chains);
  RequestList Requests(Items);
  for (const WideAccess &Access : Groups)
    Requests.add(Access);
  for (const WideAccess &Access : Chains)
    Requests.add(Access);
  Requests.addUnmerged();
  std::vector<MachineRequest> Result = Requests.take();
  assert(areSharesWhole(Result) && "the parts of each request add up to one");
  return Result;
}
