//===- JumpThreading.cpp - Two branches with one condition ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/JumpThreading.h"
#include "Nvcc/Rules/Modes.h"
#include "Nvcc/Source/SameText.h"
#include "Nvcc/Source/Sink.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

/// Whether an arm sets variables that are used behind it: that keeps branches
/// apart.
static bool computesForLater(const Stmt *Arm) {
  if (!Arm)
    return false;
  if (const auto *Binary = dyn_cast<BinaryOperator>(Arm);
      Binary && Binary->isAssignmentOp() && isLocalVariable(Binary->getLHS()))
    return true;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Arm);
      Unary && Unary->isIncrementDecrementOp() &&
      isLocalVariable(Unary->getSubExpr()))
    return true;
  return llvm::any_of(Arm->children(), computesForLater);
}

/// Whether some access behind a branch may merge with one in front: nothing
/// merges over barriers and fences.
static bool mayMerge(llvm::ArrayRef<AccessRecord> Front,
                     llvm::ArrayRef<AccessRecord> Behind) {
  llvm::SmallDenseSet<unsigned, 4> Fences;
  for (const AccessRecord &Record : Front)
    Fences.insert(Record.Fence);
  return llvm::any_of(Behind, [&](const AccessRecord &Record) {
    return Fences.contains(Record.Fence);
  });
}
void SameGuards::markInexact(const IfStmt *S, const Value &Condition,
                             bool HasAccesses, size_t FirstRecord,
                             RecordedCode &Recorded,
                             const ASTContext &Context) {
  const std::optional<WalkedIf> Last = std::exchange(LastIf, std::nullopt);
  if (!Recorded.isOn() || HasAccesses || computesForLater(S->getThen()) ||
      Recorded.size() == FirstRecord)
    return;
  LastIf = {S, Condition, Recorded.Code.Arm, FirstRecord, Recorded.size()};
  if (!Last || Last->End != FirstRecord || Last->Arm != LastIf->Arm ||
      !(Last->Condition == Condition) ||
      !areSameTextWithin(Last->If->getCond(), S->getCond(), Context))
    return;
  const llvm::ArrayRef<AccessRecord> Both = Recorded.recordsFrom(Last->First);
  const size_t Split = FirstRecord - Last->First;
  if (mayMerge(Both.take_front(Split), Both.drop_front(Split)))
    Recorded.markInexact(Last->First, inexactBy(ModelRule::SameGuard));
}
