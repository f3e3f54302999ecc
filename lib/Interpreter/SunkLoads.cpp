//===- SunkLoads.cpp - Loads that one arm alone looks at ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load whose variable is named in one arm of a branch, and nowhere else,
// moves into that arm: the lanes that do not go there do not load.
//
//     int j = s[2 * t];                   // 13 lanes load
//     if (t % 32 < 13)
//       sum += in[j];
//
// Bisected with nvcc 13.0, sm_90: it does so for the arms of `if` and `?:`,
// over stores to global memory and down into nested arms, in front of a loop
// there; not over a barrier, a store to shared memory or another branch, and
// not into a loop. An arm of plain arithmetic becomes a selection, which leaves
// no branch; a division is too dear for that. The load may come from a function
// that returns it, and the arm be what stands behind a `return` or `continue`.
// Where several loads make what is looked at, it moves all of them, or some, or
// none.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "Model/Modes.h"
#include "Syntax/Namings.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

void Interpreter::noteReturn(const Expr *Result, size_t FirstRecord) {
  // What gives a call or a variable on has the loads of that.
  const Expr *Given = Result->IgnoreParenImpCasts();
  if (isa<CallExpr>(Given) && LastReturn.First >= FirstRecord)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Given))
    for (const LoadedVariable &Of : LoadedVariables)
      if (Of.Variable == Ref->getDecl() && Of.Of == Top) {
        LastReturn = {Of.First, Of.End, Of.IsSure};
        return;
      }
  LastReturn = {FirstRecord, Recorded.size(),
                FirstRecord + 1 == Recorded.size()};
}

void Interpreter::noteLoadedVariable(const VarDecl *Variable, const Expr *Made,
                                     size_t FirstRecord, const Frame &In) {
  ReturnedLoads Loads = {FirstRecord, Recorded.size(), true};
  if (isa<CallExpr>(Made->IgnoreParenImpCasts()) &&
      LastReturn.First >= FirstRecord)
    Loads = LastReturn;
  llvm::erase_if(LoadedVariables, [&](const LoadedVariable &Of) {
    return Of.Variable == Variable || Of.End > Loads.First;
  });
  if (!Recorded.isOn() || Loads.First >= Loads.End || !In.Function ||
      !Variable->hasLocalStorage() || Variable->getType()->isReferenceType() ||
      Variable->getType().isVolatileQualified())
    return;
  const auto IsPlainLoad = [](const AccessRecord &Record) {
    return Record.Operation == AccessOperation::Load && !Record.IsVolatile;
  };
  const llvm::ArrayRef<AccessRecord> Records =
      Recorded.recordsFrom(Loads.First).take_front(Loads.End - Loads.First);
  if (!llvm::all_of(Records, IsPlainLoad))
    return;
  Loads.IsSure &= Variable->getType()->isArithmeticType() &&
                  Records.front().Block == Recorded.Code.Block;
  LoadedVariables.push_back({Variable, &In, InnerLoop, Loads.First, Loads.End,
                             Active.Lanes, Recorded.Code.Block, Loads.IsSure});
}

void Interpreter::noteLoadedInto(const Expr *Place, size_t FirstRecord) {
  const Expr *Whole = Place->IgnoreParenImpCasts();
  while (const auto *Part = dyn_cast<ArraySubscriptExpr>(Whole))
    Whole = Part->getBase()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Whole);
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Recorded.isOn() || Recorded.size() == FirstRecord || !Variable ||
      !Variable->hasLocalStorage() || Variable->getType()->isReferenceType() ||
      Variable->getType()->isPointerType() || !Top->Function)
    return;
  auto *Known = llvm::find_if(LoadedVariables, [&](const LoadedVariable &Of) {
    return Of.Variable == Variable && Of.Of == Top && Of.End <= FirstRecord;
  });
  if (Known == LoadedVariables.end())
    Known = LoadedVariables.insert(Known, {Variable, Top, nullptr, FirstRecord,
                                           0, Active.Lanes, 0, false});
  Known->End = Recorded.size();
  Known->Inside = InnerLoop;
  Known->Block = Recorded.Code.Block;
  Known->IsSure = false;
}

void Interpreter::sinkLoads(const Split &Lanes, const Stmt *Then,
                            const Stmt *Else) {
  if (Else)
    sinkLoads(Lanes, llvm::ArrayRef(Then), llvm::ArrayRef(Else));
  else
    sinkLoads(Lanes, llvm::ArrayRef(Then), {});
}

/// The block that a statement is one of, where that is the body of a loop.
static const CompoundStmt *iterationAround(const IfStmt *S,
                                           const Stmt *Inside) {
  const Stmt *Iteration = nullptr;
  if (const auto *For = dyn_cast<ForStmt>(Inside))
    Iteration = For->getBody();
  else if (const auto *Range = dyn_cast<CXXForRangeStmt>(Inside))
    Iteration = Range->getBody();
  else if (const auto *While = dyn_cast<WhileStmt>(Inside))
    Iteration = While->getBody();
  else if (const auto *Do = dyn_cast<DoStmt>(Inside))
    Iteration = Do->getBody();
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(Iteration))
    if (llvm::is_contained(Block->body(), S))
      return Block;
  for (const Stmt *Child : Inside->children())
    if (Child)
      if (const CompoundStmt *Found = iterationAround(S, Child))
        return Found;
  return nullptr;
}

/// What runs behind a statement where the lanes that go into it return from the
/// function whose block it is in, or go on with the next iteration.
llvm::ArrayRef<const Stmt *>
Interpreter::restBehindJump(const IfStmt *S) const {
  const Stmt *Last = S->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Last))
    Last = Block->body_empty() ? nullptr : Block->body_back();
  const Stmt *Body = Top->Function ? Top->Function->getBody() : nullptr;
  if (S->getElse() || LoadedVariables.empty() || !Body || !Last)
    return {};
  const CompoundStmt *Block = nullptr;
  if (isa<ReturnStmt>(Last))
    Block = dyn_cast<CompoundStmt>(Body);
  else if (isa<ContinueStmt>(Last))
    Block = iterationAround(S, Body);
  if (!Block)
    return {};
  const auto *At = llvm::find(Block->body(), S);
  return At == Block->body_end()
             ? llvm::ArrayRef<const Stmt *>()
             : llvm::ArrayRef<const Stmt *>(At + 1, Block->body_end());
}

/// Before a branch that parts the active lanes: what moves into its arms.
void Interpreter::sinkLoads(const Split &Lanes,
                            llvm::ArrayRef<const Stmt *> Then,
                            llvm::ArrayRef<const Stmt *> Else) {
  if (LoadedVariables.empty() || !Recorded.isOn())
    return;
  const FunctionDecl *Function = Top->Function;
  const Stmt *Body = Function ? Function->getBody() : nullptr;
  llvm::erase_if(LoadedVariables, [&](LoadedVariable &Of) {
    if (Of.End > Recorded.size())
      return true; // it was taken back
    if (!Body || Of.Of != Top || Of.Lanes != Active.Lanes)
      return false;
    if (Of.IsSure ? Of.Inside != InnerLoop || Of.Block != Recorded.Code.Block
                  : !Recorded.isSameBlock(Of.Block, Recorded.Code.Block))
      return false;
    const LooksIn InThen = Looks.looksIn(Of.Variable, Then, Body);
    const bool IsThen = InThen != LooksIn::Elsewhere;
    const LooksIn In = IsThen ? InThen : Looks.looksIn(Of.Variable, Else, Body);
    if (In == LooksIn::Elsewhere ||
        llvm::none_of(IsThen ? Then : Else, staysBranch))
      return false;
    for (const AccessRecord &Record : Recorded.recordsFrom(Of.End))
      if (Record.Operation != AccessOperation::Load)
        return true;
    if (Recorded[Of.First].Fence != Recorded.Code.Fence)
      return true;
    if (Lanes.confidenceOf(!IsThen) > Certainty::Whole)
      return true;
    const LaneMask Before = Of.Lanes;
    Of.Lanes = IsThen ? Lanes.True : Lanes.False;
    // Of several ways to write the same, nvcc moves the loads of some. What
    // merges with a neighbour may stay beside it.
    if (Of.IsSure && In == LooksIn::Part && !Recorded.hasNeighbour(Of.First))
      Recorded.sink(Of.First, Of.End, Of.Lanes);
    else if (Of.Lanes != Before)
      Recorded.sink(Of.First, Of.End, 0);
    // A branch in the first arm may be the next.
    ++Of.Block;
    return !IsThen || !Of.Lanes;
  });
}

//===----------------------------------------------------------------------===//
// Loads that all lanes make
//===----------------------------------------------------------------------===//

/// The place is the same in all lanes and warps: the compiler knows that it may
/// be read.
static bool isAtConstant(const AccessRecord &Record) {
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
           isAtConstant(Record);
  };
  if (Records.size() <= MostLoads && llvm::all_of(Records, IsLoadOfConstant))
    for (AccessRecord &Record : Records)
      Record.InexactBy |= doubtBy(ModelRule::Speculate);
}
