//===- OtherArms.cpp - Accesses on other arms of branches -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SimplifyCFG, GVN (PRE) and InstCombine make one access of several on the arms
// of branches, in more ways than pay for being imitated.
//
//   if (t < 16) x = s[t]; else x = s[2 * t];      one load, of a phi
//   if (t < 16) s[t] = 0; x = s[t];               a load where t >= 16 alone
//
// Where they may, the accesses are inexact by phi-of-loads, cfg.arms or
// gvn.arms, and stay what they are. Evidence: lit/merging/choices-of-lanes.cu,
// bitonic-exchanges.cu, reloads-behind-arms.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#include "LLVM/OtherArms.h"
#include "Bank/Gpu.h"
#include "Nvcc/Rules/Modes.h"
#include "Values/Limits.h"

using namespace banklint;
using llvm::ArrayRef;
using llvm::SmallVector;

SmallVector<unsigned, 8> banklint::armsTo(const AccessRecord &Record) {
  SmallVector<unsigned, 8> Arms(Record.OuterArms);
  Arms.push_back(Record.Arm);
  return Arms;
}

bool banklint::areOnBothArms(ArrayRef<unsigned> A, ArrayRef<unsigned> B) {
  const auto [X, Y] = std::mismatch(A.begin(), A.end(), B.begin(), B.end());
  return X != A.end() && Y != B.end() && areArmsOfOne(*X, *Y);
}

OtherArms::OtherArms(MergeItems &Items) : Items(Items) {
  for (uint32_t I = 0; I != Items.size(); ++I) {
    const AccessRecord &Record = Items.recordOf(I);
    if (!Record.Where)
      continue;
    const auto [Known, IsNew] =
        LoneSites.try_emplace(kindOf(Record), Record.Site);
    if (!IsNew && Known->second != Record.Site)
      Known->second = NoSite;
  }
}

static bool haveOneCondition(const AccessRecord &A, const AccessRecord &B) {
  return A.Active == B.Active && A.Times == B.Times &&
         (A.Condition && B.Condition ? *A.Condition == *B.Condition
                                     : !A.Condition && !B.Condition);
}

/// Where each lane takes one of several arms, and each arm makes one access to
/// an array, the compiler may make one of these, behind the arms, at the place
/// that each lane's arm chooses:
///
///   if (t < 16) x = s[t]; else x = s[2 * t];
bool OtherArms::mayBeChoice(const AccessRecord &A,
                            const AccessRecord &B) const {
  return (A.Active & B.Active) == 0 && A.Kind == B.Kind &&
         A.Operation == B.Operation && LoneSites.lookup(kindOf(A)) != NoSite &&
         LoneSites.lookup(kindOf(B)) != NoSite;
}

/// A load behind an arm, of a place that is accessed on it: the compiler may
/// load where the lanes come from that did not go there, or before the branch.
///
///   if (t < 16) s[t] = 0;
///   x = s[t];
void OtherArms::markBehind(uint32_t Other, uint32_t Which) {
  const AccessRecord &Record = Items.recordOf(Which);
  if (Items.isLoad(Which) &&
      Items.addressOn(Other, Record.Arm, Record.Active) ==
          MergeItems::Address(Items[Which].BaseId, Items[Which].OffsetBytes))
    Items.markInexact(Which, inexactBy(ModelRule::GvnArms));
}

/// Of accesses under conditions that exclude each other, or are the same, the
/// compiler may make one, as it does of both arms of one branch. Under the same
/// one, neighbours may become a wider one:
///
///   if (up) { if (s[t] > s[x]) … }        if (t < 16) x = s[2 * t];
///   if (!up) { if (s[t] < s[x]) … }       if (t < 16) y = s[2 * t + 1];
void OtherArms::markBoth(uint32_t Other, uint32_t Which, unsigned Common,
                         bool AreOfOneBranch) {
  const AccessRecord &Before = Items.recordOf(Other),
                     &Record = Items.recordOf(Which);
  const bool AreApart = AreOfOneBranch || (Before.Active & Record.Active) == 0;
  const bool MayBeChoice = AreOfOneBranch && mayBeChoice(Before, Record);
  const bool MayBeOne =
      Items.isLoad(Which) &&
      (AreApart ? Items.isLoad(Other) : haveOneCondition(Before, Record));
  if (!MayBeChoice && !MayBeOne)
    return;
  const LaneMask Active = Before.Active | Record.Active;
  const auto [BaseOfOther, OffsetOfOther] =
      Items.addressOn(Other, Common, Active);
  const auto [Base, Offset] = Items.addressOn(Which, Common, Active);
  const int64_t Apart = std::abs(Offset - OffsetOfOther);
  const bool MayMerge =
      !AreApart && Items.isLoad(Other) && Apart < int64_t(MaxAccessBytes);
  if (MayBeChoice && (Base != BaseOfOther || Apart != 0)) {
    Items.markInexact(Other, inexactBy(ModelRule::PhiOfLoads));
    Items.markInexact(Which, inexactBy(ModelRule::PhiOfLoads));
  }
  if (!MayBeOne || Base != BaseOfOther || !(Apart == 0 || MayMerge))
    return;
  const ModelRules By = inexactBy(ModelRule::CfgArms);
  if (AreApart || Apart != 0)
    Items.markInexact(Other, By);
  Items.markInexact(Which, By);
}

void OtherArms::step(uint32_t Which) {
  const AccessRecord &Record = Items.recordOf(Which);
  SmallVector<uint32_t, 8> &Others = Earlier[Record.Where->Array];
  const SmallVector<unsigned, 8> Here = armsTo(Record);
  for (const uint32_t Other : Others) {
    const AccessRecord &Before = Items.recordOf(Other);
    if (Before.BytesPerLane != Record.BytesPerLane ||
        Before.Unroll != Record.Unroll)
      continue;
    const SmallVector<unsigned, 8> There = armsTo(Before);
    const auto [X, Y] =
        std::mismatch(There.begin(), There.end(), Here.begin(), Here.end());
    if (X == There.end())
      continue; // it leads to this one
    if (Y == Here.end()) {
      markBehind(Other, Which);
      continue;
    }
    assert(X != There.begin() && "all arms are in that of the function");
    markBoth(Other, Which, /*Common=*/X[-1], areArmsOfOne(*X, *Y));
  }
  if (Record.Arm == 0)
    return;
  if (Others.size() == limits::HeldBases)
    Others.erase(Others.begin());
  Others.push_back(Which);
}
