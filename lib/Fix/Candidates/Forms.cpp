//===- Forms.cpp - The notations of an array's rows -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/Forms.h"
#include "Candidates/DeclaredRows.h"
#include "Candidates/IndexedRows.h"
#include "Candidates/MemberRows.h"
#include "Layout/Search.h"
#include "Values/Limits.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

using FormList = std::vector<std::unique_ptr<RowForm>>;

static FormList refused(const DeclaredArray &Array, ObstacleKind Kind) {
  FormList Result;
  Result.push_back(std::make_unique<RowForm>(Array));
  Result.back()->Obstacles.push_back(
      {Kind, Array.declaration()->getLocation()});
  return Result;
}

/// Whether something that is no array, as `float` or a class, holds one.
static bool holdsArray(QualType Type) {
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition())
    return false;
  auto IsArray = [](QualType Member) {
    return Member->isArrayType() || holdsArray(Member);
  };
  return any_of(Class->fields(),
                [&](const FieldDecl *F) { return IsArray(F->getType()); }) ||
         any_of(Class->bases(), [&](const CXXBaseSpecifier &B) {
           return IsArray(B.getType());
         });
}

FormList banklint::formsOf(const DeclaredArray &Array, const SourceMap &Map,
                           ASTContext &Context, uint64_t &StepBudget) {
  StepAllowance Steps(StepBudget, limits::ProofSteps);
  FormList Result = memberRows(Array, Map, Context, Steps.Left);
  switch (Array.any().Extents.size()) {
  case 0:
    if (!Result.empty())
      return Result;
    return refused(Array, holdsArray(Array.declaration()->getType())
                              ? ObstacleKind::RowsInClass
                              : ObstacleKind::NoRows);
  case 1:
    for (auto &Form : indexedRows(Array, Map, Context, Steps.Left))
      Result.push_back(std::move(Form));
    return Result.empty() ? refused(Array, ObstacleKind::NoRowFactor)
                          : std::move(Result);
  default:
    if (llvm::any_of(Array.Uses, [](const ArrayInKernel &Use) {
          return Use.rowBytes() == 0;
        }))
      return refused(Array, ObstacleKind::NoElements);
    Result.push_back(declaredRows(Array, Map, Context, Steps.Left));
    if (!Array.any().SizeBytes && Array.any().Extents.size() > 2)
      Result.back()->Obstacles.push_back(
          {ObstacleKind::SizeOfLaunch, Array.declaration()->getLocation()});
    return Result;
  }
}

FormList banklint::innerForms(const DeclaredArray &Array, const SourceMap &Map,
                              ASTContext &Context, uint64_t &StepBudget) {
  if (Array.IsJoint || Array.any().Extents.size() < 2 || !Array.any().SizeBytes)
    return {};
  StepAllowance Steps(StepBudget, limits::ProofSteps);
  return indexedRows(Array, Map, Context, Steps.Left);
}

/// Walks the kernels again without a change: the analysis keeps the traces of
/// declared rows only.
static void walkUnchanged(RowForm &Form, const SourceMap &Map,
                          uint64_t &StepBudget, ASTContext &Context) {
  InstanceStrides Strides;
  for (const ArrayInKernel &Use : Form.Uses)
    if (Use.Array->Extents.size() < 2)
      Strides[declarationOf(Use)];
  StepAllowance Steps(StepBudget, limits::ProofSteps);
  walkSymbolically(Form, Strides, Map, Steps.Left, Context);
}

std::unique_ptr<RowForm> banklint::unchangedForm(
    const DeclaredArray &Array, llvm::ArrayRef<std::unique_ptr<RowForm>> Longer,
    const SourceMap &Map, ASTContext &Context, uint64_t &StepBudget) {
  auto Form = std::make_unique<RowForm>(Array);
  if (Array.any().Extents.empty())
    Form->Obstacles.push_back({ObstacleKind::NoElements, {}});
  for (const VarDecl *Instance : Array.Instances)
    if (const auto &Rows = Array.usesOf(Instance).LeadingDimensions;
        !Rows.empty())
      Form->Obstacles.push_back(
          {ObstacleKind::WholeRows, Rows[0].Count->getSourceRange()});
  const auto *Walked = llvm::find_if(Longer, [](const auto &Other) {
    return Other->IsWalked && !Other->HasFlatIndices;
  });
  if (Form->isProvable() && Walked != Longer.end()) {
    for (auto [Use, Known] : llvm::zip_equal(Form->Uses, (*Walked)->Uses))
      Use.Walked = Known.Walked;
    Form->OpenUses = (*Walked)->OpenUses;
  } else if (Form->isProvable()) {
    walkUnchanged(*Form, Map, StepBudget, Context);
  }
  if (Form->isProvable())
    checkFollowed(*Form, Array);
  return Form;
}

std::unique_ptr<RowForm> banklint::formToSwizzle(
    const DeclaredArray &Array, llvm::ArrayRef<std::unique_ptr<RowForm>> Longer,
    const SourceMap &Map, ASTContext &Context, uint64_t &StepBudget) {
  const bool IsDeclared = Array.any().Extents.size() > 1;
  if (IsDeclared && llvm::none_of(Longer, [](const auto &Form) {
        return Form->isProvable();
      }))
    return nullptr;
  std::unique_ptr<RowForm> Form =
      unchangedForm(Array, Longer, Map, Context, StepBudget);
  // An index through all rows, which longer rows would be edited for.
  if (IsDeclared)
    checkRows(*Form, Array, /*UnitElements=*/1, Map, Context);
  if (!Form->isProvable() || unitElements(Form->Uses) % promisedElements(Array))
    return nullptr;
  return Form;
}
