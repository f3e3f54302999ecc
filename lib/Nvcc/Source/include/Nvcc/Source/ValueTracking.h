//===- ValueTracking.h - What is seen of an address -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ValueTracking computes known bits: an address is as well aligned as the
// lanes' numbers are, but what merges accesses has to see so in machine code.
//
//   s[x % 16] of a signed x      x - ((x + bias) & -16): ptxas knows no low
//   bits s[c ? 2 * t : 4 * u]         one of two numbers, by a branch, ?: or
//   min
//
// Neither does it of differences and of extended signs. Which of these LLVM
// turns into something else depends on what is around them: here each of them
// is taken for one that may hide the alignment (inexact by known-bits). Read
// off the machine code of some 980 kernels. Evidence:
// lit/merging/lost-factors.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_VALUETRACKING_H
#define BANKLINT_NVCC_SOURCE_VALUETRACKING_H

#include "Nvcc/Source/SCCP.h"
#include "Trace/AccessRecord.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace banklint {

/// An address, as it is written.
struct SeenAddress {
  static constexpr unsigned All = 64;
  /// Low bits that the compiler sees to be zero, at least; `All` where nothing
  /// hides them: 2 for `s[x % 16]` of ints, 4 for `s[x % 4 * 4]`.
  unsigned KnownZeroBits = All;
  /// A signed quotient of a number that may be negative and not a multiple, as
  /// `(4 * i + j) / 4`: what is not seen of it the IR does not say either.
  bool HasOpenQuotient = false;
  /// What is added up, without constants. LLVM sees the low bits of sums of two
  /// terms, and merges by what an array declares.
  unsigned Terms = 0;
  /// What is done to numbers in it but for sums and products with constants: a
  /// hash. Of two places with one address, LLVM sees so where they have this in
  /// common.
  uint64_t AddressExpr = 0;
};

/// What the compiler sees of the address of a place, where `Known` follows the
/// names that are used.
SeenAddress seenAddress(const clang::Expr &Place, const CompileTime &Known,
                        const clang::ASTContext &Context);

/// The addresses of places, as they are seen; each is worked out once for the
/// calls that run.
class SeenAddresses {
public:
  /// The records are those of an access to a place. `Calls` tells the calls
  /// that run apart.
  void note(llvm::MutableArrayRef<AccessRecord> Records,
            const clang::Expr &Place, unsigned Calls,
            llvm::function_ref<CompileTime()> Known);

private:
  llvm::DenseMap<std::pair<const clang::Expr *, unsigned>, SeenAddress> Of;
};

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_VALUETRACKING_H
