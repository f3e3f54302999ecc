//===- Launches.cpp - With which blocks a kernel runs ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch/Launches.h"
#include "Bank/Gpu.h"
#include "Cuda/Intrinsics.h"
#include "Interpreter/Walk.h"
#include "Warp/Limits.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

/// The function that an expression names, behind casts and `&`; null if none.
static const FunctionDecl *functionNamedBy(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Address = llvm::dyn_cast<UnaryOperator>(E))
    E = Address->getSubExpr()->IgnoreParenCasts();
  const auto *Ref = llvm::dyn_cast<DeclRefExpr>(E);
  return Ref ? llvm::dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
}

namespace {
/// Host functions with a body, what they call, and whether they launch.
class HostVisitor : public RecursiveASTVisitor<HostVisitor> {
public:
  explicit HostVisitor(const SourceManager &Sources) : Sources(Sources) {}
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(Decl *D) {
    if (!D)
      return true;
    const llvm::SaveAndRestore Outside(Current);
    // The toolkit's and the system's own functions launch nothing of ours.
    if (llvm::isa<TranslationUnitDecl>(D) ||
        !Sources.isInSystemHeader(D->getLocation()))
      return RecursiveASTVisitor::TraverseDecl(D);
    return true;
  }
  bool VisitFunctionDecl(FunctionDecl *Function) {
    if (!Function->doesThisDeclarationHaveABody())
      return true;
    // What a template itself says is said again by each of its instances.
    Current = Function->isDependentContext() ? nullptr : Function;
    if (Current)
      Functions.insert(Current);
    return true;
  }
  /// The call operators of lambdas stand in no list of declarations. Whoever
  /// makes a lambda may call it.
  bool TraverseLambdaExpr(LambdaExpr *E) {
    const llvm::SaveAndRestore Outside(Current);
    if (const FunctionTemplateDecl *Generic = E->getDependentCallOperator()) {
      for (FunctionDecl *Instance : Generic->specializations())
        TraverseDecl(Instance);
      return true;
    }
    CXXMethodDecl *Operator = E->getCallOperator();
    if (!Operator || Operator->isDependentContext())
      return RecursiveASTVisitor::TraverseLambdaExpr(E);
    if (Current)
      Calls[Current].insert(Operator->getCanonicalDecl());
    for (unsigned I = 0; I != E->capture_size(); ++I)
      TraverseStmt(E->capture_init_begin()[I]);
    Current = Operator;
    Functions.insert(Operator);
    return TraverseStmt(E->getBody());
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    const auto *Function = llvm::dyn_cast<FunctionDecl>(E->getDecl());
    if (Function && Function->hasAttr<CUDAGlobalAttr>())
      NamedKernels.insert(Function->getCanonicalDecl());
    else if (Function && !Called.contains(E))
      Passed.insert(Function->getCanonicalDecl());
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (const Expr *Named = Call->getCallee())
      Called.insert(Named->IgnoreParenImpCasts());
    if (Callee && Callee->getIdentifier())
      noteRuntimeCall(Call, Callee->getName());
    if (!Current)
      return true;
    if (llvm::isa<CUDAKernelCallExpr>(Call) ||
        (Callee && Callee->getIdentifier() &&
         Callee->getName().starts_with("cudaLaunch"))) {
      Launching.insert(Current);
      if (!Call->isInstantiationDependent())
        LaunchesIn[Current].push_back(Call);
    } else if (Callee)
      Calls[Current].insert(Callee->getCanonicalDecl());
    return true;
  }

  /// `params.func = (void *)k`, for a node of a graph.
  bool VisitCastExpr(CastExpr *E) {
    if (E->getType()->isVoidPointerType() && !Asked.contains(E))
      if (const FunctionDecl *Kernel = functionNamedBy(E);
          Kernel && Kernel->hasAttr<CUDAGlobalAttr>())
        LaunchedSomehow.insert(Kernel->getCanonicalDecl());
    return true;
  }

  const SourceManager &Sources;
  const FunctionDecl *Current = nullptr;
  llvm::SetVector<const FunctionDecl *> Functions, Launching, NamedKernels;
  /// Functions whose address goes somewhere: their arguments are not known.
  llvm::DenseSet<const FunctionDecl *> Passed;
  llvm::DenseSet<const Expr *> Called; ///< names that are called
  llvm::DenseMap<const FunctionDecl *, llvm::SetVector<const FunctionDecl *>>
      Calls;
  llvm::DenseMap<const FunctionDecl *, llvm::SmallVector<const CallExpr *, 1>>
      LaunchesIn;
  /// Kernels that something launches which is not followed.
  llvm::DenseSet<const FunctionDecl *> LaunchedSomehow;

private:
  /// What the runtime is told of a kernel, or asked; launches that are followed
  /// are among it.
  void noteRuntimeCall(const CallExpr *Call, llvm::StringRef Name) {
    if (!Name.starts_with("cudaFunc") && !Name.starts_with("cudaOccupancy") &&
        !Name.starts_with("cudaLaunch"))
      return;
    for (const Expr *Argument : Call->arguments())
      while (const auto *Cast =
                 llvm::dyn_cast<CastExpr>(Argument->IgnoreParens())) {
        Asked.insert(Cast);
        Argument = Cast->getSubExpr();
      }
  }
  llvm::DenseSet<const Expr *> Asked; ///< casts in arguments of the runtime
};

/// Which parts of the thread's identity a kernel reads, itself or in the
/// functions it calls.
class IdentityVisitor : public RecursiveASTVisitor<IdentityVisitor> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitMemberExpr(MemberExpr *E) {
    if (auto *Function = llvm::dyn_cast<FunctionDecl>(E->getMemberDecl()))
      noteFunction(Function);
    auto *Base = llvm::dyn_cast<DeclRefExpr>(E->getBase()->IgnoreImpCasts());
    if (Base && Base->getDecl()->getIdentifier() &&
        E->getMemberDecl()->getIdentifier())
      note(Base->getDecl()->getName(), E->getMemberDecl()->getName());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (auto *Function = llvm::dyn_cast<FunctionDecl>(E->getDecl()))
      noteFunction(Function);
    else if (E->getDecl()->getIdentifier() &&
             E->getDecl()->getName() == "blockDim")
      ReadsBlockDim = true;
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    noteFunction(E->getConstructor());
    return true;
  }
  void noteFunction(const FunctionDecl *Function) {
    char Component = 0;
    llvm::StringRef Name = builtinVariableOf(*Function, Component);
    if (!Name.empty())
      note(Name, llvm::StringRef(&Component, 1));
    else
      Callees.insert(Function);
  }
  void note(llvm::StringRef Variable, llvm::StringRef Component) {
    ReadsBlockDim |= Variable == "blockDim";
    ReadsY |= Variable == "threadIdx" && Component == "y";
    ReadsZ |= Variable == "threadIdx" && Component == "z";
  }

  llvm::SmallSetVector<const FunctionDecl *, 16> Callees;
  bool ReadsBlockDim = false, ReadsY = false, ReadsZ = false;
};
} // namespace

static BlockSource launchAt(const SourceManager &Sources,
                            SourceLocation Where) {
  PresumedLoc Place = Sources.getPresumedLoc(Sources.getExpansionLoc(Where));
  if (Place.isInvalid())
    return {BlockSource::Launch};
  return {BlockSource::Launch,
          llvm::sys::path::filename(Place.getFilename()).str(),
          Place.getLine()};
}

/// The shapes that a launch has, where its dimensions are constants or a few
/// alternatives. Whether these are all.
static bool addShapes(Pool &P, const LaunchSite &Site,
                      const SourceManager &Sources,
                      std::vector<LaunchShape> &Shapes,
                      std::vector<LaunchGap> &Gaps) {
  llvm::SmallVector<const Variable *, 4> Symbols;
  for (const Value &Extent : Site.Block)
    P.symbols(Extent, Symbols);
  llvm::SmallVector<llvm::SmallVector<int64_t, 48>, 4> Numbers;
  unsigned Alternatives = 1;
  for (const Variable *Symbol : Symbols) {
    bool IsComplete = true;
    Numbers.push_back(candidates(*Symbol, IsComplete));
    Alternatives *= Numbers.back().size();
    if (!IsComplete)
      return false;
    if (Alternatives > limits::LaunchShapes) {
      Gaps.push_back(
          {LaunchGap::ManyShapes, Site.Call->getBeginLoc(), Site.Kernel});
      return false;
    }
  }
  bool IsWhole = true;
  for (unsigned I = 0; I != Alternatives; ++I) {
    Assignment Chosen;
    unsigned Rest = I;
    for (auto [Symbol, Choices] : llvm::zip(Symbols, Numbers)) {
      Chosen[Symbol] = Choices[Rest % Choices.size()];
      Rest /= Choices.size();
    }
    LaunchShape Shape;
    bool IsKnown = true;
    int64_t Threads = 1;
    for (unsigned D = 0; D != 3; ++D) {
      const Value Extent = P.substitute(Site.Block[D], Chosen);
      // What counts the command line's arguments is no default.
      const bool IsNumber =
          Extent.isNumber() && Site.Block[D].launchTerms().empty();
      IsWhole &= IsNumber;
      IsKnown &= IsNumber && Extent.constant().same() >= 1 &&
                 Extent.constant().same() <= MaxBlockThreads;
      if (!IsKnown)
        break;
      Shape.Block[D] = unsigned(Extent.constant().same());
      Threads *= Extent.constant().same();
      Value Blocks = P.substitute(Site.Grid[D], Chosen);
      if (Blocks.isNumber() && Blocks.constant().same() >= 1)
        Shape.Grid[D] = Blocks.constant().same();
    }
    if (!IsKnown || Threads > MaxBlockThreads)
      continue;
    Shape.Where = Site.Call->getBeginLoc();
    Shape.Source = launchAt(Sources, Shape.Where);
    for (const Value &Argument : Site.Arguments) {
      Value Known = P.substitute(Argument, Chosen);
      Shape.Arguments.push_back(Known.isNumber() &&
                                        Argument.launchTerms().empty()
                                    ? std::optional(Known.constant().same())
                                    : std::nullopt);
    }
    auto Same = llvm::find_if(Shapes, [&](const LaunchShape &Known) {
      return Known.Block == Shape.Block && Known.Arguments == Shape.Arguments;
    });
    if (Same == Shapes.end())
      Shapes.push_back(Shape);
    else if (Same->Grid != Shape.Grid)
      Same->Grid = {}; // several grids: any
  }
  return IsWhole;
}

/// What is passed in both of two launches; nothing where that differs.
static void keepCommon(LaunchShape &Of, const LaunchShape &Other) {
  for (unsigned I = 0; I != Of.Arguments.size(); ++I)
    if (I >= Other.Arguments.size() || Of.Arguments[I] != Other.Arguments[I])
      Of.Arguments[I] = std::nullopt;
  if (Of.Grid != Other.Grid)
    Of.Grid = {};
}

/// Launches that differ only in their arguments count one by one while they are
/// few. Past that, one for each block has what is passed in all of its
/// launches, and some more, from the first to the last, their own arguments.
/// Whether they were too many.
static bool limitVariants(std::vector<LaunchShape> &Shapes) {
  if (Shapes.size() <= limits::LaunchVariants)
    return false;
  std::vector<LaunchShape> Kept;
  llvm::SmallVector<const LaunchShape *, 16> Others;
  for (const LaunchShape &Shape : Shapes) {
    auto Same = llvm::find_if(Kept, [&](const LaunchShape &Known) {
      return Known.Block == Shape.Block;
    });
    if (Same == Kept.end()) {
      Kept.push_back(Shape);
      continue;
    }
    keepCommon(*Same, Shape);
    Others.push_back(&Shape);
  }
  const size_t Left = limits::LaunchVariants > Kept.size()
                          ? limits::LaunchVariants - Kept.size()
                          : 0;
  for (size_t I = 0; I < Left && I < Others.size(); ++I)
    Kept.push_back(
        *Others[Left == 1 ? 0 : I * (Others.size() - 1) / (Left - 1)]);
  const bool AreMany = !Others.empty();
  Shapes = std::move(Kept);
  return AreMany;
}

/// The kernel that a launch names, by `<<<>>>` or for the runtime's function;
/// null where it names none.
static const FunctionDecl *kernelNamedBy(const CallExpr *Launch) {
  const Expr *Named = nullptr;
  if (llvm::isa<CUDAKernelCallExpr>(Launch)) {
    Named = Launch->getCallee();
  } else {
    // `cudaLaunchKernelEx(&config, k, ...)`, `cudaLaunchKernelExC`
    const FunctionDecl *Callee = Launch->getDirectCallee();
    const unsigned At = Callee && Callee->getIdentifier() &&
                        Callee->getName().starts_with("cudaLaunchKernelEx");
    Named = At < Launch->getNumArgs() ? Launch->getArg(At) : nullptr;
  }
  return Named ? functionNamedBy(Named) : nullptr;
}

/// The launches that lie behind where the walk of a function was cut short.
static void
addUnseenLaunches(HostVisitor &Visitor, const FunctionDecl *CutShort,
                  const llvm::DenseMap<const CallExpr *, bool> &Seen,
                  std::vector<LaunchGap> &Gaps) {
  llvm::SetVector<const FunctionDecl *> Reached;
  Reached.insert(CutShort);
  for (size_t I = 0; I != Reached.size(); ++I) {
    const FunctionDecl *Function = Reached[I];
    for (const CallExpr *Launch : Visitor.LaunchesIn.lookup(Function))
      if (!Seen.contains(Launch))
        Gaps.push_back({LaunchGap::LongHostWalk, Launch->getBeginLoc(),
                        kernelNamedBy(Launch)});
    for (const FunctionDecl *Callee : Visitor.Calls.lookup(Function))
      if (const FunctionDecl *Defined = nullptr; Callee->hasBody(Defined))
        Reached.insert(Defined);
  }
}

static void sortGaps(std::vector<LaunchGap> &Gaps,
                     const SourceManager &Sources) {
  llvm::sort(Gaps, [&](const LaunchGap &A, const LaunchGap &B) {
    if (A.Where != B.Where)
      return Sources.isBeforeInTranslationUnit(A.Where, B.Where);
    return A.Kind < B.Kind;
  });
  auto IsSame = [](const LaunchGap &A, const LaunchGap &B) {
    return A.Where == B.Where && A.Kind == B.Kind;
  };
  Gaps.erase(std::unique(Gaps.begin(), Gaps.end(), IsSame), Gaps.end());
}

/// Whether a launch's shape and the integers that it passes are known.
static bool isKnown(const LaunchSite &Site) {
  auto IsNumber = [](const Value &V) { return V.isNumber(); };
  if (!llvm::all_of(Site.Block, IsNumber))
    return false;
  const auto *Type = Site.KernelType.isNull()
                         ? nullptr
                         : Site.KernelType->getAs<FunctionProtoType>();
  for (unsigned I = 0; Type && I != Type->getNumParams(); ++I)
    if (Type->getParamType(I)->isIntegerType() && I < Site.Arguments.size() &&
        !IsNumber(Site.Arguments[I]))
      return false;
  return true;
}

LaunchTable banklint::findLaunches(ASTContext &Context,
                                   std::vector<LaunchGap> &Gaps) {
  const SourceManager &Sources = Context.getSourceManager();
  HostVisitor Visitor(Sources);
  Visitor.TraverseAST(Context);

  // Functions that lead to a launch, and those of them that nobody calls.
  llvm::SetVector<const FunctionDecl *> Leading = Visitor.Launching;
  for (bool Grows = true; Grows;) {
    Grows = false;
    for (const FunctionDecl *Function : Visitor.Functions) {
      if (Leading.contains(Function))
        continue;
      for (const FunctionDecl *Target : Leading)
        if (Visitor.Calls[Function].contains(Target->getCanonicalDecl())) {
          Grows |= Leading.insert(Function);
          break;
        }
    }
  }
  llvm::SetVector<const FunctionDecl *> Roots;
  for (const FunctionDecl *Function : Leading) {
    bool IsCalled = llvm::any_of(Leading, [&](const FunctionDecl *Caller) {
      return Caller != Function &&
             Visitor.Calls[Caller].contains(Function->getCanonicalDecl());
    });
    if (!IsCalled || Visitor.Passed.contains(Function->getCanonicalDecl()))
      Roots.insert(Function);
  }

  LaunchTable Table;
  llvm::DenseSet<const FunctionDecl *> WithOthers = Visitor.LaunchedSomehow;
  auto Add = [&](Pool &P, const LaunchSite &Site, const FunctionDecl *Kernel) {
    if (!addShapes(P, Site, Sources, Table[Kernel], Gaps))
      WithOthers.insert(Kernel);
  };
  llvm::DenseMap<const CallExpr *, bool> Seen;
  llvm::SetVector<const FunctionDecl *> CutShort;
  auto WalkWith = [&](const FunctionDecl *Function,
                      llvm::ArrayRef<std::optional<int64_t>> Arguments) {
    Pool P;
    const HostWalk Walked = walkHost(Context, Function, P, Arguments);
    if (Walked.End == WalkEnd::OutOfBudget)
      CutShort.insert(Function);
    bool AreKnown = true;
    for (const LaunchSite &Site : Walked.Launches) {
      Seen[Site.Call] = true;
      AreKnown &= isKnown(Site);
      if (Site.Kernel) {
        Add(P, Site, Site.Kernel->getCanonicalDecl());
        continue;
      }
      // Through a pointer: it may be any kernel of this type that is named.
      for (const FunctionDecl *Kernel : Visitor.NamedKernels)
        if (Context.hasSameType(Kernel->getType(), Site.KernelType))
          Add(P, Site, Kernel);
    }
    return AreKnown;
  };
  auto Walk = [&](const FunctionDecl *Function) {
    // A program that is run without arguments launches by its defaults.
    if (!WalkWith(Function, {}) && Function->isMain() &&
        Function->getNumParams() != 0)
      WalkWith(Function, {1});
  };
  for (const FunctionDecl *Root : Roots)
    Walk(Root);
  // An instance of a template has launches of its own.
  auto WasReached = [&](const FunctionDecl *Function) {
    return llvm::any_of(
        Visitor.LaunchesIn.lookup(Function),
        [&](const CallExpr *Launch) { return Seen.contains(Launch); });
  };
  // Those that no root leads to within its budget.
  for (const FunctionDecl *Function : Visitor.Launching)
    if (!Roots.contains(Function) && !WasReached(Function))
      Walk(Function);
  for (const FunctionDecl *Function : CutShort)
    addUnseenLaunches(Visitor, Function, Seen, Gaps);
  for (const auto &[Function, Launches] : Visitor.LaunchesIn)
    for (const CallExpr *Launch : Launches)
      if (const FunctionDecl *Kernel =
              Seen.contains(Launch) ? nullptr : kernelNamedBy(Launch))
        WithOthers.insert(Kernel->getCanonicalDecl());
  for (auto &[Kernel, Shapes] : Table) {
    if (limitVariants(Shapes))
      Gaps.push_back({LaunchGap::ManyArguments, Kernel->getLocation(), Kernel});
    for (LaunchShape &Shape : Shapes)
      Shape.HasOthers = WithOthers.contains(Kernel);
  }
  sortGaps(Gaps, Sources);
  return Table;
}

/// The sizes that kernels are commonly launched with.
static void addCommonShapes(const IdentityVisitor &Reads, unsigned MaxThreads,
                            std::vector<LaunchShape> &Shapes) {
  using Extents = std::array<unsigned, 3>;
  static constexpr Extents OneD[] = {
      {256, 1, 1}, {128, 1, 1}, {512, 1, 1}, {1024, 1, 1}, {64, 1, 1}};
  static constexpr Extents TwoD[] = {{32, 32, 1}, {16, 16, 1}, {32, 8, 1},
                                     {32, 16, 1}, {8, 8, 1},   {64, 4, 1}};
  static constexpr Extents ThreeD[] = {
      {8, 8, 8}, {16, 16, 4}, {32, 4, 4}, {4, 4, 4}};
  llvm::ArrayRef<Extents> Common = Reads.ReadsZ   ? llvm::ArrayRef(ThreeD)
                                   : Reads.ReadsY ? llvm::ArrayRef(TwoD)
                                                  : llvm::ArrayRef(OneD);
  bool IsSettled = !Reads.ReadsY && !Reads.ReadsZ && !Reads.ReadsBlockDim;
  SmallVector<Extents, 8> Fitting;
  llvm::copy_if(Common, std::back_inserter(Fitting), [&](const Extents &Block) {
    return Block[0] * Block[1] * Block[2] <= MaxThreads;
  });
  // A small bound still leaves rows of one warp each.
  bool HasWarpRows = llvm::any_of(
      Fitting, [](const Extents &Block) { return Block[0] == 32; });
  if (Reads.ReadsY && !HasWarpRows && MaxThreads >= 32)
    Fitting.push_back({32, MaxThreads / 32, 1});
  for (const Extents &Block : Fitting) {
    LaunchShape Shape;
    Shape.Block = Block;
    Shape.IsGuess = !IsSettled;
    Shape.Source.Kind =
        IsSettled ? BlockSource::WholeWarps : BlockSource::CommonShapes;
    Shapes.push_back(Shape);
    if (IsSettled)
      return;
  }
}

std::vector<LaunchShape> banklint::shapesOf(const FunctionDecl *Kernel,
                                            const LaunchTable &Launches,
                                            const BlockDimRule *UserWord,
                                            ASTContext &Context) {
  std::vector<LaunchShape> Shapes;
  auto Known = Launches.find(Kernel->getCanonicalDecl());
  if (Known != Launches.end())
    Shapes = Known->second;
  if (!Shapes.empty())
    return Shapes;
  if (UserWord) {
    LaunchShape Shape;
    Shape.Block = UserWord->Block;
    Shape.Source = {BlockSource::Rule, UserWord->Source};
    return {Shape};
  }
  IdentityVisitor Reads;
  Reads.Callees.insert(Kernel);
  // The visitor adds what each body names.
  for (size_t I = 0; I != Reads.Callees.size(); ++I) {
    const FunctionDecl *Defined = nullptr;
    if (!Reads.Callees[I]->hasBody(Defined))
      continue;
    // Ranks of cooperative groups read all of the identity, for any shape.
    const SourceManager &Sources = Context.getSourceManager();
    if (!Sources.isInSystemHeader(Defined->getLocation()))
      Reads.TraverseStmt(Defined->getBody());
  }
  unsigned MaxThreads = MaxBlockThreads;
  if (const auto *Bounds = Kernel->getAttr<CUDALaunchBoundsAttr>()) {
    Expr::EvalResult Number;
    if (Bounds->getMaxThreads() &&
        !Bounds->getMaxThreads()->isValueDependent() &&
        Bounds->getMaxThreads()->EvaluateAsInt(Number, Context))
      MaxThreads =
          unsigned(Number.Val.getInt().getLimitedValue(MaxBlockThreads));
    if (!Reads.ReadsY && !Reads.ReadsZ && MaxThreads >= 1) {
      LaunchShape Shape;
      Shape.Block = {MaxThreads, 1, 1};
      Shape.IsGuess = Reads.ReadsBlockDim;
      Shape.Source.Kind = BlockSource::LaunchBounds;
      Shapes.push_back(Shape);
    }
  }
  if (Shapes.empty() || Shapes.front().IsGuess)
    addCommonShapes(Reads, MaxThreads, Shapes);
  if (Shapes.empty()) {
    LaunchShape Shape;
    Shape.Block = {MaxThreads, 1, 1};
    Shape.IsGuess = true;
    Shape.Source.Kind = BlockSource::LaunchBounds;
    Shapes.push_back(Shape);
  }
  return Shapes;
}
