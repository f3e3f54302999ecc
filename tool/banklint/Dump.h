//===- Dump.h - Traces and requests, for developers -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_DUMP_H
#define BANKLINT_TOOL_DUMP_H

#include "Options.h"
#include "Status.h"

namespace banklint {

/// Prints what `--dump-trace` and `--dump-requests` ask for, source by source,
/// in the place of a report.
Status runDump(const LintOptions &Options);

} // namespace banklint

#endif // BANKLINT_TOOL_DUMP_H
