//===- ElementIndices.cpp - Indices that find elements --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/ElementIndices.h"
#include "Bank/Gpu.h"
#include "Candidates/AssemblyAccess.h"
#include "Candidates/Forms.h"
#include "Candidates/RowForm.h"
#include "Cuda/Intrinsics.h"
#include "Layout/Rows.h"
#include "Proof/BlockExtents.h"
#include "Proof/EditFacts.h"
#include "Values/Limits.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;
using llvm::isa_and_nonnull;

namespace {
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
  /// The function that copies bytes side by side; null if there is none.
  const FunctionDecl *Copier = nullptr;
  int64_t WidestBytes = 1; ///< of what functions may copy at once
  /// A number at which assembly accesses the array, if all that is not found by
  /// an index of the array itself is accessed so; else null.
  const Expr *ByAddress = nullptr;

private:
  void sort(const Step &S, bool TakenAreMoves);
  bool isTaken(const Expr *Element) const;
  void run(bool TakenAreMoves);
  void takeOperands();
  void add(const ElementIndex &I) {
    if (Elements.insert(I.Address).second)
      Found.push_back(I);
  }
  const Expr *accessedBy(const Expr *E) const;
  bool isAccessed(const Expr *Address) const;
  bool isElement(const Expr *Address) const;
  void findBare(const Expr *E);
  void findOperands(const GCCAsmStmt &Assembly, const Expr *E);

  const ArrayUses &Uses;
  const SourceMap &Map;
  const ASTContext &Context;
  llvm::DenseSet<const Expr *> Elements; ///< the addresses that were found
  std::vector<ElementIndex> Operands;    ///< numbers that assembly takes
  int64_t OperandBytes = 1;              ///< what it accesses at once, at most
  bool IsOnlyOperands = true; ///< nothing else is accessed without an index
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
  if (const Expr *Address = accessedBy(E); Address && !isElement(Address)) {
    Bare = E;
    IsOnlyOperands = false;
  }
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
    if (Assembly)
      findOperands(*Assembly, E);
    const bool IsTaken = takesAddress(What) && !isElement(E);
    IsOnlyOperands &= !IsTaken || What == Intrinsic::SharedAddress;
    if (Assembly || IsTaken)
      Bare = Parent.Statement;
    // It may make an address of another.
    HasMoves |=
        Assembly && llvm::any_of(Assembly->outputs(), [&](const Expr *O) {
          return Uses.Pointers.contains(namedBy(O));
        });
    if (copiesBytes(What))
      Copier = cast<CallExpr>(Parent.Statement)->getDirectCallee();
    if (What == Intrinsic::GroupCopy || What == Intrinsic::PipelineCopy)
      WidestBytes = MaxAccessBytes;
  }
}

void IndexFinder::findOperands(const GCCAsmStmt &Assembly, const Expr *E) {
  const AssemblyAccess Access = assemblyAccess(Assembly, E);
  IsOnlyOperands &= Access.Kind != AssemblyAccess::Other;
  if (Access.Kind != AssemblyAccess::Exact)
    return;
  OperandBytes = std::max(OperandBytes, Access.Bytes);
  Operands.push_back({E, E, /*ElementBytes=*/1, /*IsOfArray=*/true,
                      /*IsAddress=*/true});
}

void IndexFinder::run(bool TakenAreMoves) {
  Found.clear();
  Elements.clear();
  Operands.clear();
  HasMoves = false;
  IsOnlyOperands = true;
  Bare = nullptr;
  for (const Step &S : Uses.Steps)
    sort(S, TakenAreMoves);
  for (const Expr *E : Uses.Followed)
    findBare(E);
}

/// Where addresses go to assembly as numbers, whatever they are made of, these
/// are the indices.
void IndexFinder::takeOperands() {
  run(/*TakenAreMoves=*/true);
  if (Operands.empty() || !IsOnlyOperands ||
      !llvm::all_of(Found, [](const auto &I) { return I.IsOfArray; }))
    return;
  ByAddress = Operands.front().Address;
  WidestBytes = std::max(WidestBytes, OperandBytes);
  HasMoves = false;
  llvm::append_range(Found, Operands);
}

/// What is done with `p = &s[i]` tells what it is: `p[k]` counts from there,
/// and `*p` is the element.
void IndexFinder::run() {
  run(/*TakenAreMoves=*/true);
  if (HasMoves && Bare)
    run(/*TakenAreMoves=*/false);
  if (HasMoves && Bare)
    takeOperands();
  const SourceManager &Sources = Context.getSourceManager();
  llvm::sort(Found, [&](const ElementIndex &A, const ElementIndex &B) {
    return Sources.isBeforeInTranslationUnit(A.Index->getBeginLoc(),
                                             B.Index->getBeginLoc());
  });
}

//===----------------------------------------------------------------------===//
// What they count from
//===----------------------------------------------------------------------===//

std::optional<SourceObstacle>
banklint::pointerElsewhere(const ArrayUses &Uses, const SourceMap &Map,
                           const ASTContext &Context) {
  for (const ValueDecl *Pointer : Uses.Pointers)
    for (const Expr *Value : Map.valuesOf(Pointer))
      if (!Uses.Followed.contains(Value) &&
          !Value->isNullPointerConstant(const_cast<ASTContext &>(Context),
                                        Expr::NPC_ValueDependentIsNotNull))
        return SourceObstacle{ObstacleKind::SharedPointer,
                              Value->getSourceRange(), Pointer};
  return std::nullopt;
}

/// Whether the size of a block is a part of a value, also over variables and
/// what functions return.
static bool readsBlockSize(const Expr *Of, const SourceMap &Map) {
  llvm::SmallVector<const Stmt *, 16> Left{Of};
  llvm::DenseSet<const void *> Seen;
  while (!Left.empty()) {
    const Stmt *S = Left.pop_back_val();
    if (!S || !Seen.insert(S).second)
      continue;
    const auto *E = dyn_cast<Expr>(S);
    if (E && builtinComponentOf(E).Variable == "blockDim")
      return true;
    const ValueDecl *Named = E ? namedBy(E) : nullptr;
    if (Named && Seen.insert(Named).second)
      llvm::append_range(Left, Map.valuesOf(Named));
    if (const auto *Call = dyn_cast<CallExpr>(S))
      if (const FunctionDecl *Callee = Call->getDirectCallee();
          Callee && Callee->hasBody())
        Left.push_back(Callee->getBody());
    llvm::append_range(Left, S->children());
  }
  return false;
}

/// Whether a subscript chooses rows that elements are then found in, as `r` in
/// `s[r][c]`: it is written beside the index of the element, and counts whole
/// rows whatever a block is.
static bool isBesideIndex(const Expr *Subscript,
                          const llvm::DenseSet<const Expr *> &Indices,
                          const SourceMap &Map) {
  llvm::ArrayRef<SourceParent> Parents = Map.parentsOf(Subscript);
  return !Parents.empty() &&
         llvm::all_of(Parents, [&](const SourceParent &Parent) {
           const auto *Around = dyn_cast_or_null<Expr>(Parent.Statement);
           if (isa_and_nonnull<ImplicitCastExpr, ParenExpr>(Around))
             return isBesideIndex(Around, Indices, Map);
           const auto *Outer = dyn_cast_or_null<ArraySubscriptExpr>(Around);
           return Outer && (Indices.contains(Outer->getIdx()) ||
                            (Outer->getType()->isArrayType() &&
                             isBesideIndex(Outer, Indices, Map)));
         });
}

/// Likewise of what a step of the array itself counts.
static bool choosesRow(const Step &S,
                       const llvm::DenseSet<const Expr *> &Indices,
                       const SourceMap &Map) {
  llvm::ArrayRef<SourceParent> Parents = Map.parentsOf(S.Count);
  return S.IsOfArray && !Parents.empty() &&
         llvm::all_of(Parents, [&](const SourceParent &Parent) {
           const auto *Row =
               dyn_cast_or_null<ArraySubscriptExpr>(Parent.Statement);
           return Row && Row->getType()->isArrayType() &&
                  isBesideIndex(Row, Indices, Map);
         });
}

std::optional<SourceObstacle>
banklint::movedByGuessedBlock(const DeclaredArray &Array, const SourceMap &Map,
                              const ASTContext &Context) {
  if (!kernelWithOtherBlocks(Array, Map) &&
      llvm::none_of(Array.Uses, [](const ArrayInKernel &Use) {
        return walkOf(Use).Shape.IsGuess;
      }))
    return std::nullopt;
  for (const VarDecl *Instance : Array.Instances) {
    const ArrayUses &Uses = Array.usesOf(Instance);
    IndexFinder Finder(Uses, Map, Context);
    Finder.run();
    llvm::DenseSet<const Expr *> Indices;
    for (const ElementIndex &I : Finder.Found)
      Indices.insert(I.Index);
    for (const Step &S : Uses.Steps)
      if (!Indices.contains(S.Count) && !choosesRow(S, Indices, Map) &&
          readsBlockSize(S.Count, Map))
        return SourceObstacle{ObstacleKind::GuessedBlock,
                              S.Count->getSourceRange()};
  }
  return std::nullopt;
}

llvm::Expected<std::vector<IndicesOfInstance>>
banklint::indicesOf(const DeclaredArray &Array, const SourceMap &Map,
                    const ASTContext &Context) {
  std::vector<IndicesOfInstance> Result;
  for (const VarDecl *Instance : Array.Instances) {
    IndexFinder Finder(Array.usesOf(Instance), Map, Context);
    Finder.run();
    const bool IsSimple =
        !Finder.HasMoves &&
        llvm::all_of(Finder.Found, [](const auto &I) { return I.IsOfArray; });
    // Where the pointer has moved to is known where a walk comes by.
    if (Finder.HasMoves && Finder.Bare)
      return obstacle(ObstacleKind::NoIndex, Finder.Bare->getSourceRange());
    if (!IsSimple || Finder.ByAddress)
      if (auto Elsewhere =
              pointerElsewhere(Array.usesOf(Instance), Map, Context))
        return obstacle(*Elsewhere);
    if (Finder.Copier)
      return obstacle({ObstacleKind::BytesSideBySide, {}, Finder.Copier});
    Result.push_back({Instance, std::move(Finder.Found), Finder.HasMoves,
                      IsSimple, Finder.WidestBytes, Finder.ByAddress});
  }
  return Result;
}

int64_t banklint::addressAlignment(const VarDecl *Array,
                                   const ASTContext &Context) {
  constexpr int64_t ReservedBytes = 1024;
  return std::min<int64_t>(Context.getDeclAlign(Array).getQuantity(),
                           ReservedBytes);
}

/// An address has the bits of an index as far as the array is aligned.
static IndexAlignment
alignmentOfAddresses(llvm::ArrayRef<IndicesOfInstance> Indices,
                     const ASTContext &Context) {
  IndexAlignment Result{
      IndexBases().AlignmentBytes, ObstacleKind::UnalignedArray, {}};
  for (const IndicesOfInstance &Of : Indices)
    if (const int64_t Bytes = addressAlignment(Of.Instance, Context);
        Of.ByAddress && Bytes < Result.Bytes)
      Result = {Bytes, ObstacleKind::UnalignedArray,
                Of.ByAddress->getSourceRange()};
  return Result;
}

llvm::Expected<IndexAlignment>
banklint::alignmentToSwizzle(const DeclaredArray &Array, const SourceMap &Map,
                             ASTContext &Context, uint64_t &StepBudget) {
  auto Indices = indicesOf(Array, Map, Context);
  if (!Indices)
    return Indices.takeError();
  if (llvm::all_of(*Indices, [](const auto &Of) { return Of.IsSimple; }))
    return alignmentOfAddresses(*Indices, Context);
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
    return obstacle(Form.Obstacles.front());
  const std::vector<ArrayInKernel> Uses = Form.allUses();
  const IndexBases Bases = basesOfIndices(Uses, BytesOfUnit);
  auto PlaceOf = [](const AccessOfUse &Access) {
    return expressionOf(*Access.Use, Access.Site)->getSourceRange();
  };
  if (Bases.Other)
    return obstacle(ObstacleKind::UnknownBase, PlaceOf(*Bases.Other));
  return IndexAlignment{Bases.AlignmentBytes, ObstacleKind::UnalignedBase,
                        Bases.Least ? PlaceOf(*Bases.Least) : SourceRange()};
}
