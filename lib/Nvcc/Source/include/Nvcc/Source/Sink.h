//===- Sink.h - Loads that one arm alone uses -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sink moves a load into the arm that alone uses its value: then only the lanes
// of that arm load.
//
//   int j = s[2 * t];                   13 lanes load
//   if (t % 32 < 13)
//     sum += in[j];
//
// Bisected: not over a barrier, a store to shared memory or another branch. An
// arm of plain arithmetic becomes a selection, which leaves no branch; a
// division is too dear for that. The arm may be what stands behind a `return`
// or `continue`. Whether it happens depends on more than the source shows: the
// loads are inexact by sink. Evidence: lit/merging/sunk-loads.cu (nvcc 13.0
// -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_SINK_H
#define BANKLINT_NVCC_SOURCE_SINK_H

#include "Trace/RecordedCode.h"
#include "Values/Decision.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace banklint {

/// The uses of variables in bodies of functions, and in parts of them; kept
/// from one question to the next.
class UsesInCode {
public:
  /// Whether a part of a body that stands in some statements has all uses of a
  /// variable, also by way of variables that are made of it. An assignment to a
  /// variable is no use of it.
  ///
  ///     int a = s[t], b = a + 1;
  ///     if (t < 13)
  ///       out[t] = b;          // has all uses of a, and of b
  bool areAllIn(const clang::VarDecl *Variable,
                llvm::ArrayRef<const clang::Stmt *> Part,
                const clang::Stmt *Body) {
    return areAllIn(Variable, Part, in(Body), 0);
  }

private:
  /// For each use of a variable: the variable that is made of it
  /// there, or null.
  using Makers = llvm::DenseMap<const clang::VarDecl *,
                                llvm::SmallVector<const clang::VarDecl *, 2>>;
  const Makers &in(const clang::Stmt *S);
  static void count(const clang::Stmt *S, const clang::VarDecl *Made,
                    Makers &Into);
  bool areAllIn(const clang::VarDecl *Variable,
                llvm::ArrayRef<const clang::Stmt *> Part, const Makers &Body,
                unsigned Depth);

  llvm::DenseMap<const clang::Stmt *, std::unique_ptr<Makers>> Known;
};

/// The function that runs.
struct RunningCode {
  const void *Frame;                   ///< tells calls apart
  const clang::FunctionDecl *Function; ///< null where none is known
  LaneMask Lanes;

  const clang::Stmt *body() const {
    return Function ? Function->getBody() : nullptr;
  }
};

/// The variables that were just made of loads.
class SunkLoads {
public:
  explicit SunkLoads(RecordedCode &Recorded) : Recorded(Recorded) {}

  /// A variable was set to what was loaded since a record, or a part of it was.
  void noteLoaded(const clang::VarDecl *Variable, size_t FirstRecord,
                  const RunningCode &In, bool IsWhole = true);
  /// Likewise: something was added to a variable, or stored in a part of it.
  void noteLoadedInto(const clang::Expr *Place, size_t FirstRecord,
                      const RunningCode &In);
  /// Before a branch that parts the active lanes: what may move into its arms.
  void markInexact(const Split &Lanes, llvm::ArrayRef<const clang::Stmt *> Then,
                   llvm::ArrayRef<const clang::Stmt *> Else,
                   const RunningCode &In);
  /// What the lanes that go into a statement jump over: what stands behind it
  /// in its block.
  llvm::ArrayRef<const clang::Stmt *>
  restBehindJump(const clang::IfStmt *S, const RunningCode &In) const;

private:
  struct LoadedVariable {
    const clang::VarDecl *Variable;
    const void *Of;    ///< call
    size_t First, End; ///< of its records
    LaneMask Lanes;
    unsigned Block;
  };

  RecordedCode &Recorded;
  UsesInCode Uses;
  llvm::SmallVector<LoadedVariable, 4> Variables;
};

/// Whether an expression names a variable of a function, which is in registers.
bool isLocalVariable(const clang::Expr *E);

/// Whether an arm stays a branch where the compiler could also select between
/// two values: it writes to memory, reads it, or computes what is dear.
bool staysBranch(const clang::Stmt *Arm);

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_SINK_H
