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
  DeviceCode Found;
  Found.TraverseAST(Context);
  for (FunctionDecl *Function : Found.Functions)
    TreeMender(Context, Found.Names, Of, Out).run(Function);
  return Out;
}
