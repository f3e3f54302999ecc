//===- Kernel.cpp - Every access of every kernel of a source --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/Kernel.h"
#include "Cuda/Locations.h"
#include "Cuda/TemplateProbes.h"
#include "Finding/Join.h"
#include "Kernel/Interpreter.h"
#include "Kernel/Merging.h"
#include "Kernel/Requests.h"
#include "clang/AST/Attr.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>

using namespace banklint;
using namespace clang;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// Finding the kernels
//===----------------------------------------------------------------------===//

namespace {
class KernelVisitor : public RecursiveASTVisitor<KernelVisitor> {
public:
  explicit KernelVisitor(const SourceManager &Sources) : Sources(Sources) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseDecl(Decl *D) {
    if (D && !llvm::isa<TranslationUnitDecl>(D) &&
        Sources.isInSystemHeader(D->getLocation()))
      return true;
    return RecursiveASTVisitor::TraverseDecl(D);
  }
  /// Bodies hold no kernels.
  bool TraverseStmt(Stmt *) { return true; }
  bool VisitFunctionDecl(FunctionDecl *Function) {
    if (isTemplateProbe(Function)) {
      if (!Function->isInvalidDecl() && Function->hasBody())
        Probes[Function->getPrimaryTemplate()].push_back(Function);
      return true;
    }
    if (Function->hasAttr<CUDAGlobalAttr>() &&
        Function->doesThisDeclarationHaveABody() &&
        !Function->isDependentContext())
      Kernels.insert(Function);
    else if (Function->hasAttr<CUDADeviceAttr>() &&
             Function->doesThisDeclarationHaveABody() &&
             !Function->isDependentContext())
      DeviceFunctions.insert(Function);
    const FunctionDecl *Pattern = Function->getTemplateInstantiationPattern();
    if (Function->hasAttr<CUDAGlobalAttr>() && !Function->hasBody() &&
        Pattern && Pattern->hasBody())
      Bodiless.insert(Function);
    return true;
  }
  bool VisitFunctionTemplateDecl(FunctionTemplateDecl *Template) {
    const FunctionDecl *Pattern = Template->getTemplatedDecl();
    if (Pattern->hasAttr<CUDAGlobalAttr>() &&
        Pattern->doesThisDeclarationHaveABody() &&
        llvm::all_of(Template->specializations(), isTemplateProbe))
      Unused.insert(Template);
    return true;
  }

  const SourceManager &Sources;
  llvm::SetVector<const FunctionDecl *> Kernels, DeviceFunctions;
  llvm::SetVector<const FunctionDecl *> Bodiless; ///< instances without body
  llvm::SetVector<const FunctionTemplateDecl *> Unused;
  llvm::DenseMap<const FunctionTemplateDecl *,
                 SmallVector<const FunctionDecl *, 8>>
      Probes;
};
} // namespace

/// "transpose(float *, const float *, int)", with template arguments.
static std::string nameOf(const FunctionDecl *Kernel,
                          const ASTContext &Context) {
  PrintingPolicy Policy(Context.getLangOpts());
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  Kernel->getNameForDiagnostic(OS, Policy, /*Qualified=*/true);
  OS << '(';
  llvm::interleaveComma(Kernel->parameters(), OS, [&](const ParmVarDecl *P) {
    P->getType().print(OS, Policy);
  });
  OS << ')';
  return Name;
}

/// "ns::transpose", the same for all instances of a template.
static std::string plainNameOf(const FunctionDecl *Function) {
  if (const FunctionDecl *Pattern = Function->getTemplateInstantiationPattern())
    Function = Pattern;
  return Function->getQualifiedNameAsString();
}

/// The first error inside a function, if any.
static const SourceError *errorIn(const FunctionDecl *Function,
                                  llvm::ArrayRef<SourceError> Errors,
                                  const SourceManager &Sources) {
  SourceRange Range = Function->getSourceRange();
  SourceLocation Begin = Sources.getExpansionLoc(Range.getBegin());
  SourceLocation End = Sources.getExpansionLoc(Range.getEnd());
  for (const SourceError &E : Errors)
    if (!E.IsAcceptedByNvcc && E.Where.isValid() &&
        !Sources.isBeforeInTranslationUnit(E.Where, Begin) &&
        !Sources.isBeforeInTranslationUnit(End, E.Where))
      return &E;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// The warps of a block
//===----------------------------------------------------------------------===//

namespace {
/// A warp of the block: where its lanes stand.
struct Warp {
  Triple<Lanes> Index;
  LaneMask Active = 0;
};
} // namespace

/// Lanes are numbered along x, then y, then z.
static std::vector<Warp> warpsOf(const std::array<unsigned, 3> &Block) {
  unsigned Threads = Block[0] * Block[1] * Block[2];
  std::vector<Warp> Warps((Threads + WarpLanes - 1) / WarpLanes);
  for (unsigned W = 0; W != Warps.size(); ++W)
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane) {
      unsigned Thread = W * WarpLanes + Lane;
      Warps[W].Active |= Thread < Threads ? LaneMask(1) << Lane : 0;
      Warps[W].Index[0][Lane] = Thread % Block[0];
      Warps[W].Index[1][Lane] = Thread / Block[0] % Block[1];
      Warps[W].Index[2][Lane] = Thread / Block[0] / Block[1];
    }
  return Warps;
}

static bool isShifted(const Warp &A, const Warp &B) {
  if (A.Active != B.Active)
    return false;
  for (unsigned D = 0; D != 3; ++D)
    for (unsigned Lane = 1; Lane != WarpLanes; ++Lane)
      if (A.Index[D][Lane] - A.Index[D][0] != B.Index[D][Lane] - B.Index[D][0])
        return false;
  return true;
}

/// The walk of warps that differ by a shift: thread indices are those of the
/// first plus a symbol in each direction.
static WalkInput inputFor(llvm::ArrayRef<const Warp *> Group,
                          const LaunchShape &Shape, Pool &P) {
  static constexpr const char *Axis[] = {"x", "y", "z"};
  WalkInput Input;
  Input.Active = Group.front()->Active;
  Input.Warps.resize(Group.size());
  for (unsigned D = 0; D != 3; ++D) {
    int64_t First = Group.front()->Index[D][0], Most = 0, Common = 0;
    for (const Warp *W : Group) {
      Most = std::max(Most, W->Index[D][0] - First);
      Common = std::gcd(Common, W->Index[D][0] - First);
    }
    Value Shift = P.symbol(std::string("the warp's threadIdx.") + Axis[D],
                           SymbolKind::WarpShift, {0, Most},
                           std::max<int64_t>(1, Common));
    if (!Shift.isKnown())
      for (unsigned W = 0; W != Group.size(); ++W)
        Input.Warps[W][Shift.terms()[0].What] = Group[W]->Index[D][0] - First;
    auto NameOf = [&](const char *Builtin) {
      return std::string(Builtin) + "." + Axis[D];
    };
    // Of a dimension of one, the compiler does not know it.
    Input.ThreadIndex[D] = Shape.Block[D] == 1
                               ? P.launched(NameOf("threadIdx"), 0)
                               : P.add(P.lanes(Group.front()->Index[D]), Shift);
    Input.BlockDim[D] = P.launched(NameOf("blockDim"), Shape.Block[D]);
    Input.GridDim[D] =
        Shape.Grid[D]
            ? P.launched(NameOf("gridDim"), *Shape.Grid[D])
            : P.symbol(NameOf("gridDim"), SymbolKind::Unknown, {1, INT64_MAX});
    int64_t LastBlock = Shape.Grid[D] ? *Shape.Grid[D] - 1 : INT64_MAX;
    Input.BlockIndex[D] =
        LastBlock == 0
            ? P.launched(NameOf("blockIdx"), 0)
            : P.symbol(NameOf("blockIdx"), SymbolKind::Visited, {0, LastBlock});
  }
  return Input;
}

//===----------------------------------------------------------------------===//
// The accesses of a group of warps
//===----------------------------------------------------------------------===//

namespace {
/// The sum over all requests of one operation of the source.
struct Tally {
  /// Of the first request: where it was recorded, where line tables put it if
  /// that is not there, and to what.
  const Expr *Site = nullptr;
  const FunctionDecl *Function = nullptr; ///< in which the site stands
  SourceRange Shown;
  const Object *Array = nullptr;
  CostEstimate WorstCost;
  unsigned BytesPerLane = 0;
  uint64_t Requests = 0;      ///< that were walked, of all warps
  uint64_t KnownRequests = 0; ///< of those, with a known cost
  double Wavefronts = 0, Ideal = 0;
  double WorstWays = 1;
  double FewestWavefronts = 0, MostWavefronts = 0; ///< of any known request
  bool IsMeanKnown = true;
  bool IsExact = true, IsCounted = true;
  bool HasConflict = false;
  /// No request stands at this access: those of others carry it out.
  bool IsPartOf = false;
  /// Some conflict is that of a request with about half of its lanes.
  bool IsHalf = false;
  std::string PossibleReason, UnknownReason;
  SourceLocation Guard;
  /// The worst of the rounds that an unrolled loop may leave over, if they
  /// conflict.
  std::optional<CostEstimate> LeftOver;
};

/// Odds from which a conflict of half a request's lanes is reported: one
/// request in twenty may be free of it, and few kernels make so few.
constexpr double NearlyCertain = 0.95;
} // namespace

/// "lanes 0 and 1 ask for words 0 and 32 of bank 0", in terms of a step where
/// neighbours all lie equally far apart.
static std::string explain(const Request &R, const CostEstimate &Cost) {
  uint32_t Lanes = askingLanes(R);
  std::optional<int64_t> Step;
  bool IsRegular = true;
  for (unsigned Lane = 0; Lane + 1 < LaneCount; ++Lane) {
    if ((Lanes >> Lane & 3) != 3)
      continue;
    int64_t Here =
        int64_t(R.OffsetBytes[Lane + 1]) - int64_t(R.OffsetBytes[Lane]);
    IsRegular &= !Step || *Step == Here;
    Step = Here;
  }
  auto Words = [](int64_t Bytes) {
    int64_t Count = std::abs(Bytes);
    if (Count % WordBytes)
      return std::to_string(Count) + (Count == 1 ? " byte" : " bytes");
    Count /= WordBytes;
    return std::to_string(Count) + (Count == 1 ? " word" : " words");
  };
  if (Step && IsRegular && *Step && *Step % WordBytes == 0) {
    std::string Text = "neighbouring lanes are " + Words(*Step) + " apart";
    if (*Step % (WordBytes * BankCount) == 0)
      return Text + ", back in the same bank";
    return Text;
  }
  for (const PhaseMap &Phase : mapOf(R))
    for (unsigned Bank = 0; Bank != BankCount; ++Bank) {
      llvm::ArrayRef<BankWord> Asked = Phase.Banks[Bank];
      if (Asked.size() < 2)
        continue;
      unsigned A = llvm::countr_zero(Asked[0].LaneMask);
      unsigned B = llvm::countr_zero(Asked[1].LaneMask);
      return "lanes " + std::to_string(A) + " and " + std::to_string(B) +
             " ask for different words of one bank, " +
             Words(4 * (int64_t(Asked[1].WordIndex) -
                        int64_t(Asked[0].WordIndex))) +
             " apart";
    }
  return "lanes on the same word take turns";
}

/// Rounds that may run without being unrolled count for nothing, but they may
/// conflict where the others do not.
static void tallyLeftOver(const WarpGroupRecords &Group,
                          const AccessRecord &Record, const CostEstimate &Cost,
                          Tally &T) {
  bool IsKnown = Cost.How != CostEstimate::NotKnown;
  if (IsKnown && Cost.hasExcess() &&
      (!T.LeftOver || Cost.Worst > T.LeftOver->Worst))
    T.LeftOver = estimateCost(*Group.Values, Record, Group.Warps);
}

static void tally(const WarpGroupRecords &Group, const AccessRecord &Record,
                  const CostEstimate &Cost, Tally &T) {
  if (Record.IsLeftOver)
    return tallyLeftOver(Group, Record, Cost, T);
  uint64_t Warps = Group.Warps.size();
  if (T.Site && Record.IsPartOf && !T.IsPartOf)
    return;
  if (T.IsPartOf && !Record.IsPartOf)
    T = {};
  T.IsPartOf = Record.IsPartOf;
  if (!T.Site) {
    T.Site = Record.Site;
    T.Function = Record.Function;
    T.Shown = Record.Shown;
    T.Array = Record.Where ? Record.Where->Base : nullptr;
  }
  T.BytesPerLane = std::max(T.BytesPerLane, Record.BytesPerLane);
  T.Requests += T.IsPartOf ? 0 : Warps;
  T.IsExact &= Cost.IsExact && Record.How <= Certainty::Whole &&
               !Record.IsRepeated && !Record.IsUncertain;
  T.IsCounted &= !Record.IsRepeated && Record.How < Certainty::Even;
  bool IsGuarded =
      Record.How == Certainty::Guarded || Record.How == Certainty::Even;
  if (IsGuarded && Record.Guard.isValid())
    T.Guard = Record.Guard;
  if (Cost.How == CostEstimate::NotKnown) {
    if (T.UnknownReason.empty())
      T.UnknownReason = Cost.Reason;
    return;
  }
  bool IsFirstKnown = T.KnownRequests == 0;
  T.FewestWavefronts =
      IsFirstKnown ? Cost.Fewest : std::min(T.FewestWavefronts, Cost.Fewest);
  T.MostWavefronts = std::max(T.MostWavefronts, Cost.Most);
  T.IsMeanKnown &= Cost.IsMeanKnown;
  T.KnownRequests += Warps;
  T.Wavefronts += double(Warps) * Cost.Wavefronts;
  T.Ideal += double(Warps) * Cost.Ideal;
  bool IsOpen = Cost.How == CostEstimate::Depends;
  bool IsHalf = Record.How == Certainty::Even && Cost.hasExcess() &&
                Record.Operation != AccessOperation::Atomic &&
                oddsOfExcessInHalf(Cost.Example) >= NearlyCertain;
  T.IsHalf |= IsHalf;
  bool IsPartly = Record.How >= Certainty::Even && !IsHalf && Cost.hasExcess();
  if (Cost.Worst > T.WorstWays || IsFirstKnown) {
    T.WorstWays = std::max(T.WorstWays, Cost.Worst);
    T.WorstCost = estimateCost(*Group.Values, Record, Group.Warps);
  }
  if (IsOpen)
    T.PossibleReason = Cost.Reason;
  else if (IsPartly)
    T.PossibleReason = "conflicts when all lanes that a condition on data may "
                       "let through are active";
  else if (!Record.Doubt.empty() && Cost.hasExcess())
    T.PossibleReason = Record.Doubt.str();
  else
    T.HasConflict |= Cost.hasExcess();
}

using SiteKey = std::pair<const Expr *, AccessOperation>;
using SiteTable = llvm::MapVector<SiteKey, Tally>;

namespace {
/// The sums of one kernel and block shape.
struct Tallies {
  SiteTable Sites;
  SiteTable Later; ///< by `AccessRecord::LaterView`
};
} // namespace

/// Adds what the machine makes of a group's accesses.
static void tallyAll(const WarpGroupRecords &Group, Tallies &Sums) {
  AddressShapes Shapes;
  RequestCosts Costs(*Group.Values, Shapes, Group.Warps);
  MergePlan Plan(Group.Records, Group.Pieces);
  for (const MachineRequest &Request :
       mergeAccesses(Shapes, Plan, Group.Records)) {
    AccessRecord Record = Request.record(*Group.Values);
    const CostEstimate &Cost = Costs.of(Request);
    auto Add = [&](SiteTable &To, const Expr *Site) {
      tally(Group, Record, Cost, To[{Site, Record.Operation}]);
    };
    Add(Sums.Sites, Record.Site);
    for (const Expr *Call : Record.Calls)
      Add(Sums.Sites, Call);
    if (Record.LaterView)
      Add(Sums.Later, Record.LaterView);
  }
}

/// Places that show no access of their own may show copies of others, of which
/// nobody knows how many.
static void addLaterViews(Tallies &Sums) {
  for (auto &[Key, Sum] : Sums.Later) {
    if (std::exchange(Sum.HasConflict, false))
      Sum.PossibleReason = "some copies of another line's accesses may be "
                           "shown here";
    Sums.Sites.insert({Key, std::move(Sum)});
  }
}

/// From the beginning of the access; of a subscript that is spread over lines,
/// from its index, as the compilers' line tables have it.
static SourceSpan spanOfAccess(const Expr *Site, const ASTContext &Context) {
  SourceSpan Whole = spanOf(Site->getSourceRange(), Context);
  const auto *Subscript =
      llvm::dyn_cast<ArraySubscriptExpr>(Site->IgnoreParenImpCasts());
  if (!Subscript || Whole.EndLine == Whole.Begin.Line)
    return Whole;
  return spanOf({Subscript->getIdx()->IgnoreParenImpCasts()->getExprLoc(),
                 Site->getEndLoc()},
                Context);
}

/// The whole access as the source spells it, without white space.
static std::string textOf(const Expr *Site, const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  llvm::StringRef Spelled =
      Lexer::getSourceText(Sources.getExpansionRange(Site->getSourceRange()),
                           Sources, Context.getLangOpts());
  std::string Text;
  llvm::copy_if(Spelled, std::back_inserter(Text),
                [](char C) { return !llvm::isSpace(C); });
  return Text;
}

static Access accessFor(const SiteKey &Key, const Tally &T,
                        const WalkedKernel &Walked, const std::string &Kernel,
                        const ASTContext &Context) {
  Access A;
  A.IsAtCall = Key.first != T.Site;
  A.Span = !A.IsAtCall && T.Shown.isValid() ? spanOf(T.Shown, Context)
                                            : spanOfAccess(Key.first, Context);
  A.Kernel = Kernel;
  A.Function = plainNameOf(T.Function);
  A.Text = textOf(Key.first, Context);
  A.Operation = operationName(Key.second);
  A.BytesPerLane = T.BytesPerLane;
  A.IsPartOf = T.IsPartOf;
  A.Block = Walked.Shape.Block;
  A.BlockSource = Walked.Shape.Source;
  if (Walked.Shape.Where.isValid())
    A.Launch = spanOf(Walked.Shape.Where, Context);
  if (T.Array) {
    A.Array = T.Array->Name;
    if (const clang::VarDecl *Declared = T.Array->Declaration) {
      A.Declared = pointOf(Declared->getLocation(), Context);
      A.DeclaredEndLine = pointOf(Declared->getEndLoc(), Context).Line;
    }
  }
  if (T.Guard.isValid())
    A.Guard = spanOf(T.Guard, Context);
  A.IsHalf = T.IsHalf;
  A.IsExact = T.IsExact && !Walked.Shape.IsGuess && T.UnknownReason.empty();
  if (T.IsCounted)
    A.RequestsPerBlock = T.Requests;
  if (T.KnownRequests) {
    A.Example = std::make_shared<Request>(T.WorstCost.Example);
    A.Wavefronts = T.Wavefronts / double(T.KnownRequests);
    A.Ideal = T.Ideal / double(T.KnownRequests);
    A.Worst = T.WorstWays;
    if (!T.IsMeanKnown && T.FewestWavefronts < T.MostWavefronts) {
      A.FewestWavefronts = T.FewestWavefronts;
      A.MostWavefronts = T.MostWavefronts;
    }
  }
  if (T.HasConflict) {
    A.Judgement = Verdict::Conflict;
    A.Why = explain(T.WorstCost.Example, T.WorstCost);
  } else if (!T.UnknownReason.empty()) {
    A.Judgement = Verdict::Unknown;
    A.Reason = T.UnknownReason;
    A.Wavefronts = A.Ideal = A.Worst = std::nullopt;
    A.IsExact = false;
  } else if (!T.PossibleReason.empty()) {
    A.Judgement = Verdict::Possible;
    A.Reason = T.PossibleReason;
    A.IsExact = false;
  } else if (T.LeftOver) {
    A.Judgement = Verdict::Possible;
    A.Reason = "conflicts in rounds that are left over when the loop is "
               "unrolled";
    A.Worst = T.LeftOver->Worst;
    A.Example = std::make_shared<Request>(T.LeftOver->Example);
    A.IsExact = false;
  } else {
    A.Judgement = Verdict::ConflictFree;
  }
  return A;
}

//===----------------------------------------------------------------------===//
// From kernels to accesses
//===----------------------------------------------------------------------===//

/// Statements and expressions that the walks of one kernel may spend, at most
/// and at least.
static constexpr uint64_t MaxKernelSteps = 4'000'000, MinKernelSteps = 200'000;

/// Walks a group of warps together; nothing where they part ways.
static std::optional<WarpGroupRecords>
walkTogether(llvm::ArrayRef<const Warp *> Group, WalkedKernel &Walked,
             ASTContext &Context, uint64_t &StepBudget,
             const StrideChange *Strides) {
  WarpGroupRecords Found;
  Found.Values = std::make_unique<Pool>();
  WalkInput Input = inputFor(Group, Walked.Shape, *Found.Values);
  Interpreter Walk(Context, *Found.Values, *Walked.Memory);
  if (Strides)
    Found.StrideUnits = Walk.changeStrides(*Strides);
  Input.Arguments = Walked.Shape.Arguments;
  WalkEnd End = Walk.walkKernel(Walked.Kernel, Input, StepBudget);
  if (End == WalkEnd::WarpsDisagree)
    return std::nullopt;
  for (const auto &[Where, What] : Walk.gaps())
    Walked.NotUnderstood.insert({Where, What});
  Walked.IsRefused |= Walk.isRefused();
  Walked.MetStrides.insert(Walk.metStrides().begin(), Walk.metStrides().end());
  Found.Records = Walk.takeRecords();
  Found.Pieces = Walk.takePieces();
  Found.Warps = std::move(Input.Warps);
  return Found;
}

/// Only what can be laid out otherwise as it is is replayed: rows that are
/// declared, and structures.
static bool hasRows(const SharedMemory &Memory) {
  return llvm::any_of(Memory.objects(), [](const Object *O) {
    return O->Extents.size() > 1 ||
           O->Type->getBaseElementTypeUnsafe()->isRecordType();
  });
}

using GroupCallback = llvm::function_ref<void(const WarpGroupRecords &)>;

/// Walks a group of warps together, or in halves where they part ways.
static void walkGroup(llvm::ArrayRef<const Warp *> Group, WalkedKernel &Walked,
                      ASTContext &Context, uint64_t &StepBudget,
                      const StrideChange *Strides, GroupCallback Take) {
  std::optional<WarpGroupRecords> Found =
      walkTogether(Group, Walked, Context, StepBudget, Strides);
  if (Found)
    return Take(*Found);
  size_t Half = Group.size() / 2;
  walkGroup(Group.take_front(Half), Walked, Context, StepBudget, Strides, Take);
  walkGroup(Group.drop_front(Half), Walked, Context, StepBudget, Strides, Take);
}

static void walk(WalkedKernel &Walked, ASTContext &Context,
                 uint64_t &StepBudget, const StrideChange *Strides,
                 GroupCallback Take) {
  std::vector<Warp> Warps = warpsOf(Walked.Shape.Block);
  SmallVector<SmallVector<const Warp *, 32>, 4> Groups;
  for (const Warp &W : Warps) {
    auto *Found = llvm::find_if(Groups, [&](const auto &Group) {
      return isShifted(*Group.front(), W);
    });
    if (Found != Groups.end())
      Found->push_back(&W);
    else
      Groups.push_back({&W});
  }
  for (const auto &Group : Groups)
    walkGroup(Group, Walked, Context, StepBudget, Strides, Take);
}

WalkedKernel banklint::walkWithStrides(const WalkedKernel &Before,
                                       const StrideChange &Strides,
                                       uint64_t &StepBudget,
                                       ASTContext &Context) {
  WalkedKernel Walked;
  Walked.Kernel = Before.Kernel;
  Walked.Shape = Before.Shape;
  Walked.Memory = Before.Memory;
  walk(Walked, Context, StepBudget, &Strides,
       [&](const WarpGroupRecords &Group) {
         Walked.Groups.push_back(compact(Group));
       });
  return Walked;
}

/// Where the shape is a guess, a conflict is certain only if all shapes agree
/// that come by, and these are not one shape alone, nor what is left of those
/// that the budget allowed.
static void reconcileGuesses(llvm::MutableArrayRef<Access> OfOneSite,
                             bool HasAllShapes) {
  std::string With, Without;
  for (const Access &A : OfOneSite) {
    std::string &List = A.Judgement == Verdict::Conflict ? With : Without;
    List += (List.empty() ? "" : ", ") + blockName(A.Block);
  }
  bool IsSupported = OfOneSite.size() > 1 && HasAllShapes;
  if (With.empty() || (Without.empty() && IsSupported))
    return;
  for (Access &A : OfOneSite)
    if (A.Judgement == Verdict::Conflict) {
      A.Judgement = Verdict::Possible;
      A.Reason = "conflicts in blocks of " + With +
                 (Without.empty() ? ", of others nothing is known"
                                  : ", not of " + Without);
    }
}

/// What a kernel may spend of what is left for the source.
static uint64_t stepsFor(uint64_t SourceBudget) {
  return std::clamp(SourceBudget / 4, MinKernelSteps, MaxKernelSteps);
}

static void analyseKernel(const FunctionDecl *Kernel,
                          const std::vector<LaunchShape> &Shapes,
                          ASTContext &Context,
                          llvm::SmallPtrSetImpl<const FunctionDecl *> &Reached,
                          uint64_t &SourceBudget, Analysis &Out) {
  auto Memory = std::make_shared<SharedMemory>();
  Memory->layOut(Kernel, Context, Reached);
  std::string Name = nameOf(Kernel, Context);
  auto [Named, IsOnly] = Out.Names.insert({Name, Kernel});
  Named->second = IsOnly ? Kernel : nullptr;
  llvm::MapVector<SiteKey, std::vector<Access>> BySite;
  bool IsGuess = false;
  std::map<SourceLocation, std::string> NotUnderstood;
  const uint64_t Granted = stepsFor(SourceBudget);
  uint64_t StepBudget = Granted;
  size_t Refused = 0;
  // Unless it is all there is.
  auto IsLast = [&](const LaunchShape &Shape) {
    return &Shape == &Shapes.back() && Refused + 1 == Shapes.size();
  };
  for (const LaunchShape &Shape : Shapes) {
    WalkedKernel Walked;
    Walked.Kernel = Kernel;
    Walked.Shape = Shape;
    Walked.Memory = Memory;
    Tallies Sums;
    walk(Walked, Context, StepBudget, /*Strides=*/nullptr,
         [&](const WarpGroupRecords &Group) {
           tallyAll(Group, Sums);
           Walked.IsRefused |=
               Shape.IsGuess &&
               llvm::any_of(Group.Records, [&](const AccessRecord &Record) {
                 return leavesArray(*Group.Values, Record, Group.Warps);
               });
           if (hasRows(*Memory))
             Walked.Groups.push_back(compact(Group));
         });
    IsGuess |= Shape.IsGuess;
    // A shape that the kernel asserts against, or that goes beyond its arrays,
    // is not one that it is tried with.
    if (Walked.IsRefused && Shape.IsGuess && !IsLast(Shape)) {
      ++Refused;
      continue;
    }
    addLaterViews(Sums);
    for (const auto &[Site, Sum] : Sums.Sites)
      BySite[Site].push_back(accessFor(Site, Sum, Walked, Name, Context));
    NotUnderstood.insert(Walked.NotUnderstood.begin(),
                         Walked.NotUnderstood.end());
    Out.Walked.push_back(std::move(Walked));
  }
  for (const auto &[Where, What] : NotUnderstood)
    Out.Gaps.push_back({spanOf(Where, Context),
                        What + " in kernel '" + Kernel->getNameAsString() + "'",
                        "it is passed over", false});
  Out.StepsOf[Kernel] = Granted - StepBudget;
  Out.IsWhole &= StepBudget != 0;
  SourceBudget -= std::min(SourceBudget, Granted - StepBudget);
  for (auto &[Site, Accesses] : BySite) {
    if (IsGuess)
      reconcileGuesses(Accesses, StepBudget || Accesses.size() + Refused ==
                                                   Shapes.size());
    llvm::append_range(Out.Accesses, Accesses);
  }
  if (StepBudget == 0)
    Out.Gaps.push_back({spanOf(Kernel->getLocation(), Context),
                        "part of kernel '" + Kernel->getNameAsString() + "'",
                        "it takes more steps than the budget allows", false});
}

/// What the user says of a kernel's blocks, if anything.
static const BlockDimRule *wordOn(const FunctionDecl *Kernel,
                                  llvm::ArrayRef<BlockDimRule> Rules,
                                  const ASTContext &Context) {
  return blockDimFor(Rules, {Kernel->getNameAsString(),
                             Kernel->getQualifiedNameAsString(),
                             nameOf(Kernel, Context)});
}

//===----------------------------------------------------------------------===//
// Templates that nothing instantiates
//===----------------------------------------------------------------------===//

namespace {
/// What the probes of a template say of one operation of the source.
struct ProbedSite {
  std::vector<Access> First; ///< under the first probe that comes by
  unsigned Conflicts = 0;    ///< probes in which it conflicts for certain
  bool IsContradicted = false;
};
using ProbedSites =
    std::map<std::tuple<std::string, unsigned, unsigned, std::string>,
             ProbedSite>;
} // namespace

static auto siteOf(const Access &A) {
  const SourcePoint &Begin = A.Span.Begin;
  return std::make_tuple(Begin.File, Begin.Line, Begin.Column, A.Operation);
}

/// So many probes have to conflict.
static constexpr unsigned MinProbes = 3;

/// Reports of a template what conflicts in each of its probes that comes by,
/// unless some kernel shows the place. True if there is something.
static bool analyseProbes(llvm::ArrayRef<const FunctionDecl *> Probes,
                          llvm::ArrayRef<BlockDimRule> BlockDims,
                          ASTContext &Context,
                          llvm::SmallPtrSetImpl<const FunctionDecl *> &Reached,
                          uint64_t &SourceBudget, Analysis &Out) {
  ProbedSites Sites;
  for (const FunctionDecl *Probe : Probes) {
    Analysis One;
    analyseKernel(Probe,
                  shapesOf(Probe, LaunchTable(),
                           wordOn(Probe, BlockDims, Context), Context),
                  Context, Reached, SourceBudget, One);
    ProbedSites Here;
    for (Access &A : One.Accesses) {
      if (A.IsAtCall)
        continue;
      ProbedSite &Site = Here[siteOf(A)];
      Site.IsContradicted |= A.IsPartOf || A.Judgement != Verdict::Conflict;
      A.IsProbe = true;
      A.IsExact = false;
      Site.First.push_back(std::move(A));
    }
    for (auto &[Key, Site] : Here) {
      ProbedSite &All = Sites[Key];
      ++All.Conflicts;
      All.IsContradicted |= Site.IsContradicted;
      if (All.First.empty())
        All.First = std::move(Site.First);
    }
  }
  for (const Access &A : Out.Accesses)
    Sites.erase(siteOf(A));
  bool HasFound = false;
  for (auto &[Key, Site] : Sites) {
    if (Site.IsContradicted || Site.Conflicts < MinProbes)
      continue;
    HasFound = true;
    llvm::append_range(Out.Accesses, Site.First);
  }
  return HasFound;
}

static bool isBefore(const Access &A, const Access &B) {
  auto Key = [](const Access &X) {
    return std::tie(X.Span.Begin.File, X.Span.Begin.Line, X.Span.Begin.Column,
                    X.Operation, X.Kernel, X.Array, X.Block, X.BytesPerLane);
  };
  return Key(A) < Key(B);
}

Analysis banklint::analyseKernels(
    ASTContext &Context, llvm::ArrayRef<SourceError> Errors,
    const AnalysisOptions &Options,
    const std::map<const FunctionDecl *, uint64_t> &Known) {
  Analysis Out;
  const SourceManager &Sources = Context.getSourceManager();
  KernelVisitor Visitor(Sources);
  Visitor.TraverseAST(Context);
  LaunchTable Launches;
  if (!Visitor.Kernels.empty())
    Launches = findLaunches(Context);
  llvm::SmallPtrSet<const FunctionDecl *, 32> Reached;
  uint64_t SourceBudget = Options.StepBudget;
  for (const FunctionDecl *Kernel : Visitor.Kernels) {
    ++Out.Kernels;
    if (auto Spent = Known.find(Kernel); Spent != Known.end()) {
      Out.IsWhole &= Spent->second < stepsFor(SourceBudget);
      SourceBudget -= std::min(SourceBudget, Spent->second);
      continue;
    }
    if (const SourceError *E = errorIn(Kernel, Errors, Sources)) {
      Out.Gaps.push_back({spanOf(Kernel->getLocation(), Context),
                          "kernel '" + Kernel->getNameAsString() + "'",
                          "it has an error at " + E->Place + ": " + E->Message,
                          true});
      continue;
    }
    const BlockDimRule *UserWord = wordOn(Kernel, Options.BlockDims, Context);
    analyseKernel(Kernel, shapesOf(Kernel, Launches, UserWord, Context),
                  Context, Reached, SourceBudget, Out);
  }
  Out.StepsLeft = SourceBudget;
  for (const FunctionDecl *Kernel : Visitor.Bodiless)
    Out.Gaps.push_back({spanOf(Kernel->getLocation(), Context),
                        "kernel '" + nameOf(Kernel, Context) + "'",
                        "Clang cannot instantiate its body", false});
  for (const FunctionTemplateDecl *Template : Visitor.Unused) {
    bool HasFound =
        analyseProbes(Visitor.Probes.lookup(Template), Options.BlockDims,
                      Context, Reached, SourceBudget, Out);
    Out.Gaps.push_back(
        {spanOf(Template->getLocation(), Context),
         "kernel template '" + Template->getNameAsString() + "'",
         std::string(NothingInstantiates) +
             (HasFound ? "; what conflicts in every one that was tried is "
                         "reported"
                       : ""),
         false});
  }
  for (const FunctionDecl *Function : Visitor.DeviceFunctions)
    if (!Reached.contains(Function->getCanonicalDecl()) &&
        namesSharedMemory(Function))
      Out.Gaps.push_back(
          {spanOf(Function->getLocation(), Context),
           "device function '" + Function->getNameAsString() + "'",
           "it uses shared memory, and no kernel of this source calls it",
           false});
  llvm::sort(Out.Accesses, isBefore);
  return Out;
}
