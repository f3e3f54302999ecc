//===- LaunchSizes.cpp - Dynamic memory that has to grow ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/LaunchSizes.h"
#include "Cuda/KernelCalls.h"
#include "Proof/BlockMemory.h"
#include "Text/Edits.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;
using llvm::isa_and_nonnull;

/// What the text of a size is also compiled to: in an instance of a template
/// that launches something else, say. Null if there is nothing.
static const Expr *otherInstance(llvm::ArrayRef<const Expr *> Sizes,
                                 const SourceMap &Map) {
  llvm::DenseSet<const Expr *> Ours;
  for (const Expr *Size : Sizes)
    Ours.insert(Size->IgnoreImplicit());
  for (const Expr *Size : Ours)
    for (const Expr *E : Map.expressionsAt(Size->getExprLoc()))
      if (E == E->IgnoreImplicit() && !Ours.contains(E) &&
          E->getBeginLoc() == Size->getBeginLoc() &&
          E->getEndLoc() == Size->getEndLoc())
        return E;
  return nullptr;
}

LaunchSizes banklint::findLaunchSizes(RowForm &Form, const DeclaredArray &Array,
                                      const SourceMap &Map,
                                      const ASTContext &Context) {
  LaunchSizes Found;
  if (Array.any().SizeBytes)
    return Found;
  for (auto [Use, Original] : llvm::zip_equal(Form.Uses, Array.Uses)) {
    auto Sizes = launchBytes(walkOf(Use).Kernel, Map);
    if (!Sizes) {
      Form.Obstacles.push_back(takeObstacle(Sizes.takeError()));
      continue;
    }
    for (const Expr *Size : *Sizes) {
      const std::optional<int64_t> Number = constantValueOf(Size, Context);
      if (!Number || (!Use.Part && *Number % Use.rowBytes())) {
        Form.Obstacles.push_back({Number ? ObstacleKind::OddSizeOfLaunch
                                         : ObstacleKind::UnnamedSizeOfLaunch,
                                  walkOf(Use).Shape.Where});
        break;
      }
      Use.DynamicBytes = std::max(Use.DynamicBytes, *Number);
      Found.insert({Size, &Original});
    }
  }
  llvm::SmallVector<const Expr *, 2> Sizes(llvm::make_first_range(Found));
  if (const Expr *Other = otherInstance(Sizes, Map))
    Form.Obstacles.push_back(
        {ObstacleKind::SharedInstantiation, Other->getSourceRange()});
  return Found;
}

bool banklint::canGrow(const Expr *Size, const ASTContext &Context) {
  return !isPromoted(Size, Context) &&
         !Context.isPromotableIntegerType(Size->getType());
}

namespace {
/// Whether an expression names something, be it a macro.
class NameFinder : public RecursiveASTVisitor<NameFinder> {
public:
  bool VisitExpr(const Expr *E) {
    HasFound |= isa<DeclRefExpr, SubstNonTypeTemplateParmExpr>(E) ||
                E->getBeginLoc().isMacroID();
    return true;
  }

  bool HasFound = false;
};
} // namespace

bool banklint::namesRows(const Expr *Size, const SizedRows &Rows,
                         const ASTContext &Context) {
  const Expr *Factor = rowLengthIn(Size, Rows.RowBytes / Rows.ElementBytes,
                                   Rows.Spellings, Context);
  if (Factor && Rows.Spellings.count(textOf(Factor, Context)))
    return true;
  NameFinder Names;
  Names.TraverseStmt(const_cast<Expr *>(Size));
  return !Names.HasFound;
}

llvm::Error banklint::growLaunchSize(const Expr *Size, const SizedRows &Rows,
                                     int64_t ExtraBytes, const SourceMap &Map,
                                     const ASTContext &Context, Fix &Out) {
  if (!canGrow(Size, Context))
    return obstacle(ObstacleKind::ChangedType);
  if (Rows.InPart)
    return addToWhole(Size, Rows.InPart * ExtraBytes, Map, Context, Out);
  const Expr *Factor = rowLengthIn(Size, Rows.RowBytes / Rows.ElementBytes,
                                   Rows.Spellings, Context);
  if (Factor)
    return addToOperand(Factor, ExtraBytes / Rows.ElementBytes, Map, Context,
                        Out);
  const std::optional<int64_t> Whole = constantValueOf(Size, Context);
  assert(Whole && *Whole % Rows.RowBytes == 0 &&
         "a size that is not a number of whole rows is an obstacle");
  return addToWhole(Size, *Whole / Rows.RowBytes * ExtraBytes, Map, Context,
                    Out);
}

//===----------------------------------------------------------------------===//
// What is a multiple already
//===----------------------------------------------------------------------===//

namespace {
/// Finds a power of two that divides a number, whatever its unknown parts are,
/// in each configuration that the text knows.
class KnownFactor {
public:
  KnownFactor(Mentions &Mentioned, const SourceMap &Map,
              const ASTContext &Context)
      : Mentioned(Mentioned), Map(Map), Context(Context) {}

  /// 0 for what is 0.
  uint64_t of(const Expr *E);

private:
  uint64_t ofNumber(const Expr *E) const;
  uint64_t ofCast(const CastExpr *E);
  uint64_t ofOperation(const BinaryOperator *E);
  uint64_t ofVariable(const VarDecl *D);
  bool isOfBuild(SourceLocation Where) const;

  Mentions &Mentioned;
  const SourceMap &Map;
  const ASTContext &Context;
  llvm::SmallPtrSet<const VarDecl *, 4> Open;
};
} // namespace

/// The factor of a sum, where 0 is divided by all.
static uint64_t lesser(uint64_t A, uint64_t B) {
  return A == 0 ? B : B == 0 ? A : std::min(A, B);
}

static uint64_t product(uint64_t A, uint64_t B) {
  constexpr uint64_t Most = uint64_t(1) << 16;
  return std::min(A, Most) * std::min(B, Most);
}

/// Whether a macro writes something there that a build may define otherwise.
bool KnownFactor::isOfBuild(SourceLocation Where) const {
  const SourceManager &Sources = Context.getSourceManager();
  for (; Where.isMacroID(); Where = Sources.getImmediateMacroCallerLoc(Where)) {
    const llvm::StringRef Name =
        Lexer::getImmediateMacroName(Where, Sources, Context.getLangOpts());
    if (Mentioned.replacementsOf(Name).empty() ||
        Mentioned.hasOtherReplacement(Name))
      return true;
  }
  return false;
}

uint64_t KnownFactor::ofNumber(const Expr *E) const {
  const std::optional<int64_t> Number = constantValueOf(E, Context);
  if (!Number || isOfBuild(E->getBeginLoc()) || isOfBuild(E->getEndLoc()))
    return 1;
  return uint64_t(*Number) & -uint64_t(*Number);
}

/// A conversion takes the last bits.
uint64_t KnownFactor::ofCast(const CastExpr *E) {
  switch (E->getCastKind()) {
  case CK_IntegralCast:
  case CK_NoOp:
  case CK_LValueToRValue: {
    const uint64_t Inner = of(E->getSubExpr());
    if (!E->getType()->isIntegralOrEnumerationType() || Inner == 0)
      return Inner;
    const uint64_t Bits =
        std::min<uint64_t>(Context.getIntWidth(E->getType()), 32);
    return std::min(Inner, uint64_t(1) << Bits);
  }
  default:
    return 1;
  }
}

uint64_t KnownFactor::ofOperation(const BinaryOperator *E) {
  const Expr *Left = E->getLHS(), *Right = E->getRHS();
  switch (E->getOpcode()) {
  case BO_Mul:
    return product(of(Left), of(Right));
  case BO_Add:
  case BO_Sub:
  case BO_Or:
  case BO_Xor:
    return lesser(of(Left), of(Right));
  case BO_And: {
    const uint64_t Inner[] = {of(Left), of(Right)};
    return Inner[0] && Inner[1] ? std::max(Inner[0], Inner[1]) : 0;
  }
  case BO_Shl: {
    const bool IsNumber = isa<IntegerLiteral>(Right->IgnoreParenImpCasts()) &&
                          !isOfBuild(Right->getBeginLoc());
    const auto By = IsNumber ? constantValueOf(Right, Context) : std::nullopt;
    return By && *By < 16 ? product(of(Left), uint64_t(1) << *By) : of(Left);
  }
  case BO_Comma:
    return of(Right);
  default:
    return 1;
  }
}

/// Whether every place that names a variable reads it or gives it a value.
static bool isOnlyRead(const VarDecl *D, const SourceMap &Map) {
  return llvm::all_of(Map.referencesTo(D), [&](const Expr *Named) {
    return llvm::all_of(Map.parentsOf(Named), [&](const SourceParent &Parent) {
      const auto *Read = dyn_cast_or_null<CastExpr>(Parent.Statement);
      const auto *Set = dyn_cast_or_null<BinaryOperator>(Parent.Statement);
      return (Read && Read->getCastKind() == CK_LValueToRValue) ||
             (Set && Set->getOpcode() == BO_Assign && Set->getLHS() == Named);
    });
  });
}

uint64_t KnownFactor::ofVariable(const VarDecl *D) {
  const bool IsConstant = D->getType().isConstQualified();
  if (isa<ParmVarDecl>(D) || !(D->isLocalVarDecl() || IsConstant) ||
      Map.isChanged(D) || !(IsConstant || isOnlyRead(D, Map)) ||
      Mentioned.otherValue(D).isValid() || !Open.insert(D).second)
    return 1;
  uint64_t Result = 0;
  bool IsAny = false;
  if (D->isStaticDataMember()) {
    const Expr *Value = D->getAnyInitializer();
    IsAny = Value != nullptr;
    Result = Value ? of(Value) : 1;
  } else {
    for (const Expr *Value : Map.valuesOf(D)) {
      IsAny = true;
      Result = lesser(Result, of(Value));
    }
  }
  Open.erase(D);
  return IsAny ? Result : 1;
}

uint64_t KnownFactor::of(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Whole = dyn_cast<FullExpr>(E))
    return of(Whole->getSubExpr());
  if (const auto *Argument = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return of(Argument->getReplacement());
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return of(Default->getExpr());
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return ofCast(Cast);
  if (const auto *Operation = dyn_cast<BinaryOperator>(E))
    return ofOperation(Operation);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return lesser(of(Choice->getTrueExpr()), of(Choice->getFalseExpr()));
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    const bool IsNumber = isa<IntegerLiteral>(Unary->getSubExpr());
    if (Unary->getOpcode() == UO_Not && IsNumber)
      return ofNumber(E);
    return Unary->getOpcode() == UO_Minus || Unary->getOpcode() == UO_Plus
               ? of(Unary->getSubExpr())
               : 1;
  }
  if (const auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(E)) {
    // The size of a type of the user's may be another one elsewhere.
    const bool IsOfType =
        Trait->getKind() == UETT_SizeOf && Trait->isArgumentType();
    QualType Type = IsOfType ? Trait->getArgumentType() : QualType();
    if (!IsOfType)
      return 1;
    if (const auto *Given = Type->getAs<SubstTemplateTypeParmType>())
      Type = Given->getReplacementType();
    return isa<BuiltinType>(Type) ? ofNumber(E) : 1;
  }
  if (isa<IntegerLiteral>(E))
    return ofNumber(E);
  const auto *Name = dyn_cast<DeclRefExpr>(E);
  if (!Name)
    return 1;
  if (const auto *Number = dyn_cast<EnumConstantDecl>(Name->getDecl()))
    return Mentioned.otherValue(Number).isValid() || !Number->getInitExpr()
               ? 1
               : of(Number->getInitExpr());
  const auto *D = dyn_cast<VarDecl>(Name->getDecl());
  return D ? ofVariable(D) : 1;
}

//===----------------------------------------------------------------------===//
// Rounding up
//===----------------------------------------------------------------------===//

namespace {
/// Finds what launches of kernels ask for, and what these may have.
class SizeFinder {
public:
  explicit SizeFinder(const SourceMap &Map) : Map(Map) {}

  void find(const FunctionDecl *Kernel);

  llvm::SmallSetVector<const Expr *, 4> Asked, Allowed;
  std::optional<SourceObstacle> Hidden; ///< a launch that may be
  const CallExpr *Query = nullptr;      ///< may ask for what is allowed

private:
  void hide(SourceRange Where, const FunctionDecl *Kernel) {
    if (!Hidden)
      Hidden = {ObstacleKind::HiddenLaunch, Where, Kernel};
  }
  void findNames(const ValueDecl *D, const FunctionDecl *Kernel);
  bool addLaunch(const CallExpr *Call);
  bool addGiven(const CallExpr *Call);
  bool addConfigured(const CallExpr *Call);
  const VarDecl *holderOf(const Expr *Kernel) const;

  const SourceMap &Map;
  llvm::SmallPtrSet<const ValueDecl *, 4> Seen;
  bool IsLaunched = false;
};
} // namespace

bool SizeFinder::addLaunch(const CallExpr *Call) {
  const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Call);
  const auto Configuration = Launch ? configurationOf(*Launch) : std::nullopt;
  if (!Configuration || !Configuration->SharedBytes)
    return false;
  IsLaunched = true;
  if (!isa<CXXDefaultArgExpr>(Configuration->SharedBytes)) // 0
    Asked.insert(Configuration->SharedBytes);
  return true;
}

/// A call of CUDA that is given the kernel. False where it may do anything.
bool SizeFinder::addGiven(const CallExpr *Call) {
  const llvm::StringRef Name = calleeName(Call);
  constexpr unsigned BytesOfLaunch = 4, BytesOfLimit = 2;
  if (Name == "cudaLaunchKernel" || Name == "cudaLaunchCooperativeKernel") {
    if (Call->getNumArgs() <= BytesOfLaunch)
      return false;
    IsLaunched = true;
    if (!isa<CXXDefaultArgExpr>(Call->getArg(BytesOfLaunch)))
      Asked.insert(Call->getArg(BytesOfLaunch));
    return true;
  }
  if (Name == "cudaFuncSetAttribute" && Call->getNumArgs() == 3) {
    const ValueDecl *Attribute = namedBy(Call->getArg(1)->IgnoreParenCasts());
    if (!isa_and_nonnull<EnumConstantDecl>(Attribute))
      return false;
    if (Attribute->getName() == "cudaFuncAttributeMaxDynamicSharedMemorySize")
      Allowed.insert(Call->getArg(BytesOfLimit));
    return true;
  }
  if (Name == "cudaLaunchKernelEx" || Name == "cudaLaunchKernelExC")
    return addConfigured(Call);
  if (Name.starts_with("cudaFuncGetAttribute"))
    Query = Call;
  return Name.starts_with("cudaFuncGet") || Name.starts_with("cudaFuncSet") ||
         Name.starts_with("cudaOccupancy");
}

/// A launch whose size is a member of a structure: `config.dynamicSmemBytes`.
/// False where that may be set where it is not seen, or is of other launches.
bool SizeFinder::addConfigured(const CallExpr *Call) {
  const FieldDecl *Bytes = configuredBytes(*Call, Map);
  if (!Bytes)
    return false;
  const auto *Config = cast<VarDecl>(
      namedBy(cast<UnaryOperator>(Call->getArg(0)->IgnoreParenImpCasts())
                  ->getSubExpr()));
  IsLaunched = true;
  for (const Expr *Value : Map.valuesOf(Config))
    if (const auto *List = dyn_cast<InitListExpr>(Value->IgnoreImplicit())) {
      if (List->getNumInits() <= Bytes->getFieldIndex())
        return false;
      const Expr *Size = List->getInit(Bytes->getFieldIndex());
      if (!isa<ImplicitValueInitExpr, CXXDefaultInitExpr>(Size))
        Asked.insert(Size);
    }
  for (const Expr *Named : Map.referencesTo(Config))
    for (const SourceParent &Parent : Map.parentsOf(Named)) {
      const auto *Member = dyn_cast_or_null<MemberExpr>(Parent.Statement);
      if (!Member && callGiven(Named, Map) != Call)
        return false;
      if (!Member || Member->getMemberDecl() != Bytes)
        continue;
      // What is read there is told, or goes to the kernel.
      for (const SourceParent &Around : Map.parentsOf(Member)) {
        const auto *Set = dyn_cast_or_null<BinaryOperator>(Around.Statement);
        if (!Set || Set->getOpcode() != BO_Assign || Set->getLHS() != Member ||
            llvm::any_of(Map.parentsOf(Set), [](const SourceParent &Outer) {
              return isa_and_nonnull<Expr>(Outer.Statement);
            }))
          return false;
        Asked.insert(Set->getRHS());
      }
    }
  return true;
}

/// The variable that is nothing but this kernel; null if there is none.
const VarDecl *SizeFinder::holderOf(const Expr *Kernel) const {
  const Stmt *Part = Kernel;
  for (auto Parents = Map.parentsOf(Part); Parents.size() == 1;
       Parents = Map.parentsOf(Part)) {
    const auto *D = dyn_cast_or_null<VarDecl>(Parents[0].Declaration);
    if (D)
      return isPlain(D) && D->isLocalVarDecl() && Map.valuesOf(D).size() == 1 &&
                     !Map.isChanged(D)
                 ? D
                 : nullptr;
    Part = Parents[0].Statement;
    if (!isa_and_nonnull<CastExpr, ParenExpr, UnaryOperator>(Part))
      return nullptr;
  }
  return nullptr;
}

void SizeFinder::findNames(const ValueDecl *D, const FunctionDecl *Kernel) {
  if (!Seen.insert(D).second)
    return;
  llvm::DenseSet<const Expr *> Callees;
  if (const auto *Function = dyn_cast<FunctionDecl>(D))
    for (const CallExpr *Call : Map.callsOf(Function)) {
      Callees.insert(Call->getCallee()->IgnoreParenImpCasts());
      if (!addLaunch(Call))
        hide(Call->getSourceRange(), Kernel);
    }
  for (const Expr *Named : Map.referencesTo(D)) {
    if (Callees.contains(Named))
      continue;
    const CallExpr *Call = callGiven(Named, Map);
    const bool IsCallee =
        Call && Call->getCallee()->IgnoreParenCasts() == Named;
    if (const VarDecl *Holder = Call ? nullptr : holderOf(Named))
      findNames(Holder, Kernel);
    else if (!Call || !(IsCallee ? addLaunch(Call) : addGiven(Call)))
      hide(Named->getSourceRange(), Kernel);
  }
}

void SizeFinder::find(const FunctionDecl *Kernel) {
  IsLaunched = false;
  findNames(Kernel, Kernel);
  // A driver may launch it by its name.
  if (!IsLaunched || Kernel->isExternC())
    hide(Kernel->getLocation(), Kernel);
}

/// Whether it is made of a pack: of `(sizeof(Ts) + ...)`, the operator of an
/// instance stands beside the operands. A macro may write it between its
/// arguments.
static bool isOfPack(const Stmt *S, const SourceManager &Sources) {
  const auto *Operation = dyn_cast<BinaryOperator>(S);
  return (Operation &&
          !(Sources.isBeforeInTranslationUnit(Operation->getBeginLoc(),
                                              Operation->getOperatorLoc()) &&
            Sources.isBeforeInTranslationUnit(Operation->getOperatorLoc(),
                                              Operation->getEndLoc()))) ||
         llvm::any_of(S->children(), [&](const Stmt *Child) {
           return Child && isOfPack(Child, Sources);
         });
}

std::optional<SourceObstacle>
banklint::roundUp(const Expr *Size, int64_t Multiple, Mentions &Mentioned,
                  const SourceMap &Map, const ASTContext &Context, Fix &Out) {
  const Expr *Written =
      withoutMacroParens(Size->IgnoreImplicit(), Context)->IgnoreImplicit();
  auto Obstacle = [&](ObstacleKind Kind) {
    return SourceObstacle{Kind, Written->getSourceRange()};
  };
  if (!Written->getType()->isIntegralOrUnscopedEnumerationType() ||
      isa<InitListExpr>(Written))
    return Obstacle(ObstacleKind::ChangedType);
  llvm::Expected<CharSourceRange> Range = editableRange(Written, Map, Context);
  if (!Range)
    return Obstacle(takeObstacle(Range.takeError()).Kind);
  if (isOfPack(Written, Context.getSourceManager()))
    return Obstacle(ObstacleKind::SharedInstantiation);
  if (Mentioned.hasConditions(Range->getAsRange()))
    return Obstacle(ObstacleKind::SizeInConditions);
  const std::string Factor = std::to_string(Multiple);
  const std::optional<int64_t> Number = constantValueOf(Written, Context);
  const std::string Text = textOf(Written, Context);
  if (isa<IntegerLiteral>(Written) && !Text.empty() &&
      llvm::all_of(Text, llvm::isDigit) && Text.front() != '0' && Number) {
    const uint64_t Rounded =
        llvm::alignTo(uint64_t(*Number), uint64_t(Multiple));
    llvm::Error E = replace(*Range, std::to_string(Rounded), Context, Out);
    return E ? std::optional(Obstacle(takeObstacle(std::move(E)).Kind))
             : std::nullopt;
  }
  const std::string Behind =
      " + " + std::to_string(Multiple - 1) + ") / " + Factor + " * " + Factor;
  llvm::Error E =
      bindsTighterThanSum(Written)
          ? surround(Written, "(", Behind, Map, Context, Out)
          : surround(Written, "((", ")" + Behind, Map, Context, Out);
  return E ? std::optional(Obstacle(takeObstacle(std::move(E)).Kind))
           : std::nullopt;
}

RoundedSizes banklint::roundLaunchSizes(const DeclaredArray &Array,
                                        int64_t MultipleBytes,
                                        Mentions &Mentioned,
                                        const SourceMap &Map,
                                        const ASTContext &Context, Fix &Out) {
  RoundedSizes Result;
  if (Array.any().SizeBytes)
    return Result;
  SizeFinder Sizes(Map);
  llvm::SetVector<const FunctionDecl *> Kernels;
  for (const ArrayInKernel &Use : Array.Uses)
    Kernels.insert(walkOf(Use).Kernel->getCanonicalDecl());
  for (const FunctionDecl *Kernel : Kernels)
    Sizes.find(Kernel);
  KnownFactor Factor(Mentioned, Map, Context);
  auto IsOpen = [&](const Expr *Size) {
    return Factor.of(Size) % uint64_t(MultipleBytes) != 0;
  };
  Result.IsAny = Sizes.Hidden || llvm::any_of(Sizes.Asked, IsOpen);
  Result.Obstacle = Sizes.Hidden;
  if (!Result.IsAny || Result.Obstacle)
    return Result;
  llvm::SmallVector<const Expr *, 4> All(Sizes.Asked.getArrayRef());
  llvm::append_range(All, Sizes.Allowed);
  if (const Expr *Other = otherInstance(All, Map)) {
    Result.Obstacle = {ObstacleKind::SharedInstantiation,
                       Other->getSourceRange()};
    return Result;
  }
  if (Sizes.Query && llvm::any_of(Sizes.Allowed, IsOpen)) {
    Result.Obstacle = {ObstacleKind::SizeOfKernel,
                       Sizes.Query->getSourceRange(), nullptr,
                       calleeName(Sizes.Query)};
    return Result;
  }
  const RoundedMemory Memory =
      roundedMemory(Array, MultipleBytes, Map, Context);
  Result.MayNotFit = Memory.MayNotFit;
  Result.Obstacle = Memory.Obstacle;
  for (const Expr *Size : All)
    if (!Result.Obstacle && IsOpen(Size))
      Result.Obstacle =
          roundUp(Size, MultipleBytes, Mentioned, Map, Context, Out);
  return Result;
}
