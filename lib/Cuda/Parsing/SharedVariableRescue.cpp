//===- SharedVariableRescue.cpp - Shared objects with constructors --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/SharedVariableRescue.h"
#include "Parsing/TokenWatcher.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"

using namespace banklint;
using llvm::dyn_cast;
using llvm::isa;

void SharedVariableRescue::rejected(clang::SourceLocation Where) {
  Rejected = Where;
  if (IsWatching || !Compiler.hasSema())
    return;
  IsWatching = true;
  addTokenWatcher(Compiler.getPreprocessor(),
                  [this](const clang::Token &) { rescue(); });
}

void SharedVariableRescue::rescue() {
  if (Rejected.isInvalid())
    return;
  if (const clang::Scope *Inner = Compiler.getSema().getCurScope())
    for (clang::Decl *D : Inner->decls())
      if (D->getLocation() == Rejected)
        D->setInvalidDecl(false);
  Rejected = {};
}

/// Declares that nothing runs where such a variable begins and ends.
static void makeTrivial(const clang::VarDecl *Variable) {
  clang::QualType Type =
      Variable->getASTContext().getBaseElementType(Variable->getType());
  const clang::CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition())
    return;
  for (clang::CXXConstructorDecl *Constructor : Class->ctors())
    if (Constructor->isDefaultConstructor())
      Constructor->setTrivial(true);
  if (clang::CXXDestructorDecl *Destructor = Class->getDestructor())
    Destructor->setTrivial(true);
}

void SharedVariableRescue::parsed(clang::Decl *D) {
  if (isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(D)) {
    for (clang::Decl *Inner : llvm::cast<clang::DeclContext>(D)->decls())
      parsed(Inner);
    return;
  }
  const auto *Template = dyn_cast<clang::FunctionTemplateDecl>(D);
  if (!Template ||
      Compiler.getSourceManager().isInSystemHeader(Template->getLocation()))
    return;
  for (const clang::Decl *Local : Template->getTemplatedDecl()->decls())
    if (const auto *Variable = dyn_cast<clang::VarDecl>(Local);
        Variable && Variable->hasAttr<clang::CUDASharedAttr>())
      makeTrivial(Variable);
}
