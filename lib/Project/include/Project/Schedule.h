//===- Schedule.h - Sources checked beside each other -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PROJECT_SCHEDULE_H
#define BANKLINT_PROJECT_SCHEDULE_H

#include "Analysis/Kernel.h"
#include "Check/Source.h"
#include "Cuda/CompileCommand.h"
#include "Cuda/PrecompiledHeaders.h"
#include "Project/Cache.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace banklint {

/// One parse and what is to be found in it.
struct Task {
  CompileCommand Command;
  AnalysisOptions Analysis;
};

/// What one source may take; 0 for all that there is.
struct SourceLimits {
  unsigned Seconds = 300; ///< of CPU time
  unsigned Megabytes = 4096;
};

struct ScheduleOptions {
  unsigned Jobs = 1; ///< at a time; 0 for one a core
  bool ShowsProgress = false;
  const Cache *Results = nullptr;        ///< may be null
  PrecompiledHeaders *Headers = nullptr; ///< may be null
  SourceLimits Limits;
};

/// Checks all sources, `Jobs` at a time, and gives the results in the order of
/// the tasks. Each is checked in a process of its own: one that crashes, or
/// takes more than the limits, becomes a gap of its report. To be called while
/// there is one thread. Progress, "[ 3/12, 7 conflicts] file", is one line of
/// the terminal, which is gone in the end, and elsewhere a line every half
/// minute.
std::vector<CheckedSource> checkAll(llvm::ArrayRef<Task> Tasks,
                                    const ScheduleOptions &Options);

} // namespace banklint

#endif // BANKLINT_PROJECT_SCHEDULE_H
