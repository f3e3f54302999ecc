//===- AccessReason.h - Why an access is judged as it is --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What keeps an access from being certain, and how its lanes meet, as data.
// Wording.h makes the sentences.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FINDING_ACCESSREASON_H
#define BANKLINT_FINDING_ACCESSREASON_H

#include "Values/Reason.h"
#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace banklint {

//===----------------------------------------------------------------------===//
// Why it is not certain
//===----------------------------------------------------------------------===//

struct SavedReasonValue;

/// A reason that holds its fields itself: it outlives the pool of a walk.
struct SavedReason {
  ReasonKind Kind = ReasonKind::None;
  unsigned Line = 0;
  std::string Name = {};
  int64_t Number = 0;
  std::vector<SavedReasonValue> Values = {};
  std::vector<SavedReason> Inner = {}; ///< one at most
};

struct SavedReasonValue {
  SavedReason Symbol;
  int64_t Number = 0;
};

SavedReason savedReason(const Reason &Why);
/// With its fields in `Storage`.
Reason restoredReason(const SavedReason &Saved,
                      llvm::BumpPtrAllocator &Storage);

/// There is nothing to give a reason for.
struct NoReason {};

/// Of the blocks that the kernel may run with, some conflict.
struct SomeBlocks {
  std::vector<std::array<unsigned, 3>> With, Without;
};

using AccessReason = std::variant<NoReason, SavedReason, SomeBlocks>;

inline bool operator<(const NoReason &, const NoReason &) { return false; }
inline bool operator<(const SavedReason &A, const SavedReason &B);
inline bool operator<(const SavedReasonValue &A, const SavedReasonValue &B) {
  return std::tie(A.Symbol, A.Number) < std::tie(B.Symbol, B.Number);
}
inline bool operator<(const SavedReason &A, const SavedReason &B) {
  return std::tie(A.Kind, A.Line, A.Name, A.Number, A.Values, A.Inner) <
         std::tie(B.Kind, B.Line, B.Name, B.Number, B.Values, B.Inner);
}
inline bool operator<(const SomeBlocks &A, const SomeBlocks &B) {
  return std::tie(A.With, A.Without) < std::tie(B.With, B.Without);
}

//===----------------------------------------------------------------------===//
// How lanes meet in a bank
//===----------------------------------------------------------------------===//

/// Adjacent lanes are all so far apart.
struct EqualSteps {
  int64_t Bytes = 0;
};

/// Two lanes ask for different words of one bank, so far apart.
struct TwoLanes {
  unsigned First = 0, Second = 0;
  int64_t Bytes = 0;
};

/// Lanes on one word take turns.
struct SameWord {};

/// The pieces of a copy past the cache lie otherwise in lines of shared memory
/// than in those of global memory.
struct OtherPlaces {};

/// Lanes of a copy read the same places of different lines of global memory.
struct SamePlaces {};

/// The pieces of a copy past the cache come from more lines of global memory
/// than they fill.
struct ManyLines {};

using LaneConflict = std::variant<EqualSteps, TwoLanes, SameWord, OtherPlaces,
                                  SamePlaces, ManyLines>;

} // namespace banklint

#endif // BANKLINT_FINDING_ACCESSREASON_H
