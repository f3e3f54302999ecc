//===- Thresholds.cpp - Which conflicts are worth a line ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Thresholds.h"

using namespace banklint;

void banklint::applyThresholds(Report &R, const Thresholds &Least) {
  auto IsBelow = [&](const Finding &F) {
    return (F.Ways && *F.Ways < Least.Ways) ||
           (F.ExcessPerBlock && *F.ExcessPerBlock < Least.Excess);
  };
  R.Totals.BelowThreshold += silence(R, Silence::Threshold, IsBelow);
}
