//===- Compare.h - banklint compare: two reports ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_COMPARE_H
#define BANKLINT_TOOL_COMPARE_H

#include "Status.h"
#include "llvm/Support/CommandLine.h"

namespace banklint {

/// `banklint compare`: true if it is what the command line asks for.
extern llvm::cl::SubCommand CompareCommand;

/// Prints the accesses whose wavefronts differ between two JSON reports;
/// `Conflicts` where one has become worse.
Status runCompare();

} // namespace banklint

#endif // BANKLINT_TOOL_COMPARE_H
