//===- SampledWalk.h - Whether two sources do the same ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fix gives the elements of an array other places. The edited source does the
// same as before if its walk makes the same accesses, one by one, and there is
// a map of places, one to one, by which each of them goes where it went:
//
//   before   store s[32 * t + k], load s[32 * k + t]   rows of 32
//   after    store s[33 * t + k], load s[33 * k + t]   rows of 33: 32 -> 33
//   wrong    store s[33 * t + k], load s[32 * k + t]   32 -> 33 and 32 -> 32
//
// No layout has to be known for that. Conditions, places in other memory and
// numbers that are stored have to be the same, in any order. Where they are not
// known, numbers are put in for what they are made of (Values/Sampling.h):
// walks that differ are equal by accident only.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TRACE_SAMPLEDWALK_H
#define BANKLINT_TRACE_SAMPLEDWALK_H

#include "Trace/Trace.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <vector>

namespace banklint {

/// What the warps of a kernel do in one block, as numbers.
class SampledWalk {
public:
  /// Adds the walk of a group of warps, as it was recorded. `Room` is how many
  /// addresses may still be kept; the others are not compared.
  void add(const Trace &Group, size_t &Room);

  /// What the walk of an edited source does otherwise.
  enum class Difference {
    None,
    Actions, ///< other accesses, or numbers that count
    Places,  ///< one place has become two, or two have become one
  };
  struct Comparison {
    Difference Found = Difference::None;
    /// Where: of the walk before the edit. None where it goes on further.
    SiteId At = NoSite;
  };
  Comparison compareWith(const SampledWalk &Edited) const;

  /// Some access goes beyond the array that it names, or beyond a row of it: no
  /// such block is meant.
  bool leavesArray() const { return LeavesArray; }

private:
  struct Action {
    uint64_t What = 0; ///< a hash of all but the places
    SiteId At = NoSite;
    unsigned Bytes = 0; ///< at each of its places
    size_t FirstPlace = 0;
    unsigned Places = 0;
  };
  /// What one warp does, with one set of numbers.
  struct Part {
    size_t Begin = 0, End = 0; ///< of its actions
    /// It goes on, and nobody knows with what: a limit of steps was reached,
    /// which the walk of another text meets elsewhere.
    bool IsCut = false;
  };
  class Reader;

  std::vector<Part> Parts;
  std::vector<Action> Actions;
  /// Hashes of the numbers that count, each once: an index may be written
  /// twice.
  llvm::DenseMap<uint64_t, SiteId> Numbers;
  std::vector<int64_t> Places; ///< in bytes from where shared memory begins
  bool IsWhole = true;         ///< no part is cut
  bool LeavesArray = false;
};

} // namespace banklint

#endif // BANKLINT_TRACE_SAMPLEDWALK_H
