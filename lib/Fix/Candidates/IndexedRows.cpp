//===- IndexedRows.cpp - Rows that the indices of an array make -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/IndexedRows.h"
#include "Candidates/CommonStrides.h"
#include "Candidates/FlatIndices.h"
#include "Candidates/WrittenValues.h"
#include "Proof/LaunchSizes.h"
#include "Text/Edits.h"
#include "Text/MacroText.h"
#include "Text/SharedText.h"
#include "Values/Limits.h"
#include "clang/AST/ExprCXX.h"
#include <numeric>

using namespace banklint;
using namespace clang;

namespace {
/// Builds the form of one length of rows.
class IndexedRows {
public:
  IndexedRows(const DeclaredArray &Array, const CommonStride &Strides,
              const SourceMap &Map, ASTContext &Context)
      : Array(Array), Strides(Strides), Map(Map), Context(Context) {}

  std::unique_ptr<RowForm> build(uint64_t &StepBudget);
  /// Takes an access for one whose index runs through all rows; false where it
  /// is not edited so.
  bool addFlat(const Expr *Access);

private:
  const RowStride &strideOf(const ArrayInKernel &Use) const;
  const Expr *lengthOf() const;
  std::string lengthText() const;
  void findSizes(RowForm &Form);
  void setUnits(RowForm &Form) const;
  void walk(RowForm &Form, uint64_t &StepBudget) const;
  void checkText(RowForm &Form) const;
  llvm::SmallVector<const Expr *, 8> edited() const;

  llvm::Error edit(const Proof &Best, int64_t UnitElements, Fix &Out) const;
  llvm::Error editExtent(const ArrayInKernel &Use, int64_t Elements,
                         Fix &Out) const;
  llvm::Error scaleByName(const Expr *Extent, const ArrayInKernel &Use,
                          int64_t Elements, Fix &Out) const;

  const DeclaredArray &Array;
  CommonStride Strides;
  const SourceMap &Map;
  ASTContext &Context;
  /// Of dynamic memory: the sizes to change.
  LaunchSizes Bytes;
  llvm::DenseMap<const VarDecl *, FlatIndices> Flat;
  /// How many rows are longer, where they are a part of the array.
  llvm::DenseMap<const ArrayInKernel *, int64_t> RowsInPart;
};
} // namespace

const RowStride &IndexedRows::strideOf(const ArrayInKernel &Use) const {
  const auto *Found = Strides.find(declarationOf(Use));
  assert(Found != Strides.end() && "each instance has a stride");
  return Found->second;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

void IndexedRows::findSizes(RowForm &Form) {
  if (Array.any().SizeBytes && !hasAllExtents(Array, Map))
    Form.Obstacles.push_back(
        {ObstacleKind::ExtentElsewhere, Array.declaration()->getSourceRange()});
  Bytes = findLaunchSizes(Form, Array, Map, Context);
}

//===----------------------------------------------------------------------===//
// Proof
//===----------------------------------------------------------------------===//

/// Paddings are whole elements of every view that indices count.
void IndexedRows::setUnits(RowForm &Form) const {
  Form.UnitElements = promisedElements(Array);
  for (const ArrayInKernel &Use : Form.Uses)
    for (const auto &[Factor, How] : strideOf(Use).Factors)
      Form.UnitElements = std::lcm(
          Form.UnitElements,
          std::lcm(Use.elementBytes(), How.ElementBytes) / Use.elementBytes());
}

void IndexedRows::walk(RowForm &Form, uint64_t &StepBudget) const {
  InstanceStrides Units;
  for (const ArrayInKernel &Use : Form.Uses) {
    const VarDecl *Instance = declarationOf(Use);
    StrideChange &Change = Units[Instance];
    for (const Step &S : Array.usesOf(Instance).Steps)
      Change.InPlace.Units.insert({S.Count, 0});
    const RowStride &S = strideOf(Use);
    auto In = [&](bool IsInValue) -> IndexChange & {
      return IsInValue ? Change.InValues : Change.InPlace;
    };
    for (const auto &[Factor, How] : S.Factors) {
      assert(Form.UnitElements * Use.elementBytes() % How.ElementBytes == 0 &&
             "a unit is a whole number of elements of every view");
      In(How.IsInValue).Units[Factor] =
          Form.UnitElements * Use.elementBytes() / How.ElementBytes * How.Rows;
    }
    for (const auto &[Load, Value] : S.Written)
      In(Value.IsInValue).Values[Load] = Value.Variable->getInit();
    for (const auto &[Or, IsInValue] : S.Sums)
      In(IsInValue).Sums.insert(Or);
    if (auto Found = Flat.find(Instance); Found != Flat.end())
      for (const auto &[Index, ElementBytes] : Found->second)
        Change.InPlace.Flat[Index] = {S.RowBytes / ElementBytes,
                                      Form.UnitElements * Use.elementBytes() /
                                          ElementBytes};
  }
  walkSymbolically(Form, Units, Map, StepBudget, Context);
}

/// The one spelling of the length of rows; empty where there are several, or
/// none that means the same wherever the array is used.
std::string IndexedRows::lengthText() const {
  std::set<std::string> Texts;
  for (const auto &[Instance, S] : Strides)
    for (const auto &[Factor, How] : S.Factors)
      if (How.Rows == 1)
        Texts.insert(How.IsShift ? std::to_string(S.RowBytes / How.ElementBytes)
                                 : banklint::lengthText(Factor, Context));
  return Texts.size() == 1 ? *Texts.begin() : "";
}

/// A factor that is written as the length of a row; null where that is a
/// number.
const Expr *IndexedRows::lengthOf() const {
  for (const auto &[Instance, S] : Strides)
    for (const auto &[Factor, How] : S.Factors)
      if (How.Rows == 1 && !How.IsShift)
        return Factor;
  return nullptr;
}

bool IndexedRows::addFlat(const Expr *Access) {
  if (lengthText().empty() ||
      !addFlatIndex(Access, lengthOf(), Array, Map, Context, Flat))
    return false;
  return llvm::all_of(Array.Uses, [&](const ArrayInKernel &Use) {
    RowStride &S = Strides.find(declarationOf(Use))->second;
    const FlatIndices &Indices = Flat[declarationOf(Use)];
    if (S.Factors.empty())
      return false;
    const int64_t ElementBytes = S.Factors.front().second.ElementBytes;
    // Its own factors do not make the rows.
    S.Factors.remove_if([&](const auto &Entry) {
      return Indices.contains(S.IndexOf.lookup(Entry.first));
    });
    return !S.Factors.empty() && llvm::all_of(Indices, [&](const auto &Entry) {
      return Entry.second == ElementBytes;
    });
  });
}

/// The expressions whose text is edited in place, indices through all rows left
/// out.
llvm::SmallVector<const Expr *, 8> IndexedRows::edited() const {
  llvm::SmallVector<const Expr *, 8> Edited;
  for (const auto &[Instance, S] : Strides) {
    for (const auto &[Factor, How] : S.Factors)
      if (!How.IsInValue)
        Edited.push_back(Factor);
    for (const auto &[Or, IsInValue] : S.Sums)
      if (!IsInValue)
        Edited.push_back(Or);
    for (const auto &[Load, Value] : S.Written)
      if (!Value.IsInValue)
        Edited.push_back(Load);
  }
  return Edited;
}

void IndexedRows::checkText(RowForm &Form) const {
  llvm::DenseSet<const FunctionDecl *> IndexFunctions;
  for (const auto &[Instance, S] : Strides)
    IndexFunctions.insert_range(S.IndexFunctions);
  if (auto Shared = sharedText(edited(), Array, IndexFunctions, Map))
    Form.Obstacles.push_back(*Shared);
}

std::unique_ptr<RowForm> IndexedRows::build(uint64_t &StepBudget) {
  auto Form = std::make_unique<RowForm>(Array);
  for (const auto &[Instance, S] : Strides)
    llvm::append_range(Form->Obstacles, S.Obstacles);
  for (ArrayInKernel &Use : Form->Uses) {
    Use.RowBytes = strideOf(Use).RowBytes;
    Form->Written.insert_range(namesWritten(strideOf(Use)));
    Form->ReadsBlock |= strideOf(Use).ReadsBlock;
  }
  Form->HasFlatIndices = llvm::any_of(
      Flat, [](const auto &Entry) { return !Entry.second.empty(); });
  setUnits(*Form);
  checkText(*Form);
  if (Form->isProvable()) {
    walk(*Form, StepBudget);
    checkRows(*Form, Array, Form->UnitElements, Map, Context,
              /*MayBePart=*/true);
  }
  findSizes(*Form);
  for (const auto &[Use, Original] : llvm::zip_equal(Form->Uses, Array.Uses))
    if (Use.Part)
      RowsInPart[&Original] = Use.rowCount();
  Form->Edit = [Self = *this, UnitElements = Form->UnitElements](
                   const Proof &Best, Fix &Out) {
    return Self.edit(Best, UnitElements, Out);
  };
  return Form;
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

static std::set<std::string> spellingsOf(const RowStride &S,
                                         const ASTContext &Context) {
  std::set<std::string> Result;
  for (const auto &[Factor, How] : S.Factors)
    Result.insert(textOf(Factor->IgnoreParenImpCasts(), Context));
  return Result;
}

/// The innermost extent; null where a macro writes it.
static const Expr *extentOf(const VarDecl *Array, const SourceMap &Map) {
  auto Extents = extentsOf(Array, Map);
  assert(!Extents.empty() &&
         "a declaration without all extents is an obstacle");
  return Extents.back().getLBracketLoc().isMacroID()
             ? nullptr
             : Extents.back().getSizeExpr();
}

/// What the innermost extent holds.
static int64_t bytesOfExtent(const ArrayInKernel &Use) {
  return Use.rowElements() * Use.elementBytes();
}

/// An extent that a macro makes of the length of a row: `SQUARE(TILE)` becomes
/// `(SQUARE(TILE)) / TILE * (TILE + 1)`.
llvm::Error IndexedRows::scaleByName(const Expr *Extent,
                                     const ArrayInKernel &Use, int64_t Elements,
                                     Fix &Out) const {
  const std::string Length = lengthText();
  const RowStride &S = strideOf(Use);
  const bool IsNamed =
      !Length.empty() && !llvm::isDigit(Length[0]) &&
      hasWord(textOf(Extent, Context), Length) && lengthOf() &&
      meansTheSame(lengthOf(), Extent, Map, Context) &&
      bytesOfExtent(Use) % S.RowBytes == 0 &&
      S.Factors.front().second.ElementBytes == Use.elementBytes();
  if (!IsNamed)
    return obstacle(ObstacleKind::MacroBody);
  return surround(Extent, "(",
                  ") / " + Length + " * (" + Length + " + " +
                      std::to_string(Elements) + ")",
                  Map, Context, Out);
}

/// The extent of one instance: in the factor that is the length of a row where
/// that stands in the same place in all of them, or by what all rows take at
/// the end where that is the same, or else by proportion.
llvm::Error IndexedRows::editExtent(const ArrayInKernel &Use, int64_t Elements,
                                    Fix &Out) const {
  std::set<SourceLocation> Places;
  std::set<int64_t> Sums;
  const Expr *Ours = nullptr;
  for (const ArrayInKernel &Any : Array.Uses) {
    const RowStride &S = strideOf(Any);
    if (declarationOf(Any)->getLocation() != declarationOf(Use)->getLocation())
      continue; // of another array that changes with it
    const int64_t Rows = RowsInPart.lookup(&Any);
    const Expr *Extent = extentOf(declarationOf(Any), Map);
    if (!Extent)
      return obstacle(ObstacleKind::MacroExtent);
    const Expr *Factor =
        Rows ? nullptr
             : rowLengthIn(Extent, S.RowBytes / Any.elementBytes(),
                           spellingsOf(S, Context), Context);
    Places.insert(Factor ? Factor->getBeginLoc() : SourceLocation());
    Sums.insert(
        (Rows ? Rows : (bytesOfExtent(Any) + S.RowBytes - 1) / S.RowBytes) *
        Elements);
    if (Any.Array == Use.Array)
      Ours = Factor;
  }
  const Expr *Extent = extentOf(declarationOf(Use), Map);
  if (Ours && Places.size() == 1) {
    llvm::Error Hidden = editableRange(Ours, Map, Context).takeError();
    if (!Hidden)
      return addToOperand(Ours, Elements, Map, Context, Out);
    llvm::consumeError(std::move(Hidden));
    return scaleByName(Extent, Use, Elements, Out);
  }
  if (Sums.size() == 1)
    return addToWhole(Extent, *Sums.begin(), Map, Context, Out);
  if (RowsInPart.lookup(&Use))
    return obstacle(ObstacleKind::SharedInstantiation,
                    Extent->getSourceRange());
  return scaleSize(Extent, strideOf(Use).RowBytes / Use.elementBytes(),
                   Elements, Map, Context, Out);
}

llvm::Error IndexedRows::edit(const Proof &Best, int64_t UnitElements,
                              Fix &Out) const {
  int64_t Elements = Best.NewLayout.Units * UnitElements;
  // Declaration first: that is where the note points.
  for (const ArrayInKernel &Use : Array.Uses)
    if (Use.Array->SizeBytes)
      if (llvm::Error E = editExtent(Use, Elements, Out))
        return E;
  llvm::SmallVector<const Expr *, 8> Edited = edited();
  for (const auto &[Instance, Indices] : Flat)
    for (const auto &[Index, ElementBytes] : Indices)
      Edited.push_back(Index);
  const MacroText Alike(Edited, Map, Context);
  for (const ArrayInKernel &Use : Array.Uses)
    if (llvm::Error E =
            editIndices(strideOf(Use), Elements * Use.elementBytes(), Alike,
                        Map, Context, Out))
      return E;
  for (const ArrayInKernel &Use : Array.Uses)
    if (auto Found = Flat.find(declarationOf(Use)); Found != Flat.end())
      for (const auto &[Index, ElementBytes] : Found->second)
        if (llvm::Error E =
                editFlatIndex(Index, {}, lengthText(),
                              Elements * Use.elementBytes() / ElementBytes, Map,
                              Context, Out, Alike))
          return E;
  for (const auto &[Size, Use] : Bytes) {
    const RowStride &S = strideOf(*Use);
    if (llvm::Error E =
            growLaunchSize(Size,
                           {S.RowBytes, S.Factors.front().second.ElementBytes,
                            spellingsOf(S, Context), RowsInPart.lookup(Use)},
                           Elements * Use->elementBytes(), Map, Context, Out))
      return E;
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The factors that make the rows
//===----------------------------------------------------------------------===//

/// A competing factor that can stay as it is does not make the rows, but
/// happens to be as long: it is left out.
static std::unique_ptr<RowForm>
formOf(const DeclaredArray &Array, CommonStride Strides, const SourceMap &Map,
       ASTContext &Context, uint64_t &StepBudget) {
  auto Form = IndexedRows(Array, Strides, Map, Context).build(StepBudget);
  for (SourceLocation Place : competingFactors(Strides, Context)) {
    if (!Form->isProvable() ||
        !llvm::is_contained(competingFactors(Strides, Context), Place))
      continue;
    CommonStride Fewer = withoutFactorsAt(Strides, Place);
    auto Other = IndexedRows(Array, Fewer, Map, Context).build(StepBudget);
    if (!Other->isProvable())
      continue;
    Form = std::move(Other);
    Strides = std::move(Fewer);
  }
  return Form;
}

/// The form in which indices that run through all rows leave the ends of these
/// out; null where it cannot be proved.
static std::unique_ptr<RowForm>
withFlatIndices(const DeclaredArray &Array, const CommonStride &Strides,
                const Expr *Crossing, const SourceMap &Map, ASTContext &Context,
                uint64_t &StepBudget) {
  IndexedRows Flat(Array, Strides, Map, Context);
  std::unique_ptr<RowForm> Form;
  for (; Crossing && StepBudget && Flat.addFlat(Crossing);
       Crossing = Form->Crossing)
    Form = IndexedRows(Flat).build(StepBudget);
  return Form && Form->isProvable() ? std::move(Form) : nullptr;
}

/// Whether rows of a length can be longer: those of a declared row fill it.
static bool fillsExtent(const DeclaredArray &Array, const CommonStride &S) {
  return llvm::all_of(Array.Uses, [&](const ArrayInKernel &Use) {
    const auto *Found = S.find(declarationOf(Use));
    const int64_t Whole = bytesOfExtent(Use);
    return Use.Array->Extents.size() < 2 ||
           (Found->second.RowBytes < Whole &&
            Whole % Found->second.RowBytes == 0);
  });
}

static bool crossesRows(const RowForm &Form) {
  return llvm::any_of(Form.Obstacles, [](const SourceObstacle &O) {
    return O.Kind == ObstacleKind::CrossedRows ||
           O.Kind == ObstacleKind::CrossedStride;
  });
}

/// The stride of the same rows where more than their factors grows.
static const CommonStride *
withMoreFactors(const CommonStride &S, llvm::ArrayRef<CommonStride> WithOuter) {
  const auto *Other = llvm::find_if(WithOuter, [&](const CommonStride &O) {
    return O.front().second.RowBytes == S.front().second.RowBytes;
  });
  return Other != WithOuter.end() && Other->front().second.Factors.size() >
                                         S.front().second.Factors.size()
             ? Other
             : nullptr;
}

std::vector<std::unique_ptr<RowForm>>
banklint::indexedRows(const DeclaredArray &Array, const SourceMap &Map,
                      ASTContext &Context, uint64_t &StepBudget) {
  std::vector<std::unique_ptr<RowForm>> Result;
  std::vector<CommonStride> Strides = commonStrides(Array, Map, Context);
  llvm::erase_if(Strides,
                 [&](const CommonStride &S) { return !fillsExtent(Array, S); });
  std::vector<CommonStride> WithOuter;
  for (const CommonStride &S :
       llvm::ArrayRef(Strides).take_front(limits::RowFactors)) {
    auto Form = formOf(Array, S, Map, Context, StepBudget);
    if (crossesRows(*Form)) {
      if (WithOuter.empty())
        WithOuter = commonStrides(Array, Map, Context, /*HasOuter=*/true);
      if (const CommonStride *Other = withMoreFactors(S, WithOuter))
        if (auto Outer = formOf(Array, *Other, Map, Context, StepBudget);
            Outer->isProvable())
          Form = std::move(Outer);
    }
    if (crossesRows(*Form))
      if (auto Other = withFlatIndices(Array, S, Form->Crossing, Map, Context,
                                       StepBudget))
        Form = std::move(Other);
    Result.push_back(std::move(Form));
  }
  if (Strides.size() > limits::RowFactors) {
    Result.push_back(std::make_unique<RowForm>(Array));
    Result.back()->Obstacles.push_back(
        {ObstacleKind::ManyRowFactors, Array.declaration()->getLocation()});
  }
  return Result;
}
