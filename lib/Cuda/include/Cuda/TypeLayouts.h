//===- TypeLayouts.h - Sizes, offsets and integer types ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_TYPELAYOUTS_H
#define BANKLINT_CUDA_TYPELAYOUTS_H

#include "Values/Value.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace banklint {

/// The number that adjacent bit-fields share, see BitFields.cpp.
inline constexpr IntType BitFieldUnit = {64, false};

/// A constant of Clang's, in the 64 bits that values have: of larger numbers
/// the lowest, as they are in a conversion.
inline Value numberOf(const llvm::APSInt &Constant) {
  return int64_t(Constant.extOrTrunc(64).getRawData()[0]);
}

/// What Clang knows of the layout of types; each answer is worked out once.
/// Types that Clang could not lay out, because it rejected them, have answers,
/// too, so that a walk can go on.
class TypeLayouts {
public:
  explicit TypeLayouts(const clang::ASTContext &Context) : Context(Context) {}

  /// Whether objects of this type hold several scalars, each in its place.
  static bool isInParts(clang::QualType Type) {
    return Type->isRecordType() || Type->isArrayType() ||
           Type->isVectorType() || Type->isAnyComplexType();
  }
  /// Of a vector or a complex number: the type of its elements, and how many
  /// there are; none for other types.
  static std::pair<clang::QualType, unsigned> elementsOf(clang::QualType Type);
  /// In bytes; 1 for what has no size.
  int64_t sizeOf(clang::QualType Type) const { return factsOf(Type).SizeBytes; }
  int64_t alignmentOf(clang::QualType Type) const;
  bool isSized(clang::QualType Type) const;
  bool hasLayout(const clang::RecordDecl *Class) const;
  /// From the beginning of the class; 0 where it has no layout.
  uint64_t firstBitOf(const clang::FieldDecl *Field) const;
  /// Whether a bit-field is a number of 8, 16, 32 or 64 bits that lies as such
  /// numbers do: its store needs no bits around it.
  bool isWholeNumber(const clang::FieldDecl *BitField) const;
  /// Whether a bit-field fills bytes, alone or with those beside it.
  bool mayFillBytes(const clang::FieldDecl *BitField) const;
  /// The first byte of the number that holds a bit-field.
  int64_t unitOf(const clang::FieldDecl *BitField) const;
  /// Of a direct base that is not virtual, in bytes from the beginning of the
  /// class; 0 where it has no layout.
  int64_t offsetOf(const clang::CXXRecordDecl *Class,
                   clang::QualType Base) const;
  /// Where objects of the class hold pointers to tables of virtual functions,
  /// in bytes from their beginning, in order; for a class that adds a virtual
  /// function to a base that has some: 0.
  std::vector<int64_t> tablePointersOf(const clang::CXXRecordDecl &Class) const;
  /// Whether objects of the class begin with their only base of another one, or
  /// are of that.
  bool standsFirst(const clang::CXXRecordDecl *Base,
                   const clang::CXXRecordDecl *Class) const;
  /// That of a pointer is unsigned, of 64 bits.
  IntType intType(clang::QualType Type) const { return factsOf(Type).Integer; }
  bool isInteger(clang::QualType Type) const { return factsOf(Type).IsInteger; }

  /// A scalar of an object, or a member of some bits.
  struct Part {
    int64_t OffsetBytes;
    clang::QualType Type;
    const clang::FieldDecl *BitField = nullptr;
  };
  /// The scalars that an object of the type is made of, bases and elements
  /// included, all views of a union. Null where they are more than `Most`.
  std::optional<std::vector<Part>> partsOf(clang::QualType Type,
                                           size_t Most) const;
  /// The type of the scalar that begins at an offset in an object of the type;
  /// a number of 64 bits where members overlap, or where none begins there.
  clang::QualType scalarAt(clang::QualType Type, int64_t OffsetBytes) const;

private:
  bool addParts(clang::QualType Type, int64_t OffsetBytes, size_t Most,
                std::vector<Part> &Parts) const;

  struct Facts {
    bool IsInteger = false;
    IntType Integer = {64, false};
    int64_t SizeBytes = 1;
  };
  const Facts &factsOf(clang::QualType Type) const {
    const void *Key = Type.getAsOpaquePtr();
    const Recent &R = Recents[(uintptr_t(Key) >> 4) % Recents.size()];
    return R.Type == Key && Key ? R.Of : lookUp(Type);
  }
  const Facts &lookUp(clang::QualType Type) const;

  const clang::ASTContext &Context;
  mutable llvm::DenseMap<const clang::RecordDecl *, bool> HasLayout;
  mutable llvm::DenseMap<void *, Facts> Known;
  /// Every number that a walk computes asks for its type: the last that was
  /// asked for of each place is at hand.
  struct Recent {
    const void *Type = nullptr;
    Facts Of;
  };
  mutable std::array<Recent, 64> Recents = {};
};

} // namespace banklint

#endif // BANKLINT_CUDA_TYPELAYOUTS_H
