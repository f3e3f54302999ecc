//===- Plan.h - Which parses a run is made of -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_PLAN_H
#define BANKLINT_TOOL_PLAN_H

#include "Configure.h"
#include "Cuda/CompileCommand.h"
#include "Cuda/Database.h"
#include "Finding/Merge.h"
#include "Options.h"
#include "Project/Schedule.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem/UniqueID.h"
#include <string>
#include <vector>

namespace banklint {

/// All parses of a run; those of one source stand beside each other.
struct Plan {
  std::vector<Task> Tasks;
  std::vector<const SourceSetup *> Setups; ///< one for each task
  /// Sources that the settings exclude, with their commands: they may compile
  /// what a fix of another source edits.
  std::vector<DatabaseEntry> Excluded;
  /// Sources that the database names and the run does not.
  std::vector<DatabaseEntry> Others;

  void add(CompileCommand Command, const SourceSetup &Setup);
};

/// The parses of all sources that the options name and nothing excludes.
struct PlannedRun {
  Configurator Configured; ///< owns what the parses point to
  Plan Parses;
  ReportMerger Failures; ///< sources whose arguments make no sense
  /// A compilation database says how sources are compiled.
  bool HasDatabase = false;

  /// Fails where that is the user's mistake: arguments of the command line,
  /// options, sources that are not there.
  static llvm::Expected<PlannedRun> create(const LintOptions &Options);
};

/// Fails where one of the outputs would write over what the run has read, or
/// `ReadAs` says that it reads: "'a.cu' is a source of this run", or "" where
/// it does not. A baseline may take the place of the one before.
llvm::Error checkWritten(
    const LintOptions &Options,
    llvm::function_ref<std::string(llvm::sys::fs::UniqueID, llvm::StringRef)>
        ReadAs = nullptr);

} // namespace banklint

#endif // BANKLINT_TOOL_PLAN_H
