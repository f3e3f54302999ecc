//===- RowForm.cpp - A notation of rows that could be longer --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/RowForm.h"
#include "Bank/Gpu.h"
#include "Candidates/WrittenValues.h"
#include "Layout/Rows.h"
#include "Text/Edits.h"
#include "Text/MacroText.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SetVector.h"
#include <numeric>

using namespace banklint;
using namespace clang;

/// Dynamic shared memory under other names than that of the array.
static void checkOtherNames(const DeclaredArray &Array,
                            std::vector<SourceObstacle> &Obstacles) {
  if (!Array.declaration()->hasExternalStorage())
    return;
  llvm::DenseSet<const VarDecl *> Ours;
  for (const VarDecl *Instance : Array.Instances)
    Ours.insert(Instance->getCanonicalDecl());
  for (const VarDecl *Other : Array.dynamicArrays())
    if (!Ours.contains(Other))
      return Obstacles.push_back(
          {ObstacleKind::OtherDynamicArray, Other->getSourceRange(), Other});
}

RowForm::RowForm(const DeclaredArray &Array) : Uses(Array.Uses) {
  for (const VarDecl *Instance : Array.Instances)
    llvm::append_range(Obstacles, Array.usesOf(Instance).Obstacles);
  checkOtherNames(Array, Obstacles);
}

int64_t banklint::promisedElements(const DeclaredArray &Array) {
  int64_t Unit = 1;
  for (const ArrayInKernel &Use : Array.Uses) {
    const int64_t ElementBytes = Use.elementBytes();
    const ArrayUses &Uses = Array.usesOf(declarationOf(Use));
    // The leading dimension of a fragment in memory is a multiple of 16 bytes.
    const int64_t Aligned =
        std::lcm(Uses.AlignmentBytes,
                 Uses.LeadingDimensions.empty() ? 1 : MaxAccessBytes);
    Unit = std::lcm(Unit, std::lcm(ElementBytes, Aligned) / ElementBytes);
  }
  return Unit;
}

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

/// Whether a constant is made of numbers and of parameters of templates alone.
/// A macro, a name or a type may be another one in another configuration.
static bool isSameEverywhere(const Stmt *Constant) {
  if (isa<SubstNonTypeTemplateParmExpr>(Constant))
    return true;
  return isa<IntegerLiteral, CXXBoolLiteralExpr, ParenExpr, ImplicitCastExpr,
             ConstantExpr, UnaryOperator, BinaryOperator>(Constant) &&
         !Constant->getBeginLoc().isMacroID() &&
         llvm::all_of(Constant->children(), isSameEverywhere);
}

/// Whether code can come to it from elsewhere in its function: by a label, or
/// as a case of a switch around it.
static bool hasLabel(const Stmt *S) {
  return S && (isa<LabelStmt, SwitchCase>(S) ||
               llvm::any_of(S->children(), hasLabel));
}

/// Whether an expression stands in an arm of a condition that a constant
/// decides against it: `if (W == 16)` in an instance with W = 32. In all
/// configurations, if that is asked.
static bool isDead(const Stmt *S, bool IsEverywhere, const SourceMap &Map,
                   const ASTContext &Context) {
  llvm::ArrayRef<SourceParent> Parents = Map.parentsOf(S);
  return !Parents.empty() &&
         llvm::all_of(Parents, [&](const SourceParent &Parent) {
           const auto *Branch =
               llvm::dyn_cast_or_null<IfStmt>(Parent.Statement);
           bool IsTaken = false;
           if (Branch && S != Branch->getCond() &&
               !Branch->getCond()->isValueDependent() &&
               Branch->getCond()->EvaluateAsBooleanCondition(IsTaken,
                                                             Context) &&
               IsTaken == (S == Branch->getElse()) && !hasLabel(S) &&
               (!IsEverywhere || isSameEverywhere(Branch->getCond())))
             return true;
           return Parent.Statement &&
                  isDead(Parent.Statement, IsEverywhere, Map, Context);
         });
}

/// The first factor, in the order of the source, that no walk evaluated; null
/// if there is none.
static const Expr *firstUnreached(const RowForm &Form,
                                  const InstanceStrides &Strides,
                                  const SourceMap &Map,
                                  const ASTContext &Context) {
  llvm::DenseSet<const Expr *> Reached;
  for (const WalkedKernel &Walk : Form.Walks)
    Reached.insert_range(Walk.MetStrides);
  const Expr *First = nullptr;
  auto Range = [](const Expr *E) {
    return std::pair(E->getBeginLoc(), E->getEndLoc());
  };
  auto Check = [&](const Expr *Changed) {
    if (!Reached.contains(Changed) &&
        (!First || Range(Changed) < Range(First)) &&
        !isDead(Changed,
                /*IsEverywhere=*/!Form.KeptInExtents.contains(Changed), Map,
                Context))
      First = Changed;
  };
  for (const auto &Instance : Strides)
    for (const IndexChange *Change :
         {&Instance.second.InPlace, &Instance.second.InValues}) {
      for (const auto &Entry : Change->Units)
        Check(Entry.first);
      for (const auto &Entry : Change->Values)
        Check(Entry.first);
      for (const Expr *Sum : Change->Sums)
        Check(Sum);
      for (const auto &Entry : Change->Flat)
        Check(Entry.first);
      for (const auto &Entry : Change->Counted)
        Check(Entry.first);
    }
  return First;
}

using StrideWalk = WalkedKernel(const WalkedKernel &, const StrideChange &,
                                uint64_t &, ASTContext &);

/// Walks the kernels of uses, and has each of these name its walk. False where
/// the budget does not last.
static bool walkAll(std::vector<ArrayInKernel> &Uses, RowForm &Form,
                    const InstanceStrides &Strides, StrideWalk Walk,
                    uint64_t &StepBudget, ASTContext &Context) {
  for (ArrayInKernel &Use : Uses) {
    auto Found = Strides.find(declarationOf(Use));
    if (Found == Strides.end())
      continue;
    // A walk that the budget cuts short proves nothing: do not begin it.
    if (walkOf(Use).Steps >= StepBudget)
      StepBudget = 0;
    if (StepBudget)
      Form.Walks.push_back(
          Walk(walkOf(Use), Found->second, StepBudget, Context));
    if (StepBudget == 0) {
      Form.Obstacles.push_back(
          {ObstacleKind::LongWalks, walkOf(Use).Kernel->getLocation()});
      return false;
    }
    Use.Walked = &Form.Walks.back();
  }
  return true;
}

void banklint::walkSymbolically(RowForm &Form, const InstanceStrides &Strides,
                                const SourceMap &Map, uint64_t &StepBudget,
                                ASTContext &Context) {
  assert(Form.Walks.empty() && "the kernels were walked before");
  std::vector<ArrayInKernel> AsLaunched = Form.Uses;
  if (!walkAll(Form.Uses, Form, Strides, walkWithStrides, StepBudget, Context))
    return;
  Form.IsWalked = Form.Walks.size() == Form.Uses.size();
  if (!firstUnreached(Form, Strides, Map, Context))
    return;
  if (!walkAll(AsLaunched, Form, Strides, walkOpenWithStrides, StepBudget,
               Context))
    return;
  Form.OpenUses = std::move(AsLaunched);
  if (const Expr *First = firstUnreached(Form, Strides, Map, Context))
    Form.Obstacles.push_back(
        {ObstacleKind::UnreachedUse, First->getSourceRange()});
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// An access to the array whose address the walk lost; null if none. Addresses
/// of what lies beside rows in an object are not followed, and may lead back.
static const Expr *lostAccess(llvm::ArrayRef<ArrayInKernel> Uses,
                              const DeclaredArray &Array) {
  for (const ArrayInKernel &Use : Uses)
    for (const Trace &Group : Use.Walked->Groups)
      for (const AccessRecord &Record : Group.Records)
        if (Use.Member
                ? !Record.Where || !Record.Where->Array->isDeclared()
                : !Record.Where && leadsInto(expressionOf(Use, Record.Site),
                                             Array.usesOf(declarationOf(Use))))
          return expressionOf(Use, Record.Site);
  return nullptr;
}

/// Where a changed stride comes to other memory than the array: it is no longer
/// the same program. Null where it does not.
static const Expr *
strideElsewhere(const ArrayInKernel &Use,
                const llvm::DenseSet<const SharedArray *> &Ours) {
  if (walkOf(Use).StrideElsewhere)
    return walkOf(Use).StrideElsewhere;
  for (const Trace &Group : Use.Walked->Groups) {
    if (!Group.StrideUnits)
      continue;
    auto HasUnits = [&](const Value &V) {
      llvm::SmallVector<const Variable *, 4> Symbols;
      Group.Values->symbols(V, Symbols);
      return llvm::is_contained(Symbols, Group.StrideUnits);
    };
    for (const AccessRecord &Record : Group.Records)
      if (Record.Where && !Ours.contains(Record.Where->Array) &&
          (HasUnits(Record.Where->WithinBytes) ||
           llvm::any_of(Record.Where->Index, HasUnits)))
        return expressionOf(Use, Record.Site);
  }
  return nullptr;
}

bool banklint::hasAllExtents(const DeclaredArray &Array, const SourceMap &Map) {
  return llvm::all_of(Array.Instances, [&](const VarDecl *Instance) {
    if (extentsOf(Instance, Map).size() != Array.any().Extents.size())
      return false;
    const TypedefNameDecl *Name = typeNameOf(Instance);
    return !Name || llvm::all_of(Map.arraysOf(Name), [&](const VarDecl *Other) {
      return Array.Instances.contains(Other);
    });
  });
}

void banklint::checkFollowed(RowForm &Form, const DeclaredArray &Array) {
  const std::vector<ArrayInKernel> Uses = Form.allUses();
  if (const Expr *Lost = lostAccess(Uses, Array))
    return Form.Obstacles.push_back(
        {ObstacleKind::LostAccess, Lost->getSourceRange()});
  llvm::DenseSet<const SharedArray *> Ours;
  for (const ArrayInKernel &Use : Uses)
    Ours.insert(Use.Array);
  for (const ArrayInKernel &Use : Uses)
    if (const Expr *Elsewhere = strideElsewhere(Use, Ours))
      return Form.Obstacles.push_back(
          {ObstacleKind::StrideElsewhere, Elsewhere->getSourceRange()});
  for (const ArrayInKernel &Use : Uses)
    if (const Expr *Changed = walkOf(Use).ChangedValue)
      return Form.Obstacles.push_back({isa<BinaryOperator>(Changed)
                                           ? ObstacleKind::CommonBits
                                           : ObstacleKind::NegativeIndex,
                                       Changed->getSourceRange()});
  if (llvm::any_of(Uses,
                   [](const ArrayInKernel &Use) { return Use.Array->Escapes; }))
    Form.Obstacles.push_back({ObstacleKind::EscapedAddress, {}});
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

/// What a value is assigned to as it is; null where that is not what is done.
static const Expr *targetOf(const Expr *Value, const SourceMap &Map) {
  for (const Stmt *Part = Value; Part;) {
    llvm::ArrayRef<SourceParent> Parents = Map.parentsOf(Part);
    const Stmt *Around = Parents.empty() ? nullptr : Parents.front().Statement;
    if (const auto *Set = llvm::dyn_cast_or_null<BinaryOperator>(Around))
      return Set->getOpcode() == BO_Assign && Set->getRHS() == Part
                 ? Set->getLHS()
                 : nullptr;
    if (const auto *Set = llvm::dyn_cast_or_null<CXXOperatorCallExpr>(Around))
      return Set->getOperator() == OO_Equal && Set->getArg(1) == Part
                 ? Set->getArg(0)
                 : nullptr;
    Part = isa_and_nonnull<CastExpr, ParenExpr, MaterializeTemporaryExpr,
                           CXXConstructExpr>(Around)
               ? Around
               : nullptr;
  }
  return nullptr;
}

/// The last index of an access, rather one that is no constant; where a macro
/// writes it, what is around that, and the access where it has none. A store of
/// an object stands where its value does.
static SourceRange indexIn(const Expr *Access, const ArrayUses &Uses,
                           const SourceMap &Map, const ASTContext &Context) {
  const Expr *Target =
      leadsInto(Access, Uses) ? nullptr : targetOf(Access, Map);
  const Stmt *Index = nullptr;
  bool IsConstant = true;
  for (const Step &S : Uses.Steps)
    if (isPartOf(S.Count, Target ? Target : Access) &&
        (IsConstant || !Map.constantOf(S.Count))) {
      Index = S.Count;
      IsConstant = Map.constantOf(S.Count).has_value();
    }
  while (isa_and_nonnull<Expr>(Index)) {
    if (const auto Text = spellingOf(Index->getSourceRange(), Context);
        Text && Text->Body.isInvalid())
      return {Text->Range.getBegin(),
              Text->Range.getEnd().getLocWithOffset(-1)};
    llvm::ArrayRef<SourceParent> Parents = Map.parentsOf(Index);
    Index = Parents.empty() ? nullptr : Parents.front().Statement;
  }
  return Access->getSourceRange();
}

/// The text of a range, or what a macro writes it with; its first line.
static llvm::StringRef lineOf(SourceRange Range, const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  const CharSourceRange InFile = Sources.getExpansionRange(Range);
  return Lexer::getSourceText(InFile, Sources, Context.getLangOpts())
      .split('\n')
      .first.rtrim();
}

void banklint::checkRows(RowForm &Form, const DeclaredArray &Array,
                         int64_t UnitElements, const SourceMap &Map,
                         const ASTContext &Context, bool MayBePart) {
  if (Form.isProvable())
    checkFollowed(Form, Array);
  if (!Form.isProvable())
    return;
  // A subscript of another member stays there, whatever row is longer.
  auto Trusts = [&](const ArrayInKernel &Use, SiteId Site, bool IsOneRow) {
    const Expr *Access = expressionOf(Use, Site);
    const bool IsOther =
        Use.Member && !leadsInto(Access, Array.usesOf(declarationOf(Use)));
    return (IsOther || (!IsOneRow && (!Use.RowBytes || Use.Member))) &&
           subscriptsRow(Access);
  };
  const std::vector<ArrayInKernel> Uses = Form.allUses();
  auto Outside = leavesRow(Uses, UnitElements, Trusts);
  if (Outside && MayBePart && divideByRows(Form.OpenUses, UnitElements) &&
      divideByRows(Form.Uses, UnitElements))
    return;
  if (Outside) {
    Form.Crossing = expressionOf(*Outside->Use, Outside->Site);
    const bool IsDeclared = !Outside->Use->RowBytes || Outside->Use->Member;
    const SourceRange Index =
        indexIn(Form.Crossing, Array.usesOf(declarationOf(*Outside->Use)), Map,
                Context);
    if (IsDeclared)
      Form.Obstacles.push_back(
          {ObstacleKind::CrossedRows, Index, nullptr, lineOf(Index, Context)});
    else
      Form.Obstacles.push_back(
          {ObstacleKind::CrossedStride, Index, nullptr,
           llvm::StringRef(std::to_string(Outside->Use->RowBytes /
                                          Outside->Use->elementBytes()))
               .copy(Context.getAllocator())});
  }
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

llvm::Error banklint::addToFactor(const Expr *Factor, int64_t Sum,
                                  const SourceMap &Map,
                                  const ASTContext &Context, Fix &Out,
                                  const MacroText *Alike) {
  const bool IsOperand =
      isBoundTighterThanSum(Factor, Map) ||
      llvm::any_of(Map.parentsOf(Factor), [](const SourceParent &Parent) {
        return llvm::isa_and_nonnull<BinaryOperator>(Parent.Statement);
      });
  if (IsOperand)
    return addToOperand(Factor, Sum, Map, Context, Out, Alike);
  // An argument, or what a variable is initialized with: its type may select an
  // overload or be deduced, and braces allow no narrower one.
  if (isPromoted(Factor, Context))
    return obstacle(ObstacleKind::ChangedType);
  return addToWhole(Factor, Sum, Map, Context, Out, Alike);
}
