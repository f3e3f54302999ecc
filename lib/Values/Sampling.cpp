//===- Sampling.cpp - Numbers for all that is not known -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values/Sampling.h"
#include "Arithmetic.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/xxhash.h"

using namespace banklint;

/// How deep what a variable is made of is looked at. A walk makes deeper ones
/// of sums that it goes on with for thousands of iterations.
static constexpr unsigned DeepestOperation = 256;

/// Numbers without bounds are small: they stand for sizes and indices.
static constexpr uint64_t UnboundedNumbers = 1000;

static uint64_t hashOf(uint64_t A, uint64_t B, uint64_t C) {
  const uint64_t Words[] = {A, B, C};
  return llvm::xxh3_64bits(
      llvm::ArrayRef(reinterpret_cast<const uint8_t *>(Words), sizeof(Words)));
}

/// `Which` tells it apart from other numbers that the variable, or another one
/// of its kind, may stand for.
int64_t Sample::numberOf(const Variable &Leaf, uint64_t Which) const {
  const uint64_t Random = hashOf(Seed, Leaf.Leaf, Which);
  if (!Leaf.Choices.empty())
    return Leaf.Choices[Random % Leaf.Choices.size()];
  const int64_t Step = std::max<int64_t>(Leaf.MultipleOf, 1);
  const bool HasLeast = Leaf.Bounds.Min != INT64_MIN;
  int64_t Least = HasLeast               ? Leaf.Bounds.Min
                  : Leaf.Bounds.Max >= 0 ? 0
                                         : Leaf.Bounds.Max;
  if (const int64_t Above = floorMod(Least, Step))
    Least = wrapAdd(Least, Step - Above);
  if (Least > Leaf.Bounds.Max)
    return Leaf.Bounds.Max;
  const uint64_t Steps =
      (uint64_t(Leaf.Bounds.Max) - uint64_t(Least)) / uint64_t(Step);
  return wrapAdd(
      Least,
      wrapMul(Step, int64_t(Random % std::min(Steps + (Steps != UINT64_MAX),
                                              UnboundedNumbers))));
}

const Sample::Numbers &Sample::of(const Variable &A, unsigned Depth) {
  if (const auto Found = OfVariables.find(&A); Found != OfVariables.end())
    return *Found->second;
  auto Result = std::make_unique<Numbers>();
  Lanes &Each = Result->Each;
  Result->IsChosen = true;
  if (const auto Given = Known.find(&A); Given != Known.end()) {
    Each.fill(Given->second);
    Result->IsChosen = false;
  } else if (A.Leaf) {
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      Each[Lane] = numberOf(A, A.Kind == Variable::Varying ? Lane : 0);
  } else if (Depth == DeepestOperation) {
    Each.fill(0);
  } else if (A.LoadedAt) {
    const Lanes At = of(*A.LoadedAt, Depth + 1).Each;
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      Each[Lane] = numberOf(A, uint64_t(At[Lane]));
  } else if (isOneForMany(A)) {
    *Result = of(A.Left, Depth + 1);
  } else {
    const Numbers Left = of(A.Left, Depth + 1), Right = of(A.Right, Depth + 1);
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      Each[Lane] = compute(A.Op, Left.Each[Lane], Right.Each[Lane], A.Type);
    Result->IsChosen = Left.IsChosen || Right.IsChosen;
  }
  return *(OfVariables[&A] = std::move(Result));
}

Sample::Numbers Sample::of(const Value &V, unsigned Depth) {
  Numbers Sum;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    Sum.Each[Lane] = V.constant()[Lane];
  for (const Term &T : V.terms()) {
    const Numbers &OfTerm = of(*T.What, Depth);
    Sum.IsChosen |= OfTerm.IsChosen;
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      Sum.Each[Lane] =
          wrapAdd(Sum.Each[Lane], wrapMul(OfTerm.Each[Lane], T.Factor[Lane]));
  }
  return Sum;
}
