//===- Vectorizer.h - What may merge in machine code ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectorizer.cpp finds the accesses that may become one, and VectorizerCuts.cpp
// cuts them into those that do.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_PASSES_PTXAS_VECTORIZER_H
#define BANKLINT_NVCC_PASSES_PTXAS_VECTORIZER_H

#include "WideAccess.h"
#include "llvm/Support/MathExtras.h"

namespace banklint {

/// What is one access before there is machine code: an item, or a chain of
/// narrow ones that make up a word or less.
///
///     struct { int i; short a, b; } s[64];
///     s[t].i = x; s[t].a = y; s[t].b = z;     pieces: i, and a with b
struct Piece {
  llvm::SmallVector<uint32_t, 4> Items; ///< in program order
  int64_t OffsetBytes = 0;              ///< as the group counts
  /// From the offset of the items' own base to that: 0 but for pieces of other
  /// bases than the group's.
  int64_t ShiftBytes = 0;
  unsigned Bytes = 0, ElementBytes = 0;
  bool IsWidened = false;
  ModelRules InexactBy;  ///< as a chain
  bool IsNumber = false; ///< its address is one
};

/// Loads or stores of one base that may become wider ones.
struct MergeGroup {
  uint32_t BaseId = 0; ///< that of the first
  bool IsLoad = false;
  /// What is loaded is stored to in the same place: loads may move down to
  /// their uses between these stores.
  bool IsInPlace = false;
  llvm::SmallVector<Piece, 4> Pieces; ///< in program order

  /// All addresses are numbers, and offsets count from where shared memory
  /// begins.
  bool isOfNumbers() const { return Pieces.front().IsNumber; }
};

/// Where the aligned block of so many bytes begins that an offset lies in: -16
/// of -4 and 16.
inline int64_t blockOf(int64_t OffsetBytes, int64_t BlockBytes) {
  return llvm::divideFloorSigned(OffsetBytes, BlockBytes) * BlockBytes;
}

/// Cuts a group into accesses, and adds these to `Result`.
void cutGroup(const MergeItems &Items, const AddressRegisters &Loops,
              const MergeGroup &Of, std::vector<WideAccess> &Result);

} // namespace banklint

#endif // BANKLINT_NVCC_PASSES_PTXAS_VECTORIZER_H
