//===- Placement.cpp - Where shared variables lie -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/Placement.h"
#include "Cuda/CalledCode.h"
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

bool banklint::namesSharedVariables(const FunctionDecl &Function) {
  BodyVisitor Visitor;
  Visitor.TraverseStmt(Function.getBody());
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

Placement
banklint::placementOf(const FunctionDecl &Kernel, const ASTContext &Context,
                      llvm::SmallPtrSetImpl<const FunctionDecl *> &Reached) {
  Placement Result;
  BodyVisitor Visitor;
  Visitor.Callees.insert(&Kernel);
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
  Result.MayReachShared = Visitor.MayReachOther || !Visitor.Own.empty() ||
                          !Visitor.AtNamespaceScope.empty();
  llvm::SmallVector<const VarDecl *, 8> AtNamespaceScope(
      Visitor.AtNamespaceScope.begin(), Visitor.AtNamespaceScope.end());
  llvm::sort(AtNamespaceScope, [&](const VarDecl *A, const VarDecl *B) {
    return Context.getSourceManager().isBeforeInTranslationUnit(
        A->getLocation(), B->getLocation());
  });
  bool IsOpen = false;
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
        Result.InOrder.push_back({Variable, IsOpen, IsReplaced});
      }
  };
  Place(/*IsDynamic=*/false, /*IsUsed=*/true);
  Place(/*IsDynamic=*/false, /*IsUsed=*/true, /*IsReplaced=*/true);
  Place(/*IsDynamic=*/false, /*IsUsed=*/false);
  Place(/*IsDynamic=*/true, /*IsUsed=*/true);
  Place(/*IsDynamic=*/true, /*IsUsed=*/false);
  return Result;
}
