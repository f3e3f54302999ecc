//===- EditFacts.cpp - What belongs to the edits of a fix -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EditFacts.h"
#include "Cuda/Locations.h"
#include "Cuda/Names.h"
#include "Edits.h"
#include "Layout/Search.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

/// Whether the address of a kernel goes where no launch is followed: a function
/// returns it, an object is made of it, or it is stored in what is no variable.
static bool leavesItsSource(const Expr *Kernel, const SourceMap &Map) {
  return llvm::any_of(Map.parentsOf(Kernel), [&](const SourceParent &Parent) {
    const Stmt *Around = Parent.Statement;
    if (!Around)
      return false;
    if (const auto *Assigned = dyn_cast<BinaryOperator>(Around))
      return Assigned->isAssignmentOp() &&
             !isa<DeclRefExpr>(Assigned->getLHS()->IgnoreParens());
    if (const auto *Made = dyn_cast<CXXConstructExpr>(Around);
        Made && !Made->getConstructor()->isCopyOrMoveConstructor())
      return true;
    const bool IsPart = isa<CastExpr, ParenExpr, ConditionalOperator,
                            InitListExpr, CXXConstructExpr>(Around) ||
                        isa<UnaryOperator>(Around);
    return isa<ReturnStmt>(Around) ||
           (IsPart && leavesItsSource(cast<Expr>(Around), Map));
  });
}

const FunctionDecl *banklint::kernelWithOtherBlocks(const DeclaredArray &Array,
                                                    const SourceMap &Map) {
  for (const ArrayInKernel &Use : Array.Uses) {
    const FunctionDecl *Kernel = walkOf(Use).Kernel;
    const auto Leaves = [&](const Expr *Named) {
      return leavesItsSource(Named, Map);
    };
    if (walkOf(Use).Shape.HasOthers ||
        llvm::any_of(
            Map.referencesTo(cast<ValueDecl>(Kernel->getCanonicalDecl())),
            Leaves))
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

/// Whether all edits stand within the bodies of its kernels.
static bool standInKernels(const Fix &Edits, const DeclaredArray &Array,
                           const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  return llvm::all_of(Edits.Edits, [&](const Edit &E) {
    const FileID File = fileNamed(E.File, Sources);
    return llvm::any_of(Array.Uses, [&](const ArrayInKernel &Use) {
      const SourceRange Body = walkOf(Use).Kernel->getBody()->getSourceRange();
      return File.isValid() &&
             holds({Sources.getFileLoc(Body.getBegin()),
                    Sources.getFileLoc(Body.getEnd())},
                   Sources.getComposedLoc(File, E.OffsetBytes), Sources);
    });
  });
}

bool banklint::isHalfRead(const DeclaredArray &Array, const Fix &Edits,
                          const ASTContext &Context) {
  if (!walkOf(Array.Uses.front()).HasFaults)
    return false;
  const bool HasRows = Array.any().SizeBytes && Array.any().Extents.size() > 1;
  return !HasRows || !Array.dynamicArrays().empty() ||
         llvm::any_of(
             Array.Uses,
             [](const ArrayInKernel &Use) { return walkOf(Use).IsHalfRead; }) ||
         !standInKernels(Edits, Array, Context);
}

std::vector<KernelGrowth>
banklint::growthOf(const std::vector<ArrayInKernel> &Uses, const Layout &Longer,
                   const ASTContext &Context) {
  std::set<KernelGrowth> Kernels;
  const GrowthOfBlocks Growth(Uses, Longer);
  for (const ArrayInKernel &Use : Uses) {
    const WalkedKernel &Walked = walkOf(Use);
    Kernels.insert({fullSignatureOf(*Walked.Kernel),
                    pointOf(Walked.Kernel->getLocation(), Context),
                    bytesOfBlock(Use), Growth.of(Use)});
  }
  return {Kernels.begin(), Kernels.end()};
}
