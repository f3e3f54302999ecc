//===- LostCode.cpp - What lost code means for reports --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LostCode.h"
#include "Cuda/Locations.h"
#include "Finding/Wording.h"
#include "Nvcc/Rules/Rules.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace banklint;
using namespace clang;

bool banklint::meetsLostCode(
    const FunctionDecl *Kernel,
    const llvm::SmallPtrSetImpl<const FunctionDecl *> &Functions,
    const LostCode &Lost, KernelsOfLostCode &To) {
  bool IsMet = false;
  for (const FunctionDecl *Function : Lost.Functions)
    if (Functions.contains(Function)) {
      To[Function].insert(Kernel->getNameAsString());
      IsMet = true;
    }
  return IsMet;
}

void banklint::doubt(Access &Beside) {
  Beside.InexactBy |= ModelRule::LostCode;
  if (std::holds_alternative<NoReason>(Beside.Reason))
    Beside.Reason = savedReason(ReasonKind::BesideLostCode);
}

/// That a user knows by name: of a lambda the one around it.
static const FunctionDecl *named(const FunctionDecl *Function) {
  const auto *Method = llvm::dyn_cast<CXXMethodDecl>(Function);
  if (!Method || !Method->getParent()->isLambda())
    return Function;
  for (const DeclContext *Around = Method->getParent()->getParent(); Around;
       Around = Around->getParent())
    if (const auto *Outer = llvm::dyn_cast<FunctionDecl>(Around))
      return named(Outer);
  return Function;
}

void banklint::nameLostCode(
    const LostCode &Lost,
    const llvm::SmallPtrSetImpl<const FunctionDecl *> &Reached,
    const KernelsOfLostCode &Kernels, const ASTContext &Context,
    Analysis &Out) {
  auto AddOnce = [](std::vector<std::string> &Names,
                    const std::set<std::string> &New) {
    std::set<std::string> All(Names.begin(), Names.end());
    All.insert(New.begin(), New.end());
    Names.assign(All.begin(), All.end());
  };
  // A template is lost in each instance, at one place.
  std::map<std::tuple<std::string, unsigned, unsigned, std::string>,
           NotAnalysed *>
      Known;
  std::vector<NotAnalysed> Gaps;
  Gaps.reserve(Lost.Statements.size());
  for (const LostStatement &Each : Lost.Statements) {
    const SourceSpan Span = spanOf(Each.Text, Context);
    NotAnalysed *&Gap = Known[{Span.Begin.File, Span.Begin.Line,
                               Span.Begin.Column, Each.Message}];
    if (!Gap)
      Gap = &Gaps.emplace_back(NotAnalysed{
          GapKind::LostCode, Span, named(Each.Function)->getNameAsString(),
          messageText(Each.Message)});
    Gap->IsError |= Each.IsUndeclaredName &&
                    (Each.Function->hasAttr<CUDAGlobalAttr>() ||
                     Reached.contains(Each.Function->getCanonicalDecl()));
    if (auto Of = Kernels.find(Each.Function->getCanonicalDecl());
        Of != Kernels.end())
      AddOnce(Gap->Kernels, Of->second);
  }
  llvm::append_range(Out.Gaps, std::move(Gaps));
}
