//===- CodeFacts.h - What all walks of a source ask of its code -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_STATE_CODEFACTS_H
#define BANKLINT_WALK_STATE_CODEFACTS_H

#include "Expressions/Effects.h"
#include "Loops/KnownMotions.h"
#include "Nvcc/Source/Assignments.h"
#include "Nvcc/Source/Atomics.h"
#include "Nvcc/Source/LICM.h"
#include "Nvcc/Source/LoopUnroll.h"
#include "Ptx/Ptx.h"
#include "Statements/Jumps.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>

namespace banklint {

/// Statements of a block, by number.
struct StatementRange {
  size_t First, Last;
};
/// Of the blocks that have a `goto` and its label: the statements between the
/// two.
using GotoRanges = llvm::DenseMap<const clang::CompoundStmt *,
                                  llvm::SmallVector<StatementRange, 1>>;

/// What follows from the text of a source alone, whatever a walk meets it with.
/// A kernel is walked for each shape of its blocks, each group of its warps and
/// each fix, and all of these ask the same. The tree may not change in between.
struct CodeFacts {
  explicit CodeFacts(const clang::ASTContext &Context)
      : Effects(Context), Hoistings(Context) {}

  SizeEstimator CodeSizes;
  JumpFinder JumpsOut;
  AssignmentFinder Assignments;
  EffectFinder Effects;
  HoistingFinder Hoistings;
  llvm::DenseMap<const clang::GCCAsmStmt *, std::unique_ptr<PtxText>>
      ParsedAssembly;
  AtomicCombiner Atomics;
  /// By the statements of their loops.
  llvm::DenseMap<const clang::Stmt *, const clang::Expr *> StepsInBodies;
  /// No fact of the text, but a guess that walks prove.
  KnownMotions Motions;
  GotoRanges Gotos;
  llvm::DenseSet<const clang::Stmt *> WithGotosFound; ///< bodies
};

} // namespace banklint

#endif // BANKLINT_WALK_STATE_CODEFACTS_H
