//===- TemplateProbes.cpp - Templates that nothing instantiates -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/TemplateProbes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

/// The attribute that marks a probe.
static constexpr char Mark[] = "banklint::probe";

/// Of the N-th probe every number is the N-th of these.
static constexpr unsigned Numbers[] = {32, 33, 0, 1, 2, 3, 8, 16};

bool banklint::isTemplateProbe(const FunctionDecl *Function) {
  return llvm::any_of(Function->specific_attrs<AnnotateAttr>(),
                      [](const AnnotateAttr *A) {
                        return A->isImplicit() && A->getAnnotation() == Mark;
                      });
}

namespace {
/// The source has ended, and its scope with it; Clang declares builtins there
/// when they are first named.
class OutermostScope {
public:
  explicit OutermostScope(Sema &Actions)
      : Outermost(/*Parent=*/nullptr, Scope::DeclScope,
                  Actions.getDiagnostics()),
        InScope(Actions.TUScope, &Outermost) {
    Outermost.setEntity(Actions.getASTContext().getTranslationUnitDecl());
  }

private:
  Scope Outermost;
  llvm::SaveAndRestore<Scope *> InScope;
};

/// Launches of templates with all arguments, whose callee Clang leaves open
/// where it rejects what they pass.
class OpenLaunches : public RecursiveASTVisitor<OpenLaunches> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *Launch) {
    if (Launch->containsErrors() &&
        llvm::isa<UnresolvedLookupExpr>(Launch->getCallee()->IgnoreParens()))
      All.push_back(Launch);
    return true;
  }

  std::vector<CUDAKernelCallExpr *> All;
};
} // namespace

static std::optional<TemplateArgument> enumerator(const EnumDecl *Enum,
                                                  QualType Type, size_t Probe,
                                                  const ASTContext &Context) {
  Enum = Enum->getDefinition();
  if (!Enum || Enum->enumerators().empty())
    return std::nullopt;
  auto All = llvm::to_vector(Enum->enumerators());
  return TemplateArgument(Context, All[Probe % All.size()]->getInitVal(), Type);
}

/// The argument for a parameter that is no type; nothing where its type is not
/// known, or no number.
static std::optional<TemplateArgument>
numberFor(const NonTypeTemplateParmDecl *Parameter, size_t Probe,
          const ASTContext &Context) {
  QualType Type = Parameter->getType().getCanonicalType().getUnqualifiedType();
  if (Parameter->isParameterPack() || Type->isDependentType())
    return std::nullopt;
  if (const auto *Enum = Type->getAs<EnumType>())
    return enumerator(Enum->getDecl(), Type, Probe, Context);
  if (!Type->isIntegerType())
    return std::nullopt;
  uint64_t Number = Type->isBooleanType() ? Probe % 2 : Numbers[Probe];
  return TemplateArgument(Context, Context.MakeIntValue(Number, Type), Type);
}

static std::optional<TemplateArgument>
argumentFor(const NamedDecl *Parameter, size_t Probe, ASTContext &Context) {
  if (const auto *Number = llvm::dyn_cast<NonTypeTemplateParmDecl>(Parameter))
    return numberFor(Number, Probe, Context);
  const auto *Type = llvm::dyn_cast<TemplateTypeParmDecl>(Parameter);
  if (!Type || Type->isParameterPack())
    return std::nullopt;
  const CanQualType Types[] = {Context.FloatTy, Context.DoubleTy,
                               Context.UnsignedCharTy, Context.IntTy,
                               Context.ShortTy};
  return TemplateArgument(Types[Probe % std::size(Types)]);
}

static void probe(FunctionTemplateDecl *Template, size_t Probe, Sema &Actions,
                  llvm::function_ref<bool()> HadErrors) {
  ASTContext &Context = Actions.getASTContext();
  llvm::SmallVector<TemplateArgument, 4> Arguments;
  for (const NamedDecl *Parameter : *Template->getTemplateParameters()) {
    auto Argument = argumentFor(Parameter, Probe, Context);
    if (!Argument)
      return;
    Arguments.push_back(*Argument);
  }
  SourceLocation Where = Template->getLocation();
  FunctionDecl *Made = Actions.InstantiateFunctionDeclaration(
      Template, TemplateArgumentList::CreateCopy(Context, Arguments), Where);
  if (!Made)
    return;
  Made->addAttr(AnnotateAttr::CreateImplicit(Context, Mark, nullptr, 0));
  Made->setTemplateSpecializationKind(TSK_ImplicitInstantiation, Where);
  Actions.InstantiateFunctionDefinition(Where, Made, /*Recursive=*/true);
  if (HadErrors())
    Made->setInvalidDecl();
}

/// The kernel templates of a scope, and of those in it. The source has none in
/// precompiled headers.
static void collect(const DeclContext *Scope, const SourceManager &Sources,
                    llvm::SmallVectorImpl<FunctionTemplateDecl *> &Out) {
  for (Decl *D : Scope->noload_decls()) {
    if (!Sources.isInMainFile(Sources.getExpansionLoc(D->getLocation())))
      continue;
    if (llvm::isa<NamespaceDecl, LinkageSpecDecl>(D))
      collect(llvm::cast<DeclContext>(D), Sources, Out);
    auto *Template = llvm::dyn_cast<FunctionTemplateDecl>(D);
    const FunctionDecl *Pattern =
        Template ? Template->getTemplatedDecl() : nullptr;
    if (Pattern && Pattern->hasAttr<CUDAGlobalAttr>() &&
        Pattern->doesThisDeclarationHaveABody() && !Pattern->isInvalidDecl() &&
        Template->spec_begin() == Template->spec_end())
      Out.push_back(Template);
  }
}

void banklint::probeTemplates(Sema &Actions,
                              llvm::function_ref<bool()> HadErrors) {
  ASTContext &Context = Actions.getASTContext();
  llvm::SmallVector<FunctionTemplateDecl *> Templates;
  collect(Context.getTranslationUnitDecl(), Context.getSourceManager(),
          Templates);
  const OutermostScope Around(Actions);
  for (FunctionTemplateDecl *Template : Templates)
    for (size_t Probe = 0; Probe < std::size(Numbers); ++Probe)
      probe(Template, Probe, Actions, HadErrors);
}

void banklint::instantiateLaunched(Sema &Actions) {
  ASTContext &Context = Actions.getASTContext();
  const SourceManager &Sources = Context.getSourceManager();
  OpenLaunches Open;
  for (Decl *D : Context.getTranslationUnitDecl()->noload_decls())
    if (!D->isFromASTFile() && !Sources.isInSystemHeader(D->getLocation()))
      Open.TraverseDecl(D);
  const OutermostScope Around(Actions);
  for (CUDAKernelCallExpr *Launch : Open.All) {
    auto *Named =
        llvm::cast<UnresolvedLookupExpr>(Launch->getCallee()->IgnoreParens());
    FunctionDecl *Kernel =
        Named->isInstantiationDependent()
            ? nullptr
            : Actions.ResolveSingleFunctionTemplateSpecialization(Named);
    if (!Kernel || !Kernel->hasAttr<CUDAGlobalAttr>())
      continue;
    const SourceLocation Where = Named->getBeginLoc();
    if (Kernel->getTemplateSpecializationKind() == TSK_Undeclared)
      Kernel->setTemplateSpecializationKind(TSK_ImplicitInstantiation, Where);
    if (!Kernel->isDefined())
      Actions.InstantiateFunctionDefinition(Where, Kernel, /*Recursive=*/true);
    Launch->setCallee(DeclRefExpr::Create(
        Context, NestedNameSpecifierLoc(), SourceLocation(), Kernel,
        /*RefersToEnclosingVariableOrCapture=*/false, Where, Kernel->getType(),
        VK_LValue));
  }
}
