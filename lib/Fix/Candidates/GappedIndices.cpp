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
  int64_t periodElements() const { return PeriodBytes / ElementBytes; }
  /// The terms that are written once more, and divided.
  llvm::ArrayRef<const Expr *> dividend() const {
    return IsInPeriod ? llvm::ArrayRef<const Expr *>() : RowTerms;
  }

  int64_t ElementBytes = 0;
  /// What is edited: the index, or of a sum that a macro makes the argument
  /// that has no whole terms.
  const Expr *Column = nullptr;
  /// Of a sum, the terms that say how many, and the others; empty where all do.
  llvm::SmallVector<const Expr *, 2> RowTerms, InnerTerms;
  /// Products with a number that is whole periods, `k * 128`, and these
  /// numbers: they grow by what lies between, `k * (128 + 16)`.
  llvm::SmallVector<const Expr *, 2> WholeTerms, Lengths;
  /// The rest of the index lies within a period: no gap lies before it there.
  bool IsInPeriod = false;
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
  void expectPeriods();
  int64_t unitElements() const;
  void walk(RowForm &Form, uint64_t &StepBudget) const;
  bool areSteadyLoads(const RowForm &Form) const;
  llvm::Error edit(const LaunchSizes &Sizes, const Proof &Best, Fix &Out) const;
  llvm::Error editExtents(const Proof &Best, Fix &Out) const;
  llvm::Error editIndex(const GappedIndex &How, int64_t Gap,
                        const MacroText &Alike, Fix &Out) const;

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

/// The number of a product that is whole periods; null where there is none.
static const Expr *wholeLengthIn(const Expr *E, int64_t PeriodElements,
                                 const SourceMap &Map) {
  const auto *Product = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Product || Product->getOpcode() != BO_Mul)
    return nullptr;
  for (const Expr *Operand : {Product->getRHS(), Product->getLHS()})
    if (const auto Number = Map.constantOf(Operand);
        Number && *Number > 0 && *Number % PeriodElements == 0)
      return Operand;
  return nullptr;
}

/// Adds a term that is whole periods; false where it is not, or cannot grow.
static bool addWhole(const Expr *E, const SourceMap &Map,
                     const ASTContext &Context, GappedIndex &To) {
  const Expr *Length = wholeLengthIn(E, To.periodElements(), Map);
  if (!Length || Map.mayOverload(Length))
    return false;
  llvm::Expected<CharSourceRange> Range =
      editableRange(withoutMacroParens(Length, Context), Map, Context);
  const bool IsText = bool(Range);
  llvm::consumeError(Range.takeError());
  if (!IsText)
    return false;
  To.WholeTerms.push_back(E);
  To.Lengths.push_back(Length);
  return true;
}

/// The sum that an expression is, if its sign stands in no macro's body.
static const BinaryOperator *writtenSum(const Expr *E,
                                        const ASTContext &Context) {
  const auto *Sum = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Sum || Sum->getOpcode() != BO_Add)
    return nullptr;
  const auto Sign = spellingOf(Sum->getOperatorLoc(), Context);
  return Sign && Sign->Body.isInvalid() ? Sum : nullptr;
}

/// Adds the terms of a sum to those that are the same in all rounds of loops,
/// or to the others, and those that are whole periods to these, where they are
/// to be `Split` off. A variable that holds such a sum stands for it.
static void addTerms(const Expr *E, bool Split, const SourceMap &Map,
                     const ASTContext &Context, GappedIndex &To) {
  const Expr *Plain = E->IgnoreParenImpCasts();
  if (const BinaryOperator *Sum = writtenSum(E, Context)) {
    addTerms(Sum->getLHS(), Split, Map, Context, To);
    return addTerms(Sum->getRHS(), Split, Map, Context, To);
  }
  if (Split && addWhole(E, Map, Context, To))
    return;
  const auto *Name = dyn_cast<DeclRefExpr>(Plain);
  const auto *Variable = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  if (Map.constantOf(E) || isLoopCounter(Variable))
    return To.InnerTerms.push_back(E);
  if (const Expr *Load = Name ? writableLoad(Name, Map, Context) : nullptr;
      Load && !needsCast(Load, Variable, Map, Context)) {
    GappedIndex Held;
    addTerms(Variable->getInit(), /*Split=*/false, Map, Context, Held);
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

/// All of it says how many gaps there are.
static GappedIndex wholeIndex(const Expr *Index, int64_t ElementBytes) {
  GappedIndex Result;
  Result.ElementBytes = ElementBytes;
  Result.Column = Index;
  return Result;
}

/// Takes off what a macro adds to one of its arguments: `k * 128` of
/// `OFFSET(k, t, 128)`.
static void splitMacro(const SourceMap &Map, const ASTContext &Context,
                       GappedIndex &To) {
  const auto *Sum = dyn_cast<BinaryOperator>(To.Column->IgnoreParenImpCasts());
  if (!Sum || Sum->getOpcode() != BO_Add || writtenSum(Sum, Context))
    return;
  const Expr *Rest = nullptr;
  if (addWhole(Sum->getLHS(), Map, Context, To))
    Rest = Sum->getRHS();
  else if (addWhole(Sum->getRHS(), Map, Context, To))
    Rest = Sum->getLHS();
  if (Rest)
    To.Column = withoutMacroParens(Rest, Context);
}

/// Whether terms can be written a second time, behind the column.
static bool areWritable(const GappedIndex &How, const SourceMap &Map,
                        const ASTContext &Context) {
  return llvm::all_of(How.RowTerms, [&](const Expr *Term) {
    llvm::Expected<CharSourceRange> Range = editableRange(Term, Map, Context);
    const bool IsText = bool(Range) && isRepeatable(Term, Context) &&
                        isSpelledBeside(Term, How.Column, Context) &&
                        !Map.mayOverload(Term);
    llvm::consumeError(Range.takeError());
    return IsText;
  });
}

/// The gaps of an index are those between whole periods, which its factors
/// count, and those of the rest of it: of that only what is the same in all
/// rounds of loops says how many there are, where it has more terms.
static GappedIndex gapsOf(const Expr *Index, int64_t ElementBytes, bool Split,
                          const SourceMap &Map, const ASTContext &Context) {
  GappedIndex Result = wholeIndex(Index, ElementBytes);
  if (Split)
    splitMacro(Map, Context, Result);
  addTerms(Result.Column, Split, Map, Context, Result);
  if (areWritable(Result, Map, Context) &&
      (!Result.WholeTerms.empty() ||
       (!Result.InnerTerms.empty() && !Result.RowTerms.empty())))
    return Result;
  return Split ? gapsOf(Index, ElementBytes, /*Split=*/false, Map, Context)
               : wholeIndex(Index, ElementBytes);
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
  if (!canBeFlat(S, Uses, Map, Context) || Map.mayOverload(S.Count) ||
      isSwizzled(S.Count))
    return false;
  Indices[Instance][S.Count] =
      gapsOf(S.Count, S.ElementBytes, /*Split=*/true, Map, Context);
  return true;
}

llvm::SmallVector<const Expr *, 8> IndexGaps::edited() const {
  llvm::SmallVector<const Expr *, 8> Edited;
  for (const auto &Entry : Indices)
    for (const auto &[Index, How] : Entry.second) {
      Edited.push_back(How.Column);
      llvm::append_range(Edited, How.Lengths);
    }
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
  expectPeriods();
  return !Indices.empty() && !sharedText(edited(), Array, {}, Map);
}

/// Where rows are no longer than a period, what is beside them is a column, as
/// far as is known.
void IndexGaps::expectPeriods() {
  const bool AreShort = llvm::all_of(Indices, [&](const auto &Entry) {
    return llvm::all_of(Entry.second, [&](const auto &Found) {
      return llvm::all_of(Found.second.Lengths, [&](const Expr *Length) {
        return Map.constantOf(Length) == Found.second.periodElements();
      });
    });
  });
  for (auto &Entry : Indices)
    for (auto &[Index, How] : Entry.second)
      How.IsInPeriod = AreShort && !How.WholeTerms.empty();
}

/// Whether a number is the same in all rounds of the loops around it: it is
/// made of constants, built-in variables, and variables that keep such numbers.
static bool isSteady(const Stmt *S, const SourceMap &Map, unsigned Depth = 0) {
  constexpr unsigned MostInitializers = 16;
  if (const auto *Name = dyn_cast<DeclRefExpr>(S)) {
    const auto *Variable = dyn_cast<VarDecl>(Name->getDecl());
    if (!Variable || isLoopCounter(Variable) || Map.isChanged(Variable) ||
        Depth == MostInitializers)
      return false;
    if (!Variable->hasLocalStorage()) // built-in ones are const
      return Variable->getType().isConstQualified();
    const llvm::ArrayRef<const Expr *> Values = Map.valuesOf(Variable);
    const auto *Function = dyn_cast<FunctionDecl>(Variable->getDeclContext());
    const bool IsOfKernel = isa<ParmVarDecl>(Variable) && Function &&
                            Function->hasAttr<CUDAGlobalAttr>();
    return IsOfKernel ||
           (!Values.empty() && llvm::all_of(Values, [&](const Expr *Value) {
             return isSteady(Value, Map, Depth + 1);
           }));
  }
  if (const auto *Special = dyn_cast<PseudoObjectExpr>(S))
    return isSteady(Special->getSyntacticForm(), Map, Depth);
  if (const auto *Member = dyn_cast<MemberExpr>(S); Member && Member->isArrow())
    return false;
  const bool IsPlain = isa<IntegerLiteral, ParenExpr, CastExpr, BinaryOperator,
                           SubstNonTypeTemplateParmExpr, ConstantExpr,
                           MemberExpr, MSPropertyRefExpr, OpaqueValueExpr>(S);
  return IsPlain && llvm::all_of(S->children(), [&](const Stmt *Part) {
           return isSteady(Part, Map, Depth);
         });
}

/// Whether what is added to the index is the same in all rounds.
static bool hasSteadyGaps(const GappedIndex &How, const SourceMap &Map) {
  if (How.RowTerms.empty() && How.WholeTerms.empty())
    return isSteady(How.Column, Map);
  return llvm::all_of(How.dividend(),
                      [&](const Expr *Term) { return isSteady(Term, Map); });
}

bool IndexGaps::takeWhole(const Expr *Access) {
  bool IsChanged = false, IsOutside = false;
  for (const auto &Entry : Indices)
    for (const auto &[Index, How] : Entry.second)
      IsOutside |= How.IsInPeriod && isPartOf(Index, Access);
  if (IsOutside) {
    for (auto &Entry : Indices)
      for (auto &[Index, How] : Entry.second)
        How.IsInPeriod = false;
    return true;
  }
  for (auto &Entry : Indices)
    for (auto &[Index, How] : Entry.second)
      if ((!How.RowTerms.empty() || !How.WholeTerms.empty()) &&
          isPartOf(Index, Access)) {
        How = How.WholeTerms.empty() ? wholeIndex(Index, How.ElementBytes)
                                     : gapsOf(Index, How.ElementBytes,
                                              /*Split=*/false, Map, Context);
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
      Change.InPlace.Flat[Index] = {
          How.periodElements(),
          Form.UnitElements * Array.Uses.front().elementBytes() /
              How.ElementBytes,
          {How.dividend().begin(), How.dividend().end()},
          How.WholeTerms};
  }
  walkSymbolically(Form, Units, Map, StepBudget, Context);
}

/// Whether the gaps before what is read are counted once, in front of loops. To
/// write a tile is another loop than the one whose registers are full.
bool IndexGaps::areSteadyLoads(const RowForm &Form) const {
  llvm::SmallVector<const Expr *, 8> Others;
  for (const auto &Entry : Indices)
    for (const auto &[Index, How] : Entry.second)
      if (!hasSteadyGaps(How, Map))
        Others.push_back(Index);
  llvm::DenseSet<const Expr *> Seen;
  bool AreSteady = true;
  forEachRecord(Form.Uses, [&](const ArrayInKernel &Use, const Trace &,
                               const AccessRecord &Record) {
    const Expr *Access = expressionOf(Use, Record.Site);
    if (Record.Operation != AccessOperation::Store &&
        Seen.insert(Access).second)
      AreSteady &= llvm::none_of(Others, [Access](const Expr *Index) {
        return isPartOf(Index, Access);
      });
  });
  return AreSteady;
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
      if (!How.InnerTerms.empty() || How.IsInPeriod)
        for (const auto *Terms : {&How.RowTerms, &How.InnerTerms})
          llvm::append_range(Form->BoundedTerms, *Terms);
      llvm::append_range(Form->BoundedTerms, How.Lengths);
      Form->Written.insert_range(namesWritten(How.Written));
    }
  Form->UnitElements = unitElements();
  if (!Form->Obstacles.empty())
    return Form;
  walk(*Form, StepBudget);
  Form->HasSteadyGaps = areSteadyLoads(*Form);
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
  return Array.any().Name.str() + (IsFlat ? "[" : "[row][") + Index +
         shareText(Index, std::to_string(PeriodBytes / ElementBytes),
                   gapElements(L)) +
         "]";
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

/// Whether a number is written as one, in an argument of a macro, too.
static bool isOfDigits(const Expr *Number, const ASTContext &Context) {
  return llvm::all_of(lineOf(withoutMacroParens(Number, Context), Context),
                      [](char C) { return llvm::isDigit(C); });
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

/// Where a factor stands at an end of the index, both are edited in one place.
static llvm::Error insertAround(llvm::ArrayRef<Edit> Factors,
                                llvm::ArrayRef<Edit> Index, Fix &Out) {
  auto IsSamePlace = [](const Edit &A, const Edit &B) {
    return A.File == B.File && A.OffsetBytes == B.OffsetBytes;
  };
  for (Edit Around : Index) {
    for (const Edit &E : Factors)
      if (IsSamePlace(E, Around))
        Around.Text =
            E.Text.front() == '(' ? Around.Text + E.Text : E.Text + Around.Text;
    if (llvm::Error Clash = insert(std::move(Around), Out))
      return Clash;
  }
  for (const Edit &E : Factors)
    if (llvm::none_of(Index, [&](const Edit &I) { return IsSamePlace(E, I); }))
      if (llvm::Error Clash = insert(E, Out))
        return Clash;
  return llvm::Error::success();
}

llvm::Error IndexGaps::editIndex(const GappedIndex &How, int64_t Gap,
                                 const MacroText &Alike, Fix &Out) const {
  const std::string Period = std::to_string(How.periodElements());
  Fix OfFactors, OfIndex;
  for (const Expr *Length : How.Lengths) {
    const int64_t Gaps = *Map.constantOf(Length) / How.periodElements();
    if (llvm::Error E =
            How.IsInPeriod || isOfDigits(Length, Context)
                ? addToOperand(Length, Gaps * Gap, Map, Context, OfFactors,
                               &Alike)
                : addShare(Length, Period, Gap, Map, Context, OfFactors, Alike))
      return E;
  }
  if (!How.dividend().empty() || How.WholeTerms.empty())
    if (llvm::Error E = editFlatIndex(How.Column, How.dividend(), Period, Gap,
                                      Map, Context, OfIndex, Alike))
      return E;
  return insertAround(OfFactors.Edits, OfIndex.Edits, Out);
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
      if (llvm::Error E =
              editIndex(How, GapBytes / How.ElementBytes, Alike, Out))
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
