//===- KnownLoop.h - A loop that is walked by iterations --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops.cpp           how the iterations are walked
// UnrolledLoops.cpp   what LoopUnroll makes of those that were walked
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_INTERPRETER_KNOWNLOOP_H
#define BANKLINT_INTERPRETER_KNOWNLOOP_H

#include "Interpreter.h"
#include <optional>
#include <utility>
#include <vector>

namespace banklint {

/// A loop while its condition is known; iterations behind that are left to
/// UnknownLoop.
class Interpreter::KnownLoop {
public:
  KnownLoop(Interpreter &I, const LoopParts &Parts)
      : I(I), Parts(Parts), Before(I.Active),
        Hint(std::exchange(I.UnrollHint, std::nullopt)),
        FirstRecord(I.Recorded.size()), LaunchesBefore(I.Launches.size()),
        StepsBefore(I.StepsLeft), SizeBefore(I.Recorded.CodeSize),
        OuterUnroll(I.Recorded.Code.Unroll), RunId(I.Recorded.newRun()),
        // Of the host, no machine code is asked for.
        KnownKind(I.IsHost ? TripCount::Unknown : I.tripCountOf(Parts)),
        CountedBeside(std::exchange(I.CountedInside, {})) {
    Code.BlockBefore = I.Recorded.Code.Block;
    Code.OuterUnroll = OuterUnroll;
    Code.Hint = Hint;
  }

  void run();

private:
  unsigned maxIterations() const;
  bool test(unsigned Number);
  void iterateForOthers(const Split &Lanes);
  void iterate();
  void runRest();
  void finishCode();
  bool isRestFirst() const;
  bool areLanesSkewed(unsigned Unrolled, bool IsFirst) const;
  bool comparesConstantApart() const;
  bool beginsAtMultiple() const;
  bool moveBothSides() const;
  TripCount judge();
  void doubtSharing();
  void doubtNeighbours(TripCount Kind, unsigned Unrolled);
  void doubtLast();
  void doubtPieces(bool IsCounted);
  void addRegion();
  void leave();

  Interpreter &I;
  const LoopParts &Parts;
  const Activity Before;
  const std::optional<unsigned> Hint;
  const size_t FirstRecord, LaunchesBefore;
  const uint64_t StepsBefore, SizeBefore;
  const unsigned OuterUnroll, RunId;
  /// Of the iterations, where all of them are known.
  const TripCount KnownKind;

  Loop L;
  LaneMask Left = 0; ///< lanes that have left the loop
  LoopCode Code;
  /// Of the loop around, before this one.
  std::vector<LoopCode> CountedBeside;
  /// There are iterations that were not walked one by one.
  bool EndsUnknown = false;
  Reason Limit; ///< where they are too many
  /// Iterations after which lanes leave that others go on without. Those that
  /// never enter are not among them.
  std::optional<uint64_t> FirstLeave;
  uint64_t LastLeave = 0;
  /// By the first tests.
  Comparisons Compared[3];
  /// The compiler may know the number of iterations.
  bool IsCountOpen = false;
};

} // namespace banklint

#endif // BANKLINT_INTERPRETER_KNOWNLOOP_H
