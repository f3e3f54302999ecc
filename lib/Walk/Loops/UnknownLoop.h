//===- UnknownLoop.h - A loop whose iterations are not counted --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// UnknownLoops.cpp   how the iterations are walked, and what moves in them
// KnownMotions.cpp   what earlier walks have found to move
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_LOOPS_UNKNOWNLOOP_H
#define BANKLINT_WALK_LOOPS_UNKNOWNLOOP_H

#include "Interpreter.h"
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace banklint {

class Interpreter::UnknownLoop {
public:
  UnknownLoop(Interpreter &I, const LoopParts &Parts)
      : I(I), P(I.P), Parts(Parts), Entry(I.Active),
        Iterations(I.P.symbol(ReasonKind::LoopCounter, SymbolKind::Visited,
                              {0, INT64_MAX})),
        Where(Parts.Condition ? Parts.Condition->getExprLoc()
                              : Parts.Statement->getBeginLoc()) {
    name(Iterations, "#counter");
  }

  /// The lanes that leave it are added to `Left`.
  void run(std::optional<unsigned> Hint, LaneMask &Left);

private:
  /// What an iteration multiplies a number by, or divides it by.
  struct Scale {
    int64_t Factor = 2;
    bool IsUp = true;
    IntType Type; ///< in which it is divided
  };
  /// How a cell of outside moves from iteration to iteration.
  struct Motion {
    Scalar First; ///< what it was before the loop
    Scalar Start;
    Scalar Step;            ///< what an iteration adds
    bool IsWidened = false; ///< it changes in another way
    /// Its first number times or by the power that the iterations before make.
    std::optional<Scale> Scaled;
    bool MayCycle = false; ///< from a number to another, at first
    Scalar Head;           ///< what it is at the beginning of any iteration
  };
  /// What an iteration did to one.
  struct Move {
    Scalar Before, Now;
  };
  using Moves = llvm::SmallMapVector<Cell, Move, 4>;
  /// A cell, and the numbers that it takes in turn.
  struct Cycle {
    Cell Of;
    llvm::SmallVector<int64_t, 4> Numbers;
  };

  Moves tryIteration();
  Moves walkIteration();
  bool walkProved(Moves &Made);

  // What earlier walks tell: see KnownMotions.cpp.
  bool walkAsBefore(Moves &Made);
  bool beginsAs(const KnownMotions::Entry &Known) const;
  void recall(const KnownMotions::Entry &Known);
  bool isAsRecalled(const KnownMotions::Entry &Known, const Moves &Made) const;
  bool walkOn(const KnownMotions::Entry &Known, bool IsOfOthers, Moves &Made);
  bool isForOthers(const KnownMotions::Entry &Known, const Moves &Made) const;
  void keepMotions(const Moves &Made);
  std::optional<KnownMotions::Place> placeOf(const Object &O) const;
  Object *objectAt(const KnownMotions::Place &At) const;
  KnownMotions::Key keyOfLoop() const;
  Value worthOf(const KnownMotions::Given &Given) const;
  Value worthOf(const KnownMotions::Amount &Known) const;
  std::optional<KnownMotions::Given> givenAs(const Variable *Symbol) const;
  bool addFactors(const Variable *Of,
                  llvm::SmallVectorImpl<KnownMotions::Given> &To) const;
  std::optional<KnownMotions::Amount> amountOf(const Value &V) const;
  std::optional<KnownMotions::Motion> kept(const Cell &Of,
                                           const Motion &M) const;
  Motion recalled(const KnownMotions::Motion &Known, const Scalar &Now);
  bool isAsRecalled(const KnownMotions::Motion &Known, const Motion &M,
                    const Scalar &Now) const;

  Moves movesSince(const Journal::Position &From) const;
  bool learnRemainders(const Journal::Position &From);
  void forgetWidened();
  bool holds(const Cell &Of, const Move &Made) const;
  void learn(const Moves &Made);
  Scalar headFor(const Cell &Of, const Move &Made, const Moves &All);
  std::vector<Cycle> cycleCandidates() const;
  void learnCycles();
  void followCycles(std::vector<Cycle> &Cycles);
  TripCount tripCount() const;
  void name(const Value &Symbol, llvm::StringRef Prefix);
  std::vector<banklint::Motion> motionsForLength(const Moves &Made);
  Value testedAt(llvm::ArrayRef<std::pair<Cell, Value>> AsProbed);
  void finishTimes(const Moves &Made);
  void doubtMovedAccesses();
  void finishUnroll(std::optional<unsigned> Hint);

  std::optional<Scalar> difference(const Scalar &A, const Scalar &B) const;
  std::optional<Scalar> stepTo(const Scalar &Now, const Scalar &Before) const;
  Scalar moved(const Motion &M) const;
  Scalar widened(const Motion &M, const Scalar &End) const;
  Scalar orFirst(const Scalar &Start, const Scalar &Later);
  Scalar widenedAddress(const Pointer *Start, const Pointer *End) const;
  std::optional<Scale> scaleOf(const Motion &M, const Scalar &Now) const;
  Value scaled(const Value &Start, const Scale &By, const Value &Power) const;
  bool isDividedBy(int64_t Factor, const Value &Head, const Value &Now,
                   IntType T) const;
  const Value *powerOf(int64_t Factor, const Moves &Made);
  bool isScaledOrBehind(const Motion &M, const Scalar &Now) const;
  std::optional<Value> endingAtOne(const Cell &Of, const Motion &M,
                                   const Scalar &Now);
  llvm::SmallVector<int64_t, 20>
  powersThatGoOn(int64_t Factor,
                 llvm::ArrayRef<std::pair<Cell, Value>> AsProbed,
                 const Value &Probe);

  Interpreter &I;
  Pool &P;
  const LoopParts &Parts;
  const Activity Entry;
  const Value Iterations;
  const clang::SourceLocation Where;
  llvm::MapVector<Cell, Motion> Motions;
  /// By the factor of an iteration: the power of it that the iterations before
  /// make, which all that is scaled by it shares.
  std::map<int64_t, Value> Powers;
  /// In host code: 1 in the first iteration, 0 later.
  std::optional<Value> IsFirst;
  llvm::SmallSetVector<Object *, 2> Widened; ///< wholes that change
  /// What iterations divide: its first number, and by what.
  llvm::DenseMap<Cell, std::pair<Value, int64_t>> Divided;
  LaneMask Ran = 0;   ///< the lanes of the last iteration
  unsigned Times = 0; ///< its scope
  Value Tested;
  size_t FirstRecord = 0;
  uint64_t StepsBefore = 0, StepsBeforeLast = 0; ///< that were left
  // Of the walk that stands for all iterations:
  Loop L;
  Split Condition;
  llvm::SmallVector<std::pair<Cell, Scalar>, 2> TestedLast;
  /// By the destructor of a variable in its condition.
  Contents WrittenAtEnd;
  unsigned Own = 0; ///< its unroll block
  unsigned FenceBefore = 0, SlowPathBefore = 0;
  uint64_t SizeBefore = 0;
};

} // namespace banklint

#endif // BANKLINT_WALK_LOOPS_UNKNOWNLOOP_H
