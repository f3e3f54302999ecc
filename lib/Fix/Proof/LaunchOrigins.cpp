//===- LaunchOrigins.cpp - What launches are made of ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/LaunchOrigins.h"
#include "Cuda/Intrinsics.h"
#include "Cuda/KernelCalls.h"
#include "Proof/Callers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

/// The call that a name of a function is the callee of; null for other names.
static const CallExpr *callOf(const Expr *Name, const SourceMap &Map) {
  const CallExpr *Found = nullptr;
  for (const SourceParent &Parent : Map.parentsOf(Name)) {
    const auto *Around = dyn_cast_or_null<Expr>(Parent.Statement);
    const auto *Call = dyn_cast_or_null<CallExpr>(Around);
    Found = Call && Call->getCallee() == Name ? Call
            : isa_and_nonnull<ImplicitCastExpr, ParenExpr>(Around)
                ? callOf(Around, Map)
                : nullptr;
    if (!Found)
      return nullptr;
  }
  return Found;
}

bool LaunchOrigins::isCalledByName(const FunctionDecl *Function) const {
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  return Function->getIdentifier() && !Function->isMain() &&
         !(Method && Method->isInstance()) &&
         !Map.callers().namedOutside(Function) &&
         !Walked.Lost->mayUse(Function->getName()) &&
         llvm::all_of(
             Map.referencesTo(cast<ValueDecl>(Function->getCanonicalDecl())),
             [&](const Expr *Name) { return callOf(Name, Map); });
}

/// Whether nothing is done with a name of a variable but to read it. A lambda
/// that captures it names it wherever it does something with it.
bool LaunchOrigins::isOnlyRead(const Expr *E) const {
  return llvm::all_of(Map.parentsOf(E), [&](const SourceParent &Parent) {
    if (Parent.IsTypeOnly)
      return true;
    const auto *Around = dyn_cast_or_null<Expr>(Parent.Statement);
    if (const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(Around))
      return Cast->getCastKind() == CK_LValueToRValue ||
             (Cast->getCastKind() == CK_NoOp &&
              Cast->getType().isConstQualified());
    if (isa_and_nonnull<MemberExpr, ParenExpr>(Around))
      return isOnlyRead(Around);
    const auto *Made = dyn_cast_or_null<CXXConstructExpr>(Around);
    const auto *Lambda = dyn_cast_or_null<LambdaExpr>(Around);
    return (Lambda && !Lambda->isGenericLambda()) ||
           (Made && Made->getConstructor()->isCopyOrMoveConstructor());
  });
}

/// Whether rejected text may name a variable: a local one, in its function.
bool LaunchOrigins::mayBeNamedUnread(const VarDecl *D) const {
  if (!Walked.Lost->mayUse(D->getName()))
    return false;
  return !D->isLocalVarDeclOrParm() ||
         llvm::any_of(Map.bodiesAround(D->getLocation()),
                      [&](const FunctionDecl *Function) {
                        return !Function->getIdentifier() ||
                               Walked.Lost->hasErrorsIn(Function->getName());
                      });
}

bool LaunchOrigins::isClosed(const VarDecl *D) {
  if (!Seen.insert(D->getCanonicalDecl()).second)
    return true; // as what it was met in
  const llvm::ArrayRef<const Expr *> Values = Map.valuesOf(D);
  const bool IsConstant = D->getType().isConstQualified();
  if (const auto *Parameter = dyn_cast<ParmVarDecl>(D)) {
    const auto *Function = dyn_cast<FunctionDecl>(Parameter->getDeclContext());
    if (!Function || !isCalledByName(Function))
      return false;
  } else if (Values.size() != 1 || (!IsConstant && D->isExternallyVisible())) {
    return false;
  }
  return !Values.empty() && !D->getType()->isReferenceType() &&
         !(mayBeNamedUnread(D) && !(IsConstant && D->isLocalVarDecl())) &&
         (IsConstant ||
          (!Map.isChanged(D) &&
           llvm::all_of(Map.referencesTo(D),
                        [&](const Expr *Name) { return isOnlyRead(Name); }))) &&
         llvm::all_of(Values, [&](const Expr *V) { return isClosed(V); });
}

bool LaunchOrigins::isClosed(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  Expr::EvalResult Known;
  if (!E->isValueDependent() && E->getType()->isIntegralOrEnumerationType() &&
      E->EvaluateAsRValue(Known, Context) && !Known.HasSideEffects)
    return true;
  if (const auto *Name = dyn_cast<DeclRefExpr>(E)) {
    const auto *Variable = dyn_cast<VarDecl>(Name->getDecl());
    return isa<EnumConstantDecl>(Name->getDecl()) ||
           (Variable && isClosed(Variable));
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->isArithmeticOp() && isClosed(Unary->getSubExpr());
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return isClosed(Default->getExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary && Binary->isAssignmentOp())
    return false;
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const auto *Triple = Member->getBase()->getType()->getAsCXXRecordDecl();
    return Triple && Triple->getName() == "dim3" && isClosed(Member->getBase());
  }
  if (isa<BinaryOperator, ConditionalOperator, CXXConstructExpr, CastExpr,
          MaterializeTemporaryExpr, ExprWithCleanups, CXXBindTemporaryExpr,
          InitListExpr, SubstNonTypeTemplateParmExpr, ConstantExpr>(E))
    return llvm::all_of(E->children(), [&](const Stmt *Part) {
      return isa_and_nonnull<Expr>(Part) && isClosed(cast<Expr>(Part));
    });
  return isa<UnaryExprOrTypeTraitExpr, CXXScalarValueInitExpr,
             ImplicitValueInitExpr>(E);
}

bool LaunchOrigins::isClosed(const CUDAKernelCallExpr &Launch) {
  const std::optional<LaunchConfiguration> Config = configurationOf(Launch);
  return Config && isClosed(Config->Block) && isClosed(Config->SharedBytes);
}

/// Whether nothing is done with a name of a kernel but to keep it, and to ask
/// the runtime for what the kernel takes.
static bool isOnlyKept(const Expr *Name, const SourceMap &Map) {
  return llvm::all_of(Map.parentsOf(Name), [&](const SourceParent &Parent) {
    const auto *Around = dyn_cast_or_null<Expr>(Parent.Statement);
    if (const auto *Call = dyn_cast_or_null<CallExpr>(Around)) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      return Callee && isOfCudaLibrary(*Callee) && Callee->getIdentifier() &&
             (Callee->getName().starts_with("cudaFunc") ||
              Callee->getName().starts_with("cudaOccupancy"));
    }
    return !Around || isOnlyKept(Around, Map);
  });
}

/// Launches of what a variable holds.
bool LaunchOrigins::areHeldClosed() {
  llvm::SmallVector<const Stmt *, 16> Left;
  for (const FunctionDecl *Function : Map.bodies())
    if (!Function->hasAttr<CUDAGlobalAttr>())
      Left.push_back(Function->getBody());
  while (!Left.empty()) {
    const Stmt *S = Left.pop_back_val();
    const auto *Launch = dyn_cast_or_null<CUDAKernelCallExpr>(S);
    if (Launch && !Launch->getDirectCallee() && !isClosed(*Launch))
      return false;
    if (S)
      llvm::append_range(Left, S->children());
  }
  return true;
}

/// A name beside launches is that of a list or a variable: all launches of what
/// one holds may be of this kernel, if rejected text has no more of them.
bool LaunchOrigins::areClosed() {
  bool IsHeld = false;
  for (const Expr *Name :
       Map.referencesTo(cast<ValueDecl>(Walked.Kernel->getCanonicalDecl()))) {
    const auto *Launch =
        dyn_cast_or_null<CUDAKernelCallExpr>(callOf(Name, Map));
    IsHeld |= !Launch;
    if (Launch ? !isClosed(*Launch) : !isOnlyKept(Name, Map))
      return false;
  }
  return !IsHeld || (Walked.Lost->isEmpty() && areHeldClosed());
}
