//===- SimplifyCFG.cpp - What both arms of a branch store -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SimplifyCFG, sinkCommonCodeFromPredecessors: stores that both arms end with
// become one behind the branch, made by the lanes of both.
//
//   if (c) s[t] = f(x); else s[t] = g(x);     one store, behind the branch
//
// Which stores these are the text says (Nvcc/Source/SimplifyCFG); whether they
// go to one place, the records of both arms do. Evidence:
// lit/merging/branches.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Rules/Modes.h"
#include "LLVM/RegionPasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using llvm::SmallVector;

using Records = std::vector<AccessRecord>;
static bool isSameRequest(const AccessRecord &A, const AccessRecord &B) {
  return A.Where && B.Where && areSamePlace(*A.Where, *B.Where) &&
         A.Apart == B.Apart && A.Kind == B.Kind &&
         A.BytesPerLane == B.BytesPerLane && A.Unroll == B.Unroll &&
         A.Fence == B.Fence;
}

/// Whether two records are the stores of a pair of sites, neither in a branch
/// inside of its arm, and make the same request.
static bool arePair(const AccessRecord &A, const AccessRecord &B,
                    const BranchArms::SitePair &Sites, const BranchArms &Arms) {
  return A.Site == Sites.first && B.Site == Sites.second &&
         A.Arm == Arms.ThenArm && B.Arm == Arms.ElseArm &&
         A.Operation == AccessOperation::Store && B.Operation == A.Operation &&
         isSameRequest(A, B);
}

/// Whether equal accesses in a row become one.
static bool mayRepeat(const AccessRecord &Record) {
  return !Record.IsVolatile && Record.Where &&
         Record.Where->Array->DeclarationId;
}

/// Makes two records those of one access by the lanes of both, behind the
/// branch. Those that stay two are made as often as before.
static void moveOut(AccessRecord &A, AccessRecord &B, const BranchArms &Arms) {
  LaneMask Lanes = A.Active | B.Active;
  for (AccessRecord *Record : {&A, &B}) {
    Record->Active = Lanes;
    Record->UsedBytes = A.UsedBytes | B.UsedBytes;
    Record->Confidence = Arms.Behind.Confidence;
    Record->Guard = Arms.Behind.Guard;
    if (mayRepeat(*Record))
      Record->Times = Arms.Behind.Times;
    Record->Arm = Arms.Arm;
    Record->OuterArms = Arms.OuterArms;
    Record->Block = Arms.Behind.Block;
  }
}

/// Parts of one object that differ in size may be one access, with the padding
/// between them: the compiler chooses between whole objects, and where it
/// knows some members, it makes them with their padding (nvcc 13.0, sm_90).
static void markUnlikeParts(Records &All, llvm::ArrayRef<size_t> Parts) {
  auto IsUnlike = [&](size_t I) {
    return All[I].BytesPerLane != All[Parts.front()].BytesPerLane;
  };
  if (llvm::any_of(Parts, IsUnlike))
    for (size_t I : Parts)
      All[I].InexactBy |= inexactBy(ModelRule::Copies);
}

/// What both arms store last is stored behind the branch: such accesses stand
/// side by side, as if they were there.
void banklint::sinkCommonStores(Records &All, BranchArms Arms) {
  assert(Arms.ThenBegin < Arms.ElseBegin && Arms.ElseBegin < Arms.End &&
         Arms.End <= All.size() && "both arms have records");
  // [the one arm][the other][what is behind them]
  for (const BranchArms::SitePair &Sites : Arms.Stores) {
    SmallVector<size_t, 4> Moved;
    // An object is stored in one part or several.
    while (Arms.ThenBegin < Arms.ElseBegin && Arms.ElseBegin < Arms.End) {
      size_t A = Arms.ElseBegin - 1, B = Arms.End - 1;
      if (!arePair(All[A], All[B], Sites, Arms))
        break;
      if (!applies(ModelRule::CfgSink)) {
        for (size_t I : {A, B})
          All[I].InexactBy |= inexactBy(ModelRule::CfgSink);
        break;
      }
      moveOut(All[A], All[B], Arms);
      std::rotate(All.begin() + A, All.begin() + A + 1, All.begin() + B);
      Arms.ElseBegin -= 1;
      Arms.End -= 2;
      Moved.append({Arms.End, Arms.End + 1});
    }
    if (Moved.empty())
      return;
    markUnlikeParts(All, Moved);
  }
}
