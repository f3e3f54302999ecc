//===- RejectedLocals.cpp - Variables that cost an instance ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parsing/RejectedLocals.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

static bool isRejectedInTemplate(const Decl *D) {
  return llvm::isa<VarDecl, BindingDecl>(D) && D->isInvalidDecl() &&
         D->getDeclContext()->isDependentContext();
}

/// Whether no number is made of a function but by walking it: what is lost
/// there is found then. Host code is also read for launches, and Clang makes
/// constants of what is constexpr, as lambdas are.
static bool isOnlyWalked(const FunctionDecl &Function) {
  return (Function.hasAttr<CUDAGlobalAttr>() ||
          (Function.hasAttr<CUDADeviceAttr>() &&
           !Function.hasAttr<CUDAHostAttr>())) &&
         !Function.isConstexpr();
}

namespace {
/// Where rejected variables are declared, and where they are named all the
/// same: in operands of what Clang has recovered.
class RejectedVisitor : public RecursiveASTVisitor<RejectedVisitor> {
public:
  bool TraverseDecl(Decl *D) {
    const llvm::SaveAndRestore Within(IsWalked);
    if (const auto *Function = llvm::dyn_cast_or_null<FunctionDecl>(D))
      IsWalked = isOnlyWalked(*Function);
    return RecursiveASTVisitor::TraverseDecl(D);
  }
  bool TraverseLambdaExpr(LambdaExpr *Lambda) {
    const llvm::SaveAndRestore Within(IsWalked, false);
    return RecursiveASTVisitor::TraverseLambdaExpr(Lambda);
  }
  bool VisitStmt(Stmt *S) {
    if (!IsWalked)
      return true;
    for (Stmt *&Part : S->children()) {
      const auto *Declared = llvm::dyn_cast_or_null<DeclStmt>(Part);
      const auto *Name = llvm::dyn_cast_or_null<DeclRefExpr>(Part);
      const auto *Lost = llvm::dyn_cast_or_null<Expr>(Part);
      if (llvm::isa<CompoundStmt>(S) &&
          (Declared ? llvm::any_of(Declared->decls(), isRejectedInTemplate)
                    : Lost && Lost->containsErrors() &&
                          Lost->isInstantiationDependent()))
        Statements.push_back(&Part);
      else if (Name && isRejectedInTemplate(Name->getDecl()))
        Names.push_back(&Part);
    }
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *Lambda) {
    IsCaptured |= llvm::any_of(Lambda->captures(), [](const LambdaCapture &C) {
      return C.capturesVariable() && isRejectedInTemplate(C.getCapturedVar());
    });
    return true;
  }
  std::vector<Stmt **> Statements, Names;
  bool IsCaptured = false;

private:
  bool IsWalked = false;
};
} // namespace

void RejectedLocals::takeOut(Decl *D) {
  RejectedVisitor Found;
  Found.TraverseDecl(D);
  if (Found.IsCaptured)
    return;
  ASTContext &Context = D->getASTContext();
  auto Replace = [&](Stmt **Place, Stmt *By) {
    Taken.push_back({Place, *Place});
    *Place = By;
  };
  for (Stmt **Place : Found.Names)
    Replace(Place, RecoveryExpr::Create(Context, Context.DependentTy,
                                        (*Place)->getBeginLoc(),
                                        (*Place)->getEndLoc(), {}));
  for (Stmt **Place : Found.Statements) {
    Stmt *Whole = *Place;
    llvm::SmallVector<Decl *, 4> Kept;
    if (auto *Declared = llvm::dyn_cast<DeclStmt>(Whole))
      llvm::copy_if(
          Declared->decls(), std::back_inserter(Kept),
          [](const Decl *Each) { return !isRejectedInTemplate(Each); });
    Replace(Place,
            new (Context) DeclStmt(DeclGroupRef::Create(Context, Kept.data(),
                                                        unsigned(Kept.size())),
                                   Whole->getBeginLoc(), Whole->getEndLoc()));
  }
}

void RejectedLocals::putBack() {
  for (auto [Place, S] : Taken)
    *Place = S;
}
