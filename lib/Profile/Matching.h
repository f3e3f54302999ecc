//===- Matching.h - Which prediction is of which launch ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PROFILE_MATCHING_H
#define BANKLINT_PROFILE_MATCHING_H

#include "Profile/Comparison.h"
#include "Profile/Export.h"
#include "Profile/Prediction.h"
#include "Shapes.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace banklint {

/// One launch, with the prediction for it.
struct PlacedLaunch {
  const ProfiledLaunch *Launch = nullptr;
  const PredictedKernel *Predicted = nullptr; ///< null where there is none
  std::string Name;
  std::optional<Extents> Block;
  ShapeSource BlockFrom = ShapeSource::Unknown;
  std::optional<int64_t> Blocks;
  /// Why nothing is predicted for it.
  LineCause Missing;
};

/// Finds what is predicted for launches. `Predicted` must outlive it, and it
/// what it returns.
class LaunchMatcher {
public:
  explicit LaunchMatcher(const Prediction &Predicted) : Predicted(Predicted) {}

  /// `Name` is the kernel's in the report, null where that has none.
  PlacedLaunch place(const ProfiledLaunch &Launch, const std::string *Name);

private:
  using Kernels = std::vector<const PredictedKernel *>;
  void findShape(PlacedLaunch &To, const Kernels &Shapes);
  const PredictedKernel *anyOf(const Kernels &Alike);

  /// Launches that an export does not tell apart, and what holds for all.
  struct Joined {
    Kernels Of;
    PredictedKernel All;
  };

  const Prediction &Predicted;
  std::deque<Joined> Known; ///< its elements stay where they are
};

/// The launches of one kernel and one shape together, in the order of the
/// first.
std::vector<std::vector<PlacedLaunch>>
groupsOf(llvm::ArrayRef<PlacedLaunch> Placed);

} // namespace banklint

#endif // BANKLINT_PROFILE_MATCHING_H
