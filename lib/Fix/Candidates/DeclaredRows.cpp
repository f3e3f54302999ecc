//===- DeclaredRows.cpp - Rows that an array is declared with -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/DeclaredRows.h"
#include "Candidates/FlatIndices.h"
#include "Candidates/Strides.h"
#include "Proof/LaunchSizes.h"
#include "Text/Edits.h"
#include "Text/MacroText.h"
#include "Text/SharedText.h"
#include "Text/SwizzleEdits.h"

using namespace banklint;
using namespace clang;

namespace {
/// Builds the form of declared rows.
class DeclaredRows {
public:
  DeclaredRows(const DeclaredArray &Array, const SourceMap &Map,
               ASTContext &Context)
      : Array(Array), Map(Map), Context(Context) {}

  /// Takes an access for one whose index runs through all rows; false where it
  /// is not edited so.
  bool addFlat(const Expr *Access);

  std::unique_ptr<RowForm> build(uint64_t &StepBudget);

private:
  void findFactors(const ArrayInKernel &Use, RowForm &Form);
  llvm::Error edit(const Proof &Best, Fix &Out) const;

  const DeclaredArray &Array;
  const SourceMap &Map;
  ASTContext &Context;
  InstanceStrides Strides;
  /// Leading dimensions of matrix fragments.
  std::vector<const Expr *> Factors;
  llvm::DenseMap<const VarDecl *, FlatIndices> Flat;
  LaunchSizes Bytes;
};
} // namespace

/// The factors of matrix fragments, which have to be the length of the rows.
static std::optional<RowStride> leadingDimension(const ArrayUses &Uses,
                                                 int64_t RowBytes,
                                                 const SourceMap &Map,
                                                 const ASTContext &Context) {
  ArrayUses Fragments = Uses;
  Fragments.Steps.clear();
  for (RowStride &S : rowStridesOf(Fragments, Map, Context))
    if (S.RowBytes == RowBytes)
      return std::move(S);
  return std::nullopt;
}

/// Pointers move by as many elements as before; the leading dimensions of
/// matrix fragments grow with the rows.
void DeclaredRows::findFactors(const ArrayInKernel &Use, RowForm &Form) {
  const VarDecl *Instance = declarationOf(Use);
  const ArrayUses &Uses = Array.usesOf(Instance);
  for (const Step &S : Uses.Steps) {
    Strides[Instance].InPlace.Units.insert({S.Count, 0});
    if (S.IsOfArray)
      Form.KeptInExtents.insert(S.Count);
  }
  if (Uses.LeadingDimensions.empty())
    return;
  std::optional<RowStride> Fragments =
      leadingDimension(Uses, Use.rowBytes(), Map, Context);
  if (!Fragments)
    return Form.Obstacles.push_back(
        {ObstacleKind::OtherLeadingDimension,
         Uses.LeadingDimensions[0].Count->getSourceRange()});
  llvm::append_range(Form.Obstacles, Fragments->Obstacles);
  for (const auto &[Factor, How] : Fragments->Factors) {
    Strides[Instance].InPlace.Units[Factor] = 1;
    Factors.push_back(Factor);
  }
}

bool DeclaredRows::addFlat(const Expr *Access) {
  auto Extents = extentsOf(Array.declaration(), Map);
  if (Extents.size() != 2 || Array.any().Extents.size() != 2 ||
      !Extents[1].getSizeExpr() ||
      lengthText(Extents[1].getSizeExpr(), Context).empty() ||
      !addFlatIndex(Access, Extents[1].getSizeExpr(), Array, Map, Context,
                    Flat))
    return false;
  return llvm::all_of(Array.Uses, [&](const ArrayInKernel &Use) {
    return llvm::all_of(Flat[declarationOf(Use)], [&](const auto &Entry) {
      return Entry.second == Use.elementBytes();
    });
  });
}

llvm::Error DeclaredRows::edit(const Proof &Best, Fix &Out) const {
  if (const int64_t Elements = droppedElements(Best.NewLayout);
      Elements > 0 && Bytes.empty())
    return editShorterRows(Array, Elements, Map, Context, Out);
  auto Extents = extentsOf(Array.declaration(), Map);
  for (const VarDecl *Instance : Array.Instances) {
    auto OfThis = extentsOf(Instance, Map);
    assert(OfThis.size() == Best.NewLayout.ExtraElements.size() &&
           "a declaration without all extents is an obstacle");
    for (auto [Extent, Extra] : llvm::zip(OfThis, Best.NewLayout.ExtraElements))
      if (Extra) {
        if (!Extent.getSizeExpr() || Extent.getLBracketLoc().isMacroID())
          return obstacle(ObstacleKind::MacroExtent);
        if (llvm::Error E =
                addToWhole(Extent.getSizeExpr(), Extra, Map, Context, Out))
          return E;
      }
  }
  const int64_t Extra = Best.NewLayout.ExtraElements.back();
  std::vector<const Expr *> Edited = Factors;
  for (const auto &[Instance, Indices] : Flat)
    for (const auto &[Index, ElementBytes] : Indices)
      Edited.push_back(Index);
  const MacroText Alike(Edited, Map, Context);
  for (const Expr *Factor : Extra ? Factors : std::vector<const Expr *>())
    if (llvm::Error E = addToFactor(Factor, Extra, Map, Context, Out, &Alike))
      return E;
  for (const auto &[Instance, Indices] : Flat)
    for (const auto &[Index, ElementBytes] : Indices)
      if (llvm::Error E = editFlatIndex(
              Index, {}, lengthText(Extents[1].getSizeExpr(), Context), Extra,
              Map, Context, Out, Alike))
        return E;
  for (const auto &[Size, Use] : Bytes) {
    const SizedRows Rows = {Use->rowBytes(),
                            Use->elementBytes(),
                            {textOf(Extents.back().getSizeExpr(), Context)}};
    if (!namesRows(Size, Rows, Context))
      return obstacle(ObstacleKind::SizeOfLaunch);
    if (llvm::Error E = growLaunchSize(Size, Rows, Extra * Use->elementBytes(),
                                       Map, Context, Out))
      return E;
  }
  return llvm::Error::success();
}

/// Another declaration of the same dynamic memory that has to have the same
/// rows; null if there is none.
static const VarDecl *otherDeclaration(const DeclaredArray &Array) {
  if (Array.any().SizeBytes)
    return nullptr;
  llvm::DenseSet<SourceLocation> Ours;
  for (const VarDecl *Instance : Array.Instances)
    Ours.insert(Instance->getLocation());
  for (const VarDecl *Instance : Array.Instances)
    for (const VarDecl *Other : Instance->redecls())
      if (!Ours.contains(Other->getLocation()))
        return Other;
  return nullptr;
}

std::unique_ptr<RowForm> DeclaredRows::build(uint64_t &StepBudget) {
  auto Form = std::make_unique<RowForm>(Array);
  Form->UnitElements = promisedElements(Array);
  if (!hasAllExtents(Array, Map))
    Form->Obstacles.push_back({ObstacleKind::ExtentsElsewhere,
                               Array.declaration()->getSourceRange()});
  for (const ArrayInKernel &Use : Array.Uses)
    if (!Strides.contains(declarationOf(Use)))
      findFactors(Use, *Form);
  for (const ArrayInKernel &Use : Array.Uses)
    for (const auto &[Index, ElementBytes] : Flat[declarationOf(Use)]) {
      Form->HasFlatIndices = true;
      Strides[declarationOf(Use)].InPlace.Flat[Index] = {
          Array.any().Extents.back(), 1};
    }
  if (auto Shared = sharedText(Factors, Array, {}, Map))
    Form->Obstacles.push_back(*Shared);
  if (Form->isProvable())
    walkSymbolically(*Form, Strides, Map, StepBudget, Context);
  checkRows(*Form, Array, /*UnitElements=*/1, Map, Context);
  Bytes = findLaunchSizes(*Form, Array, Map, Context);
  if (const VarDecl *Other = otherDeclaration(Array))
    Form->Obstacles.push_back(
        {ObstacleKind::DeclaredAgain, Other->getSourceRange()});
  Form->Edit = [Self = *this](const Proof &Best, Fix &Out) {
    return Self.edit(Best, Out);
  };
  return Form;
}

std::unique_ptr<RowForm> banklint::declaredRows(const DeclaredArray &Array,
                                                const SourceMap &Map,
                                                ASTContext &Context,
                                                uint64_t &StepBudget) {
  auto Form = DeclaredRows(Array, Map, Context).build(StepBudget);
  // What crosses the rows may be told to leave their ends out.
  DeclaredRows Flat(Array, Map, Context);
  std::unique_ptr<RowForm> Other;
  for (const Expr *Crossing = Form->Crossing;
       Crossing && StepBudget && Flat.addFlat(Crossing);
       Crossing = Other->Crossing)
    Other = DeclaredRows(Flat).build(StepBudget);
  return Other && Other->isProvable() ? std::move(Other) : std::move(Form);
}
