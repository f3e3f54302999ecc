//===- Unrolling.h - Which iterations become one unroll block ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler merges accesses of straight-line code, and unrolling decides
// what is straight-line: how many iterations of a loop stand one behind the
// other. That depends on the size of an iteration in instructions of the LLVM
// IR, which is estimated here from the source.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_SYNTAX_UNROLLING_H
#define BANKLINT_SYNTAX_UNROLLING_H

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
  unsigned ofStatement(const clang::Stmt *S);

private:
  llvm::DenseMap<const clang::Stmt *, unsigned> Known;
};

/// How many times a loop runs, as the compiler sees it.
enum class TripCount {
  Constant, ///< known when compiling
  Counted,  ///< known when the loop begins: it counts in steps of a constant
  Unknown,  ///< only by running it, or in steps that are not constant
};

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

/// What `#pragma unroll` and `#pragma nounroll` ask for: 0 means all
/// iterations.
std::optional<unsigned> unrollHintOf(const clang::AttributedStmt *S,
                                     const clang::ASTContext &Context);

/// What the call of a function gives for a parameter of it; null where that is
/// not known.
using GivenExpression =
    llvm::function_ref<const clang::Expr *(const clang::VarDecl &)>;
inline const clang::Expr *nothingGiven(const clang::VarDecl &) {
  return nullptr;
}

/// Whether an expression, where its value is known, is so when compiling: it
/// does not depend on the launch, the thread or one of the variables, nor do
/// the functions that it calls and what their parameters are given.
bool dependsOnConstants(const clang::Stmt *E,
                        llvm::ArrayRef<const clang::VarDecl *> NotConstant = {},
                        GivenExpression Given = nothingGiven);

/// Whether a loop goes on until a pointer has come to another that was made a
/// constant away from it: for (int x : row). The compiler knows how many
/// iterations that takes, wherever the pointers go.
bool comparesPointersConstantApart(const clang::Expr *Condition,
                                   const clang::Expr *Increment,
                                   const clang::ASTContext &Context);

/// Whether the compiler can work a condition out: it is constant, or a side of
/// it that decides is, as in `IsFull || i < n`.
bool isDecided(const clang::Expr *Condition, const clang::ASTContext &Context);

/// The part of an increment that steps what the condition tests: `++i` of `++i,
/// p += 5`, where the condition is `i < 4`. All of it where no part does.
const clang::Expr *countingStep(const clang::Expr *Increment,
                                const clang::Expr *Condition);

/// `i` goes up or down by a constant: `++i`, `i += 4`, `i = i - 2`.
bool isConstantStep(const clang::Expr *Increment);

/// Whether an expression subscripts, dereferences or calls.
bool readsMemory(const clang::Expr *E);

} // namespace banklint

#endif // BANKLINT_SYNTAX_UNROLLING_H
