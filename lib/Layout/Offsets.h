//===- Offsets.h - Offsets in arrays of other layouts -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LAYOUT_OFFSETS_H
#define BANKLINT_LAYOUT_OFFSETS_H

#include "Layout/Layout.h"

namespace banklint {

/// The address with a number in place of the symbol for the units by which
/// strides are longer; the same address where the trace has no such symbol.
SharedAddress withUnits(const Trace &Group, const SharedAddress &Where,
                        int64_t Units);

/// The offset in the array, in bytes.
Value offsetIn(const Trace &Group, const SharedAddress &Where,
               llvm::ArrayRef<int64_t> StrideBytes);

/// `Where` as other strides of a tensor move it, without subscripts.
SharedAddress withStrides(const TensorStrides &S, const ArrayInKernel &Use,
                          const Trace &Group, const SharedAddress &Where);

/// Of the place in the array; two that are the same have one hash.
uint64_t hashOfPlace(const SharedAddress &Where);

/// Moves addresses within their rows. Most swizzles that a search tries share
/// their exclusive-ors, each of which is computed once.
class Swizzler {
public:
  explicit Swizzler(Pool &P) : P(P) {}

  /// `Where` as the swizzle moves it, in rows of so many elements, without
  /// subscripts.
  SharedAddress apply(const Swizzle &S, int64_t RowElements,
                      const ArrayInKernel &Use, const Trace &Group,
                      const SharedAddress &Where);

private:
  struct KnownXor {
    Value Left, Right, Result;
  };
  Value bitXor(const Value &Left, const Value &Right);

  Pool &P;
  llvm::DenseMap<uint64_t, llvm::SmallVector<KnownXor, 1>> ByHash;
};

} // namespace banklint

#endif // BANKLINT_LAYOUT_OFFSETS_H
