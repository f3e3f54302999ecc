//===- Addresses.h - What addresses have in common --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most accesses of a loop differ in nothing but bytes that all lanes add: of
// `s[step][4 * threadIdx.x + 1]` each iteration has the same *shape*, the
// lanes' distances and the unknowns, at another *offset*. Shapes are numbered,
// so that what depends on the shape alone is worked out once.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_PASSES_ADDRESSES_H
#define BANKLINT_NVCC_PASSES_ADDRESSES_H

#include "Bank/Gpu.h"
#include "Trace/AccessRecord.h"
#include "Trace/SharedArray.h"
#include "Values/Value.h"
#include <cassert>
#include <deque>
#include <optional>

namespace banklint {

/// The smaller of two alignments, or of what they are the lowest bits of; 0 is
/// any.
inline int64_t commonAlignment(int64_t A, int64_t B) {
  assert((A | B) != 0 && "one of the alignments is known");
  return (A | B) & -(A | B);
}

/// `Factor * Scale` bytes for each of an unknown number.
struct ByteTerm {
  const Variable *What;
  LaneNumbers Factor;
  int64_t Scale;

  bool operator==(const ByteTerm &Other) const;

  /// "128 * n".
  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

using ByteTerms = llvm::SmallVector<ByteTerm, 2>;

/// An address but for what all lanes add to it.
struct AddressShape {
  /// Of the active lanes, the bytes from the first of them; 0 for the others.
  Lanes FromFirst = {};
  /// In the order of their variables. What only the launch decides is an
  /// unknown to the compiler as any other.
  ByteTerms Terms;
  /// The first shape that differs from this one in nothing but the factors of
  /// its unknowns.
  uint32_t FirstAlike = 0;
  /// The shape without what only the launch decides, where that is another:
  /// requests of both cost the same.
  std::optional<uint32_t> WithoutLaunch;
  /// From the least to the greatest of the active lanes, where that is known.
  std::optional<int64_t> SpreadBytes;

  bool operator==(const AddressShape &Other) const {
    return FromFirst == Other.FromFirst && Terms == Other.Terms;
  }

  /// "4 * lane, 128 * n".
  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

/// Where an access is in its object: each lane adds what the shape says.
struct ShapedPlace {
  uint32_t Shape = 0; ///< its number
  int64_t OffsetBytes = 0;
  /// What divides the part of it that is not constant, in lanes that do not
  /// run, too; at most that of the widest access. The compiler adds up what
  /// each dimension contributes, and knows no more than is known of these: of
  /// `s[t][t]` with rows of 17 words not that 18 * t is even.
  int64_t AlignmentBytes = MaxAccessBytes;
};

/// Numbers the shapes of the addresses of one pool.
class AddressShapes {
public:
  /// O(1) for most places: one with the same parts has been seen before.
  ShapedPlace placeOf(const SharedAddress &Where, LaneMask Active,
                      const UnrollBlock &Unroll);
  const AddressShape &operator[](uint32_t Number) const {
    assert(Number < Shapes.size() && "the shape was numbered here");
    return Shapes[Number];
  }
  /// To be called where an object changes or is replaced by another.
  void forgetObjects();

private:
  ShapedPlace shapeOf(const SharedAddress &Where, LaneMask Active,
                      const UnrollBlock &Unroll);
  uint32_t number(AddressShape Shape);

  std::deque<AddressShape> Shapes;
  /// Shapes by the hash of all but the factors.
  llvm::DenseMap<uint64_t, llvm::SmallVector<uint32_t, 1>> ByHash;
  /// Places but for what all lanes add, by the parts that decide their shape.
  llvm::DenseMap<llvm::ArrayRef<uint64_t>, ShapedPlace> Seen;
  llvm::BumpPtrAllocator SeenParts;
  llvm::SmallVector<uint64_t, 32> Asked; ///< the parts of the last place
};

} // namespace banklint

#endif // BANKLINT_NVCC_PASSES_ADDRESSES_H
