//===- Lint.h - A run over sources ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_LINT_H
#define BANKLINT_TOOL_LINT_H

#include "Cuda/PrecompiledHeaders.h"
#include "Edit/AnalysedContents.h"
#include "Finding/Finding.h"
#include "Finding/Merge.h"
#include "Options.h"
#include "Plan.h"
#include "Project/Cache.h"
#include "Status.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace banklint {

/// The cache that the options ask for; null where they ask for none.
llvm::Expected<std::unique_ptr<Cache>> openCache(const LintOptions &Options);

/// The precompiled headers that the options ask for; null where they ask for
/// none, or where the user has no folder for them.
std::unique_ptr<PrecompiledHeaders> openHeaders(const LintOptions &Options);

/// All sources of a run, checked.
struct Run {
  Report Result;
  AnalysedContents Contents;
  /// The sources that no error kept from being analysed.
  std::vector<std::string> Analysed;
  std::set<std::string> Baselines; ///< of the sources' configurations
};

/// Checks the sources, selects of each what its settings ask for, and adds that
/// to `All`.
Run carryOut(const Plan &Planned, const LintOptions &Options,
             const Cache *Results, ReportMerger All = {});

/// Plans the run that the options ask for, and carries it out. Fails with a
/// sentence where the user is at fault.
llvm::Expected<Run> checkSources(const LintOptions &Options);

/// Checks the sources, writes the report, applies fixes, and gives the status.
Status runLint(const LintOptions &Options);

/// Whether a file is named as a header: its functions are analysed where a
/// kernel of a source calls them.
bool isHeader(llvm::StringRef File);

} // namespace banklint

#endif // BANKLINT_TOOL_LINT_H
