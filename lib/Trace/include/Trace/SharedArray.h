//===- SharedArray.h - Arrays of shared memory ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TRACE_SHAREDARRAY_H
#define BANKLINT_TRACE_SHAREDARRAY_H

#include "Values/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace banklint {

/// An array in the shared memory of a block, or a view of all of it, for
/// pointers that may lead into several arrays.
struct SharedArray {
  llvm::StringRef Name; ///< empty of a view of all shared memory
  /// Of a view of several arrays, the names behind the first.
  llvm::ArrayRef<llvm::StringRef> OtherNames;
  /// Which declaration of the source it is, from 1 on; 0 of a view. Two arrays
  /// of one number are the same in different layouts.
  unsigned DeclarationId = 0;
  /// Its size is set by the launch: `extern __shared__`.
  bool IsDynamic = false;
  /// Its elements are structures, which may have members for padding.
  bool HasClassElements = false;
  /// Where it begins, in bytes from the start of the block's shared memory.
  int64_t PlacementBytes = 0;
  /// The alignment that its declaration promises.
  int64_t DeclaredAlignment = 1;
  /// Its dimensions, outermost first; an extent of 0 is not known.
  llvm::ArrayRef<int64_t> Extents;
  llvm::ArrayRef<int64_t> StrideBytes;
  int64_t SizeBytes = 0; ///< 0 where it is not known
  /// The array itself is seen by code that is not understood.
  bool Escapes = false;
  /// Its addresses are mixed in a way that nothing sees through: what
  /// the source accesses apart stays apart.
  bool IsSwizzled = false;
  /// It may lie elsewhere, so that only its declared alignment is sure: it is
  /// small, and may be replaced by its elements, or lies behind such an array.
  bool HasOpenPlacement = false;
  /// It is replaced by those of its elements that are used: which of
  /// them lie side by side, and beside those of other such arrays, is open.
  bool IsReplaced = false;

  bool isDeclared() const { return DeclarationId != 0; }

  /// See TraceText.h, as for all parts of traces.
  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

/// A place in one array, in all lanes. Where the array has dimensions the place
/// is kept by subscript, so that another layout can be tried: the address is
/// the array's, plus the sum of `Index[d]` times the stride of dimension d,
/// plus `WithinBytes`.
struct SharedAddress {
  const SharedArray *Array = nullptr;
  llvm::ArrayRef<Value> Index;
  Value WithinBytes;

  /// All indices before that of this dimension are 0: in `s[0][i]` it may count
  /// the elements of all rows.
  bool isOfFirst(size_t Dimension) const {
    return llvm::all_of(Index.take_front(Dimension),
                        [](const Value &I) { return I == Value(0); });
  }

  /// The place is a number of bytes from the array's beginning, in all lanes.
  bool isNumber() const {
    return WithinBytes.isNumber() &&
           llvm::all_of(Index, [](const Value &I) { return I.isNumber(); });
  }

  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

/// Whether both lead to one place, whatever they see there.
inline bool areSamePlace(const SharedAddress &A, const SharedAddress &B) {
  return A.Array == B.Array && A.Index == B.Index &&
         A.WithinBytes == B.WithinBytes;
}

/// How far `A` lies behind `B` in the array that both are of, in bytes:
/// `s[t][1]` behind `s[t][0]` is 4 in each lane, where elements have 4.
Value bytesApart(Pool &P, const SharedAddress &A, const SharedAddress &B);

} // namespace banklint

#endif // BANKLINT_TRACE_SHAREDARRAY_H
