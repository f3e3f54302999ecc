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

using namespace banklint;
using namespace clang;

const FunctionDecl *
banklint::kernelWithOtherBlocks(const DeclaredArray &Array) {
  for (const ArrayInKernel &Use : Array.Uses)
    if (walkOf(Use).Shape.HasOthers)
      return walkOf(Use).Kernel;
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
