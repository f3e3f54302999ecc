//===- Memory.h - Objects, pointers and accesses of a kernel ----*- C++ -*-===//
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

#ifndef BANKLINT_TRACE_MEMORY_H
#define BANKLINT_TRACE_MEMORY_H

#include "Bank/BankModel.h"
#include "Source/AccessKey.h"
#include "Warp/Decision.h"
#include "Warp/Value.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <memory_resource>
#include <vector>

namespace banklint {

struct Object;

/// An address in all lanes: a place in one object. In a shared array with
/// dimensions the place is kept by subscript, so that another layout can be
/// tried: address = sum of Index[d] * stride of dimension d, plus WithinBytes.
struct Pointer {
  Object *Base = nullptr;
  llvm::ArrayRef<Value> Index;
  Value WithinBytes;
  /// The compiler cannot see that it points to shared memory.
  bool IsGeneric = false;
  /// What it points at, where that is not a whole number of bytes.
  const clang::FieldDecl *BitField = nullptr;
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

  bool operator==(const Scalar &Other) const {
    return Number == Other.Number && Address == Other.Address &&
           Function == Other.Function;
  }
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
  bool empty() const { return Entries.empty(); }
  void clear() { Entries.clear(); }
  iterator lower_bound(int64_t OffsetBytes) {
    return llvm::lower_bound(
        Entries, OffsetBytes,
        [](const Entry &E, int64_t O) { return E.first < O; });
  }
  iterator find(int64_t OffsetBytes) {
    iterator Found = lower_bound(OffsetBytes);
    return Found != end() && Found->first == OffsetBytes ? Found : end();
  }
  Scalar &operator[](int64_t OffsetBytes) {
    iterator Found = lower_bound(OffsetBytes);
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
  const clang::VarDecl *Declaration = nullptr;

  /// Local: what is stored, by offset in bytes. What is missing has not been
  /// written; then it is what `Initial` says.
  CellMap Cells;
  enum { Undefined, UniformUnknown, Zero } Initial = Undefined;
  /// Local: what is written here is written to one of these.
  llvm::ArrayRef<Object *> StandsFor;

  /// Shared: where it begins, in bytes from the start of the block's shared
  /// memory, and its dimensions, outermost first.
  int64_t PlacementBytes = 0;
  /// Shared: the alignment that its declaration promises.
  int64_t DeclaredAlignment = 1;
  llvm::ArrayRef<int64_t> Extents;
  llvm::ArrayRef<int64_t> StrideBytes;
  int64_t SizeBytes = 0;
  /// The array itself is seen by code that is not understood.
  bool Escapes = false;
  /// Its addresses are mixed in a way that compilers do not see through: what
  /// the source accesses apart stays apart.
  bool IsSwizzled = false;

  /// Lost: why.
  llvm::StringRef Reason;

  Pointer Begin = {this, {}, Value(0), false}; ///< to it
};

/// One request, for every warp of the group that was walked.
struct AccessRecord {
  const clang::Expr *Site = nullptr;
  const clang::FunctionDecl *Function = nullptr; ///< in which the site stands
  /// The calls through which profilers show it as well, innermost first: their
  /// line tables give the first line of an inlined function to its call.
  llvm::ArrayRef<const clang::Expr *> Calls;
  /// Where some copies of it may be shown: at the call of the function around
  /// it, where that begins with another line; of a load for a parameter, at the
  /// first use of that, since the compiler may load again; of one that is the
  /// same in every round of a loop, at the condition of that.
  const clang::Expr *LaterView = nullptr;
  /// Where the compilers' line tables put it, if that is not at the site: of
  /// inline assembly whose operands stand on several lines.
  clang::SourceRange Shown;
  AccessOperation Operation = AccessOperation::Load;
  RequestKind Kind = RequestKind::Load;
  unsigned BytesPerLane = 4;
  /// What the compiler splits a wider access into: 4 for float and float4.
  unsigned ElementBytes = 4;
  unsigned Matrices = 0;
  const Pointer *Where = nullptr; ///< null where it is not known
  LaneMask Active = 0;
  Certainty How = Certainty::Exact;
  /// Which of the active lanes run, by the values of symbols that a loop goes
  /// through; null where that does not depend on them.
  const Value *When = nullptr;
  /// The condition that makes it less than exact.
  clang::SourceLocation Guard;
  /// Executed an unknown number of times.
  bool IsRepeated = false;
  bool IsVolatile = false;
  /// Why it may be without the conflict that it seems to have; empty where
  /// nothing speaks for that.
  llvm::StringRef Doubt;
  /// Narrow integers are widened as they are loaded, and do not merge.
  bool IsWidened = false;
  /// Accesses of one block run one after the other, without a branch, a loop
  /// that stays or a call between them.
  unsigned Block = 0;
  /// Which side of a branch this is on; 0 outside of all branches.
  unsigned Path = 0;
  /// The ways that it lies on, the outermost first: what they did is done.
  llvm::ArrayRef<unsigned> OuterPaths;
  /// The straight-line piece of the innermost loop that stays a loop; 0 outside
  /// of all such loops. An index into the walk's `LoopPiece`s.
  unsigned Piece = 0;
  /// Counts barriers, fences and calls that are not seen through.
  unsigned Fence = 0;
  /// Counts what else the compiler moves no access over before there is machine
  /// code: shuffles, votes and assembly.
  unsigned Exchange = 0;
  /// Counts what takes a branch in machine code, and what joins there nothing
  /// moves over: divisions, say.
  unsigned Detour = 0;
  /// Why the address is not known; empty where it is.
  llvm::StringRef Reason;

  // Of requests, which are what the compiler makes of the records.

  /// The request is counted where it stands in the machine code, at another
  /// access of the source.
  bool IsPartOf = false;
  /// The compiler may have merged or split it otherwise.
  bool IsUncertain = false;
  /// It stands for the rounds that are left over behind an unrolled loop, if
  /// there are any.
  bool IsLeftOver = false;
  /// This access's part of the request; all parts add up to one.
  double Share = 1;

  clang::SourceRange range() const {
    return Shown.isValid() ? Shown : Site->getSourceRange();
  }
};

/// The sides of each branch that is walked are numbered from 1 on: the first,
/// which is odd, and right behind it the other.
inline bool isOtherSide(unsigned Path) { return Path && Path % 2 == 0; }
inline bool areSidesOfOne(unsigned A, unsigned B) {
  return A != B && A && B && (A - 1) / 2 == (B - 1) / 2;
}

/// Integer expressions, and what a unit adds to their value.
using StrideChange = llvm::DenseMap<const clang::Expr *, int64_t>;

/// A piece of straight-line code in a loop that stays a loop: one round, or as
/// many as the compiler unrolled together.
struct LoopPiece {
  const clang::Stmt *Loop = nullptr; ///< null outside of all loops
  unsigned Run = 0; ///< tells the times apart that the loop is come to
  /// It does not count in steps of a constant.
  bool IsOpen = false;
  /// The rounds that make up the piece; 0 once it belongs to another. Only one
  /// was walked, as a function of the number of rounds before it, where
  /// `Counter` is set.
  unsigned Rounds = 1;
  const Atom *Counter = nullptr;
  /// The way on which a round begins, where `Counter` is set.
  unsigned Path = 0;
  /// The shared arrays that a pointer walks through, round by round.
  llvm::SmallVector<const clang::VarDecl *, 1> Walked;
  /// There is an operation in a round that takes a branch in machine code.
  bool HasDetour = false;
  /// Nobody knows how many rounds are left over for a loop without unrolling.
  bool HasRest = false;
};

} // namespace banklint

#endif // BANKLINT_TRACE_MEMORY_H
