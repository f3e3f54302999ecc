//===- SwizzleEdits.cpp - Swizzles in the source --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SwizzleEdits.h"
#include "Bank/Gpu.h"
#include "Cuda/Intrinsics.h"
#include "Edits.h"
#include "Forms.h"
#include "Layout/Rows.h"
#include "RowForm.h"
#include "SharedText.h"
#include "Warp/Limits.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;
using llvm::isa_and_nonnull;

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
// Indices
//===----------------------------------------------------------------------===//

namespace {
/// An index that finds an element: that of `s[r][c]`, `p[i]` or `*(p + i)`.
struct ElementIndex {
  const Expr *Address = nullptr; ///< the subscript, or the sum
  const Expr *Index = nullptr;
  int64_t ElementBytes = 0;
  bool IsOfArray = false; ///< counts from the begin of the array or of a row
};

/// Sorts what moves addresses in one instance of an array.
class IndexFinder {
public:
  IndexFinder(const ArrayUses &Uses, const SourceMap &Map,
              const ASTContext &Context)
      : Uses(Uses), Map(Map), Context(Context) {}

  void run();

  std::vector<ElementIndex> Found; ///< in the order of the source
  /// Addresses are moved by something else, too: pointers that are, and numbers
  /// of addresses.
  bool HasMoves = false;
  /// An access at a pointer or a number as it is; null if there is none.
  const Stmt *Bare = nullptr;
  bool IsCopied = false;   ///< as bytes, side by side
  int64_t WidestBytes = 1; ///< of what functions may copy at once

private:
  void sort(const Step &S, bool TakenAreMoves);
  bool isTaken(const Expr *Element) const;
  void run(bool TakenAreMoves);
  void add(const ElementIndex &I) {
    if (Elements.insert(I.Address).second)
      Found.push_back(I);
  }
  const Expr *accessedBy(const Expr *E) const;
  bool isAccessed(const Expr *Address) const;
  bool isElement(const Expr *Address) const;
  void findBare(const Expr *E);

  const ArrayUses &Uses;
  const SourceMap &Map;
  const ASTContext &Context;
  llvm::DenseSet<const Expr *> Elements; ///< the addresses that were found
};
} // namespace

/// What a call of a function of CUDA's or of a compiler's does; none of others,
/// and of what is no call.
static Intrinsic calledBy(const Stmt *S) {
  const auto *Call = dyn_cast_or_null<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee ? intrinsicOf(*Callee) : Intrinsic::None;
}

/// Whether it accesses memory at the address that it is given, or makes a
/// number of that.
static bool takesAddress(Intrinsic What) {
  switch (What) {
  case Intrinsic::AtomicAdd:
  case Intrinsic::AtomicInteger:
  case Intrinsic::AtomicCas:
  case Intrinsic::CachedLoad:
  case Intrinsic::CachedStore:
  case Intrinsic::PipelineCopy:
  case Intrinsic::GroupCopy:
  case Intrinsic::SharedAddress:
    return true;
  default:
    return false;
  }
}

/// Whether it copies bytes side by side: how many are elements that stay so.
static bool copiesBytes(Intrinsic What) {
  return What == Intrinsic::MemoryCopy || What == Intrinsic::MemorySet ||
         What == Intrinsic::BulkCopy;
}

/// The address that `*p`, `p[0]` and `p->x` access as it is; null for others.
const Expr *IndexFinder::accessedBy(const Expr *E) const {
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref ? Unary->getSubExpr() : nullptr;
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->isArrow() ? Member->getBase() : nullptr;
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
  const bool IsFirst = Subscript && !Subscript->getType()->isArrayType() &&
                       constantValueOf(Subscript->getIdx(), Context) == 0;
  return IsFirst ? Subscript->getBase() : nullptr;
}

/// Whether all that is done with an address is an access there.
bool IndexFinder::isAccessed(const Expr *Address) const {
  llvm::ArrayRef<SourceParent> Parents = Map.parentsOf(Address);
  return !Parents.empty() &&
         llvm::all_of(Parents, [&](const SourceParent &Parent) {
           const Stmt *Around = Parent.Statement;
           if (isa_and_nonnull<CastExpr, ParenExpr>(Around))
             return isAccessed(cast<Expr>(Around));
           const auto *Access = dyn_cast_or_null<Expr>(Around);
           return (Access && accessedBy(Access)) ||
                  takesAddress(calledBy(Around));
         });
}

/// Whether the address of an element goes on: `p = &s[i]`.
bool IndexFinder::isTaken(const Expr *Element) const {
  return llvm::any_of(Map.parentsOf(Element), [&](const SourceParent &Parent) {
    const Stmt *Around = Parent.Statement;
    if (isa_and_nonnull<ParenExpr, MemberExpr>(Around))
      return isTaken(cast<Expr>(Around));
    const auto *Unary = dyn_cast_or_null<UnaryOperator>(Around);
    return Unary && Unary->getOpcode() == UO_AddrOf && !isAccessed(Unary);
  });
}

void IndexFinder::sort(const Step &S, bool TakenAreMoves) {
  const bool IsZero = constantValueOf(S.Count, Context) == 0;
  if (IsZero && !S.IsOfArray)
    return;
  bool IsSorted = false;
  for (const SourceParent &Parent : Map.parentsOf(S.Count)) {
    const auto *Address = dyn_cast_or_null<Expr>(Parent.Statement);
    if (!Address || !Uses.Followed.contains(Address))
      continue;
    IsSorted = true;
    const auto *Sum = dyn_cast<BinaryOperator>(Address);
    if (isa<ArraySubscriptExpr>(Address) && Address->getType()->isArrayType())
      HasMoves |= !S.IsOfArray; // a row
    else if (TakenAreMoves && isa<ArraySubscriptExpr>(Address) &&
             isTaken(Address))
      HasMoves |= !IsZero;
    else if (isa<ArraySubscriptExpr>(Address) ||
             (Sum && Sum->getOpcode() == BO_Add && isAccessed(Sum)))
      add({Address, S.Count, S.ElementBytes, S.IsOfArray});
    else
      HasMoves = true;
  }
  HasMoves |= !IsSorted; // by what is not understood
}

/// Whether an address is that of an element that an index has found, or the
/// begin of the array or of a row.
bool IndexFinder::isElement(const Expr *Address) const {
  const Expr *E = Address->IgnoreParenCasts();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_AddrOf)
    E = Unary->getSubExpr()->IgnoreParenCasts();
  return E->getType()->isArrayType() || Elements.contains(E);
}

/// Finds accesses without an index, and other ways in which addresses move.
void IndexFinder::findBare(const Expr *E) {
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (const Expr *Address = accessedBy(E); Address && !isElement(Address))
    Bare = E;
  const Expr *Changed =
      Unary && Unary->isIncrementDecrementOp()     ? Unary->getSubExpr()
      : Binary && Binary->isCompoundAssignmentOp() ? Binary->getLHS()
                                                   : nullptr;
  const bool IsSumOfNumber =
      Binary && Binary->isAdditiveOp() && Binary->getType()->isIntegerType();
  HasMoves |=
      IsSumOfNumber || (Changed && Uses.Pointers.contains(namedBy(Changed)));
  for (const SourceParent &Parent : Map.parentsOf(E)) {
    const Intrinsic What = calledBy(Parent.Statement);
    const auto *Assembly = dyn_cast_or_null<GCCAsmStmt>(Parent.Statement);
    if (Assembly || (takesAddress(What) && !isElement(E)))
      Bare = Parent.Statement;
    // It may make an address of another.
    HasMoves |=
        Assembly && llvm::any_of(Assembly->outputs(), [&](const Expr *O) {
          return Uses.Pointers.contains(namedBy(O));
        });
    IsCopied |= copiesBytes(What);
    if (What == Intrinsic::GroupCopy || What == Intrinsic::PipelineCopy)
      WidestBytes = MaxAccessBytes;
  }
}

void IndexFinder::run(bool TakenAreMoves) {
  Found.clear();
  Elements.clear();
  HasMoves = false;
  Bare = nullptr;
  for (const Step &S : Uses.Steps)
    sort(S, TakenAreMoves);
  for (const Expr *E : Uses.Followed)
    findBare(E);
}

/// What is done with `p = &s[i]` tells what it is: `p[k]` counts from there,
/// and `*p` is the element.
void IndexFinder::run() {
  run(/*TakenAreMoves=*/true);
  if (HasMoves && Bare)
    run(/*TakenAreMoves=*/false);
  const SourceManager &Sources = Context.getSourceManager();
  llvm::sort(Found, [&](const ElementIndex &A, const ElementIndex &B) {
    return Sources.isBeforeInTranslationUnit(A.Index->getBeginLoc(),
                                             B.Index->getBeginLoc());
  });
}

//===----------------------------------------------------------------------===//
// What they count from
//===----------------------------------------------------------------------===//

namespace {
/// The indices of one instance, and whether they all count from the begin of
/// the array or of a row.
struct IndicesOfInstance {
  const VarDecl *Instance;
  std::vector<ElementIndex> Indices;
  bool HasMoves, IsSimple;
  int64_t WidestBytes;
};
} // namespace

/// Whether some pointer also leads to other memory: what is indexed by it
/// cannot change for the array alone.
static bool leadsElsewhere(const ArrayUses &Uses, const SourceMap &Map,
                           const ASTContext &Context) {
  return llvm::any_of(Uses.Pointers, [&](const ValueDecl *Pointer) {
    return llvm::any_of(Map.valuesOf(Pointer), [&](const Expr *Value) {
      return !Uses.Followed.contains(Value) &&
             !Value->isNullPointerConstant(const_cast<ASTContext &>(Context),
                                           Expr::NPC_ValueDependentIsNotNull);
    });
  });
}

static llvm::Expected<std::vector<IndicesOfInstance>>
indicesOf(const DeclaredArray &Array, const SourceMap &Map,
          const ASTContext &Context) {
  std::vector<IndicesOfInstance> Result;
  for (const VarDecl *Instance : Array.Instances) {
    IndexFinder Finder(Array.usesOf(Instance), Map, Context);
    Finder.run();
    const bool IsSimple =
        !Finder.HasMoves &&
        llvm::all_of(Finder.Found, [](const auto &I) { return I.IsOfArray; });
    // Where the pointer has moved to is known where a walk comes by.
    if (!IsSimple && ((Finder.HasMoves && Finder.Bare) ||
                      leadsElsewhere(Array.usesOf(Instance), Map, Context)))
      return obstacle(ObstacleKind::ReachedByPointer);
    if (Finder.IsCopied)
      return obstacle(ObstacleKind::ReachedByPointer);
    Result.push_back({Instance, std::move(Finder.Found), Finder.HasMoves,
                      IsSimple, Finder.WidestBytes});
  }
  return Result;
}

llvm::Expected<int64_t> banklint::alignmentToSwizzle(const DeclaredArray &Array,
                                                     const SourceMap &Map,
                                                     ASTContext &Context,
                                                     uint64_t &StepBudget) {
  auto Indices = indicesOf(Array, Map, Context);
  if (!Indices)
    return Indices.takeError();
  if (llvm::all_of(*Indices, [](const auto &Of) { return Of.IsSimple; }))
    return IndexBases().AlignmentBytes;
  // A unit is as many bytes at each index, so that two add up to another number
  // than one.
  int64_t BytesOfUnit = 1;
  for (const IndicesOfInstance &Of : *Indices)
    for (const ElementIndex &I : Of.Indices)
      BytesOfUnit = std::lcm(BytesOfUnit, I.ElementBytes);
  InstanceStrides Strides;
  for (const IndicesOfInstance &Of : *Indices)
    for (const ElementIndex &I : Of.Indices)
      Strides[Of.Instance].InPlace.Counted[I.Index] =
          BytesOfUnit / I.ElementBytes;
  RowForm Form(Array);
  StepAllowance Steps(StepBudget, limits::ProofSteps);
  walkSymbolically(Form, Strides, Map, Steps.Left, Context);
  if (Form.isProvable())
    checkFollowed(Form, Array);
  if (!Form.isProvable())
    return obstacle(ObstacleKind::ReachedByPointer);
  const IndexBases Bases = basesOfIndices(Form.allUses(), BytesOfUnit);
  if (Bases.Other)
    return obstacle(ObstacleKind::ReachedByPointer);
  return Bases.AlignmentBytes;
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
  llvm::Error edit(const ElementIndex &At, Fix &Out) const;
  bool isMoved(const ElementIndex &At) const;

private:
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
  if (S.IsByRow && !Of.IsSimple)
    return obstacle(ObstacleKind::ReachedByPointer);
  const int64_t UnitBytes = S.UnitElements * ElementBytes;
  if (Of.WidestBytes > UnitBytes)
    return obstacle(ObstacleKind::ReachedByPointer);
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
      return obstacle(ObstacleKind::ReachedByPointer);
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
  const std::optional<Swizzle> Here = inElementsOf(At);
  const std::optional<int64_t> Number = constantValueOf(At.Index, Context);
  return S.IsByRow || !Here || !Number || *Number < 0 ||
         (*Number / Here->Divisor & Here->Mask) != 0;
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

/// Whether another value may be read each time.
static bool readsVolatile(const Stmt *S) {
  const auto *Load = dyn_cast<CastExpr>(S);
  return (Load && Load->getCastKind() == CK_LValueToRValue &&
          Load->getSubExpr()->getType().isVolatileQualified()) ||
         llvm::any_of(S->children(), [](const Stmt *Child) {
           return Child && readsVolatile(Child);
         });
}

/// Whether a pointer may lead into shared memory. Kernels are given none that
/// do.
static bool mayBeShared(const ValueDecl *D, const SourceMap &Map,
                        llvm::SmallPtrSetImpl<const ValueDecl *> &Seen) {
  if (!D || D->hasAttr<CUDASharedAttr>())
    return true;
  const auto *Parameter = dyn_cast<ParmVarDecl>(D);
  const Decl *Of =
      Parameter ? dyn_cast_or_null<Decl>(Parameter->getDeclContext()) : nullptr;
  if ((Of && Of->hasAttr<CUDAGlobalAttr>()) ||
      !(D->getType()->isPointerType() || D->getType()->isReferenceType()) ||
      !Seen.insert(D).second)
    return false;
  llvm::ArrayRef<const Expr *> Values = Map.valuesOf(D);
  return Values.empty() || llvm::any_of(Values, [&](const Expr *Value) {
           return mayBeShared(baseOfAddress(Value), Map, Seen);
         });
}

bool banklint::readsShared(const Stmt *S, const SourceMap &Map) {
  const auto *E = dyn_cast<Expr>(S);
  const auto *Unary = dyn_cast<UnaryOperator>(S);
  const auto *Member = dyn_cast<MemberExpr>(S);
  llvm::SmallPtrSet<const ValueDecl *, 4> Seen;
  const bool IsAccess = isa<ArraySubscriptExpr>(S) ||
                        (Unary && Unary->getOpcode() == UO_Deref) ||
                        (Member && Member->isArrow());
  const ValueDecl *Named = E ? namedBy(E) : nullptr;
  return (IsAccess && mayBeShared(baseOfAddress(E), Map, Seen)) ||
         (Named && (Named->hasAttr<CUDASharedAttr>() ||
                    (Named->getType()->isReferenceType() &&
                     mayBeShared(Named, Map, Seen)))) ||
         llvm::any_of(S->children(), [&](const Stmt *Child) {
           return Child && readsShared(Child, Map);
         });
}

bool banklint::isRepeatable(const Expr *Index, const ASTContext &Context) {
  return !callsFunction(Index) && !readsVolatile(Index) &&
         !isWrittenByCompiler(Index, Context.getSourceManager()) &&
         !Index->HasSideEffects(Context, /*IncludePossibleEffects=*/false);
}

llvm::Error SwizzleEditor::edit(const ElementIndex &At, Fix &Out) const {
  const std::optional<Swizzle> Here = inElementsOf(At);
  if (!Here)
    return obstacle(ObstacleKind::ReachedByPointer);
  const Expr *const Index = withoutMacroParens(At.Index, Context);
  const Expr *Decider = Index;
  if (S.IsByRow) {
    Decider = subscriptsOf(At.Address, Array.any().Extents.size()).Row;
    if (!Decider)
      return obstacle(ObstacleKind::ReachedByPointer);
    Decider = withoutMacroParens(Decider, Context);
  }
  if (Map.mayOverload(Decider))
    return obstacle(ObstacleKind::OverloadedOperator);
  // One swizzle is enough to read: a second one is for people to merge.
  if (const auto *Mixed =
          dyn_cast<BinaryOperator>(At.Index->IgnoreParenImpCasts());
      Mixed && Mixed->getOpcode() == BO_Xor)
    return obstacle(ObstacleKind::IndexWithEffect);
  // The row that is read again may be what the column changes.
  if (!isRepeatable(Decider, Context) ||
      (Decider != Index && !isRepeatable(Index, Context)) ||
      readsShared(Decider, Map) || leadsInto(Decider, Uses) ||
      leadsInto(Index, Uses))
    return obstacle(ObstacleKind::IndexWithEffect);
  if (llvm::Error E = editableRange(Decider, Map, Context).takeError())
    return E;
  std::string Behind =
      " ^ " + distanceText(operandText(Decider, Context), *Here, Of.HasMoves);
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
  return surround(Index, Before, Behind, Map, Context, Out);
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

static llvm::Error dropPadding(const DeclaredArray &Array, int64_t Elements,
                               const SourceMap &Map, const ASTContext &Context,
                               Fix &Out) {
  if (!hasAllExtents(Array, Map))
    return obstacle(ObstacleKind::ExtentElsewhere);
  for (const VarDecl *Instance : Array.Instances)
    if (llvm::Error E =
            dropFromExtent(extentsOf(Instance, Map).back().getSizeExpr(),
                           Elements, Map, Context, Out))
      return E;
  return llvm::Error::success();
}

llvm::Error banklint::editSwizzle(const DeclaredArray &Array,
                                  const std::vector<ArrayInKernel> &InKernels,
                                  const Layout &L, const SourceMap &Map,
                                  const ASTContext &Context, Fix &Out) {
  const Swizzle &S = *L.Swizzled;
  for (const ArrayInKernel &Use : InKernels)
    if (Use.rowElements() == 0)
      return obstacle(ObstacleKind::SizeOfLaunch);
  auto Indices = indicesOf(Array, Map, Context);
  if (!Indices)
    return Indices.takeError();
  if (const int64_t Dropped = droppedElements(L)) {
    // What is not walked may be in the padding.
    if (!areReached(*Indices, InKernels) ||
        !llvm::all_of(*Indices, [](const auto &Of) { return Of.IsSimple; }))
      return obstacle(ObstacleKind::ReachedByPointer);
    if (llvm::Error E = dropPadding(Array, Dropped, Map, Context, Out))
      return E;
  }
  llvm::SmallVector<const Expr *, 8> Edited;
  for (const IndicesOfInstance &Of : *Indices) {
    const SwizzleEditor Editor(Array, Of, S, Map, Context);
    if (llvm::Error E = Editor.check())
      return E;
    for (const ElementIndex &At : Of.Indices) {
      if (!Editor.isMoved(At))
        continue;
      if (llvm::Error E = Editor.edit(At, Out))
        return E;
      Edited.push_back(At.Index);
    }
  }
  if (sharedText(Edited, Array, {}, Map))
    return obstacle(ObstacleKind::SharedInstantiation);
  return llvm::Error::success();
}
