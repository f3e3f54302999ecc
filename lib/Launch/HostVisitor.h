//===- HostVisitor.h - What host code calls and launches --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LAUNCH_HOSTVISITOR_H
#define BANKLINT_LAUNCH_HOSTVISITOR_H

#include "Launch/Launches.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SaveAndRestore.h"

namespace banklint {

/// The function that an expression names, behind casts and `&`; null if none.
inline const clang::FunctionDecl *functionNamedBy(const clang::Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Address = llvm::dyn_cast<clang::UnaryOperator>(E))
    E = Address->getSubExpr()->IgnoreParenCasts();
  const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E);
  return Ref ? llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl()) : nullptr;
}

/// Host functions with a body, what they call, and whether they launch.
class HostVisitor : public clang::RecursiveASTVisitor<HostVisitor> {
public:
  HostVisitor(const clang::ASTContext &Context, const Elsewhere &Others)
      : Context(Context), Sources(Context.getSourceManager()) {
    for (const std::string &Name : Others.Asked)
      AskedNames.insert(Name);
  }
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(clang::Decl *D) {
    if (!D)
      return true;
    const llvm::SaveAndRestore Outside(Current);
    const llvm::SaveAndRestore OutsideTemplate(IsInTemplate);
    // The toolkit's and the system's own functions launch nothing of ours.
    if (llvm::isa<clang::TranslationUnitDecl>(D) ||
        !Sources.isInSystemHeader(D->getLocation()))
      return RecursiveASTVisitor::TraverseDecl(D);
    return true;
  }
  bool VisitFunctionDecl(clang::FunctionDecl *Function) {
    if (!Function->doesThisDeclarationHaveABody())
      return true;
    // What a template itself says is said again by each of its instances.
    IsInTemplate = Function->isDependentContext();
    Current = IsInTemplate ? nullptr : Function;
    if (Current)
      Functions.insert(Current);
    return true;
  }
  /// The call operators of lambdas stand in no list of declarations. Whoever
  /// makes a lambda may call it.
  bool TraverseLambdaExpr(clang::LambdaExpr *E) {
    const llvm::SaveAndRestore Outside(Current);
    if (const clang::FunctionTemplateDecl *Generic =
            E->getDependentCallOperator()) {
      for (clang::FunctionDecl *Instance : Generic->specializations())
        TraverseDecl(Instance);
      return true;
    }
    clang::CXXMethodDecl *Operator = E->getCallOperator();
    if (!Operator || Operator->isDependentContext())
      return RecursiveASTVisitor::TraverseLambdaExpr(E);
    if (Current)
      Calls[Current].insert(Operator->getCanonicalDecl());
    for (unsigned I = 0; I != E->capture_size(); ++I)
      TraverseStmt(E->capture_init_begin()[I]);
    Current = Operator;
    Functions.insert(Operator);
    return TraverseStmt(E->getBody());
  }
  /// What a static variable begins with is made when somebody comes by first.
  bool TraverseVarDecl(clang::VarDecl *D) {
    const llvm::SaveAndRestore Outside(Current);
    if (D->hasGlobalStorage())
      Current = nullptr;
    return RecursiveASTVisitor::TraverseVarDecl(D);
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *Made) {
    giveAway(Made->getConstructor(), {Made->getArgs(), Made->getNumArgs()});
    return true;
  }
  /// Conversions of elements stand in the form with all that is implicit.
  bool VisitInitListExpr(clang::InitListExpr *List) {
    const clang::InitListExpr *Whole =
        List->isSemanticForm() ? List : List->getSemanticForm();
    for (const clang::Expr *Element : Whole ? Whole->inits() : List->inits())
      if (const auto *Made = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(
              Element ? Element->IgnoreImplicit() : nullptr))
        giveAway(Made->getConstructor(), {Made->getArgs(), Made->getNumArgs()});
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *E) {
    const auto *Function = llvm::dyn_cast<clang::FunctionDecl>(E->getDecl());
    if (Function && Function->hasAttr<clang::CUDAGlobalAttr>()) {
      NamedKernels.insert(Function->getCanonicalDecl());
      if (!Called.contains(E))
        PassedKernels.insert(Function->getCanonicalDecl());
    } else if (Function && !Called.contains(E))
      Passed.insert(Function->getCanonicalDecl());
    noteMention(Function);
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *E) {
    noteMention(llvm::dyn_cast<clang::FunctionDecl>(E->getMemberDecl()));
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *Call) {
    const clang::FunctionDecl *Callee = Call->getDirectCallee();
    if (const clang::Expr *Named = Call->getCallee())
      Called.insert(Named->IgnoreParenImpCasts());
    if (Callee && Callee->getIdentifier())
      noteRuntimeCall(Call, Callee->getName());
    giveAway(Callee, {Call->getArgs(), Call->getNumArgs()});
    if (!Current) {
      if (Callee)
        GivenAway.insert(Callee->getCanonicalDecl());
      return true;
    }
    if (llvm::isa<clang::CUDAKernelCallExpr>(Call) ||
        (Callee && Callee->getIdentifier() &&
         Callee->getName().starts_with("cudaLaunch")) ||
        (Callee && isAsked(Callee))) {
      Launching.insert(Current);
      if (!Call->isInstantiationDependent() || Call->containsErrors())
        LaunchesIn[Current].push_back(Call);
    } else if (Callee)
      Calls[Current].insert(Callee->getCanonicalDecl());
    return true;
  }

  /// `params.func = (void *)k`, for a node of a graph.
  bool VisitCastExpr(clang::CastExpr *E) {
    if (E->getType()->isVoidPointerType() && !Asked.contains(E))
      if (const clang::FunctionDecl *Kernel = functionNamedBy(E);
          Kernel && Kernel->hasAttr<clang::CUDAGlobalAttr>())
        LaunchedSomehow.insert(Kernel->getCanonicalDecl());
    return true;
  }

  const clang::ASTContext &Context;
  const clang::SourceManager &Sources;
  const clang::FunctionDecl *Current = nullptr;
  llvm::SetVector<const clang::FunctionDecl *> Functions, Launching,
      NamedKernels;
  /// Kernels whose address goes somewhere, beside launches that name them.
  llvm::SetVector<const clang::FunctionDecl *> PassedKernels;
  /// Host functions of other sources that launch there, by canonical
  /// declaration, and how often each is named.
  llvm::MapVector<const clang::FunctionDecl *, unsigned> Mentions;
  llvm::DenseSet<const clang::FunctionDecl *> AskedFunctions;
  /// Functions whose address goes somewhere: their arguments are not known.
  llvm::DenseSet<const clang::FunctionDecl *> Passed;
  /// Likewise what a library may call by an object, or an initializer calls.
  llvm::DenseSet<const clang::FunctionDecl *> GivenAway;
  llvm::DenseSet<const clang::Expr *> Called; ///< names that are called
  llvm::DenseMap<const clang::FunctionDecl *,
                 llvm::SetVector<const clang::FunctionDecl *>>
      Calls;
  llvm::DenseMap<const clang::FunctionDecl *,
                 llvm::SmallVector<const clang::CallExpr *, 1>>
      LaunchesIn;
  /// Kernels that something launches which is not followed.
  llvm::DenseSet<const clang::FunctionDecl *> LaunchedSomehow;

private:
  /// An object with a call operator, a lambda for one, that a library is given
  /// may be called from there, and so may one that becomes a pointer.
  void giveAway(const clang::FunctionDecl *Callee,
                llvm::ArrayRef<const clang::Expr *> Arguments) {
    if (!Callee)
      return;
    if (const auto *Converted =
            llvm::dyn_cast<clang::CXXConversionDecl>(Callee))
      return passCallOperators(Converted->getParent());
    if (!Sources.isInSystemHeader(Callee->getLocation()))
      return;
    for (const clang::Expr *Argument : Arguments)
      if (const clang::CXXRecordDecl *Class =
              Argument->IgnoreImplicit()->getType()->getAsCXXRecordDecl())
        passCallOperators(Class);
  }
  void passCallOperators(const clang::CXXRecordDecl *Class) {
    Class = Class->getDefinition();
    if (!Class || Sources.isInSystemHeader(Class->getLocation()))
      return;
    const clang::DeclarationName Name =
        Context.DeclarationNames.getCXXOperatorName(clang::OO_Call);
    for (clang::NamedDecl *Operator : Class->lookup(Name)) {
      if (const auto *Function = llvm::dyn_cast<clang::FunctionDecl>(Operator))
        GivenAway.insert(Function->getCanonicalDecl());
      if (auto *Generic = llvm::dyn_cast<clang::FunctionTemplateDecl>(Operator))
        for (const clang::FunctionDecl *Instance : Generic->specializations())
          GivenAway.insert(Instance->getCanonicalDecl());
    }
  }
  /// Whether another source wants to know the calls of a function.
  bool isAsked(const clang::FunctionDecl *Function) {
    if (AskedNames.empty() || Function->hasAttr<clang::CUDAGlobalAttr>() ||
        Function->hasBody() ||
        Sources.isInSystemHeader(Function->getLocation()))
      return false;
    const clang::FunctionDecl *Canonical = Function->getCanonicalDecl();
    auto [Known, IsNew] = IsAsked.try_emplace(Canonical);
    if (IsNew) {
      Known->second = AskedNames.contains(linkName(Canonical, Context));
      if (Known->second)
        AskedFunctions.insert(Canonical);
    }
    return Known->second;
  }
  void noteMention(const clang::FunctionDecl *Function) {
    if (Function && !IsInTemplate && isAsked(Function))
      ++Mentions[Function->getCanonicalDecl()];
  }
  bool IsInTemplate = false;
  llvm::StringSet<> AskedNames;
  llvm::DenseMap<const clang::FunctionDecl *, bool> IsAsked;

  /// What the runtime is told of a kernel, or asked; launches that are followed
  /// are among it.
  void noteRuntimeCall(const clang::CallExpr *Call, llvm::StringRef Name) {
    if (!Name.starts_with("cudaFunc") && !Name.starts_with("cudaOccupancy") &&
        !Name.starts_with("cudaLaunch"))
      return;
    for (const clang::Expr *Argument : Call->arguments())
      while (const auto *Cast =
                 llvm::dyn_cast<clang::CastExpr>(Argument->IgnoreParens())) {
        Asked.insert(Cast);
        Argument = Cast->getSubExpr();
      }
    for (const clang::Expr *Argument : Call->arguments())
      Called.insert(Argument->IgnoreParenCasts());
  }
  llvm::DenseSet<const clang::Expr *>
      Asked; ///< casts in arguments of the runtime
};

} // namespace banklint

#endif // BANKLINT_LAUNCH_HOSTVISITOR_H
