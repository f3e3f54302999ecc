//===- Replay.h - What an array's accesses cost in another layout -*- C++ -*-=//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The proof of every proposal: the records of all traces get the addresses of
// another layout, are merged again, and their requests are counted again.
//
// Rows come in two kinds. Those of `float s[32][32]` are declared: the records
// keep the subscripts, and the strides change. Those of `float s[1024]` are
// made by the indices: the kernel was walked with a symbol for the units by
// which its strides are longer (walkWithStrides), and a number replaces it.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LAYOUT_REPLAY_H
#define BANKLINT_LAYOUT_REPLAY_H

#include "Bank/BankModel.h"
#include "Layout/Layout.h"
#include "Source/AccessKey.h"
#include <limits>
#include <map>

namespace banklint {

/// What one access of the source costs a block, summed over the warps and block
/// shapes.
struct SiteCost {
  /// Ideal is what a copy takes in any layout, for its global side.
  double Wavefronts = 0, Ideal = 0, Requests = 0;
  double UnknownRequests = 0; ///< not part of the others

  /// In wavefronts, where a request more has to save two of them: it is an
  /// instruction.
  double weight() const { return Wavefronts + WavefrontsOfRequest * Requests; }
  static constexpr double WavefrontsOfRequest = 2;
};

struct LayoutCost {
  std::map<AccessKey, SiteCost> Sites;
  /// Of each access with a known cost, the request that takes the most
  /// wavefronts for its ideal, of its first warp.
  std::map<AccessKey, Request> Worst;
  /// The same for each kernel and block shape alone, by its index in the uses.
  std::map<std::pair<size_t, AccessKey>, SiteCost> SitesByUse;
  SiteCost Total;

  bool hasExcess() const { return Total.Wavefronts > Total.Ideal + 1e-9; }
};

/// The most that a layout may cost to be of interest.
struct CostLimit {
  double Weight = std::numeric_limits<double>::max();
  /// Wavefronts above the ideal. It is exceeded before all requests are
  /// counted, so that their ideal has to be the same in all layouts.
  double Excess = std::numeric_limits<double>::max();
};

class CostSums;

/// The accesses to one array, to try one layout after another.
class Replay {
public:
  /// `Uses` has to outlive this. All have one table of sites.
  explicit Replay(const std::vector<ArrayInKernel> &Uses);
  ~Replay();

  const std::vector<ArrayInKernel> &uses() const { return Uses; }
  /// Takes what layouts have taken since the last call, in steps of a walk, off
  /// a budget: that of what is tried until it is spent.
  void charge(uint64_t &StepBudget);
  /// Counts all requests of all kernels to the array.
  LayoutCost costOf(const Layout &L);
  /// The same for a search: accesses merge as they did in an earlier layout
  /// whose rows are aligned alike. Nothing where it costs more than the limit.
  std::optional<LayoutCost> estimate(const Layout &L, const CostLimit &Limit);

private:
  class Group;

  const std::vector<ArrayInKernel> &Uses;
  std::vector<std::unique_ptr<Group>> Groups;
  std::unique_ptr<CostSums> Sums;
  uint64_t Records = 0, Layouts = 0; ///< all of them, and those that were tried
  uint64_t Charged = 0;
};

} // namespace banklint

#endif // BANKLINT_LAYOUT_REPLAY_H
