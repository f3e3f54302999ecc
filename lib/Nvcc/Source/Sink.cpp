//===- Sink.cpp - Loads that one arm alone uses ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/Sink.h"
#include "Nvcc/Rules/Modes.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

static const VarDecl *localOf(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Variable && Variable->hasLocalStorage() &&
                 !Variable->getType()->isReferenceType()
             ? Variable
             : nullptr;
}

bool banklint::isLocalVariable(const Expr *E) { return localOf(E); }

/// Goes through a body, and keeps what is made where.
void UsesInCode::count(const Stmt *S, const VarDecl *Made, Makers &Into) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    if (const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl()))
      Into[Variable].push_back(Made);
  } else if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declared->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D);
          Variable && Variable->getInit())
        count(Variable->getInit(),
              Variable->getType()->isReferenceType() ? nullptr : Variable,
              Into);
    return;
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(S);
             Binary && Binary->isAssignmentOp()) {
    const Expr *Whole = Binary->getLHS()->IgnoreParens();
    llvm::SmallVector<const Expr *, 2> Indices;
    while (const auto *Part = dyn_cast<ArraySubscriptExpr>(Whole)) {
      Indices.push_back(Part->getIdx());
      Whole = Part->getBase()->IgnoreParenImpCasts();
    }
    const VarDecl *Variable = localOf(Whole);
    if (Variable && (Indices.empty() || Variable->getType()->isArrayType())) {
      for (const Expr *Index : Indices)
        count(Index, nullptr, Into);
      return count(Binary->getRHS(), Variable, Into);
    }
  }
  for (const Stmt *Child : S->children())
    if (Child)
      count(Child, Made, Into);
}

const UsesInCode::Makers &UsesInCode::in(const Stmt *S) {
  std::unique_ptr<Makers> &Of = Known[S];
  if (!Of) {
    Of = std::make_unique<Makers>();
    count(S, nullptr, *Of);
  }
  return *Of;
}

bool UsesInCode::areAllIn(const VarDecl *Variable,
                          llvm::ArrayRef<const Stmt *> Part, const Makers &Body,
                          unsigned Depth) {
  auto All = Body.find(Variable);
  if (All == Body.end() || Depth == 8)
    return false;
  size_t InPart = 0;
  for (const Stmt *S : Part)
    InPart += in(S).lookup(Variable).size();
  if (InPart == All->second.size())
    return true;
  llvm::SmallVector<const VarDecl *, 4> Outside(llvm::ArrayRef(All->second));
  for (const Stmt *S : Part)
    for (const VarDecl *Made : in(S).lookup(Variable))
      if (auto *One = llvm::find(Outside, Made); One != Outside.end())
        Outside.erase(One);
  return llvm::all_of(Outside, [&](const VarDecl *Made) {
    return Made && (Made == Variable || areAllIn(Made, Part, Body, Depth + 1));
  });
}

bool banklint::staysBranch(const Stmt *Arm) {
  if (isa<ArraySubscriptExpr>(Arm))
    return true;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Arm);
      Unary && Unary->getOpcode() == UO_Deref)
    return true;
  if (const auto *Binary = dyn_cast<BinaryOperator>(Arm)) {
    if (Binary->isMultiplicativeOp() && Binary->getOpcode() != BO_Mul &&
        Binary->getType()->isSignedIntegerType())
      return true;
    if (Binary->isAssignmentOp() &&
        isa<DeclRefExpr>(Binary->getLHS()->IgnoreParens()) &&
        !localOf(Binary->getLHS()))
      return true;
  }
  if (const auto *Call = dyn_cast<CallExpr>(Arm)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && llvm::any_of(Callee->parameters(), [](const ParmVarDecl *P) {
          return P->getType()->isPointerType();
        }))
      return true;
  }
  return llvm::any_of(Arm->children(), [](const Stmt *Child) {
    return Child && staysBranch(Child);
  });
}

void SunkLoads::noteLoaded(const VarDecl *Variable, size_t FirstRecord,
                           const RunningCode &In, bool IsWhole) {
  llvm::erase_if(Variables, [&](const LoadedVariable &Of) {
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
  auto *Of = llvm::find_if(Variables, [&](const LoadedVariable &Known) {
    return Known.Variable == Variable && Known.Of == In.Frame;
  });
  if (Of == Variables.end())
    Of =
        Variables.insert(Of, {Variable, In.Frame, FirstRecord, 0, In.Lanes, 0});
  Of->End = Recorded.size();
  Of->Block = Recorded.Code.Block;
}
void SunkLoads::noteLoadedInto(const Expr *Place, size_t FirstRecord,
                               const RunningCode &In) {
  const Expr *Whole = Place->IgnoreParenImpCasts();
  while (const auto *Part = dyn_cast<ArraySubscriptExpr>(Whole))
    Whole = Part->getBase()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Whole);
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (Variable && !Variable->getType()->isPointerType())
    noteLoaded(Variable, FirstRecord, In, /*IsWhole=*/false);
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
llvm::ArrayRef<const Stmt *>
SunkLoads::restBehindJump(const IfStmt *S, const RunningCode &In) const {
  const Stmt *Body = S->getElse() || Variables.empty() ? nullptr : In.body();
  const Stmt *Last = S->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Last))
    Last = Block->body_empty() ? nullptr : Block->body_back();
  if (!Body || !Last || !(isa<ReturnStmt>(Last) || isa<ContinueStmt>(Last)))
    return {};
  const CompoundStmt *Block = blockAround(S, Body);
  if (!Block)
    return {};
  return llvm::ArrayRef<const Stmt *>(llvm::find(Block->body(), S) + 1,
                                      Block->body_end());
}
void SunkLoads::markInexact(const Split &Lanes,
                            llvm::ArrayRef<const Stmt *> Then,
                            llvm::ArrayRef<const Stmt *> Else,
                            const RunningCode &In) {
  const Stmt *Body =
      Variables.empty() || !Recorded.isOn() ? nullptr : In.body();
  if (!Body)
    return;
  llvm::erase_if(Variables, [&](const LoadedVariable &Of) {
    if (Of.End > Recorded.size())
      return true; // it was taken back
    if (Of.Of != In.Frame || Of.Lanes != In.Lanes ||
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
        Record.InexactBy |= inexactBy(ModelRule::Sink);
    return true;
  });
}
