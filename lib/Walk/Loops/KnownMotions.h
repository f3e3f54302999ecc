//===- KnownMotions.h - What moves in loops that are met again --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which variables an iteration of an unknown loop moves, and by how much, as an
// earlier walk of it has found: by trial, and in several walks of the loop. A
// walk that comes to the loop from the same calls, for the same warps, be it
// one for another fix or of the loop around, takes that for true, and proves it
// in one walk or does without. Host code is walked so, too. What moves by steps
// or is loaded anew is taken for true for other warps as well.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_LOOPS_KNOWNMOTIONS_H
#define BANKLINT_WALK_LOOPS_KNOWNMOTIONS_H

#include "Values/Reason.h"
#include "Walk/Memory.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace banklint {

class KnownMotions {
public:
  /// The loop, the calls that run, and the warps that are walked.
  using Key = std::vector<uintptr_t>;
  /// A variable of a call that runs: 0 is the outermost.
  struct Place {
    unsigned Depth = 0;
    const clang::VarDecl *Variable = nullptr;
  };
  /// As much of what a cell holds as decides on how it is taken to move.
  struct Beginning {
    enum : uint8_t { Number, Lanes, Uniform, Varying, Address } Kind;
    int64_t Worth = 0; ///< of a number; of an address, how many dimensions
    /// Of an address, what it leads to.
    Object::ObjectKind Base = Object::Local;

    static Beginning of(const Scalar &V);
    bool operator==(const Beginning &Other) const {
      return Kind == Other.Kind && Worth == Other.Worth && Base == Other.Base;
    }
  };
  /// A scalar that the launch decides: of a parameter of the kernel, or where
  /// that is null of `blockDim` or `gridDim`.
  struct Given {
    const clang::ParmVarDecl *Parameter = nullptr;
    llvm::StringRef Builtin;
    int64_t OffsetBytes = 0;
  };
  /// 8 + 4 * n * gridDim.x
  struct Amount {
    int64_t Number = 0;
    std::vector<std::pair<int64_t, llvm::SmallVector<Given, 2>>> Products;
  };
  /// How a cell moves.
  struct Motion {
    Place At;
    int64_t OffsetBytes = 0;
    Beginning From;
    enum : uint8_t {
      Step,    ///< by the same in each iteration
      Cycle,   ///< through a few numbers
      Uniform, ///< otherwise, alike in all lanes
      Varying, ///< otherwise, for the reason
      Foreign, ///< through global memory
      Lost     ///< to where it is not known
    } How = Step;
    /// Of an address: in each dimension, and in bytes.
    llvm::SmallVector<Amount, 1> By;
    llvm::SmallVector<int64_t, 2> Numbers; ///< of a cycle
    bool IsCount = false;                  ///< it is never negative
    Reason Why;
  };
  /// What one walk found.
  struct Entry {
    std::vector<Motion> Motions;
    std::vector<Place> Widened; ///< objects that change as a whole
    uint64_t Steps = 0;         ///< spent on finding it
    bool IsRefuted = false;     ///< it did not hold in another walk
  };

  llvm::MutableArrayRef<Entry> of(const Key &Loop) {
    const auto Found = Known.find(Loop);
    return Found == Known.end() ? llvm::MutableArrayRef<Entry>()
                                : llvm::MutableArrayRef<Entry>(Found->second);
  }
  void add(const Key &Loop, Entry New);
  /// Of the loop as other warps have come to it, in the same calls: `Loop`
  /// begins with `WalkSize` numbers that tell the warps.
  llvm::MutableArrayRef<Entry> ofOthers(const Key &Loop, size_t WalkSize);
  void addForOthers(const Key &Loop, size_t WalkSize, const Entry &New);
  /// A reason that outlives the walk that gave it.
  Reason keep(const Reason &Why) { return Why.copy(Storage); }

  /// How often one held in another walk, and how often it did not.
  unsigned Proved = 0, Refuted = 0;

private:
  std::map<Key, std::vector<Entry>> Known, KnownOfOthers;
  llvm::BumpPtrAllocator Storage; ///< of reasons
};

} // namespace banklint

#endif // BANKLINT_WALK_LOOPS_KNOWNMOTIONS_H
