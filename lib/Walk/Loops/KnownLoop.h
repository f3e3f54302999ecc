//===- KnownLoop.h - A loop that is walked by iterations --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_LOOPS_KNOWNLOOP_H
#define BANKLINT_WALK_LOOPS_KNOWNLOOP_H

#include "Interpreter.h"
#include <optional>
#include <utility>
#include <vector>

namespace banklint {

/// A loop while its condition is known; iterations behind that are left to
/// UnknownLoop.
class Interpreter::KnownLoop : WalkedLoop {
public:
  KnownLoop(Interpreter &I, const LoopParts &Parts)
      : WalkedLoop{Parts,
                   I.stepOf(Parts),
                   I.Facts.JumpsOut.of(Parts.Body).endLoop(),
                   std::exchange(I.UnrollHint, std::nullopt),
                   I.Recorded.size(),
                   I.Recorded.CodeSize,
                   I.Active.Lanes,
                   TripCount::Unknown},
        I(I), Before(I.Active), LaunchesBefore(I.Launches.size()),
        StepsBefore(I.StepsLeft), OuterUnroll(I.Recorded.Code.Unroll),
        RunId(I.Recorded.newRun()),
        CountedSiblings(std::exchange(I.CountedInside, {})) {
    // Of the host, no machine code is asked for.
    if (!I.IsHost)
      KnownKind = tripCountOf(Parts, Step, EndsInBody, I.compileTime(),
                              I.compileTime(I.Counters));
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
  void addRegion();
  void leave();

  Interpreter &I;
  const Activity Before;
  const size_t LaunchesBefore;
  const uint64_t StepsBefore;
  const unsigned OuterUnroll, RunId;

  Loop L;
  LaneMask Left = 0; ///< lanes that have left the loop
  /// Of the loop around, before this one.
  std::vector<LoopCode> CountedSiblings;
  Reason Limit; ///< where they are too many
};

} // namespace banklint

#endif // BANKLINT_WALK_LOOPS_KNOWNLOOP_H
