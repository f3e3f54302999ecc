//===- Accesses.cpp - From sums to what a report lists --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"
#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "Cuda/Intrinsics.h"
#include "Cuda/Locations.h"
#include "Nvcc/Rules/Rules.h"
#include "clang/AST/ASTContext.h"

using namespace banklint;
using namespace clang;

/// How lanes of a copy meet that takes as much in any layout of shared memory.
static LaneConflict meetingInLines(const Request &R) {
  if (linesRead(R).Lines <= costOf(R).Ideal)
    return SameWord{};
  if (R.Kind == RequestKind::CpAsync)
    return SamePlaces{};
  return ManyLines{};
}

/// How lanes of a request meet in a bank: in steps where neighbours all lie
/// equally far apart.
static LaneConflict meetingOf(const Request &R) {
  if (isCopy(R.Kind) && R.FromBytes) {
    if (costOf(R).waysOfLayout() <= 1)
      return meetingInLines(R);
    if (R.Kind == RequestKind::CpAsyncBypass)
      return OtherPlaces{};
  }
  uint32_t Lanes = askingLanes(R);
  std::optional<int64_t> Step;
  for (unsigned Lane = 0; Lane + 1 < LaneCount && !Step; ++Lane)
    if ((Lanes >> Lane & 3) == 3)
      Step = int64_t(R.OffsetBytes[Lane + 1]) - int64_t(R.OffsetBytes[Lane]);
  // Also across lanes that do not ask.
  const unsigned First = unsigned(llvm::countr_zero(Lanes));
  bool IsRegular = true;
  for (unsigned Lane = First; Lane < LaneCount && Step; ++Lane)
    IsRegular &= !(Lanes >> Lane & 1) ||
                 int64_t(R.OffsetBytes[Lane]) - int64_t(R.OffsetBytes[First]) ==
                     *Step * int64_t(Lane - First);
  if (Step && IsRegular && *Step && *Step % WordBytes == 0)
    return EqualSteps{*Step};
  for (const PhaseMap &Phase : mapOf(R))
    for (unsigned Bank = 0; Bank != BankCount; ++Bank) {
      llvm::ArrayRef<BankWord> Asked = Phase.Banks[Bank];
      if (Asked.size() >= 2)
        return TwoLanes{unsigned(llvm::countr_zero(Asked[0].LaneMask)),
                        unsigned(llvm::countr_zero(Asked[1].LaneMask)),
                        WordBytes * (int64_t(Asked[1].WordIndex) -
                                     int64_t(Asked[0].WordIndex))};
    }
  return SameWord{};
}

/// The pointer by which an element is accessed: 'p' of 'p[i]', '*(p + i)' and
/// 'p[i].x'; null where none is named.
static const VarDecl *pointerOf(const Expr *Access) {
  const Expr *Base = Access->IgnoreParenCasts();
  while (const auto *Member = dyn_cast<MemberExpr>(Base))
    Base = Member->getBase()->IgnoreParenCasts();
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Base))
    Base = Subscript->getBase()->IgnoreParenCasts();
  else if (const auto *Star = dyn_cast<UnaryOperator>(Base);
           Star && Star->getOpcode() == UO_Deref)
    Base = Star->getSubExpr()->IgnoreParenCasts();
  else
    return nullptr;
  while (const auto *Sum = dyn_cast<BinaryOperator>(Base)) {
    if (!Sum->isAdditiveOp())
      return nullptr;
    const bool IsLeft = Sum->getLHS()->getType()->isPointerType();
    Base = (IsLeft ? Sum->getLHS() : Sum->getRHS())->IgnoreParenCasts();
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Base);
  const auto *Named = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Named && Named->getType()->isPointerType() ? Named : nullptr;
}

Access banklint::accessFor(const SiteKey &Key, const AccessSum &T,
                           const WalkedKernel &Walked, const KernelName &Kernel,
                           const ASTContext &Context) {
  const SiteTable &Sites = *Walked.Sites;
  const auto &[At, Operation, Array] = Key;
  Access A;
  A.IsAtCall = At != T.Site;
  A.Span = Sites[!A.IsAtCall && T.ShownAt != NoSite ? T.ShownAt : At].Span;
  A.Kernel = Kernel.Full;
  A.ShortKernel = Kernel.Short;
  A.Function = Sites[T.Site].Function;
  A.Text = Sites[At].Text;
  if (!A.IsAtCall) {
    A.Library = Sites[T.Site].Library;
    A.Inside = Sites[T.Site].Inside;
  }
  for (SiteId Other : T.Elsewhere)
    A.Elsewhere.push_back(Sites[Other].Span.Begin);
  A.Operation = Operation;
  A.BytesPerLane = T.BytesPerLane;
  A.SourceBytes = T.SourceBytes;
  A.IsPartOf = T.Kind != AccessSum::OfItsOwn;
  A.Block = Walked.Shape.Block;
  A.BlockFrom = Walked.Shape.Source;
  if (Walked.Shape.Where.isValid())
    A.Launch = spanOf(Walked.Shape.Where, Context);
  if (Array) {
    if (!Array->Name.empty())
      A.Arrays.push_back(Array->Name.str());
    for (StringRef Other : Array->OtherNames)
      A.Arrays.push_back(Other.str());
    if (const Expr *Made = Walked.SitesOfSource->expressionOf(T.Site);
        Made && Array->IsDynamic && A.Arrays.size() == 1 && !A.IsAtCall)
      if (const VarDecl *Pointer = pointerOf(Made))
        A.Pointer = Pointer->getName().str();
    if (Array->isDeclared()) {
      const VarDecl *Declared = Walked.Memory->declarationOf(*Array);
      A.Declared = pointOf(Declared->getLocation(), Context);
      A.DeclaredEndLine = pointOf(Declared->getEndLoc(), Context).Line;
      A.IsInLibraryStorage =
          !A.Library.empty() && isStorageOfLibrary(Declared->getType());
    }
  }
  if (T.Guard != NoSite)
    A.Guard = Sites[T.Guard].Span;
  A.IsHalf = T.IsHalf;
  A.IsLeast = T.IsLeast;
  A.InexactBy =
      T.InexactBy | ModelRules(ModelRule::Block).onlyIf(Walked.Shape.IsGuess);
  if (T.IsCounted)
    A.RequestsPerBlock = T.Requests;
  A.IsConditional = T.OpenRequests > 0;
  A.LeastRequests = T.IsOvercounted ? 0 : T.Requests;
  if (T.KnownRequests > 0) {
    A.Example = std::make_shared<Request>(T.WorstCost.Example);
    A.Wavefronts = T.Wavefronts / T.KnownRequests;
    A.Ideal = T.Ideal / T.KnownRequests;
    A.InAnyLayout = T.InAnyLayout / T.KnownRequests;
    A.Worst = T.WorstWays;
    A.WorstOfLayout = T.WorstOfLayout;
    if (!T.IsMeanKnown && T.FewestWavefronts < T.MostWavefronts) {
      A.FewestWavefronts = T.FewestWavefronts;
      A.MostWavefronts = T.MostWavefronts;
    }
  }
  if (T.UnknownReason)
    A.InexactBy |= ModelRule::NotKnown;
  if (T.HasConflict) {
    A.Judgement = Verdict::Conflict;
    A.Why = meetingOf(T.WorstCost.Example);
    if (!T.HasConflictOfLayout)
      A.WorstOfLayout = 1; // what may be is not said
  } else if (T.UnknownReason) {
    A.Judgement = isByHardware(T.UnknownReason.kind()) ? Verdict::ByHardware
                                                       : Verdict::Unknown;
    A.Reason = savedReason(T.UnknownReason);
    A.Wavefronts = A.Ideal = A.Worst = std::nullopt;
    A.InAnyLayout = A.WorstOfLayout = std::nullopt;
  } else if (T.PossibleReason) {
    A.Judgement = Verdict::Possible;
    A.Reason = savedReason(T.PossibleReason);
    A.InexactBy |= ModelRule::Possible;
  } else if (T.LeftOver) {
    A.Judgement = Verdict::Possible;
    A.Reason = savedReason(ReasonKind::LeftOverIterations);
    A.Worst = T.LeftOver->Worst;
    A.WorstOfLayout = T.LeftOver->WorstOfLayout;
    A.Example = std::make_shared<Request>(T.LeftOver->Example);
    A.InexactBy |= ModelRule::LeftOver;
  } else {
    A.Judgement = Verdict::ConflictFree;
  }
  if (T.Limit && std::holds_alternative<NoReason>(A.Reason))
    A.Reason = savedReason(T.Limit);
  return A;
}
