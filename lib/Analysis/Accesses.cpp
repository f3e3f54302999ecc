//===- Accesses.cpp - From sums to what a report lists --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"
#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "Cuda/Locations.h"
#include "clang/AST/ASTContext.h"

using namespace banklint;
using namespace clang;

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

Access banklint::accessFor(const SiteKey &Key, const AccessSum &T,
                           const WalkedKernel &Walked,
                           const std::string &Kernel,
                           const ASTContext &Context) {
  const SiteTable &Sites = *Walked.Sites;
  Access A;
  A.IsAtCall = Key.first != T.Site;
  A.Span =
      Sites[!A.IsAtCall && T.ShownAt != NoSite ? T.ShownAt : Key.first].Span;
  A.Kernel = Kernel;
  A.Function = Sites[T.Site].Function;
  A.Text = Sites[Key.first].Text;
  A.Operation = Key.second;
  A.BytesPerLane = T.BytesPerLane;
  A.IsPartOf = T.Kind != AccessSum::OfItsOwn;
  A.Block = Walked.Shape.Block;
  A.BlockSource = Walked.Shape.Source;
  if (Walked.Shape.Where.isValid())
    A.Launch = spanOf(Walked.Shape.Where, Context);
  if (T.Array) {
    A.Array = T.Array->Name;
    if (T.Array->isDeclared()) {
      const VarDecl *Declared = Walked.Memory->declarationOf(*T.Array);
      A.Declared = pointOf(Declared->getLocation(), Context);
      A.DeclaredEndLine = pointOf(Declared->getEndLoc(), Context).Line;
    }
  }
  if (T.Guard != NoSite)
    A.Guard = Sites[T.Guard].Span;
  A.IsHalf = T.IsHalf;
  A.IsExact = T.IsExact && !Walked.Shape.IsGuess && !T.UnknownReason;
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
  } else if (T.UnknownReason) {
    A.Judgement = Verdict::Unknown;
    A.Reason = toText(T.UnknownReason);
    A.Wavefronts = A.Ideal = A.Worst = std::nullopt;
    A.IsExact = false;
  } else if (T.PossibleReason) {
    A.Judgement = Verdict::Possible;
    A.Reason = toText(T.PossibleReason);
    A.IsExact = false;
  } else if (T.LeftOver) {
    A.Judgement = Verdict::Possible;
    A.Reason = toText(ReasonKind::LeftOverIterations);
    A.Worst = T.LeftOver->Worst;
    A.Example = std::make_shared<Request>(T.LeftOver->Example);
    A.IsExact = false;
  } else {
    A.Judgement = Verdict::ConflictFree;
  }
  if (A.Reason.empty())
    A.Reason = toText(T.Limit);
  return A;
}
