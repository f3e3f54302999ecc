//===- Selection.h - Which findings are asked for ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FINDING_SELECTION_H
#define BANKLINT_FINDING_SELECTION_H

#include "Finding/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace banklint {

/// What the user wants to hear of.
struct Selection {
  /// Globs over the names of rules; a leading `-` switches off. Rules that none
  /// matches are on.
  std::vector<std::string> Rules;
  unsigned MinWays = 0;   ///< least wavefronts / ideal of the worst request
  unsigned MinExcess = 0; ///< least wavefronts a block above the ideal
};

/// Whether `Rule` is in a list of globs, or what `Default` says where none
/// matches it. A leading `-` takes out, and the last glob that matches decides:
/// "*", "-banklint-nolint". Globs that make no sense match nothing.
bool isInRules(llvm::ArrayRef<llvm::StringRef> Globs, llvm::StringRef Rule,
               bool Default = false);

/// Drops the findings of rules that are off, and those below the thresholds,
/// which are counted in the totals. A number that is not known is below none.
void applySelection(Report &R, const Selection &Asked);

} // namespace banklint

#endif // BANKLINT_FINDING_SELECTION_H
