//===- LoopEnds.h - Which numbers of iterations the compiler knows -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk sees a loop end. Whether the compiler has known when is another
// question: where the counter begins a constant away from its end, it mostly
// has, wherever that is in each lane, and the loop is unrolled in full.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_SYNTAX_LOOPENDS_H
#define BANKLINT_SYNTAX_LOOPENDS_H

#include "Syntax/CompileTime.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>

namespace banklint {

class Recurrences;

/// What the compiler knows of the number of iterations of a loop.
struct LoopEnd {
  enum Kind {
    /// Nothing is said: the end is not a constant away, or not understood.
    Open,
    /// A constant.
    Constant,
    /// It is no more than a constant, which is what the walk counts: up to
    /// eight iterations are unrolled. Of more, `IsKnownBeyond` tells whether
    /// they are as those of `Rolled`.
    AtMost,
    /// Nothing, though it is a constant: some wrapping is not excluded. A part
    /// of the iterations is unrolled, and what is left over comes first, so
    /// that those of several do not merge.
    Rolled,
    /// Nothing, since both sides of the comparison move, and the loop stays.
    Moving,
  };
  Kind What = Open;
  bool IsKnownBeyond = false;
  /// The rules leave room here.
  bool IsDoubtful = false;
  /// Of an open end: the compiler may follow what is not followed here.
  bool IsOpenDoubtful = false;
  /// What is compared may wrap.
  bool IsUnsigned = false, IsOfPointers = false;
};

/// Tells by the rules of LLVM's scalar evolution how loops end, with the limits
/// that nvcc's has. Read off the machine code of 640 loops that count up and
/// down by integers of all kinds and pointers, and of 330 others (nvcc 13.0
/// -O3, sm_90):
///
/// - `!=` of what is a constant apart is a constant number, also where both
///   sides move. So is what ends by the low bits of a counter: `i % 4`.
/// - `<` and `<=` of signed numbers that are n apart is one where they begin at
///   a multiple of n, rounded up to a power of two, or the next one to that.
///   Otherwise it is at most n.
/// - `>` and `>=` down to such a multiple is one from below n - 1; otherwise
///   nothing is known.
/// - Numbers of 64 bits that were made of signed ones of 32 bits do not wrap.
/// - `<` of unsigned numbers and of pointers is at most n, unless a step may
///   come by the last one; of pointers in steps of the array's alignment it is
///   a constant where it is tested first. All else may wrap.
class LoopEndFinder {
public:
  explicit LoopEndFinder(const clang::ASTContext &Context);
  ~LoopEndFinder();

  /// How a loop ends in a function, which the others have called, the last one
  /// first.
  LoopEnd endOf(const clang::Stmt &Loop,
                llvm::ArrayRef<const clang::FunctionDecl *> Functions,
                const CompileTime &Known);

private:
  const clang::ASTContext &Context;
  std::unique_ptr<Recurrences> Found;
};

} // namespace banklint

#endif // BANKLINT_SYNTAX_LOOPENDS_H
