//===- Layout.h - Layouts of a shared array ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LAYOUT_LAYOUT_H
#define BANKLINT_LAYOUT_LAYOUT_H

#include "Trace/Trace.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace banklint {

/// Rows that are a member of each element of an array, or of the one object
/// that it is.
struct MemberRows {
  int64_t OffsetBytes = 0; ///< from the beginning of the element
  int64_t Count = 1;
  int64_t ElementBytes = 0; ///< of what a row holds
};

/// Rows that are a part of an array, as of dynamic memory that pointers divide:
/// what lies before them stays, and what lies behind moves as a whole.
struct PartOfRows {
  int64_t BeginBytes = 0;
  int64_t Count = 0; ///< 0 where they go on to the end
};

/// One array as one kernel, with one block shape, uses it.
struct ArrayInKernel {
  const KernelTraces *Walked = nullptr;
  const SharedArray *Array = nullptr;
  /// The length of rows that indices or a member make, or behind which gaps
  /// are; 0 where the array is declared with rows.
  int64_t RowBytes = 0;
  std::optional<MemberRows> Member;
  /// Where the rows that indices make are not the whole array.
  std::optional<PartOfRows> Part;
  /// Memory whose size the launch sets, beside an array of a known size or as
  /// this one; 0 where that is not known.
  int64_t DynamicBytes = 0;

  int64_t sizeBytes() const {
    return Array->SizeBytes ? Array->SizeBytes : DynamicBytes;
  }
  int64_t elementBytes() const {
    if (Member)
      return Member->ElementBytes;
    return Array->StrideBytes.empty() ? Array->SizeBytes
                                      : Array->StrideBytes.back();
  }
  /// The elements of an innermost row; of the whole array, where it has one
  /// dimension: 0 where the launch sets its size.
  int64_t rowElements() const;
  /// The length of the innermost rows; 0 where the array has none.
  int64_t rowBytes() const;
  /// How many of these there are; 0 where that is not known.
  int64_t rowCount() const;
};

/// Element (row, column) lies at
///
///     column ^ (column / Divisor & Mask) * UnitElements, or
///     column ^ (row / Divisor & Mask) * UnitElements
///
/// of its row. An array of one dimension is one row. The divisor is a power of
/// two, and the mask is one less than one.
struct Swizzle {
  bool IsByRow = false;
  int64_t Divisor = 1;
  int64_t Mask = 0;
  int64_t UnitElements = 1;

  /// Elements change places within aligned blocks of so many.
  int64_t blockElements() const;
  /// Every element keeps a place of its own.
  bool isValid() const;
};

/// Strides of a library's tensor, in elements. The first mode's elements lie
/// side by side now, and the second's `Apart`; a third one, of stages, is
/// further out. `(128,8):(8,1)` with the modes in this order is
/// {8, 128, 1, 8, 1, 0}.
struct TensorStrides {
  int64_t FirstExtent = 0, SecondExtent = 0, StageCount = 1;
  int64_t ApartNow = 0;  ///< of the second mode
  int64_t StagesNow = 0; ///< of the third; 0 where there is none
  int64_t ElementBytes = 0;
  int64_t First = 1, Second = 0; ///< in the layout that is tried

  /// From the first element of one stage to that of the next: whole rows.
  int64_t stage() const {
    return std::max(FirstExtent * First, SecondExtent * Second);
  }
  int64_t sizeBytes() const { return StageCount * stage() * ElementBytes; }
};

/// A layout to try.
struct Layout {
  /// By how many elements each dimension is longer; empty for none.
  llvm::SmallVector<int64_t, 3> ExtraElements;
  /// By how many units of elements each row that indices make is longer.
  int64_t Units = 0, UnitElements = 1;
  std::optional<Swizzle> Swizzled;
  std::optional<TensorStrides> Restrided;
  /// The swizzle that the accesses have now, which this one takes the place of.
  std::optional<Swizzle> Undone;
  /// Only what a library accesses through its layouts moves: subscripts of the
  /// source say themselves where they lead.
  bool IsOfLibrary = false;
  /// By how much each element is shorter; below 0, longer.
  int64_t DroppedBytes = 0;

  /// Of the whole array.
  int64_t sizeBytes(const ArrayInKernel &A) const;
  /// Of a row, in bytes, of the dimension that is longer.
  int64_t rowBytes(const ArrayInKernel &A) const;
  /// Of an innermost row that is declared; of the whole array without rows.
  int64_t rowElements(const ArrayInKernel &A) const {
    return A.rowElements() + (ExtraElements.empty() ? 0 : ExtraElements.back());
  }
};

/// The strides of an array in a layout, and its size, in bytes.
struct StridesAndSize {
  llvm::SmallVector<int64_t, 3> StrideBytes;
  int64_t SizeBytes = 0;
};
StridesAndSize stridesIn(const Layout &L, const SharedArray &Array);

/// The accesses to one array, with the group of warps that makes them.
void forEachRecord(const std::vector<ArrayInKernel> &Uses,
                   llvm::function_ref<void(const ArrayInKernel &, const Trace &,
                                           const AccessRecord &)>
                       F);

} // namespace banklint

#endif // BANKLINT_LAYOUT_LAYOUT_H
