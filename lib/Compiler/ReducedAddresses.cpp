//===- ReducedAddresses.cpp - Addresses made of earlier ones --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReducedAddresses.h"
#include "llvm/ADT/DenseSet.h"
#include <numeric>
#include <optional>
#include <utility>

using namespace banklint;

ReducedAddresses::ReducedAddresses(const MergeItems &Items) : Items(Items) {
  FirstItems.assign(Items.bases().size(), MergeItem::None);
  for (uint32_t I = Items.size(); I-- > 0;)
    if (Items.stepOf(I).HasBase)
      FirstItems[Items[I].BaseId] = I;
  llvm::DenseSet<std::pair<const SharedArray *, uint32_t>> Met;
  for (uint32_t Id = 0; Id != Items.bases().size(); ++Id) {
    const MergeBase &B = Items.bases()[Id];
    if (Met.insert({B.Array, B.Shape}).second)
      Firsts[B.Array].push_back(Id);
  }
}

/// The factor of an unknown in the first lane, in bytes; 0 where it does not
/// count.
static int64_t bytesOf(const AddressShape &Shape, const Variable *What) {
  for (const ByteTerm &T : Shape.Terms)
    if (T.What == What)
      return T.Factor[0] * T.Scale;
  return 0;
}

/// Whether a shape is another but for a number that lanes or unknowns are
/// multiplied by: 64 * t + n, of t + n.
static bool isMultiple(const AddressShape &Of, const AddressShape &Shape) {
  // As a reduced fraction, once something tells what it is.
  std::optional<std::pair<int64_t, int64_t>> Ratio;
  auto Fits = [&](int64_t A, int64_t B) {
    if (A == B)
      return true;
    if (A == 0 || B == 0)
      return false;
    const int64_t Common = A < 0 ? -std::gcd(A, B) : std::gcd(A, B);
    const std::pair<int64_t, int64_t> Here = {A / Common, B / Common};
    if (!Ratio)
      Ratio = Here;
    return *Ratio == Here;
  };
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    if (!Fits(Of.FromFirst[Lane], Shape.FromFirst[Lane]))
      return false;
  for (const AddressShape *Each : {&Of, &Shape})
    for (const ByteTerm &T : Each->Terms)
      if (!Fits(bytesOf(Of, T.What), bytesOf(Shape, T.What)))
        return false;
  return Ratio.has_value();
}

ReducedAddresses::Alignment
ReducedAddresses::alignmentOf(uint32_t BaseId) const {
  const MergeBase &B = Items.bases()[BaseId];
  Alignment Result;
  auto Known = Firsts.find(B.Array);
  if (Known == Firsts.end())
    return Result;
  for (uint32_t Id : Known->second) {
    const MergeBase &Earlier = Items.bases()[Id];
    if (Id >= BaseId)
      break;
    if (Earlier.Shape == B.Shape)
      continue;
    const bool IsFactor = isMultiple(Items.shapeOf(Earlier), Items.shapeOf(B));
    constexpr uint32_t MostBetween = 8;
    if (IsFactor && FirstItems[BaseId] - FirstItems[Id] < MostBetween)
      Result.Bytes = std::min(Result.Bytes, Earlier.AlignmentBytes);
    Result.IsInexact |= IsFactor || Earlier.AlignmentBytes < B.AlignmentBytes;
  }
  return Result;
}
