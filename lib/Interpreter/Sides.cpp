//===- Sides.cpp - Accesses that both sides of a branch make --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter/CommonCode.h"
#include "Interpreter/Interpreter.h"

using namespace banklint;
using namespace clang;

static bool isSameRequest(const AccessRecord &A, const AccessRecord &B) {
  return A.Where && B.Where && areSamePlace(*A.Where, *B.Where) &&
         A.Kind == B.Kind && A.BytesPerLane == B.BytesPerLane &&
         A.Piece == B.Piece && A.Fence == B.Fence;
}

/// Whether two records are those of a pair, neither on a way inside of its
/// side, and ask for the same.
bool Interpreter::arePair(size_t Then, size_t Else, const SitePair &Sites,
                          AccessOperation Operation,
                          const SideRecords &Sides) const {
  const AccessRecord &A = Records[Then], &B = Records[Else];
  return A.Site == Sites.first && B.Site == Sites.second &&
         A.Path == Sides.ThenPath && B.Path == Sides.ElsePath &&
         A.Operation == Operation && B.Operation == Operation &&
         isSameRequest(A, B);
}

/// Makes two records those of one access by the lanes of both, beside the if.
void Interpreter::moveOut(AccessRecord &A, AccessRecord &B,
                          const Activity &Like, unsigned InBlock) {
  LaneMask Lanes = A.Active | B.Active;
  for (AccessRecord *Record : {&A, &B}) {
    Record->Active = Lanes;
    Record->How = Like.How;
    Record->Guard = Like.Guard;
    Record->Path = Path;
    Record->OuterPaths = OuterPaths;
    Record->Block = InBlock;
  }
}

const Interpreter::CommonCode &Interpreter::commonCodeOf(const IfStmt *S) {
  auto [Known, IsNew] = Common.try_emplace(S);
  CommonCode &Code = Known->second;
  if (IsNew) {
    Code.Loads = loadsBothBeginWith(S, Context);
    if (!EndSides.contains(S))
      Code.Stores = storesBothEndWith(S, Context);
  }
  return Code;
}

/// What both sides of an if load first is loaded in front of it, and what both
/// store last is stored behind it: such accesses are recorded side by side, as
/// if they were there.
void Interpreter::mergeSides(const IfStmt *S, SideRecords Sides) {
  size_t End = Records.size();
  if (Sides.Else >= End || Sides.Then == Sides.Else)
    return;
  const CommonCode &Code = commonCodeOf(S);
  for (const SitePair &Sites : Code.Loads) {
    size_t A = Sides.Then, B = Sides.Else;
    if (A == Sides.Else || B == End ||
        !arePair(A, B, Sites, AccessOperation::Load, Sides))
      break;
    moveOut(Records[A], Records[B], Sides.Before, Sides.Block);
    // The line tables show it where the compiler was before the sides.
    for (size_t I : {A, B})
      if (!Records[I].LaterView)
        Records[I].LaterView = S->getCond();
    std::rotate(Records.begin() + A + 1, Records.begin() + B,
                Records.begin() + B + 1);
    Sides.Then += 2;
    Sides.Else += 1;
  }
  // [the one side][the other][what is behind them]
  for (const SitePair &Sites : Code.Stores) {
    size_t A = Sides.Else - 1, B = End - 1;
    if (Sides.Then >= Sides.Else || Sides.Else >= End ||
        !arePair(A, B, Sites, AccessOperation::Store, Sides))
      return;
    moveOut(Records[A], Records[B], Active, Block);
    std::rotate(Records.begin() + A, Records.begin() + A + 1,
                Records.begin() + B);
    Sides.Else -= 1;
    End -= 2;
  }
}
