//===- Completion.h - banklint completion: scripts for shells ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_COMPLETION_H
#define BANKLINT_TOOL_COMPLETION_H

#include "llvm/Support/CommandLine.h"

namespace banklint {

extern llvm::cl::SubCommand CompletionCommand;

/// Prints the script that completes banklint's command line in the shell that
/// was asked for, and returns the exit status: 2 for an unknown shell, else 0.
int runCompletion();

} // namespace banklint

#endif // BANKLINT_TOOL_COMPLETION_H
