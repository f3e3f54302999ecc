//===- ElementIndices.h - Indices that find elements ---------- -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   s[r][c]      p[i]      *(p + i)
//
// A layout that moves elements is written at each index that finds one. What
// else moves an address into the array only says where indices count from.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_ELEMENTINDICES_H
#define BANKLINT_FIX_ELEMENTINDICES_H

#include "Candidates/DeclaredArray.h"
#include "llvm/Support/Error.h"

namespace banklint {

/// An index that finds an element.
struct ElementIndex {
  const clang::Expr *Address = nullptr; ///< the subscript, or the sum
  const clang::Expr *Index = nullptr;
  int64_t ElementBytes = 0;
  bool IsOfArray = false; ///< counts from the begin of the array or of a row
  bool IsAddress = false; ///< a number that assembly takes, in bytes
};

/// Those of one instance of an array, in the order of the source.
struct IndicesOfInstance {
  const clang::VarDecl *Instance = nullptr;
  std::vector<ElementIndex> Indices;
  /// Addresses are moved by something else, too: pointers that are, and numbers
  /// of addresses.
  bool HasMoves = false;
  /// All indices count from the begin of the array or of a row.
  bool IsSimple = true;
  int64_t WidestBytes = 1; ///< of what functions may copy at once
  /// An index that is an address; null if there is none.
  const clang::Expr *ByAddress = nullptr;
};

/// Where a pointer into the array is also led to other memory: what is indexed
/// by it cannot change for the array alone.
std::optional<SourceObstacle>
pointerElsewhere(const ArrayUses &Uses, const SourceMap &Map,
                 const clang::ASTContext &Context);

/// What moves an address by the size of a block where no launch tells that:
/// walks for the sizes that are guessed say nothing of others.
std::optional<SourceObstacle>
movedByGuessedBlock(const DeclaredArray &Array, const SourceMap &Map,
                    const clang::ASTContext &Context);

/// Fails where an access is found by none of them, and where pointers lead to
/// other memory as well.
llvm::Expected<std::vector<IndicesOfInstance>>
indicesOf(const DeclaredArray &Array, const SourceMap &Map,
          const clang::ASTContext &Context);

/// What divides the number of an array's address: what its declaration says,
/// but no more than hardware keeps. On an H100, `__align__(4096)` memory begins
/// at 0x400, behind the kilobyte that is reserved in each block.
int64_t addressAlignment(const clang::VarDecl *Array,
                         const clang::ASTContext &Context);

struct IndexAlignment {
  int64_t Bytes;
  ObstacleKind Otherwise; ///< why none that mixes more can be written
  /// An access whose index counts from a place of no more, or whose address is
  /// known to be; invalid where all indices count from the begin of the array.
  clang::SourceRange Where;
};

/// What divides how far behind the begin of the array the addresses
/// lie that indices count from: all the bits of an index that a swizzle mixes
/// have to be those of the place in the array. The kernels are walked with
/// their indices as unknowns where pointers lead into the array. Fails where an
/// access is not found by one index.
llvm::Expected<IndexAlignment> alignmentToSwizzle(const DeclaredArray &Array,
                                                  const SourceMap &Map,
                                                  clang::ASTContext &Context,
                                                  uint64_t &StepBudget);

} // namespace banklint

#endif // BANKLINT_FIX_ELEMENTINDICES_H
