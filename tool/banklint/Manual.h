//===- Manual.h - banklint manual: the manual page --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_MANUAL_H
#define BANKLINT_TOOL_MANUAL_H

#include "llvm/Support/CommandLine.h"

namespace banklint {

extern llvm::cl::SubCommand ManualCommand;

/// Prints the manual page for man(1), or the keys of the configuration where
/// the verb's option asks for them, and returns the exit status 0.
int runManual();

} // namespace banklint

#endif // BANKLINT_TOOL_MANUAL_H
