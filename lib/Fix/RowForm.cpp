//===- RowForm.cpp - A notation of rows that could be longer --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowForm.h"
#include "Edits.h"
#include "Layout/Rows.h"
#include "clang/AST/ExprCXX.h"

using namespace banklint;
using namespace clang;

RowForm::RowForm(const DeclaredArray &Array) : Uses(Array.Uses) {
  for (const VarDecl *Instance : Array.Instances)
    llvm::append_range(Obstacles, Array.usesOf(Instance).Obstacles);
}

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

/// Names the first factor, in the order of the source, that no walk evaluated.
static void checkReached(RowForm &Form, const InstanceStrides &Strides) {
  const Expr *First = nullptr;
  auto Range = [](const Expr *E) {
    return std::pair(E->getBeginLoc(), E->getEndLoc());
  };
  for (const auto &Instance : Strides)
    for (const auto &Entry : Instance.second) {
      const Expr *Factor = Entry.first;
      bool IsReached = llvm::any_of(Form.Walks, [=](const WalkedKernel &Walk) {
        return Walk.MetStrides.count(Factor) != 0;
      });
      if (!IsReached && (!First || Range(Factor) < Range(First)))
        First = Factor;
    }
  if (First)
    Form.Obstacles.push_back(
        {ObstacleKind::UnreachedUse, First->getSourceRange()});
}

void banklint::walkSymbolically(RowForm &Form, const InstanceStrides &Strides,
                                uint64_t &StepBudget, ASTContext &Context) {
  assert(Form.Walks.empty() && "the kernels were walked before");
  for (ArrayInKernel &Use : Form.Uses) {
    auto Found = Strides.find(declarationOf(Use));
    if (Found == Strides.end())
      continue;
    // A walk that the budget cuts short proves nothing: do not begin it.
    if (walkOf(Use).Steps >= StepBudget)
      StepBudget = 0;
    if (StepBudget)
      Form.Walks.push_back(
          walkWithStrides(walkOf(Use), Found->second, StepBudget, Context));
    if (StepBudget == 0)
      return Form.Obstacles.push_back(
          {ObstacleKind::LongWalks, walkOf(Use).Kernel->getLocation()});
    Use.Walked = &Form.Walks.back();
  }
  Form.IsWalked = Form.Walks.size() == Form.Uses.size();
  checkReached(Form, Strides);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// An access to the array whose address the walk lost; null if none.
static const Expr *lostAccess(const RowForm &Form, const DeclaredArray &Array) {
  for (const ArrayInKernel &Use : Form.Uses)
    for (const Trace &Group : Use.Walked->Groups)
      for (const AccessRecord &Record : Group.Records)
        if (!Record.Where && leadsInto(expressionOf(Use, Record.Site),
                                       Array.usesOf(declarationOf(Use))))
          return expressionOf(Use, Record.Site);
  return nullptr;
}

void banklint::checkFollowed(RowForm &Form, const DeclaredArray &Array) {
  if (const Expr *Lost = lostAccess(Form, Array))
    return Form.Obstacles.push_back(
        {ObstacleKind::LostAccess, Lost->getSourceRange()});
  if (llvm::any_of(Form.Uses,
                   [](const ArrayInKernel &Use) { return Use.Array->Escapes; }))
    Form.Obstacles.push_back({ObstacleKind::EscapedAddress, {}});
}

/// Whether an access is a subscript of an array with rows, or what begins
/// there: its members, or a vector as in `*(float4 *)&s[r][c]`.
static bool subscriptsRow(const Expr *Access) {
  const Expr *E = Access;
  while (true) {
    E = E->IgnoreParenCasts();
    if (const auto *Member = llvm::dyn_cast<MemberExpr>(E)) {
      E = Member->getBase();
    } else if (const auto *Unary = llvm::dyn_cast<UnaryOperator>(E)) {
      if (Unary->getOpcode() != UO_AddrOf && Unary->getOpcode() != UO_Deref)
        return false;
      E = Unary->getSubExpr();
    } else if (const auto *Subscript = llvm::dyn_cast<ArraySubscriptExpr>(E)) {
      if (Subscript->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
        return true;
      const auto *Index = llvm::dyn_cast<IntegerLiteral>(
          Subscript->getIdx()->IgnoreParenImpCasts());
      if (!Index || Index->getValue() != 0)
        return false;
      E = Subscript->getBase();
    } else {
      return false;
    }
  }
}

void banklint::checkRows(RowForm &Form, const DeclaredArray &Array,
                         int64_t UnitElements) {
  if (Form.isProvable())
    checkFollowed(Form, Array);
  if (!Form.isProvable())
    return;
  auto Subscripts = [](const ArrayInKernel &Use, SiteId Site) {
    return subscriptsRow(expressionOf(Use, Site));
  };
  if (auto Outside = leavesRow(Form.Uses, UnitElements, Subscripts))
    Form.Obstacles.push_back(
        {ObstacleKind::CrossedRows,
         expressionOf(*Outside->Use, Outside->Site)->getSourceRange()});
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

llvm::Error banklint::addToFactor(const Expr *Factor, int64_t Sum,
                                  const SourceMap &Map,
                                  const ASTContext &Context, Fix &Out) {
  bool IsOperand =
      llvm::any_of(Map.parentsOf(Factor), [](const SourceParent &Parent) {
        return llvm::isa_and_nonnull<BinaryOperator>(Parent.Statement);
      });
  return IsOperand ? addToOperand(Factor, Sum, Context, Out)
                   : addToWhole(Factor, Sum, Context, Out);
}
