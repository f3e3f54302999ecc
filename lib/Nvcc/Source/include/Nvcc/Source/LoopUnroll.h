//===- LoopUnroll.h - Which iterations are one block ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LoopUnroll, the thresholds: accesses of straight-line code merge, and
// unrolling decides what is straight-line, how many iterations of a loop stand
// one behind the other.
//
//   all iterations of a constant number, if they come to 402 instructions at
//   most; else the largest power of two, up to 32, that divides their number,
//   with 200; where the number is no constant, 4 up to 45 instructions an
//   iteration, 2 to 85
//
// The size of an iteration in instructions of the LLVM IR is estimated from the
// source. Bisected on the machine code of 39 loop bodies. Evidence:
// lit/merging/loops.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_LOOPUNROLL_H
#define BANKLINT_NVCC_SOURCE_LOOPUNROLL_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace clang {
class ASTContext;
} // namespace clang

namespace banklint {

/// Estimates how many LLVM instructions a statement is after optimization, not
/// counting what is nested in it as a statement of its own: an access to memory
/// is its address and itself, 2, one more where its last subscript is computed
/// and one where a global pointer is indexed; an operation 1; a condition 2;
/// a loop's counter 1. A call counts its arguments; what it calls is walked.
class SizeEstimator {
public:
  /// Whether an array that a parameter refers to is one of locals.
  using IsLocalFunction = llvm::function_ref<bool(const clang::VarDecl &)>;

  unsigned ofStatement(const clang::Stmt *S, IsLocalFunction IsLocal);

private:
  /// Of those where no parameter is asked for.
  llvm::DenseMap<const clang::Stmt *, unsigned> Known;
};

/// How many times a loop runs, as the compiler sees it.
enum class TripCount {
  Constant, ///< known when compiling
  Counted,  ///< known when the loop begins: it counts in steps of a constant
  Unknown,  ///< only by running it, or in steps that are not constant
};

/// Whether nvcc may unroll all iterations of a constant number where
/// `unrollDegree` says that they are too many: the estimate of their size is a
/// rough one. Of bodies that were bisected, the largest that it unrolled were
/// estimated at three times the limit.
bool mayUnrollInFull(uint64_t Iterations, uint64_t InstructionsPerIteration);

/// The iterations that nvcc 13 unrolls together, `Iterations` if all of them.
///
/// Without a hint: all iterations of a constant number, if they come to at most
/// 402 instructions; else the largest power of two, up to 32, that divides
/// their number and whose iterations have at most 200. Where the number is
/// not constant, 4 up to 45 instructions an iteration, 2 up to 85. Bisected on
/// the machine code of 39 loop bodies (nvcc 13.0 -O3, sm_90).
///
/// `Hint` is that of `#pragma unroll`: 0 for all iterations, N for N.
unsigned unrollDegree(TripCount Kind, uint64_t Iterations,
                      uint64_t InstructionsPerIteration,
                      std::optional<unsigned> Hint);

/// What `#pragma unroll` asks for: 0 means all iterations. nvcc ignores `unroll
/// 0`, and all that other compilers say of it: `nounroll`, `clang loop`.
std::optional<unsigned> unrollHintOf(const clang::AttributedStmt *S,
                                     const clang::ASTContext &Context);

/// Whether an expression subscripts, dereferences or calls.
bool readsMemory(const clang::Expr *E);

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_LOOPUNROLL_H
