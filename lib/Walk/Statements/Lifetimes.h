//===- Lifetimes.h - How long objects live ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_STATEMENTS_LIFETIMES_H
#define BANKLINT_WALK_STATEMENTS_LIFETIMES_H

#include "Interpreter.h"

namespace banklint {

/// While one lives, the variables that are made are of one scope: they end with
/// it, the last one first.
class Interpreter::Scope {
public:
  explicit Scope(Interpreter &I) : Scope(I, I.InnerLoop) {}
  /// That of an iteration is left by the breaks of its loop.
  Scope(Interpreter &I, Loop *Around)
      : First(I.Variables.size()), I(I), Outer(I.InnerScope), Around(Around) {
    I.InnerScope = this;
  }
  ~Scope() {
    if (I.Variables.size() != First)
      I.endObjects(*this);
    I.InnerScope = Outer;
    if (Recording)
      I.Top->Exits = ExitScope();
  }
  Scope(const Scope &) = delete;
  Scope &operator=(const Scope &) = delete;

  /// A variable is about to be noted.
  void noteVariable() {
    if (I.Variables.size() == First)
      begin();
  }

  /// Of the objects that live.
  const size_t First;
  /// When the first of its own was made.
  Journal::Position Begin;

  /// Breaks, continues and returns that have left it since from arms of
  /// conditions that are not known, by position.
  llvm::SmallVector<Exit *, 4> exits() const;
  /// The lanes that have left it since for the loop around.
  LaneMask lanesLeftForLoop() const;

private:
  void begin();
  static size_t countOf(const ExitScope *Left) {
    return Left ? Left->Exits.size() : 0;
  }
  ExitScope *continues() const { return Around ? Around->Iteration : nullptr; }
  LaneMask goneFromLoop() const {
    return Around ? Around->Broken | Around->Continued : 0;
  }

  Interpreter &I;
  Scope *const Outer;
  Loop *const Around;
  size_t Breaks = 0, Continues = 0, Returns = 0; ///< exits until then
  LaneMask Gone = 0;
  /// Where returns of the kernel itself are noted for it alone.
  std::optional<Journal::Mark> Recording;
};

/// While one lives, temporaries are of one full expression: they end with it.
class Interpreter::FullExpression {
public:
  explicit FullExpression(Interpreter &I) : I(I), First(I.Temporaries.size()) {}
  ~FullExpression() {
    if (I.Temporaries.size() != First)
      end();
  }
  FullExpression(const FullExpression &) = delete;
  FullExpression &operator=(const FullExpression &) = delete;

private:
  void end();

  Interpreter &I;
  const size_t First;
};

} // namespace banklint

#endif // BANKLINT_WALK_STATEMENTS_LIFETIMES_H
