//===- CopySources.h - The global side of asynchronous copies ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a copy takes depends on where its lanes read global memory, too: on the
// place of each piece in its line of 128 bytes, and on which pieces share a
// line. Whole lines that all lanes move by do not matter.
//
// Where an array of global memory begins nobody says. It is taken to begin with
// a line, as all that CUDA allocates does; what would be otherwise if it did
// not is not exact, and no certain conflict.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_COST_COPYSOURCES_H
#define BANKLINT_COST_COPYSOURCES_H

#include "Trace/AccessRecord.h"
#include "Values/Value.h"
#include <array>
#include <map>
#include <tuple>

namespace banklint {

/// V without what moves all lanes by the same multiples of `UnitBytes`.
Value withoutCommonUnits(Pool &P, const Value &V, int64_t UnitBytes);

/// Where the lanes of a copy read, as far as it matters; nothing where that is
/// not known in terms of what all lanes share, or the record is of no copy.
std::optional<Value> sourceOf(Pool &P, const AccessRecord &Record);

/// The numbers that an unknown of a source is tried with: those that place
/// pieces otherwise in their lines, in rows that overlap and in rows that do
/// not. Nothing where the unknown has few numbers itself.
llvm::SmallVector<int64_t, 48> sourceNumbers(const Variable &Symbol,
                                             const Value &Source,
                                             const AccessRecord &Record);

/// Puts the numbers of a source into a request. False where the hardware would
/// trap: these numbers do not come up.
bool setSource(const LaneNumbers &Source, Request &R);

/// What a request costs, and what it would if the copy's source did not begin
/// with a line.
struct SourcedCost {
  RequestCost Cost;
  unsigned FewestWavefronts = 0; ///< wherever the source begins
  bool DependsOnStart = false;
};
SourcedCost costWithSource(const Request &R);

/// The same, worked out once for all requests that differ only in where the
/// lines lie that their lanes have: most of those that an unknown pitch of rows
/// makes. Of one kind of request.
class SourcedCosts {
public:
  SourcedCost of(const Request &R);

private:
  /// Of each lane the line, by its rank, and the piece in it.
  using Places = std::array<uint16_t, LaneCount>;
  static Places placesOf(const LaneBytes &Bytes, uint32_t Lanes);

  std::map<std::tuple<Places, Places, uint32_t, uint32_t>, SourcedCost> Known;
};

} // namespace banklint

#endif // BANKLINT_COST_COPYSOURCES_H
