//===- Selection.h - Which findings the settings ask for --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FINDING_SELECTION_H
#define BANKLINT_FINDING_SELECTION_H

#include "Config/Rules.h"
#include "Config/Thresholds.h"
#include "Finding/Finding.h"
#include <string>
#include <vector>

namespace banklint {

/// Drops the findings of rules that are not in the set, as if nobody had looked
/// for them.
void applyRules(Report &R, const RuleSet &Rules);

/// Silences the findings that are below, and counts them in the totals. A
/// number that is not known is below no threshold.
void applyThresholds(Report &R, const Thresholds &Least);

/// Which headers may be missing.
struct AllowedHeaders {
  std::vector<std::string> Expected; ///< to: globs for their names
  bool AreAll = false; ///< those that none of the globs match, too
};

/// Makes no error of headers that may be missing, nor of what needs no other
/// one; what needs only those that are expected to is marked so.
void allowHeaders(Report &R, const AllowedHeaders &Allowed);

} // namespace banklint

#endif // BANKLINT_FINDING_SELECTION_H
