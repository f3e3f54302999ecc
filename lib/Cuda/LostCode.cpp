//===- LostCode.cpp - Statements that Clang rejects -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/LostCode.h"
#include "TreeMender.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace banklint;
using namespace clang;

namespace {
/// Collects device functions, and what their text may name.
class DeviceCode : public RecursiveASTVisitor<DeviceCode> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  /// Local classes have functions, too.
  bool VisitFunctionDecl(FunctionDecl *Function) {
    if (!Function->hasAttr<CUDAGlobalAttr>() &&
        !Function->hasAttr<CUDADeviceAttr>())
      return true;
    if (Function->doesThisDeclarationHaveABody() &&
        !Function->isDependentContext()) {
      Functions.push_back(Function);
      if (Function->getIdentifier())
        Names.All[Function->getName()].push_back(Function);
    }
    return true;
  }
  bool VisitVarDecl(VarDecl *Variable) {
    if (Variable->hasAttr<CUDASharedAttr>() && !Variable->isLocalVarDecl() &&
        Variable->getIdentifier())
      Names.All[Variable->getName()].push_back(Variable);
    return true;
  }

  std::vector<FunctionDecl *> Functions;
  NamesOfSource Names;
};
} // namespace

bool banklint::standsIn(const SourceError &Error,
                        const FunctionDecl &Function) {
  const SourceManager &Sources = Function.getASTContext().getSourceManager();
  const FunctionDecl *Pattern = Function.getTemplateInstantiationPattern();
  SourceRange Range = Function.getSourceRange();
  if (const FunctionTemplateDecl *Template =
          (Pattern ? Pattern : &Function)->getDescribedFunctionTemplate())
    Range = Template->getSourceRange();
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
  for (const SourceError &E : Errors)
    if (E.IsAcceptedByNvcc)
      Of.Accepted.insert(E.Where);
    else
      Of.Faults.push_back(&E);
  if (Of.Faults.empty())
    return Out;
  Of.Macros = Of.Faults.front()->Macros;
  DeviceCode Found;
  Found.TraverseAST(Context);
  for (FunctionDecl *Function : Found.Functions)
    TreeMender(Context, Found.Names, Of, Out).run(Function);
  return Out;
}
