//===- Thresholds.cpp - Which conflicts are worth a line ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Thresholds.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

void banklint::applyThresholds(Report &R, const Thresholds &Least) {
  size_t Before = R.Findings.size();
  llvm::erase_if(R.Findings, [&](const Finding &F) {
    return (F.Ways && *F.Ways < Least.Ways) ||
           (F.ExcessPerBlock && *F.ExcessPerBlock < Least.Excess);
  });
  R.Totals.BelowThreshold += Before - R.Findings.size();
}
