//===- DeducedRows.cpp - Parameters that take rows of any length ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeducedRows.h"
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

/// Whether a call by the template's name can mean nothing else.
static bool isOnlyOne(const FunctionTemplateDecl *Template) {
  for (const NamedDecl *Other :
       Template->getDeclContext()->lookup(Template->getDeclName()))
    if (Other->getCanonicalDecl() != Template->getCanonicalDecl())
      return false;
  return llvm::none_of(Template->specializations(), [](const FunctionDecl *F) {
    return F->getTemplateSpecializationKind() == TSK_ExplicitSpecialization;
  });
}

bool banklint::deducesRows(const Expr *Call, const FunctionDecl *Callee,
                           const ParmVarDecl *Parameter) {
  const FunctionTemplateDecl *Template = Callee->getPrimaryTemplate();
  const unsigned Position = Parameter->getFunctionScopeIndex();
  if (!Template || hasExplicitArguments(Call) || !isOnlyOne(Template))
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
