//===- Callers.cpp - Who comes to a function ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Callers.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace banklint;
using namespace clang;

namespace {
/// Lists the functions that one names, and the lambdas that it makes.
class NamedFunctions : public RecursiveASTVisitor<NamedFunctions> {
public:
  bool shouldVisitImplicitCode() const { return true; }

  void visit(const FunctionDecl *Defined) {
    if (const auto *Constructor = llvm::dyn_cast<CXXConstructorDecl>(Defined))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        TraverseStmt(Init->getInit());
    if (const auto *Destructor = llvm::dyn_cast<CXXDestructorDecl>(Defined)) {
      for (const CXXBaseSpecifier &Base : Destructor->getParent()->bases())
        addDestructor(Base.getType());
      for (const FieldDecl *Field : Destructor->getParent()->fields())
        addDestructor(Field->getType());
    }
    TraverseStmt(Defined->getBody());
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    return add(llvm::dyn_cast<FunctionDecl>(E->getDecl()));
  }
  bool VisitMemberExpr(MemberExpr *E) {
    return add(llvm::dyn_cast<FunctionDecl>(E->getMemberDecl()));
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    addDestructor(E->getType());
    return add(E->getConstructor());
  }
  bool VisitCXXInheritedCtorInitExpr(CXXInheritedCtorInitExpr *E) {
    return add(E->getConstructor());
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) {
    return TraverseStmt(E->getExpr());
  }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) {
    return TraverseStmt(E->getExpr());
  }
  bool VisitCXXNewExpr(CXXNewExpr *E) { return add(E->getOperatorNew()); }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) {
    if (!E->getDestroyedType().isNull())
      addDestructor(E->getDestroyedType());
    return add(E->getOperatorDelete());
  }
  bool VisitVarDecl(VarDecl *D) {
    addDestructor(D->getType());
    return true;
  }
  bool VisitBindingDecl(BindingDecl *D) {
    const VarDecl *Holder = D->getHoldingVar();
    return !Holder || TraverseStmt(const_cast<Expr *>(Holder->getInit()));
  }
  /// Its body is a function of its own.
  bool TraverseLambdaExpr(LambdaExpr *E) {
    for (Expr *Captured : E->capture_inits())
      TraverseStmt(Captured);
    if (const FunctionTemplateDecl *Generic = E->getDependentCallOperator())
      Lambdas.insert(Generic->spec_begin(), Generic->spec_end());
    else
      Lambdas.insert(E->getCallOperator());
    return true;
  }

  llvm::SetVector<const FunctionDecl *> Found, Lambdas;

private:
  bool add(const FunctionDecl *Function) {
    if (Function)
      Found.insert(Function->getCanonicalDecl());
    return true;
  }
  void addDestructor(QualType Type) {
    if (Type.isNull() || Type->isDependentType())
      return;
    const auto *Class = Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (Class && Class->hasDefinition())
      add(Class->getDestructor());
  }
};
} // namespace

Callers::Callers(llvm::ArrayRef<const FunctionDecl *> Bodies,
                 const SourceManager &Sources) {
  llvm::SetVector<const FunctionDecl *> Left(Bodies.begin(), Bodies.end());
  // The loop adds what each body names.
  for (size_t I = 0; I != Left.size(); ++I) {
    const FunctionDecl *Defined = nullptr;
    if (!Left[I]->hasBody(Defined) || Defined->isDependentContext() ||
        Sources.isInSystemHeader(Defined->getLocation()))
      continue;
    NamedFunctions Names;
    Names.visit(Defined);
    for (const FunctionDecl *Callee : Names.Found)
      CallersOf[Callee].insert(Defined->getCanonicalDecl());
    for (const auto &Named : {Names.Found, Names.Lambdas})
      for (const FunctionDecl *Function : Named)
        if (const FunctionDecl *Body = nullptr; Function->hasBody(Body))
          Left.insert(Body);
  }
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
