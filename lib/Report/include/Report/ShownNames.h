//===- ShownNames.h - One name for each file of a report --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_SHOWNNAMES_H
#define BANKLINT_REPORT_SHOWNNAMES_H

#include "Files/Paths.h"
#include "Finding/Finding.h"
#include "Finding/Note.h"

namespace banklint {

/// Gives each file of a report the name that `shownPath` does: compilers open
/// one header as "/p/src/../inc/tile.cuh", "inc/tile.cuh" and "./tile.cuh".
void nameFiles(Report &R);

/// With files named from the root of the repository, for sentences that
/// services show: "it would edit 'inc/tile.cuh', which is excluded".
Note named(Note N, const RepositoryPaths &Paths);
NotAnalysed named(NotAnalysed Gap, const RepositoryPaths &Paths);

} // namespace banklint

#endif // BANKLINT_REPORT_SHOWNNAMES_H
