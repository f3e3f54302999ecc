//===- LoadsAtBranches.cpp - Loads that move over branches ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three passes of LLVM move loads into branches or out of them, or make one
// branch of two. Few programs meet them, and whether they do it depends on more
// than the source shows: this says where they may, and leaves the loads where
// they stand.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "Nvcc/Rules/Modes.h"
#include "Nvcc/Source/SameText.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

//===----------------------------------------------------------------------===//
// Sink: loads that one arm alone uses
//===----------------------------------------------------------------------===//
//
//     int j = s[2 * t];                   // 13 lanes load
//     if (t % 32 < 13)
//       sum += in[j];
//
// Bisected with nvcc 13.0, sm_90: not over a barrier, a store to shared memory
// or another branch. An arm of plain arithmetic becomes a selection, which
// leaves no branch; a division is too dear for that. The arm may be what stands
// behind a `return` or `continue`.
//
//===----------------------------------------------------------------------===//

void Interpreter::noteLoaded(const VarDecl *Variable, size_t FirstRecord,
                             const Frame &In, bool IsWhole) {
  llvm::erase_if(LoadedVariables, [&](const LoadedVariable &Of) {
    return Of.End > FirstRecord || (IsWhole && Of.Variable == Variable);
  });
  const auto IsPlainLoad = [](const AccessRecord &Record) {
    return Record.Operation == AccessOperation::Load && !Record.IsVolatile;
  };
  if (!Recorded.isOn() || Recorded.size() == FirstRecord || !In.Function ||
      !Variable->hasLocalStorage() || Variable->getType()->isReferenceType() ||
      Variable->getType().isVolatileQualified() ||
      !llvm::all_of(Recorded.recordsFrom(FirstRecord), IsPlainLoad))
    return;
  auto *Of = llvm::find_if(LoadedVariables, [&](const LoadedVariable &Known) {
    return Known.Variable == Variable && Known.Of == &In;
  });
  if (Of == LoadedVariables.end())
    Of = LoadedVariables.insert(
        Of, {Variable, &In, FirstRecord, 0, Active.Lanes, 0});
  Of->End = Recorded.size();
  Of->Block = Recorded.Code.Block;
}

void Interpreter::noteLoadedInto(const Expr *Place, size_t FirstRecord) {
  const Expr *Whole = Place->IgnoreParenImpCasts();
  while (const auto *Part = dyn_cast<ArraySubscriptExpr>(Whole))
    Whole = Part->getBase()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Whole);
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (Variable && !Variable->getType()->isPointerType())
    noteLoaded(Variable, FirstRecord, *Top, /*IsWhole=*/false);
}

/// The block that a statement is one of.
static const CompoundStmt *blockAround(const Stmt *S, const Stmt *Inside) {
  if (const auto *Block = dyn_cast<CompoundStmt>(Inside);
      Block && llvm::is_contained(Block->body(), S))
    return Block;
  for (const Stmt *Child : Inside->children())
    if (Child)
      if (const CompoundStmt *Found = blockAround(S, Child))
        return Found;
  return nullptr;
}

/// What the lanes that go into a statement jump over: what stands behind it in
/// its block.
llvm::ArrayRef<const Stmt *>
Interpreter::restBehindJump(const IfStmt *S) const {
  const Stmt *Last = S->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Last))
    Last = Block->body_empty() ? nullptr : Block->body_back();
  const Stmt *Body = Top->Function ? Top->Function->getBody() : nullptr;
  if (S->getElse() || LoadedVariables.empty() || !Body || !Last ||
      !(isa<ReturnStmt>(Last) || isa<ContinueStmt>(Last)))
    return {};
  const CompoundStmt *Block = blockAround(S, Body);
  if (!Block)
    return {};
  return llvm::ArrayRef<const Stmt *>(llvm::find(Block->body(), S) + 1,
                                      Block->body_end());
}

/// Before a branch that parts the active lanes: what may move into its arms.
void Interpreter::doubtSunk(const Split &Lanes,
                            llvm::ArrayRef<const Stmt *> Then,
                            llvm::ArrayRef<const Stmt *> Else) {
  const Stmt *Body = Top->Function ? Top->Function->getBody() : nullptr;
  if (LoadedVariables.empty() || !Recorded.isOn() || !Body)
    return;
  llvm::erase_if(LoadedVariables, [&](const LoadedVariable &Of) {
    if (Of.End > Recorded.size())
      return true; // it was taken back
    if (Of.Of != Top || Of.Lanes != Active.Lanes ||
        !Recorded.isSameBlock(Of.Block, Recorded.Code.Block))
      return false;
    const bool IsThen = Uses.areAllIn(Of.Variable, Then, Body);
    if ((!IsThen && !Uses.areAllIn(Of.Variable, Else, Body)) ||
        llvm::none_of(IsThen ? Then : Else, staysBranch))
      return false;
    const auto IsLoad = [](const AccessRecord &Record) {
      return Record.Operation == AccessOperation::Load;
    };
    const bool Moves = llvm::all_of(Recorded.recordsFrom(Of.End), IsLoad) &&
                       Recorded[Of.First].Fence == Recorded.Code.Fence &&
                       Lanes.confidenceOf(!IsThen) <= Certainty::Whole &&
                       (IsThen ? Lanes.True : Lanes.False) != Of.Lanes;
    if (Moves)
      for (AccessRecord &Record :
           Recorded.recordsFrom(Of.First).take_front(Of.End - Of.First))
        Record.InexactBy |= doubtBy(ModelRule::Sink);
    return true;
  });
}

//===----------------------------------------------------------------------===//
// JumpThreading: two branches with one condition
//===----------------------------------------------------------------------===//
//
//     if (t < n) a[t] = s[2 * t];
//     if (t < n) b[t] = s[2 * t + 1];     // one branch, one load of 8 bytes
//
//===----------------------------------------------------------------------===//

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

/// Behind an `if` without `else`, of which the first record of the arm is
/// given.
void Interpreter::doubtSameGuard(const IfStmt *S, const Value &Condition,
                                 bool HasAccesses, size_t FirstRecord) {
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
    Recorded.markInexact(Last->First, doubtBy(ModelRule::SameGuard));
}

//===----------------------------------------------------------------------===//
// SimplifyCFG: loads that all lanes make
//===----------------------------------------------------------------------===//

/// The compiler knows that the place is there to be read.
static bool isDereferenceable(const AccessRecord &Record) {
  return Record.Where && Record.Where->Array->isDeclared() &&
         !Record.Where->Array->IsDynamic && Record.Where->isNumber();
}

/// Whether an arm sets no more than variables of functions.
bool Interpreter::setsVariablesAlone(const Stmt *Arm) {
  if (isa<AsmStmt>(Arm))
    return false;
  const Expr *Place = nullptr;
  if (const auto *Binary = dyn_cast<BinaryOperator>(Arm);
      Binary && Binary->isAssignmentOp())
    Place = Binary->getLHS();
  if (const auto *Unary = dyn_cast<UnaryOperator>(Arm);
      Unary && Unary->isIncrementDecrementOp())
    Place = Unary->getSubExpr();
  if (Place && !isLocalVariable(Place))
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(Arm)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || Facts.Effects.of(Callee).What == Effect::Acts)
      return false;
  }
  return llvm::all_of(Arm->children(), [&](const Stmt *Child) {
    return !Child || setsVariablesAlone(Child);
  });
}

/// An arm that does no more than load from one or two places that are always
/// there is no branch where the compiler takes it for cheap: all lanes load,
/// and the value is selected. Read off the machine code of
///
///     if (threadIdx.x == 0)
///       sum += s[2];
void Interpreter::doubtSpeculated(const IfStmt *S, size_t FirstRecord) {
  if (!S->getElse() && setsVariablesAlone(S->getThen()))
    doubtSpeculated(FirstRecord);
}

/// Likewise of what arms do that set no more than variables, or of `?:`.
void Interpreter::doubtSpeculated(size_t FirstRecord) {
  constexpr size_t MostLoads = 2;
  const llvm::MutableArrayRef<AccessRecord> Records =
      Recorded.recordsFrom(FirstRecord);
  const auto IsLoadOfConstant = [](const AccessRecord &Record) {
    return Record.Operation == AccessOperation::Load && !Record.IsVolatile &&
           isDereferenceable(Record);
  };
  if (Records.size() <= MostLoads && llvm::all_of(Records, IsLoadOfConstant))
    for (AccessRecord &Record : Records)
      Record.InexactBy |= doubtBy(ModelRule::Speculate);
}
