//===- UnrolledLoop.h - Loops that were walked, unrolled --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LoopUnroll, as far as accesses tell: which iterations are one basic block,
// and where that is not certain. The walk knows every iteration; what is
// unrolled follows from the size of an iteration (LoopUnroll.h), and from what
// ScalarEvolution makes of the number of iterations:
//
//   for (i = 0; i < 8; ++i)             a constant: all of them, or a divisor
//   for (i = t; i < n; i += 32)         counted: by 4 or 2, and a remainder
//   for (i = 0; i < 16 && i < n; ++i)   two ends: inexact by scev.bounded
//
// Evidence: lit/merging/loops.cu, trip-counts.cu, bounded-loops.cu and
// last-iterations.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_UNROLLEDLOOP_H
#define BANKLINT_NVCC_SOURCE_UNROLLEDLOOP_H

#include "Bank/Gpu.h"
#include "Nvcc/Source/LoopUnroll.h"
#include "Nvcc/Source/SCCP.h"
#include "Trace/RecordedCode.h"
#include <vector>

namespace banklint {

/// A loop, as the source has it.
struct LoopParts {
  const clang::Stmt *Statement = nullptr;
  const clang::Expr *Condition = nullptr;
  const clang::VarDecl *ConditionVariable = nullptr;
  const clang::Stmt *Body = nullptr;
  const clang::Expr *Increment = nullptr;
  const clang::VarDecl *Counter = nullptr; ///< declared by the loop
  bool TestsFirst = true;
};

/// The numbers that a test of a loop compares, and how far the right one is
/// from the left one.
struct LoopTest {
  Value Left, Right, Distance;
  bool IsRelational; ///< by `<` and its like
};
using LoopTests = llvm::SmallVector<LoopTest, 1>;

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
  void unite(RecordedCode &R, TripCount Kind, unsigned Unrolled, uint64_t Rest,
             bool IsRestFirst) const;

  /// The loop is unrolled whole: what it counts is a constant for the loops
  /// inside, which the compiler unrolls behind it.
  void uniteInside(RecordedCode &R, bool IsUnrolledOnce = true) const;
};

/// What the walk has met of a loop, iteration by iteration.
struct WalkedLoop {
  const LoopParts &Parts;
  /// What it counts by: its increment, or a step in its body; null where it has
  /// neither.
  const clang::Expr *Step;
  bool EndsInBody; ///< by a jump
  /// That of `#pragma unroll`.
  std::optional<unsigned> Hint;
  size_t FirstRecord;
  uint64_t SizeBefore; ///< of the code
  LaneMask LanesBefore;
  /// Of the iterations, where all of them are known.
  TripCount KnownKind;

  LoopCode Code = {};
  /// There are iterations that were not walked one by one.
  bool EndsUnknown = false;
  /// Iterations after which lanes leave that others go on without. Those that
  /// never enter are not among them.
  std::optional<uint64_t> FirstLeave = std::nullopt;
  uint64_t LastLeave = 0;
  /// By the first tests.
  LoopTests Compared[3] = {};
};

/// Where the loop stands.
struct LoopPlace {
  const clang::FunctionDecl *Function; ///< may be null
  AssignmentFinder &Assignments;
  bool IsOutermost;
};

/// Whether constants alone tell the number of iterations. `Around` is what is
/// known while the loops around have not been unrolled, `Inside` once they
/// have.
bool countsByConstants(const LoopParts &Parts, const clang::Expr *Step,
                       const CompileTime &Inside, const CompileTime &Around);
/// What is known of the number of iterations that the walk knows.
TripCount tripCountOf(const LoopParts &Parts, const clang::Expr *Step,
                      bool EndsInBody, const CompileTime &Inside,
                      const CompileTime &Around);
bool hasSeveralEnds(const LoopParts &Parts, TripCount Kind,
                    const clang::ASTContext &Context);

/// What becomes of the iterations that were walked.
class UnrolledLoop : WalkedLoop {
public:
  UnrolledLoop(WalkedLoop Walked, RecordedCode &Recorded, Pool &P,
               const CompileTime &Known, const LoopPlace &In)
      : WalkedLoop(std::move(Walked)), Recorded(Recorded), P(P), Known(Known),
        In(In) {}

  /// Tells which iterations are one block, and marks what is inexact. True
  /// where the loop is unrolled whole once that around it is.
  bool unroll();
  LoopCode takeCode() { return std::move(Code); }

private:
  bool isRestFirst() const;
  bool areLanesSkewed(unsigned Unrolled, bool IsFirst) const;
  bool comparesConstantApart() const;
  bool beginsAtMultiple() const;
  bool moveBothSides() const;
  TripCount judge();
  void markSharing();
  void markNeighbours(TripCount Kind, unsigned Unrolled);
  void markLast();
  void markPieces(bool IsCounted);

  RecordedCode &Recorded;
  Pool &P;
  const CompileTime &Known;
  const LoopPlace &In;
  /// The number of iterations may be known all the same.
  bool IsCountOpen = false;
};

/// Of a loop that is walked once for all iterations: how many of them are
/// unrolled together; the rest stays as it is.
unsigned unrollUncounted(const LoopParts &Parts, TripCount Kind, uint64_t Size,
                         std::optional<unsigned> Hint, size_t FirstRecord,
                         bool IsOutermost, RecordedCode &Recorded,
                         const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_UNROLLEDLOOP_H
