//===- Fragments.h - The accesses of wmma fragments -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which elements the lanes of a warp ask for when a wmma fragment is loaded or
// stored. Read off machine code of CUDA 13.0 (-O3 -arch=sm_90) and off
// fragments loaded from matrices of distinct values; held against 2,706
// requests counted on an H200 (leading dimensions of 16 to 72 elements), which
// all agree.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_FRAGMENTS_H
#define BANKLINT_CUDA_FRAGMENTS_H

#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace clang {
class QualType;
} // namespace clang

namespace banklint {

enum class FragmentUse { MatrixA, MatrixB, Accumulator };
enum class FragmentElement { F16, BF16, Int8, Word32, TF32, F64 };
enum class FragmentLayout { RowMajor, ColumnMajor };

/// `wmma::fragment<Use, M, N, K, Element, Layout>`.
struct FragmentShape {
  FragmentUse Use = FragmentUse::MatrixA;
  unsigned M = 0, N = 0, K = 0;
  FragmentElement Element = FragmentElement::F16;
  /// Of matrices A and B; that of an accumulator comes with the access.
  std::optional<FragmentLayout> Layout;
};

/// What loading or storing a fragment asks for. Request r starts, in lane l, at
/// the element
///
///   (Row, Column) = Origins[r] + sum over the bits b set in l of LaneBits[b]
///
/// and its address is Row * LeadingDimension + Column elements in row-major
/// layout, Column * LeadingDimension + Row in column-major layout.
struct FragmentAccess {
  FragmentUse Use;
  unsigned char M, N, K;
  FragmentElement Element;
  FragmentLayout Layout;
  /// Ldmatrix rows are as wide as the instruction: 32, 16 or 8 lanes give the
  /// addresses of x4, x2 or x1.
  enum { Plain, Ldmatrix } Instruction;
  /// Nothing shows that the address is shared (LD, not LDS).
  bool IsGeneric;
  unsigned char BytesPerLane, AskingLanes;
  struct Place {
    signed char Row, Column;
  };
  Place LaneBits[5];
  llvm::SmallVector<Place, 16> Origins;
};

/// The fragment that a type names; nothing if it is no wmma fragment or one of
/// a kind that is not in the table.
std::optional<FragmentShape> fragmentOf(clang::QualType Type);

/// The accesses of a fragment in a layout; null for shapes without a row.
const FragmentAccess *accessOf(const FragmentShape &Shape,
                               FragmentLayout Layout);

} // namespace banklint

#endif // BANKLINT_CUDA_FRAGMENTS_H
