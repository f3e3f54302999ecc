//===- Forms.cpp - How longer rows would be written -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Forms.h"
#include "Cuda/KernelCalls.h"
#include "Cuda/Locations.h"
#include "Edits.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace banklint;
using namespace clang;

std::map<ArrayKey, DeclaredArray>
banklint::declaredArrays(const Analysis &Found, const SourceMap &Map,
                         ASTContext &Context,
                         const std::set<ArrayKey> *Wanted) {
  std::map<ArrayKey, DeclaredArray> Arrays;
  for (const WalkedKernel &Walked : Found.Walked)
    for (const SharedArray *Known : Walked.Memory->arrays()) {
      const VarDecl *Declaration = Walked.Memory->declarationOf(*Known);
      ArrayKey Key = {pointOf(Declaration->getLocation(), Context),
                      Known->Name.str()};
      if (Wanted && !Wanted->count(Key))
        continue;
      DeclaredArray &Array = Arrays[Key];
      Array.Uses.push_back({&Walked, Known});
      if (!Array.Instances.contains(Declaration))
        Array.Instances.insert(
            {Declaration, usesOf(Declaration, Map, Context)});
    }
  return Arrays;
}

using FormList = std::vector<std::unique_ptr<RowForm>>;

std::unique_ptr<RowForm> banklint::startForm(const DeclaredArray &Array) {
  auto Form = std::make_unique<RowForm>();
  Form->Uses = Array.Uses;
  for (const auto &[Instance, Uses] : Array.Instances)
    llvm::append_range(Form->Obstacles, Uses.Obstacles);
  return Form;
}

/// Whether an access is a subscript of an array with rows, or what begins
/// there: its members, or a vector as in `*(float4 *)&s[r][c]`.
static bool subscriptsRow(const Expr *Access) {
  const Expr *E = Access;
  while (true) {
    E = E->IgnoreParenCasts();
    if (const auto *Member = llvm::dyn_cast<MemberExpr>(E)) {
      E = Member->getBase();
    } else if (const auto *Unary = llvm::dyn_cast<UnaryOperator>(E)) {
      if (Unary->getOpcode() != UO_AddrOf && Unary->getOpcode() != UO_Deref)
        return false;
      E = Unary->getSubExpr();
    } else if (const auto *Subscript = llvm::dyn_cast<ArraySubscriptExpr>(E)) {
      if (Subscript->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
        return true;
      const auto *Index = llvm::dyn_cast<IntegerLiteral>(
          Subscript->getIdx()->IgnoreParenImpCasts());
      if (!Index || Index->getValue() != 0)
        return false;
      E = Subscript->getBase();
    } else {
      return false;
    }
  }
}

/// What no walk came to may do anything. Of several, the first is named.
static void
checkMet(RowForm &Form,
         const llvm::DenseMap<const VarDecl *, StrideChange> &Changes) {
  const Expr *First = nullptr;
  for (const auto &Instance : Changes)
    for (const auto &Entry : Instance.second) {
      const Expr *Expression = Entry.first;
      bool IsMet = llvm::any_of(Form.Walks, [=](const WalkedKernel &Walked) {
        return Walked.MetStrides.count(Expression) != 0;
      });
      if (!IsMet &&
          (!First || Expression->getBeginLoc() < First->getBeginLoc()))
        First = Expression;
    }
  if (First)
    Form.Obstacles.push_back({First->getSourceRange(),
                              "no walk of a kernel comes to this use of it"});
}

/// Walks all kernels again with strides left open, each with the factors of its
/// own instance of the array.
static void
walkAgain(RowForm &Form,
          const llvm::DenseMap<const VarDecl *, StrideChange> &Changes,
          uint64_t &StepBudget, ASTContext &Context) {
  for (ArrayInKernel &Use : Form.Uses) {
    auto Change = Changes.find(declarationOf(Use));
    if (Change == Changes.end())
      continue;
    // What does not come to its end is of no use.
    if (walkOf(Use).Steps >= StepBudget)
      StepBudget = 0;
    if (StepBudget)
      Form.Walks.push_back(
          walkWithStrides(walkOf(Use), Change->second, StepBudget, Context));
    if (StepBudget == 0)
      return Form.Obstacles.push_back(
          {walkOf(Use).Kernel->getLocation(),
           "its kernels take more steps than the budget allows"});
    Use.Walked = &Form.Walks.back();
  }
  Form.IsWalked = Form.Walks.size() == Form.Uses.size();
  checkMet(Form, Changes);
}

bool banklint::leadsInto(const Stmt *S, const ArrayUses &Uses) {
  const auto *E = llvm::dyn_cast_or_null<Expr>(S);
  return E && (Uses.Followed.contains(E) ||
               llvm::any_of(E->children(), [&](const Stmt *Child) {
                 return leadsInto(Child, Uses);
               }));
}

/// An access to the array whose place the walk lost; null if none.
static const Expr *lostAccess(const RowForm &Form, const DeclaredArray &Array) {
  for (const ArrayInKernel &Use : Form.Uses)
    for (const Trace &Group : Use.Walked->Groups)
      for (const AccessRecord &Record : Group.Records)
        if (!Record.Where &&
            leadsInto(expressionOf(Use, Record.Site),
                      Array.Instances.find(declarationOf(Use))->second))
          return expressionOf(Use, Record.Site);
  return nullptr;
}

/// Statements and expressions that all walks for one array may spend at most.
static constexpr uint64_t WalkSteps = 4'000'000;

void banklint::walkAsItIs(RowForm &Form, uint64_t &StepBudget,
                          ASTContext &Context) {
  llvm::DenseMap<const VarDecl *, StrideChange> Changes;
  for (const ArrayInKernel &Use : Form.Uses)
    if (Use.Array->Extents.size() < 2)
      Changes[declarationOf(Use)];
  Allowance Steps(StepBudget, WalkSteps);
  walkAgain(Form, Changes, Steps.Left, Context);
}

void banklint::checkFollowed(RowForm &Form, const DeclaredArray &Array) {
  if (const Expr *Lost = lostAccess(Form, Array))
    return Form.Obstacles.push_back(
        {Lost->getSourceRange(), "this use of it cannot be followed"});
  if (llvm::any_of(Form.Uses,
                   [](const ArrayInKernel &Use) { return Use.Array->Escapes; }))
    Form.Obstacles.push_back(
        {{}, "its address is used in a way that is not followed"});
}

static void checkRows(RowForm &Form, const DeclaredArray &Array) {
  if (Form.isProvable())
    checkFollowed(Form, Array);
  if (!Form.isProvable())
    return;
  auto Subscripts = [](const ArrayInKernel &Use, SiteId Site) {
    return subscriptsRow(expressionOf(Use, Site));
  };
  if (auto Outside = leavesRow(Form.Uses, Form.UnitElements, Subscripts))
    Form.Obstacles.push_back(
        {expressionOf(*Outside->Use, Outside->Site)->getSourceRange(),
         "it is also addressed across its rows, or it is not known whether it "
         "is"});
}

/// A factor stands in a product, or is an argument or a value.
static llvm::Error addToFactor(const Expr *Factor, int64_t Sum,
                               const SourceMap &Map, const ASTContext &Context,
                               Fix &Out) {
  bool IsOperand =
      llvm::any_of(Map.parentsOf(Factor), [](const SourceParent &Parent) {
        return llvm::isa_and_nonnull<BinaryOperator>(Parent.Statement);
      });
  return IsOperand ? addToOperand(Factor, Sum, Context, Out)
                   : addToWhole(Factor, Sum, Context, Out);
}

//===----------------------------------------------------------------------===//
// Declared rows
//===----------------------------------------------------------------------===//

/// The factors of matrix fragments, which have to be the length of the rows.
static std::optional<RowStride> leadingDimension(const VarDecl *Instance,
                                                 const ArrayUses &Uses,
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

static std::unique_ptr<RowForm> declaredRows(const DeclaredArray &Array,
                                             const SourceMap &Map,
                                             ASTContext &Context,
                                             uint64_t &StepBudget) {
  std::unique_ptr<RowForm> Form = startForm(Array);
  Form->UnitElements = unitElements(Form->Uses);
  if (extentsOf(Array.declaration()).size() != Array.any().Extents.size())
    Form->Obstacles.push_back(
        {Array.declaration()->getSourceRange(),
         "its extents stand in another declaration of its type", true});
  llvm::DenseMap<const VarDecl *, StrideChange> Changes;
  auto Factors = std::make_shared<std::vector<const Expr *>>();
  for (const ArrayInKernel &Use : Array.Uses) {
    const VarDecl *Instance = declarationOf(Use);
    const ArrayUses &Uses = Array.Instances.find(Instance)->second;
    if (Changes.contains(Instance))
      continue;
    for (const Step &S : Uses.Steps)
      if (!S.IsOfArray)
        Changes[Instance].insert({S.Count, 0});
    if (Uses.LeadingDimensions.empty())
      continue;
    std::optional<RowStride> Fragments =
        leadingDimension(Instance, Uses, Use.rowBytes(), Map, Context);
    if (!Fragments) {
      Form->Obstacles.push_back(
          {Uses.LeadingDimensions[0].Count->getSourceRange(),
           "the leading dimension of a matrix fragment is not the length of "
           "its rows"});
      continue;
    }
    llvm::append_range(Form->Obstacles, Fragments->Obstacles);
    for (const auto &[Factor, ElementBytes] : Fragments->Factors) {
      Changes[Instance][Factor] = 1;
      Factors->push_back(Factor);
    }
  }
  if (Form->isProvable())
    walkAgain(*Form, Changes, StepBudget, Context);
  // Rows one element longer tell rows and columns apart.
  int64_t UnitElements = std::exchange(Form->UnitElements, 1);
  checkRows(*Form, Array);
  Form->UnitElements = UnitElements;
  Form->Edit = [&Array, &Map, &Context, Factors](const Proof &Best,
                                                 Fix &Out) -> llvm::Error {
    auto Extents = extentsOf(Array.declaration());
    for (auto [Extent, Extra] : llvm::zip(Extents, Best.How.ExtraElements))
      if (Extra) {
        if (!Extent.getSizeExpr() || Extent.getLBracketLoc().isMacroID())
          return llvm::createStringError("its extent is written by a macro");
        if (llvm::Error E =
                addToWhole(Extent.getSizeExpr(), Extra, Context, Out))
          return E;
      }
    if (int64_t Extra = Best.How.ExtraElements.back())
      for (const Expr *Factor : *Factors)
        if (llvm::Error E = addToFactor(Factor, Extra, Map, Context, Out))
          return E;
    return llvm::Error::success();
  };
  return Form;
}

//===----------------------------------------------------------------------===//
// Rows that indices make
//===----------------------------------------------------------------------===//

/// The launches of a kernel: how many bytes each asks for. Nothing where one of
/// them does not say so simply.
static std::optional<llvm::SmallVector<const Expr *, 2>>
launchBytes(const FunctionDecl *Kernel, const SourceMap &Map) {
  llvm::SmallVector<const Expr *, 2> Result;
  llvm::ArrayRef<const CallExpr *> Calls = Map.callsOf(Kernel);
  if (Map.referencesTo(cast<ValueDecl>(Kernel->getCanonicalDecl())).size() !=
      Calls.size())
    return std::nullopt; // its attributes are set, or its address is taken
  for (const CallExpr *Call : Calls) {
    const auto *Launch = llvm::dyn_cast<CUDAKernelCallExpr>(Call);
    auto Configuration = Launch ? configurationOf(*Launch) : std::nullopt;
    if (!Configuration)
      return std::nullopt;
    const Expr *Bytes = Configuration->SharedBytes;
    const ValueDecl *D = namedBy(Bytes);
    if (D && Map.valuesOf(D).size() == 1 && !Map.isChanged(D) &&
        Map.referencesTo(D).size() == 1)
      Bytes = Map.valuesOf(D)[0];
    Result.push_back(Bytes);
  }
  if (Result.empty())
    return std::nullopt;
  return Result;
}

static std::vector<SourceLocation> locationsOf(const RowStride &S) {
  std::vector<SourceLocation> Result;
  for (const auto &[Factor, ElementBytes] : S.Factors)
    Result.push_back(Factor->getBeginLoc());
  llvm::sort(Result);
  Result.erase(llvm::unique(Result), Result.end());
  return Result;
}

namespace {
/// The row strides of all instances that are written in the same places.
using CommonStride = llvm::MapVector<const VarDecl *, RowStride>;
} // namespace

static std::vector<CommonStride> commonStrides(const DeclaredArray &Array,
                                               const SourceMap &Map,
                                               const ASTContext &Context) {
  std::vector<CommonStride> Result;
  std::vector<std::vector<SourceLocation>> Places; // of each
  for (const auto &[Instance, Uses] : Array.Instances) {
    for (RowStride &S : rowStridesOf(Uses, Map, Context)) {
      std::vector<SourceLocation> Here = locationsOf(S);
      if (Instance == Array.Instances.front().first) {
        Result.emplace_back().insert({Instance, std::move(S)});
        Places.push_back(std::move(Here));
        continue;
      }
      for (auto [Common, There] : llvm::zip_equal(Result, Places))
        if (Here == There)
          Common.insert({Instance, S});
    }
  }
  llvm::erase_if(Result, [&](const CommonStride &S) {
    return S.size() != Array.Instances.size();
  });
  return Result;
}

namespace {
/// Builds the form of one length of rows.
class IndexedRows {
public:
  IndexedRows(const DeclaredArray &Array, const CommonStride &Strides,
              const SourceMap &Map, ASTContext &Context)
      : Array(Array), Strides(Strides), Map(Map), Context(Context) {}

  std::unique_ptr<RowForm> build(uint64_t &StepBudget);

private:
  void findSizes(RowForm &Form);
  void setUnits(RowForm &Form);
  void walk(RowForm &Form, uint64_t &StepBudget);
  void checkInstantiations(RowForm &Form);
  llvm::Error editExtent(const ArrayInKernel &Use, int64_t Elements,
                         Fix &Out) const;
  llvm::Error edit(const Proof &Best, int64_t UnitElements, Fix &Out) const;

  const DeclaredArray &Array;
  CommonStride Strides;
  const SourceMap &Map;
  ASTContext &Context;
  /// Of dynamic memory: the sizes to change.
  llvm::MapVector<const Expr *, const ArrayInKernel *> Bytes;
};
} // namespace

void IndexedRows::findSizes(RowForm &Form) {
  if (Array.any().SizeBytes) {
    if (extentsOf(Array.declaration()).size() != 1)
      Form.Obstacles.push_back(
          {Array.declaration()->getSourceRange(),
           "its extent stands in another declaration of its type", true});
    return;
  }
  for (auto [Use, Original] : llvm::zip(Form.Uses, Array.Uses)) {
    auto Sizes = launchBytes(walkOf(Use).Kernel, Map);
    for (const Expr *Size :
         Sizes ? *Sizes : llvm::SmallVector<const Expr *, 2>()) {
      std::optional<int64_t> Number = constantValueOf(Size, Context);
      if (!Number || *Number % Use.RowBytes) {
        Sizes.reset();
        break;
      }
      Use.DynamicBytes = std::max(Use.DynamicBytes, *Number);
      Bytes.insert({Size, &Original});
    }
    if (!Sizes)
      Form.Obstacles.push_back(
          {walkOf(Use).Shape.Where,
           "its size is set by a launch that does not name it as a constant",
           true});
  }
}

/// Paddings are whole elements of every view that indices count.
void IndexedRows::setUnits(RowForm &Form) {
  Form.UnitElements = unitElements(Form.Uses);
  for (const ArrayInKernel &Use : Form.Uses)
    for (const auto &[Factor, ElementBytes] :
         Strides[declarationOf(Use)].Factors)
      Form.UnitElements = std::lcm(Form.UnitElements,
                                   std::lcm(Use.elementBytes(), ElementBytes) /
                                       Use.elementBytes());
}

void IndexedRows::walk(RowForm &Form, uint64_t &StepBudget) {
  llvm::DenseMap<const VarDecl *, StrideChange> Changes;
  for (const ArrayInKernel &Use : Form.Uses) {
    const VarDecl *Instance = declarationOf(Use);
    StrideChange &Change = Changes[Instance];
    for (const Step &S : Array.Instances.find(Instance)->second.Steps)
      Change.insert({S.Count, 0});
    for (const auto &[Factor, ElementBytes] : Strides[Instance].Factors)
      Change[Factor] = Form.UnitElements * Use.elementBytes() / ElementBytes;
  }
  walkAgain(Form, Changes, StepBudget, Context);
}

/// A change in a template is one in all of its instances.
void IndexedRows::checkInstantiations(RowForm &Form) {
  llvm::DenseSet<const FunctionDecl *> Ours;
  for (const auto &[Instance, Uses] : Array.Instances)
    for (const Expr *E : Uses.Followed)
      for (const FunctionDecl *Function : Map.functionsAround(E))
        Ours.insert(Function);
  for (const auto &[Instance, S] : Strides)
    Ours.insert(S.IndexFunctions.begin(), S.IndexFunctions.end());
  llvm::SetVector<SourceLocation> Places;
  for (const auto &[Instance, S] : Strides)
    for (const auto &[Factor, ElementBytes] : S.Factors)
      Places.insert(Factor->IgnoreParenCasts()->getExprLoc());
  for (SourceLocation Where : Places)
    for (const Expr *E : Map.expressionsAt(Where))
      for (const FunctionDecl *Function : Map.functionsAround(E))
        if (!Ours.contains(Function))
          return Form.Obstacles.push_back(
              {Where, "this code also serves another array, in another "
                      "instantiation"});
}

static std::set<std::string> spellingsOf(const RowStride &S,
                                         const ASTContext &Context) {
  std::set<std::string> Result;
  for (const auto &[Factor, ElementBytes] : S.Factors)
    Result.insert(textOf(Factor->IgnoreParenImpCasts(), Context));
  return Result;
}

static const Expr *extentOf(const VarDecl *Array) {
  ArrayTypeLoc Extent = extentsOf(Array)[0];
  return Extent.getLBracketLoc().isMacroID() ? nullptr : Extent.getSizeExpr();
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
    const RowStride &S = Strides.find(declarationOf(Any))->second;
    const Expr *Extent = extentOf(declarationOf(Any));
    if (!Extent)
      return llvm::createStringError("its extent is written by a macro");
    const Expr *Factor = rowLengthIn(Extent, S.RowBytes / Any.elementBytes(),
                                     spellingsOf(S, Context), Context);
    Places.insert(Factor ? Factor->getBeginLoc() : SourceLocation());
    Sums.insert((Any.Array->SizeBytes + S.RowBytes - 1) / S.RowBytes *
                Elements);
    if (Any.Array == Use.Array)
      Ours = Factor;
  }
  const Expr *Extent = extentOf(declarationOf(Use));
  int64_t RowBytes = Strides.find(declarationOf(Use))->second.RowBytes;
  if (Ours && Places.size() == 1)
    return addToOperand(Ours, Elements, Context, Out);
  if (Sums.size() == 1)
    return addToWhole(Extent, *Sums.begin(), Context, Out);
  return scaleSize(Extent, RowBytes / Use.elementBytes(), Elements, Context,
                   Out);
}

llvm::Error IndexedRows::edit(const Proof &Best, int64_t UnitElements,
                              Fix &Out) const {
  int64_t Elements = Best.How.Units * UnitElements;
  // Declaration first: that is where the note points.
  for (const ArrayInKernel &Use : Array.Uses)
    if (Use.Array->SizeBytes)
      if (llvm::Error E = editExtent(Use, Elements, Out))
        return E;
  for (const ArrayInKernel &Use : Array.Uses) {
    const RowStride &S = Strides.find(declarationOf(Use))->second;
    for (const auto &[Factor, ElementBytes] : S.Factors)
      if (llvm::Error E =
              addToFactor(Factor, Elements * Use.elementBytes() / ElementBytes,
                          Map, Context, Out))
        return E;
  }
  for (const auto &[Size, Use] : Bytes) {
    const RowStride &S = Strides.find(declarationOf(*Use))->second;
    int64_t ElementBytes = S.Factors.front().second;
    int64_t SumBytes = Elements * Use->elementBytes();
    int64_t Rows = *constantValueOf(Size, Context) / S.RowBytes;
    const Expr *Factor = rowLengthIn(Size, S.RowBytes / ElementBytes,
                                     spellingsOf(S, Context), Context);
    if (llvm::Error E =
            Factor ? addToOperand(Factor, SumBytes / ElementBytes, Context, Out)
                   : addToWhole(Size, Rows * SumBytes, Context, Out))
      return E;
  }
  return llvm::Error::success();
}

/// The places of factors that stand beside another one in an index, as `WM` in
/// `s[row * BM + tile * WM]` where both are 128; the last first.
static llvm::SmallVector<SourceLocation, 4>
rivalsIn(const CommonStride &Strides, const ASTContext &Context) {
  const RowStride &S = Strides.front().second;
  auto IsRivalOf = [&](const Expr *A, const Expr *B) {
    return S.IndexOf.lookup(A) == S.IndexOf.lookup(B) &&
           textOf(A->IgnoreParenImpCasts(), Context) !=
               textOf(B->IgnoreParenImpCasts(), Context);
  };
  llvm::SmallVector<SourceLocation, 4> Result;
  for (const auto &[Factor, ElementBytes] : llvm::reverse(S.Factors))
    if (llvm::any_of(S.Factors, [&, F = Factor](const auto &Other) {
          return IsRivalOf(F, Other.first);
        }))
      Result.push_back(Factor->getBeginLoc());
  return Result;
}

static CommonStride without(const CommonStride &Strides, SourceLocation Place) {
  CommonStride Result = Strides;
  for (auto &[Instance, S] : Result)
    S.Factors.remove_if(
        [&](const auto &Entry) { return Entry.first->getBeginLoc() == Place; });
  return Result;
}

/// A rival that can stay as it is does not make the rows, but happens to be as
/// long: it is left out.
static std::unique_ptr<RowForm>
formOf(const DeclaredArray &Array, CommonStride Strides, const SourceMap &Map,
       ASTContext &Context, uint64_t &StepBudget) {
  auto Form = IndexedRows(Array, Strides, Map, Context).build(StepBudget);
  for (SourceLocation Place : rivalsIn(Strides, Context)) {
    if (!Form->isProvable() ||
        !llvm::is_contained(rivalsIn(Strides, Context), Place))
      continue;
    CommonStride Fewer = without(Strides, Place);
    auto Other = IndexedRows(Array, Fewer, Map, Context).build(StepBudget);
    if (!Other->isProvable())
      continue;
    Form = std::move(Other);
    Strides = std::move(Fewer);
  }
  return Form;
}

std::unique_ptr<RowForm> IndexedRows::build(uint64_t &StepBudget) {
  std::unique_ptr<RowForm> Form = startForm(Array);
  for (const auto &[Instance, S] : Strides)
    llvm::append_range(Form->Obstacles, S.Obstacles);
  for (ArrayInKernel &Use : Form->Uses)
    Use.RowBytes = Strides[declarationOf(Use)].RowBytes;
  setUnits(*Form);
  checkInstantiations(*Form);
  if (Form->isProvable()) {
    walk(*Form, StepBudget);
    checkRows(*Form, Array);
  }
  findSizes(*Form);
  Form->Edit = [Self = *this, UnitElements = Form->UnitElements](
                   const Proof &Best, Fix &Out) {
    return Self.edit(Best, UnitElements, Out);
  };
  return Form;
}

static FormList indexedRows(const DeclaredArray &Array, const SourceMap &Map,
                            ASTContext &Context, uint64_t &StepBudget) {
  constexpr size_t MaxForms = 4;
  FormList Result;
  std::vector<CommonStride> Strides = commonStrides(Array, Map, Context);
  for (const CommonStride &S : llvm::ArrayRef(Strides).take_front(MaxForms))
    Result.push_back(formOf(Array, S, Map, Context, StepBudget));
  if (Result.empty()) {
    Result.push_back(startForm(Array));
    Result.back()->Obstacles.push_back(
        {Array.declaration()->getLocation(),
         "its indices have no constant factor that makes rows"});
  }
  return Result;
}

static FormList formsWithin(const DeclaredArray &Array, const SourceMap &Map,
                            ASTContext &Context, uint64_t &StepBudget) {
  size_t Dimensions = Array.any().Extents.size();
  if (Dimensions == 1)
    return indexedRows(Array, Map, Context, StepBudget);
  FormList Result;
  if (Dimensions == 0) {
    Result.push_back(startForm(Array));
    Result.back()->Obstacles.push_back(
        {Array.declaration()->getLocation(),
         "its rows stand in the declaration of its class"});
    return Result;
  }
  Result.push_back(declaredRows(Array, Map, Context, StepBudget));
  if (!Array.any().SizeBytes)
    Result.back()->Obstacles.push_back({Array.declaration()->getLocation(),
                                        "its size is set by the launch", true});
  return Result;
}

FormList banklint::formsOf(const DeclaredArray &Array, const SourceMap &Map,
                           ASTContext &Context, uint64_t &StepBudget) {
  Allowance Steps(StepBudget, WalkSteps);
  return formsWithin(Array, Map, Context, Steps.Left);
}
