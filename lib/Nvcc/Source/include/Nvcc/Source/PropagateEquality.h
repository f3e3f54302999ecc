//===- PropagateEquality.h - Numbers that a condition tells -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GVN, propagateEquality: behind `if (m == 0)`, LLVM has 0 in the place of m,
// and machine code then sees how well `s[q * 4 + m]` is aligned. Not so in what
// was computed before the branch, or is computed on another way, too. Which of
// both it is depends on more than the source shows: such an access is inexact
// by propagate-eq, or by known-bits, where it may merge with a neighbour.
// Evidence: lit/merging/known-numbers.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_PROPAGATEEQUALITY_H
#define BANKLINT_NVCC_SOURCE_PROPAGATEEQUALITY_H

#include "Nvcc/Source/SCCP.h"
#include "Trace/AccessRecord.h"
#include <vector>

namespace banklint {

/// A record of which more may be seen of the address, or less; and where that
/// is made of a number that is known here, another address than that on another
/// arm.
struct OpenAlignment {
  size_t Record;
  bool IsOfKnown;
};

/// What the conditions around compare for equality.
class ComparedNumbers {
public:
  /// The numbers that a condition tells: a side of `m == 0`, and what is no
  /// comparison.
  void note(const clang::Expr *Condition, const CompileTime &Known);
  /// The records of an access from one on: adds to `Open` those whose address
  /// is made of such a number.
  void markInexact(const clang::Expr *Site, size_t FirstRecord,
                   llvm::ArrayRef<AccessRecord> Records,
                   const CompileTime &Known,
                   std::vector<OpenAlignment> &Open) const;
  bool areAny() const { return AreAny; }

private:
  bool tell(const clang::Stmt *S, const CompileTime &Known,
            unsigned Depth = 0) const;

  llvm::SmallVector<const clang::Expr *, 4> Numbers;
  bool AreAny = false;
};

/// Marks those that may merge with a neighbour, once all are recorded.
void applyOpenAlignments(llvm::MutableArrayRef<AccessRecord> Records,
                         llvm::ArrayRef<OpenAlignment> OpenAlignments, Pool &P);

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_PROPAGATEEQUALITY_H
