//===- CalledCode.h - What runs where a function is called ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_CALLEDCODE_H
#define BANKLINT_CUDA_CALLEDCODE_H

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace banklint {

/// Visits what runs where a function is called, and tells `noteCallee` of each
/// function that this comes to: by name, by an operator, as a constructor, or
/// as the destructor of a variable, a temporary, a member or a base. A generic
/// lambda is its instances, which are called.
///
///   { Timer T(n); s[T.now()] = 0; }   // Timer, now and ~Timer
///
/// A visitor that has one of these methods itself calls this one's in it.
template <typename Derived>
class CalledCodeVisitor : public clang::RecursiveASTVisitor<Derived> {
  using Visitor = clang::RecursiveASTVisitor<Derived>;

public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  bool shouldVisitLambdaBody() const { return true; }

  /// Visits what runs where a function is called, whose definition this is.
  void visitDefinition(const clang::FunctionDecl &Defined) {
    if (const auto *Made = llvm::dyn_cast<clang::CXXConstructorDecl>(&Defined))
      for (const clang::CXXCtorInitializer *Init : Made->inits())
        this->getDerived().TraverseStmt(Init->getInit());
    visitParts(Defined);
    this->getDerived().TraverseStmt(Defined.getBody());
  }
  /// What a destructor ends, one without a definition, too.
  void visitParts(const clang::FunctionDecl &Function) {
    const auto *Ended = llvm::dyn_cast<clang::CXXDestructorDecl>(&Function);
    if (!Ended)
      return;
    for (const clang::CXXBaseSpecifier &Base : Ended->getParent()->bases())
      noteDestructor(Base.getType());
    for (const clang::FieldDecl *Field : Ended->getParent()->fields())
      noteDestructor(Field->getType());
  }

  bool TraverseLambdaExpr(clang::LambdaExpr *E) {
    if (!E->isGenericLambda())
      return Visitor::TraverseLambdaExpr(E);
    for (clang::Expr *Captured : E->capture_inits())
      this->getDerived().TraverseStmt(Captured);
    return true;
  }

  bool VisitVarDecl(clang::VarDecl *Variable) {
    noteDestructor(Variable->getType());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *E) { return note(E->getDecl()); }
  bool VisitMemberExpr(clang::MemberExpr *E) {
    return note(E->getMemberDecl());
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *E) {
    noteDestructor(E->getType()); // of a member, or of a temporary
    return note(E->getConstructor());
  }
  bool VisitCXXInheritedCtorInitExpr(clang::CXXInheritedCtorInitExpr *E) {
    return note(E->getConstructor());
  }
  bool VisitCXXBindTemporaryExpr(clang::CXXBindTemporaryExpr *E) {
    noteDestructor(E->getType());
    return true;
  }
  bool VisitCXXNewExpr(clang::CXXNewExpr *E) {
    return note(E->getOperatorNew());
  }
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr *E) {
    noteDestructor(E->getDestroyedType());
    return note(E->getOperatorDelete());
  }

private:
  bool note(const clang::Decl *Named) {
    if (const auto *F = llvm::dyn_cast_or_null<clang::FunctionDecl>(Named))
      this->getDerived().noteCallee(*F);
    return true;
  }
  void noteDestructor(clang::QualType Type) {
    const clang::CXXRecordDecl *Class =
        Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (Class && Class->hasDefinition() && !Class->hasTrivialDestructor())
      note(Class->getDestructor());
  }
};

} // namespace banklint

#endif // BANKLINT_CUDA_CALLEDCODE_H
