//===- DeducedRows.cpp - Parameters that take rows of any length ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/DeducedRows.h"
#include "Text/SourceMap.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

namespace {
/// Counts how often a template names each of its parameters, and finds what its
/// instances do not share.
class PatternVisitor : public RecursiveASTVisitor<PatternVisitor> {
public:
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    ++Count[E->getDecl()->getCanonicalDecl()];
    return true;
  }
  bool VisitTemplateTypeParmTypeLoc(TemplateTypeParmTypeLoc Loc) {
    ++Count[Loc.getDecl()->getCanonicalDecl()];
    return true;
  }
  bool VisitVarDecl(VarDecl *D) {
    HasOwnObjects |= D->isStaticLocal() || D->hasAttr<CUDASharedAttr>();
    return true;
  }

  llvm::DenseMap<const Decl *, unsigned> Count;
  bool HasOwnObjects = false;
};
} // namespace

/// The template parameters by which a parameter's type has its rows; empty
/// where part of them is written out. The first extent of an array does not
/// grow.
static llvm::SmallVector<const NamedDecl *, 2> rowParameters(QualType Type) {
  llvm::SmallVector<const NamedDecl *, 2> Result;
  bool IsFirst = Type->isReferenceType();
  if (!IsFirst && !Type->isPointerType())
    return {};
  Type = Type->getPointeeType();
  if (const auto *Whole = Type->getAs<TemplateTypeParmType>())
    return {Whole->getDecl()};
  while (const ArrayType *Array = Type->getAsArrayTypeUnsafe()) {
    if (!IsFirst) {
      const auto *Sized = dyn_cast<DependentSizedArrayType>(Array);
      const auto *Name = Sized && Sized->getSizeExpr()
                             ? dyn_cast<DeclRefExpr>(
                                   Sized->getSizeExpr()->IgnoreParenImpCasts())
                             : nullptr;
      if (!Name || !isa<NonTypeTemplateParmDecl>(Name->getDecl()))
        return {};
      Result.push_back(Name->getDecl());
    }
    IsFirst = false;
    Type = Array->getElementType();
  }
  return Result;
}

static bool hasExplicitArguments(const Expr *Call) {
  const auto *Plain = dyn_cast<CallExpr>(Call);
  const Expr *Callee =
      Plain ? Plain->getCallee()->IgnoreParenImpCasts() : nullptr;
  if (const auto *Name = llvm::dyn_cast_or_null<DeclRefExpr>(Callee))
    return Name->hasExplicitTemplateArgs();
  if (const auto *Member = llvm::dyn_cast_or_null<MemberExpr>(Callee))
    return Member->hasExplicitTemplateArgs();
  return true;
}

/// The function, or the template that it is made of.
static const Decl *originOf(const FunctionDecl *F) {
  if (const FunctionTemplateDecl *Template = F->getPrimaryTemplate())
    return Template->getCanonicalDecl();
  if (const FunctionTemplateDecl *Template = F->getDescribedFunctionTemplate())
    return Template->getCanonicalDecl();
  return F->getCanonicalDecl();
}

/// Whether one call may choose between these: other functions of the name, also
/// of other namespaces and classes, from which `using` may bring them.
static bool mayCompete(const FunctionDecl *A, const FunctionDecl *B) {
  return originOf(A) != originOf(B) &&
         isa<CXXMethodDecl>(A) == isa<CXXMethodDecl>(B);
}

/// Whether a call by the template's name can mean nothing else.
static bool isOnlyOne(const FunctionTemplateDecl *Template,
                      const SourceMap &Map) {
  for (const NamedDecl *Other :
       Template->getDeclContext()->lookup(Template->getDeclName()))
    if (Other->getCanonicalDecl() != Template->getCanonicalDecl())
      return false;
  const FunctionDecl *Pattern = Template->getTemplatedDecl();
  if (llvm::any_of(Map.functionsNamed(Template->getDeclName()),
                   [&](const FunctionDecl *Other) {
                     return mayCompete(Other, Pattern);
                   }))
    return false;
  return llvm::none_of(Template->specializations(), [](const FunctionDecl *F) {
    return F->getTemplateSpecializationKind() == TSK_ExplicitSpecialization;
  });
}

bool banklint::deducesRows(const Expr *Call, const FunctionDecl *Callee,
                           const ParmVarDecl *Parameter, const SourceMap &Map) {
  const FunctionTemplateDecl *Template = Callee->getPrimaryTemplate();
  const unsigned Position = Parameter->getFunctionScopeIndex();
  if (!Template || hasExplicitArguments(Call) || !isOnlyOne(Template, Map))
    return false;
  // A concept may ask for the length.
  if (Template->hasAssociatedConstraints())
    return false;
  // The instances of a generic lambda are not among the code that is followed.
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
      Method && Method->getParent()->isLambda())
    return false;
  const FunctionDecl *Pattern = Template->getTemplatedDecl();
  if (const FunctionDecl *Defined = nullptr; Pattern->hasBody(Defined))
    Pattern = Defined;
  if (!Pattern->getDescribedFunctionTemplate() || !Pattern->hasBody() ||
      Position >= Pattern->getNumParams())
    return false;
  const auto Rows = rowParameters(Pattern->getParamDecl(Position)->getType());
  PatternVisitor Named;
  Named.TraverseDecl(Pattern->getDescribedFunctionTemplate());
  return !Rows.empty() && !Named.HasOwnObjects &&
         llvm::all_of(Rows, [&](const NamedDecl *D) {
           return Named.Count.lookup(D->getCanonicalDecl()) == 1;
         });
}

/// Whether a parameter can have the length of rows in its type: an array by
/// reference, a pointer to one, or what a template deduces.
static bool mayTakeRows(QualType Parameter, bool IsPointer) {
  if (const auto *Pack = Parameter->getAs<PackExpansionType>())
    Parameter = Pack->getPattern();
  const bool IsReference = Parameter->isReferenceType();
  if (!IsReference && !(IsPointer && Parameter->isPointerType()))
    return IsPointer && Parameter->isDependentType();
  const QualType Pointee = Parameter->getPointeeType();
  return Pointee->isArrayType() || Pointee->isDependentType() ||
         (IsReference && IsPointer && Pointee->isPointerType());
}

bool banklint::mayChooseByRows(const FunctionDecl *Callee, const Expr *Argument,
                               const ParmVarDecl *Parameter,
                               const SourceMap &Map) {
  const QualType Type = Argument->IgnoreParenImpCasts()->getType();
  const bool IsPointer =
      (Type->isPointerType() && Type->getPointeeType()->isArrayType()) ||
      (Type->isArrayType() &&
       Type->getAsArrayTypeUnsafe()->getElementType()->isArrayType());
  if (!Type->isArrayType() && !IsPointer)
    return false;
  const unsigned Position = Parameter->getFunctionScopeIndex();
  return llvm::any_of(Map.functionsNamed(Callee->getDeclName()),
                      [&](const FunctionDecl *Other) {
                        if (!mayCompete(Other, Callee) ||
                            Other->getNumParams() == 0)
                          return false;
                        const unsigned Last = Other->getNumParams() - 1;
                        const ParmVarDecl *Taken =
                            Other->getParamDecl(std::min(Position, Last));
                        return (Position <= Last || Taken->isParameterPack()) &&
                               mayTakeRows(Taken->getType(), IsPointer);
                      });
}
