//===- LostCode.cpp - What lost code means for reports --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LostCode.h"
#include "Cuda/Locations.h"
#include "Finding/Wording.h"
#include "Nvcc/Rules/Rules.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

bool banklint::meetsLostCode(
    const FunctionDecl *Kernel,
    const llvm::SmallPtrSetImpl<const FunctionDecl *> &Functions,
    const LostCode &Lost, KernelsOfLostCode &To) {
  bool IsMet = false;
  for (const FunctionDecl *Function : Lost.Functions)
    if (Functions.contains(Function)) {
      To[Function].insert(Kernel->getNameAsString());
      IsMet = true;
    }
  return IsMet;
}

namespace {
/// Looks for what has to do with some classes: their objects and members, and
/// types that are made of them.
class ClassUses : public RecursiveASTVisitor<ClassUses> {
public:
  explicit ClassUses(const llvm::SmallPtrSetImpl<const CXXRecordDecl *> &Of)
      : Of(Of) {}
  bool found() const { return IsFound; }

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitExpr(const Expr *E) { return look(E->getType()); }
  bool VisitTypeLoc(TypeLoc Written) { return look(Written.getType()); }
  bool VisitDeclRefExpr(const DeclRefExpr *E) {
    return lookAround(E->getDecl()->getDeclContext());
  }
  bool VisitMemberExpr(const MemberExpr *E) {
    return lookAround(E->getMemberDecl()->getDeclContext());
  }
  /// At the classes that something belongs to.
  bool lookAround(const DeclContext *Context);

private:
  bool look(QualType Type);
  void lookIn(const CXXRecordDecl *Class);

  const llvm::SmallPtrSetImpl<const CXXRecordDecl *> &Of;
  llvm::SmallPtrSet<const CXXRecordDecl *, 16> Seen;
  bool IsFound = false;
};
} // namespace

bool ClassUses::lookAround(const DeclContext *Context) {
  for (; Context && !IsFound; Context = Context->getParent())
    if (const auto *Class = llvm::dyn_cast<CXXRecordDecl>(Context))
      lookIn(Class);
  return !IsFound;
}

/// At a class and all that its objects consist of.
void ClassUses::lookIn(const CXXRecordDecl *Class) {
  IsFound |= Of.contains(Class->getCanonicalDecl());
  if (IsFound || !Class->hasDefinition() ||
      !Seen.insert(Class->getCanonicalDecl()).second)
    return;
  for (const CXXBaseSpecifier &Base : Class->getDefinition()->bases())
    look(Base.getType());
  for (const FieldDecl *Member : Class->getDefinition()->fields())
    look(Member->getType());
}

bool ClassUses::look(QualType Type) {
  const clang::Type *Part = Type.getTypePtrOrNull();
  while (Part && (Part->isAnyPointerType() || Part->isReferenceType()))
    Part = Part->getPointeeType().getTypePtr();
  if (const CXXRecordDecl *Class =
          Part ? Part->getBaseElementTypeUnsafe()->getAsCXXRecordDecl()
               : nullptr)
    lookAround(Class);
  return !IsFound;
}

static bool
usesAny(const llvm::SmallPtrSetImpl<const CXXRecordDecl *> &Classes,
        const llvm::SmallPtrSetImpl<const FunctionDecl *> &Functions) {
  ClassUses Uses(Classes);
  for (const FunctionDecl *Function : Functions) {
    const FunctionDecl *Defined = nullptr;
    if (Uses.found() || !Function->hasBody(Defined))
      continue;
    Uses.lookAround(Defined->getDeclContext());
    Uses.TraverseDecl(const_cast<FunctionDecl *>(Defined));
  }
  return Uses.found();
}

bool banklint::mayBeHalfRead(
    const FunctionDecl *Kernel,
    const llvm::SmallPtrSetImpl<const FunctionDecl *> &Functions,
    const LostNames &Lost) {
  return Lost.declaresMore() ||
         llvm::any_of(Functions,
                      [&](const FunctionDecl *Function) {
                        if (!Function->getIdentifier())
                          return false;
                        const llvm::StringRef Name = Function->getName();
                        return Function->getCanonicalDecl() ==
                                       Kernel->getCanonicalDecl()
                                   ? Lost.hasErrorsIn(Name)
                                   : Lost.mayDeclare(Name);
                      }) ||
         (!Lost.classes().empty() && usesAny(Lost.classes(), Functions));
}

void banklint::doubt(Access &Beside) {
  Beside.InexactBy |= ModelRule::LostCode;
  if (std::holds_alternative<NoReason>(Beside.Reason))
    Beside.Reason = savedReason(ReasonKind::BesideLostCode);
}

/// That a user knows by name: of a lambda the one around it.
static const FunctionDecl *named(const FunctionDecl *Function) {
  const auto *Method = llvm::dyn_cast<CXXMethodDecl>(Function);
  if (!Method || !Method->getParent()->isLambda())
    return Function;
  for (const DeclContext *Around = Method->getParent()->getParent(); Around;
       Around = Around->getParent())
    if (const auto *Outer = llvm::dyn_cast<FunctionDecl>(Around))
      return named(Outer);
  return Function;
}

void banklint::nameLostCode(
    const LostCode &Lost,
    const llvm::SmallPtrSetImpl<const FunctionDecl *> &Reached,
    const KernelsOfLostCode &Kernels, const ASTContext &Context,
    Analysis &Out) {
  auto AddOnce = [](std::vector<std::string> &Names,
                    const std::set<std::string> &New) {
    std::set<std::string> All(Names.begin(), Names.end());
    All.insert(New.begin(), New.end());
    Names.assign(All.begin(), All.end());
  };
  // A template is lost in each instance, at one place.
  std::map<std::tuple<std::string, unsigned, unsigned, std::string>,
           NotAnalysed *>
      Known;
  std::vector<NotAnalysed> Gaps;
  Gaps.reserve(Lost.Statements.size());
  for (const LostStatement &Each : Lost.Statements) {
    const SourceSpan Span = spanOf(Each.Text, Context);
    NotAnalysed *&Gap = Known[{Span.Begin.File, Span.Begin.Line,
                               Span.Begin.Column, Each.Message}];
    if (!Gap)
      Gap = &Gaps.emplace_back(NotAnalysed{
          GapKind::LostCode, Span, named(Each.Function)->getNameAsString(),
          messageText(Each.Message)});
    Gap->IsError |= Each.IsUndeclaredName &&
                    (Each.Function->hasAttr<CUDAGlobalAttr>() ||
                     Reached.contains(Each.Function->getCanonicalDecl()));
    if (auto Of = Kernels.find(Each.Function->getCanonicalDecl());
        Of != Kernels.end())
      AddOnce(Gap->Kernels, Of->second);
  }
  llvm::append_range(Out.Gaps, std::move(Gaps));
}
