//===- HiddenFactors.h - What the compiler loses of an alignment *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The remainder of a signed number by a power of two is a difference in machine
// code: x - ((x + bias) & -16). ptxas sees no factor of a difference, so that
// the elements of
//
//   int column = 2 * x % 16;
//   s[row * 64 + plane * 16 + column] + s[row * 64 + plane * 16 + column + 1]
//
// are not known to lie in aligned pairs. LLVM does see the factor, but not in
// sums of more than two terms. Read off the machine code of some 140 kernels
// (nvcc 13.0 -O3, sm_90): unsigned remainders, those of numbers that are known
// not to be negative, and those that a product with an even number goes on with
// are pairs.
//
// Likewise where a product with a power of two is carried into a difference of
// a constant and a masked number, or into the extension of a sign: the element
// s[(3 - t / 8) * 4], and s[t * 4] of a short t (520 more kernels). And of the
// smaller or larger of two numbers it sees no factor at all: min(2 * t, 60),
// and what is written to that effect, as `if (i > 60) i = 60` (320 more).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_SYNTAX_HIDDENFACTORS_H
#define BANKLINT_SYNTAX_HIDDENFACTORS_H

#include "Syntax/CompileTime.h"

namespace banklint {

/// What the compiler can say at most of an address, by how it is written.
struct SeenFactors {
  static constexpr unsigned All = 64;
  /// As many of its low bits are known to be zero at most: `All` where nothing
  /// hides them. And as many if what may hide some does.
  unsigned ZeroBits = All, ZeroBitsInDoubt = All;
  /// What is added up, without constants.
  unsigned Terms = 1;
  /// Some of these are products with constants.
  bool HasProduct = false;
  /// How many of these terms lost factors in a product.
  unsigned Losses = 0;
  /// One of them is the smaller or the larger of two numbers.
  bool HasClamp = false;

  /// What is done to numbers in it but for sums and products with constants, as
  /// it is written: a hash. Of two places with one address, LLVM sees so where
  /// they have this in common.
  uint64_t Operations = 0;

  bool isHidden() const { return ZeroBitsInDoubt < All; }
};

/// What the compiler sees of the factors of a place in memory, in bytes.
SeenFactors factorsOfPlace(const clang::Expr &Place, const CompileTime &Known,
                           const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_SYNTAX_HIDDENFACTORS_H
