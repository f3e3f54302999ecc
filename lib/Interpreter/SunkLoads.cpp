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
// no branch; a division is too dear for that.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

/// How often each local variable is named.
static void countNames(const Stmt *S,
                       llvm::DenseMap<const VarDecl *, unsigned> &Counts) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl()))
      ++Counts[Variable];
  for (const Stmt *Child : S->children())
    if (Child)
      countNames(Child, Counts);
}

unsigned Interpreter::timesNamedIn(const Stmt *S, const VarDecl *Variable) {
  auto [Known, IsNew] = NamesIn.try_emplace(S);
  if (IsNew)
    countNames(S, Known->second);
  return Known->second.lookup(Variable);
}

/// Whether an arm stays a branch where the compiler could also select.
static bool staysBranch(const Stmt *S) {
  if (isa<ArraySubscriptExpr>(S))
    return true;
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->getOpcode() == UO_Deref)
    return true;
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isMultiplicativeOp() && Binary->getOpcode() != BO_Mul &&
      Binary->getType()->isSignedIntegerType())
    return true;
  return llvm::any_of(S->children(), [](const Stmt *Child) {
    return Child && staysBranch(Child);
  });
}

void Interpreter::noteLoadedVariable(const VarDecl *Variable,
                                     size_t FirstRecord) {
  llvm::erase_if(LoadedVariables, [&](const LoadedVariable &Of) {
    return Of.Variable == Variable || Of.End > FirstRecord;
  });
  if (Recorded.size() == FirstRecord || !Top->Function ||
      !Variable->getType()->isArithmeticType() ||
      Variable->getType().isVolatileQualified())
    return;
  const auto IsPlainLoad = [](const AccessRecord &Record) {
    return Record.Operation == AccessOperation::Load && !Record.IsVolatile;
  };
  if (!llvm::all_of(Recorded.recordsFrom(FirstRecord), IsPlainLoad))
    return;
  LoadedVariables.push_back({Variable, Top, InnerLoop, FirstRecord,
                             Recorded.size(), Active.Lanes,
                             Recorded.Code.Block});
}

/// Before a branch that parts the active lanes: what moves into its arms.
void Interpreter::sinkLoads(const Split &Lanes, const Stmt *Then,
                            const Stmt *Else) {
  if (LoadedVariables.empty() || !Recorded.isOn())
    return;
  const FunctionDecl *Function = Top->Function;
  const Stmt *Body = Function ? Function->getBody() : nullptr;
  llvm::erase_if(LoadedVariables, [&](LoadedVariable &Of) {
    if (Of.End > Recorded.size())
      return true; // it was taken back
    if (!Body || Of.Of != Top || Of.Inside != InnerLoop ||
        Of.Lanes != Active.Lanes || Of.Block != Recorded.Code.Block)
      return false;
    const unsigned Times = timesNamedIn(Body, Of.Variable);
    const bool IsThen = timesNamedIn(Then, Of.Variable) == Times;
    const bool IsElse =
        !IsThen && Else && timesNamedIn(Else, Of.Variable) == Times;
    const Stmt *Arm = IsThen ? Then : Else;
    if (!Times || (!IsThen && !IsElse) || !staysBranch(Arm))
      return false;
    for (const AccessRecord &Record : Recorded.recordsFrom(Of.End))
      if (Record.Operation != AccessOperation::Load)
        return true;
    if (Recorded[Of.First].Fence != Recorded.Code.Fence)
      return true;
    if (Lanes.confidenceOf(IsElse) > Certainty::Whole)
      return true;
    Of.Lanes = IsThen ? Lanes.True : Lanes.False;
    Recorded.sink(Of.First, Of.End, Of.Lanes);
    // A branch in the first arm may be the next.
    ++Of.Block;
    return !IsThen || !Of.Lanes;
  });
}
