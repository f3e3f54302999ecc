//===- CostSums.h - What requests cost, added up by access ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LAYOUT_COSTSUMS_H
#define BANKLINT_LAYOUT_COSTSUMS_H

#include "Cost/Requests.h"
#include "Layout/Replay.h"
#include "Nvcc/Passes/Requests.h"

namespace banklint {

/// Adds up what the requests of one layout cost. Accesses are numbered once for
/// all layouts: their keys hold names of files, which take long to compare.
class CostSums {
public:
  void clear() {
    OfAll.assign(Keys.size(), {});
    OfUse.clear();
    Total = {};
  }
  /// `Requests` like `Request`, which the use of this number makes.
  void add(size_t Use, const SiteTable &Sites, const MachineRequest &Request,
           const CostEstimate &Cost, double Requests);
  bool exceeds(const CostLimit &Limit) const {
    return Total.weight() > Limit.Weight ||
           Total.Wavefronts - Total.Ideal > Limit.Excess;
  }
  LayoutCost take() const;

private:
  struct Sum {
    SiteCost Cost;
    bool HasRequest = false;
    double WorstWays = 0; ///< of `Worst`
    std::optional<Request> Worst;
  };
  size_t numberOf(const SiteTable &Sites, const AccessRecord &Access);
  static void addTo(std::vector<Sum> &Sums, size_t Number,
                    const CostEstimate &Cost, double Requests);

  std::vector<AccessKey> Keys; ///< by number
  std::map<AccessKey, size_t> NumberOfKey;
  llvm::DenseMap<std::pair<SiteId, unsigned>, size_t> NumberOfSite;
  std::vector<Sum> OfAll; ///< by number
  std::vector<std::vector<Sum>> OfUse;
  SiteCost Total;
};

} // namespace banklint

#endif // BANKLINT_LAYOUT_COSTSUMS_H
