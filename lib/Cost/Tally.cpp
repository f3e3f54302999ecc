//===- Tally.cpp - What a kernel does at each place -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost/Tally.h"
#include "Compiler/Merging.h"
#include "Cuda/Locations.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"

using namespace banklint;
using namespace clang;

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Odds from which a conflict of half a request's lanes is reported: one
/// request in twenty may be free of it, and few kernels make so few.
static constexpr double NearlyCertain = 0.95;

/// Rounds that may run without being unrolled count for nothing, but they may
/// conflict where the others do not.
static void tallyLeftOver(const WarpGroupRecords &Group,
                          const AccessRecord &Record, const CostEstimate &Cost,
                          AccessSum &T) {
  bool IsKnown = Cost.How != CostEstimate::NotKnown;
  if (IsKnown && Cost.hasExcess() &&
      (!T.LeftOver || Cost.Worst > T.LeftOver->Worst))
    T.LeftOver = estimateCost(*Group.Values, Record, Group.Warps);
}

static void tally(const WarpGroupRecords &Group, const AccessRecord &Record,
                  const CostEstimate &Cost, AccessSum &T) {
  if (Record.IsLeftOver)
    return tallyLeftOver(Group, Record, Cost, T);
  uint64_t Warps = Group.Warps.size();
  auto Kind = Record.Share == 0  ? AccessSum::NoRequest
              : !Record.IsPartOf ? AccessSum::OfItsOwn
                                 : AccessSum::PartOf;
  if (T.Site && Kind < T.Kind)
    return;
  if (Kind > T.Kind)
    T = {};
  T.Kind = Kind;
  if (!T.Site) {
    T.Site = Record.Site;
    T.Function = Record.Function;
    T.Shown = Record.Shown;
    T.Array = Record.Where ? Record.Where->Base : nullptr;
  }
  T.BytesPerLane = std::max(T.BytesPerLane, Record.BytesPerLane);
  if (Kind == AccessSum::NoRequest) {
    T.KnownRequests += double(Warps);
    T.WorstCost.Example = Cost.Example;
    return;
  }
  T.Requests += Kind == AccessSum::OfItsOwn ? Warps : 0;
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
  const double Weight = double(Warps) * Cost.Share;
  T.KnownRequests += Weight;
  T.FewestWavefronts =
      IsFirstKnown ? Cost.Fewest : std::min(T.FewestWavefronts, Cost.Fewest);
  T.MostWavefronts = std::max(T.MostWavefronts, Cost.Most);
  T.IsMeanKnown &= Cost.IsMeanKnown;
  T.Wavefronts += Weight * Cost.Wavefronts;
  T.Ideal += Weight * Cost.Ideal;
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

void Tally::add(const WarpGroupRecords &Group) {
  AddressShapes Shapes;
  RequestCosts Costs(*Group.Values, Shapes, Group.Warps);
  MergePlan Plan(Group.Records, Group.Pieces);
  for (const MachineRequest &Request :
       mergeAccesses(Shapes, Plan, Group.Records)) {
    AccessRecord Record = Request.record(*Group.Values);
    const CostEstimate &Cost = Costs.of(Request);
    auto Add = [&](Sums &To, const Expr *Site) {
      tally(Group, Record, Cost, To[{Site, Record.Operation}]);
    };
    Add(Sites, Record.Site);
    for (const Expr *Call : Record.Calls)
      Add(Sites, Call);
    if (Record.LaterView)
      Add(Later, Record.LaterView);
  }
}

/// Places that show no access of their own may show copies of others, of which
/// nobody knows how many.
void Tally::addLaterViews() {
  for (auto &[Key, Sum] : Later) {
    if (std::exchange(Sum.HasConflict, false))
      Sum.PossibleReason = "some copies of another line's accesses may be "
                           "shown here";
    Sites.insert({Key, std::move(Sum)});
  }
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

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

/// "ns::transpose", the same for all instances of a template.
static std::string plainNameOf(const FunctionDecl *Function) {
  if (const FunctionDecl *Pattern = Function->getTemplateInstantiationPattern())
    Function = Pattern;
  return Function->getQualifiedNameAsString();
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

static Access accessFor(const SiteKey &Key, const AccessSum &T,
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
  A.IsPartOf = T.Kind != AccessSum::OfItsOwn;
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
  if (T.KnownRequests > 0) {
    A.Example = std::make_shared<Request>(T.WorstCost.Example);
    A.Wavefronts = T.Wavefronts / T.KnownRequests;
    A.Ideal = T.Ideal / T.KnownRequests;
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

std::vector<std::pair<SiteKey, Access>>
Tally::accesses(const WalkedKernel &Walked, const std::string &Kernel,
                const ASTContext &Context) && {
  addLaterViews();
  std::vector<std::pair<SiteKey, Access>> Result;
  for (const auto &[Site, Sum] : Sites)
    Result.push_back({Site, accessFor(Site, Sum, Walked, Kernel, Context)});
  return Result;
}
