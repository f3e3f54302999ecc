//===- LostCode.cpp - What lost code means for reports --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LostCode.h"
#include "Cuda/Locations.h"
#include "Finding/Wording.h"
#include "Model/Rules.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace banklint;
using namespace clang;

bool banklint::meetsLostCode(
    const llvm::SmallPtrSetImpl<const FunctionDecl *> &Functions,
    const LostCode &Lost) {
  return llvm::any_of(Lost.Functions, [&](const FunctionDecl *Function) {
    return Functions.contains(Function);
  });
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
    const ASTContext &Context, Analysis &Out) {
  std::set<std::tuple<std::string, unsigned, unsigned, std::string>> Known;
  for (const LostStatement &Each : Lost.Statements) {
    const SourceSpan Span = spanOf(Each.Text, Context);
    if (!Known
             .insert({Span.Begin.File, Span.Begin.Line, Span.Begin.Column,
                      Each.Message})
             .second)
      continue;
    NotAnalysed Gap{GapKind::LostCode, Span,
                    named(Each.Function)->getNameAsString(),
                    messageText(Each.Message)};
    Gap.IsError = Each.IsUndeclaredName &&
                  (Each.Function->hasAttr<CUDAGlobalAttr>() ||
                   Reached.contains(Each.Function->getCanonicalDecl()));
    Out.Gaps.push_back(std::move(Gap));
  }
}
