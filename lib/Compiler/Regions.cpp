//===- Regions.cpp - What the compiler moves out of branches and loops ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/Regions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

using Records = std::vector<AccessRecord>;

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

static bool isSameRequest(const AccessRecord &A, const AccessRecord &B) {
  return A.Where && B.Where && areSamePlace(*A.Where, *B.Where) &&
         A.Kind == B.Kind && A.BytesPerLane == B.BytesPerLane &&
         A.Unroll == B.Unroll && A.Fence == B.Fence;
}

/// Whether two records are those of a pair of sites, neither in a branch inside
/// of its arm, and make the same request.
static bool arePair(const AccessRecord &A, const AccessRecord &B,
                    const BranchArms::SitePair &Sites,
                    AccessOperation Operation, const BranchArms &Arms) {
  return A.Site == Sites.first && B.Site == Sites.second &&
         A.Arm == Arms.ThenArm && B.Arm == Arms.ElseArm &&
         A.Operation == Operation && B.Operation == Operation &&
         isSameRequest(A, B);
}

/// Makes two records those of one access by the lanes of both, beside the
/// branch.
static void moveOut(AccessRecord &A, AccessRecord &B, const BranchArms &Arms,
                    const BranchArms::Beside &To) {
  LaneMask Lanes = A.Active | B.Active;
  for (AccessRecord *Record : {&A, &B}) {
    Record->Active = Lanes;
    Record->Confidence = To.Confidence;
    Record->Guard = To.Guard;
    Record->Arm = Arms.Arm;
    Record->OuterArms = Arms.OuterArms;
    Record->Block = To.Block;
  }
}

/// What both arms load first is loaded in front of the branch, and what both
/// store last is stored behind it: such accesses stand side by side, as if they
/// were there.
static void joinArms(Records &All, BranchArms Arms) {
  assert(Arms.ThenBegin < Arms.ElseBegin && Arms.ElseBegin < Arms.End &&
         Arms.End <= All.size() && "both arms have records");
  for (const BranchArms::SitePair &Sites : Arms.Loads) {
    size_t A = Arms.ThenBegin, B = Arms.ElseBegin;
    if (A == Arms.ElseBegin || B == Arms.End ||
        !arePair(All[A], All[B], Sites, AccessOperation::Load, Arms))
      break;
    moveOut(All[A], All[B], Arms, Arms.Before);
    // The line tables show it where the compiler was before the arms.
    for (size_t I : {A, B})
      if (All[I].LaterView == NoSite)
        All[I].LaterView = Arms.Condition;
    std::rotate(All.begin() + A + 1, All.begin() + B, All.begin() + B + 1);
    Arms.ThenBegin += 2;
    Arms.ElseBegin += 1;
  }
  // [the one arm][the other][what is behind them]
  for (const BranchArms::SitePair &Sites : Arms.Stores) {
    if (Arms.ThenBegin >= Arms.ElseBegin || Arms.ElseBegin >= Arms.End)
      return;
    size_t A = Arms.ElseBegin - 1, B = Arms.End - 1;
    if (!arePair(All[A], All[B], Sites, AccessOperation::Store, Arms))
      return;
    moveOut(All[A], All[B], Arms, Arms.Behind);
    std::rotate(All.begin() + A, All.begin() + A + 1, All.begin() + B);
    Arms.ElseBegin -= 1;
    Arms.End -= 2;
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Where nothing in a loop stores, loads that are the same in every iteration
/// move in front of it: line tables then show them at its condition.
static void hoistLoads(Records &All, const LoopRecords &Loop) {
  assert(Loop.Begin < Loop.End && Loop.End <= All.size() &&
         "the loop has records");
  llvm::MutableArrayRef<AccessRecord> Inside(All);
  Inside = Inside.slice(Loop.Begin, Loop.End - Loop.Begin);
  unsigned Fence = Inside.front().Fence;
  if (llvm::any_of(Inside, [&](const AccessRecord &Record) {
        return Record.Operation != AccessOperation::Load ||
               Record.Fence != Fence;
      }))
    return;
  llvm::DenseMap<SiteId, const SharedAddress *> Places;
  llvm::DenseSet<SiteId> Moving;
  for (const AccessRecord &Record : Inside) {
    const SharedAddress *At = Record.Where;
    bool IsFixed = At && At->WithinBytes.isKnown() &&
                   llvm::all_of(At->Index, [](const Value &Index) {
                     return Index.isKnown();
                   });
    auto [Known, IsNew] = Places.try_emplace(Record.Site, At);
    if (!IsFixed || Record.IsVolatile || !Known->second ||
        !areSamePlace(*Known->second, *At))
      Moving.insert(Record.Site);
  }
  for (AccessRecord &Record : Inside)
    if (Record.LaterView == NoSite && !Moving.count(Record.Site))
      Record.LaterView = Loop.Condition;
}

//===----------------------------------------------------------------------===//
// The end of the budget
//===----------------------------------------------------------------------===//

/// Where the budget ends in the middle of a block, nobody knows what the
/// compiler merges the last accesses with: those that were met before in a
/// whole block go, the others do not make a conflict certain.
static void giveUpTornBlock(Records &All) {
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
  for (AccessRecord &Record : All)
    if (Record.Block == Torn)
      Record.Doubt = ReasonKind::BudgetEnd;
}

void banklint::applyRegions(Trace &T) {
  for (const Region &R : T.Regions)
    if (const auto *Arms = std::get_if<BranchArms>(&R))
      joinArms(T.Records, *Arms);
    else
      hoistLoads(T.Records, std::get<LoopRecords>(R));
  T.Regions.clear();
  if (T.IsTorn)
    giveUpTornBlock(T.Records);
}
