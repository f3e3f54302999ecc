//===- Callers.cpp - Who comes to a function ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/Callers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

namespace banklint {
/// Visits all that the user wrote, and what Clang makes of it. What stands in
/// the body of a function is executed by it, and all else by nobody in
/// particular.
class CallerVisitor : public RecursiveASTVisitor<CallerVisitor> {
public:
  CallerVisitor(Callers &To, const SourceManager &Sources)
      : To(To), Sources(Sources) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool TraverseDecl(Decl *D) {
    if (!D || (!isa<TranslationUnitDecl>(D) &&
               Sources.isInSystemHeader(D->getLocation())))
      return true;
    const llvm::SaveAndRestore<const FunctionDecl *> Within(
        Function, isExecuted(*D) ? Function : nullptr);
    const llvm::SaveAndRestore<const FunctionDecl *> Defined(
        Definition, llvm::dyn_cast<FunctionDecl>(D));
    return RecursiveASTVisitor::TraverseDecl(D);
  }

  bool TraverseStmt(Stmt *S) {
    if (!S || !Definition || !Definition->doesThisDeclarationHaveABody() ||
        S != Definition->getBody())
      return RecursiveASTVisitor::TraverseStmt(S);
    return traverseBody([&] { RecursiveASTVisitor::TraverseStmt(S); });
  }
  bool TraverseConstructorInitializer(CXXCtorInitializer *Init) {
    return traverseBody(
        [&] { RecursiveASTVisitor::TraverseConstructorInitializer(Init); });
  }

  bool TraverseLambdaExpr(LambdaExpr *E) {
    for (Expr *Captured : E->capture_inits())
      TraverseStmt(Captured);
    if (const FunctionTemplateDecl *Generic = E->getDependentCallOperator())
      for (FunctionDecl *Instance : Generic->specializations())
        TraverseDecl(Instance);
    else
      TraverseDecl(E->getCallOperator());
    return true;
  }

  bool TraverseConstantExpr(ConstantExpr *E) {
    return outside([&] { RecursiveASTVisitor::TraverseConstantExpr(E); });
  }
  bool TraverseTypeLoc(TypeLoc Loc, bool TraverseQualifier = true) {
    return outside(
        [&] { RecursiveASTVisitor::TraverseTypeLoc(Loc, TraverseQualifier); });
  }
  bool TraverseTemplateArgumentLoc(const TemplateArgumentLoc &Loc) {
    return outside(
        [&] { RecursiveASTVisitor::TraverseTemplateArgumentLoc(Loc); });
  }
  bool TraverseAttr(Attr *A) {
    return outside([&] { RecursiveASTVisitor::TraverseAttr(A); });
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    return add(llvm::dyn_cast<FunctionDecl>(E->getDecl()), E);
  }
  bool VisitMemberExpr(MemberExpr *E) {
    return add(llvm::dyn_cast<FunctionDecl>(E->getMemberDecl()), E);
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    return add(E->getConstructor(), E);
  }
  bool VisitCXXInheritedCtorInitExpr(CXXInheritedCtorInitExpr *E) {
    return add(E->getConstructor(), E);
  }
  bool VisitCXXNewExpr(CXXNewExpr *E) { return add(E->getOperatorNew(), E); }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) {
    return add(E->getOperatorDelete(), E);
  }
  /// What the elements are that no initializer is written for.
  bool VisitInitListExpr(InitListExpr *E) {
    return !E->hasArrayFiller() || TraverseStmt(E->getArrayFiller());
  }
  bool VisitCleanupAttr(CleanupAttr *A) {
    To.Outside.try_emplace(A->getFunctionDecl()->getCanonicalDecl(),
                           A->getLocation());
    return true;
  }
  bool VisitOverloadExpr(OverloadExpr *E) {
    for (NamedDecl *D : E->decls()) {
      D = D->getUnderlyingDecl();
      if (const auto *Template = llvm::dyn_cast<FunctionTemplateDecl>(D))
        for (const FunctionDecl *Instance : Template->specializations())
          add(Instance, E);
      add(llvm::dyn_cast<FunctionDecl>(D), E);
    }
    return true;
  }
  bool VisitBindingDecl(BindingDecl *D) {
    const VarDecl *Holder = D->getHoldingVar();
    return !Holder || TraverseStmt(const_cast<Expr *>(Holder->getInit()));
  }

private:
  /// Does the function around a declaration execute its initializer?
  static bool isExecuted(const Decl &D) {
    if (const auto *Variable = llvm::dyn_cast<VarDecl>(&D))
      return Variable->hasLocalStorage() && !Variable->isConstexpr() &&
             !isa<ParmVarDecl>(D);
    return isa<BindingDecl>(D);
  }
  /// Templates are executed as their instances, which are visited, too.
  template <typename Traversal> bool traverseBody(Traversal Go) {
    if (Definition->isDependentContext())
      return true;
    const llvm::SaveAndRestore<const FunctionDecl *> Within(
        Function, Definition->getCanonicalDecl());
    Go();
    return true;
  }
  template <typename Traversal> bool outside(Traversal Go) {
    const llvm::SaveAndRestore<const FunctionDecl *> Within(Function, nullptr);
    Go();
    return true;
  }
  bool add(const FunctionDecl *Named, const Expr *E) {
    if (Named && Function)
      To.CallersOf[Named->getCanonicalDecl()].insert(Function);
    else if (Named)
      To.Outside.try_emplace(Named->getCanonicalDecl(), E->getBeginLoc());
    return true;
  }

  Callers &To;
  const SourceManager &Sources;
  /// Whose declaration is visited, and whose body.
  const FunctionDecl *Definition = nullptr;
  const FunctionDecl *Function = nullptr;
};
} // namespace banklint

Callers::Callers(const ASTContext &Context) {
  CallerVisitor(*this, Context.getSourceManager())
      .TraverseDecl(Context.getTranslationUnitDecl());
}

llvm::SetVector<const FunctionDecl *>
Callers::leadingTo(llvm::ArrayRef<const FunctionDecl *> Functions) const {
  llvm::SetVector<const FunctionDecl *> Result;
  for (const FunctionDecl *Function : Functions)
    Result.insert(Function->getCanonicalDecl());
  // The loop adds the callers of each.
  for (size_t I = 0; I != Result.size(); ++I)
    if (auto Found = CallersOf.find(Result[I]);
        Found != CallersOf.end() && !Result[I]->hasAttr<CUDAGlobalAttr>())
      Result.insert_range(Found->second);
  return Result;
}

std::optional<SourceLocation>
Callers::namedOutside(const FunctionDecl *Function) const {
  auto Found = Outside.find(Function->getCanonicalDecl());
  return Found == Outside.end() ? std::nullopt : std::optional(Found->second);
}
