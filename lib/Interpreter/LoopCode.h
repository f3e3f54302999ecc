//===- LoopCode.h - Where the iterations of a loop stand --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_INTERPRETER_LOOPCODE_H
#define BANKLINT_INTERPRETER_LOOPCODE_H

#include "Nvcc/Source/LoopUnroll.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace banklint {

class Recorder;

/// The iterations of a loop that were walked one by one, and where they stand
/// in the code that the compiler sees.
struct LoopCode {
  struct Iteration {
    unsigned Unroll, FirstBlock, LastBlock;
    size_t FirstRecord;
  };

  llvm::SmallVector<Iteration, 8> Iterations;
  unsigned BlockBefore = 0, BlockBehind = 0, OuterUnroll = 0;
  /// In LLVM instructions.
  uint64_t IterationSize = 1;
  /// That of `#pragma unroll`.
  std::optional<unsigned> Hint;
  /// The loops inside whose number of iterations is a constant only where this
  /// one is unrolled whole: `for (j = i / 2; j > 0; j /= 2)`.
  std::vector<LoopCode> CountedInside;

  /// Tells which iterations are one block, where as many as `Unrolled` are
  /// unrolled together, and the first or the last `Rest` have a loop of their
  /// own.
  void unite(Recorder &R, TripCount Kind, unsigned Unrolled, uint64_t Rest,
             bool IsRestFirst) const;

  /// The loop is unrolled whole: what it counts is a constant for the loops
  /// inside, which the compiler unrolls behind it.
  void uniteInside(Recorder &R, bool IsUnrolledOnce = true) const;
};

} // namespace banklint

#endif // BANKLINT_INTERPRETER_LOOPCODE_H
