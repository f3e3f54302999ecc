//===- Memory.h - Objects and pointers of a kernel --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the interpreter keeps of memory. Locals are held by value, scalar by
// scalar. Shared arrays have no contents: only where they are accessed counts.
// All other memory is foreign: what is loaded from it is not known.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_MEMORY_H
#define BANKLINT_WALK_MEMORY_H

#include "Trace/SharedArray.h"
#include "Values/Value.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <memory_resource>
#include <vector>

namespace banklint {

struct Object;

/// An address in all lanes: a place in one object.
struct Pointer : SharedAddress {
  Pointer(Object *Base, llvm::ArrayRef<Value> Index, Value WithinBytes,
          bool IsGeneric = false);

  Object *Base = nullptr;
  /// Nothing shows in machine code that it points to shared memory.
  bool IsGeneric = false;
  /// What it points at, where that is not a whole number of bytes.
  const clang::FieldDecl *BitField = nullptr;

  /// "local x + 4", or as an address in shared memory is printed.
  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

/// Whether both lead to one place, whatever they see there.
inline bool areSamePlace(const Pointer &A, const Pointer &B) {
  return A.Base == B.Base && A.Index == B.Index &&
         A.WithinBytes == B.WithinBytes;
}

/// What a variable of scalar type holds.
struct Scalar {
  Scalar() = default;
  Scalar(Value Number) : Number(Number) {}
  Scalar(const Pointer *Address) : Address(Address) {}

  Value Number;
  const Pointer *Address = nullptr; ///< set for pointers and references
  const clang::FunctionDecl *Function = nullptr;
  /// In a cell: how many bytes it takes, where that is known. No part of what
  /// the scalar is.
  uint8_t Bytes = 0;

  bool operator==(const Scalar &Other) const {
    return Number == Other.Number && Address == Other.Address &&
           Function == Other.Function;
  }

  /// What of the three it is: "4 * lane", "local x + 4", "function f".
  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

/// What an object holds, by offset in bytes. Most hold one scalar: a sorted
/// vector. Its memory may be an arena's.
class CellMap {
public:
  using Entry = std::pair<int64_t, Scalar>;
  using iterator = std::pmr::vector<Entry>::iterator;

  explicit CellMap(std::pmr::memory_resource *Memory) : Entries(Memory) {}

  iterator begin() { return Entries.begin(); }
  iterator end() { return Entries.end(); }
  auto begin() const { return Entries.begin(); }
  auto end() const { return Entries.end(); }
  bool empty() const { return Entries.empty(); }
  void clear() { Entries.clear(); }
  iterator lowerBound(int64_t OffsetBytes) {
    return llvm::lower_bound(
        Entries, OffsetBytes,
        [](const Entry &E, int64_t O) { return E.first < O; });
  }
  iterator find(int64_t OffsetBytes) {
    iterator Found = lowerBound(OffsetBytes);
    return Found != end() && Found->first == OffsetBytes ? Found : end();
  }
  Scalar &operator[](int64_t OffsetBytes) {
    iterator Found = lowerBound(OffsetBytes);
    if (Found == end() || Found->first != OffsetBytes)
      Found = Entries.emplace(Found, OffsetBytes, Scalar());
    return Found->second;
  }
  void emplace(int64_t OffsetBytes, const Scalar &V) {
    (*this)[OffsetBytes] = V;
  }
  void erase(iterator Where) { Entries.erase(Where); }
  void erase(int64_t OffsetBytes) {
    if (iterator Found = find(OffsetBytes); Found != end())
      Entries.erase(Found);
  }

private:
  std::pmr::vector<Entry> Entries;
};

/// A variable or a stretch of memory. A walk makes one for every variable of
/// every call: an object owns nothing but its cells, so that where these are an
/// arena's it need not be destroyed.
struct Object {
  explicit Object(
      std::pmr::memory_resource *Memory = std::pmr::get_default_resource())
      : Cells(Memory) {}
  Object(const Object &) = delete;
  Object &operator=(const Object &) = delete;

  enum ObjectKind {
    Local,   ///< held by value, in `Cells`
    Shared,  ///< shared memory: accesses are recorded
    Foreign, ///< global or constant memory, never shared
    Lost,    ///< it is not known what is pointed to: it may be shared
  } Kind = Local;
  llvm::StringRef Name;
  clang::QualType Type;

  /// Local: what is stored, by offset in bytes. What is missing has not been
  /// written; then it is what `Initial` says.
  CellMap Cells;
  enum InitialState { Undefined, UniformUnknown, Zero } Initial = Undefined;
  /// Local: the lanes that declared it. What it is in others nobody sees.
  LaneMask Lanes = AllLanes;
  /// Local: a variable that no code can come to any more. What it held matters
  /// no longer where paths meet.
  bool HasEnded = false;
  /// Local: what is written here is written to one of these.
  llvm::ArrayRef<Object *> StandsFor;

  /// Shared: the array that it is; null for other objects.
  SharedArray *Array = nullptr;

  /// Lost: why. Local: why it is not known what has not been written; none
  /// where nothing was.
  Reason Why;

  Pointer Begin = {this, {}, Value(0)}; ///< to it

  /// "local x { 0: 4 * lane, 4: 1, else undefined }".
  void print(llvm::raw_ostream &OS) const;
  void dump() const;
};

inline Pointer::Pointer(Object *Base, llvm::ArrayRef<Value> Index,
                        Value WithinBytes, bool IsGeneric)
    : SharedAddress{Base->Array, Index, WithinBytes}, Base(Base),
      IsGeneric(IsGeneric) {}

/// How expressions are written otherwise where rows are longer.
struct IndexChange {
  /// Integer expressions, and what a unit adds to their value; of a shift to
  /// the left by a constant, to the number that it multiplies by.
  llvm::DenseMap<const clang::Expr *, int64_t> Units;
  /// Loads of variables, and the initializer that is written in their place.
  llvm::DenseMap<const clang::Expr *, const clang::Expr *> Values;
  /// `a | b` that becomes a sum.
  llvm::DenseSet<const clang::Expr *> Sums;
  /// An index that runs through all rows, `i`, which becomes `i + i / row *
  /// units`: so many elements are a row, and such a unit. Where terms of it are
  /// named, they alone say which row it is: `t + j + t / row * units`. Whole
  /// terms are numbers of rows each by itself.
  struct FlatIndex {
    int64_t RowElements = 0, UnitElements = 0;
    llvm::SmallVector<const clang::Expr *, 2> RowTerms = {}, WholeTerms = {};
  };
  llvm::DenseMap<const clang::Expr *, FlatIndex> Flat;
  /// Indices that are so many times the number of units, whatever the source
  /// counts there: an address without them is where they count from.
  llvm::DenseMap<const clang::Expr *, int64_t> Counted;

  bool isEmpty() const {
    return Units.empty() && Values.empty() && Sums.empty() && Flat.empty() &&
           Counted.empty();
  }
};

/// A member of a class whose rows are longer: what lies behind it in an object
/// moves, and objects behind that one do, too.
struct MemberChange {
  const clang::FieldDecl *Member = nullptr; ///< null for no change
  int64_t Rows = 1;
  int64_t UnitBytes = 0; ///< that a unit adds to each row
  /// Subscripts that lead over rows of it, and over how many each.
  llvm::DenseMap<const clang::Expr *, int64_t> RowsOf;

  /// What a unit adds to an object of the type, in bytes.
  int64_t growthOf(clang::QualType Type) const;
  /// What it adds to what lies before another member of a class.
  int64_t growthBefore(const clang::FieldDecl *Other) const;

private:
  int64_t growthOf(clang::RecordDecl::field_range Members,
                   const clang::FieldDecl *End) const;
};

struct StrideChange {
  IndexChange InPlace;
  /// In initializers, where they are written in the place of a variable. What
  /// the variable is initialized with stays.
  IndexChange InValues;
  MemberChange OfMember;

  bool isEmpty() const {
    return InPlace.isEmpty() && InValues.isEmpty() && !OfMember.Member;
  }
};

} // namespace banklint

#endif // BANKLINT_WALK_MEMORY_H
