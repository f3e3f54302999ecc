//===- EditFacts.cpp - What belongs to the edits of a fix -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/EditFacts.h"
#include "Candidates/Uses.h"
#include "Cuda/Intrinsics.h"
#include "Cuda/Locations.h"
#include "Cuda/Names.h"
#include "Layout/Search.h"
#include "Proof/BlockMemory.h"
#include "Text/Edits.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

namespace {
/// Follows the address of a kernel: as long as it stays in functions and
/// variables of this source, all its launches are seen.
class KernelAddress {
public:
  explicit KernelAddress(const SourceMap &Map) : Map(Map) {}

  /// Whether it goes elsewhere from an expression that has its value, or that
  /// of a variable with it.
  bool leaves(const Expr *E);

private:
  bool leavesBy(const Stmt *Around, const Expr *E);
  bool leavesByCall(const CallExpr *Call, const Expr *E);
  bool leavesIn(const ValueDecl *D);

  const SourceMap &Map;
  llvm::SmallPtrSet<const ValueDecl *, 8> Seen;
};
} // namespace

bool KernelAddress::leaves(const Expr *E) {
  return llvm::any_of(Map.parentsOf(E), [&](const SourceParent &Parent) {
    if (Parent.Statement)
      return leavesBy(Parent.Statement, E);
    const auto *D = llvm::dyn_cast_or_null<VarDecl>(Parent.Declaration);
    return !Parent.IsTypeOnly && (!D || leavesIn(D));
  });
}

/// What is read of a variable later, wherever it stands in this source.
bool KernelAddress::leavesIn(const ValueDecl *D) {
  if (!Seen.insert(D).second)
    return false;
  return D->isExternallyVisible() ||
         llvm::any_of(Map.referencesTo(D),
                      [&](const Expr *Named) { return leaves(Named); });
}

bool KernelAddress::leavesByCall(const CallExpr *Call, const Expr *E) {
  // What a list of kernels gives has their addresses, too; else it is a launch.
  if (Call->getCallee() == E)
    return llvm::isa<CXXMemberCallExpr>(Call) && leaves(Call);
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return true;
  if (isOfCudaLibrary(*Callee) ||
      (Callee->getIdentifier() && Callee->getName().starts_with("cuda")))
    return false;
  if (!Callee->hasBody())
    return true;
  bool Leaves = true;
  forEachArgument(Call,
                  [&](const Expr *Argument, const ParmVarDecl *Parameter) {
                    if (Argument == E)
                      Leaves = !Parameter || leavesIn(Parameter);
                  });
  return Leaves;
}

bool KernelAddress::leavesBy(const Stmt *Around, const Expr *E) {
  if (const auto *Call = llvm::dyn_cast<CallExpr>(Around))
    return leavesByCall(Call, E);
  if (const auto *Binary = llvm::dyn_cast<BinaryOperator>(Around)) {
    if (Binary->isComparisonOp() || Binary->isLogicalOp() ||
        (Binary->isAssignmentOp() && Binary->getLHS() == E))
      return false;
    const ValueDecl *Target = Binary->getOpcode() == BO_Assign
                                  ? baseOfAddress(Binary->getLHS())
                                  : nullptr;
    return !Target || Target->getType()->isReferenceType() ||
           llvm::isa<FieldDecl>(Target) || leavesIn(Target);
  }
  if (const auto *Unary = llvm::dyn_cast<UnaryOperator>(Around))
    return Unary->getOpcode() != UO_LNot && leaves(Unary);
  if (const auto *Subscript = llvm::dyn_cast<ArraySubscriptExpr>(Around))
    return Subscript->getBase() == E && leaves(Subscript);
  if (const auto *Choice = llvm::dyn_cast<ConditionalOperator>(Around))
    return Choice->getCond() != E && leaves(Choice);
  if (const auto *Made = llvm::dyn_cast<CXXConstructExpr>(Around))
    return !Made->getConstructor()->isCopyOrMoveConstructor() || leaves(Made);
  if (llvm::isa<LambdaExpr>(Around))
    return false; // what captures a variable names it
  if (llvm::isa<CastExpr, ParenExpr, InitListExpr, CXXStdInitializerListExpr,
                FullExpr, MemberExpr, MaterializeTemporaryExpr,
                SubstNonTypeTemplateParmExpr>(Around))
    return leaves(cast<Expr>(Around));
  // What Clang rejects counts by itself, and a statement drops the value.
  return llvm::isa<Expr, ReturnStmt>(Around) &&
         !llvm::isa<RecoveryExpr>(Around);
}

const FunctionDecl *banklint::kernelWithOtherBlocks(const DeclaredArray &Array,
                                                    const SourceMap &Map) {
  for (const ArrayInKernel &Use : Array.Uses) {
    const FunctionDecl *Kernel = walkOf(Use).Kernel;
    const LaunchShape &Shape = walkOf(Use).Shape;
    KernelAddress Address(Map);
    // A driver may launch it by its name; a guess is for whoever does.
    if (Shape.HasOthers || (Kernel->isExternC() && !Shape.IsGuess) ||
        llvm::any_of(
            Map.referencesTo(cast<ValueDecl>(Kernel->getCanonicalDecl())),
            [&](const Expr *Named) { return Address.leaves(Named); }))
      return Kernel;
  }
  return nullptr;
}

std::vector<std::string> banklint::symbolsOf(const DeclaredArray &Array,
                                             const Fix &Edits,
                                             const SourceMap &Map,
                                             const ASTContext &Context) {
  std::set<std::string> Names;
  for (const ArrayInKernel &Use : Array.Uses) {
    const WalkedKernel &Walked = walkOf(Use);
    Names.insert(externalName(Walked.Kernel, Context));
    Names.insert(Walked.Shape.CalledElsewhere.begin(),
                 Walked.Shape.CalledElsewhere.end());
    if (Walked.Shape.Where.isInvalid())
      continue;
    for (const FunctionDecl *Function : Map.bodiesAround(Walked.Shape.Where))
      if (Function->isReferenced() && !Function->isMain())
        Names.insert(externalName(Function, Context));
  }
  const std::vector<const FunctionDecl *> Edited = Map.bodiesEditedBy(Edits);
  for (const FunctionDecl *Function : Map.callers().leadingTo(Edited))
    if (Function->hasAttr<CUDADeviceAttr>())
      Names.insert(externalName(Function, Context));
  Names.erase("");
  return {Names.begin(), Names.end()};
}

std::vector<KernelGrowth>
banklint::growthOf(const DeclaredArray &Array,
                   const std::vector<ArrayInKernel> &Uses, const Layout &Longer,
                   const SourceMap &Map, const ASTContext &Context) {
  std::set<KernelGrowth> Kernels;
  const GrowthOfBlocks Growth(Uses, Longer);
  const bool KeepsBlocks = countsOnBlocks(Array, Map, Context);
  for (const ArrayInKernel &Use : Uses) {
    const WalkedKernel &Walked = walkOf(Use);
    Kernels.insert({fullSignatureOf(*Walked.Kernel),
                    pointOf(Walked.Kernel->getLocation(), Context),
                    Growth.of(Use), roomOf(Use, KeepsBlocks, Map, Context)});
  }
  return {Kernels.begin(), Kernels.end()};
}
