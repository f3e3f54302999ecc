//===- SameGuards.h - Branches with one condition ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where two branches in a row have the same condition, the compiler threads the
// one through the other, and what they guard is one block:
//
//   for (int k = 0; k < 4; ++k)
//     if (4 * t + k < 256)          4 * t < 256, for every k
//       s[4 * t + k] = x;           a store of 16 bytes
//
// A constant that is added in a signed type is moved to the other side, and the
// low bits that a factor leaves empty decide nothing. Unsigned sums may wrap,
// and stay. Read off the machine code of some 70 kernels (nvcc 13.0 -O3,
// sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_INTERPRETER_SAMEGUARDS_H
#define BANKLINT_INTERPRETER_SAMEGUARDS_H

#include "Warp/Value.h"
#include <memory>

namespace clang {
class Stmt;
} // namespace clang

namespace banklint {

/// What a condition compares, as the compiler keeps it.
struct GuardKey {
  llvm::SmallVector<unsigned, 4> Operators;
  llvm::SmallVector<Value, 4> Operands;
  /// The compiler does not see that it is the same for all shifted numbers.
  bool IsDoubtful = false;
  /// There is a comparison without the bits that a factor leaves empty.
  bool HasEmptied = false;

  bool operator==(const GuardKey &Other) const {
    return Operators == Other.Operators && Operands == Other.Operands;
  }
};

/// An `if` without `else`, and what of it decides whether another one that
/// follows is one with it.
struct WalkedIf {
  GuardKey Key;
  unsigned Arm = 0, OuterArm = 0;        ///< inside of it and around it
  unsigned LastBlock = 0, NextBlock = 0; ///< inside of it, and behind it
  size_t FirstRecord = 0, EndRecord = 0;
  /// The last one inside of it.
  std::shared_ptr<const WalkedIf> Inside;
};

/// Whether an arm sets variables that are used behind it: that keeps branches
/// apart.
bool computesForLater(const clang::Stmt *Arm);

/// Whether a statement is more than arithmetic on integers, which moves out of
/// the way of branches.
bool staysBetweenBranches(const clang::Stmt *S);

} // namespace banklint

#endif // BANKLINT_INTERPRETER_SAMEGUARDS_H
