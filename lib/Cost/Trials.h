//===- Trials.h - A cost for each number of its unknowns ---------*- C++ -*===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_COST_TRIALS_H
#define BANKLINT_COST_TRIALS_H

#include "CopySources.h"
#include "Cost/Requests.h"
#include "Values/Evaluation.h"
#include "Values/Limits.h"
#include <optional>

namespace banklint {

/// The mean cost over the warps and over what is visited in turn.
struct Case {
  double Wavefronts = 0, Ideal = 0, InAnyLayout = 0;
  double Worst = 1, WorstOfLayout = 1;
  double Fewest = 0, Most = 0;
  unsigned Count = 0;

  bool IsExact = true;

  void add(const RequestCost &Cost) {
    Fewest = Count ? std::min(Fewest, double(Cost.Wavefronts))
                   : double(Cost.Wavefronts);
    Most = std::max(Most, double(Cost.Wavefronts));
    Wavefronts += Cost.Wavefronts;
    Ideal += Cost.Ideal;
    InAnyLayout += Cost.InAnyLayout;
    Worst = std::max(Worst, Cost.ways());
    WorstOfLayout = std::max(WorstOfLayout, Cost.waysOfLayout());
    IsExact &= Cost.IsExact;
    ++Count;
  }
};

/// Some symbols of an address, and the numbers that each is tried with.
struct TriedSymbols {
  llvm::SmallVector<const Variable *, 4> Which;
  llvm::SmallVector<llvm::SmallVector<int64_t, 48>, 4> Numbers;

  unsigned cases() const {
    uint64_t Cases = 1;
    for (const auto &Each : Numbers) // more are not told apart
      Cases = std::min<uint64_t>(Cases * Each.size(), limits::CostTrials + 1);
    return unsigned(Cases);
  }
  bool assign(unsigned Case, Assignment &To) const;
  void keepTelling(unsigned Most);
};

/// What an address costs, for the numbers that its unknowns can be. Over those
/// that are visited in turn the mean is taken; over the others all cases have
/// to agree. The address is one of shared memory; of a copy, there is the one
/// in global memory beside it, if that is known.
class Trials {
public:
  Trials(Pool &P, const AccessRecord &Record, Value Address,
         std::optional<Value> Source, llvm::ArrayRef<Assignment> Warps);

  CostEstimate run();

private:
  void listSymbols();
  void list(const Variable &Symbol, bool IsOfAddress);
  uint64_t count() const {
    return uint64_t(Visited.cases()) * Unvisited.cases();
  }
  void limit();
  void groupWarps();
  void tryCase(unsigned Which);
  std::optional<Request> requestFor(const Assignment &Numbers);
  CostEstimate sumUp() const;
  void judge(CostEstimate &Result, const Case &Most) const;
  bool isMeasured() const;
  void boundLayouts(CostEstimate &Result) const;
  Reason reasonOf(unsigned Which) const;
  Reason limitReached() const;

  Pool &P;
  const AccessRecord &Record;
  Value Address;
  std::optional<Value> Source;
  llvm::ArrayRef<Assignment> Warps;
  /// The first warp that does the same, for each of these.
  llvm::SmallVector<unsigned, 32> AlikeTo;
  const Value Offset; ///< in its array
  TriedSymbols Visited, Unvisited;
  bool IsComplete = true; ///< there are no other numbers
  bool HasFewer = false;  ///< one unknown stands for several
  /// The first that has more numbers than are listed, although they have an
  /// end.
  const Variable *HalfListed = nullptr;
  bool IsSample = false; ///< that serves for an example alone
  bool IsTooMuch = false;
  /// Which lanes run, where that is known; else null.
  const Value *Condition = nullptr;
  bool MayLeave = false; ///< its array, for some numbers
  std::optional<Evaluation> AddressOf, SourceOf, OffsetOf, Holds;
  AccessRecord Here; ///< with the lanes that run in one case
  SourcedCosts Costs;
  unsigned Made = 0; ///< requests

  llvm::SmallVector<Case, 8> Cases;
  llvm::SmallVector<unsigned, 8> CaseNumbers;
  bool IsSurelyFree = true, HasFree = false, AllSurelyConflict = true;
  /// It would be otherwise if the copy's source began within a line; and some
  /// request could be without a conflict then.
  bool DependsOnStart = false, HasFreeStart = false;
  Request Example; ///< of the worst case
  /// What that takes: first, above what it does in any layout.
  std::pair<double, double> WorstWays = {1, 1};
};

/// A cost that is not known, and why.
CostEstimate notKnown(const AccessRecord &Record, const Reason &Why);

} // namespace banklint

#endif // BANKLINT_COST_TRIALS_H
