//===- SharedMemory.cpp - The shared arrays of a kernel -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc places the shared variables that a kernel uses one behind the other,
// each at its alignment: those at namespace scope first, then the kernel's own,
// then those of the functions it calls, each in the order of declaration.
// Behind them lie the elements by which small arrays and objects are replaced.
// Dynamic memory follows at the next multiple of 16. Arrays whose elements are
// assigned, and of which nothing else is done, are dropped with the stores to
// them; here they have a place behind the others. (Read off machine code of
// nvcc 13.0 for sm_90.)
//
//===----------------------------------------------------------------------===//

#include "Interpreter/SharedMemory.h"
#include "Cuda/CalledCode.h"
#include "Journal.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/SetVector.h"

using namespace banklint;
using namespace clang;

namespace {
/// Collects what a function's body declares, names and calls.
class BodyVisitor : public CalledCodeVisitor<BodyVisitor> {
public:
  llvm::SmallSetVector<const VarDecl *, 8> AtNamespaceScope, Own;
  llvm::SmallSetVector<const FunctionDecl *, 16> Callees;
  /// Those of which more is done than that elements are assigned.
  llvm::SmallPtrSet<const VarDecl *, 8> Used;
  /// Those of which more is done than to load and store elements whose
  /// subscripts are constants; and of these, those of which some subscript is
  /// not constant.
  llvm::SmallPtrSet<const VarDecl *, 8> Addressed, Subscripted;
  /// It may come to shared memory that it does not name: by a call whose target
  /// is not known, or an address made of a number.
  bool MayReachOther = false;

  void noteCallee(const FunctionDecl &Callee) { Callees.insert(&Callee); }

  bool VisitVarDecl(VarDecl *Variable) {
    if (Variable->hasAttr<CUDASharedAttr>())
      Own.insert(Variable);
    return CalledCodeVisitor::VisitVarDecl(Variable);
  }
  /// Visited before its operands.
  bool VisitBinaryOperator(BinaryOperator *E) {
    if (E->isAssignmentOp())
      noteElement(E->getLHS());
    if (E->getOpcode() == BO_Assign &&
        !E->getLHS()->getType().isVolatileQualified())
      if (const DeclRefExpr *Array = arrayOfElement(E->getLHS()))
        Assigned.insert(Array);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (auto *Variable = llvm::dyn_cast<VarDecl>(E->getDecl());
        Variable && Variable->hasAttr<CUDASharedAttr>()) {
      if (!Variable->isLocalVarDecl())
        AtNamespaceScope.insert(Variable);
      if (!Assigned.contains(E))
        Used.insert(Variable->getCanonicalDecl());
      if (!Elements.contains(E))
        Addressed.insert(Variable->getCanonicalDecl());
    }
    return CalledCodeVisitor::VisitDeclRefExpr(E);
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) {
    const CXXRecordDecl *Class = E->getDestroyedType()->getAsCXXRecordDecl();
    MayReachOther |= Class && Class->hasDefinition() && Class->isPolymorphic();
    return CalledCodeVisitor::VisitCXXDeleteExpr(E);
  }
  bool VisitCallExpr(CallExpr *E) {
    const FunctionDecl *Callee = E->getDirectCallee();
    const auto *Method = llvm::dyn_cast_or_null<CXXMethodDecl>(Callee);
    const IdentifierInfo *Name = Callee ? Callee->getIdentifier() : nullptr;
    // A pseudo-destructor calls nothing.
    MayReachOther |= (!Callee && !llvm::isa<CXXPseudoDestructorExpr>(
                                     E->getCallee()->IgnoreParens())) ||
                     (Method && Method->isVirtual()) ||
                     (Name && Name->getName().contains("shared"));
    return true;
  }
  bool VisitAsmStmt(AsmStmt *S) {
    const auto *Gcc = llvm::dyn_cast<GCCAsmStmt>(S);
    const std::string Text = Gcc ? Gcc->getAsmString() : "";
    // Descriptors of tiles are addresses in shared memory, too.
    MayReachOther |= !Gcc || llvm::StringRef(Text).contains("shared") ||
                     llvm::StringRef(Text).contains("wgmma") ||
                     llvm::StringRef(Text).contains("tcgen05");
    return true;
  }
  bool VisitCastExpr(CastExpr *E) {
    const QualType To = E->getType()->getPointeeType();
    MayReachOther |= !To.isNull() && To.getAddressSpace() != LangAS::Default;
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) {
    if (E->isIncrementDecrementOp())
      noteElement(E->getSubExpr());
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) {
    if (E->getCastKind() == CK_LValueToRValue)
      noteElement(E->getSubExpr());
    // `x = s[i] = 1` reads what it has written.
    const auto *Result =
        llvm::dyn_cast<BinaryOperator>(E->getSubExpr()->IgnoreParens());
    if (Result && E->getCastKind() == CK_LValueToRValue)
      if (const DeclRefExpr *Array = arrayOfElement(Result->getLHS()))
        if (auto *Variable = llvm::dyn_cast<VarDecl>(Array->getDecl()))
          Used.insert(Variable->getCanonicalDecl());
    return true;
  }

private:
  /// `s` of `s[i][j].x`.
  static const DeclRefExpr *arrayOfElement(const Expr *E) {
    while (true) {
      E = E->IgnoreParenImpCasts();
      if (const auto *Element = llvm::dyn_cast<ArraySubscriptExpr>(E))
        E = Element->getBase();
      else if (const auto *Member = llvm::dyn_cast<MemberExpr>(E);
               Member && !Member->isArrow())
        E = Member->getBase();
      else
        return llvm::dyn_cast<DeclRefExpr>(E);
    }
  }

  /// What is loaded, stored or both, before its parts are visited.
  void noteElement(const Expr *Place) {
    const DeclRefExpr *Array = arrayOfElement(Place);
    const auto *Variable =
        Array ? llvm::dyn_cast<VarDecl>(Array->getDecl()) : nullptr;
    if (!Variable || !Variable->hasAttr<CUDASharedAttr>())
      return;
    if (hasConstantSubscripts(Place, Variable->getASTContext()))
      Elements.insert(Array);
    else
      Subscripted.insert(Variable->getCanonicalDecl());
  }

  static bool hasConstantSubscripts(const Expr *Place,
                                    const ASTContext &Context) {
    while (true) {
      Place = Place->IgnoreParenImpCasts();
      if (const auto *Member = llvm::dyn_cast<MemberExpr>(Place)) {
        Place = Member->getBase();
        continue;
      }
      const auto *Element = llvm::dyn_cast<ArraySubscriptExpr>(Place);
      if (!Element)
        return true;
      const Expr *Index = Element->getIdx();
      if (Index->isValueDependent() || !Index->isEvaluatable(Context))
        return false;
      Place = Element->getBase();
    }
  }

  llvm::SmallPtrSet<const DeclRefExpr *, 8> Assigned, Elements;
};

/// Where an array lies among the others.
enum class PlaceKind {
  Sure,     ///< where it is declared
  Open,     ///< there, or in parts behind the others
  Replaced, ///< in parts behind the others
};
} // namespace

void SharedMemory::keepAddress(std::optional<Place> Holder,
                               std::optional<Place> Address, Journal &Changes) {
  Changes.noteField(HoldsAddresses);
  HoldsAddresses = true;
  if (!Holder) {
    Changes.noteField(MayHoldAnywhere);
    MayHoldAnywhere = true;
    return;
  }
  auto [Kept, IsNew] = KeptAddresses.try_emplace(*Holder, Address);
  if (IsNew) {
    Changes.onRollBack([this, H = *Holder] { KeptAddresses.erase(H); });
  } else if (Kept->second && Kept->second != Address) {
    Changes.noteField(Kept->second);
    Kept->second.reset();
  }
}

void SharedMemory::keepOtherAddress(std::optional<Place> Holder,
                                    Journal &Changes) {
  if (!Holder) {
    Changes.noteField(MayHoldAnywhere);
    MayHoldAnywhere = true;
  } else if (HoldersOfOthers.insert(*Holder).second) {
    Changes.onRollBack([this, H = *Holder] { HoldersOfOthers.erase(H); });
  }
}

std::optional<SharedMemory::Place>
SharedMemory::keptAddress(Place Holder) const {
  auto Kept = KeptAddresses.find(Holder);
  if (Kept == KeptAddresses.end() || MayHoldAnywhere ||
      HoldersOfOthers.count(Holder))
    return std::nullopt;
  return Kept->second;
}

bool banklint::namesSharedMemory(const FunctionDecl *Function) {
  BodyVisitor Visitor;
  Visitor.TraverseStmt(Function->getBody());
  return !Visitor.Own.empty() || !Visitor.AtNamespaceScope.empty();
}

/// LLVM replaces arrays and objects by their elements where these are all that
/// is loaded and stored, once functions are inlined, but not yet unrolled.
/// Objects of more elements than 16 have uses that it does not see through.
/// Read off machine code of nvcc 13.0 for sm_90.
static PlaceKind placeKindOf(const VarDecl *Variable, const BodyVisitor &Seen,
                             const ASTContext &Context) {
  constexpr int64_t MostOpenBytes = 16 * 8;
  const QualType Type = Variable->getType();
  if (!(Type->isConstantArrayType() || Type->isRecordType()) ||
      Type->isIncompleteType() || Type.isVolatileQualified())
    return PlaceKind::Sure;
  const VarDecl *Declared = Variable->getCanonicalDecl();
  if (!Seen.Addressed.contains(Declared))
    return PlaceKind::Replaced;
  return !Seen.Subscripted.contains(Declared) &&
                 Context.getTypeSizeInChars(Type).getQuantity() <= MostOpenBytes
             ? PlaceKind::Open
             : PlaceKind::Sure;
}

void SharedMemory::layOut(
    const FunctionDecl *Kernel, const ASTContext &Context,
    llvm::SmallPtrSetImpl<const FunctionDecl *> &Reached) {
  BodyVisitor Visitor;
  Visitor.Callees.insert(Kernel);
  // The visitor adds what each body names.
  for (size_t I = 0; I != Visitor.Callees.size(); ++I) {
    const FunctionDecl *Defined = nullptr;
    if (!Visitor.Callees[I]->hasBody(Defined)) {
      Visitor.visitParts(*Visitor.Callees[I]);
      continue;
    }
    Visitor.visitDefinition(*Defined);
    Reached.insert(Defined->getCanonicalDecl());
  }
  IsReachable = Visitor.MayReachOther || !Visitor.Own.empty() ||
                !Visitor.AtNamespaceScope.empty();
  llvm::SmallVector<const VarDecl *, 8> AtNamespaceScope(
      Visitor.AtNamespaceScope.begin(), Visitor.AtNamespaceScope.end());
  llvm::sort(AtNamespaceScope, [&](const VarDecl *A, const VarDecl *B) {
    return Context.getSourceManager().isBeforeInTranslationUnit(
        A->getLocation(), B->getLocation());
  });
  bool IsOpen = false;
  llvm::SmallVector<SharedArray *, 4> Replaced;
  auto Place = [&](bool IsDynamic, bool IsUsed, bool IsReplaced = false) {
    for (llvm::ArrayRef<const VarDecl *> Variables :
         {llvm::ArrayRef(AtNamespaceScope), Visitor.Own.getArrayRef()})
      for (const VarDecl *Variable : Variables) {
        if (Variable->getType()->isIncompleteArrayType() != IsDynamic ||
            Visitor.Used.contains(Variable->getCanonicalDecl()) != IsUsed)
          continue;
        const PlaceKind Kind =
            IsUsed ? placeKindOf(Variable, Visitor, Context) : PlaceKind::Sure;
        if ((Kind == PlaceKind::Replaced) != IsReplaced)
          continue;
        IsOpen |= Kind != PlaceKind::Sure;
        SharedArray &Array = *object(Variable, Context).Array;
        Array.HasOpenPlacement = IsOpen;
        if (IsReplaced)
          Replaced.push_back(&Array);
      }
  };
  Place(/*IsDynamic=*/false, /*IsUsed=*/true);
  Place(/*IsDynamic=*/false, /*IsUsed=*/true, /*IsReplaced=*/true);
  // One element by itself has none to merge with.
  for (SharedArray *Array : Replaced)
    Array->IsReplaced =
        Replaced.size() > 1 || Array->HasClassElements ||
        llvm::any_of(Array->Extents, [](int64_t Extent) { return Extent > 1; });
  Place(/*IsDynamic=*/false, /*IsUsed=*/false);
  Place(/*IsDynamic=*/true, /*IsUsed=*/true);
  Place(/*IsDynamic=*/true, /*IsUsed=*/false);
}

Object &SharedMemory::makeObject(llvm::StringRef Name, QualType Type) {
  Object &O = Storage.emplace_back();
  SharedArray &Array = add(Name);
  O.Kind = Object::Shared;
  O.Name = Name;
  O.Type = Type;
  O.Begin.Array = O.Array = &Array;
  return O;
}

Object &SharedMemory::object(const VarDecl *Variable,
                             const ASTContext &Context) {
  Object *&Known = ByVariable[Variable->getCanonicalDecl()];
  if (Known)
    return *Known;
  Object &O = makeObject(Variable->getName(), Variable->getType());
  Known = &O;
  SharedArray &Array = *O.Array;
  Declarations.push_back(Variable);
  Array.DeclarationId = unsigned(Declarations.size());
  Array.IsDynamic = Variable->hasExternalStorage();
  Array.HasClassElements = O.Type->getBaseElementTypeUnsafe()->isRecordType();

  llvm::SmallVector<int64_t, 3> Extents, StrideBytes;
  QualType Element = O.Type;
  while (const ArrayType *Dimension = Context.getAsArrayType(Element)) {
    const auto *Fixed = llvm::dyn_cast<ConstantArrayType>(Dimension);
    Extents.push_back(Fixed ? int64_t(Fixed->getZExtSize()) : 0);
    Element = Dimension->getElementType();
  }
  bool IsKnown = !Element->isIncompleteType() && !Element->isDependentType();
  int64_t Stride =
      IsKnown ? Context.getTypeSizeInChars(Element).getQuantity() : 1;
  StrideBytes.resize(Extents.size());
  for (size_t D = Extents.size(); D-- > 0;) {
    StrideBytes[D] = Stride;
    Stride *= Extents[D];
  }
  Array.Extents = llvm::ArrayRef(Extents).copy(Numbers);
  Array.StrideBytes = llvm::ArrayRef(StrideBytes).copy(Numbers);
  llvm::SmallVector<Value, 3> Zeros(Extents.size(), Value(0));
  O.Begin.Index = llvm::ArrayRef<Value>(Zeros).copy(Numbers);
  if (Array.Extents.empty() || Array.Extents[0])
    Array.SizeBytes = Stride;

  int64_t Alignment =
      IsKnown ? Context.getDeclAlign(Variable).getQuantity() : 16;
  // nvcc declares dynamic memory as aligned to 16, whatever its type.
  if (O.Type->isIncompleteArrayType())
    Alignment = std::max<int64_t>(16, Alignment);
  Array.DeclaredAlignment = IsKnown ? Alignment : 1;
  place(Array, Alignment);
  return O;
}

SharedMemory::Viewed SharedMemory::viewedBy(const Object &O) const {
  assert(O.Array && "an object in shared memory");
  if (O.Array->isDeclared())
    return {O.Array->DeclarationId};
  auto Found = llvm::find_if(
      Windows, [&](const auto &Entry) { return Entry.second == &O; });
  assert(Found != Windows.end() && "what is not declared is a view");
  return Found->first;
}

/// The names live as long as the tree, in which they are spelled.
static llvm::SmallVector<llvm::StringRef, 2> namesOf(const Object &O) {
  llvm::SmallVector<llvm::StringRef, 2> Names;
  if (!O.Array->Name.empty())
    Names.push_back(O.Array->Name);
  llvm::append_range(Names, O.Array->OtherNames);
  return Names;
}

Object &SharedMemory::window(const Viewed &Declared,
                             llvm::ArrayRef<llvm::StringRef> Names) {
  Object *&Known = Windows[Declared];
  if (!Known) {
    Known = &makeObject(Names.empty() ? "" : Names.front(), QualType());
    Known->Array->Escapes = true;
    if (Names.size() > 1)
      Known->Array->OtherNames = Names.drop_front().copy(Numbers);
  }
  return *Known;
}

Object &SharedMemory::window() { return window(Viewed(), {}); }

Object &SharedMemory::window(const Object &Of) {
  return window(viewedBy(Of), namesOf(Of));
}

Object &SharedMemory::window(const Object &A, const Object &B) {
  const Viewed OfA = viewedBy(A), OfB = viewedBy(B);
  if (OfA.empty() || OfB.empty()) // of all
    return window();
  Viewed Both = OfA;
  for (unsigned Id : OfB)
    if (!llvm::is_contained(Both, Id))
      Both.push_back(Id);
  // A view of these and others shows them already.
  if (Both.size() == OfA.size())
    return window(OfA, namesOf(A));
  if (llvm::all_of(OfA,
                   [&](unsigned Id) { return llvm::is_contained(OfB, Id); }))
    return window(OfB, namesOf(B));
  llvm::SmallVector<llvm::StringRef, 2> Names = namesOf(A), Others = namesOf(B);
  if (Names != Others) // arrays of one name are not told apart
    llvm::append_range(Names, Others);
  return window(Both, Names);
}
