//===- Kernel.cpp - Every access of every kernel of a source --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Kernel.h"
#include "Accesses.h"
#include "BlockWalk.h"
#include "Cost/Requests.h"
#include "Cuda/Locations.h"
#include "Cuda/Names.h"
#include "Cuda/TemplateProbes.h"
#include "Finding/Wording.h"
#include "LibraryKernels.h"
#include "LostCode.h"
#include "Nvcc/Rules/Rules.h"
#include "OpenArguments.h"
#include "SumTrees.h"
#include "Values/Limits.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include <set>

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
    const bool IsDefined = Function->doesThisDeclarationHaveABody() &&
                           !Function->isDependentContext();
    if (IsDefined)
      Defined.push_back(Function);
    if (isTemplateProbe(Function)) {
      if (!Function->isInvalidDecl() && Function->hasBody())
        Probes[Function->getPrimaryTemplate()].push_back(Function);
      return true;
    }
    if (IsDefined && Function->hasAttr<CUDAGlobalAttr>())
      Kernels.insert(Function);
    else if (IsDefined && Function->hasAttr<CUDADeviceAttr>())
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
  std::vector<const FunctionDecl *> Defined; ///< those of the host, too
  llvm::SetVector<const FunctionDecl *> Kernels, DeviceFunctions;
  llvm::SetVector<const FunctionDecl *> Bodiless; ///< instances without body
  llvm::SetVector<const FunctionTemplateDecl *> Unused;
  llvm::DenseMap<const FunctionTemplateDecl *,
                 SmallVector<const FunctionDecl *, 8>>
      Probes;
};
} // namespace

/// The first error inside a function, or in the parameters of its template.
static const SourceError *errorIn(const FunctionDecl &Function,
                                  llvm::ArrayRef<SourceError> Errors) {
  const auto *Found = llvm::find_if(Errors, [&](const SourceError &E) {
    return !E.IsAcceptedByNvcc && standsIn(E, Function);
  });
  return Found == Errors.end() ? nullptr : Found;
}

static NotAnalysed brokenKernel(const FunctionDecl *Kernel,
                                const SourceError &E,
                                const ASTContext &Context) {
  NotAnalysed Gap{GapKind::BrokenKernel, spanOf(Kernel->getLocation(), Context),
                  Kernel->getNameAsString()};
  Gap.Detail = messageText(E.Message);
  Gap.ErrorAt = E.Place;
  Gap.IsError = true;
  return Gap;
}

//===----------------------------------------------------------------------===//
// From kernels to accesses
//===----------------------------------------------------------------------===//

/// Only what can be laid out otherwise as it is is replayed: rows that are
/// declared, and structures.
static bool hasRows(const SharedMemory &Memory) {
  return llvm::any_of(Memory.arrays(), [](const SharedArray *Array) {
    return Array->Extents.size() > 1 || Array->HasClassElements;
  });
}

WalkedKernel::WalkedKernel(const FunctionDecl *Kernel, LaunchShape Shape,
                           std::shared_ptr<SharedMemory> Memory,
                           std::shared_ptr<SiteMap> SitesOfSource,
                           std::shared_ptr<const LostNames> Lost)
    : Kernel(Kernel), Shape(std::move(Shape)), Memory(std::move(Memory)),
      SitesOfSource(std::move(SitesOfSource)), Lost(std::move(Lost)) {
  Block = this->Shape.Block;
  Arrays = this->Memory.get();
  Sites = &this->SitesOfSource->table();
}

static WalkedKernel walkChanged(const WalkedKernel &Before, LaunchShape Shape,
                                const StrideChange &Strides,
                                uint64_t &StepBudget, ASTContext &Context) {
  WalkedKernel Walked(Before.Kernel, std::move(Shape), Before.Memory,
                      Before.SitesOfSource, Before.Lost);
  walkBlock(Walked, Context, StepBudget, /*Observer=*/nullptr, &Strides,
            /*CountsTimes=*/false, [&](const Trace &Group) {
              Walked.Groups.push_back(compact(Group));
            });
  return Walked;
}

WalkedKernel banklint::walkWithStrides(const WalkedKernel &Before,
                                       const StrideChange &Strides,
                                       uint64_t &StepBudget,
                                       ASTContext &Context) {
  return walkChanged(Before, Before.Shape, Strides, StepBudget, Context);
}

WalkedKernel banklint::walkOpenWithStrides(const WalkedKernel &Before,
                                           const StrideChange &Strides,
                                           uint64_t &StepBudget,
                                           ASTContext &Context) {
  LaunchShape Open = Before.Shape;
  Open.Arguments.clear();
  Open.Grid = {};
  return walkChanged(Before, std::move(Open), Strides, StepBudget, Context);
}

/// Where the shape is a guess, a conflict is certain only if all shapes agree
/// that come by, and these are not one shape alone, nor what is left of those
/// that the budget allowed.
static void reconcileGuesses(llvm::MutableArrayRef<Access> OfOneSite,
                             bool HasAllShapes) {
  SomeBlocks Blocks;
  for (const Access &A : OfOneSite)
    (A.Judgement == Verdict::Conflict ? Blocks.With : Blocks.Without)
        .push_back(A.Block);
  bool IsSupported = OfOneSite.size() > 1 && HasAllShapes;
  if (Blocks.With.empty() || (Blocks.Without.empty() && IsSupported))
    return;
  for (Access &A : OfOneSite)
    if (A.Judgement == Verdict::Conflict) {
      A.Judgement = Verdict::Possible;
      A.Reason = Blocks;
    }
}

/// Launches that differ in what an access does not depend on make the same of
/// it: these are listed once, as the first of them.
static void listDifferent(llvm::ArrayRef<Access> OfOneSite,
                          std::vector<Access> &To) {
  auto Said = [](const Access &A) {
    return std::tie(A.Block, A.Arrays, A.BytesPerLane, A.Judgement, A.Reason,
                    A.Wavefronts, A.Ideal, A.Worst, A.InAnyLayout,
                    A.WorstOfLayout, A.InexactBy, A.IsPartOf,
                    A.RequestsPerBlock);
  };
  std::set<decltype(Said(OfOneSite.front()))> Met;
  for (const Access &A : OfOneSite)
    if (Met.insert(Said(A)).second)
      To.push_back(A);
}

/// What a kernel may spend of what is left for the source.
static uint64_t stepsFor(uint64_t SourceBudget) {
  return std::clamp(SourceBudget / 4, limits::MinKernelSteps,
                    limits::MaxKernelSteps);
}

namespace {
/// What the walks of all kernels of a source share.
struct SourceWalk {
  ASTContext &Context;
  std::shared_ptr<SiteMap> Sites;
  uint64_t Budget;
  bool CountsTotals;
  TraceObserver *Observer; ///< may be null
  LostCode Lost;
  std::shared_ptr<const LostNames> LostText;
  llvm::SmallPtrSet<const FunctionDecl *, 32> Reached;
  KernelsOfLostCode KernelsOfLost;
};
} // namespace

/// Arrays of which the walks met no access, where they met none at all or an
/// address of the array is somewhere where it is not followed.
static void
noteUnseenArrays(const FunctionDecl *Kernel, const SharedMemory &Memory,
                 const llvm::MapVector<SiteKey, std::vector<Access>> &BySite,
                 const ASTContext &Context, Analysis &Out) {
  llvm::StringSet<> Seen;
  for (const auto &[Site, Accesses] : BySite)
    for (const Access &A : Accesses) {
      if (A.Arrays.empty()) // of some array
        return;
      for (const std::string &Array : A.Arrays)
        Seen.insert(Array);
    }
  for (const SharedArray *Array : Memory.arrays())
    if (Array->isDeclared() && (BySite.empty() || Array->Escapes) &&
        !Seen.contains(Array->Name))
      Out.Gaps.push_back(
          {GapKind::UnseenArray,
           spanOf(Memory.declarationOf(*Array)->getLocation(), Context),
           Kernel->getNameAsString(), Array->Name.str()});
}

/// Of a kernel under a shape, before anything is counted.
static KernelCount countOf(const WalkedKernel &Walked, const KernelName &Kernel,
                           const ASTContext &Context) {
  KernelCount Result;
  Result.Kernel = Kernel.Full;
  Result.ShortKernel = Kernel.Short;
  Result.Block = Walked.Shape.Block;
  Result.BlockFrom = Walked.Shape.Source;
  if (Walked.Shape.Where.isValid())
    Result.Launch = spanOf(Walked.Shape.Where, Context);
  if (llvm::all_of(Walked.Shape.Grid,
                   [](const auto &Extent) { return Extent.has_value(); }))
    for (const std::optional<int64_t> &Extent : Walked.Shape.Grid)
      Result.Grid.push_back(*Extent);
  return Result;
}

static void analyseKernel(const FunctionDecl *Kernel,
                          const std::vector<LaunchShape> &Shapes,
                          SourceWalk &Source, Analysis &Out) {
  ASTContext &Context = Source.Context;
  auto Memory = std::make_shared<SharedMemory>();
  llvm::SmallPtrSet<const FunctionDecl *, 32> Reached;
  Memory->layOut(Kernel, Context, Reached);
  Source.Reached.insert_range(Reached);
  const bool HasLostCode =
      meetsLostCode(Kernel, Reached, Source.Lost, Source.KernelsOfLost);
  const bool IsHalfRead =
      HasLostCode || mayBeHalfRead(Kernel, Reached, *Source.LostText);
  const KernelName Name = {fullSignatureOf(*Kernel), signatureOf(*Kernel)};
  auto [Named, IsOnly] = Out.Names.insert({Name.Full, Kernel});
  Named->second = IsOnly ? Kernel : nullptr;
  if (!Memory->isReachable())
    return;
  llvm::MapVector<SiteKey, std::vector<Access>> BySite;
  bool IsGuess = false;
  std::map<SourceLocation, Reason> NotUnderstood;
  const uint64_t Granted = stepsFor(Source.Budget);
  uint64_t StepBudget = Granted;
  size_t Refused = 0, Reported = 0;
  OpenArguments Open(Context);
  // Unless it is all there is.
  auto IsLast = [&](const LaunchShape &Shape) {
    return &Shape == &Shapes.back() && Refused + 1 == Shapes.size();
  };
  const bool HasFallback = !Shapes.empty() && Shapes.back().IsFallback;
  for (const LaunchShape &Shape : Shapes) {
    if (Shape.IsFallback && Reported)
      break;
    const bool MayBeRefused = Shape.IsGuess || HasFallback;
    WalkedKernel Walked(Kernel, Shape, Memory, Source.Sites, Source.LostText);
    Walked.IsHalfRead = IsHalfRead;
    llvm::BumpPtrAllocator Reasons;
    AccessSums Sums(Reasons);
    SumTrees Trees;
    auto Take = [&](const Trace &Group) {
      Sums.add(Group);
      Trees.add(Group);
      Walked.IsRefused |=
          MayBeRefused &&
          llvm::any_of(Group.Records, [&](const AccessRecord &Record) {
            return leavesArray(*Group.Values, Record, Group.Warps);
          });
      if (hasRows(*Memory))
        Walked.Groups.push_back(compact(Group));
    };
    walkBlock(Walked, Source.Context, StepBudget, Source.Observer,
              /*Strides=*/nullptr, Source.CountsTotals, Take);
    // A shape that the kernel asserts against, or that goes beyond its arrays,
    // is not one that it is tried with.
    if (Walked.IsRefused && MayBeRefused && !IsLast(Shape)) {
      ++Refused;
      continue;
    }
    // The largest that stays within the arrays is what they are made for.
    IsGuess |= Shape.IsGuess && !Shape.IsFallback;
    // Unless what tells more is no shape for the kernel.
    const bool IsForProof = Shape.IsForProof && Reported;
    Reported += !IsForProof;
    auto Found = std::move(Sums).take();
    if (IsForProof)
      Found.clear();
    KernelCount Counted = countOf(Walked, Name, Context);
    Counted.IsPart =
        HasLostCode || StepBudget == 0 || !Walked.NotUnderstood.empty();
    Counted.Accesses.reserve(Found.size());
    std::vector<CountedSite> Sites;
    for (const auto &[Site, Sum] : Found) {
      Access New = accessFor(Site, Sum, Walked, Name, Context);
      if (Sum.Array && !Counted.IsPart && !IsHalfRead)
        New.SumsFor =
            Trees.readersOf(Sum.Site, *Sum.Array, *Source.Sites, Reached);
      // Within functions that the source does not write, a call has no place.
      if (New.IsAtCall && New.Span.Begin.Line == 0)
        continue;
      if (!New.IsAtCall)
        Sites.emplace_back(Site,
                           &Counted.Accesses.emplace_back(AccessCount{
                               New.Span.Begin, New.Operation, New.Arrays,
                               New.Text, Sum.TotalWavefronts, Sum.TotalIdeal}));
      Access &One = BySite[Site].emplace_back(std::move(New));
      if (HasLostCode)
        doubt(One);
      // Of the other warps nothing is known, nor of the rest of these.
      if (StepBudget == 0) {
        One.InexactBy |= ModelRule::Limit;
        One.RequestsPerBlock.reset();
      }
    }
    if (Source.CountsTotals) {
      Open.complete(Walked, Sites, StepBudget);
      if (!IsForProof)
        Out.Counts.push_back(std::move(Counted));
    }
    NotUnderstood.insert(Walked.NotUnderstood.begin(),
                         Walked.NotUnderstood.end());
    Out.Walked.push_back(std::move(Walked));
  }
  for (const auto &[Where, What] : NotUnderstood)
    Out.Gaps.push_back({GapKind::Statement, spanOf(Where, Context),
                        Kernel->getNameAsString(), toText(What)});
  if (StepBudget && !HasLostCode)
    noteUnseenArrays(Kernel, *Memory, BySite, Context, Out);
  if (StepBudget == 0)
    Out.CutShort.insert(Kernel);
  Source.Budget -= std::min(Source.Budget, Granted - StepBudget);
  for (auto &[Site, Accesses] : BySite) {
    if (IsGuess)
      reconcileGuesses(Accesses, StepBudget || Accesses.size() == Reported);
    listDifferent(Accesses, Out.Accesses);
  }
  if (StepBudget == 0)
    Out.Gaps.push_back({GapKind::StepBudget,
                        spanOf(Kernel->getLocation(), Context),
                        Kernel->getNameAsString()});
}

/// What the user says of a kernel's blocks, if anything.
static const BlockDimRule *wordOn(const FunctionDecl *Kernel,
                                  llvm::ArrayRef<BlockDimRule> Rules,
                                  const ASTContext &Context) {
  return blockDimFor(Rules, {Kernel->getNameAsString(),
                             Kernel->getQualifiedNameAsString(),
                             fullSignatureOf(*Kernel), signatureOf(*Kernel)});
}

//===----------------------------------------------------------------------===//
// Templates that nothing instantiates
//===----------------------------------------------------------------------===//

namespace {
/// What the probes of a template say of one access to an array.
struct ProbedSite {
  std::vector<Access> First; ///< under the first probe that comes by
  unsigned Conflicts = 0;    ///< probes in which it conflicts for certain
  bool IsContradicted = false;
};
using ProbedSites = std::map<ArrayAccess, ProbedSite>;
} // namespace

/// So many probes have to conflict.
static constexpr unsigned MinProbes = 3;

/// Reports of a template what conflicts in each of its probes that comes by,
/// unless some kernel shows the access. True if there is something.
static bool analyseProbes(llvm::ArrayRef<const FunctionDecl *> Probes,
                          llvm::ArrayRef<BlockDimRule> BlockDims,
                          SourceWalk &Source, Analysis &Out) {
  ProbedSites Probed;
  for (const FunctionDecl *Probe : Probes) {
    Analysis One;
    analyseKernel(Probe,
                  shapesOf(Probe, LaunchTable(),
                           wordOn(Probe, BlockDims, Source.Context),
                           Source.Context),
                  Source, One);
    ProbedSites Here;
    for (Access &A : One.Accesses) {
      if (A.IsAtCall)
        continue;
      ProbedSite &Site = Here[A.ofArray()];
      Site.IsContradicted |= A.IsPartOf || A.Judgement != Verdict::Conflict;
      A.IsProbe = true;
      A.InexactBy |= ModelRule::Block;
      Site.First.push_back(std::move(A));
    }
    for (auto &[Key, Site] : Here) {
      ProbedSite &All = Probed[Key];
      ++All.Conflicts;
      All.IsContradicted |= Site.IsContradicted;
      if (All.First.empty())
        All.First = std::move(Site.First);
    }
  }
  for (const Access &A : Out.Accesses)
    Probed.erase(A.ofArray());
  bool HasFound = false;
  for (auto &[Key, Site] : Probed) {
    if (Site.IsContradicted || Site.Conflicts < MinProbes)
      continue;
    HasFound = true;
    llvm::append_range(Out.Accesses, Site.First);
  }
  return HasFound;
}

static GapKind kindOf(const LaunchGap &Gap) {
  switch (Gap.Kind) {
  case LaunchGap::LongHostWalk:
    return GapKind::LaunchBehindBudget;
  case LaunchGap::ManyShapes:
    return GapKind::LaunchShapes;
  case LaunchGap::ManyArguments:
    return GapKind::LaunchArguments;
  }
  llvm_unreachable("every kind is listed");
}

static bool isBefore(const Access &A, const Access &B) {
  auto Key = [](const Access &X) {
    return std::tie(X.Span.Begin, X.Operation, X.Kernel, X.Arrays, X.Block,
                    X.BytesPerLane);
  };
  return Key(A) < Key(B);
}

/// Says by what names other sources may launch the kernels, and of which of
/// them launches there count: those that use shared memory and, in headers, are
/// not launched here.
static void linkKernels(llvm::ArrayRef<const FunctionDecl *> Kernels,
                        const LaunchTable &Launches, const ASTContext &Context,
                        Analysis &Out) {
  const SourceManager &Sources = Context.getSourceManager();
  llvm::DenseSet<const FunctionDecl *> Walked;
  for (const WalkedKernel &Each : Out.Walked)
    Walked.insert(Each.Kernel);
  for (const FunctionDecl *Kernel : Kernels) {
    const std::string Name = linkName(Kernel, Context);
    if (Name.empty())
      continue;
    Out.Links.Defined.push_back(Name);
    const auto Known = Launches.find(Kernel->getCanonicalDecl());
    const bool IsLaunched = Known != Launches.end() && !Known->second.empty();
    const bool IsOfSource =
        Sources.isInMainFile(Sources.getExpansionLoc(Kernel->getLocation()));
    if (Walked.contains(Kernel) && (IsOfSource || !IsLaunched))
      Out.Links.Wanted.push_back(Name);
  }
}

Analysis banklint::analyseKernels(ASTContext &Context,
                                  llvm::ArrayRef<SourceError> Errors,
                                  const AnalysisOptions &Options,
                                  const KernelSet &Known,
                                  TraceObserver *Observer) {
  Analysis Out;
  KernelVisitor Visitor(Context.getSourceManager());
  Visitor.TraverseAST(Context);
  LostCode Lost = mendTree(Context, Errors);
  LaunchTable Launches;
  std::vector<LaunchGap> LaunchGaps;
  if (!Visitor.Kernels.empty() || Options.OnlyLinks)
    Launches = findLaunches(Context, LaunchGaps, Options.Others, &Out.Links);
  if (Options.OnlyLinks)
    return Out;
  SourceWalk Source = {Context,
                       std::make_shared<SiteMap>(Context),
                       Options.StepBudget,
                       Options.CountsTotals,
                       Observer,
                       std::move(Lost),
                       std::make_shared<LostNames>(Context, Errors),
                       {},
                       KernelsOfLostCode()};
  for (const FunctionDecl *Kernel : Visitor.Kernels) {
    ++Out.Kernels;
    if (Known.contains(Kernel))
      continue;
    if (auto *Broken = Source.Lost.Kernels.find(Kernel);
        Broken != Source.Lost.Kernels.end()) {
      Out.Gaps.push_back(brokenKernel(Kernel, Broken->second, Context));
      continue;
    }
    const BlockDimRule *UserWord = wordOn(Kernel, Options.BlockDims, Context);
    analyseKernel(Kernel, shapesOf(Kernel, Launches, UserWord, Context), Source,
                  Out);
  }
  linkKernels(Visitor.Kernels.getArrayRef(), Launches, Context, Out);
  Out.StepsLeft = Source.Budget;
  for (const LaunchGap &Gap : LaunchGaps)
    Out.Gaps.push_back({kindOf(Gap), spanOf(Gap.Where, Context),
                        Gap.Kernel ? Gap.Kernel->getNameAsString() : ""});
  for (const FunctionDecl *Kernel : Visitor.Bodiless)
    Out.Gaps.push_back({GapKind::BodilessKernel,
                        spanOf(Kernel->getLocation(), Context),
                        signatureOf(*Kernel)});
  for (const FunctionTemplateDecl *Template : Visitor.Unused) {
    // Clang has no types for what it rejects.
    const auto Probes = Visitor.Probes.lookup(Template);
    const bool IsMended =
        !Probes.empty() && llvm::none_of(Probes, [&](const FunctionDecl *F) {
          return Source.Lost.Kernels.contains(F);
        });
    if (const SourceError *E = errorIn(*Template->getTemplatedDecl(), Errors);
        E && !IsMended) {
      Out.Gaps.push_back(
          brokenKernel(Template->getTemplatedDecl(), *E, Context));
      continue;
    }
    NotAnalysed Gap{GapKind::UnusedTemplate,
                    spanOf(Template->getLocation(), Context),
                    Template->getNameAsString()};
    Gap.IsTried = analyseProbes(Probes, Options.BlockDims, Source, Out);
    Out.Gaps.push_back(std::move(Gap));
  }
  for (const FunctionDecl *Function : Visitor.DeviceFunctions)
    if (!Source.Reached.contains(Function->getCanonicalDecl()) &&
        namesSharedMemory(Function))
      Out.Gaps.push_back({GapKind::UncalledFunction,
                          spanOf(Function->getLocation(), Context),
                          Function->getNameAsString()});
  nameLostCode(Source.Lost, Source.Reached, Source.KernelsOfLost, Context, Out);
  nameLibraryKernels(Visitor.Defined, Context, Out);
  nameKernelsBehindPragmas(Context, Out);
  llvm::sort(Out.Accesses, isBefore);
  return Out;
}
