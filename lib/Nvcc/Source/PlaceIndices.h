//===- PlaceIndices.h - The numbers that make an address --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_PLACEINDICES_H
#define BANKLINT_NVCC_SOURCE_PLACEINDICES_H

#include "Constants.h"
#include "Nvcc/Source/SCCP.h"

namespace banklint {

/// Names that stand for each other are followed so far.
constexpr unsigned MostNames = 64;

/// The numbers that say how far a place is from where its object begins.
struct PlaceIndices {
  struct Index {
    const clang::Expr *Number;
    uint64_t UnitBytes;
    bool IsSubtracted; ///< as in `p - i`
  };
  llvm::SmallVector<Index, 4> Indices;
  /// They are added up. Rows and columns of a declared array are not, to LLVM.
  bool HasPointer = false;
};

/// Those of `table[i].rows[j + 1]`: i and j + 1, through the pointers and
/// references that `Known` follows.
PlaceIndices indicesOf(const clang::Expr &Place, const CompileTime &Known,
                       const clang::ASTContext &Context);

/// What an expression computes: a hash, whatever names its parts have.
class OperationHash {
public:
  OperationHash(const CompileTime &Known, const clang::ASTContext &Context)
      : Known(Known), Context(Context) {}

  uint64_t of(const clang::Expr *E);
  /// Of an index, without what it only adds or multiplies by a constant, and
  /// without the order of what it adds.
  uint64_t ofIndex(const clang::Expr *E);

private:
  uint64_t ofSettings(const clang::Expr *Part);
  bool isConstant(const clang::Expr *E) const {
    return constantOf(E, Context) || Known.isConstant(E);
  }

  const CompileTime &Known;
  const clang::ASTContext &Context;
  unsigned Budget = 256; ///< operations that are told apart
};

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_PLACEINDICES_H
