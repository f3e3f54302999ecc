//===- Swizzles.cpp - How swizzles are written ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Swizzles.h"
#include "Cuda/Intrinsics.h"
#include "Edits.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace {
/// The innermost subscripts of an access. An array of one dimension has no row.
struct Subscripts {
  const Expr *Row = nullptr, *Column = nullptr;
  const ArraySubscriptExpr *Access = nullptr;
};
} // namespace

/// The element at which an access begins: `s[r][c]` of `*(float4 *)&s[r][c]`.
static const ArraySubscriptExpr *elementOf(const Expr *Access) {
  const Expr *E = Access->IgnoreParenCasts();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return elementOf(Member->getBase());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return elementOf(Unary->getSubExpr());
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
  bool IsOfPointer =
      Subscript && isa<UnaryOperator>(Subscript->getBase()->IgnoreParenCasts());
  return IsOfPointer ? elementOf(Subscript->getBase()) : Subscript;
}

static Subscripts subscriptsOf(const Expr *Access, size_t Dimensions) {
  Subscripts Result;
  Result.Access = elementOf(Access);
  if (!Result.Access)
    return {};
  Result.Column = Result.Access->getIdx();
  if (Dimensions < 2)
    return Result;
  const auto *Row = dyn_cast<ArraySubscriptExpr>(
      Result.Access->getBase()->IgnoreParenImpCasts());
  if (!Row)
    return {};
  Result.Row = Row->getIdx();
  return Result;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// Whether an operator beside the expression takes all of it.
static bool isPrimary(const Expr *E) {
  return isa<DeclRefExpr, IntegerLiteral, ParenExpr, MemberExpr,
             PseudoObjectExpr, ArraySubscriptExpr, CallExpr>(
      E->IgnoreImpCasts());
}

static std::string operandText(const Expr *E, const ASTContext &Context) {
  std::string Text = textOf(E, Context);
  return isPrimary(E) ? Text : "(" + Text + ")";
}

/// "(r / 4 & 7) * 4", where `r` decides on the move.
static std::string moveText(const std::string &By, const Swizzle &How) {
  std::string Divided =
      How.Divisor > 1 ? By + " / " + std::to_string(How.Divisor) : By;
  std::string Text = "(" + Divided + " & " + std::to_string(How.Mask) + ")";
  return How.UnitElements > 1 ? Text + " * " + std::to_string(How.UnitElements)
                              : Text;
}

/// What decides on the move of an access.
static const Expr *deciderOf(const Subscripts &S, const Swizzle &How) {
  return How.IsByRow ? S.Row : S.Column;
}

std::string banklint::swizzledText(const DeclaredArray &Array,
                                   const Expr *Access, const Swizzle &How,
                                   const ASTContext &Context) {
  size_t Dimensions = Array.any().Extents.size();
  Subscripts S = subscriptsOf(Access, Dimensions);
  bool IsWritten = S.Column && !S.Access->getBeginLoc().isMacroID() &&
                   !S.Access->getEndLoc().isMacroID();
  if (IsWritten && Dimensions > 1)
    return textOf(S.Access->getBase(), Context) + "[" +
           operandText(S.Column, Context) + " ^ " +
           moveText(operandText(deciderOf(S, How), Context), How) + "]";
  if (IsWritten && isa<DeclRefExpr>(S.Column->IgnoreParenImpCasts())) {
    std::string Index = textOf(S.Column, Context);
    return textOf(S.Access->getBase(), Context) + "[" + Index + " ^ " +
           moveText(Index, How) + "]";
  }
  std::string Name = Array.any().Name.str();
  if (Dimensions < 2)
    return Name + "[i ^ " + moveText("i", How) + "]";
  return Name + "[row][column ^ " +
         moveText(How.IsByRow ? "row" : "column", How) + "]";
}

//===----------------------------------------------------------------------===//
// The accesses as they are
//===----------------------------------------------------------------------===//

std::unique_ptr<RowForm>
banklint::formAsItIs(const DeclaredArray &Array,
                     llvm::ArrayRef<std::unique_ptr<RowForm>> Longer,
                     ASTContext &Context, uint64_t &StepBudget) {
  std::unique_ptr<RowForm> Form = startForm(Array);
  if (Array.any().Extents.empty())
    Form->Obstacles.push_back({{}, "it has no elements"});
  for (const auto &[Instance, Uses] : Array.Instances)
    if (!Uses.LeadingDimensions.empty())
      Form->Obstacles.push_back(
          {Uses.LeadingDimensions[0].Count->getSourceRange(),
           "matrix fragments take whole rows"});
  const auto *Walked =
      llvm::find_if(Longer, [](const auto &Other) { return Other->IsWalked; });
  if (Form->isProvable() && Walked != Longer.end())
    for (auto [Use, Known] : llvm::zip_equal(Form->Uses, (*Walked)->Uses))
      Use.Walked = Known.Walked;
  else if (Form->isProvable())
    walkAsItIs(*Form, StepBudget, Context);
  if (Form->isProvable())
    checkFollowed(*Form, Array);
  return Form;
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

namespace {
/// Edits the accesses to one instance of an array.
class Editor {
public:
  Editor(const DeclaredArray &Array, const ArrayUses &Uses, const Swizzle &How,
         const SourceMap &Map, const ASTContext &Context)
      : Array(Array), Uses(Uses), How(How), Map(Map), Context(Context) {}

  llvm::Error run(Fix &Out);

private:
  int64_t unitBytes() const {
    return How.UnitElements * Array.Uses.front().elementBytes();
  }
  llvm::Error checkSteps() const;
  llvm::Error checkPointer(const Expr *E) const;
  llvm::Error edit(const ArraySubscriptExpr *Access, Fix &Out) const;

  const DeclaredArray &Array;
  const ArrayUses &Uses;
  const Swizzle &How;
  const SourceMap &Map;
  const ASTContext &Context;
};
} // namespace

static llvm::Error reachedByPointer() {
  return llvm::createStringError("it is also reached through a pointer");
}

/// No pointer moves away from the element that a subscript found.
llvm::Error Editor::checkSteps() const {
  for (const Step &S : Uses.Steps)
    if (!S.IsOfArray && constantValueOf(S.Count, Context) != 0)
      return reachedByPointer();
  return llvm::Error::success();
}

static bool isAtomic(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  switch (Callee ? intrinsicOf(*Callee) : Intrinsic::None) {
  case Intrinsic::AtomicAdd:
  case Intrinsic::AtomicInteger:
  case Intrinsic::AtomicCas:
    return true;
  default:
    return false;
  }
}

/// An address serves for one access at once, no wider than a unit.
llvm::Error Editor::checkPointer(const Expr *E) const {
  QualType Pointee = E->getType()->getPointeeType();
  if (!Pointee->isArrayType() && !Pointee->isIncompleteType() &&
      Context.getTypeSizeInChars(Pointee).getQuantity() > unitBytes())
    return reachedByPointer();
  for (const SourceParent &Parent : Map.parentsOf(E)) {
    const Stmt *S = Parent.Statement;
    const auto *Unary = dyn_cast_or_null<UnaryOperator>(S);
    const auto *Call = dyn_cast_or_null<CallExpr>(S);
    bool IsKnown =
        S &&
        (isa<CastExpr, ParenExpr, ArraySubscriptExpr, MemberExpr>(S) ||
         (Unary && Unary->getOpcode() == UO_Deref) || (Call && isAtomic(Call)));
    if (!IsKnown)
      return reachedByPointer();
  }
  return llvm::Error::success();
}

/// What counts, and does nothing else: it may be written twice.
static bool isPlain(const Stmt *S) {
  if (isa<PseudoObjectExpr>(S))
    return true; // threadIdx.x
  if (const auto *Unary = dyn_cast<UnaryOperator>(S))
    if (Unary->isIncrementDecrementOp())
      return false;
  const auto *Binary = dyn_cast<BinaryOperator>(S);
  if (isa<CallExpr, CXXConstructExpr, StmtExpr, LambdaExpr>(S) ||
      (Binary && Binary->isAssignmentOp()))
    return false;
  return llvm::all_of(S->children(), [](const Stmt *Child) {
    return !Child || isPlain(Child);
  });
}

llvm::Error Editor::edit(const ArraySubscriptExpr *Access, Fix &Out) const {
  Subscripts S = subscriptsOf(Access, Array.any().Extents.size());
  if (!S.Column)
    return reachedByPointer();
  const Expr *By = deciderOf(S, How);
  if (!isPlain(By) || leadsInto(By, Uses) || leadsInto(S.Column, Uses))
    return llvm::createStringError("an index of it does more than count");
  if (llvm::Error E = editableRange(By, Context).takeError())
    return E;
  std::string Behind = " ^ " + moveText(operandText(By, Context), How);
  return isPrimary(S.Column)
             ? surround(S.Column, "", Behind, Context, Out)
             : surround(S.Column, "(", ")" + Behind, Context, Out);
}

llvm::Error Editor::run(Fix &Out) {
  if (llvm::Error E = checkSteps())
    return E;
  std::vector<const ArraySubscriptExpr *> Accesses;
  for (const Expr *E : Uses.Followed) {
    if (E->getType()->isPointerType())
      if (llvm::Error Unknown = checkPointer(E))
        return Unknown;
    const auto *Access = dyn_cast<ArraySubscriptExpr>(E);
    bool IsOfArray =
        Access &&
        Access->getBase()->IgnoreParenImpCasts()->getType()->isArrayType();
    if (IsOfArray && !Access->getType()->isArrayType())
      Accesses.push_back(Access);
  }
  const SourceManager &Sources = Context.getSourceManager();
  llvm::sort(Accesses, [&](const Expr *A, const Expr *B) {
    return Sources.isBeforeInTranslationUnit(A->getBeginLoc(),
                                             B->getBeginLoc());
  });
  for (const ArraySubscriptExpr *Access : Accesses)
    if (llvm::Error E = edit(Access, Out))
      return E;
  return llvm::Error::success();
}

llvm::Error banklint::editSwizzle(const DeclaredArray &Array,
                                  const Swizzle &How, const SourceMap &Map,
                                  const ASTContext &Context, Fix &Out) {
  for (const ArrayInKernel &Use : Array.Uses)
    if (Use.rowElements() == 0)
      return llvm::createStringError("its size is set by the launch");
  for (const auto &[Instance, Uses] : Array.Instances)
    if (llvm::Error E = Editor(Array, Uses, How, Map, Context).run(Out))
      return E;
  return llvm::Error::success();
}
