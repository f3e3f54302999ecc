//===- Addresses.h - What addresses have in common --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most accesses of a loop differ in nothing but bytes that all lanes add: of
// `s[step][4 * threadIdx.x + 1]` each round has the same *shape*, the lanes'
// distances and the unknowns, at another *offset*. Shapes are numbered, so that
// what depends on the shape alone is worked out once.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_KERNEL_ADDRESSES_H
#define BANKLINT_KERNEL_ADDRESSES_H

#include "Kernel/Memory.h"
#include <deque>
#include <optional>

namespace banklint {

/// `Factor * Scale` bytes for each of an unknown number.
struct ByteTerm {
  const Atom *What;
  LaneNumbers Factor;
  int64_t Scale;

  bool operator==(const ByteTerm &Other) const;
};

/// An address but for what all lanes add to it.
struct AddressShape {
  /// Of the active lanes, the bytes from the first of them; 0 for the others.
  Lanes FromFirst = {};
  llvm::SmallVector<ByteTerm, 2> Terms; ///< in the order of their atoms
  /// Of each term, a number with the bits of all lanes' factors.
  llvm::SmallVector<int64_t, 2> TermBits;
  uint64_t HashOfAtoms = 0; ///< of all but the factors
  /// From the least to the greatest of the active lanes, where that is known.
  std::optional<int64_t> SpreadBytes;

  bool operator==(const AddressShape &Other) const {
    return FromFirst == Other.FromFirst && Terms == Other.Terms;
  }
};

/// Where an access is in its object: each lane adds what the shape says.
struct ShapedPlace {
  uint32_t Shape = 0; ///< its number
  int64_t OffsetBytes = 0;
  /// A number with the bits of all distances between lanes, of those that do
  /// not run, too.
  int64_t LaneBits = 0;
};

/// Numbers the shapes of the addresses of one pool.
class AddressShapes {
public:
  /// O(1) for most places: one with the same parts has been seen before.
  ShapedPlace placeOf(const Pointer &Where, LaneMask Active);
  const AddressShape &operator[](uint32_t Number) const {
    return Shapes[Number];
  }
  /// To be called where an object changes or is replaced by another.
  void forgetObjects();

private:
  /// A place but for what all lanes add.
  struct SeenPlace {
    size_t PartsBegin, PartsEnd; ///< in `Parts`
    ShapedPlace Place;
    uint32_t NextAlike; ///< of the same hash
  };
  ShapedPlace shapeOf(const Pointer &Where, LaneMask Active);
  uint32_t number(AddressShape Shape);

  std::deque<AddressShape> Shapes;
  llvm::DenseMap<uint64_t, llvm::SmallVector<uint32_t, 1>> ByHash;
  std::vector<uint64_t> Parts;
  std::vector<SeenPlace> Seen;
  llvm::DenseMap<uint64_t, uint32_t> SeenByHash; ///< plus one
};

} // namespace banklint

#endif // BANKLINT_KERNEL_ADDRESSES_H
