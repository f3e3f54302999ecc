//===- Launch.h - Linting what a build compiles -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_LAUNCH_H
#define BANKLINT_TOOL_LAUNCH_H

#include "llvm/ADT/ArrayRef.h"

namespace banklint {

/// `banklint launch [options] COMPILER ARGUMENTS`: lints the CUDA sources that
/// the command line compiles, with the findings on standard error, runs the
/// compiler as it would run without, and gives its exit status. Nothing that is
/// found or fails to be analysed keeps the compiler from running; options that
/// make no sense do. `Words` is the whole command line.
int runLaunch(llvm::ArrayRef<const char *> Words);

} // namespace banklint

#endif // BANKLINT_TOOL_LAUNCH_H
