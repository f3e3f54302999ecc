//===- Finish.h - From what was found to what the user sees -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_FINISH_H
#define BANKLINT_TOOL_FINISH_H

#include "Lint.h"
#include "Options.h"
#include "Selection.h"
#include "Status.h"

namespace banklint {

/// Selects the findings, writes the outputs, applies fixes, sums up, and gives
/// the status.
Status finish(Run &R, const LintOptions &Options, const Selection &Reported);

} // namespace banklint

#endif // BANKLINT_TOOL_FINISH_H
