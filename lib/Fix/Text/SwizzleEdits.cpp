//===- SwizzleEdits.cpp - Swizzles in the source --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/SwizzleEdits.h"
#include "Candidates/ElementIndices.h"
#include "Candidates/RowForm.h"
#include "Proof/BlockMemory.h"
#include "Proof/LaunchSizes.h"
#include "Text/Edits.h"
#include "Text/MacroText.h"
#include "Text/RepeatedText.h"
#include "Text/SharedText.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
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

/// By how much an index moves, from the text of what decides on that:
/// "(r / 4 & 7) * 4". A number below zero is shifted: where an address counts
/// from within the array, the bits of its index decide as those above zero do.
static std::string distanceText(const std::string &Decider, const Swizzle &S,
                                bool MayBeNegative = false) {
  assert(S.isValid() && "two elements would share a place");
  std::string Divided = Decider;
  if (S.Divisor > 1)
    Divided += MayBeNegative
                   ? " >> " + std::to_string(llvm::Log2_64(uint64_t(S.Divisor)))
                   : " / " + std::to_string(S.Divisor);
  std::string Text = "(" + Divided + " & " + std::to_string(S.Mask) + ")";
  return S.UnitElements > 1 ? Text + " * " + std::to_string(S.UnitElements)
                            : Text;
}

/// The same of a number in the source, which is worked out: "15" of 511. Empty
/// of anything else, and of what stays where it is.
static std::string distanceOfLiteral(const Expr *Decider, const Swizzle &S,
                                     const ASTContext &Context) {
  if (!isa<IntegerLiteral>(Decider->IgnoreParenImpCasts()) ||
      Decider->getBeginLoc().isMacroID())
    return "";
  const std::optional<int64_t> Number = constantValueOf(Decider, Context);
  const int64_t Elements =
      Number ? (*Number / S.Divisor & int64_t(S.Mask)) * S.UnitElements : 0;
  return Elements > 0 ? std::to_string(Elements) : "";
}

/// The subscript whose bits decide where an element goes.
static const Expr *deciderOf(const Subscripts &Of, const Swizzle &S) {
  return S.IsByRow ? Of.Row : Of.Column;
}

/// Whether it names the array itself: what is added to a pointer counts from
/// elsewhere.
static bool isOfArray(const Expr *Base, const DeclaredArray &Array) {
  Base = Base->IgnoreParenImpCasts();
  if (const auto *Row = dyn_cast<ArraySubscriptExpr>(Base))
    return isOfArray(Row->getBase(), Array);
  const auto *Name = dyn_cast<DeclRefExpr>(Base);
  return !Name || llvm::is_contained(Array.Instances, Name->getDecl());
}

std::string banklint::swizzledText(const DeclaredArray &Array,
                                   const Expr *Access, const Swizzle &S,
                                   const ASTContext &Context) {
  size_t Dimensions = Array.any().Extents.size();
  Subscripts Of = subscriptsOf(Access, Dimensions);
  const bool IsWritten = Of.Column && !Of.Access->getBeginLoc().isMacroID() &&
                         !Of.Access->getEndLoc().isMacroID() &&
                         isOfArray(Of.Access->getBase(), Array);
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
  SwizzleEditor(const DeclaredArray &Array, const IndicesOfInstance &Of,
                const Swizzle &S, const SourceMap &Map,
                const ASTContext &Context)
      : Array(Array), Of(Of), Uses(Array.usesOf(Of.Instance)), S(S), Map(Map),
        Context(Context), ElementBytes(Array.Uses.front().elementBytes()) {}

  llvm::Error check() const;
  llvm::Error edit(const ElementIndex &At, const MacroText &Alike,
                   Fix &Out) const;
  bool isMoved(const ElementIndex &At) const;

private:
  llvm::Error editAddress(const Expr *Address, const MacroText &Alike,
                          Fix &Out) const;
  std::optional<Swizzle> inElementsOf(const ElementIndex &At) const;

  const DeclaredArray &Array;
  const IndicesOfInstance &Of;
  const ArrayUses &Uses;
  const Swizzle &S;
  const SourceMap &Map;
  const ASTContext &Context;
  const int64_t ElementBytes;
};
} // namespace

/// An address only serves for accesses that are no wider than a unit. A row
/// decides where its subscript stands beside that of the column.
llvm::Error SwizzleEditor::check() const {
  if (S.IsByRow && !Of.IsSimple) {
    const auto Apart = llvm::find_if(
        Of.Indices, [](const ElementIndex &At) { return !At.IsOfArray; });
    return obstacle(ObstacleKind::RowByPointer,
                    Apart != Of.Indices.end() ? Apart->Address->getSourceRange()
                                              : SourceRange());
  }
  const int64_t UnitBytes = S.UnitElements * ElementBytes;
  if (Of.WidestBytes > UnitBytes)
    return obstacle(ObstacleKind::WideAccess);
  for (const Expr *E : Uses.Followed) {
    QualType Type = E->getType();
    if (Type->isPointerType())
      Type = Type->getPointeeType();
    else if (!E->isGLValue())
      continue;
    // Of a variable that holds an address as a number nothing is accessed.
    const bool IsNumber = Uses.Pointers.contains(namedBy(E)) &&
                          Type->isIntegralOrEnumerationType();
    if (!IsNumber && !Type->isArrayType() && !Type->isIncompleteType() &&
        !Type->isFunctionType() &&
        Context.getTypeSizeInChars(Type).getQuantity() > UnitBytes)
      return obstacle(ObstacleKind::WideAccess, E->getSourceRange());
  }
  return llvm::Error::success();
}

/// The swizzle as an index of other elements than the array's counts it, as
/// that of a vector; nothing where their parts would go apart.
std::optional<Swizzle>
SwizzleEditor::inElementsOf(const ElementIndex &At) const {
  Swizzle Result = S;
  const int64_t UnitBytes = S.UnitElements * ElementBytes;
  const int64_t DivisorBytes = S.IsByRow ? 0 : S.Divisor * ElementBytes;
  if (UnitBytes % At.ElementBytes || DivisorBytes % At.ElementBytes)
    return std::nullopt;
  Result.UnitElements = UnitBytes / At.ElementBytes;
  if (!S.IsByRow)
    Result.Divisor = DivisorBytes / At.ElementBytes;
  return Result.isValid() ? std::optional(Result) : std::nullopt;
}

/// Whether an index is not the number of an element that stays where it is.
bool SwizzleEditor::isMoved(const ElementIndex &At) const {
  if (At.IsAddress)
    return true;
  const std::optional<Swizzle> Here = inElementsOf(At);
  const std::optional<int64_t> Number = constantValueOf(At.Index, Context);
  return S.IsByRow || !Here || !Number || *Number < 0 ||
         (*Number / Here->Divisor & Here->Mask) != 0;
}

/// `a ^ (a >> 7 & 7) << 4`: bytes in the place of elements, and the row above
/// them.
llvm::Error SwizzleEditor::editAddress(const Expr *Address,
                                       const MacroText &Alike, Fix &Out) const {
  const auto RowBytes =
      uint64_t(Array.any().StrideBytes.back() * Array.any().Extents.back());
  const uint64_t Divisor =
      uint64_t(S.Divisor) * (S.IsByRow ? RowBytes : uint64_t(ElementBytes));
  const auto Unit = uint64_t(S.UnitElements * ElementBytes);
  if (!llvm::isPowerOf2_64(Divisor) || !llvm::isPowerOf2_64(Unit))
    return obstacle(ObstacleKind::NoIndex, Address->getSourceRange());
  if (Divisor * (uint64_t(S.Mask) + 1) >
      uint64_t(addressAlignment(Of.Instance, Context)))
    return obstacle(ObstacleKind::UnalignedArray, Address->getSourceRange());
  if (!isRepeatable(Address, Context) || readsShared(Address, Map))
    return obstacle(ObstacleKind::IndexWithEffect, Address->getSourceRange());
  const std::string Text = operandText(Address, Context);
  const bool IsWhole = isPrimary(Address);
  return surround(Address, IsWhole ? "" : "(",
                  std::string(IsWhole ? "" : ")") + " ^ (" + Text + " >> " +
                      std::to_string(llvm::Log2_64(Divisor)) + " & " +
                      std::to_string(S.Mask) + ") << " +
                      std::to_string(llvm::Log2_64(Unit)),
                  Map, Context, Out, &Alike);
}

llvm::Error SwizzleEditor::edit(const ElementIndex &At, const MacroText &Alike,
                                Fix &Out) const {
  if (At.IsAddress)
    return editAddress(At.Address, Alike, Out);
  const std::optional<Swizzle> Here = inElementsOf(At);
  if (!Here)
    return obstacle(ObstacleKind::WideAccess, At.Address->getSourceRange());
  const Expr *const Index = withoutMacroParens(At.Index, Context);
  const Expr *Decider = Index;
  if (S.IsByRow) {
    Decider = subscriptsOf(At.Address, Array.any().Extents.size()).Row;
    if (!Decider)
      return obstacle(ObstacleKind::RowByPointer, At.Address->getSourceRange());
    Decider = withoutMacroParens(Decider, Context);
  }
  if (Map.mayOverload(Decider))
    return obstacle(ObstacleKind::OverloadedOperator,
                    Decider->getSourceRange());
  if (isSwizzled(At.Index))
    return obstacle(ObstacleKind::OtherSwizzle, Index->getSourceRange());
  // The row that is read again may be what the column changes.
  if (!isRepeatable(Decider, Context) ||
      (Decider != Index && !isRepeatable(Index, Context)) ||
      readsShared(Decider, Map) || leadsInto(Decider, Uses) ||
      leadsInto(Index, Uses))
    return obstacle(ObstacleKind::IndexWithEffect, Index->getSourceRange());
  if (!isSpelledBeside(Decider, Index, Context))
    return obstacle(ObstacleKind::MacroBody);
  std::string Distance = distanceOfLiteral(Decider, *Here, Context);
  if (Distance.empty())
    Distance = distanceText(operandText(Decider, Context), *Here, Of.HasMoves);
  std::string Behind = " ^ " + Distance;
  std::string Before;
  if (!isPrimary(Index)) {
    Before = "(";
    Behind = ")" + Behind;
  }
  // `(i)[s]`, `p + i`
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(At.Address);
  if (!Subscript || Subscript->getLHS() != Subscript->getBase()) {
    Before = "(" + Before;
    Behind += ")";
  }
  return surround(Index, Before, Behind, Map, Context, Out, &Alike);
}

/// The extent of a row without its padding: `[16]` in the place of `[16 + 1]`.
static llvm::Error dropFromExtent(const Expr *Extent, int64_t Elements,
                                  const SourceMap &Map,
                                  const ASTContext &Context, Fix &Out) {
  Extent = Extent->IgnoreImplicit();
  llvm::Expected<CharSourceRange> Whole = editableRange(Extent, Map, Context);
  if (!Whole)
    return Whole.takeError();
  const auto *Sum = dyn_cast<BinaryOperator>(Extent);
  if (Sum && Sum->getOpcode() == BO_Add &&
      Map.constantOf(Sum->getRHS()) == Elements) {
    llvm::Expected<CharSourceRange> Left =
        editableRange(Sum->getLHS(), Map, Context);
    if (!Left)
      return Left.takeError();
    return replace(
        CharSourceRange::getCharRange(Left->getEnd(), Whole->getEnd()), "",
        Context, Out);
  }
  const auto *Number = dyn_cast<IntegerLiteral>(Extent);
  if (!Number || Number->getBeginLoc().isMacroID())
    return obstacle(ObstacleKind::MacroBody);
  return replace(*Whole, std::to_string(*Map.constantOf(Extent) - Elements),
                 Context, Out);
}

/// Whether each index belongs to an access that the walks came by.
static bool areReached(llvm::ArrayRef<IndicesOfInstance> Indices,
                       const std::vector<ArrayInKernel> &InKernels) {
  llvm::DenseSet<const Expr *> Reached;
  forEachRecord(InKernels, [&](const ArrayInKernel &Use, const Trace &,
                               const AccessRecord &Record) {
    Reached.insert(elementOf(expressionOf(Use, Record.Site)));
  });
  return llvm::all_of(Indices, [&](const IndicesOfInstance &Of) {
    return llvm::all_of(Of.Indices, [&](const ElementIndex &I) {
      return Reached.contains(I.Address);
    });
  });
}

/// What is not walked may be in the padding; what no block that can run touches
/// of an array is there for nothing.
static llvm::Error dropPadding(const DeclaredArray &Array,
                               llvm::ArrayRef<IndicesOfInstance> Indices,
                               const std::vector<ArrayInKernel> &InKernels,
                               int64_t Elements, const SourceMap &Map,
                               const ASTContext &Context, Fix &Out) {
  for (const ArrayInKernel &Use : InKernels)
    if (!hasKnownBlocks(walkOf(Use), Map))
      return obstacle({ObstacleKind::UnseenBlock, {}, walkOf(Use).Kernel});
  if (!areReached(Indices, InKernels) ||
      !llvm::all_of(Indices, [](const auto &Of) { return Of.IsSimple; }))
    return obstacle(ObstacleKind::NoIndex);
  if (!hasAllExtents(Array, Map))
    return obstacle(ObstacleKind::ExtentElsewhere);
  for (const VarDecl *Instance : Array.Instances)
    if (llvm::Error E =
            dropFromExtent(extentsOf(Instance, Map).back().getSizeExpr(),
                           Elements, Map, Context, Out))
      return E;
  return llvm::Error::success();
}

/// An array of one dimension with whole blocks of a swizzle.
static llvm::Error growToBlocks(const DeclaredArray &Array, const Swizzle &S,
                                Mentions &Mentioned, const SourceMap &Map,
                                const ASTContext &Context, Fix &Out) {
  if (!hasAllExtents(Array, Map))
    return obstacle(ObstacleKind::ExtentElsewhere);
  for (const VarDecl *Instance : Array.Instances) {
    const ArrayTypeLoc Extent = extentsOf(Instance, Map).back();
    if (Extent.getLBracketLoc().isMacroID())
      return obstacle(ObstacleKind::MacroExtent);
    if (auto Kept = roundUp(Extent.getSizeExpr(), S.blockElements(), Mentioned,
                            Map, Context, Out))
      return obstacle(*Kept);
  }
  return llvm::Error::success();
}

int64_t banklint::movedBytes(const DeclaredArray &Array, const Layout &L) {
  int64_t Most = 0;
  for (const ArrayInKernel &Use : Array.Uses)
    Most = std::max(Most, L.Swizzled->blockElements() * Use.elementBytes());
  return Most;
}

llvm::Error banklint::editSwizzle(const DeclaredArray &Array,
                                  const std::vector<ArrayInKernel> &InKernels,
                                  const Layout &L, Mentions &Mentioned,
                                  const SourceMap &Map,
                                  const ASTContext &Context, Fix &Out) {
  const Swizzle &S = *L.Swizzled;
  auto Indices = indicesOf(Array, Map, Context);
  if (!Indices)
    return Indices.takeError();
  const int64_t Dropped = droppedElements(L);
  if (Dropped > 0)
    if (llvm::Error E =
            dropPadding(Array, *Indices, InKernels, Dropped, Map, Context, Out))
      return E;
  if (Dropped < 0)
    if (llvm::Error E = growToBlocks(Array, S, Mentioned, Map, Context, Out))
      return E;
  std::vector<std::pair<SwizzleEditor, const ElementIndex *>> Moved;
  llvm::SmallVector<const Expr *, 8> Edited;
  for (const IndicesOfInstance &Of : *Indices) {
    const SwizzleEditor Editor(Array, Of, S, Map, Context);
    if (llvm::Error E = Editor.check())
      return E;
    for (const ElementIndex &At : Of.Indices)
      if (Editor.isMoved(At)) {
        Moved.emplace_back(Editor, &At);
        Edited.push_back(At.Index);
      }
  }
  const MacroText Alike(Edited, Map, Context);
  for (const auto &[Editor, At] : Moved)
    if (llvm::Error E = Editor.edit(*At, Alike, Out))
      return E;
  if (sharedText(Edited, Array, {}, Map))
    return obstacle(ObstacleKind::SharedInstantiation);
  return llvm::Error::success();
}

llvm::Error banklint::editShorterRows(const DeclaredArray &Array,
                                      int64_t Elements, const SourceMap &Map,
                                      const ASTContext &Context, Fix &Out) {
  for (const VarDecl *Instance : Array.Instances)
    if (!Array.usesOf(Instance).LeadingDimensions.empty())
      return obstacle(ObstacleKind::WholeRows);
  if (Array.IsJoint)
    return obstacle(ObstacleKind::ExtentElsewhere);
  auto Indices = indicesOf(Array, Map, Context);
  if (!Indices)
    return Indices.takeError();
  return dropPadding(Array, *Indices, Array.Uses, Elements, Map, Context, Out);
}
