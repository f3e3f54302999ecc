//===- Lint.h - A run over sources ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_LINT_H
#define BANKLINT_TOOL_LINT_H

#include "Cuda/CompileCommand.h"
#include "Cuda/Database.h"
#include "Edit/Apply.h"
#include "Finding/Finding.h"
#include "Finding/Merge.h"
#include "Options.h"
#include "Project/Cache.h"
#include "Project/Schedule.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace banklint {

struct SourceSetup;
class Configurator;

/// See the table of exit statuses in the documentation.
enum Status { Clean = 0, Conflicts = 1, Misuse = 2, SourceFailed = 3 };

/// Says why the run makes no sense, on standard error, and gives the status.
Status fail(const llvm::Twine &Sentence);

/// The cache that the options ask for; null where they ask for none.
llvm::Expected<std::unique_ptr<Cache>> openCache(const LintOptions &Options);

/// All parses of a run; those of one source stand beside each other.
struct Plan {
  std::vector<Task> Tasks;
  std::vector<const SourceSetup *> Setups; ///< one for each task

  void add(CompileCommand Command, const SourceSetup &Setup);
};

/// The sources that the options name, without those that are excluded.
llvm::Expected<std::vector<std::string>> sourcesOf(const LintOptions &Options,
                                                   const Database &Commands,
                                                   Configurator &Configured);

/// The parses that the sources ask for. A source whose arguments make no sense
/// is a gap of the run; arguments of the command line are the user's mistake.
llvm::Expected<Plan> planFor(llvm::ArrayRef<std::string> Sources,
                             const LintOptions &Options,
                             Configurator &Configured, ReportMerger &All);

/// All sources of a run, checked.
struct Run {
  Report Result;
  AnalysedContents Contents;
};

/// Checks the sources, selects of each what its settings ask for, and adds that
/// to `All`.
Run carryOut(const Plan &Planned, const LintOptions &Options,
             const Cache *Results, ReportMerger All = {});

/// Checks the sources, writes the report, applies fixes, and gives the status.
Status runLint(const LintOptions &Options);

} // namespace banklint

#endif // BANKLINT_TOOL_LINT_H
