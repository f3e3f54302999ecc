//===- SwizzleEdits.cpp - Swizzles in the source --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SwizzleEdits.h"
#include "Cuda/Intrinsics.h"
#include "Edits.h"
#include "SharedText.h"
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
// Text
//===----------------------------------------------------------------------===//

/// Whether an operator beside the expression applies to all of it. (Clang's
/// needParensAfterUnaryOperator knows unary operators only.)
static bool isPrimary(const Expr *E) {
  return isa<DeclRefExpr, IntegerLiteral, ParenExpr, MemberExpr,
             PseudoObjectExpr, ArraySubscriptExpr, CallExpr>(
      E->IgnoreImpCasts());
}

std::string banklint::operandText(const Expr *E, const ASTContext &Context) {
  std::string Text = textOf(E, Context);
  return isPrimary(E) ? Text : "(" + Text + ")";
}

/// By how much an index moves, from the text of what decides on that:
/// "(r / 4 & 7) * 4".
static std::string distanceText(const std::string &Decider, const Swizzle &S) {
  assert(S.isValid() && "two elements would share a place");
  std::string Divided =
      S.Divisor > 1 ? Decider + " / " + std::to_string(S.Divisor) : Decider;
  std::string Text = "(" + Divided + " & " + std::to_string(S.Mask) + ")";
  return S.UnitElements > 1 ? Text + " * " + std::to_string(S.UnitElements)
                            : Text;
}

/// The subscript whose bits decide where an element goes.
static const Expr *deciderOf(const Subscripts &Of, const Swizzle &S) {
  return S.IsByRow ? Of.Row : Of.Column;
}

std::string banklint::swizzledText(const DeclaredArray &Array,
                                   const Expr *Access, const Swizzle &S,
                                   const ASTContext &Context) {
  size_t Dimensions = Array.any().Extents.size();
  Subscripts Of = subscriptsOf(Access, Dimensions);
  bool IsWritten = Of.Column && !Of.Access->getBeginLoc().isMacroID() &&
                   !Of.Access->getEndLoc().isMacroID();
  if (IsWritten && Dimensions > 1)
    return textOf(Of.Access->getBase(), Context) + "[" +
           operandText(Of.Column, Context) + " ^ " +
           distanceText(operandText(deciderOf(Of, S), Context), S) + "]";
  if (IsWritten && isa<DeclRefExpr>(Of.Column->IgnoreParenImpCasts())) {
    std::string Index = textOf(Of.Column, Context);
    return textOf(Of.Access->getBase(), Context) + "[" + Index + " ^ " +
           distanceText(Index, S) + "]";
  }
  std::string Name = Array.any().Name.str();
  if (Dimensions < 2)
    return Name + "[i ^ " + distanceText("i", S) + "]";
  return Name + "[row][column ^ " +
         distanceText(S.IsByRow ? "row" : "column", S) + "]";
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

namespace {
/// Edits the accesses to one instance of an array.
class SwizzleEditor {
public:
  SwizzleEditor(const DeclaredArray &Array, const ArrayUses &Uses,
                const Swizzle &S, const SourceMap &Map,
                const ASTContext &Context)
      : Array(Array), Uses(Uses), S(S), Map(Map), Context(Context) {}

  llvm::Expected<std::vector<const ArraySubscriptExpr *>> accesses() const;
  llvm::Error edit(const ArraySubscriptExpr *Access, Fix &Out) const;

private:
  int64_t unitBytes() const {
    return S.UnitElements * Array.Uses.front().elementBytes();
  }
  llvm::Error checkSteps() const;
  llvm::Error checkPointer(const Expr *E) const;

  const DeclaredArray &Array;
  const ArrayUses &Uses;
  const Swizzle &S;
  const SourceMap &Map;
  const ASTContext &Context;
};
} // namespace

/// No pointer moves away from the element that a subscript found.
llvm::Error SwizzleEditor::checkSteps() const {
  for (const Step &Move : Uses.Steps)
    if (!Move.IsOfArray && constantValueOf(Move.Count, Context) != 0)
      return obstacle(ObstacleKind::ReachedByPointer);
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

/// An address only serves for accesses that are no wider than a unit.
llvm::Error SwizzleEditor::checkPointer(const Expr *E) const {
  QualType Pointee = E->getType()->getPointeeType();
  if (!Pointee->isArrayType() && !Pointee->isIncompleteType() &&
      Context.getTypeSizeInChars(Pointee).getQuantity() > unitBytes())
    return obstacle(ObstacleKind::ReachedByPointer);
  for (const SourceParent &Parent : Map.parentsOf(E)) {
    const Stmt *Around = Parent.Statement;
    const auto *Unary = dyn_cast_or_null<UnaryOperator>(Around);
    const auto *Call = dyn_cast_or_null<CallExpr>(Around);
    bool IsKnown =
        Around &&
        (isa<CastExpr, ParenExpr, ArraySubscriptExpr, MemberExpr>(Around) ||
         (Unary && Unary->getOpcode() == UO_Deref) || (Call && isAtomic(Call)));
    if (!IsKnown)
      return obstacle(ObstacleKind::ReachedByPointer);
  }
  return llvm::Error::success();
}

/// Whether an expression calls what may have an effect. A special register is
/// read by a property: threadIdx.x calls a getter.
static bool callsFunction(const Stmt *S) {
  if (isa<PseudoObjectExpr>(S))
    return false;
  return isa<CallExpr, CXXConstructExpr, StmtExpr, LambdaExpr>(S) ||
         llvm::any_of(S->children(), [](const Stmt *Child) {
           return Child && callsFunction(Child);
         });
}

/// Whether a macro of the compiler's writes a number: `__COUNTER__` writes
/// another one each time.
static bool isWrittenByCompiler(const Stmt *S, const SourceManager &Sources) {
  return Sources.isWrittenInScratchSpace(
             Sources.getSpellingLoc(S->getBeginLoc())) ||
         llvm::any_of(S->children(), [&](const Stmt *Child) {
           return Child && isWrittenByCompiler(Child, Sources);
         });
}

bool banklint::isRepeatable(const Expr *Index, const ASTContext &Context) {
  return !callsFunction(Index) &&
         !isWrittenByCompiler(Index, Context.getSourceManager()) &&
         !Index->HasSideEffects(Context, /*IncludePossibleEffects=*/false);
}

llvm::Error SwizzleEditor::edit(const ArraySubscriptExpr *Access,
                                Fix &Out) const {
  Subscripts Of = subscriptsOf(Access, Array.any().Extents.size());
  if (!Of.Column)
    return obstacle(ObstacleKind::ReachedByPointer);
  const Expr *Decider = deciderOf(Of, S);
  if (Map.mayOverload(Decider))
    return obstacle(ObstacleKind::OverloadedOperator);
  // The row that is read again may be what the column changes.
  if (!isRepeatable(Decider, Context) ||
      (Decider != Of.Column && !isRepeatable(Of.Column, Context)) ||
      leadsInto(Decider, Uses) || leadsInto(Of.Column, Uses))
    return obstacle(ObstacleKind::IndexWithEffect);
  if (llvm::Error E = editableRange(Decider, Context).takeError())
    return E;
  std::string Behind = " ^ " + distanceText(operandText(Decider, Context), S);
  if (Access->getLHS() != Access->getBase()) // `(i)[s]`
    return surround(Of.Column, "((", ")" + Behind + ")", Map, Context, Out);
  return isPrimary(Of.Column)
             ? surround(Of.Column, "", Behind, Map, Context, Out)
             : surround(Of.Column, "(", ")" + Behind, Map, Context, Out);
}

/// Lists the subscripts to edit, in the order of the source.
llvm::Expected<std::vector<const ArraySubscriptExpr *>>
SwizzleEditor::accesses() const {
  if (llvm::Error E = checkSteps())
    return std::move(E);
  std::vector<const ArraySubscriptExpr *> Result;
  for (const Expr *E : Uses.Followed) {
    if (E->getType()->isPointerType())
      if (llvm::Error Unknown = checkPointer(E))
        return std::move(Unknown);
    const auto *Access = dyn_cast<ArraySubscriptExpr>(E);
    bool IsOfArray =
        Access &&
        Access->getBase()->IgnoreParenImpCasts()->getType()->isArrayType();
    if (IsOfArray && !Access->getType()->isArrayType())
      Result.push_back(Access);
  }
  const SourceManager &Sources = Context.getSourceManager();
  llvm::sort(Result, [&](const Expr *A, const Expr *B) {
    return Sources.isBeforeInTranslationUnit(A->getBeginLoc(),
                                             B->getBeginLoc());
  });
  return Result;
}

llvm::Error banklint::editSwizzle(const DeclaredArray &Array, const Swizzle &S,
                                  const SourceMap &Map,
                                  const ASTContext &Context, Fix &Out) {
  for (const ArrayInKernel &Use : Array.Uses)
    if (Use.rowElements() == 0)
      return obstacle(ObstacleKind::SizeOfLaunch);
  llvm::SmallVector<const Expr *, 8> Edited;
  for (const VarDecl *Instance : Array.Instances) {
    const SwizzleEditor Editor(Array, Array.usesOf(Instance), S, Map, Context);
    auto Accesses = Editor.accesses();
    if (!Accesses)
      return Accesses.takeError();
    for (const ArraySubscriptExpr *Access : *Accesses) {
      if (llvm::Error E = Editor.edit(Access, Out))
        return E;
      Edited.push_back(Access->getIdx());
    }
  }
  if (auto Shared = sharedText(Edited, Array, {}, Map))
    return obstacle(Shared->Kind);
  return llvm::Error::success();
}
