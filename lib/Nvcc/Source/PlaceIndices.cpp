//===- PlaceIndices.cpp - The numbers that make an address ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlaceIndices.h"
#include "Nvcc/Source/SameText.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/Hashing.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Goes from a place to where its object begins.
class PlaceWalk {
public:
  PlaceWalk(const CompileTime &Known, const ASTContext &Context)
      : Known(Known), Context(Context) {}

  void place(const Expr *Place);
  PlaceIndices Found;

private:
  void pointer(const Expr *Pointer);
  void add(const Expr *Index, QualType Element, bool IsSubtracted);

  const CompileTime &Known;
  const ASTContext &Context;
  unsigned Left = MostNames;
};

} // namespace

void PlaceWalk::add(const Expr *Index, QualType Element, bool IsSubtracted) {
  if (!Element->isIncompleteType() && !Element->isDependentType())
    Found.Indices.push_back(
        {Index, uint64_t(Context.getTypeSizeInChars(Element).getQuantity()),
         IsSubtracted});
}

void PlaceWalk::place(const Expr *Place) {
  Place = Place->IgnoreParens();
  if (Left-- == 0)
    return void(Left = 0);
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Place)) {
    add(Element->getIdx(), Element->getType(), /*IsSubtracted=*/false);
    return pointer(Element->getBase());
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(Place);
      Unary && Unary->getOpcode() == UO_Deref)
    return pointer(Unary->getSubExpr());
  if (const auto *Member = dyn_cast<MemberExpr>(Place))
    return Member->isArrow() ? pointer(Member->getBase())
                             : place(Member->getBase());
  if (const auto *Cast = dyn_cast<CastExpr>(Place); Cast && Cast->isGLValue())
    return place(Cast->getSubExpr());
  const auto *Named = dyn_cast<DeclRefExpr>(Place);
  if (Named && Named->getDecl()->getType()->isReferenceType())
    if (const Expr *To = Known.valueOf(Named))
      place(To);
}

void PlaceWalk::pointer(const Expr *Pointer) {
  Pointer = Pointer->IgnoreParens();
  if (Left-- == 0)
    return void(Left = 0);
  if (const auto *Cast = dyn_cast<CastExpr>(Pointer)) {
    if (Cast->getCastKind() == CK_ArrayToPointerDecay)
      return place(Cast->getSubExpr());
    Found.HasPointer = true;
    if (Cast->getSubExpr()->getType()->isPointerType())
      pointer(Cast->getSubExpr());
    return;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(Pointer)) {
    if (Unary->getOpcode() == UO_AddrOf)
      place(Unary->getSubExpr());
    return;
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(Pointer);
      Binary && Binary->isAdditiveOp()) {
    const Expr *Base = Binary->getLHS(), *Index = Binary->getRHS();
    if (!Base->getType()->isPointerType())
      std::swap(Base, Index);
    add(Index, Pointer->getType()->getPointeeType(),
        Binary->getOpcode() == BO_Sub);
    return pointer(Base);
  }
  Found.HasPointer = true;
  if (const Expr *Value = Known.valueOf(Pointer))
    pointer(Value);
}

PlaceIndices banklint::indicesOf(const Expr &Place, const CompileTime &Known,
                                 const ASTContext &Context) {
  PlaceWalk Walk(Known, Context);
  Walk.place(&Place);
  return std::move(Walk.Found);
}

static bool isCommutative(BinaryOperatorKind Op) {
  return Op == BO_Add || Op == BO_Mul || Op == BO_And || Op == BO_Or ||
         Op == BO_Xor;
}

uint64_t OperationHash::of(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (Budget == 0)
    return 0;
  --Budget;
  if (const std::optional<llvm::APSInt> Number = constantOf(E, Context))
    return llvm::hash_combine(Number->extOrTrunc(64).getZExtValue());
  if (const Expr *Value = Known.valueOf(E))
    return of(Value);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    const uint64_t A = of(Binary->getLHS()), B = of(Binary->getRHS());
    return isCommutative(Binary->getOpcode())
               ? llvm::hash_combine(Binary->getOpcode(), A + B, A ^ B)
               : llvm::hash_combine(Binary->getOpcode(), A, B);
  }
  const bool IsName = isa<DeclRefExpr, MemberExpr, PseudoObjectExpr>(E);
  if (!IsName && !E->children().empty()) {
    uint64_t Result = llvm::hash_combine(E->getStmtClass());
    if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      Result = llvm::hash_combine(Result, Unary->getOpcode());
    for (const Stmt *Child : E->children())
      if (const auto *Part = llvm::dyn_cast_or_null<Expr>(Child))
        Result = llvm::hash_combine(Result, of(Part));
    return Result;
  }
  return textOf(E, Context).ComputeHash();
}

uint64_t OperationHash::ofIndex(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (isConstant(E) || Budget == 0)
    return 0;
  --Budget;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    const bool ByConstant = isConstant(Binary->getRHS());
    switch (Binary->getOpcode()) {
    case BO_Shl:
      if (!ByConstant)
        break;
      [[fallthrough]];
    case BO_Add:
    case BO_Sub:
      return ofIndex(Binary->getLHS()) + ofIndex(Binary->getRHS());
    case BO_Mul:
      if (!ByConstant && !isConstant(Binary->getLHS()))
        break;
      return ofIndex(ByConstant ? Binary->getLHS() : Binary->getRHS());
    default:
      break;
    }
    return of(E);
  }
  if (const Expr *Value = Known.valueOf(E))
    return ofIndex(Value);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && (Unary->getOpcode() == UO_Minus || Unary->getOpcode() == UO_Not))
    return ofIndex(Unary->getSubExpr());
  if (isa<CallExpr, AbstractConditionalOperator>(E))
    return of(E);
  return ofSettings(E);
}

/// Of what a variable that is set again, or a part of one, may be made of.
uint64_t OperationHash::ofSettings(const Expr *Part) {
  while (isa<MemberExpr, ArraySubscriptExpr>(Part)) {
    const auto *Member = dyn_cast<MemberExpr>(Part);
    Part = (Member ? Member->getBase()
                   : llvm::cast<ArraySubscriptExpr>(Part)->getBase())
               ->IgnoreParenCasts();
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Part);
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Variable || !Variable->hasLocalStorage() ||
      Variable->getType()->isReferenceType())
    return 0;
  uint64_t Result = 0;
  auto Add = [&](const Stmt *Assigned) {
    const auto *E = llvm::dyn_cast_or_null<Expr>(Assigned);
    if (const auto *List = llvm::dyn_cast_or_null<InitListExpr>(E))
      for (const Expr *Each : List->inits())
        Result += ofIndex(Each);
    else if (E && E->getType()->isIntegralOrEnumerationType())
      Result += ofIndex(E);
  };
  Add(Variable->getInit());
  for (const VariableSetting *Setting : Known.settingsBefore(*Variable, *Ref))
    Add(Setting->Assigned);
  return Result;
}
