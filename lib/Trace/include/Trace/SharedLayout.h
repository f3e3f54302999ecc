//===- SharedLayout.h - Where a kernel's shared arrays lie ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TRACE_SHAREDLAYOUT_H
#define BANKLINT_TRACE_SHAREDLAYOUT_H

#include "Trace/SharedArray.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>

namespace banklint {

/// The shared arrays of a kernel, placed one behind the other,
/// each at its alignment, from a 1024-aligned beginning. Arrays whose size only
/// the launch knows all begin behind the others.
class SharedLayout {
public:
  /// A view of all shared memory, or an array that is still to be described and
  /// placed.
  SharedArray &add(llvm::StringRef Name);
  /// Places an array whose size, kind and declaration are known behind those
  /// that have been placed.
  void place(SharedArray &Array, int64_t AlignmentBytes);
  /// Places an array where it is known to lie, behind those that have been.
  void placeAt(SharedArray &Array, int64_t PlacementBytes);

  /// Those that were placed, in that order.
  llvm::ArrayRef<const SharedArray *> arrays() const { return Placed; }
  /// Bytes that the static arrays take.
  int64_t staticBytes() const { return StaticBytes; }

private:
  std::deque<SharedArray> Storage;
  llvm::SmallVector<const SharedArray *, 8> Placed;
  int64_t StaticBytes = 0;
};

} // namespace banklint

#endif // BANKLINT_TRACE_SHAREDLAYOUT_H
