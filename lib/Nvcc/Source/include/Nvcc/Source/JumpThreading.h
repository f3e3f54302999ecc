//===- JumpThreading.h - Two branches with one condition --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JumpThreading: of two branches in a row with one condition it makes one, so
// that what stands in both merges.
//
//   if (t < n) a[t] = s[2 * t];
//   if (t < n) b[t] = s[2 * t + 1];     one branch, one load of 8 bytes
//
// Where the first arm sets variables that are used later, the branches stay
// two. Few programs meet it: the accesses are inexact by cfg.same-guard.
// Evidence: lit/merging/same-guards.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_JUMPTHREADING_H
#define BANKLINT_NVCC_SOURCE_JUMPTHREADING_H

#include "Trace/RecordedCode.h"
#include "Values/Value.h"
#include "clang/AST/Stmt.h"
#include <optional>

namespace banklint {

/// The last `if` without `else` that was walked, where nothing that counts came
/// after it.
class SameGuards {
public:
  /// Behind an `if` without `else`, of which the first record of the arm is
  /// given.
  void markInexact(const clang::IfStmt *S, const Value &Condition,
                   bool HasAccesses, size_t FirstRecord, RecordedCode &Recorded,
                   const clang::ASTContext &Context);
  void clear() { LastIf.reset(); }

private:
  struct WalkedIf {
    const clang::IfStmt *If;
    Value Condition;
    unsigned Arm; ///< around it
    size_t First, End;
  };
  std::optional<WalkedIf> LastIf;
};

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_JUMPTHREADING_H
