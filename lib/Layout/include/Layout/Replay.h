//===- Replay.h - What an array's accesses cost in another layout -*- C++ -*-=//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The proof of every proposal: the records of all walks are laid out anew,
// merged anew, and counted anew.
//
// Rows come in two kinds. Those of `float s[32][32]` are declared: the records
// keep the subscripts, and the strides change. Those of `float s[1024]` are
// made by the indices: the kernel was walked with a symbol for the units by
// which its strides are longer (walkWithStrides), and a number is put in.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LAYOUT_REPLAY_H
#define BANKLINT_LAYOUT_REPLAY_H

#include "Cost/Requests.h"
#include "Layout/Layout.h"
#include "Source/AccessKey.h"
#include <limits>
#include <map>

namespace banklint {

/// What the accesses at one place of the source cost a block, with the warps
/// and block shapes added up.
struct SiteCost {
  double Wavefronts = 0, Ideal = 0, Requests = 0;
  double UnknownRequests = 0; ///< not part of the others
};

struct LayoutCost {
  std::map<AccessKey, SiteCost> Sites;
  /// The same for each kernel and block shape alone, by its number.
  std::map<std::pair<size_t, AccessKey>, SiteCost> SitesByUse;
  SiteCost Total;

  bool hasExcess() const { return Total.Wavefronts > Total.Ideal + 1e-9; }
};

/// What a layout may take to be of interest.
struct CostLimit {
  double Wavefronts = std::numeric_limits<double>::max();
  /// Beyond the ideal; what has to be known for that is the ideal of all.
  double Excess = std::numeric_limits<double>::max();
};

/// The accesses to one array, laid out in one way after the other.
class Replay {
public:
  /// `Uses` has to outlive this.
  explicit Replay(const std::vector<ArrayInKernel> &Uses);
  ~Replay();

  const std::vector<ArrayInKernel> &uses() const { return Uses; }
  /// What one layout costs, in steps of a walk.
  uint64_t steps() const;
  /// Counts all requests of all kernels to the array.
  LayoutCost costOf(const Layout &L);
  /// The same for a search: accesses merge as they did in a layout before whose
  /// rows are aligned alike. Nothing where it takes more than the limit.
  std::optional<LayoutCost> estimate(const Layout &L, const CostLimit &Limit);

private:
  class Group;
  class Sums;

  const std::vector<ArrayInKernel> &Uses;
  std::vector<std::unique_ptr<Group>> Groups;
  std::unique_ptr<Sums> Counted;
};

} // namespace banklint

#endif // BANKLINT_LAYOUT_REPLAY_H
