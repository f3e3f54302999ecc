//===- LostCode.cpp - Statements that Clang rejects -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/LostCode.h"
#include "Parsing/TreeMender.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace banklint;
using namespace clang;

namespace {
/// Collects functions, and what the text of those of the device may name.
class FunctionsOfSource : public RecursiveASTVisitor<FunctionsOfSource> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  /// Local classes have functions, too.
  bool VisitFunctionDecl(FunctionDecl *Function) {
    if (!Function->doesThisDeclarationHaveABody() ||
        Function->isDependentContext())
      return true;
    if (!Function->hasAttr<CUDAGlobalAttr>() &&
        !Function->hasAttr<CUDADeviceAttr>()) {
      OfHost.push_back(Function);
      return true;
    }
    OfDevice.push_back(Function);
    if (Function->getIdentifier())
      Names.All[Function->getName()].push_back(Function);
    return true;
  }
  bool VisitVarDecl(VarDecl *Variable) {
    if (Variable->hasAttr<CUDASharedAttr>() && !Variable->isLocalVarDecl() &&
        Variable->getIdentifier())
      Names.All[Variable->getName()].push_back(Variable);
    return true;
  }

  std::vector<FunctionDecl *> OfDevice, OfHost;
  NamesOfSource Names;
};
} // namespace

SourceRange banklint::wholeRangeOf(const FunctionDecl &Function) {
  const FunctionDecl *Pattern = Function.getTemplateInstantiationPattern();
  const FunctionTemplateDecl *Template =
      (Pattern ? Pattern : &Function)->getDescribedFunctionTemplate();
  return Template ? Template->getSourceRange() : Function.getSourceRange();
}

bool banklint::standsIn(const SourceError &Error,
                        const FunctionDecl &Function) {
  const SourceManager &Sources = Function.getASTContext().getSourceManager();
  const SourceRange Range = wholeRangeOf(Function);
  return Error.Where.isValid() &&
         !Sources.isBeforeInTranslationUnit(
             Error.Where, Sources.getExpansionLoc(Range.getBegin())) &&
         !Sources.isBeforeInTranslationUnit(
             Sources.getExpansionLoc(Range.getEnd()), Error.Where);
}

LostCode banklint::mendTree(ASTContext &Context,
                            llvm::ArrayRef<SourceError> Errors) {
  LostCode Out;
  ErrorsOfSource Of;
  bool HasFaults = false;
  for (const SourceError &E : Errors)
    if (E.IsAcceptedByNvcc)
      Of.Accepted.insert(E.Where);
    else {
      Of.Faults.add(E, Context.getSourceManager());
      HasFaults = true;
      if (!Of.Macros)
        Of.Macros = E.Macros;
    }
  if (!HasFaults)
    return Out;
  FunctionsOfSource Found;
  Found.TraverseAST(Context);
  for (FunctionDecl *Function : Found.OfDevice)
    TreeMender(Context, Found.Names, Of, Out).run(Function);
  for (FunctionDecl *Function : Found.OfHost)
    TreeMender(Context, Found.Names, Of, Out).runOnHost(Function);
  return Out;
}
