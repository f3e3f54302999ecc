//===- GappedIndices.cpp - Gaps behind each 128 bytes ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/GappedIndices.h"
#include "Bank/Gpu.h"
#include "Candidates/ElementIndices.h"
#include "Candidates/FlatIndices.h"
#include "Candidates/Forms.h"
#include "Candidates/Strides.h"
#include "Candidates/WrittenValues.h"
#include "Proof/LaunchSizes.h"
#include "Text/Edits.h"
#include "Text/MacroText.h"
#include "Text/RepeatedText.h"
#include "Text/SharedText.h"
#include "Values/Limits.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

static constexpr int64_t PeriodBytes = WordBytes * BankCount;

namespace {
/// An index with its gaps.
struct GappedIndex {
  int64_t ElementBytes = 0;
  /// Of a sum, the terms that say how many, and the others; empty where all do.
  llvm::SmallVector<const Expr *, 2> RowTerms, InnerTerms;
  /// Those of which the terms are written out.
  llvm::SmallVector<const VarDecl *, 1> Written;
};

class IndexGaps {
public:
  IndexGaps(const DeclaredArray &Array, const SourceMap &Map,
            ASTContext &Context)
      : Array(Array), Map(Map), Context(Context) {}

  bool find();
  llvm::SmallVector<const Expr *, 8> edited() const;
  std::unique_ptr<RowForm> build(uint64_t &StepBudget) const;
  /// Takes all terms of the index of an access; false where it has none that
  /// are left out.
  bool takeWhole(const Expr *Access);

private:
  bool add(const Step &S, const ArrayUses &Uses, const VarDecl *Instance);
  int64_t unitElements() const;
  void walk(RowForm &Form, uint64_t &StepBudget) const;
  llvm::Error edit(const LaunchSizes &Sizes, const Proof &Best, Fix &Out) const;
  llvm::Error editExtents(const Proof &Best, Fix &Out) const;

  const DeclaredArray &Array;
  const SourceMap &Map;
  ASTContext &Context;
  llvm::MapVector<const VarDecl *, llvm::MapVector<const Expr *, GappedIndex>>
      Indices;
};
} // namespace

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// Whether an expression is arithmetic on numbers and plain names: what types,
/// namespaces and arguments of templates are called may be something else in
/// another place.
static bool hasPlainNames(const Stmt *S) {
  const auto *Name = dyn_cast<DeclRefExpr>(S);
  if (Name && (Name->hasQualifier() || Name->hasExplicitTemplateArgs() ||
               !isa<VarDecl>(Name->getDecl())))
    return false;
  if (const auto *Special = dyn_cast<PseudoObjectExpr>(S))
    return hasPlainNames(Special->getSyntacticForm());
  const bool IsPlain =
      isa<DeclRefExpr, IntegerLiteral, ParenExpr, ImplicitCastExpr,
          BinaryOperator, SubstNonTypeTemplateParmExpr, ConstantExpr,
          MSPropertyRefExpr, OpaqueValueExpr>(S);
  return IsPlain && llvm::all_of(S->children(), hasPlainNames);
}

/// Adds the terms of a sum to those that are the same in all rounds of loops,
/// or to the others. A variable that holds such a sum stands for it.
static void addTerms(const Expr *E, const SourceMap &Map,
                     const ASTContext &Context, GappedIndex &To) {
  const Expr *Plain = E->IgnoreParenImpCasts();
  if (const auto *Sum = dyn_cast<BinaryOperator>(Plain);
      Sum && Sum->getOpcode() == BO_Add && !Sum->getOperatorLoc().isMacroID()) {
    addTerms(Sum->getLHS(), Map, Context, To);
    return addTerms(Sum->getRHS(), Map, Context, To);
  }
  const auto *Name = dyn_cast<DeclRefExpr>(Plain);
  const auto *Variable = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  if (Map.constantOf(E) || isLoopCounter(Variable))
    return To.InnerTerms.push_back(E);
  if (const Expr *Load = Name ? writableLoad(Name, Map, Context) : nullptr;
      Load && !needsCast(Load, Variable, Map, Context)) {
    GappedIndex Held;
    addTerms(Variable->getInit(), Map, Context, Held);
    if (!Held.InnerTerms.empty() && !Held.RowTerms.empty() &&
        isRepeatable(Variable->getInit(), Context) &&
        hasPlainNames(Variable->getInit())) {
      llvm::append_range(To.RowTerms, Held.RowTerms);
      llvm::append_range(To.InnerTerms, Held.InnerTerms);
      llvm::append_range(To.Written, Held.Written);
      return To.Written.push_back(Variable);
    }
  }
  To.RowTerms.push_back(E);
}

/// Only what is the same in all rounds of loops says how many gaps there are,
/// where the index has more terms than that.
static GappedIndex gapsOf(const Step &S, const SourceMap &Map,
                          const ASTContext &Context) {
  GappedIndex Result, Whole;
  addTerms(S.Count, Map, Context, Result);
  Result.ElementBytes = Whole.ElementBytes = S.ElementBytes;
  const bool AreWritten = llvm::all_of(Result.RowTerms, [&](const Expr *Term) {
    llvm::Expected<CharSourceRange> Range = editableRange(Term, Map, Context);
    const bool IsText = bool(Range) && isRepeatable(Term, Context) &&
                        isSpelledBeside(Term, S.Count, Context) &&
                        !Map.mayOverload(Term);
    llvm::consumeError(Range.takeError());
    return IsText;
  });
  return Result.InnerTerms.empty() || Result.RowTerms.empty() || !AreWritten
             ? Whole
             : Result;
}

bool IndexGaps::add(const Step &S, const ArrayUses &Uses,
                    const VarDecl *Instance) {
  if (countsDeclaredRows(S, Map))
    return true; // the stride of the array tells where these are
  if (S.ElementBytes <= 0 || PeriodBytes % S.ElementBytes)
    return false;
  if (const auto Number = Map.constantOf(S.Count);
      Number && *Number >= 0 && *Number < PeriodBytes / S.ElementBytes)
    return true; // no gap lies before it
  if (!canBeFlat(S, Uses, Map, Context) || Map.mayOverload(S.Count))
    return false;
  Indices[Instance][S.Count] = gapsOf(S, Map, Context);
  return true;
}

llvm::SmallVector<const Expr *, 8> IndexGaps::edited() const {
  llvm::SmallVector<const Expr *, 8> Edited;
  for (const auto &Entry : Indices)
    for (const auto &[Index, How] : Entry.second)
      Edited.push_back(Index);
  return Edited;
}

/// False where something else moves addresses.
bool IndexGaps::find() {
  for (const VarDecl *Instance : Array.Instances) {
    const ArrayUses &Uses = Array.usesOf(Instance);
    if (!Uses.LeadingDimensions.empty() ||
        pointerElsewhere(Uses, Map, Context) ||
        !llvm::all_of(Uses.Steps,
                      [&](const Step &S) { return add(S, Uses, Instance); }))
      return false;
  }
  return !Indices.empty() && !sharedText(edited(), Array, {}, Map);
}

bool IndexGaps::takeWhole(const Expr *Access) {
  bool IsChanged = false;
  for (auto &Entry : Indices)
    for (auto &[Index, How] : Entry.second)
      if (!How.RowTerms.empty() && isPartOf(Index, Access)) {
        How = {How.ElementBytes, {}, {}, {}};
        IsChanged = true;
      }
  return IsChanged;
}

//===----------------------------------------------------------------------===//
// Proof
//===----------------------------------------------------------------------===//

/// Gaps are whole elements of whatever indices count.
int64_t IndexGaps::unitElements() const {
  int64_t Unit = promisedElements(Array);
  const int64_t ElementBytes = Array.Uses.front().elementBytes();
  for (const auto &Entry : Indices)
    for (const auto &[Index, How] : Entry.second)
      Unit = std::lcm(Unit,
                      std::lcm(ElementBytes, How.ElementBytes) / ElementBytes);
  return Unit;
}

void IndexGaps::walk(RowForm &Form, uint64_t &StepBudget) const {
  InstanceStrides Units;
  for (const auto &[Instance, Found] : Indices) {
    StrideChange &Change = Units[Instance];
    for (const Step &S : Array.usesOf(Instance).Steps)
      Change.InPlace.Units.insert({S.Count, 0});
    for (const auto &[Index, How] : Found)
      Change.InPlace.Flat[Index] = {PeriodBytes / How.ElementBytes,
                                    Form.UnitElements *
                                        Array.Uses.front().elementBytes() /
                                        How.ElementBytes,
                                    How.RowTerms};
  }
  walkSymbolically(Form, Units, Map, StepBudget, Context);
}

/// The comparisons of what an expression names: a guard may say how far it
/// goes.
static void addGuards(const Expr *E, const SourceMap &Map,
                      std::vector<const Expr *> &To) {
  const ValueDecl *Named = namedBy(E);
  for (const Expr *Name :
       Named ? Map.referencesTo(Named) : llvm::ArrayRef<const Expr *>())
    for (const Stmt *Around = Name; Around;) {
      llvm::ArrayRef<SourceParent> Parents = Map.parentsOf(Around);
      Around = Parents.empty() ? nullptr : Parents.front().Statement;
      const auto *Compared = dyn_cast_or_null<BinaryOperator>(Around);
      if (Compared && Compared->isComparisonOp())
        To.push_back(Compared);
      if (!Around || !isa<Expr>(Around))
        break;
    }
}

std::unique_ptr<RowForm> IndexGaps::build(uint64_t &StepBudget) const {
  auto Form = std::make_unique<RowForm>(Array);
  for (ArrayInKernel &Use : Form->Uses)
    Use.RowBytes = PeriodBytes;
  Form->IsGapped = true;
  for (const auto &Entry : Indices)
    for (const auto &[Index, How] : Entry.second) {
      for (const Expr *Term : How.InnerTerms)
        addGuards(Term, Map, Form->BoundedTerms);
      if (!How.InnerTerms.empty())
        for (const auto *Terms : {&How.RowTerms, &How.InnerTerms})
          llvm::append_range(Form->BoundedTerms, *Terms);
      Form->Written.insert_range(namesWritten(How.Written));
    }
  Form->UnitElements = unitElements();
  if (!Form->Obstacles.empty())
    return Form;
  walk(*Form, StepBudget);
  checkRows(*Form, Array, Form->UnitElements, Map, Context);
  if (Array.any().SizeBytes && !hasAllExtents(Array, Map))
    Form->Obstacles.push_back(
        {ObstacleKind::ExtentElsewhere, Array.declaration()->getSourceRange()});
  Form->Edit =
      [Self = *this, Sizes = findLaunchSizes(*Form, Array, Map, Context)](
          const Proof &Best, Fix &Out) { return Self.edit(Sizes, Best, Out); };
  return Form;
}

/// Whether all instances have elements and rows that fill whole periods.
static bool hasWholePeriods(const DeclaredArray &Array) {
  const ArrayInKernel &First = Array.Uses.front();
  return llvm::all_of(Array.Uses, [&](const ArrayInKernel &Use) {
    const size_t Dimensions = Use.Array->Extents.size();
    const bool IsRow = Dimensions < 2 || (Use.Array->SizeBytes &&
                                          Use.rowBytes() % PeriodBytes == 0 &&
                                          Use.rowBytes() == First.rowBytes());
    return Dimensions > 0 && IsRow && Use.elementBytes() > 0 &&
           PeriodBytes % Use.elementBytes() == 0 &&
           Use.elementBytes() == First.elementBytes();
  });
}

std::unique_ptr<RowForm> banklint::gappedForm(const DeclaredArray &Array,
                                              const SourceMap &Map,
                                              ASTContext &Context,
                                              uint64_t &StepBudget) {
  IndexGaps Gaps(Array, Map, Context);
  if (!hasWholePeriods(Array) || !Gaps.find())
    return nullptr;
  StepAllowance Steps(StepBudget, limits::ProofSteps);
  std::unique_ptr<RowForm> Form;
  do
    Form = Gaps.build(Steps.Left);
  while (Form->Crossing && Steps.Left && Gaps.takeWhole(Form->Crossing));
  return Form->Obstacles.empty() ? std::move(Form) : nullptr;
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

static int64_t gapElements(const Layout &L) { return L.Units * L.UnitElements; }

std::string banklint::gappedText(const DeclaredArray &Array, const Layout &L) {
  const int64_t ElementBytes = Array.Uses.front().elementBytes();
  const bool IsFlat = Array.any().Extents.size() < 2;
  const std::string Index = IsFlat ? "i" : "column";
  std::string Text = Array.any().Name.str() + (IsFlat ? "[" : "[row][") +
                     Index + " + " + Index + " / " +
                     std::to_string(PeriodBytes / ElementBytes);
  if (const int64_t Gap = gapElements(L); Gap != 1)
    Text += " * " + std::to_string(Gap);
  return Text + "]";
}

/// Whether a number is written in figures alone: what has a name may have
/// another value one day.
static bool isOfFigures(const Expr *Number) {
  return !Number->getBeginLoc().isMacroID() &&
         !isa<DeclRefExpr, SubstNonTypeTemplateParmExpr,
              UnaryExprOrTypeTraitExpr>(Number) &&
         llvm::all_of(Number->children(), [](const Stmt *Part) {
           return isOfFigures(llvm::cast<Expr>(Part));
         });
}

/// Makes room for a gap behind each period of `PeriodElements`, in proportion
/// to a size that has a name in it and is whole periods.
static llvm::Error addGaps(const Expr *Size, int64_t PeriodElements,
                           int64_t Gap, int64_t Gaps, bool IsWhole,
                           const SourceMap &Map, const ASTContext &Context,
                           Fix &Out) {
  return IsWhole && !isOfFigures(Size)
             ? scaleSize(Size, PeriodElements, Gap, Map, Context, Out)
             : addToWhole(Size, Gaps * Gap, Map, Context, Out);
}

/// The last extent of each declaration.
llvm::Error IndexGaps::editExtents(const Proof &Best, Fix &Out) const {
  const int64_t Gap = gapElements(Best.NewLayout);
  const int64_t PeriodElements =
      PeriodBytes / Array.Uses.front().elementBytes();
  std::set<int64_t> Counts;
  bool AreWhole = true;
  for (const ArrayInKernel &Use : Array.Uses) {
    Counts.insert(int64_t(llvm::divideCeil(uint64_t(Use.rowElements()),
                                           uint64_t(PeriodElements))));
    AreWhole &= Use.rowElements() % PeriodElements == 0;
  }
  // Of several declarations each has a size of its own.
  if (Counts.size() > 1 && (!AreWhole || Array.IsJoint))
    return obstacle(ObstacleKind::DifferentInstances);
  for (const VarDecl *Instance : Array.Instances) {
    const ArrayTypeLoc Extent = extentsOf(Instance, Map).back();
    if (Extent.getLBracketLoc().isMacroID())
      return obstacle(ObstacleKind::MacroExtent);
    if (llvm::Error E = addGaps(Extent.getSizeExpr(), PeriodElements, Gap,
                                *Counts.begin(), AreWhole, Map, Context, Out))
      return E;
  }
  return llvm::Error::success();
}

llvm::Error IndexGaps::edit(const LaunchSizes &Sizes, const Proof &Best,
                            Fix &Out) const {
  const int64_t GapBytes =
      gapElements(Best.NewLayout) * Array.Uses.front().elementBytes();
  // Declaration first: that is where the note points.
  if (Array.any().SizeBytes)
    if (llvm::Error E = editExtents(Best, Out))
      return E;
  const MacroText Alike(edited(), Map, Context);
  for (const auto &Entry : Indices)
    for (const auto &[Index, How] : Entry.second)
      if (llvm::Error E = editFlatIndex(
              Index, How.RowTerms,
              std::to_string(PeriodBytes / How.ElementBytes),
              GapBytes / How.ElementBytes, Map, Context, Out, Alike))
        return E;
  for (const auto &[Size, Use] : Sizes) {
    if (!canGrow(Size, Context))
      return obstacle(ObstacleKind::ChangedType);
    const int64_t Bytes = *constantValueOf(Size, Context);
    if (llvm::Error E =
            addGaps(Size, PeriodBytes, GapBytes, Bytes / PeriodBytes,
                    Bytes % PeriodBytes == 0, Map, Context, Out))
      return E;
  }
  return llvm::Error::success();
}
