//===- Explain.h - banklint explain: a rule, or one line --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_EXPLAIN_H
#define BANKLINT_TOOL_EXPLAIN_H

#include "Options.h"
#include "Status.h"
#include "llvm/Support/CommandLine.h"

namespace banklint {

/// `banklint explain`: true if it is what the command line asks for.
extern llvm::cl::SubCommand ExplainCommand;

/// Prints the page of a rule, the list of rules, or all that is known of the
/// accesses in one line of a source, and gives the status.
Status runExplain(const LintOptions &Options);

} // namespace banklint

#endif // BANKLINT_TOOL_EXPLAIN_H
