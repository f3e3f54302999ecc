//===- Copies.h - How objects are copied ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SROA and the lowering of memcpy: an object that is copied moves in parts,
// each a scalar or some bytes. What the parts are decides with which neighbours
// they merge.
//
//   float4          four words                {double; int}     two parts
//   short4          eight bytes in one        {int; short[3]}   nobody knows
//
// Where members may move by themselves that these rules take for parts of wider
// units, the accesses are inexact by copies; narrow integers that are widened
// as they are loaded merge with nothing (narrow-int). Evidence:
// lit/merging/broken-units.cu and small-members.cu (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_COPIES_H
#define BANKLINT_NVCC_SOURCE_COPIES_H

#include "Cuda/TypeLayouts.h"
#include "Trace/AccessRecord.h"
#include "clang/AST/ASTContext.h"

namespace banklint {

/// What eight bytes of an object hold.
enum class Eight {
  Words,  ///< two of them
  Number, ///< one of 64 bits
  Mixed,  ///< narrow members, or a gap
};

/// Of each eight bytes of an object; none where they are no unit of its type,
/// or members overlap.
std::optional<llvm::SmallVector<Eight, 8>> eightsOf(clang::QualType Type,
                                                    const TypeLayouts &Types);
unsigned elementBytesIn(Eight Bytes);

/// A load or store of a whole value, which moves in parts of `UnitBytes`.
class ObjectCopy {
public:
  ObjectCopy(clang::QualType Type, int64_t UnitBytes, const TypeLayouts &Types,
             const clang::ASTContext &Context);

  /// Of the record of the part that begins at an offset: its elements, and what
  /// is inexact of it. `IsPacked`: the type promises more than is known of the
  /// place, which is a number.
  void describe(AccessRecord &Part, int64_t OffsetBytes, bool IsPacked) const;

private:
  bool IsWidened = false; // which working out the elements sets
  unsigned UnitBytes, ElementBytes;
  std::optional<llvm::SmallVector<Eight, 8>> Eights;
  size_t BehindNumber;
  bool IsBroken;
};

/// How many of the first scalars fill an aligned block without a gap, and are
/// all of one size; at least one.
size_t scalarsInBlock(llvm::ArrayRef<TypeLayouts::Part> Scalars,
                      int64_t ScalarBytes, int64_t MostBytes,
                      const TypeLayouts &Types);

/// A load at an expression: of the four words of a `float4` in a union, nvcc
/// was seen to load one once more.
void markWithinUnion(const clang::Expr *Site, clang::QualType Type,
                     llvm::MutableArrayRef<AccessRecord> Records,
                     const TypeLayouts &Types,
                     const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_COPIES_H
