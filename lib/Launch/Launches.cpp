//===- Launches.cpp - With which blocks a kernel runs ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch/Launches.h"
#include "Bank/Gpu.h"
#include "ConstantBlocks.h"
#include "Cuda/Locations.h"
#include "Cuda/Names.h"
#include "HostVisitor.h"
#include "Values/Limits.h"
#include "Walk/Walk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Mangle.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SaveAndRestore.h"
#include <map>

using namespace banklint;
using namespace clang;

static BlockSource launchAt(const SourceManager &Sources,
                            SourceLocation Where) {
  PresumedLoc Place = Sources.getPresumedLoc(Sources.getExpansionLoc(Where));
  if (Place.isInvalid())
    return {BlockSource::Launch};
  return {BlockSource::Launch,
          llvm::sys::path::filename(Place.getFilename()).str(),
          Place.getLine()};
}

/// Calls `Take` with each combination of the numbers that symbols may have;
/// those whose numbers are not all known stay open. Whether these are all; it
/// is not called at all where they are too many.
static bool forAlternatives(llvm::ArrayRef<const Variable *> Symbols,
                            bool &AreMany,
                            llvm::function_ref<void(const Assignment &)> Take) {
  llvm::SmallVector<llvm::SmallVector<int64_t, 48>, 4> Numbers;
  llvm::SmallVector<const Variable *, 4> Listed;
  unsigned Alternatives = 1;
  for (const Variable *Symbol : Symbols) {
    bool IsComplete = true;
    auto Choices = candidates(*Symbol, IsComplete);
    if (!IsComplete)
      continue;
    Alternatives *= Choices.size();
    AreMany = Alternatives > limits::LaunchShapes;
    if (AreMany)
      return false;
    Listed.push_back(Symbol);
    Numbers.push_back(std::move(Choices));
  }
  for (unsigned I = 0; I != Alternatives; ++I) {
    Assignment Chosen;
    unsigned Rest = I;
    for (auto [Symbol, Choices] : llvm::zip(Listed, Numbers)) {
      Chosen[Symbol] = Choices[Rest % Choices.size()];
      Rest /= Choices.size();
    }
    Take(Chosen);
  }
  return Listed.size() == Symbols.size();
}

namespace {
/// The shapes of a kernel, and where each of them stands.
class ShapeList {
public:
  void add(LaunchShape Shape);
  std::vector<LaunchShape> take() { return std::move(Shapes); }

private:
  using Key =
      std::pair<std::array<unsigned, 3>, std::vector<std::optional<int64_t>>>;
  std::vector<LaunchShape> Shapes;
  std::map<Key, size_t> Places; ///< by blocks and arguments
};
} // namespace

void ShapeList::add(LaunchShape Shape) {
  auto [Place, IsNew] =
      Places.try_emplace({Shape.Block, Shape.Arguments}, Shapes.size());
  if (IsNew)
    return Shapes.push_back(std::move(Shape));
  LaunchShape &Same = Shapes[Place->second];
  Same.IsForProof &= Shape.IsForProof;
  if (Same.Grid != Shape.Grid)
    Same.Grid = {}; // several grids: any
  Same.CalledElsewhere.merge(Shape.CalledElsewhere);
}

/// The shapes that a launch has, where its dimensions are constants or a few
/// alternatives. Whether these are all. `CalledElsewhere` is the function by
/// which another source makes the launch, if one does.
static bool addShapes(Pool &P, const LaunchSite &Site,
                      const SourceManager &Sources,
                      llvm::StringRef CalledElsewhere, bool IsForProof,
                      ShapeList &Shapes, std::vector<LaunchGap> &Gaps) {
  llvm::SmallVector<const Variable *, 4> Symbols;
  for (const Value &Extent : Site.Block)
    P.symbols(Extent, Symbols);
  bool IsWhole = true, AreMany = false;
  auto Add = [&](const Assignment &Chosen) {
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
        return;
      Shape.Block[D] = unsigned(Extent.constant().same());
      Threads *= Extent.constant().same();
      Value Blocks = P.substitute(Site.Grid[D], Chosen);
      if (Blocks.isNumber() && Blocks.constant().same() >= 1)
        Shape.Grid[D] = Blocks.constant().same();
    }
    if (Threads > MaxBlockThreads)
      return;
    Shape.Where = Site.Call->getBeginLoc();
    Shape.Source = launchAt(Sources, Shape.Where);
    Shape.IsForProof = IsForProof;
    if (!CalledElsewhere.empty())
      Shape.CalledElsewhere.insert(CalledElsewhere.str());
    for (const Value &Argument : Site.Arguments) {
      Value Known = P.substitute(Argument, Chosen);
      Shape.Arguments.push_back(Known.isNumber() &&
                                        Argument.launchTerms().empty()
                                    ? std::optional(Known.constant().same())
                                    : std::nullopt);
    }
    Shapes.add(std::move(Shape));
  };
  IsWhole &= forAlternatives(Symbols, AreMany, Add);
  if (AreMany)
    Gaps.push_back(
        {LaunchGap::ManyShapes, Site.Call->getBeginLoc(), Site.Kernel});
  return IsWhole;
}

/// What is passed in both of two launches; nothing where that differs.
static void keepCommon(LaunchShape &Of, const LaunchShape &Other) {
  for (unsigned I = 0; I != Of.Arguments.size(); ++I)
    if (I >= Other.Arguments.size() || Of.Arguments[I] != Other.Arguments[I])
      Of.Arguments[I] = std::nullopt;
  if (Of.Grid != Other.Grid)
    Of.Grid = {};
  Of.CalledElsewhere.insert(Other.CalledElsewhere.begin(),
                            Other.CalledElsewhere.end());
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

std::string banklint::linkName(const FunctionDecl *Function,
                               const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  if (Function->isDependentContext() || Function->isMain())
    return "";
  const FunctionDecl *Defined = nullptr;
  if (!Function->hasAttr<CUDAGlobalAttr>() || !Function->hasBody(Defined) ||
      Sources.isInMainFile(Sources.getExpansionLoc(Defined->getLocation())))
    return externalName(Function, Context);
  const SourcePoint Place = pointOf(Defined->getLocation(), Context);
  // Clang's interface takes a context that it does not change.
  return nameOfHeader(
      ASTNameGenerator(const_cast<ASTContext &>(Context)).getName(Defined),
      Place.File, Place.Line);
}

/// Whether what a call passes may come to a launch.
static bool takesNumbers(const FunctionDecl *Function) {
  return llvm::any_of(Function->parameters(), [](const ParmVarDecl *Parameter) {
    const QualType Type = Parameter->getType().getNonReferenceType();
    return Type->isIntegralOrEnumerationType() || Type->isRecordType();
  });
}

namespace {
/// Runs the host functions of a source from where nobody calls them.
class LaunchSearch {
public:
  LaunchSearch(ASTContext &Context, const Elsewhere &Others,
               std::vector<LaunchGap> &Gaps, LaunchLinks *Links)
      : Context(Context), Sources(Context.getSourceManager()), Sites(Context),
        Gaps(Gaps), Links(Links), Visitor(Context, Others) {
    for (const LaunchElsewhere &Launch : Others.Launches)
      LaunchesElsewhere[Launch.Kernel].push_back(&Launch);
    for (const CallElsewhere &Call : Others.Calls)
      CallsElsewhere[Call.Function].push_back(&Call);
    for (const std::string &Name : Others.Asked)
      Asked.insert(Name);
  }

  LaunchTable run();

private:
  void findRoots();
  bool walkWith(const FunctionDecl *Function, const HostInput &Input);
  bool walk(const FunctionDecl *Function);
  bool walkAsCalled(const FunctionDecl *Function);
  void addSite(Pool &P, const LaunchSite &Site, const FunctionDecl *Kernel);
  void addCall(Pool &P, const LaunchSite &Site);
  bool isPassed(const FunctionDecl &Kernel) const;
  void walkUnseenCalls();
  void addUnseenLaunches();
  void addLaunchesElsewhere();
  bool wasReached(const FunctionDecl *Function) const {
    return llvm::any_of(
        Visitor.LaunchesIn.lookup(Function),
        [&](const CallExpr *Launch) { return Seen.contains(Launch); });
  }
  void link();

  ASTContext &Context;
  const SourceManager &Sources;
  SiteMap Sites;
  std::vector<LaunchGap> &Gaps;
  LaunchLinks *Links; ///< may be null
  HostVisitor Visitor;
  llvm::StringMap<llvm::SmallVector<const LaunchElsewhere *, 2>>
      LaunchesElsewhere;
  llvm::StringMap<llvm::SmallVector<const CallElsewhere *, 2>> CallsElsewhere;
  llvm::StringSet<> Asked;

  /// Functions that lead to a launch, and those of them that nobody calls.
  llvm::SetVector<const FunctionDecl *> Leading, Roots;
  /// Others that somebody may call who is not seen.
  llvm::SetVector<const FunctionDecl *> CalledUnseen;
  bool IsOfUnseenCall = false; ///< such a call is walked
  /// Those of which calls in other sources would say more.
  llvm::DenseSet<const FunctionDecl *> Wanting;
  /// By what name another source calls the function that is walked; empty where
  /// none does.
  llvm::StringRef CalledAs;
  llvm::DenseMap<const FunctionDecl *, ShapeList> Found;
  LaunchTable Table; ///< all of it, in the end
  llvm::DenseSet<const FunctionDecl *> WithOthers;
  llvm::DenseSet<const CallExpr *> Seen, SeenBefore;
  llvm::SetVector<const FunctionDecl *> CutShort, PassedOver;
};
} // namespace

void LaunchSearch::findRoots() {
  Leading = Visitor.Launching;
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
  for (const FunctionDecl *Function : Leading) {
    bool IsCalled = llvm::any_of(Leading, [&](const FunctionDecl *Caller) {
      return Caller != Function &&
             Visitor.Calls[Caller].contains(Function->getCanonicalDecl());
    });
    const FunctionDecl *Canonical = Function->getCanonicalDecl();
    const auto *Method = llvm::dyn_cast<CXXMethodDecl>(Function);
    if (!IsCalled || Visitor.Passed.contains(Canonical))
      Roots.insert(Function);
    // An override is also called as what it overrides.
    else if ((Method && Method->isVirtual()) ||
             Visitor.GivenAway.contains(Canonical))
      CalledUnseen.insert(Function);
  }
}

void LaunchSearch::addSite(Pool &P, const LaunchSite &Site,
                           const FunctionDecl *Kernel) {
  const bool IsForProof = IsOfUnseenCall && SeenBefore.contains(Site.Call);
  if (!addShapes(P, Site, Sources, CalledAs, IsForProof, Found[Kernel], Gaps))
    WithOthers.insert(Kernel);
}

/// What a call passes to a function of another source, for each alternative.
void LaunchSearch::addCall(Pool &P, const LaunchSite &Site) {
  if (!Links)
    return;
  llvm::SmallVector<const Variable *, 4> Symbols, Few;
  for (const auto &Argument : Site.Passed)
    for (const Value &Part : Argument)
      P.symbols(Part, Symbols);
  size_t Alternatives = 1;
  for (const Variable *Symbol : Symbols) {
    bool IsComplete = true;
    const size_t Count = candidates(*Symbol, IsComplete).size();
    if (!IsComplete || Alternatives * Count > limits::LaunchShapes)
      continue; // its value stays open
    Alternatives *= Count;
    Few.push_back(Symbol);
  }
  auto Add = [&](const Assignment &Chosen) {
    CallElsewhere &Call = Links->Calls.emplace_back();
    Call.Function = linkName(Site.Function, Context);
    for (const auto &Argument : Site.Passed) {
      auto &Numbers = Call.Arguments.emplace_back();
      for (const Value &Part : Argument) {
        const Value Known = P.substitute(Part, Chosen);
        Numbers.push_back(Known.isNumber() && Part.launchTerms().empty()
                              ? std::optional(Known.constant().same())
                              : std::nullopt);
      }
    }
  };
  bool AreMany = false;
  forAlternatives(Few, AreMany, Add);
}

/// Runs a function, and takes what it launches. Whether all of that is known.
bool LaunchSearch::walkWith(const FunctionDecl *Function,
                            const HostInput &Input) {
  Pool P;
  P.runOneThread();
  HostInput Whole = Input;
  Whole.Asked = &Visitor.AskedFunctions;
  const HostWalk Walked = walkHost(Context, Function, P, Sites, Whole);
  if (Walked.End == WalkEnd::OutOfBudget)
    CutShort.insert(Function);
  for (const FunctionDecl *Callee : Walked.PassedOver)
    if (const FunctionDecl *Defined = nullptr;
        Callee->hasBody(Defined) && Leading.contains(Defined))
      PassedOver.insert(Defined);
  bool AreKnown = true;
  for (const LaunchSite &Site : Walked.Launches) {
    Seen.insert(Site.Call);
    if (Site.Function) {
      AreKnown &= llvm::all_of(Site.Passed, [](const auto &Argument) {
        return llvm::all_of(Argument,
                            [](const Value &Part) { return Part.isNumber(); });
      });
      addCall(P, Site);
      continue;
    }
    AreKnown &= isKnown(Site);
    if (Site.Kernel) {
      addSite(P, Site, Site.Kernel->getCanonicalDecl());
      continue;
    }
    // Through a pointer: it may be any kernel of this type whose address goes
    // somewhere.
    for (const FunctionDecl *Kernel : Visitor.PassedKernels)
      if (Context.hasSameType(Kernel->getType(), Site.KernelType))
        addSite(P, Site, Kernel);
  }
  return AreKnown;
}

/// Runs a function that nobody calls here; `main` also by its defaults.
bool LaunchSearch::walk(const FunctionDecl *Function) {
  const bool AreKnown = walkWith(Function, {});
  // A program that is run without arguments launches by its defaults.
  const std::optional<int64_t> OneArgument[] = {1};
  if (!AreKnown && Function->isMain() && Function->getNumParams() != 0) {
    HostInput Input;
    Input.Counts = OneArgument;
    walkWith(Function, Input);
  }
  return AreKnown;
}

/// Runs functions once more as somebody may who is not seen. Launches that are
/// known otherwise only have to be right for a fix.
void LaunchSearch::walkUnseenCalls() {
  const llvm::SaveAndRestore Unseen(IsOfUnseenCall, true);
  SeenBefore = Seen;
  for (const FunctionDecl *Function : CalledUnseen)
    walk(Function);
  for (size_t I = 0; I != PassedOver.size(); ++I)
    walk(PassedOver[I]);
}

/// Runs a function as other sources call it. Whether any does.
bool LaunchSearch::walkAsCalled(const FunctionDecl *Function) {
  if (CallsElsewhere.empty())
    return false;
  auto Calls = CallsElsewhere.find(linkName(Function, Context));
  if (Calls == CallsElsewhere.end())
    return false;
  const llvm::SaveAndRestore Called(CalledAs, Calls->first());
  for (const CallElsewhere *Call : Calls->second) {
    HostInput Input;
    Input.Passed = &Call->Arguments;
    walkWith(Function, Input);
  }
  return true;
}

bool LaunchSearch::isPassed(const FunctionDecl &Kernel) const {
  return llvm::any_of(Visitor.PassedKernels, [&](const FunctionDecl *Passed) {
    return Passed == &Kernel ||
           (Passed->getPrimaryTemplate() &&
            Passed->getPrimaryTemplate() == Kernel.getPrimaryTemplate());
  });
}

/// The launches that lie behind where the walk of a function was cut short: of
/// those that say their block the arguments alone are unknown.
void LaunchSearch::addUnseenLaunches() {
  llvm::SetVector<const FunctionDecl *> Reached(CutShort.begin(),
                                                CutShort.end());
  for (size_t I = 0; I != Reached.size(); ++I) {
    const FunctionDecl *Function = Reached[I];
    for (const CallExpr *Launch : Visitor.LaunchesIn.lookup(Function)) {
      const FunctionDecl *Kernel = kernelNamedBy(Launch);
      const std::optional<std::array<unsigned, 3>> Block =
          Kernel ? constantBlock(*Launch, *Function) : std::nullopt;
      // What is seen of it may not be all.
      if (Kernel && !Block)
        WithOthers.insert(Kernel->getCanonicalDecl());
      if (Seen.contains(Launch))
        continue;
      if (!Block) {
        Gaps.push_back(
            {LaunchGap::LongHostWalk, Launch->getBeginLoc(), Kernel});
        continue;
      }
      Seen.insert(Launch);
      LaunchShape Shape;
      Shape.Block = *Block;
      Shape.Arguments.resize(Kernel->getNumParams());
      Shape.Where = Launch->getBeginLoc();
      Shape.Source = launchAt(Sources, Shape.Where);
      Found[Kernel->getCanonicalDecl()].add(std::move(Shape));
    }
    for (const FunctionDecl *Callee : Visitor.Calls.lookup(Function))
      if (const FunctionDecl *Defined = nullptr; Callee->hasBody(Defined))
        Reached.insert(Defined);
  }
}

void LaunchSearch::addLaunchesElsewhere() {
  if (LaunchesElsewhere.empty())
    return;
  for (const FunctionDecl *Kernel : Visitor.Functions) {
    if (!Kernel->hasAttr<CUDAGlobalAttr>())
      continue;
    auto Launches = LaunchesElsewhere.find(linkName(Kernel, Context));
    if (Launches == LaunchesElsewhere.end())
      continue;
    const FunctionDecl *Canonical = Kernel->getCanonicalDecl();
    for (const LaunchElsewhere *Launch : Launches->second) {
      if (!Launch->Block) {
        WithOthers.insert(Canonical);
        continue;
      }
      LaunchShape Shape;
      Shape.Block = *Launch->Block;
      Shape.Grid = Launch->Grid;
      Shape.Arguments = Launch->Arguments;
      Shape.Source = Launch->Source;
      Found[Canonical].add(std::move(Shape));
    }
  }
}

/// What the other sources may want to know, and what they ask for.
void LaunchSearch::link() {
  for (const FunctionDecl *Function : Leading) {
    const std::string Name =
        Function->isExternallyVisible() && !Function->hasAttr<CUDAGlobalAttr>()
            ? linkName(Function, Context)
            : "";
    if (Name.empty())
      continue;
    Links->Defined.push_back(Name);
    if (takesNumbers(Function) &&
        (Wanting.contains(Function) || !Roots.contains(Function)))
      Links->Wanted.push_back(Name);
  }
  // Of those that are asked for, each mention has to be a call that was met.
  for (const auto &[Function, Count] : Visitor.Mentions) {
    size_t Met = 0;
    for (const auto &[Caller, Calls] : Visitor.LaunchesIn)
      Met += llvm::count_if(Calls, [&, Function = Function](const CallExpr *C) {
        return C->getDirectCallee() &&
               C->getDirectCallee()->getCanonicalDecl() == Function &&
               Seen.contains(C);
      });
    if (Met != Count)
      Links->Calls.push_back({linkName(Function, Context), {}});
  }
  llvm::SetVector<const FunctionDecl *> Kernels;
  for (const FunctionDecl *Kernel : Visitor.NamedKernels)
    Kernels.insert(Kernel);
  for (const FunctionDecl *Kernel : Kernels) {
    const std::string Name = linkName(Kernel, Context);
    const FunctionDecl *Defined = nullptr;
    const bool HasBody = Kernel->hasBody(Defined);
    if (Name.empty() ||
        (HasBody &&
         Sources.isInMainFile(Sources.getExpansionLoc(Defined->getLocation()))))
      continue;
    auto Shapes = Table.find(Kernel);
    const bool HasShapes = Shapes != Table.end() && !Shapes->second.empty();
    if (HasBody && HasShapes)
      Links->Launched.push_back(Name);
    if (!Asked.contains(Name))
      continue;
    if (HasShapes)
      for (const LaunchShape &Shape : Shapes->second)
        if (Shape.Where.isValid())
          Links->Launches.push_back(
              {Name, Shape.Block, Shape.Grid, Shape.Arguments, Shape.Source});
    if (WithOthers.contains(Kernel))
      Links->Launches.push_back({Name, std::nullopt, {}, {}, {}});
  }
}

/// Gives launches of a kernel in one line their columns.
static void tellApart(std::vector<LaunchShape> &Shapes,
                      const SourceManager &Sources) {
  const auto Place = [&](const LaunchShape &Shape) {
    return Sources.getPresumedLoc(Sources.getExpansionLoc(Shape.Where));
  };
  for (LaunchShape &Shape : Shapes) {
    if (Shape.Where.isInvalid() || Place(Shape).isInvalid())
      continue;
    const unsigned Column = Place(Shape).getColumn();
    if (llvm::any_of(Shapes, [&](const LaunchShape &Other) {
          return Other.Where.isValid() &&
                 Other.Source.Kind == BlockSource::Launch &&
                 Other.Source.Name == Shape.Source.Name &&
                 Other.Source.Line == Shape.Source.Line &&
                 Place(Other).isValid() && Place(Other).getColumn() != Column;
        }))
      Shape.Source.Column = Column;
  }
}

LaunchTable LaunchSearch::run() {
  Visitor.TraverseAST(Context);
  findRoots();
  WithOthers = Visitor.LaunchedSomehow;
  for (const FunctionDecl *Root : Roots)
    if (!walkAsCalled(Root) && !walk(Root))
      Wanting.insert(Root);
  for (const FunctionDecl *Function : Leading)
    if (!Roots.contains(Function))
      walkAsCalled(Function);
  walkUnseenCalls();
  // An instance of a template has launches of its own. Those that no root leads
  // to within its budget:
  for (const FunctionDecl *Function : Visitor.Launching)
    if (!Roots.contains(Function) && !wasReached(Function))
      walk(Function);
  addUnseenLaunches();
  for (const auto &[Function, Launches] : Visitor.LaunchesIn)
    for (const CallExpr *Launch : Launches)
      if (const FunctionDecl *Kernel =
              Seen.contains(Launch) ? nullptr : kernelNamedBy(Launch))
        WithOthers.insert(Kernel->getCanonicalDecl());
  addLaunchesElsewhere();
  for (auto &[Kernel, List] : Found) {
    std::vector<LaunchShape> &Shapes = Table[Kernel] = List.take();
    if (limitVariants(Shapes))
      Gaps.push_back({LaunchGap::ManyArguments, Kernel->getLocation(), Kernel});
    const bool HasOthers = WithOthers.contains(Kernel),
               IsPassed = isPassed(*Kernel);
    for (LaunchShape &Shape : Shapes) {
      Shape.HasOthers = HasOthers;
      Shape.IsPassed = IsPassed;
    }
    tellApart(Shapes, Sources);
  }
  sortGaps(Gaps, Sources);
  if (Links)
    link();
  return std::move(Table);
}

LaunchTable banklint::findLaunches(ASTContext &Context,
                                   std::vector<LaunchGap> &Gaps,
                                   const Elsewhere &Others,
                                   LaunchLinks *Links) {
  return LaunchSearch(Context, Others, Gaps, Links).run();
}
