//===- OpenArguments.cpp - Counts whatever a launch passes ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenArguments.h"
#include "BlockWalk.h"
#include "Formulas/Count.h"
#include "Formulas/Formula.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/Allocator.h"
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

using namespace banklint;
using namespace clang;

const OpenArguments::Open &OpenArguments::openOf(const WalkedKernel &Walked,
                                                 uint64_t StepBudget) {
  const LaunchShape &Shape = Walked.Shape;
  const auto Met = llvm::find_if(Known, [&](const Open &Each) {
    return Each.Block == Shape.Block && Each.Grid == Shape.Grid;
  });
  if (Met != Known.end())
    return *Met;
  Open &New = Known.emplace_back();
  New.Block = Shape.Block;
  New.Grid = Shape.Grid;
  LaunchShape OpenShape = Shape;
  OpenShape.Arguments.clear();
  // Of its own, since walks note what they meet.
  auto Memory = std::make_shared<SharedMemory>();
  llvm::SmallPtrSet<const FunctionDecl *, 32> Reached;
  Memory->layOut(Walked.Kernel, Context, Reached);
  New.Walked = std::make_unique<WalkedKernel>(
      Walked.Kernel, std::move(OpenShape), std::move(Memory),
      Walked.SitesOfSource, Walked.Lost);
  llvm::BumpPtrAllocator Reasons; // the sums' own, of which none are asked for
  AccessSums Sums(Reasons);
  uint64_t StepsLeft = std::min(StepBudget, Walked.Steps);
  walkBlock(*New.Walked, Context, StepsLeft, /*Observer=*/nullptr,
            /*Strides=*/nullptr, /*CountsTimes=*/true,
            [&](const Trace &Group) { Sums.add(Group); });
  if (StepsLeft != 0)
    New.Sums = std::move(Sums).take();
  return New;
}

/// Where both are one place and array, of which each walk has its own.
static bool isSameSite(const SiteKey &A, const SiteKey &B) {
  const auto &[SiteA, OperationA, ArrayA] = A;
  const auto &[SiteB, OperationB, ArrayB] = B;
  return SiteA == SiteB && OperationA == OperationB &&
         (ArrayA && ArrayB ? ArrayA->Name == ArrayB->Name : ArrayA == ArrayB);
}

/// A count for these arguments; none where it is not said to hold for them.
static std::optional<Count> countFor(const Count &C,
                                     const WalkedKernel &Walked) {
  Count Result = C;
  Result.Where.clear();
  const auto With = [&](Formula F) {
    for (auto [Parameter, Number] :
         llvm::zip(Walked.Kernel->parameters(), Walked.Shape.Arguments))
      if (Number)
        F = F.substitute(Parameter->getName(), Formula(*Number));
    return F;
  };
  Result.Least = With(C.Least);
  if (C.Most)
    Result.Most = With(*C.Most);
  for (const Formula &NotNegative : C.Where)
    Result.require(With(NotNegative));
  Result.dropInvalid();
  return Result.Where.empty() ? std::optional(std::move(Result)) : std::nullopt;
}

void OpenArguments::complete(const WalkedKernel &Walked,
                             llvm::ArrayRef<CountedSite> Counted,
                             uint64_t StepBudget) {
  const bool IsExact = llvm::all_of(Counted, [](const CountedSite &Each) {
    return Each.second->Wavefronts.isExact() && Each.second->Ideal.isExact();
  });
  const bool IsOpen =
      llvm::none_of(Walked.Shape.Arguments,
                    [](const auto &Number) { return Number.has_value(); });
  if (IsExact || IsOpen || StepBudget == 0)
    return;
  const Open &Whatever = openOf(Walked, StepBudget);
  for (const auto &[Site, C] : Counted)
    for (const auto &[OpenSite, Sum] : Whatever.Sums) {
      if (!isSameSite(Site, OpenSite))
        continue;
      const std::optional<Count> Wavefronts =
          countFor(Sum.TotalWavefronts, Walked);
      const std::optional<Count> Ideal = countFor(Sum.TotalIdeal, Walked);
      // Bounds of two walks do not go together.
      if (!Wavefronts || !Ideal || !Wavefronts->isExact() || !Ideal->isExact())
        continue;
      C->Wavefronts = *Wavefronts;
      C->Ideal = *Ideal;
    }
}
