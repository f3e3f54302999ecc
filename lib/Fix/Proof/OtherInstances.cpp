//===- OtherInstances.cpp - Instantiations without the conflict -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/OtherInstances.h"
#include "Candidates/DeclaredArray.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;
using namespace clang;

namespace {
/// Whether a parameter is named outside of the declaration of one variable.
class OtherMentions : public RecursiveASTVisitor<OtherMentions> {
public:
  OtherMentions(const NonTypeTemplateParmDecl *Parameter,
                SourceLocation Variable)
      : Parameter(Parameter), Variable(Variable) {}

  bool TraverseVarDecl(VarDecl *D) {
    return D->getLocation() == Variable ||
           RecursiveASTVisitor::TraverseVarDecl(D);
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    IsFound |=
        Ref->getDecl()->getCanonicalDecl() == Parameter->getCanonicalDecl();
    return !IsFound;
  }
  bool IsFound = false;

private:
  const NonTypeTemplateParmDecl *Parameter;
  SourceLocation Variable;
};
} // namespace

/// The only argument that differs, which is a number; none where it is not.
static std::optional<unsigned> differingNumber(const FunctionDecl *A,
                                               const FunctionDecl *B) {
  const auto *Ours = A->getTemplateSpecializationArgs();
  const auto *Theirs = B->getTemplateSpecializationArgs();
  if (!A->getPrimaryTemplate() ||
      A->getPrimaryTemplate() != B->getPrimaryTemplate() ||
      Ours->size() != Theirs->size())
    return std::nullopt;
  std::optional<unsigned> Found;
  for (unsigned I = 0; I != Ours->size(); ++I) {
    if (Ours->get(I).structurallyEquals(Theirs->get(I)))
      continue;
    if (Found || Ours->get(I).getKind() != TemplateArgument::Integral ||
        Theirs->get(I).getKind() != TemplateArgument::Integral)
      return std::nullopt;
    Found = I;
  }
  return Found;
}

/// Whether only the extents of the array depend on the parameter.
static bool isOfArrayAlone(const NonTypeTemplateParmDecl *Parameter,
                           const FunctionTemplateDecl *Template,
                           const VarDecl *Array) {
  OtherMentions Others(Parameter, Array->getLocation());
  FunctionDecl *Pattern = Template->getTemplatedDecl();
  if (const FunctionDecl *Defined = Pattern->getDefinition())
    Pattern = const_cast<FunctionDecl *>(Defined);
  Others.TraverseDecl(Pattern);
  return Pattern->isThisDeclarationADefinition() && !Others.IsFound;
}

OtherInstances::OtherInstances(const LayoutCost &Now,
                               const std::vector<ArrayInKernel> &Uses)
    : Uses(Uses) {
  for (const ArrayInKernel &Use : Uses)
    Kernels[walkOf(Use).Kernel].Shapes.insert(walkOf(Use).Block);
  // Nearly always: then no access is looked at.
  if (Kernels.size() < 2)
    return;
  for (const auto &[Key, Cost] : Now.SitesByUse) {
    const ArrayInKernel &Use = Uses[Key.first];
    Kernels[walkOf(Use).Kernel].HasConflict |=
        Cost.Wavefronts > Cost.Ideal + 1e-9 || Cost.UnknownRequests > 0;
    const double Excess = Cost.Wavefronts - Cost.Ideal;
    if (Costliest &Most = Accesses[Key.second]; Excess > Most.Excess)
      Most = {Excess, &Use};
  }
}

std::optional<note::OtherInstance>
OtherInstances::withoutConflict(const AccessKey &Where,
                                const ASTContext &Context) const {
  const auto Found = Accesses.find(Where);
  if (Found == Accesses.end() || !Found->second.Use)
    return std::nullopt;
  const ArrayInKernel *Worst = Found->second.Use;
  const FunctionDecl *Kernel = walkOf(*Worst).Kernel;
  for (const ArrayInKernel &Use : Uses) {
    const FunctionDecl *Other = walkOf(Use).Kernel;
    const KernelCost &Cost = Kernels.at(Other);
    const auto Number = differingNumber(Kernel, Other);
    if (!Number || Cost.HasConflict || !Cost.Shapes.count(walkOf(*Worst).Block))
      continue;
    const FunctionTemplateDecl *Template = Kernel->getPrimaryTemplate();
    const auto *Parameter = dyn_cast<NonTypeTemplateParmDecl>(
        Template->getTemplateParameters()->getParam(*Number));
    if (!Parameter ||
        !isOfArrayAlone(Parameter, Template, declarationOf(*Worst)))
      continue;
    note::OtherInstance Result;
    Result.Parameter = Parameter->getNameAsString();
    Result.Value = toString(
        Other->getTemplateSpecializationArgs()->get(*Number).getAsIntegral(),
        10);
    llvm::raw_string_ostream OS(Result.Kernel);
    Other->getNameForDiagnostic(OS, Context.getPrintingPolicy(),
                                /*Qualified=*/true);
    return Result;
  }
  return std::nullopt;
}
