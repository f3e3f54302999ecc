//===- LoopCode.cpp - Where the iterations of a loop stand ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopCode.h"
#include "Recorder.h"

using namespace banklint;

void LoopCode::unite(Recorder &R, TripCount Kind, unsigned Unrolled,
                     uint64_t Rest, bool IsRestFirst) const {
  const uint64_t Count = Iterations.size();
  const bool IsWhole = Unrolled >= Count && Kind == TripCount::Constant;
  for (uint64_t N = 0; N != Count; ++N) {
    const Iteration &Here = Iterations[N];
    const bool IsRest = IsRestFirst ? N < Rest : N >= Count - Rest;
    const uint64_t InUnrolled = IsRestFirst ? N - Rest : N;
    const bool BeginsUnroll = IsRest || InUnrolled % Unrolled == 0;
    UnrollBlock &Unroll = R.unroll(Here.Unroll);
    Unroll.IsUncounted = Kind == TripCount::Unknown;
    Unroll.Degree = !BeginsUnroll ? 0 : IsRest ? 1 : Unrolled;
    if (!BeginsUnroll) {
      R.joinBlocks(Here.FirstBlock, Iterations[N - 1].LastBlock);
      R.joinUnrolls(Here.Unroll, Iterations[N - 1].Unroll);
    } else if (IsWhole) {
      R.joinBlocks(Here.FirstBlock, BlockBefore);
      R.joinUnrolls(Here.Unroll, OuterUnroll);
    }
  }
  if (IsWhole)
    R.joinBlocks(BlockBehind, Iterations.back().LastBlock);
}

/// Once more, and no further, the compiler unrolls what is counted by what it
/// has unrolled; a single iteration is no loop, however deep it lies.
void LoopCode::uniteInside(Recorder &R, bool IsUnrolledOnce) const {
  for (const LoopCode &Loop : CountedInside) {
    const uint64_t Count = Loop.Iterations.size();
    if (!IsUnrolledOnce && Count > 1)
      continue;
    const unsigned Unrolled =
        unrollDegree(TripCount::Constant, Count, Loop.IterationSize, Loop.Hint);
    Loop.unite(R, TripCount::Constant, Unrolled, Count % Unrolled,
               /*IsRestFirst=*/false);
    if (Unrolled >= Count)
      Loop.uniteInside(R, /*IsUnrolledOnce=*/false);
  }
}
